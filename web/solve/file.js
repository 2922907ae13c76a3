// @ts-check
// The script of a shared file.
import { solver } from "./solver.js";

let store = null;
try { store = localStorage; } catch {
  // The browser keeps nothing for this file.
}
solver(document.getElementById("solver"), JSON.parse(document.getElementById("puzzle")?.textContent ?? "{}"), store);
