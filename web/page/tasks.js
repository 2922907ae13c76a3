// @ts-check
// The tasks: Grid, Letters, Clues, Check. The task chooses the panel, and what the grid does: it is painted in Grid, and typed into in the
// others.
import { all, byId } from "./dom.js";
import { GRID, MOVE } from "./session.js";

const TOUCH_HINTS = {
  grid: "Tap or drag to paint. Move scrolls the grid.",
  letters: "Tap a square and type. A second tap turns; a long press takes several letters.",
  clues: "Tap an entry, and write its clue below the grid.",
  check: "Tap a finding to see its squares.",
};
const HINTS = {
  grid: "Click or drag to paint; arrows and space on a keyboard.",
  letters: "Click a square and type. Space turns; Tab goes to the next entry.",
  clues: "Choose an entry in the grid, or write its clue in the list.",
  check: "Click a finding to see its squares.",
};

export function tasks(session) {
  const tabs = all("[data-task]");
  const show = () => {
    for (const tab of tabs) {
      const { task } = tab.dataset, isChosen = task === session.task;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(`panel-${task}`).hidden = !isChosen;
    }
    document.body.dataset.task = session.task;
    byId("typed").hidden = session.task === GRID;
    byId("hint").textContent = (matchMedia("(pointer: coarse)").matches ? TOUCH_HINTS : HINTS)[session.task];
    byId("board").setAttribute("aria-readonly", String(session.isReadOnly));
    place();
  };
  // The hidden input lies over the current square, so that the browser keeps it in sight.
  const place = () => {
    const { cursor, puzzle: { width, height } } = session, input = byId("typed");
    input.style.left = `${100 * (cursor.at % width) / width}%`;
    input.style.top = `${100 * Math.floor(cursor.at / width) / height}%`;
    const label = document.querySelector(`#board [data-place="${cursor.at}"]`)?.getAttribute("aria-label") ?? "";
    input.setAttribute("aria-label", session.entry ? `${label}; ${session.entry.name}` : label);
  };
  const choose = task => {
    session.setTask(task);
    show();
  };
  // A message is about the task before; in its place stands what to do in this one.
  const turnTo = task => {
    session.hush();
    choose(task);
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => {
      turnTo(tab.dataset.task);
      if (session.task === "letters") byId("typed").focus({ preventScroll: true });
    });
    tab.addEventListener("keydown", event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
      turnTo(next.dataset.task);
      next.focus();
    });
  }
  for (const brush of all("[data-brush]")) {
    brush.addEventListener("click", () => {
      session.brush = brush.dataset.brush;
      showBrush();
    });
  }
  const showBrush = () => {
    document.body.classList.toggle("moving", session.brush === MOVE);
    for (const brush of all("[data-brush]")) brush.setAttribute("aria-pressed", String(brush.dataset.brush === session.brush));
  };
  byId("rebus").addEventListener("click", () => {
    session.setRebus(!session.isRebus);
    byId("typed").focus({ preventScroll: true });
  });
  session.onShow.push(place);
  showBrush();
  show();
  return choose;
}
