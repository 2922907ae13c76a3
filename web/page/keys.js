// @ts-check
// Keys for the whole page: the tasks, the regions, saving, and the way out of the grid.
import { all, byId } from "./dom.js";
import { GRID } from "./session.js";

const TASKS = { Digit1: "grid", Digit2: "letters", Digit3: "clues", Digit4: "check" };
const FOCUSABLE = "button:not(:disabled), input:not([type=file], :disabled), select, textarea, summary, [tabindex='0']";

export function keys(session, saveNow) {
  const focusGrid = () => {
    if (session.task === GRID) session.board.focus(session.cursor.at);
    else byId("typed").focus();
  };
  const isShown = element => element.getClientRects().length > 0;
  const header = byId("commands").parentElement;
  // The commands and the tasks are one region, entered at the task.
  const regions = () => [byId("tasks"), byId("painting"), ...all("#panels > section")].filter(isShown);
  const isIn = (region, target) => region.contains(target) || (region.id === "tasks" && header.contains(target));
  const enter = region => {
    if (region.id === "painting") return focusGrid();
    // The tab of the task is the first in its region.
    const first = region.id === "tasks" ? region.querySelector("[role=tab][aria-selected=true]") : [...region.querySelectorAll(FOCUSABLE)].find(isShown);
    first?.focus();
  };

  addEventListener("keydown", event => {
    if (document.querySelector("dialog[open]")) return;
    const { key, code, target } = event, control = event.ctrlKey || event.metaKey;
    const isGrid = byId("painting").contains(/** @type {Node} */ (target));
    if (control && !event.altKey && !event.shiftKey && key.toLowerCase() === "s") saveNow();
    else if (event.altKey && !control && code in TASKS) {
      byId(`tab-${TASKS[code]}`).click();
      focusGrid();
    } else if (key === "F6") {
      const list = regions(), here = list.findIndex(region => isIn(region, /** @type {Node} */ (target)));
      enter(list[(here + (event.shiftKey ? -1 : 1) + list.length) % list.length]);
    } else if (key === "Escape" && isGrid && !event.defaultPrevented) byId(`tab-${session.task}`).focus();
    else return;
    event.preventDefault();
  });

  // A dialog that was opened by the pointer gives the focus back to the letters, as one that was opened by a key does to its button.
  let wasTyping = false;
  header.addEventListener("pointerdown", () => { wasTyping = document.activeElement === byId("typed"); });
  header.addEventListener("keydown", () => { wasTyping = false; });
  // A dialog gives the focus back to what had it when it opened.
  header.addEventListener("click", event => {
    const isButton = /** @type {Element} */ (event.target).closest("button") !== null;
    if (wasTyping && isButton && session.task !== GRID) byId("typed").focus({ preventScroll: true });
    wasTyping = false;
  }, { capture: true });
}
