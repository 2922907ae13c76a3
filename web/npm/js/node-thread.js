// The worker of Node.
import { parentPort } from "node:worker_threads";
import { answering } from "./asking.js";

parentPort.on("message", answering(message => parentPort.postMessage(message)));
