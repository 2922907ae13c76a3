// @ts-check
// The strip below the grid of a telephone: the current entry with its first words, or with its clue. While a keyboard is on the screen, the
// strip stands above it.
import { byId, set } from "./dom.js";
import { nameOf } from "./puzzle.js";

// Words in the strip, which scrolls.
const MAX_SHOWN = 20;

export function strip(session) {
  const clue = byId("strip-clue"), words = byId("strip-words");
  let written = /** @type {string | null} */ (null);
  clue.addEventListener("focus", () => { written = session.entry && nameOf(session.entry); });
  clue.addEventListener("input", () => {
    if (written && session.puzzle.setClue(written, clue.value)) session.changed();
  });
  // The list writes the length behind a clue, and ends the step. By then the cursor may be in another entry, so no change is reported here.
  clue.addEventListener("blur", () => {
    document.getElementById(`clue-${written?.replaceAll(" ", "-")}`)?.dispatchEvent(new Event("change"));
  });
  clue.addEventListener("keydown", event => {
    if (event.key === "Enter") clue.blur();
  });

  session.onShow.push(entry => {
    const isShown = entry !== null && !session.isPainting && session.task !== "check";
    byId("strip").hidden = !isShown;
    if (!isShown) return;
    const name = `${entry.name} (${entry.squares.length})`, isClues = session.task === "clues";
    set(byId("strip-name"), { textContent: name });
    clue.hidden = !isClues;
    words.hidden = isClues;
    set(clue, { value: session.puzzle.state.clues.get(nameOf(entry)) ?? "" });
    clue.setAttribute("aria-label", `the clue of ${entry.name}`);
    clue.placeholder = `clue of ${entry.name}`;
  });
  // The words are those of the panel.
  new MutationObserver(() => {
    const group = document.querySelector(`#candidates [data-direction="${session.entry?.direction}"]`);
    const buttons = [...group?.querySelectorAll(".choices button") ?? []].slice(0, MAX_SHOWN);
    words.replaceChildren(...buttons.map(original => {
      const copy = /** @type {HTMLElement} */ (original.cloneNode(true));
      copy.addEventListener("click", () => /** @type {HTMLElement} */ (original).click());
      return copy;
    }));
  }).observe(byId("candidates"), { childList: true });

  // What a keyboard on the screen covers.
  const { visualViewport } = window;
  const fit = () => {
    const covered = visualViewport ? innerHeight - visualViewport.height - visualViewport.offsetTop : 0;
    document.body.classList.toggle("with-keyboard", covered > 100);
    document.body.style.setProperty("--keyboard", `${Math.max(0, covered)}px`);
  };
  for (const event of ["resize", "scroll"]) visualViewport?.addEventListener(event, fit);
  fit();
}
