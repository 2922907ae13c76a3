//! Reads the grid and the word list from the arguments.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};

use super::super::args::at_most_one_stdin;
use super::super::lists::only_one;
use super::super::terminal::Streams;
use super::super::walk::name_of;
use super::super::{report, report_notes};
use super::{Fill, Region, Task};
use crate::ask::convert::puzzle as only_puzzle;
use crate::ask::input::Input;
use crate::ask::word_lists;
use crate::engine::memory::Bytes;
use crate::fill::demands::Demands;
use crate::fill::letters::fold;
use crate::fill::list::{Wanted, WordList};
use crate::fill::question::{Frame, Question, QuestionError};
use crate::formats::puzzle::Puzzle;
use crate::grid::{Grid, MAX_SIZE, full_row};
use crate::plural::plural;

/// Above this number of lines, a note reports how much of the list was kept.
const LONG: u64 = 1_000_000;

impl Fill {
    /// Reads the puzzle and the question about it. Fails with the place of the fault if a file cannot be read.
    pub(super) fn question(&self) -> anyhow::Result<(Puzzle, Question)> {
        at_most_one_stdin(&self.inputs())?;
        let (name, puzzle) = self.puzzle()?;
        let region = self.region(&name, &puzzle)?;
        let frame = match Frame::of_region(&puzzle, self.accents(), region.as_ref()) {
            Err(QuestionError::NoSlot) if region.is_some() => {
                bail!("--region: every word in it reaches an empty square outside it, so there is nothing to fill")
            }
            frame => frame.map_err(|error| anyhow!("{name}: {error}"))?,
        };
        let (theme, required) =
            (self.words_of("--theme", &self.demands.theme)?, self.words_of("--require", &self.demands.require)?);
        let banned = self.banned()?;
        let mut preferred = Vec::new();
        for path in &self.entries.prefer {
            preferred.extend(self.words_of_file(path)?);
        }
        preferred.sort();
        let letters = [frame.letters(), theme.concat()].concat();
        let Task { count, compare, estimate, export, .. } = &self.task;
        // What only counts needs no scores.
        let counts =
            *count || *compare || estimate.is_some() || export.is_some() || self.task.list.is_some() && !self.vary;
        let wanted = Wanted {
            lengths: frame.lengths(),
            min_score: self.min_score,
            accents: self.accents(),
            letters: &letters,
            scores: self.task.best.is_some(),
            marks: !counts,
            strict: self.entries.strict_list,
            preferred: &preferred,
            banned: &banned,
            added: &theme,
        };
        let (name, list) = self.list_of(wanted)?;
        for word in &required {
            let codes: Option<Vec<u8>> = word.iter().map(|&letter| list.alphabet().code(letter)).collect();
            if codes.is_none_or(|codes| list.words(word.len()).position(&codes).is_none()) {
                let word: String = word.iter().collect();
                bail!(
                    "--require: {word} is not in the list, or no slot has its length (--theme adds words to the list)"
                );
            }
        }
        if let Some(word) = theme.iter().find(|word| frame.lengths() >> (word.len() - 1) & 1 == 0) {
            let (text, letters) = (word.iter().collect::<String>(), plural(word.len(), "letter"));
            bail!("--theme: {text} has {letters}, and no slot has this length");
        }
        let (lines, bytes) = (list.met().lines, list.bytes());
        if lines > LONG {
            let kept = plural(list.len(), "word");
            report(&format!(
                "note: {name}: of {} {kept} may fit, in {} of memory",
                plural(lines, "line"),
                Bytes(bytes)
            ));
        }
        let mut question =
            Question::new(frame, list, !self.repeats.repeat).map_err(|error| anyhow!("{name}: {error}"))?;
        if !self.entries.strict {
            question = question.with_standing_entries();
        }
        Ok((puzzle, question))
    }

