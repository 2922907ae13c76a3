// @ts-check
// The clues, one field for each entry, the texts about the puzzle, and the clues that have lost their entry.
//
// The library lists the entries. An entry that stays keeps its field from stroke to stroke, so the field keeps the focus and its cursor.
import { button, byId, element, plural, set } from "./dom.js";
import { linkedEntries, nameOf } from "./puzzle.js";

const DIRECTIONS = ["across", "down"];
// The length at the end of a clue, as in (7) or (3,4).
const LENGTH = /\(\s*\d[\d\s,\-–'’.]*\)\s*$/;
// The sets of rules whose newspapers print no lengths.
const WITHOUT_LENGTHS = ["rules american", "rules american-loose", "profile nyt"];

// Scrolls the list to a row. On a phone the whole page would move, away from the grid.
function reveal(row) {
  const panels = byId("panels");
  if (panels.scrollHeight > panels.clientHeight) row.scrollIntoView({ block: "nearest" });
}

// Returns the letters of an answer, which may have several entries; empty while some are missing.
export function answerOf({ letters }, entries) {
  const found = entries.flatMap(({ squares }) => squares.map(place => letters[place]));
  return found.every(Boolean) ? found.join("") : "";
}

// Returns the lengths of the words of a spelling, as in 3-5 for ICE-CREAM, or an empty text.
export const lengthsOfSpelling = text => text.trim().replace(/[^\p{L}\p{N}\s‐‑–-]/gu, "")
  .replace(/[\p{L}\p{N}]+/gu, word => String([...word].length)).replace(/\s*[‐‑–-]\s*/g, "-").replace(/\s+/g, ",");

export function clues(session) {
  // The fields by the name of their entry.
  const fields = new Map();
  const edited = (input, write) => {
    // Until a field is left, what is typed into it is one step of the history.
    input.addEventListener("input", () => {
      if (write(input.value)) session.changed();
    });
    input.addEventListener("change", () => session.endStroke());
  };

  const texts = new Map(session.choices.fields.map(name => {
    if (name === "title") {
      const input = byId("text-title");
      edited(input, text => session.puzzle.setText(name, text));
      return [name, input];
    }
    const input = element(name === "notes" ? "textarea" : "input", { id: `text-${name}`, autocomplete: "off" });
    const label = element("label", { htmlFor: input.id, textContent: name[0].toUpperCase() + name.slice(1) });
    edited(input, text => session.puzzle.setText(name, text));
    byId(name === "author" ? "about" : "more-about").append(label, input);
    return [name, input];
  }));

  // Until the user chooses, lengths are written unless the rules are American.
  let withLengths = null;
  const writesLengths = () => withLengths ?? !WITHOUT_LENGTHS.includes(session.basis);
  byId("with-lengths").addEventListener("change", ({ target }) => { withLengths = target.checked; });

  // The lengths of an answer: of the words of its spelling, if a list has one, else of its entries.
  const lengthsOf = (key, entry) => {
    const others = linkedEntries(session.puzzle.state.links, key, session.entries);
    const entries = [entry, ...others].filter(Boolean), lengths = entries.map(({ squares }) => squares.length);
    const spelt = lengthsOfSpelling(session.spellings.get(answerOf(session.puzzle, entries)) ?? "");
    const sum = text => text.split(/\D/).reduce((sum, number) => sum + Number(number), 0);
    return sum(spelt) === lengths.reduce((sum, length) => sum + length, 0) ? spelt : lengths.join(",");
  };

  // Writes the length behind a clue that has none. A clue that refers to another one needs none.
  const complete = (key, input, entry) => {
    const text = input.value.trim();
    if (!entry || !writesLengths() || text === "" || LENGTH.test(text) || /^See \d/i.test(text)) return;
    if (session.puzzle.setClue(key, `${text} (${lengthsOf(key, entry)})`)) session.changed();
  };

  const fieldOf = key => {
    const input = element("textarea", { id: `clue-${key.replaceAll(" ", "-")}`, rows: 1, autocomplete: "off" });
    const name = element("label", { htmlFor: input.id }), pattern = element("span", { className: "pattern" });
    const row = element("li", {}, name, input, pattern), field = { row, name, input, pattern, entry: /** @type {any} */ (null) };
    // Before the step ends: the length is part of it.
    input.addEventListener("change", () => complete(key, input, field.entry));
    // A clue is one line, which wraps.
    edited(input, text => session.puzzle.setClue(key, text.replace(/\s*\n\s*/g, " ")));
    input.addEventListener("keydown", event => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      const all = DIRECTIONS.flatMap(direction => [...byId(`clues-${direction}`).querySelectorAll("li > textarea")]);
      all[all.indexOf(input) + (event.shiftKey ? -1 : 1)]?.focus();
    });
    input.addEventListener("blur", () => session.endStroke());
    input.addEventListener("focus", () => {
      session.cursor.goTo(field.entry);
      session.showSquares();
    });
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

  const showClues = selected => {
    const { entries, puzzle } = session, { letters, state } = puzzle;
    matchFields(entries);
    for (const entry of entries) {
      const { row, input, pattern } = fields.get(nameOf(entry));
      set(input, { value: state.clues.get(nameOf(entry)) ?? "" });
      set(pattern, { textContent: entry.squares.map(place => letters[place] || "·").join("") });
      const isSelected = entry === selected;
      if (isSelected && !row.classList.contains("selected") && !row.contains(document.activeElement)) reveal(row);
      row.classList.toggle("selected", isSelected);
    }
  };

  // The clues whose entries the grid does not have, each with the entries that could take it.
  const orphansNow = () => {
    const names = new Set(session.entries.map(nameOf));
    return session.entries.length === 0 ? [] : [...session.puzzle.state.clues].filter(([name]) => !names.has(name));
  };

  // The number of clues without an entry is beside the name of the task. A stroke that makes one says so.
  let shownOrphans = /** @type {any} */ ({ puzzle: null, number: 0 });
  const tellOrphans = () => {
    const { puzzle, entries } = session;
    if (shownOrphans.state === puzzle.state && shownOrphans.entries === entries) return;
    const orphans = orphansNow(), isNew = shownOrphans.puzzle === puzzle && orphans.length > shownOrphans.number;
    // While squares are open there are no entries.
    const number = entries.length === 0 && shownOrphans.puzzle === puzzle ? shownOrphans.number : orphans.length;
    shownOrphans = { puzzle, number, state: puzzle.state, entries };
    set(byId("orphan-count"), { textContent: orphans.length > 0 ? ` ${orphans.length}` : "" });
    set(byId("tab-clues"), { title: orphans.length > 0 ? `${plural(orphans.length, "clue")} without an entry` : "" });
    if (!isNew) return;
    const what = orphans.length === 1 ? `The clue “${orphans[0][1]}” has` : `${orphans.length} clues have`;
    session.say(`${what} no entry now, and ${orphans.length === 1 ? "waits" : "wait"} in Clues.`, button("Undo", () => session.step(true)));
  };

  const showOrphans = () => {
    const { entries, puzzle } = session, { clues } = puzzle.state, orphans = orphansNow();
    byId("orphans").hidden = orphans.length === 0;
    byId("orphan-list").replaceChildren(...orphans.map(([name, text]) => {
      const to = element("select", {}, new Option("move to…", ""), ...entries.filter(entry => !clues.has(nameOf(entry)))
        .map(entry => new Option(`${entry.name} (${entry.squares.length})`, nameOf(entry))));
      to.setAttribute("aria-label", `move to an entry: ${text}`);
      to.addEventListener("change", () => {
        if (puzzle.moveClue(name, to.value)) session.changed();
        session.endStroke();
      });
      const gone = button("Delete", () => {
        if (puzzle.setClue(name, "")) session.changed();
        session.endStroke();
        session.say("The clue is deleted.", button("Undo", () => session.step(true)));
      });
      gone.setAttribute("aria-label", `Delete the clue: ${text}`);
      return element("li", {}, element("span", { textContent: text }), to, gone);
    }));
  };

  // The note and the links of the selected entry, below its clue. They are shown on request, and if there are any.
  let detailed = null, wantsDetails = false;
  const note = element("textarea", { id: "note", rows: 2 });
  const links = element("input", { id: "links", autocomplete: "off", placeholder: "such as 12-Down, 3-Across" });
  const details = element("div", { id: "entry-details" },
    element("label", { className: "block" }, "Note on the answer ", note), element("label", { className: "block" }, "Continues in ", links));
  const more = button("Note, links", () => {
    wantsDetails = !wantsDetails;
    showDetails(session.entry);
    if (wantsDetails) note.focus();
  }, { id: "show-details" });
  // A click on the grid moves the cursor before the field is left, so its entry is known from the time that it was entered.
  let linked = null;
  links.addEventListener("focus", () => { linked = detailed; });
  edited(note, text => detailed !== null && session.puzzle.setOf("notes", detailed, text));
  links.addEventListener("change", () => {
    const wanted = links.value.toLowerCase().split(",").map(name => name.trim().replace(/\s+/g, "-")).filter(Boolean);
    const others = wanted.map(name => session.entries.find(entry => entry.name.toLowerCase() === name));
    const unknown = wanted.find((_, i) => !others[i]);
    if (unknown) return session.say(`The grid has no entry ${unknown} to continue in. Write entries as 12-Down, 3-Across.`);
    const unfit = whyUnfit(others);
    if (unfit) return session.say(unfit);
    session.hush();
    const entry = session.entries.find(entry => nameOf(entry) === linked), before = ` (${lengthsOf(linked, entry)})`;
    let isChanged = session.puzzle.setOf("links", linked, others.map(nameOf));
    // The length that the page wrote is that of another answer now.
    const clue = session.puzzle.state.clues.get(linked) ?? "";
    if (clue.endsWith(before)) session.puzzle.setClue(linked, `${clue.slice(0, -before.length)} (${lengthsOf(linked, entry)})`);
    // The other entries refer to this one.
    for (const other of others.filter(other => !session.puzzle.state.clues.has(nameOf(other)))) {
      isChanged = session.puzzle.setClue(nameOf(other), `See ${session.entries.find(entry => nameOf(entry) === linked)?.number}`) || isChanged;
    }
    if (isChanged) session.changed();
    session.endStroke();
  });
  // Returns a sentence on why the linked entry cannot continue in these: an answer has each entry once, and each entry is in one answer.
  const whyUnfit = others => {
    const { links } = session.puzzle.state;
    for (const [i, other] of others.entries()) {
      const name = nameOf(other);
      if (name === linked) return `${other.name} cannot continue in itself.`;
      if (others.indexOf(other) !== i) return `${other.name} is named twice.`;
      if (links.has(name)) return `${other.name} continues in other entries itself. Take them away there first.`;
      const [taken] = [...links].find(([from, to]) => from !== linked && (to.includes(name) || to.includes(linked))) ?? [];
      const first = taken && session.entries.find(entry => nameOf(entry) === taken);
      if (first) return `${links.get(taken).includes(name) ? other.name : "This entry"} belongs to the clue of ${first.name}. Take it away there first.`;
    }
    return null;
  };
  const showDetails = selected => {
    const { state } = session.puzzle, name = selected && nameOf(selected), row = fields.get(name)?.row;
    if (!row) {
      detailed = null;
      more.remove();
      details.remove();
      return;
    }
    // A field that leaves the page with the focus would not report its change.
    if (more.parentElement !== row) {
      if (details.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
      row.append(more, details);
    }
    const text = state.notes.get(name) ?? "", others = linkedEntries(state.links, name, session.entries).map(({ name }) => name);
    const isUsed = text !== "" || others.length > 0 || details.contains(document.activeElement);
    detailed = name;
    more.hidden = isUsed;
    more.setAttribute("aria-expanded", String(wantsDetails));
    details.hidden = !isUsed && !wantsDetails;
    set(note, { value: text });
    if (links !== document.activeElement) links.value = others.join(", ");
  };

  byId("next-clue").addEventListener("click", () => {
    const { order } = session.cursor, from = order.indexOf(session.entry), { clues } = session.puzzle.state;
    const next = [...order.slice(from + 1), ...order.slice(0, from + 1)].find(entry => !clues.get(nameOf(entry)));
    if (next) fields.get(nameOf(next)).input.focus();
    else session.say("Every entry has a clue.");
  });

  session.onShow.push(selected => {
    for (const [name, input] of texts) set(input, { value: session.puzzle.state.about[name] ?? "" });
    tellOrphans();
    if (session.task !== "clues") return;
    byId("with-lengths").checked = writesLengths();
    showClues(selected);
    showDetails(selected);
    showOrphans();
    byId("next-clue").disabled = session.entries.length === 0;
  });
}
