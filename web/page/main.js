// Starts the page: loads the library, fills the controls, listens to them, and follows the address.
import { clues } from "./clues.js";
import { files } from "./files.js";
import { load } from "./load.js";
import { OPEN, WHITE } from "./painting.js";
import { questions } from "./questions.js";
import { OWN_BASIS, Session, byId } from "./session.js";
import { words } from "./words.js";

const SMALLEST = 3, LARGEST = 25, SIDES = ["rows", "columns"];

const session = new Session(await load());
const { choices } = session;

const option = (value, text, title = "") => Object.assign(new Option(text, value), { title });
const group = (label, options) => {
  const element = Object.assign(document.createElement("optgroup"), { label });
  element.append(...options);
  return element;
};
byId("basis").append(
  group("Rule sets", choices.rules.map(({ name, summary }) => option(`rules ${name}`, name, summary))),
  group("Profiles", choices.profiles.map(({ name, summary }) => option(`profile ${name}`, name, summary))),
  group("Other", [option(OWN_BASIS, "your own rules")]),
);
for (let n = SMALLEST; n <= LARGEST; n++) for (const side of SIDES) byId(side).add(new Option(n, n));
const SYMMETRIES = {
  none: "none", rot180: "half turn", rot90: "quarter turn", mirror: "left-right reflection", mirrors: "both mirror reflections",
  diagonal: "main diagonal", diagonals: "both diagonals", all: "all eight",
};
for (const name of choices.symmetries) byId("symmetry").add(new Option(SYMMETRIES[name] ?? name, name));

byId("basis").addEventListener("change", event => {
  session.hush();
  session.judgeBy(event.target.value);
});
byId("toml").addEventListener("input", () => {
  session.hush();
  session.judgeBy(OWN_BASIS);
});
for (const side of SIDES) {
  byId(side).addEventListener("change", () => {
    const [height, width] = SIDES.map(side => Number(byId(side).value));
    session.hush();
    session.begin(session.fresh(height, width));
    session.say("rules", "a new grid; undo brings the old one back", true);
  });
}
byId("symmetry").addEventListener("change", event => {
  session.hush();
  session.tie(event.target.value);
  session.show();
});
for (const button of document.querySelectorAll("[data-brush]")) {
  button.addEventListener("click", () => {
    session.brush = button.dataset.brush;
    session.show();
  });
}
byId("undo").addEventListener("click", () => session.step(true));
byId("redo").addEventListener("click", () => session.step(false));
addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest?.("textarea, input")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  session.step(key === "z" && !event.shiftKey);
});
for (const [id, colour] of [["all-white", WHITE], ["all-open", OPEN]]) {
  byId(id).addEventListener("click", () => {
    if (session.painting.replace(colour.repeat(session.painting.squares.length))) session.changed();
  });
}
byId("lattice").addEventListener("click", () => {
  const { painting, core } = session;
  if (painting.replace(core.lattice(painting.height, painting.width).replaceAll("\n", ""))) session.changed();
});

files(session);
questions(session);
clues(session);
// The requested address, even if the page has replaced it since.
addEventListener("hashchange", event => session.follow(new URL(event.newURL).hash));
session.follow(location.hash);
// A kept word list is read after the grid is shown.
await words(session);
document.documentElement.dataset.ready = "";
