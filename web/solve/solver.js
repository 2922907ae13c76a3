// @ts-check
// Solves a puzzle in a browser: the grid, its clues, and a check that does not need the solution. It is the whole script of a shared file, and
// the page uses it to try a puzzle.
//
// A *puzzle* is `{ id, title, author, notes, height, width, squares, numbers, circles, shading, bars, entries, check }`: `squares` has a
// character for each place, "." for a letter; an entry is `{ label, direction, squares, clue, name }`; `check` is `{ salt, digest }` or null.

const SVG = "http://www.w3.org/2000/svg";
// Rounds of the checksum: a guess at the whole grid takes a noticeable time.
const ROUNDS = 200_000;
const GROUND = "· ";
const IS_LETTER = /^[\p{L}\p{N}]$/u;

const hex = bytes => [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, "0")).join("");

// Returns the checksum of the letters of a grid.
export async function digestOf(letters, salt) {
  const text = new TextEncoder(), key = await crypto.subtle.importKey("raw", text.encode(letters.join("|").toUpperCase()), "PBKDF2", false, ["deriveBits"]);
  return hex(await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: text.encode(salt), iterations: ROUNDS }, key, 256));
}

/** @returns {any} */
function made(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// Shows a puzzle in an element. `store` keeps texts, as localStorage does, or is null. Returns a function that gives the grid the focus.
export function solver(root, puzzle, store) {
  const { height, width, squares, entries } = puzzle, key = `gridcheck.solved.${puzzle.id}`, white = [...squares].map(square => square === ".");
  let letters = white.map(() => ""), at = Math.max(0, white.indexOf(true)), direction = "across", isSeveral = false, pressed = -1;
  try {
    const before = JSON.parse(store?.getItem(key) ?? "null");
    if (Array.isArray(before) && before.length === letters.length) letters = before.map((letter, place) => white[place] ? String(letter) : "");
  } catch {
    // Nothing is kept, or it is damaged.
  }

  const said = made("p", { className: "solver-said" }), current = made("p", { className: "solver-current" });
  said.setAttribute("role", "status");
  current.setAttribute("aria-live", "polite");
  const board = made("div", { className: "solver-board" }), typed = made("input", { className: "solver-typed", autocomplete: "off", spellcheck: false, enterKeyHint: "next" });
  typed.setAttribute("autocapitalize", "characters");
  typed.setAttribute("autocorrect", "off");
  board.setAttribute("role", "grid");
  board.setAttribute("aria-label", "The grid");
  board.style.setProperty("--columns", String(width));
  board.style.setProperty("--rows", String(height));
  const cells = [...squares].map((square, place) => {
    const cell = made("div", { className: `solver-square ${{ ".": "white", "#": "black" }[square] ?? "void"}`, textContent: puzzle.numbers[place] ?? "" });
    cell.setAttribute("role", "gridcell");
    if (puzzle.circles.includes(place)) cell.classList.add("circled");
    if (puzzle.shading.includes(place)) cell.classList.add("shaded");
    cell.dataset.place = String(place);
    return cell;
  });
  for (let row = 0; row < height; row++) {
    const line = made("div", { className: "solver-row" }, ...cells.slice(row * width, (row + 1) * width));
    line.setAttribute("role", "row");
    board.append(line);
  }
  const bars = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  bars.setAttribute("viewBox", `0 0 ${width} ${height}`);
  bars.setAttribute("class", "solver-bars");
  bars.setAttribute("aria-hidden", "true");
  path.setAttribute("d", puzzle.bars);
  bars.append(path);

  const here = () => entries.filter(entry => entry.squares.includes(at));
  const entryNow = () => here().find(entry => entry.direction === direction) ?? here()[0] ?? null;
  const lists = ["across", "down"].map(name => {
    const list = made("ol", {}), heading = made("h2", { textContent: name === "across" ? "Across" : "Down" });
    for (const entry of entries.filter(entry => entry.direction === name)) {
      const choice = made("button", { type: "button" }, made("b", { textContent: entry.label }), ` ${entry.clue}`);
      choice.addEventListener("click", () => { goTo(entry); });
      entry.item = made("li", {}, choice);
      list.append(entry.item);
    }
    return made("div", {}, heading, list);
  });

  const show = () => {
    const entry = entryNow();
    cells.forEach((cell, place) => {
      if (!white[place]) return cell.setAttribute("aria-label", "black");
      cell.dataset.letter = letters[place];
      cell.classList.toggle("several", letters[place].length > 1);
      cell.classList.toggle("here", place === at);
      cell.classList.toggle("in-entry", entry !== null && entry.squares.includes(place) && place !== at);
      cell.setAttribute("aria-label", `row ${Math.floor(place / width) + 1}, column ${place % width + 1}${puzzle.numbers[place] ? `, number ${puzzle.numbers[place]}` : ""}: ${letters[place] || "empty"}`);
    });
    for (const each of entries) {
      each.item.classList.toggle("selected", each === entry);
      each.item.classList.toggle("done", each.squares.every(place => letters[place]));
    }
    current.textContent = entry ? `${entry.label} ${entry.direction}: ${entry.clue}` : "";
    typed.style.left = `${100 * (at % width) / width}%`;
    typed.style.top = `${100 * Math.floor(at / width) / height}%`;
    typed.setAttribute("aria-label", `${cells[at].getAttribute("aria-label")}; ${current.textContent}`);
    several.setAttribute("aria-pressed", String(isSeveral));
    if (check) check.disabled = letters.some((letter, place) => white[place] && !letter);
  };
  const focus = () => {
    typed.focus({ preventScroll: true });
    show();
  };
  const goTo = entry => {
    direction = entry.direction;
    at = entry.squares.find(place => !letters[place]) ?? entry.squares[0];
    focus();
  };
  const keep = () => {
    said.textContent = "";
    try { store?.setItem(key, JSON.stringify(letters)); } catch {
      // Then the letters are gone with the tab.
    }
    if (puzzle.check && !letters.some((letter, place) => white[place] && !letter)) judge();
  };
  const judge = async () => {
    const asked = letters.join("|");
    let isRight;
    try {
      isRight = await digestOf(letters.filter((_, place) => white[place]), puzzle.check.salt) === puzzle.check.digest;
    } catch {
      said.textContent = "This browser cannot check the solution.";
      return;
    }
    if (asked === letters.join("|")) said.textContent = isRight ? "All letters are right." : "Some letters are not right.";
  };
  const advance = by => {
    const entry = entryNow();
    if (entry) at = entry.squares[entry.squares.indexOf(at) + by] ?? at;
  };
  const write = letter => {
    letters[at] = isSeveral ? letters[at] + letter.toUpperCase() : letter.toUpperCase();
    if (!isSeveral) advance(1);
    keep();
  };
  const erase = by => {
    if (isSeveral && letters[at]) letters[at] = [...letters[at]].slice(0, -1).join("");
    else {
      if (by < 0 && !letters[at]) advance(-1);
      letters[at] = "";
    }
    keep();
  };
  const move = (rows, columns) => {
    const wanted = columns ? "across" : "down";
    isSeveral = false;
    if (direction !== wanted && here().some(entry => entry.direction === wanted)) {
      direction = wanted;
      return;
    }
    direction = wanted;
    let [row, column] = [Math.floor(at / width) + rows, at % width + columns];
    while (row >= 0 && row < height && column >= 0 && column < width && !white[row * width + column]) {
      row += rows;
      column += columns;
    }
    if (row >= 0 && row < height && column >= 0 && column < width) at = row * width + column;
  };
  const turn = () => { direction = direction === "across" ? "down" : "across"; };

  const settle = () => {
    typed.value = GROUND;
    typed.setSelectionRange(GROUND.length, GROUND.length);
  };
  // Keyboards of phones send no keys, so the text of the field counts.
  typed.addEventListener("input", () => {
    if (!typed.value.startsWith(GROUND)) erase(-1);
    else for (const letter of typed.value.slice(GROUND.length)) if (IS_LETTER.test(letter)) write(letter);
    settle();
    show();
  });
  typed.addEventListener("focus", settle);
  typed.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const order = entries.indexOf(entryNow()), next = entries[order + (event.shiftKey ? -1 : 1)];
    if (steps) move(steps[0], steps[1]);
    else if (event.key === " ") turn();
    else if (event.key === "Delete") erase(0);
    else if (event.key === "Insert") isSeveral = !isSeveral;
    else if (event.key === "Enter" && isSeveral) {
      isSeveral = false;
      advance(1);
    } else if ((event.key === "Enter" || event.key === "Tab") && next) {
      isSeveral = false;
      goTo(next);
    } else return;
    event.preventDefault();
    show();
  });
  board.addEventListener("pointerdown", event => {
    const place = Number(event.target.closest("[data-place]")?.dataset.place ?? -1);
    event.preventDefault();
    if (!white[place]) return;
    isSeveral = false;
    // A second press turns.
    if (place === at && place === pressed) turn();
    at = pressed = place;
    focus();
  });

  const several = made("button", { type: "button", textContent: "Several letters", title: "Insert" });
  several.addEventListener("click", () => {
    isSeveral = !isSeveral;
    focus();
  });
  const clear = made("button", { type: "button", textContent: "Clear all letters" });
  clear.addEventListener("click", () => {
    letters = letters.map(() => "");
    keep();
    focus();
  });
  const check = puzzle.check ? made("button", { type: "button", textContent: "Check" }) : null;
  check?.addEventListener("click", judge);
  const head = [puzzle.title && made("h1", { textContent: puzzle.title }), puzzle.author && made("p", { className: "solver-author", textContent: puzzle.author }), puzzle.notes && made("p", { className: "solver-notes", textContent: puzzle.notes })];
  root.replaceChildren(made("div", { className: "solver" }, ...head.filter(Boolean), made("div", { className: "solver-columns" },
    made("div", { className: "solver-play" }, current, made("div", { className: "solver-frame" }, board, bars, typed),
      made("div", { className: "solver-commands" }, ...check ? [check] : [], several, clear), said),
    made("div", { className: "solver-clues" }, ...lists))));
  show();
  return focus;
}
