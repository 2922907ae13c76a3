//! `gridcheck convert`: converts a puzzle file or a list of grids to another format.

use std::collections::HashMap;
use std::fs::create_dir_all;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::failure::Cause;
use anyhow::{Context, bail};
use clap::Args;
use rayon::prelude::*;

use super::args::needs_black;
use super::destination::{Destination, OutArgs, OutFile, result_for};
use super::output_form::{FormChoice, OutputForm, form, left_out, text_beside_grids};
use super::walk::{Folders, InputFile, Inputs, inputs};
use super::{Output, Terminal, Verdict, report, report_notes};
use crate::ask::convert::{Outcome, must_fit, write};
use crate::ask::options::Reading;
use crate::engine::watch::Watch;
use crate::formats::source::{STANDARD_INPUT, file_and_choice};

/// Convert a puzzle file, or a list of grids, to another format.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck convert monday.puz                    # black, . white
  gridcheck convert monday.puz --to exolve
  gridcheck convert monday.ipuz --out monday.puz
  gridcheck convert monday.puz --to puz-text --out monday.txt
  gridcheck list --size 5 | gridcheck convert - --to line
  gridcheck convert mygrid.txt --out mygrid.ipuz
  gridcheck convert puzzles --to ipuz --out-dir converted

The file may be .puz, Across Lite text, ipuz, Exolve, .xd, JPZ, Qxw, the Guardian's JSON, that of other newspapers (site-json) or plain text; its content shows
which. The ending of --out names the format to write: .puz, .ipuz, .jpz, .xd, .exolve or .txt. --to names it for another
ending, and for a format that shares .txt; an ending that contradicts --to is an error. The command draw writes pictures.

Letters, clues, title, author and all else are kept if the format can store them. A note names each kind of thing that it
cannot. A file is read back before it is kept. An input file is only replaced with --in-place, and only if nothing is lost.")]
#[command(mut_arg("white", needs_black))]
pub struct Convert {
    /// Convert this file; - is standard input. With --out-dir: these files, and all puzzles and lists in these folders.
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    walk: Folders,
    /// Write this format; the default is the ending of --out, and text on standard output. All but text and line hold one
    /// puzzle, with its words numbered.
    #[arg(long, value_name = "FORMAT", value_parser = form())]
    to: Option<OutputForm>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    out: OutArgs,
    /// Write a file for each one into this folder, with the ending of --to; files of a folder keep their subfolders.
    #[arg(long, value_name = "FOLDER", requires = "to", conflicts_with_all = ["out", "in_place"])]
    out_dir: Option<PathBuf>,
}

impl Convert {
    pub fn run(&self, terminal: &Terminal, output: &mut Output) -> anyhow::Result<Verdict> {
        if let (Some(folder), Some(form)) = (&self.out_dir, self.to) {
            return self.convert_all(folder, form, terminal);
        }
        let [file] = &self.files[..] else { bail!("several files: --out-dir names a folder to write to") };
        if file.is_dir() {
            bail!("{}: a folder: --out-dir names one to write to", file.display());
        }
        let destination = self.out.destination(file, [])?;
        let converted = self.convert_one(file, destination.as_ref(), terminal, output);
        result_for(destination.as_ref(), converted)
    }

    fn convert_one(
        &self,
        file: &Path,
        destination: Option<&Destination>,
        terminal: &Terminal,
        output: &mut Output,
    ) -> anyhow::Result<Verdict> {
        let choice = FormChoice::of(self.to, destination)?;
        let mut source = self.reading.settled()?.check(file)?;
        let form = choice.form(&source)?;
        let count = source.count();
        must_fit(&source, form)?;
        let run = match destination {
            Some(_) => terminal.run("converting"),
            None => terminal.printing_run("converting", output),
        };
        run.set_tasks(count as usize);
        let Outcome { lost, notes } = if let Some(destination) = destination {
            let mut new = destination.begin()?;
            let outcome = write(form, &mut source, &|file| left_out(file, Some(destination)), &run, &mut new);
            let mut outcome = outcome.map_err(in_file(|| destination.argument()))?;
            if destination.replaces_input() && source.puzzle_file().is_none() {
                outcome.lost.extend(text_beside_grids(file, &mut source)?);
            }
            destination.keep(new, &outcome.lost)?;
            outcome
        } else {
            let written = write(form, &mut source, &|file| left_out(file, None), &run, &mut output.until_closed());
            // If it was stopped, the printed part consists of whole grids, so it is kept.
            output.flush()?;
            written?
        };
        terminal.clear();
        report_notes(source.name(), &[source.notes(), &lost, &notes].concat());
        Ok(Verdict::Well)
    }

