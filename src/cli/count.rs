//! `gridcheck count`: the number of grids.

mod by_measures;
mod by_symmetry;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{anyhow, bail};
use clap::Args;
use serde_json::json;

use super::args::{ExternalsArg, GoalArgs, MemoryArg, ProblemArgs, engine_for, engine_or_fastest, one_engine};
use super::format::Format;
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, cut_short, report};
use crate::engine::watch::Watch;
use crate::engine::{BlockSums, Engine, EngineError, Piece, Pinwheel, Programs, UprightSums, Window};
use crate::plural::plural;
use crate::problem::Problem;
use crate::wish::Measure;

use by_measures::{Asked, By, by, wishes_as_json};

/// Count the grids that obey the rules.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck count --size 9
  gridcheck count --size 8 --rules american --engine sat
  gridcheck count --size 9 --engine external:ganak
                                          ask somebody else's program
  gridcheck count --size 7 --given corner.txt --format json
  gridcheck count --size 9 --by symmetry  Keith's A, h, r, t, N, and how many grids are essentially different
  gridcheck count --size 9 --where 'words <= 14' --where 'length 3 = 0'
                                          only such grids
  gridcheck count --size 9 --by words     how many grids there are of so many words
  gridcheck count --size 11 --by letters,words --out 11.svg
                                          and a picture of it
  gridcheck count --size 11 --most words  as many words as a grid can have, and how many have them
  gridcheck count --size 15 --sums british-15.txt --resume
                                          a long count that can be killed and goes on
  gridcheck count --size 15 --sums british-15.txt --block cross:ooo-ooo:ooo-ooo
                                          count one of its blocks again, and see whether it was right
  gridcheck count --size 17 --pieces 400 --piece 17 --sums 17.sums --resume --memory 8G
                                          one of 400 pieces, wherever there is a processor; gridcheck sums
                                          puts them together
  gridcheck count --size 17 --engine window --sums 17.uprights --resume
                                          the whole, by uprights: on one machine, in little memory

In text form standard output is the number alone (with --by, a table; with --most and --fewest, a sentence); anything to be said goes to standard error.")]
pub struct Count {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The engine to ask, external:NAME for somebody else's program; the fastest that can do it if left out.
    #[arg(long, visible_alias = "engines", value_name = "NAME", value_parser = one_engine)]
    engine: Option<String>,
    #[command(flatten)]
    externals: ExternalsArg,
    /// Sort the grids: by what leaves them unchanged (symmetry: Keith's types, as classes of grids that the square's symmetries make
    /// of one another; a type whose count would take unreasonably long is left out); by measures as in --where, one or more with
    /// commas between (words, or letters,words); or by the lengths of their words (lengths).
    #[arg(long, value_name = "WHAT", value_parser = by, conflicts_with_all = ["most", "fewest", "sums", "resume", "block", "pieces", "piece"])]
    by: Option<By>,
    /// Draw what --by found as a chart, by the name's ending: .svg or .png.
    #[arg(long, value_name = "PICTURE", requires = "by")]
    out: Option<PathBuf>,
    #[command(flatten)]
    extreme: GoalArgs,
    /// Write the number of grids in each block of the count to a new file: pinwheel's blocks, or with --engine window its uprights.
    /// Other engines do not count in blocks.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["most", "fewest"])]
    sums: Option<PathBuf>,
    /// Go on with the file of sums if it is there.
    #[arg(long, requires = "sums")]
    resume: bool,
    /// Deal the blocks into so many pieces of about equal work, the same on every machine, and count one of them, alone.
    #[arg(long, value_name = "N", requires_all = ["piece", "sums"], conflicts_with = "block", allow_negative_numbers = true)]
    pieces: Option<usize>,
    /// Which of the pieces, from 1.
    #[arg(long, value_name = "K", requires = "pieces", allow_negative_numbers = true)]
    piece: Option<usize>,
    /// Count this block alone; with --sums, hold it against what the file says.
    #[arg(long, value_name = "BLOCK", conflicts_with_all = ["resume", "most", "fewest"], allow_hyphen_values = true)]
    block: Option<String>,
    #[command(flatten)]
    memory: MemoryArg,
    /// How to print the answer.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Csv, Format::Json]))]
    format: Format,
}

