// Runs in the worker and answers one question at a time to its end. The page ends the worker to stop it.
import init, * as core from "core";

let ready;
self.onmessage = async ({ data: { module, list, id, question, given } }) => {
  if (module) {
    ready = init({ module_or_path: module }).then(() => { if (list) core.keep_list(list.name, list.bytes); });
    return;
  }
  const tell = message => self.postMessage({ id, ...message });
  try {
    await ready;
    const answer = question === "repaired" ? core.repaired(...given, { hear: fewest => tell({ fewest }) }) : core[question](...given);
    tell({ answer: JSON.parse(answer) });
  } catch (error) {
    // When memory runs out, WebAssembly only reports that it stopped.
    tell(error instanceof WebAssembly.RuntimeError
      ? { error: "more memory is needed than a page may have: paint more squares, or ask the command line", broken: true }
      : { error: error.message ?? String(error) });
  }
};
