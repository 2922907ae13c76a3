// The functions of the package, on the thread that calls them. A signal is looked at before the work only.
export * from "./index.js";

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, `gridcheck.wasm` is fetched from beside this file. */
export function use(wasm: WebAssembly.Module | BufferSource): void;
