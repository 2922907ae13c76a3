// What browsers do for the package: they fetch the WebAssembly and run workers.

/** Fetches the bytes of a file. */
export async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname.split("/").pop()}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
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
