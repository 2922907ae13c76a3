//! Writes a file into a folder for each input.

use std::collections::HashMap;
use std::fs::create_dir_all;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use gridcheck_engine::Run;
use gridcheck_formats::registry::Format;
use gridcheck_formats::source::file_and_choice;

use super::write::{must_fit, write};
use super::{Conversion, Convert, Converted, Each, choice, notes_on};
use crate::destination::OutFile;
use crate::examine::ReadOptions;
use crate::failure::Failure;
use crate::host::Host;
use crate::inputs::{InputFile, Inputs};
use crate::usage;

/// A new file, and the input that it is made from.
struct Place<'a> {
    input: &'a InputFile,
    path: PathBuf,
}

impl Convert {
    /// Writes a file into the folder for each input. A file that cannot be converted is handed out, and the others are written.
    pub(super) fn write_all(
        &self,
        folder: &Path,
        format: Format,
        host: &dyn Host,
        each: Each<'_, Self>,
    ) -> Result<Conversion, Failure> {
        let how = self.reading.settled()?;
        let Inputs { files, is_one_file: _ } = self.folders.inputs(&self.files, host)?;
        let files = without_earlier_results(files, folder);
        let places = self.places(&files, folder, format)?;
        let run = host.run("converting");
        run.set_tasks(files.len());
        let written: Vec<_> =
            places.into_par_iter().map(|place| self.write_to(&place, how, format, &run, host)).collect();
        run.check()?;
        let mut unconverted = 0;
        for written in written {
            match written {
                Ok(notes) => notes.into_iter().for_each(|note| host.note(note)),
                Err(failure) if failure.concerns_this_question_alone() => {
                    unconverted += 1;
                    if each(Converted::Unconverted(failure)).is_break() {
                        break;
                    }
                }
                // The other files would fail for the same reason.
                Err(failure) => return Err(failure),
            }
        }
        Ok(Conversion { unconverted, notes: Vec::new() })
    }

    /// Returns the place of each new file.
    fn places<'a>(&self, files: &'a [InputFile], folder: &Path, format: Format) -> Result<Vec<Place<'a>>, Failure> {
        // A new file takes the name of an old one, and other names of the old file keep it. So paths without links are enough here.
        let by_path = |file: &InputFile| {
            file_and_choice(file.path()).0.canonicalize().ok().map(|path| (path, file.path().to_owned()))
        };
        let inputs: HashMap<PathBuf, PathBuf> = files.iter().filter_map(by_path).collect();
        let (mut places, mut taken) = (Vec::new(), HashMap::new());
        for input in files {
            let path = folder.join(name_of_new_file(input, format)?);
            let replaced = path.canonicalize().ok().and_then(|path| inputs.get(&path));
            OutFile::new(&path, self.out.force).check(replaced.map(PathBuf::as_path))?;
            if let Some(first) = taken.insert(path.clone(), input.name()) {
                let (second, path) = (input.name(), path.display());
                return Err(Failure::unusable(format!("{first} and {second} would both become {path}")));
            }
            places.push(Place { input, path });
        }
        Ok(places)
    }

    /// Writes one file. Returns the notes on it.
    fn write_to(
        &self,
        place: &Place<'_>,
        how: ReadOptions,
        format: Format,
        run: &Run,
        host: &dyn Host,
    ) -> Result<Vec<String>, Failure> {
        run.check()?;
        let mut source = how.check_input(place.input, host)?;
        must_fit(&source, format)?;
        let named = |error: std::io::Error| Failure::of_file(&place.path.display().to_string(), &error);
        place.path.parent().map_or(Ok(()), create_dir_all).map_err(named)?;
        let file = OutFile::new(&place.path, self.out.force);
        let mut new = file.begin()?;
        let outcome = write(format, &mut source, &|file| choice::left_out(file, None), None, run, &mut |bytes| {
            new.write_all(bytes).map_err(named)?;
            Ok(ControlFlow::Continue(()))
        })?;
        file.keep(new)?;
        run.task_done(1);
        Ok(notes_on(&source, &outcome).collect())
    }
}

/// Leaves out what an earlier run wrote into the folder, which may lie in one of the inputs.
fn without_earlier_results(mut files: Vec<InputFile>, out: &Path) -> Vec<InputFile> {
    let Ok(out) = out.canonicalize() else { return files };
    let is_written = |file: &InputFile| {
        let folder = file.folder.as_ref().and_then(|folder| folder.canonicalize().ok());
        folder.is_some_and(|folder| out != folder && out.starts_with(folder))
            && file.path().canonicalize().is_ok_and(|path| path.starts_with(&out))
    };
    files.retain(|file| !is_written(file));
    files
}

/// Returns the path of the new file below the folder. Each puzzle of a page becomes a file.
fn name_of_new_file(file: &InputFile, format: Format) -> Result<PathBuf, Failure> {
    let below = place_below(file)?;
    let ending = format.ending();
    Ok(match below.to_str().and_then(|name| name.rsplit_once('#')).filter(|_| !file.path().exists()) {
        None => below.with_extension(ending),
        Some((page, choice)) => {
            let stem = Path::new(page).with_extension("");
            PathBuf::from(format!("{}-{choice}.{ending}", stem.display()))
        }
    })
}

/// Returns the place of a file below the folder in which it was found.
fn place_below(file: &InputFile) -> Result<&Path, Failure> {
    let below = match &file.folder {
        Some(folder) => file.path().strip_prefix(folder).ok(),
        // What is in memory has a name that was not a path.
        None => file.input().path().and_then(Path::file_name).map(Path::new),
    };
    below.ok_or_else(|| usage!((file.path().display()) ": no name for a file in " [out_dir]))
}
