//! `gridcheck export`: the problem for other people's tools.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};

use super::args::QuestionArgs;
use super::output::Output;
use super::terminal::Terminal;
use super::{Verdict, report};
use crate::engine::watch::Watch;
use crate::engine::{EngineError, Run};
use crate::export::cnf::Cnf;
use crate::export::{asp, dlx};
use crate::problem::Problem;

/// Write the problem in the language of model counters, answer-set solvers or exact-cover programs.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck export --size 7 --to dimacs --out british7.cnf
  gridcheck export --size 7 --to asp | clingo --models 0 --quiet
  gridcheck export --size 7 --rules american --to dlx --out american7.dlx

dimacs and asp have one model a grid, so a count of models is the count of grids. dlx has one exact cover a grid only where
the rules do not ask that white squares hang together: that rule concerns no single row or column and is NOT in its covers,
which are the grids and those that would be but for it. Its options are all that may stand in a row or a column, a number
that grows fast with the size.

A file is written under another name and renamed when it is whole.")]
pub struct Export {
    #[command(flatten)]
    question: QuestionArgs,
    /// The language.
    #[arg(long, value_enum, value_name = "WHAT")]
    to: To,
    /// Where to write; standard output if left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// A formula for model counters and SAT solvers: DIMACS as the Model Counting Competition has it.
    Dimacs,
    /// A logic program for clingo.
    Asp,
    /// Items and options of an exact cover problem, as Knuth's DLX programs read them.
    Dlx,
}

impl Export {
    /// Writes to the file, or to `output`.
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        let problem = self.question.problem()?;
        problem.notes().iter().for_each(|note| report(&format!("note: {note}")));
        let run = terminal.run("export");
        let outcome = match &self.out {
            None => self.write(&problem, &run, output).map_err(Into::into),
            Some(path) => self.write_file(&problem, &run, path),
        };
        // The error is then only how the writing was stopped.
        run.check()?;
        outcome.map(|()| Verdict::Well)
    }

    fn write(&self, problem: &Problem, run: &Run, out: &mut impl Write) -> io::Result<()> {
        let mut out = Stoppable { out, run };
        match self.to {
            To::Dimacs => Cnf::of(problem).write(&mut out),
            To::Asp => asp::write(problem, &mut out),
            To::Dlx => dlx::write(problem, &mut out),
        }
    }

    fn write_file(&self, problem: &Problem, run: &Run, path: &Path) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        // What a link points to is to be replaced, not the link; and no pipe or device by a file.
        let target = if path.exists() { path.canonicalize().with_context(name)? } else { path.to_owned() };
        if target.exists() && !target.is_file() {
            bail!("{}: there is something else than a file of that name", path.display());
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new().prefix(".gridcheck-").tempfile_in(folder).with_context(name)?;
        let mut buffer = BufWriter::new(&mut file);
        self.write(problem, run, &mut buffer).and_then(|()| buffer.flush()).with_context(name)?;
        drop(buffer);
        make_readable(file.as_file()).with_context(name)?;
        file.as_file().sync_all().with_context(name)?;
        file.persist(&target).map_err(|error| error.error).with_context(name)?;
        Ok(())
    }
}

/// Temporary files are for their owner's eyes alone; others' tools may run under other names.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &fs::File) -> io::Result<()> {
    Ok(())
}

/// Writes until the run is stopped.
struct Stoppable<'a, W> {
    out: &'a mut W,
    run: &'a Run,
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.run.check().map_err(|stopped: EngineError| io::Error::other(stopped))?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
