//! `gridcheck sample`: draws grids at random, and returns their ranks.

use std::io::Write;

use clap::Args;

use super::list::Printer;
use super::{Format, Output, Terminal, Verdict};
use crate::ask::AskEach;
use crate::ask::failure::Failure;
use crate::ask::sample::{Drawn, Outcome, RankReport, Sample};

/// Draw grids at random, each equally likely (with --profile: only with --wild).
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck sample --size 15 --lattice --count 4 --seed 1
  gridcheck sample --size 11 --where 'words 20..24' --where 'length 3 <= 4' --seed 7
  gridcheck sample --size 15 --sums fixtures/results/british-15.sums --count 2
                                          of all 15 × 15 grids; the sums of a count spare another one
  gridcheck sample --size 7 --rank 0      the first grid of all
  gridcheck sample --size 9 --seed 1 | gridcheck sample --rank-of -
                                          the rank by which it is drawn
  gridcheck sample --size 13 --lattice --count 12 --format line | gridcheck draw - --out twelve.svg
  gridcheck sample --size 13 --profile guardian-quick --lattice
                                          as the house prints them; --wild: any that it accepts

A rank is a grid's number among all grids of the rules, from 0. Grids are drawn by drawing ranks, and --rank-of with the same options
returns the rank of each grid of a file. A seed draws the same grids everywhere. With constraints, grids are drawn until enough satisfy them, and
how many that takes is estimated first. Without --sums, a constraint that means the same as a rule becomes that rule (length 3 = 0
becomes min_word = 4). Then all draws satisfy it, and ranks are among the grids of that rule. No other constraint changes a rank.

Exit codes: 0 drawn, 1 there is nothing to draw from, the grid of --rank does not satisfy the constraints, or a grid of --rank-of is none
of those that are asked for, 2 bad use.")]
#[command(mut_arg("size", |size| size.required(false).required_unless_present("rank_of")))]
pub(super) struct SampleCommand {
    #[command(flatten)]
    request: Sample,
    /// Print each grid in this format, as gridcheck list does; JSON also has its rank.
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = Format::among([Format::Text, Format::Line, Format::Json]))]
    format: Format,
}

impl SampleCommand {
    pub(super) fn run(&self, terminal: &Terminal, output: &mut Output) -> Result<Verdict, Failure> {
        if self.request.rank_of.is_some() && self.format != Format::Text {
            return Err(Failure::unusable("--format cannot be combined with --rank-of"));
        }
        let mut printer = Printer::new(output, self.format);
        let outcome = self.request.ask_each(terminal, &mut |drawn| match drawn {
            Drawn::Grid(report) => {
                terminal.clear();
                printer.print(report)
            }
            Drawn::Rank(RankReport { rank }) => printer.write(|output| match rank {
                Some(rank) => writeln!(output, "{rank}"),
                None => writeln!(output, "none"),
            }),
        });
        terminal.clear();
        printer.end()?;
        Ok(match outcome? {
            Outcome::All => Verdict::Well,
            Outcome::NotAll => Verdict::Refuted,
        })
    }
}
