//! `gridcheck fill`: fills a grid with words of a list.

mod one;
mod reading;
pub mod words;

use crate::ask::host::Host;
use crate::plural::plural;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};

use super::args::{ReadArgs, Threads, at_least_one, duration, name_of_value, square};
use super::destination::{ForceArg, refuse_other_ending};
use super::output_form::puzzle_format;
use super::stoppable::write_out;
use super::{Format, Output, Terminal, Verdict};
use crate::ask::engines::engines_once;
use crate::engine::clock::Moment;
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Run};
use crate::fill::FILLERS;
use crate::fill::backtrack::{Estimate, Scored, estimate};
use crate::fill::compare::{self, compare};
use crate::fill::export::{dimacs, dlx};
use crate::fill::filler::{self, Filler};
use crate::fill::letters::Accents;
use crate::fill::question::Question;
use one::OneFill;
use words::{FillPrinter, Progress};

/// Fill a grid with words of a list: find one fill, list all fills, or count them.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck fill mygrid.txt --words list.txt
                                          one fill, or why there is none
  gridcheck fill --size 4 --words list.txt --count
  gridcheck fill --size 5 --words list.txt --compare
                                          three engines: the same number, the same set?
  gridcheck fill letters.txt --black '#' --words list.txt --list 10 --format line
  gridcheck fill mygrid.txt --words 'list;scored.txt' --min-score 50 --seed 7
  gridcheck fill mygrid.txt --words scored.txt --best --seconds 30
                                          the fill with the best words that 30 seconds can find
  gridcheck fill mygrid.txt --words list.txt --theme 'LONG ENTRY,ANOTHER' --out mypuzzle.ipuz
  gridcheck fill mygrid.txt --words list.txt --list 5 --vary
  gridcheck fill mygrid.txt --words list.txt --estimate 10000 --seed 1
  gridcheck fill mygrid.txt --words mine.txt --words broad.txt --prefer loved.txt --ban dull.txt
  gridcheck fill mygrid.ipuz --words list.txt --region 1,9-5,15
                                          only the top right corner again
  gridcheck fill mygrid.txt --words list.txt --candidates 7D
                                          the words for one slot, the best first
  gridcheck fill --size 3 --words list.txt --export dimacs --out words3.cnf

The grid's letters are kept. Every run of two or more white squares is to be a word of the list, and no word is used twice. A list has one
word a line, or WORD;score, or WORD;score;root; tabs may stand for semicolons, a score may be a decimal number, and a line with # in front
is a remark. Other lines are left out, and one note counts them (--strict-list: the first of them is an error). Words with digits are left
out too, unless the grid has a digit. Capitals, accents, spaces, hyphens and apostrophes make no difference (--accents keep: accents do).
If words have scores, the first fill prefers high ones, and --best improves it.
If --time-limit ends a count, an estimate is printed, and marked as one.

Exit codes, the same for every task: 0 there are fills; 1 there is none, or engines differ; 2 bad use, unreadable input, or a list without
words of the needed lengths; 3 undecided: the time limit ended the search.")]
pub struct Fill {
    /// Fill this grid, in any supported format, and keep its letters; - is standard input. Plain text with letters needs --black '#'.
    #[arg(value_name = "GRID", conflicts_with = "size", required_unless_present = "size")]
    grid: Option<PathBuf>,
    /// Fill a grid with this many rows and columns and no black square, instead of a file: 2 to 64.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = side)]
    size: Option<usize>,
    /// Read words from this list; - is standard input (repeatable). A word of several lists has its highest score.
    #[arg(long, value_name = "LIST", required = true)]
    words: Vec<PathBuf>,
    /// Use only words with this score or a higher one.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true)]
    min_score: Option<i64>,
    /// Write the fill as a puzzle to this file, in the format of its extension: .ipuz, .puz, .jpz, .xd or .exolve. With --export:
    /// write the problem to it. The file is written completely or not at all.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "list", "compare", "estimate", "candidates"])]
    out: Option<PathBuf>,
    #[command(flatten)]
    task: Task,
    /// Treat accents this way.
    #[arg(long, value_enum, value_name = "WHAT", default_value = "fold")]
    accents: AccentsArg,
    #[command(flatten)]
    repeats: RepeatArgs,
    #[command(flatten)]
    entries: EntryArgs,
    #[command(flatten)]
    demands: DemandArgs,
    /// With --best: improve the fill for this many seconds.
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 10, requires = "best", value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// With --list: fills that differ in many words, those with the best scores first.
    #[arg(long, requires = "list")]
    vary: bool,
    /// With --count: count a fill and its transpose once, if the grid is symmetric about its main diagonal. Word squares, which are their own
    /// transpose, are reported separately. They use each word twice, so there are none without --repeat.
    #[arg(long, requires = "count")]
    up_to_transposition: bool,
    /// Ask this engine; the default is backtrack. --compare accepts several with commas between them, and all by default.
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_delimiter = ',')]
    engine: Vec<String>,
    /// Draw a fill or an estimate with this seed: the same seed gives the same result. The default is 1, and a random seed for an
    /// estimate.
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Work for at most this time, as in 30s, 10m or 1h30m.
    #[arg(long, alias = "budget", value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    force: ForceArg,
    #[command(flatten)]
    reading: ReadArgs,
    /// Print the answer in this format; line is one fill per line, its rows joined by /.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
    #[command(flatten)]
    jobs: Threads,
}

