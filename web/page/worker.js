// Runs in the worker: one question at a time, to the end. Whoever asks ends the worker to stop it.
import init, * as core from "core";

let ready;
self.onmessage = async ({ data: { module, id, question, given } }) => {
  if (module) {
    ready = init({ module_or_path: module });
    return;
  }
  const tell = message => self.postMessage({ id, ...message });
  try {
    await ready;
    const answer = question === "repaired" ? core.repaired(...given, { hear: fewest => tell({ fewest }) }) : core[question](...given);
    tell({ answer: JSON.parse(answer) });
  } catch (error) {
    // Of memory that cannot be had WebAssembly says no more than that it stopped.
    tell(error instanceof WebAssembly.RuntimeError
      ? { error: "more memory is needed than a page may have: paint more squares, or ask the command line", broken: true }
      : { error: error.message ?? String(error) });
  }
};
