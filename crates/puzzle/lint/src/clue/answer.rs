//! Checks answers: against each other, their clues, and the letters that the file states elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use gridcheck_core::plural::plural;
use gridcheck_formats::puzzle::normalised;
use gridcheck_layout::words::Word;
use gridcheck_validator::Square;
use gridcheck_validator::diagnostic::{Diagnostic, Severity};

use super::{ClueRule, Clued, about, again, code, is_reference, quoted, reference};

pub(super) const TWICE: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: twice,
    code: &code(
        "GC106",
        "an answer twice in the grid",
        "No two entries of three letters or more have the same answer. A clue for several entries has one answer.",
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
        "It gives the answer away. The words of an answer are known if the clue states their lengths, as in (4,3). The direction of a \
         reference, as in 7 Down, is not a word of the clue.",
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

pub(super) const IN_OTHER_CLUE: ClueRule = ClueRule {
    severity: Severity::Note,
    find: in_other_clue,
    code: &code(
        "GC116",
        "an answer in the clue of another entry",
        "No clue has the answer of another entry as a word, if that has four letters or more and is not a word such as THAT or WITH.",
        "The clue gives the other answer away. Setters also do this on purpose, so it is a note.",
        "RAIN at 1-Across, and at 4-Down: What is found in rain (5)",
    ),
};

/// Shortest answer that is looked for elsewhere.
const MIN: usize = 3;
/// Shortest word of an answer of several words that is looked for in its clue.
const MIN_PART: usize = 4;

fn twice(clued: &Clued) -> Vec<Diagnostic> {
    let words = &clued.words.words;
    let answers = words.iter().filter_map(|word| Some((word, normalised(&clued.puzzle.answer(word)?))));
    let is_linked = |word: &&Word| clued.puzzle.linked_name(word, &clued.words).is_some();
    let linked = words.iter().filter(is_linked);
    let linked = linked.filter_map(|word| Some((word, normalised(&clued.puzzle.whole_answer(word)?))));
    let answers = answers.chain(linked);
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
        let words = words_of(text);
        let directions = reference::directions(clue);
        let has = |part: &String| {
            let named = directions.iter().filter(|direction| direction.eq_ignore_ascii_case(part)).count();
            words.iter().filter(|word| *word == part).count() > named
        };
        let given = parts(&answer, lengths).into_iter().find(has)?;
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

/// Words that clues have without meaning an answer.
const COMMON: &str = "ABOUT ABOVE AFTER ALONG ALSO AMONG BEEN BEFORE BEHIND BELOW COME DOES DOWN DURING EACH EVEN EVER FROM GETS GIVE GOES \
                      GOOD HAVE HERE INTO JUST LIKE MADE MAKE MANY MORE MOST MUCH ONCE ONLY ONTO OTHER OVER PERHAPS PLACE SOME SORT \
                      SUCH TAKE THAN THAT THEIR THEM THEN THERE THESE THEY THING THIS THOSE UNDER UNTIL UPON USED VERY WERE WHAT \
                      WHEN WHERE WHICH WITH WITHOUT WORD YOUR";

fn in_other_clue(clued: &Clued) -> Vec<Diagnostic> {
    let mut answers: BTreeMap<String, Vec<&Word>> = BTreeMap::new();
    for word in &clued.words.words {
        let answer = clued.puzzle.answer(word).map(|answer| normalised(&answer));
        let is_rare = |answer: &String| {
            answer.chars().count() >= MIN_PART && !COMMON.split(' ').any(|common| common == answer.as_str())
        };
        if let Some(answer) = answer.filter(is_rare) {
            answers.entry(answer).or_default().push(word);
        }
    }
    let mut found = Vec::new();
    for (word, clue) in clued.clues().filter(|(_, clue)| !is_reference(clue)) {
        let own = clued.puzzle.answer_squares(word);
        let is_own = |other: &Word| other == word || other.squares().all(|square| own.contains(&square));
        for given in words_of(clue).into_iter().collect::<BTreeSet<String>>() {
            let others = answers.get(&given).into_iter().flatten().filter(|other| !is_own(other));
            found.extend(others.map(|other| {
                let message = format!("the clue has {given}, the answer of {other}: {}", quoted(clue));
                about(
                    IN_OTHER_CLUE.code,
                    word,
                    message,
                    [("answer", json!(given)), ("other", json!(other.to_string()))],
                )
            }));
        }
    }
    found
}

/// Returns the words of a clue as capitals.
fn words_of(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').map(normalised).collect()
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

#[cfg(test)]
mod tests {
    use gridcheck_formats::registry::{Format, read};

    use super::*;

    /// Returns the messages of a check in a puzzle of three words across: STAR, RAIN and DOWN.
    fn found(rule: &ClueRule, clues: &str) -> Vec<String> {
        let text = format!("## Metadata\n\nTitle: T\n\n## Grid\n\nSTAR\n####\nRAIN\n####\nDOWN\n\n## Clues\n\n{clues}");
        let file = read(text.as_bytes(), Format::Xd).expect("a puzzle");
        super::super::all(&file, &[rule.code]).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn the_direction_of_a_reference_gives_no_answer_away() {
        assert_eq!(found(&IN_CLUE, "A3. See 2 down ~ DOWN\n"), Vec::<String>::new());
        assert_eq!(found(&IN_CLUE, "A3. Like 2-Down and 3-Down ~ DOWN\n"), Vec::<String>::new());
        assert_eq!(found(&IN_CLUE, "A3. Look down, as in 2 down ~ DOWN\n").len(), 1);
        assert_eq!(found(&IN_CLUE, "A3. Down in the dumps ~ DOWN\n").len(), 1);
    }

    #[test]
    fn an_answer_in_another_clue_is_found_as_a_word() {
        let messages = found(&IN_OTHER_CLUE, "A1. Light found in rain ~ STAR\nA2. Rain again ~ RAIN\n");
        assert_eq!(messages, ["the clue has RAIN, the answer of 2-Across: \"Light found in rain\""]);
        for clue in ["A1. Train ~ STAR\n", "A1. Down there ~ STAR\n", "A1. See rain ~ STAR\n"] {
            assert_eq!(found(&IN_OTHER_CLUE, clue), Vec::<String>::new(), "{clue}");
        }
    }

    #[test]
    fn accents_over_the_letters_of_the_grid_are_no_contradiction() {
        assert_eq!(found(&CONTRADICTED, "A2. Wet ~ RÀÏN\n"), Vec::<String>::new());
        assert_eq!(found(&CONTRADICTED, "A2. Wet ~ RÀÏM\n").len(), 1);
    }
}