/// Options for words in several slots.
#[derive(Args)]
struct RepeatArgs {
    /// Allow a word in several slots.
    #[arg(long)]
    repeat: bool,
    /// Use no word twice, which is the default.
    #[arg(long, hide = true, conflicts_with = "repeat")]
    distinct: bool,
}

/// Options for the words that may be used.
#[derive(Args)]
struct EntryArgs {
    /// Refuse a written entry that is not in the list. Without this, entries whose letters are all given may stay.
    #[arg(long)]
    strict: bool,
    /// Do not use these words, with commas between them, or the words of a file of this name (repeatable).
    #[arg(long, value_name = "WORDS|LIST", value_delimiter = ',')]
    ban: Vec<String>,
    /// Give the words of this list a higher score than all others (repeatable).
    #[arg(long, value_name = "LIST")]
    prefer: Vec<PathBuf>,
    /// Refuse a list with a line that is no word, instead of leaving it out with a note.
    #[arg(long)]
    strict_list: bool,
    /// Fill only the squares of this rectangle, from one corner to the other, and clear its letters first (repeatable). Words that
    /// reach an empty square outside it are not filled. Only for one fill, --best, --vary or --candidates.
    #[arg(long, value_name = "ROW,COLUMN-ROW,COLUMN", value_parser = region)]
    region: Vec<Region>,
}

impl EntryArgs {
    /// Returns the files that `--ban` names, and its words.
    fn banned(&self) -> (Vec<PathBuf>, Vec<String>) {
        let (files, words): (Vec<&String>, _) = self.ban.iter().partition(|value| Path::new(value).is_file());
        (files.into_iter().map(PathBuf::from).collect(), words.into_iter().cloned().collect())
    }
}

/// A rectangle of squares, from its first row and column to its last, from 0.
#[derive(Debug, Clone, Copy)]
struct Region {
    rows: (usize, usize),
    columns: (usize, usize),
}

/// Parses a rectangle, typed from 1.
fn region(text: &str) -> Result<Region, String> {
    let corners = match text.split_once('-') {
        Some((one, other)) => square(one).and_then(|one| Ok((one, square(other)?))),
        None => square(text).map(|one| (one, one)),
    };
    let ((r, c), (r2, c2)) =
        corners.map_err(|_| "expected two corners, as in 1,9-5,15: row and column of each".to_owned())?;
    Ok(Region { rows: (r.min(r2), r.max(r2)), columns: (c.min(c2), c.max(c2)) })
}

/// Demands on one fill.
#[derive(Args)]
struct DemandArgs {
    /// Use each of these words of the list, with commas between them. Only for one fill, --best or --vary.
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    require: Vec<String>,
    /// Use each of these entries, with commas between them, even if the list lacks them. Only for one fill, --best or --vary.
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    theme: Vec<String>,
    /// Let no two words share K consecutive letters. Only for one fill, --best or --vary.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = at_least_one)]
    no_shared: Option<usize>,
    /// Let no two words have one root: that of WORD;score;root, or else the stem of an English word, as in POINT and POINTS. Only
    /// for one fill, --best or --vary.
    #[arg(long)]
    one_form: bool,
}

