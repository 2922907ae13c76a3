// The worker of browsers.
import { answering } from "./asking.js";

const answer = answering(message => self.postMessage(message));
self.onmessage = ({ data }) => answer(data);
