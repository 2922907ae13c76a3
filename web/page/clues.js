// The clues beside the grid, one field for each entry, and title, author and so on.
//
// The library lists the entries. The fields are made again only if the entries change, so a field keeps its cursor while it is typed in.
import { nameOf } from "./painting.js";
import { byId } from "./session.js";

const DIRECTIONS = ["across", "down"];
const SHOWN_FIELDS = ["title", "author"];

export function clues(session) {
  const fields = new Map();
  let shown = "";

  // Until a field is left, what is typed into it is one step of the history.
  const edited = (input, set) => {
    input.addEventListener("input", () => {
      if (set(input.value)) session.changed();
    });
    input.addEventListener("change", () => session.endStroke());
  };

  const texts = new Map(session.choices.fields.map(name => {
    const input = document.createElement(name === "notes" ? "textarea" : "input"), label = document.createElement("label");
    input.id = `text-${name}`;
    label.htmlFor = input.id;
    label.textContent = name[0].toUpperCase() + name.slice(1);
    edited(input, text => session.painting.setText(name, text));
    byId(SHOWN_FIELDS.includes(name) ? "about" : "more-about").append(label, input);
    return [name, input];
  }));

  const rowOf = entry => {
    const row = document.createElement("li"), name = document.createElement("label"), input = document.createElement("input");
    const pattern = document.createElement("span"), key = nameOf(entry);
    input.id = `clue-${key.replaceAll(" ", "-")}`;
    input.autocomplete = "off";
    input.placeholder = `clue (${entry.squares.length})`;
    name.htmlFor = input.id;
    name.textContent = entry.number;
    name.title = entry.name;
    input.setAttribute("aria-label", `clue of ${entry.name}, ${entry.squares.length} letters`);
    pattern.className = "pattern";
    edited(input, text => session.painting.setClue(key, text));
    input.addEventListener("focus", () => session.select(entry));
    row.append(name, input, pattern);
    fields.set(key, { row, input, pattern });
    return row;
  };

  session.onShow.push(selected => {
    const { entries, painting } = session, { letters, state } = painting;
    const now = JSON.stringify(entries);
    if (now !== shown) {
      shown = now;
      fields.clear();
      for (const direction of DIRECTIONS) {
        byId(`clues-${direction}`).replaceChildren(...entries.filter(entry => entry.direction === direction).map(rowOf));
      }
      byId("no-entries").hidden = entries.length > 0;
    }
    for (const entry of entries) {
      const { row, input, pattern } = fields.get(nameOf(entry)), text = state.clues.get(nameOf(entry)) ?? "";
      if (input.value !== text && input !== document.activeElement) input.value = text;
      const found = entry.squares.map(place => letters[place] || "·").join("");
      if (pattern.textContent !== found) pattern.textContent = found;
      row.classList.toggle("selected", entry === selected);
    }
    for (const [name, input] of texts) {
      const text = state.about[name] ?? "";
      if (input.value !== text && input !== document.activeElement) input.value = text;
    }
  });
}
