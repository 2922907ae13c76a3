//! The word list, and fills from it. The workers of the page ask for them, and each keeps the list.

use std::cell::RefCell;
use std::io::Cursor;
use std::sync::Arc;

use anyhow::{anyhow, bail};
use gridcheck::engine::Run;
use gridcheck::fill::backtrack::some_fill;
use gridcheck::fill::core::core;
use gridcheck::fill::demands::Demands;
use gridcheck::fill::letters::{Accents, fold};
use gridcheck::fill::list::{WordFilter, WordList};
use gridcheck::fill::question::{ALONE, Frame, Question};
use gridcheck::fill::validator::Validator;
use gridcheck::formats::puzzle::Puzzle;
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

use super::document;
use crate::options::parsed;
use crate::{Answer, answer};

/// The score of a preferred word.
const BEST: u32 = 999;

/// A word list as the user chose it, and as a question read it last.
#[derive(Default)]
struct List {
    kept: Keep,
    bytes: Vec<u8>,
    read: Option<ReadList>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keep {
    name: String,
    banned: Vec<String>,
    preferred: Vec<String>,
}

/// The words of all lengths with a sufficient score. Reading a long list takes far longer than most questions.
struct ReadList {
    min_score: Option<i64>,
    words: Arc<WordList>,
}

thread_local! {
    static LIST: RefCell<List> = RefCell::default();
}

/// Keeps a word list for later questions.
#[wasm_bindgen]
pub fn keep(options: &str, bytes: Vec<u8>) -> Answer {
    answer(|reply| {
        let (kept, mut bytes): (Keep, _) = (parsed(options)?, bytes);
        for word in kept.preferred.iter().filter(|word| !kept.banned.contains(word)) {
            bytes.extend(format!("\n{word};{BEST}").into_bytes());
        }
        LIST.set(List { kept, bytes, read: None });
        reply.put(&())
    })
}

/// Counts the words of the list.
#[wasm_bindgen]
pub fn words() -> Answer {
    answer(|reply| reply.put(&listed(None, &[])?.len()))
}

/// Returns the letters of words, in increasing order.
fn folded(words: &[String]) -> anyhow::Result<Vec<Vec<char>>> {
    let letters = words.iter().map(|word| {
        let mut letters = Vec::new();
        fold(word, Accents::Fold, &mut letters).map_err(|_| anyhow!("{word:?}: expected a word of letters"))?;
        Ok(letters)
    });
    let mut letters = letters.collect::<anyhow::Result<Vec<_>>>()?;
    letters.sort();
    Ok(letters)
}

/// Returns the words with a sufficient score, in an alphabet that has these letters. Reads the list only if the last question read it for
/// another score, or without a letter.
pub(super) fn listed(min_score: Option<i64>, letters: &[char]) -> anyhow::Result<Arc<WordList>> {
    LIST.with_borrow_mut(|List { kept: Keep { name, banned, .. }, bytes, read }| {
        let suits = |read: &&ReadList| {
            let alphabet = read.words.alphabet();
            read.min_score == min_score && letters.iter().all(|&letter| alphabet.code(letter).is_some())
        };
        if let Some(read) = read.as_ref().filter(suits) {
            return Ok(Arc::clone(&read.words));
        }
        let wanted = WordFilter {
            lengths: u64::MAX,
            min_score,
            letters,
            marks: true,
            strict: true,
            banned: &folded(banned)?,
            ..WordFilter::default()
        };
        let words = WordList::read(Cursor::new(bytes), wanted).map_err(|error| anyhow!("{name}:{error}"))?;
        let words = Arc::new(words);
        *read = Some(ReadList { min_score, words: Arc::clone(&words) });
        Ok(words)
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Fill {
    min_score: Option<i64>,
    part: Option<Vec<usize>>,
    #[serde(default)]
    seed: u64,
}

/// Returns the question how the list fills a puzzle. No word may be used twice.
pub(super) fn question(puzzle: &Puzzle, min_score: Option<i64>) -> anyhow::Result<Question> {
    let frame = Frame::of(puzzle, Accents::Fold)?;
    let list = listed(min_score, &frame.letters())?;
    let name = LIST.with_borrow(|list| list.kept.name.clone());
    Question::new(frame, list, true).map_err(|error| anyhow!("{name}: {error}"))
}

/// Returns the question how the list fills the squares of a part, numbered row by row, or all squares. Entries whose letters are all there
/// may stay, even if the list lacks them. The entries that cross the part must have a word, and entries farther away are not looked at.
fn question_of_part(puzzle: &Puzzle, Fill { min_score, part, .. }: &Fill) -> anyhow::Result<Question> {
    let question = question(puzzle, *min_score)?;
    let Some(part) = part else { return Ok(question.with_standing_entries()) };
    let width = puzzle.grid.width();
    let kept = question.slots().iter().map(|slot| {
        let is_in_part = slot.word.squares().any(|(r, c)| part.contains(&(r * width + c)));
        is_in_part || slot.word.squares().all(|square| !puzzle.letter(square).is_empty())
    });
    let kept: Vec<bool> = kept.collect();
    Ok(question.with_frame(|frame| frame.with_slots(|slot, _| kept[slot])).with_standing_entries())
}

/// Fills the squares of a part, numbered row by row, or all squares. Returns the letter of each square, row by row, or `null` if there is no
/// fill. Entries whose letters are all there may stay, even if the list lacks them.
#[wasm_bindgen]
pub fn filled(options: &str, document: &str) -> Answer {
    answer(|reply| {
        let (options, file) = (parsed::<Fill>(options)?, document::parsed(document)?);
        let puzzle = document::puzzle(&file)?;
        let question = question_of_part(puzzle, &options)?;
        let Some(fill) = some_fill(&question, &Demands::default(), options.seed, &Run::new())? else {
            return reply.put(&json!({ "letters": null }));
        };
        if let Some(flaw) = Validator::new(&question).flaws(&fill).first() {
            bail!("an engine gave a fill that the validator refuses: {flaw}");
        }
        let mut letters = puzzle.letters.clone();
        let width = question.grid().width();
        for (square, &code) in question.squares().iter().zip(&fill).filter(|(_, code)| **code != ALONE) {
            let place = square.row * width + square.column;
            let letter = &mut letters[place];
            if letter.is_empty() && options.part.as_ref().is_none_or(|part| part.contains(&place)) {
                *letter = question.letter(code).to_string();
            }
        }
        reply.put(&json!({ "letters": letters }))
    })
}

/// Returns why a document, or a part of it, has no fill: a sentence, and the squares of the entries that conflict, as row and column.
#[wasm_bindgen]
pub fn unfillable(options: &str, document: &str) -> Answer {
    answer(|reply| {
        let (options, file) = (parsed::<Fill>(options)?, document::parsed(document)?);
        let question = question_of_part(document::puzzle(&file)?, &options)?;
        let differ = || anyhow!("engines differ: the search finds no fill, and the formula has one");
        let why = core(&question, &Run::new())?.ok_or_else(differ)?;
        let place = |&square: &usize| [question.squares()[square].row, question.squares()[square].column];
        let squares: Vec<[usize; 2]> =
            why.slots.iter().flat_map(|&slot| question.slots()[slot].squares.iter().map(place)).collect();
        reply.put(&json!({ "why": why.to_string(), "squares": squares }))
    })
}

/// Returns how the list writes an answer, with its spaces and hyphens, or `None` if it has these letters in one word or not at all.
pub(super) fn spelling(answer: &str) -> Option<String> {
    let folded = |text: &str| {
        let mut letters = Vec::new();
        fold(text, Accents::Fold, &mut letters).map(|()| letters).ok()
    };
    let wanted = folded(answer).filter(|letters| !letters.is_empty())?;
    LIST.with_borrow(|List { bytes, .. }| {
        // Words of one part, which are most lines, need not be folded.
        let has_parts = |line: &&[u8]| line.iter().any(|byte| matches!(byte, b' ' | b'-') || *byte >= 0x80);
        let lines = bytes.split(|&byte| byte == b'\n').filter(has_parts);
        lines.filter_map(|line| std::str::from_utf8(line).ok()).find_map(|line| {
            let text = line.split([';', '\t']).next().unwrap_or_default().trim();
            let is_it = text.len() >= wanted.len() && folded(text).is_some_and(|letters| letters == wanted);
            is_it.then(|| text.to_owned())
        })
    })
}
