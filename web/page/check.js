// @ts-check
// What the rules find, in sentences, and the measures of the grid.
import { byId, element, set } from "./dom.js";

// More findings with one code than this are shown on request only.
const MAX_OPEN = 4;
const SEVERITIES = ["error", "warning", "note"];

export function check(session) {
  const measures = byId("measures");
  let shown = null;
  session.onShow.push(() => {
    const { judged, chosen, task } = session, { findings, progress } = judged;
    const errors = findings.filter(({ severity }) => severity === "error").length;
    set(byId("check-count"), { textContent: errors > 0 ? ` ${errors}` : "" });
    set(byId("unfinished"), { textContent: progress ? unfinishedOf(progress) : "" });
    if (task === "check" && (shown?.findings !== findings || shown.chosen !== chosen)) {
      shown = { findings, chosen };
      showFindings(byId("findings"), findings, chosen, i => {
        session.chosen = session.chosen === i ? -1 : i;
        session.showSquares();
        byId("findings").querySelector(`[data-finding="${i}"]`).focus();
      });
    }
    set(byId("next-finding"), { disabled: findings.length === 0 });
    if (measures.open && judged.stats) showStats(byId("stats"), byId("lengths"), judged);
  });
  byId("next-finding").addEventListener("click", () => {
    const shown = [...byId("findings").querySelectorAll("[data-finding]")].map(({ dataset }) => Number(dataset.finding));
    session.chosen = shown[(shown.indexOf(session.chosen) + 1) % shown.length];
    session.showSquares();
    byId("findings").querySelector(`[data-finding="${session.chosen}"]`).scrollIntoView({ block: "nearest" });
  });
  measures.addEventListener("toggle", () => session.showSquares());
}

// The line of progress: what is missing is no fault while a puzzle is begun.
function unfinishedOf({ letters: [letters, squares], clues: [clues, entries] }) {
  if (letters === 0 && clues === 0) return "";
  const parts = [[letters, squares, "letters"], [clues, entries, "clues"]].filter(([n, of]) => n < of);
  return parts.map(([n, of, what]) => `${what} ${n} of ${of}`).join(" · ");
}

// `chosen` is the finding whose squares are shown, or -1; `choose` is called on a click. Many findings with one code are one line that opens.
function showFindings(list, findings, chosen, choose) {
  const opened = new Set([...list.querySelectorAll("details[open]")].map(({ dataset }) => dataset.code));
  const codes = new Map();
  findings.forEach((finding, i) => codes.set(finding.code, [...codes.get(finding.code) ?? [], i]));
  const order = findings.map((finding, i) => ({ finding, i }))
    .sort((a, b) => SEVERITIES.indexOf(a.finding.severity) - SEVERITIES.indexOf(b.finding.severity) || a.i - b.i);
  const items = order.flatMap(({ finding, i }) => {
    const same = codes.get(finding.code);
    if (same.length <= MAX_OPEN) return [itemOf(finding, i, chosen, choose)];
    return same[0] === i ? [groupOf(same.map(each => itemOf(findings[each], each, chosen, choose)), finding, opened.has(finding.code) || same.includes(chosen))] : [];
  });
  list.replaceChildren(...items.length > 0 ? items : [element("li", { textContent: "Nothing is wrong." })]);
}

const codeOf = (code, severity) => element("span", { className: "code", textContent: `${severity} ${code}` });

function itemOf({ code, severity, word, message }, i, chosen, choose) {
  const line = element("button", { type: "button" }, `${word ? `${word}: ` : ""}${message} `, codeOf(code, severity));
  line.dataset.finding = i;
  line.setAttribute("aria-pressed", String(i === chosen));
  line.addEventListener("click", () => choose(i));
  return element("li", { className: severity }, line);
}

function groupOf(items, { code, severity, message }, isOpen) {
  const details = element("details", { open: isOpen },
    element("summary", {}, `${items.length} × ${message}, and so on `, codeOf(code, severity)), element("ol", {}, ...items));
  details.dataset.code = code;
  return element("li", { className: severity }, details);
}

function showStats(list, table, { stats, open }) {
  const percent = (part, whole) => whole ? `${(100 * part / whole).toFixed(1)} %` : "–";
  const facts = [
    ["words", `${stats.words}${stats.mean ? `, mean length ${stats.mean.toFixed(2)}` : ""}`],
    ["letters", `${stats.letters}, ${stats.checked} checked, ${stats.unchecked} unchecked (${percent(stats.unchecked, stats.letters)})`],
    ["black", `${stats.black} (${percent(stats.black, stats.black + stats.letters)})`],
    ["connected parts", String(stats.pieces)],
    ["symmetry", stats.symmetry],
  ];
  if (stats.isolated) facts.splice(2, 0, ["in no word", String(stats.isolated)]);
  if (open) facts.push(["open", `${open}, measured as white`]);
  list.replaceChildren(...facts.flatMap(([name, value]) => [element("dt", { textContent: name }), element("dd", { textContent: value })]));
  const most = Math.max(1, ...stats.lengths.map(([, across, down]) => across + down));
  const body = document.createElement("tbody");
  for (const [length, across, down] of stats.lengths) {
    const bar = element("span", { className: "length" });
    bar.style.width = `${100 * (across + down) / most}%`;
    const row = body.insertRow();
    row.append(element("th", { scope: "row", textContent: length }));
    row.insertCell().append(bar);
    row.insertCell().textContent = `${across} + ${down}`;
  }
  table.tBodies[0]?.remove();
  table.append(body);
}

