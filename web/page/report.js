// The report beside a painting: the verdict, the findings, the measures.

const plural = (n, what) => `${n.toLocaleString("en")} ${what}${String(n) === "1" ? "" : "s"}`;

export function verdict({ open, valid, findings }) {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  if (valid === false) return { text: `${plural(errors, "error")}${open ? " whatever becomes of the open squares" : ""}`, kind: "invalid" };
  if (open) return { text: plural(open, "open square"), kind: "" };
  const others = findings.length ? `, ${plural(findings.length, "remark")}` : "";
  return { text: `valid${others}`, kind: "valid" };
}

// More findings with one code than this are shown on request only.
const MOST_OPEN = 4;

// `chosen` is the finding whose squares are shown, or -1; `choose` is called on a click. Many findings with one code are one line that opens.
export function showFindings(list, findings, chosen, choose) {
  const opened = new Set([...list.querySelectorAll("details[open]")].map(({ dataset }) => dataset.code));
  const codes = new Map();
  findings.forEach((finding, i) => codes.set(finding.code, [...codes.get(finding.code) ?? [], i]));
  const items = findings.flatMap((finding, i) => {
    const same = codes.get(finding.code);
    if (same.length <= MOST_OPEN) return [itemOf(finding, i, chosen, choose)];
    return same[0] === i ? [groupOf(same.map(each => itemOf(findings[each], each, chosen, choose)), finding, opened.has(finding.code) || same.includes(chosen))] : [];
  });
  if (items.length === 0) {
    const none = document.createElement("li");
    none.textContent = "Nothing.";
    items.push(none);
  }
  list.replaceChildren(...items);
}

function itemOf({ code, severity, word, message }, i, chosen, choose) {
  const item = document.createElement("li"), button = document.createElement("button"), name = document.createElement("span");
  item.className = severity;
  button.type = "button";
  button.dataset.finding = i;
  button.setAttribute("aria-pressed", String(i === chosen));
  name.className = "code";
  name.textContent = `${code} ${severity}`;
  button.append(name, ` ${word ? `${word}: ` : ""}${message}`);
  button.addEventListener("click", () => choose(i));
  item.append(button);
  return item;
}

function groupOf(items, { code, severity, message }, isOpen) {
  const item = document.createElement("li"), details = document.createElement("details"), summary = document.createElement("summary");
  const name = document.createElement("span"), inner = document.createElement("ol");
  item.className = severity;
  details.dataset.code = code;
  details.open = isOpen;
  name.className = "code";
  name.textContent = `${code} ${severity} × ${items.length}`;
  summary.append(name, ` ${message}, and so on`);
  inner.append(...items);
  details.append(summary, inner);
  item.append(details);
  return item;
}

export function showStats(list, table, { stats, open }) {
  const percent = (part, whole) => whole ? `${(100 * part / whole).toFixed(1)} %` : "–";
  const facts = [
    ["words", `${stats.words}${stats.mean ? `, mean length ${stats.mean.toFixed(2)}` : ""}`],
    ["letters", `${stats.letters}, ${stats.checked} checked, ${stats.unchecked} unchecked (${percent(stats.unchecked, stats.letters)})`],
    ["black", `${stats.black} (${percent(stats.black, stats.black + stats.letters)})`],
    ["pieces", String(stats.pieces)],
    ["hinges", String(stats.hinges)],
    ["symmetry", stats.symmetry],
  ];
  if (stats.isolated) facts.splice(2, 0, ["in no word", String(stats.isolated)]);
  if (open) facts.push(["open", `${open}, measured as white`]);
  list.replaceChildren(...facts.flatMap(([name, value]) => {
    const [term, told] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, told.textContent] = [name, value];
    return [term, told];
  }));
  const most = Math.max(1, ...stats.lengths.map(([, across, down]) => across + down));
  const body = document.createElement("tbody");
  for (const [length, across, down] of stats.lengths) {
    const row = body.insertRow(), head = document.createElement("th"), bar = document.createElement("span");
    head.scope = "row";
    head.textContent = length;
    bar.className = "length";
    bar.style.width = `${100 * (across + down) / most}%`;
    row.append(head);
    row.insertCell().append(bar);
    row.insertCell().textContent = `${across} + ${down}`;
  }
  table.tBodies[0]?.remove();
  table.append(body);
}

// Returns the worst severity of the findings at each square, or of the chosen finding alone.
export function marks(findings, chosen, width) {
  const worst = new Map(), rank = ["note", "warning", "error"];
  for (const { severity, squares } of chosen >= 0 ? [findings[chosen]] : findings) {
    for (const [row, column] of squares) {
      const place = (row - 1) * width + column - 1;
      if (rank.indexOf(severity) > rank.indexOf(worst.get(place))) worst.set(place, severity);
    }
  }
  return worst;
}

export { plural };
