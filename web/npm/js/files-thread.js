// The worker of `gridcheck/files` in browsers.
import { answering } from "./asking.js";
import * as library from "./files-library.js";

const answer = answering(library, message => self.postMessage(message));
self.onmessage = ({ data }) => answer(data);
