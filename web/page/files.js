// Opens files by the button or by dropping them, and saves files.
import { Painting } from "./painting.js";
import { byId } from "./session.js";

// File endings that differ from the name of the format.
const ENDINGS = { "puz-text": "txt" };

export function files(session) {
  const { core, choices } = session;
  const open = async file => {
    try {
      const { rows, notes } = JSON.parse(core.opened(file.name, new Uint8Array(await file.arrayBuffer())));
      session.say([`${file.name} is open`, ...notes].join("; "), true);
      session.begin(Painting.fromRows(rows));
    } catch (error) {
      session.say(error.message);
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
      const url = URL.createObjectURL(new Blob([core.saved(session.painting.rows, format)]));
      const link = Object.assign(document.createElement("a"), { href: url, download: `grid.${ENDINGS[format] ?? format}` });
      link.click();
      // The browser has started to write the file by then.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      session.say(`saved as ${link.download}`, true);
    } catch (error) {
      session.say(error.message);
    }
  });
  byId("link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      session.say("the address is copied", true);
    } catch {
      session.say("this browser does not let the page copy: take it from the address line");
    }
  });
}
