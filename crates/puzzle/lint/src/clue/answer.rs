//! Checks answers: against each other, their clues, and the letters that the file states elsewhere.

use serde_json::json;

use gridcheck_core::plural::plural;
use gridcheck_formats::puzzle::normalised;
use gridcheck_layout::words::Word;
use gridcheck_validator::Square;
use gridcheck_validator::diagnostic::{Diagnostic, Severity};

use super::{ClueRule, Clued, about, again, code, quoted};

pub(super) const TWICE: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: twice,
    code: &code(
        "GC106",
        "an answer twice in the grid",
        "No two entries of three letters or more have the same answer.",
        "Solvers take it for a mistake.",
        "ERA at 4-Across and at 17-Down",
    ),
};

pub(super) const IN_CLUE: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: in_clue,
    code: &code(
        "GC107",
        "an answer in its clue",
        "The clue does not have the answer as a word, nor, of an answer of several words, a word of four letters or more.",
        "It gives the answer away. The words of an answer are known if the clue states their lengths, as in (4,3).",
        "CAT, clued as: The cat on the mat (3)",
    ),
};

pub(super) const CONTRADICTED: ClueRule = ClueRule {
    severity: Severity::Error,
    find: contradicted,
    code: &code(
        "GC108",
        "letters that contradict the solution",
        "The answers beside the clues, the letters in the diagram and those of crossing entries are the letters of the solution.",
        "One of the two is a misprint. Letters in the diagram are those that the file shows from the start.",
        "CAT in the grid, and COT as the answer beside the clue",
    ),
};

pub(super) const INCOMPLETE: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: incomplete,
    code: &code(
        "GC109",
        "a solution without some of its letters",
        "If the file has letters, every white square has one.",
        "Programs that check a solver's letters reject a right answer there.",
        "C, nothing, T in the squares of 1-Across",
    ),
};

/// Shortest answer that is looked for elsewhere.
const MIN: usize = 3;
/// Shortest word of an answer of several words that is looked for in its clue.
const MIN_PART: usize = 4;

fn twice(clued: &Clued) -> Vec<Diagnostic> {
    let answers = clued.words.words.iter().filter_map(|word| Some((word, normalised(&clued.puzzle.answer(word)?))));
    let finding = |(word, answer, other): (&Word, String, &Word)| {
        let message = format!("{answer} is also the answer of {other}");
        about(TWICE.code, word, message, [("answer", json!(answer)), ("other", json!(other.to_string()))])
    };
    again(answers.filter(|(_, answer)| answer.chars().count() >= MIN)).map(finding).collect()
}

fn in_clue(clued: &Clued) -> Vec<Diagnostic> {
    let finding = |(word, clue): (&Word, &str)| {
        let answer = normalised(&clued.puzzle.whole_answer(word)?);
        let (text, lengths) = clue.rsplit_once('(').unwrap_or((clue, ""));
        let words: Vec<String> =
            text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').map(normalised).collect();
        let parts = parts(&answer, lengths);
        let given = parts.into_iter().find(|part| words.contains(part))?;
        let message = format!("the clue has {given}: {}", quoted(clue));
        Some(about(IN_CLUE.code, word, message, [("answer", json!(answer))]))
    };
    clued.clues().filter_map(finding).collect()
}

/// Returns the texts that the clue of an answer may not have. `lengths` is the text after the last bracket of the clue.
fn parts(answer: &str, lengths: &str) -> Vec<String> {
    let letters: Vec<char> = answer.chars().collect();
    let lengths = lengths.trim_end().trim_end_matches(')').split([',', ' ', '-', '–', '/']);
    let lengths: Option<Vec<usize>> = lengths.map(|part| part.parse().ok()).collect();
    let mut found = if letters.len() >= MIN { vec![answer.to_owned()] } else { Vec::new() };
    if let Some(lengths) = lengths.filter(|lengths| lengths.len() > 1) {
        let mut from = 0_usize;
        for length in lengths {
            let Some(part) = letters.get(from..from.saturating_add(length)) else { break };
            if length >= MIN_PART {
                found.push(part.iter().collect());
            }
            from += length;
        }
    }
    found
}

fn contradicted(clued: &Clued) -> Vec<Diagnostic> {
    let answers = clued.defects.answers.iter().filter_map(|(start, stated)| {
        let word = clued.word(*start)?;
        let answer = clued.puzzle.whole_answer(&word)?;
        let is_plain = answer.chars().all(char::is_alphanumeric);
        let shown = if is_plain { answer.clone() } else { quoted(&answer) };
        let message = format!("the answer beside the clue is {}, the grid has {shown}", quoted(stated));
        Some(about(CONTRADICTED.code, &word, message, [("answer", json!(answer)), ("stated", json!(stated))]))
    });
    let squares: Vec<Square> = clued.defects.contradicted.iter().map(|&(row, column)| Square { row, column }).collect();
    let shown = (!squares.is_empty()).then(|| {
        let message = format!("{} with another letter in the file's other places", plural(squares.len(), "square"));
        Diagnostic::new(CONTRADICTED.code, message, squares, [])
    });
    shown.into_iter().chain(answers).collect()
}

fn incomplete(clued: &Clued) -> Vec<Diagnostic> {
    let whites = clued.puzzle.squares().filter(|&(r, c)| clued.puzzle.grid.is_white(r, c));
    let (empty, lettered): (Vec<_>, Vec<_>) = whites.partition(|&square| clued.puzzle.letter(square).is_empty());
    if empty.is_empty() || lettered.is_empty() {
        return Vec::new();
    }
    let message = format!("{} without a letter, {} with one", plural(empty.len(), "square"), lettered.len());
    let squares = empty.into_iter().map(|(row, column)| Square { row, column }).collect();
    vec![Diagnostic::new(INCOMPLETE.code, message, squares, [])]
}
