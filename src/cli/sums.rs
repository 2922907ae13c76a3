//! `gridcheck sums`: merges files of sums, and checks them against each other and against the engine.

pub mod answer;

use std::io::Write;
use std::path::{Path, PathBuf};

use super::args::{MemoryLimit, RulesArg, Threads};
use super::sum::{self, asked, in_text_beside};
use super::{Format, Output, Terminal, Verdict, cut_short, report, run_number, write_json};
use crate::ask::host::Host;
use crate::constraint::in_words;
use crate::engine::EngineError;
use crate::engine::blocks::BlockSum;
use crate::engine::watch::Watch;
use crate::engines::ENGINES;
use crate::file::NewFile;
use crate::plural::plural;
use crate::rules::Ruleset;
use crate::sums::{BlockStatements, Gap, Merge, share_seen};
use anyhow::{Context, anyhow, bail};
use clap::Args;

/// Merge the pieces of a long count, and find the files that are wrong.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck sums piece-*.sums             the total, if every piece is there
  gridcheck sums piece-*.sums --missing   the numbers of those that are not, for a scheduler
  gridcheck sums piece-*.sums --missing --quorum 2
                                          the same, until two runs agree on every piece
  aws s3 cp s3://bucket/whole.sums.gz - | gridcheck sums -
                                          files from a pipe, one or several
  gridcheck sums piece-*.sums --rules american
                                          are those the rules I mean?
  gridcheck sums piece-*.sums --out whole.sums
                                          one file of all
  gridcheck sums old.sums new.sums --recount
                                          which of two that differ is wrong
  gridcheck sums whole.sums --recheck 100 --seed 1
                                          100 random blocks counted again, and what that proves

