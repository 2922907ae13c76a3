//! Reads the grid and the word list from the arguments.

use std::fs::File;
use std::io::{BufRead, BufReader};

use anyhow::{Context, anyhow, bail};

use super::super::args::at_most_one_stdin;
use super::super::{report, report_notes};
use super::Fill;
use crate::fill::demands::Demands;
use crate::fill::letters::fold;
use crate::fill::list::{Wanted, WordList};
use crate::fill::question::{Frame, Question};
use crate::formats::puzzle::Puzzle;
use crate::formats::source::{STANDARD_INPUT, Source};
use crate::grid::{Grid, MAX_SIZE, full_row};
use crate::plural::plural;
use crate::run::memory::Bytes;

/// Above this number of lines, a note reports how much of the list was kept.
const LONG: u64 = 1_000_000;

impl Fill {
    /// Reads the puzzle and the question about it. Fails with the place of the fault if a file cannot be read.
    pub(super) fn question(&self) -> anyhow::Result<(Puzzle, Question)> {
        at_most_one_stdin(self.grid.iter().chain([&self.words]))?;
        let (name, puzzle) = self.puzzle()?;
        let frame = Frame::of(&puzzle, self.accents()).map_err(|error| anyhow!("{name}: {error}"))?;
        let (theme, required) =
            (self.words_of("--theme", &self.demands.theme)?, self.words_of("--require", &self.demands.require)?);
        let mut banned = self.words_of("--ban", &self.entries.ban)?;
        banned.sort();
        let letters = [frame.letters(), theme.concat()].concat();
        let wanted = Wanted {
            lengths: frame.lengths(),
            min_score: self.min_score,
            accents: self.accents(),
            letters: &letters,
            scores: self.task.best.is_some(),
            marks: self.task.best.is_some() || self.vary || self.demands.one_form,
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
        let mut question = Question::new(frame, list, self.distinct).map_err(|error| anyhow!("{name}: {error}"))?;
        if !self.entries.strict {
            question = question.with_standing_entries();
        }
        Ok((puzzle, question))
    }

    /// Returns the demands on one fill.
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
        let options = self.glyphs.options()?;
        let mut source = Source::open(path)?.check_shaped(self.input.read_as(), options)?;
        let name = source.name().to_owned();
        report_notes(&name, source.notes());
        if source.count() != 1 {
            bail!("{name}: {} grids: expected one", source.count());
        }
        if let Some(file) = source.puzzle_file() {
            if self.out.is_some() && self.task.export.is_none() {
                report_notes(&name, &file.left_out().collect::<Vec<_>>());
            }
            let puzzle = file.puzzle().cloned().map_err(|fault| anyhow!("{name}:{fault}"))?;
            return Ok((name, puzzle));
        }
        let found = source.grids()?.next().transpose()?;
        let puzzle = found.map(|found| found.puzzle()).ok_or_else(|| anyhow!("{name}: no grid found"))?;
        Ok((name, puzzle))
    }

    /// Reads the word list, and its name in errors.
    fn list_of(&self, wanted: Wanted) -> anyhow::Result<(String, WordList)> {
        let is_stdin = self.words.as_os_str() == STANDARD_INPUT;
        let name = if is_stdin { "standard input".to_owned() } else { self.words.display().to_string() };
        let input: Box<dyn BufRead> = if is_stdin {
            Box::new(BufReader::new(std::io::stdin()))
        } else {
            let file = File::open(&self.words).with_context(|| name.clone())?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        let list = WordList::read(input, wanted).map_err(|error| anyhow!("{name}:{error}"))?;
        Ok((name, list))
    }
}
