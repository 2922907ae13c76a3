//! `gridcheck words`: looks up the words of lists that fit a pattern.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::args::at_most_one_stdin;
use super::fill::read_lists;
use super::{Format, Output, Terminal, Verdict, write_json};
use crate::fill::letters::{Accents, fold};
use crate::fill::list::Wanted;
use crate::grid::MAX_SIZE;
use crate::plural::plural;

/// Look up the words of a list that fit a pattern, those with the highest scores first.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck words 'C?T?' --words list.txt
  gridcheck words '?????ING' --words mine.txt --words broad.txt --min-score 50 --format json

A list has one word a line, or WORD;score, as for gridcheck fill. Exit codes: 0 there are words, 1 there is none, 2 bad use or
unreadable input.")]
pub struct WordsCommand {
    /// Find words with these letters; ? or . stands for any letter.
    #[arg(value_name = "PATTERN")]
    pattern: String,
    /// Read words from this list; - is standard input (repeatable).
    #[arg(long, value_name = "LIST", required = true)]
    words: Vec<PathBuf>,
    /// Use only words with this score or a higher one.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true)]
    min_score: Option<i64>,
    /// Refuse a list with a line that is no word, instead of leaving it out with a note.
    #[arg(long)]
    strict_list: bool,
    /// Print the words in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

/// Returns the letters of a pattern, with nothing for any letter.
fn letters(pattern: &str) -> anyhow::Result<Vec<Option<char>>> {
    let mut letters = Vec::new();
    for part in pattern.split_inclusive(['?', '.']) {
        let word = part.trim_end_matches(['?', '.']);
        let mut folded = Vec::new();
        if fold(word, Accents::Fold, &mut folded).is_err() {
            bail!("{pattern:?}: expected letters, and ? for any letter, as in 'C?T?'");
        }
        letters.extend(folded.into_iter().map(Some));
        letters.extend((word.len() < part.len()).then_some(None));
    }
    if !(1..=MAX_SIZE).contains(&letters.len()) {
        bail!("{pattern:?}: expected a pattern of 1 to {MAX_SIZE} letters, with ? for any letter");
    }
    Ok(letters)
}

/// A word and its score.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WordAnswer<'a> {
    word: &'a str,
    score: i64,
}

impl WordsCommand {
    pub fn run(&self, _terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        at_most_one_stdin(&self.words)?;
        let pattern = letters(&self.pattern)?;
        let known: Vec<char> = pattern.iter().flatten().copied().collect();
        let wanted = Wanted {
            lengths: 1 << (pattern.len() - 1),
            min_score: self.min_score,
            letters: &known,
            marks: true,
            strict: self.strict_list,
            ..Wanted::default()
        };
        let list = read_lists(&self.words, wanted)?;
        let codes: Vec<Option<u8>> =
            pattern.iter().map(|letter| letter.and_then(|letter| list.alphabet().code(letter))).collect();
        let words = list.words(pattern.len());
        let fits =
            |word: &[u8]| codes.iter().zip(word).all(|(wanted, letter)| wanted.is_none_or(|wanted| wanted == *letter));
        let mut found: Vec<(i64, String)> = (0..words.len())
            .filter(|&index| fits(words.word(index)))
            .map(|index| {
                let word = words.word(index).iter().map(|&code| list.alphabet().letter(code)).collect();
                (words.score(index), word)
            })
            .collect();
        // The words are in alphabetical order, which stays among equal scores.
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        let scored = found.iter().any(|(score, _)| *score != 0);
        for (score, word) in &found {
            match self.format {
                Format::Json => write_json(&mut output.until_closed(), &WordAnswer { word, score: *score })?,
                Format::Text if scored => writeln!(output.until_closed(), "{word};{score}")?,
                _ => writeln!(output.until_closed(), "{word}")?,
            }
        }
        if found.is_empty() && self.format == Format::Text {
            let of_length = plural(words.len(), "word");
            match self.min_score {
                None => writeln!(output, "No word fits: {of_length} of this length.")?,
                Some(least) => {
                    let below = list.met().below.get(&pattern.len()).copied().unwrap_or_default();
                    writeln!(
                        output,
                        "No word fits: {of_length} of this length with a score of {least} or more, {below} with a lower one."
                    )?;
                }
            }
        }
        Ok(Verdict::well_if(!found.is_empty()))
    }
}
