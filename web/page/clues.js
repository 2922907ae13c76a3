// The clues beside the grid, one field for each entry, and title, author and so on.
//
// The library lists the entries. An entry that stays keeps its field from stroke to stroke, so the field keeps the focus and its cursor.
import { nameOf } from "./painting.js";
import { byId } from "./session.js";

const DIRECTIONS = ["across", "down"];
const SHOWN_FIELDS = ["title", "author"];

export function clues(session) {
  // The fields by the name of their entry.
  const fields = new Map();

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

  const fieldOf = key => {
    const row = document.createElement("li"), name = document.createElement("label"), input = document.createElement("input");
    const pattern = document.createElement("span"), field = { row, name, input, pattern, entry: null };
    input.id = `clue-${key.replaceAll(" ", "-")}`;
    input.autocomplete = "off";
    name.htmlFor = input.id;
    pattern.className = "pattern";
    edited(input, text => session.painting.setClue(key, text));
    input.addEventListener("focus", () => session.select(field.entry));
    row.append(name, input, pattern);
    return field;
  };

  // Gives a field the number and the length that its entry has now.
  const update = (field, entry) => {
    const before = field.entry, { name, input } = field;
    field.entry = entry;
    if (before?.name === entry.name && before.squares.length === entry.squares.length) return;
    name.textContent = entry.number;
    name.title = entry.name;
    input.placeholder = `clue (${entry.squares.length})`;
    input.setAttribute("aria-label", `clue of ${entry.name}, ${entry.squares.length} letters`);
  };

  // Makes and removes fields, so that each entry has one. Fields in one direction are in the order of their first squares, so those that stay
  // are not moved: a field that is moved loses the focus.
  const matchFields = entries => {
    const names = new Set(entries.map(nameOf));
    for (const [key, { row }] of fields) {
      if (names.has(key)) continue;
      row.remove();
      fields.delete(key);
    }
    for (const direction of DIRECTIONS) {
      const list = byId(`clues-${direction}`);
      let next = list.firstElementChild;
      for (const entry of entries.filter(entry => entry.direction === direction)) {
        const key = nameOf(entry), field = fields.get(key) ?? fieldOf(key);
        fields.set(key, field);
        update(field, entry);
        if (field.row === next) next = next.nextElementSibling;
        else list.insertBefore(field.row, next);
      }
    }
    byId("no-entries").hidden = entries.length > 0;
  };

  session.onShow.push(selected => {
    const { entries, painting } = session, { letters, state } = painting;
    matchFields(entries);
    for (const entry of entries) {
      const { row, input, pattern } = fields.get(nameOf(entry)), text = state.clues.get(nameOf(entry)) ?? "";
      if (input.value !== text) input.value = text;
      const found = entry.squares.map(place => letters[place] || "·").join("");
      if (pattern.textContent !== found) pattern.textContent = found;
      row.classList.toggle("selected", entry === selected);
    }
    for (const [name, input] of texts) {
      const text = state.about[name] ?? "";
      if (input.value !== text) input.value = text;
    }
  });
}