A file is made by gridcheck count --sums, of the whole or with --pieces and --piece of a piece. It may be compressed with gzip. Files of
count --by, --most and --fewest are merged too: their total is a table or an extreme. In text form standard output is the total alone, or the numbers that --missing asks for; standard error says what was counted, by which rules, and all else.
The total is printed only if every block is there and nothing contradicts it.
Exit codes: 0 the total is printed, or --missing is answered; 1 blocks are missing, or files are wrong; 2 a file cannot be used.")]
pub struct Sums {
    /// Merge these files of sums, all of the same problem; - reads files from standard input, one after the other.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Require these rules: a built-in set or a TOML file. The files are refused unless every key has the same value; the name
    /// does not matter.
    #[arg(long, value_name = "NAME|FILE.toml")]
    rules: Option<String>,
    /// Write all blocks to a new file; if some are missing, gridcheck count --sums FILE --resume continues from it.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print only the numbers of the incomplete pieces, one per line.
    #[arg(long, conflicts_with_all = ["out", "recount", "recheck", "format"])]
    missing: bool,
    /// Require that files of this many different runs of gridcheck count agree on every block. Copies of a file count once, and so
    /// does a merged file beside the files it was merged from.
    #[arg(long, value_name = "Q", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000), allow_negative_numbers = true)]
    quorum: u32,
    /// Count again every block on which files differ, and report which file is wrong.
    #[arg(long)]
    recount: bool,
    /// Draw this many blocks at random, each with the same probability, and count them again.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    recheck: Option<u32>,
    /// Draw the blocks with this seed: the same seed draws the same blocks. Without it, one is picked and printed.
    #[arg(long, value_name = "S", requires = "recheck", allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    jobs: Threads,
    #[command(flatten)]
    memory: MemoryLimit,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

/// Maximum number of faulty blocks to list; the rest are counted.
const SHOWN: usize = 10;

/// The smallest share of the work to print, in percent: a smaller one would be rounded to zero.
const LEAST_PERCENT: f64 = 0.01;

struct Rechecked {
    seed: u64,
    draws: usize,
    blocks: Vec<BlockStatements>,
}

impl Rechecked {
    fn wrong(&self) -> impl Iterator<Item = &BlockStatements> {
        self.blocks.iter().filter(|block| block.wrong().next().is_some())
    }
}

impl Sums {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        // Fail before hours of work if the result cannot be written.
        if let Some(out) = self.out.as_ref().filter(|out| out.symlink_metadata().is_ok()) {
            bail!("{}: the file exists: name another one, or delete it", out.display());
        }
        let meant = self.rules.clone().map(|rules| RulesArg { rules }.ruleset()).transpose()?;
        let merge = Merge::of(&self.files, &ENGINES, self.quorum as usize)?;
        if let Some(meant) = meant {
            must_be_about(&merge, &meant)?;
        }
        if self.format == Format::Text && !self.missing {
            report(&counted(&merge));
        }
        for file in merge.files().filter(|file| file.was_cut_short) {
            report(&cut_short(file.path));
        }
        let gaps = merge.gaps();
        let mut contradictions = merge.contradictions();
        if self.recount && !contradictions.is_empty() {
            let blocks: Vec<String> = contradictions.iter().map(|block| block.name.clone()).collect();
            contradictions = merge.recount(&blocks, &terminal.run("blocks counted again"))?;
        }
        let rechecked = self.recheck.map(|draws| self.rechecked(&merge, draws, terminal)).transpose()?;
        terminal.clear();
        let is_right =
            contradictions.is_empty() && rechecked.as_ref().is_none_or(|rechecked| rechecked.wrong().next().is_none());
        let total =
            if is_right && gaps.is_empty() { Some(merge.sum_so_far().ok_or(EngineError::Overflow)?) } else { None };
        // Write before reporting, because the report says whether it was written. A failed write must not suppress the report.
        let lacks_quorum = self.quorum > 1 && !gaps.is_empty();
        let out = self.out.as_ref().filter(|_| is_right && !lacks_quorum);
        let written = out.map(|out| write_whole(&merge, out)).transpose();
        let mut printed = Ok(());
        let found = MergeReport { merge: &merge, quorum: self.quorum as usize, gaps, contradictions, rechecked, total };
        if self.format == Format::Json {
            let out = out.filter(|_| matches!(written, Ok(Some(()))));
            write_json(output, &found.report(out.map(|out| out.display().to_string())))?;
        } else {
            found.report_contradictions();
            if let Some(out) = self.out.as_ref().filter(|_| out.is_none()) {
                let why = if is_right { "too few files agree" } else { "files are wrong" };
                report(&format!("{} is not written: {why}", out.display()));
            }
            if is_right || self.missing {
                found.report_agreement(self.missing);
            }
            if self.missing {
                found.gaps.iter().try_for_each(|gap| writeln!(output, "{}", gap.piece))?;
            } else if let Some(total) = &found.total {
                printed = sum::print_sum(output, merge.problem(), total);
            } else {
                found.say_what_is_missing();
            }
        }
        written?;
        printed?;
        Ok(Verdict::well_if(is_right && (self.missing || found.gaps.is_empty())))
    }

    fn rechecked(&self, merge: &Merge, draws: u32, terminal: &Terminal) -> anyhow::Result<Rechecked> {
        let seed = self.seed.unwrap_or_else(|| terminal.pick_seed());
        let blocks = merge.draw(draws as usize, seed);
        if blocks.is_empty() {
            return Err(anyhow!("nothing to recheck: no block is on record"));
        }
        let blocks = merge.recount(&blocks, &terminal.run("blocks counted again"))?;
        Ok(Rechecked { seed, draws: draws as usize, blocks })
    }
}

/// Writes the merged file, complete or not at all.
fn write_whole(merge: &Merge, out: &Path) -> anyhow::Result<()> {
    let lines = merge.lines(run_number::drawn()?)?;
    let write = |file: &mut NewFile| lines.iter().try_for_each(|line| file.write_all(line.as_bytes()));
    NewFile::begin_new(out).and_then(|file| file.fill(write)).with_context(|| out.display().to_string())
}

