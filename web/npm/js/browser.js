// What browsers do for the package: they fetch the WebAssembly and run workers.

/** Fetches and compiles the WebAssembly beside this file. */
export async function fetched() {
  const response = await fetch(new URL("./gridcheck.wasm", import.meta.url));
  if (!response.ok) throw new Error(`gridcheck.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Returns a worker as `asking` takes it, which calls back with its messages. */
export function listening(worker, hear) {
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = event => {
    event.preventDefault();
    hear({ error: new Error(event.message || "the worker did not start"), isBroken: true });
  };
  return { post: (message, transfer) => worker.postMessage(message, transfer), rest() {}, end: () => worker.terminate() };
}
