// Loads the library. In the file that opens from a disk everything is inside; on a server the files lie beside the page. build.mjs sets
// `INSIDE`.
import init, * as core from "core";

export async function load() {
  const bytes = INSIDE ? await unpacked(document.getElementById("core").textContent) : await (await fetch("gridcheck.wasm")).arrayBuffer();
  const module = await WebAssembly.compile(bytes);
  await init({ module_or_path: module });
  return { core, module, makeWorker };
}

function makeWorker() {
  if (!INSIDE) return new Worker("worker.js");
  const url = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
