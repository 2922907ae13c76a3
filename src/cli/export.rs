//! `gridcheck export`: writes the problem for other people's tools.

use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};

use super::args::{ProblemArgs, name_of_value};
use super::destination::{ForceArg, refuse_other_ending};
use super::stoppable::write_out;
use super::{Output, Terminal, Verdict, note_all};
use crate::encodings::cnf::Cnf;
use crate::encodings::{asp, cover, unsupported_constraint};
use crate::engine::watch::Watch;

/// Write the problem as input for model counters, answer-set solvers or exact-cover programs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck export --size 7 --to dimacs --out british7.cnf
  gridcheck export --size 7 --to asp | clingo --models 0 --quiet
  gridcheck export --size 7 --rules american --to dlx --out american7.dlx

dimacs and asp have one model for each grid, so the number of models is the number of grids. dlx leaves out the rule that the white squares
are connected: its exact covers are the valid grids and those that break only that rule, so their number is NOT the number of grids. Its
options are all ways to colour a row or a column; their number grows fast with the size.

A file is written under another name and renamed when it is whole.")]
pub struct Export {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Write this language.
    #[arg(long, value_enum, value_name = "WHAT")]
    to: ExportLanguage,
    /// Write to this file; the default is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportLanguage {
    /// A formula in DIMACS for model counters and SAT solvers, as in the Model Counting Competition.
    Dimacs,
    /// A logic program for clingo.
    Asp,
    /// Items and options of an exact cover problem, in the input format of Knuth's DLX programs.
    Dlx,
}

impl Export {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if let Some(out) = &self.out {
            self.force.file(out).check(self.problem.question.paths())?;
            refuse_other_ending(out, &name_of_value(&self.to))?;
        }
        let problem = self.problem.problem(terminal)?;
        if let (ExportLanguage::Dlx, Some(constraint)) = (self.to, problem.constraints().first()) {
            bail!("an exact cover problem has no place for the constraint {constraint}; dimacs and asp have");
        }
        if let Some(why) = unsupported_constraint(&problem) {
            bail!(why);
        }
        note_all(problem.notes());
        let run = terminal.run("export");
        let file = self.out.as_deref().map(|path| self.force.file(path));
        write_out(file, &run, output, |mut out| match self.to {
            ExportLanguage::Dimacs => Cnf::of(&problem).write(&mut out),
            ExportLanguage::Asp => asp::write(&problem, &mut out),
            ExportLanguage::Dlx => cover::write(&problem, &mut out),
        })?;
        Ok(Verdict::Well)
    }
}
