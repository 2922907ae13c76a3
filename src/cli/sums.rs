//! `gridcheck sums`: merges files of sums, and checks them against each other and against the engine.

use std::io::Write;

use clap::Args;

use super::sum::{self, asked, in_text_beside};
use super::{Format, Output, Terminal, Verdict, report, write_json};
use crate::ask::failure::Failure;
use crate::ask::sums::Sums;
use crate::ask::sums::report::{MergedFile, Rechecked, SumsReport};
use crate::constraint::in_words;
use crate::engine::blocks::BlockSum;
use crate::plural::plural;
use crate::sums::{BlockStatements, Gap, Merge, share_seen};

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
pub(super) struct SumsCommand {
    #[command(flatten)]
    request: Sums,
    /// Print only the numbers of the incomplete pieces, one per line.
    #[arg(long, conflicts_with_all = ["out", "recount", "recheck", "format"])]
    missing: bool,
    /// Print the answer in this format.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Json]))]
    format: Format,
}

/// Maximum number of faulty blocks to list; the rest are counted.
const SHOWN: usize = 10;

/// The smallest share of the work to print, in percent: a smaller one would be rounded to zero.
const MIN_PERCENT: f64 = 0.01;

impl SumsCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        let merge = self.request.open(terminal)?;
        if self.format == Format::Text && !self.missing {
            report(&counted(&merge));
        }
        let found = self.request.check(merge, terminal);
        terminal.clear();
        let found = found?;
        let is_whole = self.missing || found.gaps.is_empty();
        let verdict = Verdict::well_if(found.is_right() && is_whole);
        let printed = match self.format {
            Format::Json => Ok(write_json(output, &found)?),
            _ => Printer(&found).print(self.missing, output),
        };
        // A failed write must not suppress the report.
        found.file_failure()?;
        printed.map(|()| verdict)
    }
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

/// Prints the report of a merge.
struct Printer<'a>(&'a SumsReport);

impl Printer<'_> {
    /// Prints the total, or the numbers of the missing pieces, and reports the rest.
    fn print(&self, missing: bool, output: &mut Output) -> Result<(), Failure> {
        let found = self.0;
        self.report_contradictions();
        match &found.out {
            MergedFile::Withheld { file, why } => report(&format!("{} is not written: {why}", file.display())),
            MergedFile::NotRequested | MergedFile::Written(_) | MergedFile::Failed(_) => {}
        }
        if found.is_right() || missing {
            self.report_agreement(missing);
        }
        if missing {
            found.gaps.iter().try_for_each(|gap| writeln!(output, "{}", gap.piece))?;
        } else if let Some(total) = &found.total {
            return sum::print_sum(output, found.merge.problem(), total);
        } else {
            self.say_what_is_missing();
        }
        Ok(())
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
                format!("{} says {}{wrong}", self.0.name(*file), in_text_beside(sum, &beside))
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
        let contradictions: Vec<&BlockStatements> = self.0.contradictions.iter().collect();
        self.report_blocks(&contradictions);
        if !contradictions.is_empty() {
            let number = plural(contradictions.len(), "block");
            let decided =
                if contradictions[0].counted.is_some() { "" } else { "; --recount finds out which are wrong" };
            report(&format!("files contradict one another on {number}: no total{decided}"));
        }
        let decided = self.wrong_files(self.0.contradictions.iter());
        if !decided.is_empty() {
            report(&format!("{} cannot be trusted", decided.join(", ")));
        }
        if let Some(rechecked) = &self.0.rechecked {
            self.report_recheck(rechecked);
        }
    }

    fn report_recheck(&self, rechecked: &Rechecked) {
        let wrong: Vec<&BlockStatements> = rechecked.wrong().collect();
        self.report_blocks(&wrong);
        let Rechecked { seed, draws, blocks } = rechecked;
        let counted =
            format!("{} (seed {seed}), {} counted again", plural(*draws, "draw"), plural(blocks.len(), "block"));
        if wrong.is_empty() && blocks.len() == self.0.merge.recorded() {
            report(&format!("{counted}, all on record: no difference"));
        } else if wrong.is_empty() {
            let share = (100.0 * share_seen(*draws)).max(MIN_PERCENT);
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
        wrong.into_iter().map(|file| self.0.name(file)).collect()
    }

    /// Reports the pieces on which several files of different runs agree, or with `missing` only if the quorum may be met by copies.
    fn report_agreement(&self, missing: bool) {
        let (files, agreed) = self.0.agreement();
        match self.0.merge.pieces() {
            _ if agreed == 0 || missing => {}
            Some(pieces) => {
                report(&format!("{agreed} of {} have equal results in {files} files or more", plural(pieces, "piece")));
            }
            None => report(&format!("{files} files or more have equal results")),
        }
        if missing && self.0.quorum < 2 {
            return;
        }
        let doubtful = self.0.merge.agreed_without_numbers(files);
        if doubtful > 0 {
            let on = match self.0.merge.pieces() {
                Some(_) => format!(" on {}", plural(doubtful, "piece")),
                None => String::new(),
            };
            report(&format!(
                "note: files of an earlier version agree{on}; they have no run numbers, so they may be copies of one file"
            ));
        }
    }

    fn say_what_is_missing(&self) {
        if self.0.gaps.is_empty() {
            return;
        }
        if self.0.quorum > 1 {
            let numbers = in_ranges(&self.0.gaps.iter().map(|gap| gap.piece).collect::<Vec<_>>());
            let what = match self.0.merge.pieces() {
                Some(pieces) => format!("{} of {}: {numbers}", self.0.gaps.len(), plural(pieces, "piece")),
                None => "the count".to_owned(),
            };
            report(&format!("fewer than {} files of different runs agree on {what}; no total", self.0.quorum));
            return;
        }
        let begun = |gap: &&Gap| gap.missing < gap.of;
        for gap in self.0.gaps.iter().filter(begun).take(SHOWN) {
            let of = match self.0.merge.pieces() {
                Some(_) => format!("piece {}", gap.piece),
                None => "the count".to_owned(),
            };
            report(&format!("{of} is begun: at most {} of its {} are missing", gap.missing, plural(gap.of, "block")));
        }
        if let Some(pieces) = self.0.merge.pieces() {
            let numbers = in_ranges(&self.0.gaps.iter().map(|gap| gap.piece).collect::<Vec<_>>());
            let are = if self.0.gaps.len() == 1 { "is" } else { "are" };
            report(&format!(
                "{} of {} {are} not whole: {numbers}; no total",
                self.0.gaps.len(),
                plural(pieces, "piece")
            ));
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
