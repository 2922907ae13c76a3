// Chooses the thread: short questions are answered at once, and the others by a worker, which is ended when the caller gives up.

/** Files of at most this size are judged, measured and converted at once. */
const SMALL_BYTES = 1 << 18;
const SHORT = ["validate", "stats", "convert"];

/**
 * Returns a function that asks the library. `compiled` returns the module, and `start` starts a worker: `{ post, end, rest }`, which calls back
 * with a message, or with an error if it broke.
 */
export function asking({ load, answered, hasStopped }, compiled, start) {
  let idle = null;

  async function ask(question, signal, onPart) {
    const module = await compiled();
    if (SHORT.includes(question.question) && question.file.length <= SMALL_BYTES && !hasStopped()) {
      await load(module);
      signal?.throwIfAborted();
      return answered(question);
    }
    signal?.throwIfAborted();
    return inWorker(module, question, signal, onPart);
  }

  function inWorker(module, question, signal, onPart) {
    // A worker has the module with which it was started.
    if (idle !== null && idle.module !== module) idle.end();
    const worker = idle?.module === module ? idle : started(module);
    idle = null;
    return new Promise((resolve, reject) => {
      const giveUp = () => end(() => reject(signal.reason));
      // A worker that is not needed any more waits for the next question, unless another one waits already.
      const end = (settle, isReusable = false) => {
        signal?.removeEventListener("abort", giveUp);
        worker.hear = () => {};
        if (isReusable && idle === null) {
          idle = worker;
          worker.rest();
        } else {
          worker.end();
        }
        settle();
      };
      worker.hear = ({ part, answer, error, isBroken }) => {
        if (part !== undefined) onPart?.(part);
        else if (error === undefined) end(() => resolve(answer), true);
        else end(() => reject(error), !isBroken);
      };
      signal?.addEventListener("abort", giveUp);
      worker.post(question, question.file?.buffer ? [question.file.buffer] : []);
    });
  }

  function started(module) {
    const worker = start(message => worker.hear(message));
    worker.module = module;
    worker.post({ module }, []);
    return worker;
  }

  return ask;
}

/** Answers the messages of `asking` in a worker. `tell` sends the answer. */
export function answering({ load, answered, hasStopped }, tell) {
  let ready;
  return async message => {
    if (message.module) {
      ready = load(message.module);
      ready.catch(() => {});
      return;
    }
    try {
      await ready;
      tell({ answer: answered(message, part => tell({ part })) });
    } catch (error) {
      tell({ error: new Error(error.message, { cause: error.cause && String(error.cause) }), isBroken: hasStopped() });
    }
  };
}
