// Opens files by the button or by dropping them, saves files, and prints.
import { nameOf, stateOf } from "./painting.js";
import { byId } from "./session.js";

// File endings that differ from the name of the format.
const ENDINGS = { "puz-text": "txt" };

export function files(session) {
  const { core, choices } = session;
  const open = async file => {
    try {
      const { document, notes } = JSON.parse(core.opened(file.name, new Uint8Array(await file.arrayBuffer())));
      session.hush();
      session.say("file", [`${file.name} is open`, ...notes].join("; "), true);
      session.begin(stateOf(document));
    } catch (error) {
      session.say("file", error.message);
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
    if (event.dataTransfer.files[0]) open(event.dataTransfer.files[0]);
  });

  for (const [name, description] of choices.formats) byId("format").add(new Option(`${name}: ${description}`, name));
  byId("save").addEventListener("click", () => {
    const format = byId("format").value;
    try {
      const { bytes, notes } = core.saved(session.painting.document, format, byId("with-letters").checked);
      const url = URL.createObjectURL(new Blob([bytes]));
      const link = Object.assign(document.createElement("a"), { href: url, download: `grid.${ENDINGS[format] ?? format}` });
      link.click();
      // The browser has started to write the file by then.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      session.say("file", [`saved as ${link.download}`, ...notes].join("; "), notes.length === 0);
    } catch (error) {
      session.say("file", error.message);
    }
  });
  byId("link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      session.say("file", "the address of the grid is copied; it has no letters and no clues", true);
    } catch {
      session.say("file", "this browser does not let the page copy: take it from the address line");
    }
  });

  // The browser's dialog prints, or saves a PDF.
  byId("print").addEventListener("click", () => print());
  const prepare = () => showPrinted(session);
  addEventListener("beforeprint", prepare);
  matchMedia("print").addEventListener("change", event => { if (event.matches) prepare(); });
  byId("with-letters").addEventListener("change", prepare);
}

// Writes the texts that only the printed page has: title, author and clues.
function showPrinted({ painting, entries }) {
  const { about, clues } = painting.state;
  document.body.classList.toggle("prints-letters", byId("with-letters").checked);
  byId("printed-title").textContent = about.title ?? "";
  byId("printed-author").textContent = [about.author, about.copyright].filter(Boolean).join(" · ");
  for (const direction of ["across", "down"]) {
    const items = entries.filter(entry => entry.direction === direction).flatMap(entry => {
      const text = clues.get(nameOf(entry));
      if (!text) return [];
      const item = document.createElement("p"), name = document.createElement("b");
      name.textContent = entry.number;
      item.append(name, ` ${text}`);
      return [item];
    });
    byId(`printed-${direction}`).replaceChildren(...items);
    byId(`printed-${direction}`).parentElement.hidden = items.length === 0;
  }
}
