// Long tasks: completions, a draw, a repair. Each is a sequence of questions to the worker. The stop button ends it, and so does any change
// of the painting.
import { Stopped } from "./asking.js";
import { OPEN, WHITE } from "./painting.js";
import { plural } from "./report.js";
import { byId } from "./session.js";

// Maximum number of repairs to find.
const MOST_REPAIRS = 8;

const colour = square => square === WHITE ? "white" : "black";

// Milliseconds for a draw in which each grid is equally likely. After that, a walk draws one in little time.
const UNIFORM_LIMIT = 1500;

// Asks one question after another. `steps` has `ask(question, ...more)`, and shows its progress with `now(text)`. `group` has the line for
// progress and for errors.
export async function work(session, group, what, steps) {
  const { asking } = session, line = byId(group === "fill" ? "fill-progress" : "progress");
  asking.stop();
  session.forget();
  session.hush();
  session.show();
  const start = Date.now();
  let doing = what;
  const progress = () => {
    const seconds = Math.round((Date.now() - start) / 1000);
    line.textContent = seconds > 1 ? `${doing} (${seconds} s)` : doing;
  };
  const now = text => {
    doing = text;
    progress();
  };
  const timer = setInterval(progress, 1000);
  const ask = (question, more = [], onBound) => {
    const answer = asking.ask(question, more, onBound);
    for (const id of STOPS) byId(id).disabled = false;
    return answer;
  };
  progress();
  try {
    await steps(ask, now);
    line.textContent = "";
  } catch (error) {
    // The caller that stopped it has reported so, or has started a new task.
    if (!(error instanceof Stopped)) {
      line.textContent = "";
      session.say(group, error.message);
    }
  } finally {
    clearInterval(timer);
    for (const id of STOPS) byId(id).disabled = !asking.isBusy;
  }
}

// The buttons that stop a task.
export const STOPS = ["stop", "stop-fill"];

export function questions(session) {
  const { asking } = session;
  const stop = line => () => {
    asking.stop();
    byId(line).textContent = "stopped";
  };
  byId("stop").addEventListener("click", stop("progress"));
  byId("stop-fill").addEventListener("click", stop("fill-progress"));
  // Every question about the grid begins with its squares and the rules.
  const start = (id, what, steps) => byId(id).addEventListener("click", () => work(session, "ask", what, (ask, now) =>
    steps(session, (question, more = [], onBound) => ask(question, [session.painting.rows, session.named, ...more], onBound), now)));
  start("complete", "looking for forced squares…", complete);
  start("draw", "drawing…", draw);
  start("repair", "looking for the nearest valid grids…", repair);
}

function tell(lines, large = false) {
  byId("answer").replaceChildren(...lines.map((text, i) =>
    Object.assign(document.createElement("p"), { textContent: text, className: large && i === 0 ? "big" : "" })));
}

async function complete(session, ask, now) {
  const { painting } = session;
  const found = await ask("forced");
  if (found.squares) {
    session.overlay = new Map(found.squares.map(([r, c]) => [r * painting.width + c, { kind: "excluding", label: "excludes all grids" }]));
    session.show();
    const number = found.squares.length, these = number === 1 ? "The marked square excludes" : `The ${number} marked squares exclude`;
    const none = "No grid of this size obeys the rules.";
    tell(["0 completions", number ? `${these} every valid grid${found.smallest ? "; no fewer squares do" : ""}.` : none], true);
    return;
  }
  const open = [...Array(painting.squares.length).keys()].filter(place => painting.squares[place] === OPEN);
  const forced = found.forced.replaceAll("\n", "");
  const settled = open.filter(place => forced[place] !== OPEN);
  session.overlay = new Map(settled.map(place => [place, { kind: colour(forced[place]), label: `forced ${colour(forced[place])}` }]));
  session.show();
  const lines = [`${plural(settled.length, "forced square")}${settled.length ? ", drawn in the grid" : ""}.`];
  tell(lines);
  now("counting…");
  const { count, engine, why } = await ask("counted");
  if (count === null) return tell([`Too many to count here: ${why}`, ...lines]);
  lines.unshift(plural(BigInt(count), "completion"));
  lines.push(`Counted by ${engine}.`);
  tell(lines, true);
  if (settled.length === open.length) return;
  now("counting in how many each square is white…");
  const { white } = await ask("shares", [count]);
  if (!white) return;
  const whites = white.flat();
  for (const place of open.filter(place => forced[place] === OPEN)) {
    const number = whites[place], share = Number(BigInt(number) * 1000n / BigInt(count)) / 10;
    const text = share < 1 ? "<1" : share > 99 ? ">99" : String(Math.round(share));
    session.overlay.set(place, { kind: "share", text, label: `white in ${number} of ${count}` });
  }
  session.show();
  tell([...lines, "In the other open squares: in how many of a hundred completions each is white."], true);
}

