// The functions of `gridcheck/files`, on the thread that calls them. A signal is looked at before the work only.
export * from "./files.js";

/** Sets the WebAssembly: a compiled module, or its bytes. Without it, `files.wasm` is fetched from beside this file. */
export function use(wasm: WebAssembly.Module | BufferSource): void;
