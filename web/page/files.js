// @ts-check
// Opens files by the button or by dropping them, saves files, and copies the link to the grid.
import { answered } from "gridcheck/library.js";
import { Stopped } from "./asking.js";
import { button, byId } from "./dom.js";
import { download } from "./download.js";
import { nameOfState } from "./keeper.js";
import { looksLikeList } from "./lists.js";
import { stateOf } from "./puzzle.js";
import { imported } from "./shelf.js";
import { FIRST_BASIS, OWN_BASIS } from "./session.js";

const TEXT = "text";
const FIRST_FORMAT = "ipuz";

// The name of a file for a puzzle.
export const fileName = (state, ending) => `${nameOfState(state).replace(/[\\/:*?"<>|\s]+/g, " ").trim() || "puzzle"}.${ending}`;

// `addList(name, bytes)` adds a word list.
export function files(session, begin, suit, addList) {
  const { choices } = session, saving = byId("save-dialog");

  const open = async file => {
    session.say(`Reading ${file.name}…`);
    const bytes = new Uint8Array(await file.arrayBuffer()), isList = looksLikeList(bytes);
    try {
      const start = new TextDecoder().decode(bytes.slice(0, 40));
      const told = file.name.endsWith(".json") && start.startsWith("{\"gridcheck") ? await imported(file.name, new TextDecoder().decode(bytes)) : null;
      if (told !== null) return session.say(told);
      const { answers: [document], notes } = await session.reading.put({ question: "open", options: { name: file.name }, file: isList ? bytes.slice() : bytes });
      const own = { basis: FIRST_BASIS, toml: "" }, rules = session.preferred ?? { ...own, symmetry: session.symmetryOf(own) };
      const state = stateOf(document, { rules });
      await begin({ ...state, about: { title: file.name.replace(/\.[^.]*$/, ""), ...state.about } });
      const suited = suit();
      session.say([`${file.name} is open.`, suited?.text, ...notes.map(note => `${note}.`)].filter(Boolean).join(" "), suited?.action);
    } catch (error) {
      if (error instanceof Stopped) return;
      if (!isList) return session.say(error.message);
      session.say(`${file.name} looks like a word list, and not like a puzzle.`, button("Add it to the word lists", async () => {
        byId("tab-letters").click();
        await addList(file.name, bytes);
      }));
    }
  };
  byId("open").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", event => {
    if (event.target.files[0]) open(event.target.files[0]);
    event.target.value = "";
  });
  addEventListener("dragover", event => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  addEventListener("drop", event => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    if (event.dataTransfer?.files[0]) open(event.dataTransfer.files[0]);
  });

  const endings = new Map();
  for (const [name, description, ending] of choices.formats) {
    endings.set(name, ending);
    byId("format").add(new Option(`${name}: ${description}`, name));
  }
  byId("format").value = FIRST_FORMAT;
  const written = () => {
    const options = { to: byId("format").value, letters: byId("with-letters").checked };
    const { answers: [bytes], notes } = answered({ question: "save", options, file: session.puzzle.document });
    return { bytes, notes };
  };
  const showLosses = () => {
    try {
      byId("losses").textContent = written().notes.map(note => `${note}.`).join(" ");
      byId("save-now").disabled = false;
    } catch (error) {
      byId("losses").textContent = error.message;
      byId("save-now").disabled = true;
    }
  };
  const suitFormat = () => {
    // A grid with open squares is a text file only.
    if (session.judged.open > 0) byId("format").value = TEXT;
    else if (byId("format").value === TEXT) byId("format").value = FIRST_FORMAT;
  };
  const choose = () => {
    session.hush();
    suitFormat();
    showLosses();
    saving.showModal();
    byId("save-now").focus();
  };
  byId("save").addEventListener("click", choose);
  for (const id of ["format", "with-letters"]) byId(id).addEventListener("change", showLosses);
  const save = () => {
    const { bytes, notes } = written(), name = fileName(session.puzzle.state, endings.get(byId("format").value));
    download(name, bytes);
    saving.close();
    session.say([`Saved as ${name}.`, ...notes.map(note => `${note}.`)].join(" "));
  };
  byId("save-now").addEventListener("click", save);
  const saveNow = () => {
    session.puzzle.endStroke();
    suitFormat();
    showLosses();
    if (byId("save-now").disabled) choose();
    else save();
  };

  byId("link").addEventListener("click", async () => {
    saving.close();
    const { basis, toml, symmetry } = session.rules, parts = { grid: session.puzzle.address, by: basis, symmetry };
    if (basis === OWN_BASIS) parts.rules = toml;
    const hash = Object.entries(parts).map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2F", "/")}`).join("&");
    const address = `${location.href.replace(/#.*/, "")}#${hash}`;
    try {
      await navigator.clipboard.writeText(address);
      session.say("The link is copied. It has the grid and the rules, and no letters or clues.");
    } catch {
      session.say(`This browser does not let the page copy. The link is ${address}`, button("OK", () => session.hush()));
    }
  });
  return saveNow;
}