impl Count {
    /// Counts and prints.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let piece = self.pieces.zip(self.piece).map(|(of, number)| Piece::new(number, of)).transpose()?;
        let problem = self.problem.problem()?;
        let programs = self.externals.programs()?;
        if let Some(block) = &self.block {
            return self.one_block(block, &problem, terminal, output);
        }
        if self.sums.is_some() {
            self.demand_blocks(&problem)?;
        }
        self.say_notes(&problem);
        let asked =
            Asked { problem: &problem, engine: self.engine.as_deref(), programs: &programs, format: self.format };
        if let Some(goal) = self.extreme.goal() {
            self.refuse_csv()?;
            return asked.extreme(goal, terminal, output);
        }
        let out = self.out.as_deref();
        match &self.by {
            None => self.refuse_csv()?,
            Some(By::Symmetry) if out.is_some() => bail!("--out: there is no chart of --by symmetry"),
            Some(By::Symmetry) => {
                self.refuse_csv()?;
                return by_symmetry::run(&problem, (self.engine.as_deref(), &programs), self.format, terminal, output);
            }
            Some(By::Measures(by)) => return asked.sort(by, false, out, terminal, output),
            Some(By::Lengths) => {
                let by: Vec<Measure> = (2..=problem.size()).map(Measure::Length).collect();
                return asked.sort(&by, true, out, terminal, output);
            }
        }
        let start = Instant::now();
        let (engine, count) = match &self.sums {
            None => {
                let engine = engine_or_fastest(self.engine.as_deref(), &programs, &problem, terminal)?;
                (engine.name(), engine.count(&problem, &terminal.run(engine.name()))?)
            }
            Some(path) if self.is_by_upright() => {
                let sums = self.upright_sums_at(path, &problem)?;
                let run = terminal.run(Window.name());
                terminal.learned(format!("finished uprights are in {}; go on with --resume", path.display()));
                let count = Window.count_by_upright(&problem, &run, &sums);
                (Window.name(), count.map_err(|error| kept(error, path, "uprights"))?)
            }
            Some(path) => {
                let sums = self.sums_at(path, &problem, piece)?;
                let run = terminal.run(Pinwheel.name());
                terminal.learned(format!("finished blocks are in {}; go on with --resume", path.display()));
                let count = Pinwheel.count_in_blocks(&problem, &run, &sums);
                let count = count.map_err(|error| kept(error, path, "blocks"))?;
                if let Some(piece) = piece {
                    terminal.clear();
                    self.print_piece(&problem, piece, (count, &sums), start, output)?;
                    return Ok(Verdict::Well);
                }
                (Pinwheel.name(), count)
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        if self.format == Format::Json {
            let answer = json!({
                "size": problem.size(),
                "rules": problem.rules().name,
                "where": wishes_as_json(&problem),
                "engine": engine,
                "count": count.to_string(),
                "seconds": seconds,
                "notes": problem.notes(),
            });
            writeln!(output, "{answer}")?;
        } else {
            writeln!(output, "{count}")?;
        }
        Ok(Verdict::Well)
    }

    /// An error if a table was asked for where there is none.
    fn refuse_csv(&self) -> anyhow::Result<()> {
        if self.format == Format::Csv {
            bail!("--format csv is for --by with measures");
        }
        Ok(())
    }

    /// The file of sums to count into, and what there is to say of it.
    fn sums_at(&self, path: &Path, problem: &Problem, piece: Option<Piece>) -> anyhow::Result<BlockSums> {
        if !path.exists() {
            // Said before there is a file.
            Pinwheel.demand_room(problem)?;
        }
        let sums = if self.resume {
            BlockSums::resume(path, problem, piece)?
        } else {
            BlockSums::create(path, problem, piece)?
        };
        self.say_resumed(path, sums.was_cut_short(), (sums.len(), "block"), sums.version());
        Ok(sums)
    }

    /// What there is to say of a file of sums that is gone on with: of so many blocks, begun by that version.
    fn say_resumed(&self, path: &Path, was_cut_short: bool, (known, noun): (usize, &str), version: Option<&str>) {
        if was_cut_short {
            report(&cut_short(path));
        }
        if known == 0 || self.format != Format::Text {
            return;
        }
        let were = if known == 1 { "was" } else { "were" };
        report(&format!("note: {} {were} counted before", plural(known, noun)));
        if let Some(version) = version.filter(|version| *version != env!("CARGO_PKG_VERSION")) {
            report(&format!("note: version {version} began {}", path.display()));
        }
    }

    /// What a piece came to, in words that nobody takes for the whole count.
    fn print_piece(
        &self,
        problem: &Problem,
        piece: Piece,
        (count, sums): (u128, &BlockSums),
        start: Instant,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let blocks = sums.len();
        if self.format == Format::Json {
            let answer = json!({
                "size": problem.size(),
                "rules": problem.rules().name,
                "engine": Pinwheel.name(),
                "piece": piece.number(),
                "pieces": piece.of(),
                "blocks": blocks,
                "count_of_piece": count.to_string(),
                "seconds": start.elapsed().as_secs_f64(),
                "notes": problem.notes(),
            });
            writeln!(output, "{answer}")?;
        } else {
            let empty = if sums.is_of_nothing() { ": it is empty, for there are more pieces than work" } else { "" };
            writeln!(output, "{piece} alone: {} in {}{empty}", plural(count, "grid"), plural(blocks, "block"))?;
        }
        Ok(())
    }

    fn say_notes(&self, problem: &Problem) {
        if self.format == Format::Text {
            problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        }
    }

    /// Counts one block; refuted if a file of sums says otherwise.
    fn one_block(
        &self,
        block: &str,
        problem: &Problem,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        self.refuse_csv()?;
        self.demand_blocks(problem)?;
        let start = Instant::now();
        let (engine, (count, recorded)) = if self.is_by_upright() {
            let fresh = || Ok(UprightSums::in_memory());
            let sums = self.sums.as_deref().map_or_else(fresh, |path| UprightSums::read(path, problem))?;
            (Window.name(), Window.count_upright(problem, &terminal.run(Window.name()), block, &sums)?)
        } else {
            let fresh = || Ok(BlockSums::in_memory());
            let sums = self.sums.as_deref().map_or_else(fresh, |path| BlockSums::read(path, problem))?;
            (Pinwheel.name(), Pinwheel.count_block(problem, &terminal.run(Pinwheel.name()), block, &sums)?)
        };
        let seconds = start.elapsed().as_secs_f64();
        terminal.clear();
        self.say_notes(problem);
        let agree = recorded.is_none_or(|recorded| recorded == count);
        if self.format == Format::Json {
            let answer = json!({
                "size": problem.size(),
                "rules": problem.rules().name,
                "engine": engine,
                "block": block,
                "count": count.to_string(),
                "recorded": recorded.map(|recorded| recorded.to_string()),
                "seconds": seconds,
                "notes": problem.notes(),
            });
            writeln!(output, "{answer}")?;
        } else {
            writeln!(output, "{count}")?;
            if let Some(path) = &self.sums {
                let says = match recorded {
                    Some(recorded) if agree => format!("has {recorded} for this block: the same"),
                    Some(recorded) => format!("has {recorded} for this block: NOT the same"),
                    None => "does not have this block yet".to_owned(),
                };
                report(&format!("{} {says}", path.display()));
            }
        }
        Ok(if agree { Verdict::Well } else { Verdict::Refuted })
    }

    /// Whether the sums are those of uprights: the engine asked for is the one that counts by them.
    fn is_by_upright(&self) -> bool {
        self.engine.as_deref() == Some(Window.name())
    }

    /// The file of sums by upright to count into, and what there is to say of it.
    fn upright_sums_at(&self, path: &Path, problem: &Problem) -> anyhow::Result<UprightSums> {
        let sums = if self.resume { UprightSums::resume(path, problem)? } else { UprightSums::create(path, problem)? };
        Window.refuse_strange(problem, &sums).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        self.say_resumed(path, sums.was_cut_short(), (sums.len(), "upright"), sums.version());
        Ok(sums)
    }

    /// An error unless the engine asked for is one that counts in blocks, and it can do the problem.
    fn demand_blocks(&self, problem: &Problem) -> anyhow::Result<()> {
        let name = Pinwheel.name();
        if self.is_by_upright() {
            if self.pieces.is_some() {
                bail!("engine {} counts by uprights, not in pieces; {name} does", Window.name());
            }
            return engine_for(Window.name(), &Programs::builtin(), problem).map(|_| ());
        }
        if let Some(other) = self.engine.as_ref().filter(|&engine| engine != name) {
            bail!(
                "engine {other} does not count in blocks, as --sums, --pieces and --block ask; {name} does, {} by uprights",
                Window.name()
            );
        }
        engine_for(name, &Programs::builtin(), problem).map(|_| ())
    }
}

/// The error of a count into a file: one that more memory would mend leaves something to go on with.
fn kept(error: EngineError, path: &Path, noun: &str) -> anyhow::Error {
    match error {
        EngineError::NoRoom { .. } => {
            anyhow!("{error}; finished {noun} are in {}; with more memory go on with --resume", path.display())
        }
        other => other.into(),
    }
}
