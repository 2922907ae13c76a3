// @ts-check
// Long tasks: completions, a draw, a repair. Each is a sequence of questions to the worker. The stop button ends it, and so does any change
// of the puzzle.
import { Stopped } from "./asking.js";
import { edgesOfBars, edgesOfCompletions, labelsOfEdges } from "./edges.js";
import { OPEN, VOID, WHITE, gridOf } from "./puzzle.js";
import { button, byId, element, plural } from "./dom.js";
import { pictureOf } from "./picture.js";
import { wishesOf } from "./new.js";

// Maximum number of repairs to find.
const MAX_REPAIRS = 8;

const colour = square => square === WHITE ? "white" : "black";

// Seconds for counting: the page stops it on request. Judging each completion for a profile goes on until its time is up, and only then the
// completions are counted.
const NO_LIMIT = 1e9, PATIENCE = 60;

// Up to this number of open squares, a draw in which each grid is equally likely is a matter of a second.
const MAX_UNIFORM = 64, MAX_UNIFORM_BARRED = 25;

// Asks one question after another, as `steps` does, which shows its progress with `now(text)`. `where` is the id of the line for progress.
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
  progress();
  for (const id of STOPS) byId(id).disabled = false;
  try {
    await steps(now);
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

// Squares before, and what a question makes of them.
const DRAWN = ["?????\n?#?#?\n?????\n?#?#?\n?????", ".....\n.#.#.\n..#..\n.#.#.\n....."], COMPLETED = ["??#??\n?????\n#???#\n?????\n??#??", "oo#oo\no?o?o\n#ooo#\no?o?o\noo#oo"];

// What is left to the program.
const LEFT = "Open squares are those that you leave to the program.";
const LEFT_BARRED = "Bars that are drawn stay. The other edges at the right of an open square and below it are left to the program; a white square has the bars that it shows.";

export function questions(session) {
  for (const [id, rows] of [["picture-draw", DRAWN], ["picture-complete", COMPLETED]]) byId(id).append(pictureOf(rows[0]), "→", pictureOf(rows[1]));
  const { asking } = session;
  session.onShow.push(() => {
    const { isBarred } = session, told = isBarred ? LEFT_BARRED : LEFT;
    if (byId("open-told").textContent === told) return;
    byId("open-told").textContent = told;
    byId("no-blocks-wish").hidden = isBarred;
  });
  const stop = line => () => {
    asking.stop();
    byId(line).textContent = "stopped";
  };
  byId("stop").addEventListener("click", stop("progress"));
  byId("stop-fill").addEventListener("click", stop("fill-progress"));
  const start = (what, steps) => work(session, "progress", what, now => {
    if (session.puzzle.squares.includes(VOID)) throw new Error("Grids without some squares are judged, and not counted, drawn or repaired.");
    return steps(session, now, again);
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

// The squares that a report names, by place.
const placesOf = (puzzle, squares) => squares.map(({ row, column, colour }) => [(row - 1) * puzzle.width + column - 1, colour]);

// A white grid with bars is finished, so there is nothing to complete in it.
const openEdges = ({ isBarred, puzzle: { squares } }) => {
  if (isBarred && !squares.includes(OPEN)) throw new Error("No square is open, so no edge is. Make squares open, or all of them with All open: their bars stay.");
};

async function complete(session, now) {
  openEdges(session);
  const { puzzle, by, asking } = session, found = report => showCompletions(session, report);
  const onPart = report => {
    found(report);
    now(report.completions === null ? "counting…" : session.isBarred ? "counting in how many each edge has a bar…" : "counting in how many each square is white…");
  };
  const report = await asking.functions.complete(puzzle.rows, { ...by, timeLimit: by.profile ? PATIENCE : NO_LIMIT, onPart });
  const lines = found(report);
  if (report.completions === null) tell([`Too many to count here: ${report.not_counted}`, ...lines]);
}

// Shows a report, of which a part may not be known yet. Returns its lines without the number.
function showCompletions(session, report) {
  const { completions, forced_squares: forced, exclusion, white, not_held: demands } = report;
  const { puzzle } = session;
  if (exclusion) {
    const places = placesOf(puzzle, exclusion.squares), number = places.length;
    const these = number === 1 ? "The marked square excludes" : `The ${number} marked squares exclude`;
    const none = "No grid of this size obeys the rules.";
    session.overlay = new Map(places.map(([place]) => [place, { kind: "excluding", label: "excludes all grids" }]));
    session.show();
    const lines = [number ? `${these} every valid grid${exclusion.smallest ? "; no fewer squares do" : ""}.` : none];
    tell(["0 completions", ...lines], true);
    return lines;
  }
  if (completions === "0") {
    const lines = ["Grids obey the rules, and none satisfies all demands of the profile."];
    tell(["0 completions", ...lines], true);
    return lines;
  }
  const lines = session.isBarred ? showEdges(session, report) : showForced(session, forced);
  if (demands) lines.push(`Not judged, because there are too many: ${demands}.`);
  const open = [...Array(puzzle.squares.length).keys()].filter(place => puzzle.squares[place] === OPEN && !session.overlay.has(place));
  if (white && open.length > 0) {
    const whites = white.flat();
    for (const place of open) {
      const number = whites[place], share = Number(BigInt(number) * 1000n / BigInt(completions)) / 10;
      const text = share < 1 ? "<1" : share > 99 ? ">99" : String(Math.round(share));
      session.overlay.set(place, { kind: "share", text, label: `white in ${number} of ${completions}` });
    }
    lines.push("In the other open squares: in how many of a hundred completions each is white.");
  }
  session.show();
  if (completions === null) tell(lines);
  else tell([plural(BigInt(completions), "completion"), ...lines], true);
  return lines;
}

// Marks the forced squares, and says how many they are.
function showForced(session, forced) {
  session.overlay = new Map(placesOf(session.puzzle, forced).map(([place, colour]) => [place, { kind: colour, label: `forced ${colour}` }]));
  return [`${plural(forced.length, "forced square")}${forced.length ? ", drawn in the grid" : ""}.`];
}

// Marks the edges of a barred grid, and says what the marks mean.
function showEdges(session, { completions, forced_edges: forced, bars, white_not_counted: whyNot }) {
  const { puzzle: { width } } = session, withBar = forced.filter(({ bar }) => bar).length;
  session.edges = edgesOfCompletions(width, forced, bars, completions);
  session.overlay = labelsOfEdges(width, forced, bars, completions);
  const lines = [`${plural(forced.length, "forced edge")}: ${withBar} with a bar, drawn in the grid, ${forced.length - withBar} without, marked by a dot.`];
  if (bars) lines.push("On the other open edges: the darker a dashed line, the more completions have a bar there.");
  else if (completions !== null && whyNot) lines.push(`In how many completions each edge has a bar is not counted: ${whyNot}.`);
  return lines;
}

export const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

// Replaces the squares by a drawn grid, and offers another one for the same open squares.
function take(session, rows, text, again, isUniform) {
  const before = session.puzzle.state, { squares, bars } = gridOf(rows.replaceAll("\n", ""));
  session.puzzle.replace(squares, session.isBarred ? bars : before.bars);
  session.changed();
  session.endStroke();
  tell([text]);
  const others = element("div", { className: "bar" }, button("Another", () => again(before, isUniform)));
  if (!isUniform) others.append(button("Draw with equal chances", () => again(before, true)));
  byId("answer").append(others);
  session.say(text, button("Another", () => again(before, isUniform)));
}

const wishes = ({ isBarred }) => wishesOf(byId("words-least").value, byId("words-most").value, byId("no-blocks").checked && !isBarred);

async function draw(session, now, again) {
  openEdges(session);
  const open = [...session.puzzle.squares].filter(square => square === OPEN).length;
  if (open === 0) throw new Error("No square is open, so there is nothing to draw. Make squares open, or all of them with All open.");
  const where = wishes(session), { asking, by, puzzle } = session;
  if (where.length === 0 && open <= (session.isBarred ? MAX_UNIFORM_BARRED : MAX_UNIFORM)) return drawUniformly(session, now, again);
  const grid = await asking.ask("walk", { by, where, seed: seed() }, puzzle.rows);
  if (grid === null) throw new Error(where.length === 0 ? "No grid obeys the rules with these squares." : "No grid obeys the rules and your wishes with these squares.");
  take(session, grid, "A random valid grid. Some grids are more likely than others.", again, false);
}

// Draws so that each grid is equally likely, whatever the wishes are.
async function drawUniformly(session, now, again) {
  const { asking, by, puzzle } = session, notes = [];
  const options = { ...by, given: puzzle.rows, seed: seed(), ...(by.profile && { wild: true }), onNote: note => notes.push(note) };
  const [{ rows }] = await asking.functions.sample([puzzle.height, puzzle.width], options);
  take(session, rows.join(""), `${notes.at(-1)}: each is as likely as any other.`, again, true);
}

async function repair(session, now) {
  const { asking, by, puzzle } = session, from = puzzle.squares;
  if (from.includes(OPEN)) throw new Error("A repair starts from a whole grid: paint the open squares first.");
  const noun = session.isBarred ? "bar" : "square";
  const onPart = ({ fewest }) => now(`at least ${plural(fewest, noun)} change…`);
  const [{ changes, grids, all }] = await asking.functions.repair(puzzle.rows, { ...by, count: MAX_REPAIRS, timeLimit: NO_LIMIT, onPart });
  if (changes === null) return tell(["No grid of this size obeys the rules."]);
  if (changes === 0) return tell(["Nothing to repair: it is valid."]);
  const ways = all ? plural(grids.length, "way") : `more than ${grids.length} ways, of which the first are shown`;
  tell([`${plural(changes, noun)} ${changes === 1 ? "changes" : "change"}, none fewer, in ${ways}.`]);
  const over = (squares, what) => new Map([...squares].flatMap((square, place) => square === from[place] ? [] : [[place, what(square)]]));
  const before = puzzle.state.bars;
  const list = element("div", { className: "bar" });
  grids.forEach(({ rows }, i) => {
    const { squares, bars } = gridOf(rows.join("")), edges = session.isBarred ? edgesOfBars(puzzle.width, before, bars) : [];
    const preview = () => {
      session.overlay = over(squares, square => ({ kind: colour(square), label: `becomes ${colour(square)}` }));
      session.edges = edges;
      session.show();
    };
    const choice = button(`Take ${i + 1}`, () => {
      puzzle.replace(squares, session.isBarred ? bars : before);
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
