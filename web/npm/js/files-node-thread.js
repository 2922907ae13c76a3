// The worker of `gridcheck/files` in Node.
import { parentPort } from "node:worker_threads";
import { answering } from "./asking.js";
import * as library from "./files-library.js";

parentPort.on("message", answering(library, message => parentPort.postMessage(message)));