export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Draws uniformly if that is done in time, and by a walk otherwise. `isPatient` removes the limit.
async function draw(session, ask, now, isPatient = false) {
  const uniform = ask("drawn", [seed()]);
  const late = new Promise(resolve => { if (!isPatient) setTimeout(resolve, UNIFORM_LIMIT, null); });
  const take = rows => {
    session.painting.replace(rows.replaceAll("\n", ""));
    session.changed();
  };
  let answer = null;
  try {
    answer = await Promise.race([uniform, late]);
  } catch (error) {
    if (error instanceof Stopped || isPatient) throw error;
  }
  if (answer) {
    take(answer.grids[0]);
    return tell([`One of ${plural(BigInt(answer.total), "grid")}, each as likely as any other. Undo brings your painting back.`]);
  }
  // The question that is given up is stopped by the next one.
  uniform.catch(() => {});
  const before = session.painting.state;
  const { grid } = await ask("walked", [seed()]);
  if (grid === null) return tell(["There is nothing to draw from: no grid obeys the rules."]);
  take(grid);
  tell(["A valid grid, but not each is equally likely: a draw in which each is takes longer, and may need more memory than a page has. " +
    "Undo brings your painting back."]);
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Draw each equally likely" });
  button.addEventListener("click", () => {
    session.painting.open(before);
    session.changed();
    work(session, "ask", "drawing…", (ask, now) =>
      draw(session, (question, more) => ask(question, [session.painting.rows, session.named, ...more]), now, true));
  });
  byId("answer").append(button);
}

async function repair(session, ask, now) {
  const { painting } = session, from = painting.squares;
  const { changes, grids, all } = await ask("repaired", [MOST_REPAIRS], fewest => now(`at least ${plural(fewest, "square")} change…`));
  if (changes === null) return tell(["No grid of this size obeys the rules."]);
  if (changes === 0) return tell(["Nothing to repair: it is valid."]);
  const ways = all ? plural(grids.length, "way") : `more than ${grids.length} ways, of which the first are shown`;
  tell([`${plural(changes, "square")} ${changes === 1 ? "changes" : "change"}, none fewer, in ${ways}.`]);
  const over = (squares, what) => new Map([...squares].flatMap((square, place) => square === from[place] ? [] : [[place, what(square)]]));
  const list = Object.assign(document.createElement("div"), { className: "bar" });
  grids.forEach((rows, i) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: `Take ${i + 1}` });
    const squares = rows.replaceAll("\n", "");
    const preview = () => {
      session.overlay = over(squares, square => ({ kind: colour(square), label: `becomes ${colour(square)}` }));
      session.show();
    };
    for (const event of ["focus", "pointerenter"]) button.addEventListener(event, preview);
    button.addEventListener("click", () => {
      painting.replace(squares);
      session.changed();
      session.overlay = over(squares, () => ({ kind: "turned", label: "changed" }));
      session.show();
    });
    list.append(button);
    if (i === 0) preview();
  });
  byId("answer").append(list);
}
