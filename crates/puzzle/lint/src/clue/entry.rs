//! Checks that words and clues belong together one to one.

use serde_json::json;

use gridcheck_formats::defects::StrayClue;
use gridcheck_formats::puzzle::Start;
use gridcheck_layout::words::Word;
use gridcheck_validator::diagnostic::{Diagnostic, Severity};

use super::{ClueRule, Clued, about, code, quoted};
use gridcheck_core::plural::plural;

pub(super) const STRAY: ClueRule = ClueRule {
    severity: Severity::Error,
    find: unmatched,
    code: &code(
        "GC103",
        "a clue for an entry that the grid does not have",
        "Each clue belongs to an entry of the grid.",
        "A clue under a wrong number is missing elsewhere. If a list has more or fewer clues than the grid has entries, none of the \
         list can be placed.",
        "9-Down Rodent (5), in a grid without 9-Down",
    ),
};

pub(super) const UNCLUED: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: unclued,
    code: &code(
        "GC104",
        "an entry without a clue",
        "Each entry has a clue, if the puzzle has any.",
        "A solver cannot find the answer. The further entries of a clue for several need none. If the file does not name them, this is not checked.",
        "no clue for 4-Down",
    ),
};

pub(super) const SECOND: ClueRule = ClueRule {
    severity: Severity::Error,
    find: second,
    code: &code(
        "GC105",
        "two clues for one entry",
        "No entry has two different clues.",
        "The second one is usually the clue of another entry under a wrong number.",
        "1-Across Feline (3) and 1-Across Rodent (5)",
    ),
};

fn unmatched(clued: &Clued) -> Vec<Diagnostic> {
    let stray = clued.defects.stray.iter().map(|StrayClue { name, text, line }| {
        let message = format!("a clue for {name}, which the grid does not have: {}", quoted(text));
        let finding = Diagnostic::new(STRAY.code, message, Vec::new(), [("entry", json!(name))]);
        Diagnostic { line_of_file: *line, ..finding }
    });
    let lists = clued.defects.lists.iter().map(|&(clues, words)| {
        let message = format!("{} for {}", plural(clues, "clue"), plural(words, "word"));
        Diagnostic::new(STRAY.code, message, Vec::new(), [("clues", json!(clues)), ("entries", json!(words))])
    });
    stray.chain(lists).collect()
}

fn unclued(clued: &Clued) -> Vec<Diagnostic> {
    if !clued.has_clues() || !clued.defects.linked.is_empty() {
        return Vec::new();
    }
    let continuations = clued.continuations();
    let needs_clue = |word: &&Word| !continuations.contains(&Start::from(*word));
    let without = clued.words.words.iter().filter(|word| clued.puzzle.clue(word).is_none()).filter(needs_clue);
    without.map(|word| about(UNCLUED.code, word, "no clue".to_owned(), [])).collect()
}

fn second(clued: &Clued) -> Vec<Diagnostic> {
    let finding = |(start, clue, line): &(Start, String, Option<usize>)| {
        let finding = about(SECOND.code, &clued.word(*start)?, format!("a second clue: {}", quoted(clue)), []);
        Some(Diagnostic { line_of_file: *line, ..finding })
    };
    clued.defects.second.iter().filter_map(finding).collect()
}