    /// Writes a file into the folder for each input. A file that cannot be converted is reported, and the others are written.
    fn convert_all(&self, out: &Path, form: OutputForm, terminal: &Terminal) -> anyhow::Result<Verdict> {
        let how = self.reading.settled()?;
        let Inputs { mut files, is_one_file: _ } = inputs(&self.walk, &self.files, terminal)?;
        // The folder may lie in one of the inputs. What an earlier run wrote there is no input.
        let written = out.canonicalize().ok();
        let is_written = |file: &InputFile| {
            let folder = file.folder.as_ref().and_then(|folder| folder.canonicalize().ok());
            let lies_in = |out: &Path| folder.is_some_and(|folder| out != folder && out.starts_with(folder));
            written
                .as_ref()
                .is_some_and(|out| lies_in(out) && file.path().canonicalize().is_ok_and(|path| path.starts_with(out)))
        };
        files.retain(|file| !is_written(file));
        // A new file takes the name of an old one, and other names of the old file keep it. So paths without links are enough here.
        let by_path = |file: &InputFile| {
            file_and_choice(file.path()).0.canonicalize().ok().map(|path| (path, file.path().to_owned()))
        };
        let inputs: HashMap<PathBuf, PathBuf> = files.iter().filter_map(by_path).collect();
        let (mut places, mut taken) = (Vec::new(), HashMap::new());
        for file in &files {
            let below = place_below(file)?;
            // Each puzzle of a page becomes a file.
            let place = match below.to_str().and_then(|name| name.rsplit_once('#')).filter(|_| !file.path().exists()) {
                None => below.with_extension(form.ending()),
                Some((page, choice)) => {
                    let stem = Path::new(page).with_extension("");
                    PathBuf::from(format!("{}-{choice}.{}", stem.display(), form.ending()))
                }
            };
            let place = out.join(place);
            let input = place.canonicalize().ok().and_then(|place| inputs.get(&place));
            OutFile::new(&place, self.out.force).check(input.map(PathBuf::as_path))?;
            if let Some(first) = taken.insert(place.clone(), file.path()) {
                let (first, second, place) = (first.display(), file.path().display(), place.display());
                bail!("{first} and {second} would both become {place}");
            }
            places.push((file, place));
        }
        let run = terminal.run("converting");
        run.set_tasks(files.len());
        let convert = |(file, place): (&InputFile, PathBuf)| -> anyhow::Result<(String, Vec<String>)> {
            run.check()?;
            let mut source = how.check_input(file, terminal)?;
            must_fit(&source, form)?;
            let named = || place.display().to_string();
            place.parent().map_or(Ok(()), create_dir_all).with_context(named)?;
            let file = OutFile::new(&place, self.out.force);
            let mut new = file.begin()?;
            let Outcome { lost, notes } =
                write(form, &mut source, &|file| left_out(file, None), &run, &mut new).map_err(in_file(named))?;
            file.keep(new)?;
            run.task_done(1);
            Ok((source.name().to_owned(), [source.notes(), &lost, &notes].concat()))
        };
        let outcomes: Vec<_> = places.into_par_iter().map(convert).collect();
        run.check()?;
        terminal.clear();
        let mut verdict = Verdict::Well;
        for outcome in outcomes {
            match outcome {
                Ok((name, notes)) => report_notes(&name, &notes),
                // The other files would fail for the same reason.
                Err(error) if Cause::of(&error).is_some() => return Err(error),
                Err(error) => {
                    report(&format!("{error:#}"));
                    verdict = Verdict::Unreadable;
                }
            }
        }
        Ok(verdict)
    }
}

/// Returns the place of a file below the folder in which it was found.
fn place_below(file: &InputFile) -> anyhow::Result<&Path> {
    let path = file.path();
    let below = match &file.folder {
        Some(folder) => path.strip_prefix(folder).ok(),
        None => path.file_name().map(Path::new).filter(|_| path.as_os_str() != STANDARD_INPUT),
    };
    below.with_context(|| format!("{}: no name for a file in --out-dir", path.display()))
}

/// Returns a function that adds the name of the written file to an error of writing. Other errors name their own file.
fn in_file(name: impl Fn() -> String) -> impl Fn(anyhow::Error) -> anyhow::Error {
    move |error| if error.is::<io::Error>() { error.context(name()) } else { error }
}