/// Returns in words the problem of the sums. A rule set that is not built in is written with every rule.
fn counted(merge: &Merge) -> String {
    let problem = merge.problem();
    let given = if problem.givens().is_empty() { "" } else { ", some squares given" };
    let constraints = problem.constraints();
    let met = if constraints.is_empty() { String::new() } else { format!(" where {}", in_words(constraints)) };
    let (size, rules) = (problem.size().rows_by_columns(), problem.rules().described());
    let asked = asked(merge.kind());
    format!("{size} grids{given}{met}{asked}, by the engine {}, rules {rules}", merge.engine())
}

/// Fails if the sums are by other rules than `meant`. Names do not matter.
fn must_be_about(merge: &Merge, meant: &Ruleset) -> anyhow::Result<()> {
    let differences = merge.problem().rules().differences(meant);
    if !differences.is_empty() {
        bail!("these are not sums by the rules {}: {differences}", meant.described());
    }
    Ok(())
}

struct MergeReport<'m> {
    merge: &'m Merge,
    /// Number of runs that must agree on a block.
    quorum: usize,
    gaps: Vec<Gap>,
    contradictions: Vec<BlockStatements>,
    rechecked: Option<Rechecked>,
    total: Option<BlockSum>,
}

impl MergeReport<'_> {
    fn name(&self, file: usize) -> String {
        self.merge.files().nth(file).map_or_else(String::new, |file| file.path.display().to_string())
    }

    /// Returns the line about a block: the sums of the files, and the sum counted again.
    fn line(&self, block: &BlockStatements) -> String {
        let all: Vec<&BlockSum> = block.statements.iter().map(|(_, sum)| sum).chain(&block.counted).collect();
        let says: Vec<String> = block
            .statements
            .iter()
            .map(|(file, sum)| {
                let is_wrong = block.counted.as_ref().is_some_and(|counted| counted != sum);
                let wrong = if is_wrong { ", which is WRONG" } else { "" };
                // Beside the sum that was counted again, a file shows where it differs from that.
                let beside = block.counted.as_ref().map_or_else(|| all.clone(), |counted| vec![counted, sum]);
                format!("{} says {}{wrong}", self.name(*file), in_text_beside(sum, &beside))
            })
            .collect();
        let counted = block.counted.as_ref();
        let counted =
            counted.map_or_else(String::new, |sum| format!("counted again it has {}; ", in_text_beside(sum, &all)));
        format!("block {}: {counted}{}", block.name, says.join(", "))
    }

    fn report_blocks(&self, blocks: &[&BlockStatements]) {
        for block in blocks.iter().take(SHOWN) {
            report(&self.line(block));
        }
        if blocks.len() > SHOWN {
            report(&format!("and {} more", plural(blocks.len() - SHOWN, "block")));
        }
    }

    fn report_contradictions(&self) {
        let contradictions: Vec<&BlockStatements> = self.contradictions.iter().collect();
        self.report_blocks(&contradictions);
        if !contradictions.is_empty() {
            let number = plural(contradictions.len(), "block");
            let decided =
                if contradictions[0].counted.is_some() { "" } else { "; --recount finds out which are wrong" };
            report(&format!("files contradict one another on {number}: no total{decided}"));
        }
        let decided = self.wrong_files(self.contradictions.iter());
        if !decided.is_empty() {
            report(&format!("{} cannot be trusted", decided.join(", ")));
        }
        if let Some(rechecked) = &self.rechecked {
            self.report_recheck(rechecked);
        }
    }

    fn report_recheck(&self, rechecked: &Rechecked) {
        let wrong: Vec<&BlockStatements> = rechecked.wrong().collect();
        self.report_blocks(&wrong);
        let Rechecked { seed, draws, blocks } = rechecked;
        let counted =
            format!("{} (seed {seed}), {} counted again", plural(*draws, "draw"), plural(blocks.len(), "block"));
        if wrong.is_empty() && blocks.len() == self.merge.recorded() {
            report(&format!("{counted}, all on record: no difference"));
        } else if wrong.is_empty() {
            let share = (100.0 * share_seen(*draws)).max(LEAST_PERCENT);
            report(&format!(
                "{counted}: no difference; if {share:.2} % of the blocks or more were wrong, the chance that none of them was drawn is \
                 below 1 %"
            ));
        } else {
            let files = self.wrong_files(wrong.into_iter()).join(", ");
            report(&format!("{counted}: {files} cannot be trusted: no total"));
        }
    }

    /// Returns the names of the files that are wrong about some of these blocks.
    fn wrong_files<'s>(&self, blocks: impl Iterator<Item = &'s BlockStatements>) -> Vec<String> {
        let mut wrong: Vec<usize> = blocks.flat_map(BlockStatements::wrong).collect();
        wrong.sort_unstable();
        wrong.dedup();
        wrong.into_iter().map(|file| self.name(file)).collect()
    }

    /// Returns the number of files whose agreement is worth a report, and the number of pieces on which they agree.
    fn agreement(&self) -> (usize, usize) {
        let files = self.quorum.max(2);
        (files, self.merge.agreed(files))
    }

    /// Reports the pieces on which several files of different runs agree, or with `missing` only if the quorum may be met by copies.
    fn report_agreement(&self, missing: bool) {
        let (files, agreed) = self.agreement();
        match self.merge.pieces() {
            _ if agreed == 0 || missing => {}
            Some(pieces) => {
                report(&format!("{agreed} of {} have equal results in {files} files or more", plural(pieces, "piece")));
            }
            None => report(&format!("{files} files or more have equal results")),
        }
        if missing && self.quorum < 2 {
            return;
        }
        let doubtful = self.merge.agreed_without_numbers(files);
        if doubtful > 0 {
            let on = match self.merge.pieces() {
                Some(_) => format!(" on {}", plural(doubtful, "piece")),
                None => String::new(),
            };
            report(&format!(
                "note: files of an earlier version agree{on}; they have no run numbers, so they may be copies of one file"
            ));
        }
    }

    fn say_what_is_missing(&self) {
        if self.gaps.is_empty() {
            return;
        }
        if self.quorum > 1 {
            let numbers = in_ranges(&self.gaps.iter().map(|gap| gap.piece).collect::<Vec<_>>());
            let what = match self.merge.pieces() {
                Some(pieces) => format!("{} of {}: {numbers}", self.gaps.len(), plural(pieces, "piece")),
                None => "the count".to_owned(),
            };
            report(&format!("fewer than {} files of different runs agree on {what}; no total", self.quorum));
            return;
        }
        let begun = |gap: &&Gap| gap.missing < gap.of;
        for gap in self.gaps.iter().filter(begun).take(SHOWN) {
            let of = match self.merge.pieces() {
                Some(_) => format!("piece {}", gap.piece),
                None => "the count".to_owned(),
            };
            report(&format!("{of} is begun: at most {} of its {} are missing", gap.missing, plural(gap.of, "block")));
        }
        if let Some(pieces) = self.merge.pieces() {
            let numbers = in_ranges(&self.gaps.iter().map(|gap| gap.piece).collect::<Vec<_>>());
            let are = if self.gaps.len() == 1 { "is" } else { "are" };
            report(&format!("{} of {} {are} not whole: {numbers}; no total", self.gaps.len(), plural(pieces, "piece")));
        } else {
            report("the count is not whole: no total; gridcheck count --sums FILE --resume continues it");
        }
    }
}

/// Formats ascending numbers as in 1, 3-5, 9.
fn in_ranges(numbers: &[usize]) -> String {
    let ranges =
        numbers.chunk_by(|one, other| one + 1 == *other).filter_map(|range| Some((range.first()?, range.last()?)));
    let texts: Vec<String> =
        ranges.map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") }).collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(in_ranges(&[1, 3, 4, 5, 9, 11, 12]), "1, 3-5, 9, 11-12");
        assert_eq!(in_ranges(&[]), "");
    }
}