    /// Returns the squares of the region, if there is one.
    fn region(&self, name: &str, puzzle: &Puzzle) -> anyhow::Result<Option<BTreeSet<(usize, usize)>>> {
        let (height, width) = (puzzle.grid.height(), puzzle.grid.width());
        let mut squares = BTreeSet::new();
        for &Region { rows, columns } in &self.entries.region {
            if rows.1 >= height || columns.1 >= width {
                let (r, c) = (rows.1 + 1, columns.1 + 1);
                bail!("--region: {name} is {height} × {width}, and has no square {r},{c}");
            }
            squares.extend((rows.0..=rows.1).flat_map(|r| (columns.0..=columns.1).map(move |c| (r, c))));
        }
        Ok((!self.entries.region.is_empty()).then_some(squares))
    }

    /// Returns the words that may not be used, in order: those of the option, and those of the files that it names.
    fn banned(&self) -> anyhow::Result<Vec<Vec<char>>> {
        let (files, words) = self.entries.banned();
        let mut banned = self.words_of("--ban", &words)?;
        for path in &files {
            banned.extend(self.words_of_file(path)?);
        }
        banned.sort();
        Ok(banned)
    }

    /// Returns the words of a list, in folded letters.
    fn words_of_file(&self, path: &Path) -> anyhow::Result<Vec<Vec<char>>> {
        let wanted = Wanted {
            lengths: u64::MAX,
            accents: self.accents(),
            strict: self.entries.strict_list,
            ..Wanted::default()
        };
        let list = read_lists(&[path.to_owned()], wanted)?;
        let word = |word: &[u8]| word.iter().map(|&code| list.alphabet().letter(code)).collect();
        Ok((1..=MAX_SIZE).flat_map(|length| list.words(length).iter().map(word).collect::<Vec<_>>()).collect())
    }

    pub(super) fn demands(&self) -> anyhow::Result<Demands> {
        let required =
            [self.words_of("--theme", &self.demands.theme)?, self.words_of("--require", &self.demands.require)?]
                .concat();
        Ok(Demands { required, no_shared: self.demands.no_shared, one_form: self.demands.one_form })
    }

    /// Returns the words of an option, in folded letters.
    fn words_of(&self, option: &str, words: &[String]) -> anyhow::Result<Vec<Vec<char>>> {
        let folded = |word: &String| {
            let mut letters = Vec::new();
            match fold(word, self.accents(), &mut letters) {
                Ok(()) if (2..=MAX_SIZE).contains(&letters.len()) => Ok(letters),
                _ => Err(anyhow!(
                    "{option}: {word:?}: expected words of 2 to {MAX_SIZE} letters with commas between them"
                )),
            }
        };
        words.iter().map(folded).collect()
    }

    /// Reads the grid with its letters, and its name in errors.
    fn puzzle(&self) -> anyhow::Result<(String, Puzzle)> {
        let Some(path) = &self.grid else {
            // The argument parser requires one of the two.
            let size = self.size.unwrap_or(2);
            let white = Grid::from_rows(size, &vec![full_row(size); size])?;
            return Ok(("--size".to_owned(), Puzzle::of(white)));
        };
        let mut source = self.reading.how()?.check(path)?;
        let name = only_one(&source)?;
        if let Some(file) = source.puzzle_file().filter(|_| self.out.is_some() && self.task.export.is_none()) {
            report_notes(&name, &file.left_out().collect::<Vec<_>>());
        }
        let puzzle = only_puzzle(&mut source)?;
        Ok((name, puzzle))
    }

    /// Reads the word lists, and their name in errors.
    fn list_of(&self, wanted: Wanted) -> anyhow::Result<(String, WordList)> {
        let list = read_lists(&self.words, wanted)?;
        Ok((name_of(&self.words[0]), list))
    }
}

/// Reads word lists as one. A note counts the lines that are left out.
fn read_lists(paths: &[PathBuf], wanted: Wanted) -> anyhow::Result<WordList> {
    let lists: Vec<Input> = paths.iter().map(|path| Input::from(path.as_path())).collect();
    Ok(word_lists::read_lists(&lists, wanted, &Streams)?)
}
