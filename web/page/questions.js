// @ts-check
// Long tasks: completions, a draw, a repair. Each is a sequence of questions to the worker. The stop button ends it, and so does any change
// of the puzzle.
import { Stopped } from "./asking.js";
import { OPEN, WHITE } from "./puzzle.js";
import { button, byId, element, plural } from "./dom.js";
import { wishesOf } from "./new.js";

// Maximum number of repairs to find.
const MOST_REPAIRS = 8;

const colour = square => square === WHITE ? "white" : "black";

// Up to this number of open squares, a draw in which each grid is equally likely is a matter of a second.
const MOST_UNIFORM = 64;

// Asks one question after another. `steps` has `ask(question, ...more)`, and shows its progress with `now(text)`. `line` is the id of the line for
// progress.
export async function work(session, where, what, steps) {
  const { asking } = session, line = byId(where);
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
      session.say(error.message);
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
  const start = (what, steps) => work(session, "progress", what, (ask, now) => {
    if (!session.puzzle.isPlain) throw new Error("Grids with bars or without some squares are judged, and not counted, drawn or repaired.");
    return steps(session, (question, more = [], onBound) => ask(question, [session.puzzle.rows, session.named, ...more], onBound), now, again);
  });
  // Draws another grid for the squares that were open before.
  const again = (before, isUniform) => {
    session.puzzle.open(before);
    session.changed();
    start("drawing…", isUniform ? drawUniformly : draw);
  };
  byId("complete").addEventListener("click", () => start("looking for forced squares…", complete));
  byId("draw").addEventListener("click", () => start("drawing…", draw));
  byId("repair").addEventListener("click", () => start("looking for the nearest valid grids…", repair));
  return () => start("drawing…", draw);
}

function tell(lines, large = false) {
  byId("answer").replaceChildren(...lines.map((text, i) => element("p", { textContent: text, className: large && i === 0 ? "big" : "" })));
}

async function complete(session, ask, now) {
  const { puzzle } = session;
  const found = await ask("forced");
  if (found.squares) {
    session.overlay = new Map(found.squares.map(([r, c]) => [r * puzzle.width + c, { kind: "excluding", label: "excludes all grids" }]));
    session.show();
    const number = found.squares.length, these = number === 1 ? "The marked square excludes" : `The ${number} marked squares exclude`;
    const none = "No grid of this size obeys the rules.";
    tell(["0 completions", number ? `${these} every valid grid${found.smallest ? "; no fewer squares do" : ""}.` : none], true);
    return;
  }
  const open = [...Array(puzzle.squares.length).keys()].filter(place => puzzle.squares[place] === OPEN);
  const forced = found.forced.replaceAll("\n", "");
  const settled = open.filter(place => forced[place] !== OPEN);
  session.overlay = new Map(settled.map(place => [place, { kind: colour(forced[place]), label: `forced ${colour(forced[place])}` }]));
  session.show();
  const lines = [`${plural(settled.length, "forced square")}${settled.length ? ", drawn in the grid" : ""}.`];
  tell(lines);
  now("counting…");
  const { count, why } = await ask("counted");
  if (count === null) return tell([`Too many to count here: ${why}`, ...lines]);
  lines.unshift(plural(BigInt(count), "completion"));
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

// Replaces the squares by a drawn grid, and offers another one for the same open squares.
function take(session, rows, text, again, isUniform) {
  const before = session.puzzle.state;
  session.puzzle.replace(rows.replaceAll("\n", ""));
  session.changed();
  session.endStroke();
  tell([text]);
  const others = element("div", { className: "bar" }, button("Another", () => again(before, isUniform)));
  if (!isUniform) others.append(button("Draw each equally likely", () => again(before, true)));
  byId("answer").append(others);
  session.say(text, button("Another", () => again(before, isUniform)));
}

const wishes = () => wishesOf(byId("words-least").value, byId("words-most").value, byId("no-blocks").checked);

async function draw(session, ask, now, again) {
  const open = [...session.puzzle.squares].filter(square => square === OPEN).length;
  if (open === 0) throw new Error("No square is open, so there is nothing to draw. Make squares open, or all of them with All open.");
  const asked = wishes();
  if (asked === "" && open <= MOST_UNIFORM) return drawUniformly(session, ask, now, again);
  const { grid } = await ask("walked", [seed(), asked]);
  if (grid === null) throw new Error(asked === "" ? "No grid obeys the rules with these squares." : "No grid obeys the rules and your wishes with these squares.");
  take(session, grid, "A random valid grid. Not each is equally likely.", again, false);
}

// Draws so that each grid is equally likely, whatever the wishes are.
async function drawUniformly(session, ask, now, again) {
  const { grids: [grid], total } = await ask("drawn", [seed()]);
  if (!grid) throw new Error("No grid obeys the rules with these squares.");
  take(session, grid, `One of ${plural(BigInt(total), "grid")}, each as likely as any other.`, again, true);
}

async function repair(session, ask, now) {
  const { puzzle } = session, from = puzzle.squares;
  const { changes, grids, all } = await ask("repaired", [MOST_REPAIRS], fewest => now(`at least ${plural(fewest, "square")} change…`));
  if (changes === null) return tell(["No grid of this size obeys the rules."]);
  if (changes === 0) return tell(["Nothing to repair: it is valid."]);
  const ways = all ? plural(grids.length, "way") : `more than ${grids.length} ways, of which the first are shown`;
  tell([`${plural(changes, "square")} ${changes === 1 ? "changes" : "change"}, none fewer, in ${ways}.`]);
  const over = (squares, what) => new Map([...squares].flatMap((square, place) => square === from[place] ? [] : [[place, what(square)]]));
  const list = element("div", { className: "bar" });
  grids.forEach((rows, i) => {
    const squares = rows.replaceAll("\n", "");
    const preview = () => {
      session.overlay = over(squares, square => ({ kind: colour(square), label: `becomes ${colour(square)}` }));
      session.show();
    };
    const choice = button(`Take ${i + 1}`, () => {
      puzzle.replace(squares);
      session.changed();
      session.endStroke();
      session.overlay = over(squares, () => ({ kind: "turned", label: "changed" }));
      session.show();
    });
    for (const event of ["focus", "pointerenter"]) choice.addEventListener(event, preview);
    list.append(choice);
    if (i === 0) preview();
  });
  byId("answer").append(list);
}
