// What Node does for the package: it reads the WebAssembly and runs workers.
export { readFile as read } from "node:fs/promises";

/** Returns a worker as `asking` takes it, which calls back with its messages. */
export function listening(worker, hear) {
  worker.on("message", hear);
  worker.on("error", error => hear({ error, isBroken: true }));
  return {
    post(message, transfer) {
      worker.ref();
      worker.postMessage(message, transfer);
    },
    // A worker that waits does not keep the program from ending.
    rest: () => worker.unref(),
    end: () => void worker.terminate(),
  };
}
