//! The words for the entries of the current square, in one question: a letter that is typed asks a worker once.

use gridcheck::fill::candidates::{Candidates, candidates};
use gridcheck::fill::possible::possible;
use gridcheck::fill::question::Question;
use gridcheck::words::{Direction, Word};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use super::document;
use super::words::{question, spelling};
use crate::options::parsed;
use crate::{Answer, answer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Here {
    min_score: Option<i64>,
    /// The entries of the current square. The first one is typed in.
    entries: Vec<Entry>,
    /// The pattern that the words to return match.
    #[serde(default)]
    pattern: String,
    /// Maximum number of words to return for an entry.
    count: usize,
    /// The answers whose spelling is looked up.
    answers: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    row: usize,
    column: usize,
    direction: Direction,
}

/// Returns for each entry the words that fit, the best first: each with its score and the fewest words that a crossing entry keeps. Then the
/// squares without a letter that no letter suits, those that one letter alone suits, and how the list writes answers.
///
/// An entry that is typed in may become a phrase that the list lacks. So if no word has its letters, only the entries that cross it count.
#[wasm_bindgen]
pub fn here(options: &str, document: &str) -> Answer {
    answer(|reply| {
        let (Here { min_score, entries, pattern, count, answers }, file) =
            (parsed(options)?, document::parsed(document)?);
        let puzzle = document::puzzle(&file)?;
        let question = question(puzzle, min_score)?;
        let pattern = Pattern::new(&pattern);
        let slot = |entry: &Entry| {
            let is_it =
                |word: &Word| (word.direction, word.row, word.column) == (entry.direction, entry.row, entry.column);
            question.slots().iter().position(|slot| is_it(&slot.word))
        };
        let found = entries.iter().map(|entry| slot(entry).map(|slot| (slot, candidates(&question, slot))));
        let found: Vec<Option<(usize, Candidates)>> = found.collect();
        let groups: Vec<Value> = found
            .iter()
            .map(|found| found.as_ref().map_or(Value::Null, |(_, found)| group(found, &pattern, count)))
            .collect();
        let is_begun =
            |slot: usize| question.slots()[slot].word.squares().any(|square| !puzzle.letter(square).is_empty());
        let phrase =
            found.first().and_then(Option::as_ref).filter(|(slot, found)| found.fitting == 0 && is_begun(*slot));
        let phrase = phrase.map(|(slot, _)| *slot);
        let (dead, forced) = prospects(question, phrase);
        let spellings = answers.iter().map(|answer| spelling(answer)).collect::<Vec<_>>();
        reply.put(&json!({ "groups": groups, "dead": dead, "forced": forced, "spellings": spellings }))
    })
}

fn group(found: &Candidates, pattern: &Pattern, count: usize) -> Value {
    let matching = || found.words.iter().filter(|candidate| pattern.matches(&candidate.word));
    let words = matching().take(count);
    let words = words.map(|candidate| json!([candidate.word, candidate.score, candidate.left.iter().flatten().min()]));
    json!({
        "fitting": found.fitting,
        "leaving": found.words.len(),
        "matching": matching().count(),
        "words": words.collect::<Vec<_>>(),
    })
}

/// Returns the squares that no letter suits, and those that one letter alone suits, numbered row by row. Entries whose letters are all there
/// may stay, even if the list lacks them, and so may the phrase.
fn prospects(question: Question, phrase: Option<usize>) -> (Vec<usize>, Vec<Value>) {
    let question = match phrase {
        Some(phrase) => question.with_frame(|frame| frame.with_slots(|slot, _| slot != phrase)),
        None => question,
    };
    let question = question.with_standing_entries();
    let width = question.grid().width();
    let place = |square: usize| question.squares()[square].row * width + question.squares()[square].column;
    let found = possible(&question);
    let forced = found.forced.iter().map(|&(square, code)| json!([place(square), question.letter(code)]));
    (found.dead.iter().map(|&square| place(square)).collect(), forced.collect())
}

/// A pattern of several parts, and a word matches all of them: `S??P*` is a whole word, `EA` is in it, and `-Q` is not.
struct Pattern {
    parts: Vec<Vec<char>>,
}

impl Pattern {
    fn new(text: &str) -> Self {
        Pattern { parts: text.to_uppercase().split_whitespace().map(|part| part.chars().collect()).collect() }
    }

    fn matches(&self, word: &str) -> bool {
        let word: Vec<char> = word.to_uppercase().chars().collect();
        self.parts.iter().all(|part| match part.strip_prefix(&['-']) {
            Some(part) => part.is_empty() || !matches_part(part, &word),
            None => matches_part(part, &word),
        })
    }
}

/// Returns `true` if a word matches a part of a pattern, in which `?` and `.` are any letter, and `*` any letters.
fn matches_part(part: &[char], word: &[char]) -> bool {
    if part.iter().any(|letter| "?.*".contains(*letter)) {
        matches_whole(part, word)
    } else {
        word.windows(part.len().max(1)).any(|window| window == part)
    }
}

/// Returns `true` if a pattern is that of the whole word. Only the last star is tried again, so the time is at most the product of both lengths.
fn matches_whole(pattern: &[char], word: &[char]) -> bool {
    let (mut at, mut letter) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while letter < word.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, letter));
                at += 1;
            }
            Some(&wanted) if wanted == '?' || wanted == '.' || wanted == word[letter] => {
                at += 1;
                letter += 1;
            }
            Some(_) | None => {
                let Some((star_at, star_letter)) = star else { return false };
                star = Some((star_at, star_letter + 1));
                (at, letter) = (star_at + 1, star_letter + 1);
            }
        }
    }
    pattern[at..].iter().all(|&rest| rest == '*')
}
