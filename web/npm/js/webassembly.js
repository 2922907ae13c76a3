// The WebAssembly of the package: what the caller sets, or else the file beside the package.

/**
 * Returns `use`, which sets the WebAssembly: a compiled module, or its bytes; and `compiled`, which returns the module. Without `use`, the first
 * question calls `read`, which returns the bytes.
 */
export function wasm(read) {
  let given, module;
  async function compile() {
    const found = given ?? await read();
    return found instanceof WebAssembly.Module ? found : WebAssembly.compile(found);
  }
  return {
    use(wasm) {
      given = wasm;
      module = undefined;
    },
    // What could not be compiled is read again.
    compiled: () => module ??= compile().catch(error => { module = undefined; throw error; }),
  };
}
