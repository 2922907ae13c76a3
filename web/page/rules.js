// @ts-check
// The rules that judge the puzzle: their names, the sentence on them, and the verdict.
import { button, byId, element, plural, set } from "./dom.js";
import { ask } from "./load.js";
import { OWN_BASIS } from "./session.js";

const LABELS = {
  "rules british": "British", "rules american": "American", "rules american-loose": "American, loose edges", "rules ho": "British (Ho)",
  "rules min-4": "British, 4 letters", "rules either-half": "British, either half", "rules no-pairs": "British, no pairs",
  "profile keith": "Keith", "profile times": "The Times", "profile guardian-cryptic": "Guardian cryptic",
  "profile guardian-prize": "Guardian prize", "profile guardian-quiptic": "Guardian Quiptic", "profile guardian-quick": "Guardian quick",
  "profile exet": "Exet", "profile nyt": "New York Times", "profile lax": "Any newspaper", [OWN_BASIS]: "Your own rules",
  "rules ximenes": "Ximenes", "rules ximenes-4": "Ximenes, 4 letters", "rules ximenes-thirds": "Ximenes, thirds",
  "profile azed": "Azed", "profile listener": "Listener", "profile mephisto": "Mephisto",
};
export const labelOf = basis => LABELS[basis] ?? basis.split(" ").at(-1);

const OWN_RULES = "extends = \"british\"\nmin_word = 4\n";

export function rules(session) {
  const { choices } = session, summaries = new Map();
  const optionsOf = (kind, list) => list.map(({ name, summary }) => {
    summaries.set(`${kind} ${name}`, summary);
    return new Option(labelOf(`${kind} ${name}`), `${kind} ${name}`);
  });
  const group = (label, ...options) => element("optgroup", { label }, ...options.flat());
  const of = (list, kind) => list.filter(rules => rules.kind === kind);
  byId("basis").append(
    group("General", optionsOf("rules", of(choices.rules, "blocks"))), group("Newspapers and programs", optionsOf("profile", of(choices.profiles, "blocks"))),
    group("Bars", optionsOf("rules", of(choices.rules, "bars")), optionsOf("profile", of(choices.profiles, "bars"))),
    element("optgroup", { label: "Other" }, new Option(labelOf(OWN_BASIS), OWN_BASIS)),
  );

  const judgeBy = basis => {
    const toml = basis === OWN_BASIS && session.rules.toml === "" ? OWN_RULES : session.rules.toml;
    session.hush();
    session.setRules({ basis, toml, symmetry: session.symmetryOf({ basis, toml }) });
  };
  const choose = basis => {
    judgeBy(basis);
    session.preferred = session.rules;
  };
  byId("basis").addEventListener("change", event => {
    choose(event.target.value);
    if (event.target.value === OWN_BASIS) byId("tab-check").click();
  });
  session.onKind = before => session.say(`A grid with bars is judged by ${labelOf(session.basis)}.`, button(`Judge by ${labelOf(before)}`, () => choose(before)));
  byId("toml").addEventListener("input", ({ target }) => {
    const own = { basis: OWN_BASIS, toml: target.value };
    session.puzzle.setRules({ ...own, symmetry: session.symmetryOf(own) });
    session.changed();
  });
  byId("toml").addEventListener("change", () => session.endStroke());

  session.onShow.push(() => {
    const { basis, toml } = session.rules, { judged } = session, { text, kind } = verdictOf(judged);
    set(byId("basis"), { value: basis });
    set(byId("own"), { hidden: basis !== OWN_BASIS });
    set(byId("toml"), { value: toml });
    set(byId("verdict"), { textContent: text, title: text, className: kind });
    const sentence = judged.fault ?? (basis === OWN_BASIS ? "The rules that you write in Check." : `${labelOf(basis)}: ${summaries.get(basis)}.`);
    set(byId("rules-sentence"), { textContent: sentence });
    byId("rules-sentence").classList.toggle("bad", judged.fault !== null);
  });
  return { isKnown: basis => basis === OWN_BASIS || summaries.has(basis), judgeBy, suit: () => suit(session, judgeBy, choose) };
}

function verdictOf({ fault, open, valid, begun, findings }) {
  if (fault) return { text: "not judged", kind: "invalid" };
  if (!begun) return { text: "no bar yet", kind: "" };
  const errors = findings.filter(({ severity }) => severity === "error").length;
  if (valid === false) return { text: `${plural(errors, "error")}${open ? " whatever becomes of the open squares" : ""}`, kind: "invalid" };
  if (open) return { text: plural(open, "open square"), kind: "" };
  const others = findings.length ? `, ${plural(findings.length, "remark")}` : "";
  return { text: `valid${others}`, kind: "valid" };
}

// Chooses rules that accept a puzzle that was opened. Returns a sentence about it, and a button for other rules.
function suit(session, judgeBy, choose) {
  const { basis, judged, puzzle } = session;
  if (judged.valid !== false || judged.open > 0) return null;
  const { name, accepts } = ask("suited", {}, puzzle.document), by = basis => button(`Judge by ${labelOf(basis)}`, () => choose(basis));
  if (!accepts) {
    const closest = name === basis ? ` ${labelOf(name)} is the closest.` : ` ${labelOf(name)} would be the closest.`;
    return { text: `No rules that the page knows allow this puzzle.${closest}`, action: name === basis ? undefined : by(name) };
  }
  if (name === basis) return null;
  judgeBy(name);
  return { text: `${labelOf(basis)} does not allow this grid, so it is judged by ${labelOf(name)}.`, action: by(basis) };
}