/// The task; the default is one fill.
#[derive(Args)]
#[group(multiple = false)]
struct Task {
    /// Find the fill whose words have the highest mean score, or the highest lowest score.
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "mean")]
    best: Option<GoalArg>,
    /// Count the fills.
    #[arg(long)]
    count: bool,
    /// List the first N fills.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    list: Option<u64>,
    /// Find all fills with several engines, and compare their answers.
    #[arg(long)]
    compare: bool,
    /// Estimate the number of fills from this many random probes (Knuth 1975).
    #[arg(long, value_name = "PROBES", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    estimate: Option<u64>,
    /// Rank the words for this slot, as in 7D or 7-Down, each with the number of words that it leaves in every crossing slot.
    #[arg(long, value_name = "SLOT")]
    candidates: Option<String>,
    /// Write the question as input for other people's solvers.
    #[arg(long, value_enum, value_name = "WHAT")]
    export: Option<ExportLanguage>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum GoalArg {
    /// The highest mean.
    Mean,
    /// The highest lowest score, and then the highest mean.
    Minimum,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AccentsArg {
    /// Drop accents: É is E.
    Fold,
    /// Keep accents: É and E are different letters.
    Keep,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportLanguage {
    /// A formula for SAT solvers and model counters.
    Dimacs,
    /// Items and options of an exact cover problem, in the input format of Knuth's DLX programs.
    Dlx,
}

/// Number of probes for the estimate after an unfinished count.
const PROBES: u64 = 10_000;
/// Time limit of that estimate.
const PROBING: Duration = Duration::from_secs(10);

fn side(text: &str) -> Result<usize, String> {
    let most = crate::grid::MAX_SIZE;
    let size = text.parse().ok().filter(|size| (2..=most).contains(size));
    size.ok_or_else(|| format!("expected a whole number from 2 to {most}"))
}

impl Fill {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        terminal.finds("fill");
        if let Some(out) = &self.out {
            self.force.file(out).check(self.inputs().iter().map(PathBuf::as_path))?;
            self.task.export.map(|to| refuse_other_ending(out, &name_of_value(&to))).transpose()?;
        }
        let fillers = self.fillers()?;
        if let Some(path) = self.out.as_deref().filter(|_| self.task.export.is_none()) {
            puzzle_format(path)?;
        }
        let demands = self.demands()?;
        let (puzzle, question) = self.question()?;
        if self.up_to_transposition && !question.is_symmetric() {
            bail!(
                "--up-to-transposition: the grid, with its letters, is not the same on both sides of its main diagonal"
            );
        }
        if self.up_to_transposition && question.is_distinct() {
            super::report("note: a word square uses each word twice; --repeat allows that");
        }
        let words = FillPrinter { question: &question, format: self.format };
        if let Some(slot) = &self.task.candidates {
            return words.candidates(slot, output);
        }
        let Task { best, count, list, compare, estimate, export, candidates: _ } = &self.task;
        let is_one_fill = best.is_some()
            || self.vary
            || !(*count || list.is_some() || *compare || estimate.is_some() || export.is_some());
        if !self.entries.region.is_empty() && !is_one_fill {
            bail!("--region works for one fill, --best, --list with --vary, and --candidates");
        }
        if !demands.is_empty() && (!is_one_fill || self.engine.iter().any(|name| name != FILLERS[0].name())) {
            let engine = FILLERS[0].name();
            bail!(
                "--require, --theme, --no-shared and --one-form work for one fill, --best and --list with --vary, by the engine {engine}"
            );
        }
        let one = OneFill { puzzle: &puzzle, demands: &demands, words: &words };
        match (count, list, compare, estimate, export) {
            _ if best.is_some() => self.best(&one, terminal, output),
            (_, Some(most), ..) if self.vary => self.vary(&one, *most, terminal, output),
            (true, ..) => self.count(&words, fillers[0], terminal, output),
            (_, Some(most), ..) => self.list(&words, fillers[0], *most, terminal, output),
            (_, _, true, ..) => {
                let report = compare_within(&question, &fillers, self.time_limit, terminal)?;
                terminal.clear();
                words.report(&report, output)?;
                Ok(Verdict::well_if(report.agree && report.answers.iter().all(|answer| answer.sum.count > 0)))
            }
            (.., Some(probes), _) => {
                let seed = self.seed.unwrap_or_else(|| terminal.pick_seed());
                let run = terminal.until(self.end()).run("estimate");
                let estimate = estimate_within(&question, *probes, seed, &run)?;
                terminal.clear();
                words.estimate(&estimate, seed, output)?;
                Ok(Verdict::well_if(estimate.reached > 0))
            }
            (.., Some(to)) => self.export(&question, *to, terminal, output),
            _ => self.one(&one, terminal, output),
        }
    }

    /// Returns the requested engines. Only a comparison may have several.
    fn fillers(&self) -> anyhow::Result<Vec<&'static dyn Filler>> {
        if self.engine.is_empty() {
            return Ok(FILLERS.to_vec());
        }
        engines_once(&self.engine)?;
        if self.engine.len() > 1 && !self.task.compare {
            bail!("--engine: expected one engine (--compare asks several)");
        }
        let named = |name: &String| {
            let known = || FILLERS.map(Filler::name).join(", ");
            let filler = FILLERS.into_iter().find(|filler| filler.name() == name);
            filler.ok_or_else(|| anyhow!("no engine `{name}` fills grids, expected one of {}", known()))
        };
        self.engine.iter().map(named).collect()
    }

    fn inputs(&self) -> Vec<PathBuf> {
        let (banned, _) = self.entries.banned();
        self.grid.iter().chain(&self.words).chain(&self.entries.prefer).cloned().chain(banned).collect()
    }

    fn accents(&self) -> Accents {
        match self.accents {
            AccentsArg::Fold => Accents::Fold,
            AccentsArg::Keep => Accents::Keep,
        }
    }

    /// Returns the moment at which the time budget ends, if there is one.
    fn end(&self) -> Option<Moment> {
        self.time_limit.map(Moment::after)
    }

    fn count(
        &self,
        words: &FillPrinter,
        filler: &dyn Filler,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let question = words.question;
        let start = Instant::now();
        let run = terminal.until(self.end()).run(filler.name());
        let (fills, mirrored) = match compare::count(filler, question, &run) {
            Ok(counted) => counted,
            Err(EngineError::Stopped) if run.is_late() => {
                let (pieces_done, pieces, found) = run.progress();
                let seconds = self.time_limit.unwrap_or_default().as_secs();
                let progress = Progress { pieces_done, pieces, found_in_them: found, seconds };
                let seed = self.seed.unwrap_or_else(|| terminal.pick_seed());
                let run = terminal.until(Some(Moment::after(PROBING))).run("estimate");
                let estimate = estimate_within(question, PROBES, seed, &run)?;
                terminal.clear();
                words.unfinished(&progress, &estimate, seed, output)?;
                return Ok(Verdict::Undecided);
            }
            Err(error) => return Err(error.into()),
        };
        terminal.clear();
        let mirrored = mirrored.filter(|_| self.up_to_transposition);
        if mirrored.is_some_and(|mirrored| mirrored.classes().is_none()) {
            bail!("engine {} gives fills without their transposes", filler.name());
        }
        words.count(fills, mirrored, filler.name(), start.elapsed().as_secs_f64(), output)?;
        Ok(Verdict::well_if(fills > 0))
    }

    fn list(
        &self,
        words: &FillPrinter,
        filler: &dyn Filler,
        most: u64,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let run = terminal.printing_run(filler.name(), output);
        self.end().into_iter().for_each(|end| run.stop_at(end));
        let mut failed = None;
        let mut printed = 0_u64;
        let outcome = filler::list(filler, words.question, most, &run, |fill| {
            let fill = Scored { fill: fill.to_vec(), scores: Vec::new() };
            if let Err(error) = words.fill(&fill, printed == 0, &mut output.until_closed()) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            printed += 1;
            ControlFlow::Continue(())
        });
        match (failed, outcome) {
            (Some(error), _) => Err(error),
            (None, Err(EngineError::Stopped)) if run.is_late() => {
                super::report(&format!("note: the time is over after {}", plural(printed, "fill")));
                Ok(Verdict::Undecided)
            }
            (None, Err(error)) => {
                // The output so far consists of whole fills, so it is kept.
                output.flush()?;
                Err(error.into())
            }
            (None, Ok(())) => Ok(Verdict::well_if(printed > 0 || most == 0)),
        }
    }

    fn export(
        &self,
        question: &Question,
        to: ExportLanguage,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let run = terminal.run("export");
        let file = self.out.as_deref().map(|path| self.force.file(path));
        write_out(file, &run, output, |mut out| match to {
            ExportLanguage::Dimacs => dimacs::write(question, &mut out),
            ExportLanguage::Dlx => dlx::write(question, &mut out),
        })?;
        Ok(Verdict::Well)
    }
}

/// Returns an estimate, from fewer probes if the time is up.
fn estimate_within(question: &Question, probes: u64, seed: u64, run: &Run) -> anyhow::Result<Estimate> {
    let estimate = estimate(question, probes, seed, run)?;
    if estimate.probes < probes && !run.is_late() {
        return Err(EngineError::Stopped.into());
    }
    Ok(estimate)
}

/// Compares engines; every stage ends when the time budget is spent.
fn compare_within(
    question: &Question,
    fillers: &[&dyn Filler],
    time_limit: Option<Duration>,
    terminal: &Terminal,
) -> anyhow::Result<crate::fill::compare::FillComparison> {
    let watch = terminal.until(time_limit.map(Moment::after));
    match compare(question, fillers, &watch) {
        Err(EngineError::Stopped) if terminal.ending().is_none() => {
            bail!("the time is over before all engines have answered")
        }
        outcome => Ok(outcome?),
    }
}
