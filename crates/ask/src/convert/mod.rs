//! `gridcheck convert`: writes a puzzle file or a list of grids in another format.

#[cfg(feature = "files")]
pub mod choice;
#[cfg(feature = "files")]
mod folder;
pub mod form;
mod write;

use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use gridcheck_formats::PuzzleFile;
use gridcheck_formats::registry::Format;
use gridcheck_formats::source::CheckedSource;

#[cfg(feature = "files")]
use super::destination::{Destination, OutArgs, result_for};
use super::failure::Failure;
use super::host::Host;
#[cfg(feature = "files")]
use super::input::at_most_one_standard_input;
use super::input::{Input, inputs};
use super::inputs::Folders;
use super::options::Reading;
use super::texts::{NewTexts, Texts};
use super::{AskEach, Each, usage};
#[cfg(feature = "files")]
use choice::FormatChoice;
pub use write::puzzle;
use write::{Outcome, must_fit, write};

/// Converts a puzzle file, or a list of grids, to another format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Convert {
    /// Convert this file; - is standard input. With --out-dir: these files, and all puzzles and lists in these folders.
    #[cfg_attr(feature = "clap", arg(required = true, value_name = "FILE|FOLDER"))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub files: Vec<Input>,
    /// The choice of files in folders.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub folders: Folders,
    /// Write this format; the default is the ending of --out, and text on standard output. All but text and line hold one
    /// puzzle, with its words numbered.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FORMAT", value_parser = form::written_formats()))]
    #[serde(deserialize_with = "form::written_format")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<form::OutputForm>"))]
    pub to: Option<Format>,
    /// The texts to set.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub texts: Texts,
    /// The way in which files are read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
    /// The file to write.
    #[cfg(feature = "files")]
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub out: OutArgs,
    /// Write a file for each one into this folder, with the ending of --to; files of a folder keep their subfolders.
    #[cfg(feature = "files")]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FOLDER"))]
    pub out_dir: Option<PathBuf>,
}

/// The work that the options ask for.
enum Task<'a> {
    /// Hand out one file in this format.
    HandOut(&'a Input, Format),
    /// Write one file.
    #[cfg(feature = "files")]
    Write(&'a Input, Destination),
    /// Write a file into this folder for each input.
    #[cfg(feature = "files")]
    WriteAll(&'a Path, Format),
}

/// A part of the answer.
#[derive(Debug)]
pub enum Converted<'a> {
    /// The next bytes, unless a file is written.
    Bytes(&'a [u8]),
    /// The failure of one of several files. The others are converted.
    Unconverted(Failure),
}

/// The end of the work.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conversion {
    /// The number of files that could not be converted.
    pub unconverted: usize,
    /// Notes on what was handed out, for the door to show after it.
    pub notes: Vec<String>,
}

/// The content of a converted file in JSON; both are left out if a file is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConvertReport {
    /// The text of the new file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub text: Option<String>,
    /// The bytes of the new file, in the format `puz`, which is not a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub bytes: Option<Vec<u8>>,
}

impl AskEach for Convert {
    type Item<'a> = Converted<'a>;
    type Summary = Conversion;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<Conversion, Failure> {
        match self.task()? {
            Task::HandOut(file, format) => self.hand_out(file, format, host, each),
            #[cfg(feature = "files")]
            Task::Write(file, destination) => {
                let written = self.write(file, &destination, host);
                result_for(Some(&destination), written)
            }
            #[cfg(feature = "files")]
            Task::WriteAll(folder, format) => self.write_all(folder, format, host, each),
        }
    }
}

impl Convert {
    /// Returns what is to be done.
    #[cfg(feature = "files")]
    fn task(&self) -> Result<Task<'_>, Failure> {
        at_most_one_standard_input(self.files.iter().chain(&self.texts.clues))?;
        if let Some(folder) = &self.out_dir {
            if let Some(option) = self.texts.option() {
                return Err(usage!([out_dir] " cannot be combined with " {option}));
            }
            return match (self.to, &self.out) {
                (_, OutArgs { out: Some(_), .. }) => Err(usage!([out_dir] " cannot be combined with " [out])),
                (_, OutArgs { in_place: true, .. }) => Err(usage!([out_dir] " cannot be combined with " [in_place])),
                (None, _) => Err(usage!([out_dir] " needs " [to])),
                (Some(format), _) => Ok(Task::WriteAll(folder, format)),
            };
        }
        let [file] = &self.files[..] else {
            if self.files.is_empty() {
                return Err(usage!([files] ": expected one or more"));
            }
            return Err(usage!("several files: " [out_dir] " names a folder to write to"));
        };
        if file.path().is_some_and(Path::is_dir) {
            return Err(usage!((file.name()) ": a folder: " [out_dir] " names one to write to"));
        }
        Ok(match self.out.destination(file, &self.texts.clues)? {
            None => Task::HandOut(file, self.to.unwrap_or(Format::Text)),
            Some(destination) => Task::Write(file, destination),
        })
    }

    /// Returns what is to be done.
    #[cfg(not(feature = "files"))]
    fn task(&self) -> Result<Task<'_>, Failure> {
        match &self.files[..] {
            [file] => Ok(Task::HandOut(file, self.to.unwrap_or(Format::Text))),
            _ => Err(usage!([files] ": expected one file")),
        }
    }

    fn hand_out(
        &self,
        file: &Input,
        format: Format,
        host: &dyn Host,
        each: Each<'_, Self>,
    ) -> Result<Conversion, Failure> {
        let mut source = self.reading.settled()?.check_shaped(file, host)?;
        let texts = self.new_texts(&source, format, host)?;
        let run = host.run_with_items("converting");
        run.set_tasks(source.count() as usize);
        let left_out = |file: &PuzzleFile| file.left_out().collect();
        let put = &mut |bytes: &[u8]| Ok(each(Converted::Bytes(bytes)));
        let outcome = write(format, &mut source, &left_out, texts.as_ref(), &run, put)?;
        Ok(Conversion { unconverted: 0, notes: notes_on(&source, &outcome).collect() })
    }

    #[cfg(feature = "files")]
    fn write(&self, file: &Input, destination: &Destination, host: &dyn Host) -> Result<Conversion, Failure> {
        use std::io::Write;

        let choice = FormatChoice::new(self.to, Some(destination))?;
        let mut source = self.reading.settled()?.check_shaped(file, host)?;
        let format = choice.format(&source)?;
        let texts = self.new_texts(&source, format, host)?;
        let run = host.run("converting");
        run.set_tasks(source.count() as usize);
        let mut new = destination.begin()?;
        let left_out = |file: &PuzzleFile| choice::left_out(file, Some(destination));
        let put = &mut |bytes: &[u8]| {
            new.write_all(bytes).map_err(|error| Failure::of_file(&destination.argument(), &error))?;
            Ok(ControlFlow::Continue(()))
        };
        let mut outcome = write(format, &mut source, &left_out, texts.as_ref(), &run, put)?;
        if destination.replaces_input() && source.puzzle_file().is_none() {
            outcome.lost.extend(choice::text_beside_grids(destination, &mut source)?);
        }
        destination.keep(new, &outcome.lost)?;
        notes_on(&source, &outcome).for_each(|note| host.note(note));
        Ok(Conversion::default())
    }

    /// Returns the texts to set, if there are any. Only one puzzle can have them.
    fn new_texts(&self, source: &CheckedSource, format: Format, host: &dyn Host) -> Result<Option<NewTexts>, Failure> {
        must_fit(source, format)?;
        let Some(option) = self.texts.option() else { return Ok(None) };
        if source.count() != 1 {
            return Err(usage!({option} ": " (source.name()) " has " (source.count()) " grids: expected one"));
        }
        self.texts.read(host).map(Some)
    }

    /// Answers the request with the whole content of the new file.
    ///
    /// # Errors
    /// As for [`ask_each`](AskEach::ask_each), or one of several files cannot be converted.
    pub fn report(&self, host: &dyn Host) -> Result<ConvertReport, Failure> {
        let (mut content, mut failed) = (None, None);
        let converted = self.ask_each(host, &mut |part| {
            match part {
                Converted::Bytes(bytes) => content.get_or_insert_with(Vec::new).extend_from_slice(bytes),
                Converted::Unconverted(failure) => _ = failed.get_or_insert(failure),
            }
            ControlFlow::Continue(())
        })?;
        converted.notes.into_iter().for_each(|note| host.note(note));
        if let Some(failure) = failed {
            return Err(failure);
        }
        if self.to == Some(Format::Puz) {
            return Ok(ConvertReport { text: None, bytes: content });
        }
        // All other forms are texts.
        let text = content.map(String::from_utf8).transpose().map_err(Failure::unusable)?;
        Ok(ConvertReport { text, bytes: None })
    }
}

/// Returns the notes on how a file was read, and how it was written.
fn notes_on<'a>(source: &'a CheckedSource, outcome: &'a Outcome) -> impl Iterator<Item = String> + use<'a> {
    let Outcome { lost, notes } = outcome;
    source.notes().iter().chain(lost).chain(notes).map(|note| format!("{}: {note}", source.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn converted(request: &str) -> Result<ConvertReport, Failure> {
        serde_json::from_str::<Convert>(request).expect("a request").report(&Unattended)
    }

    #[test]
    fn hands_a_text_out() {
        let report = converted(r#"{"files": {"name": "mine", "text": ".#.\n...\n.#."}, "to": "line"}"#);
        let text = Some(".#./.../.#.\n".to_owned());
        assert_eq!(report.expect("a line"), ConvertReport { text, bytes: None });
    }

    #[test]
    fn hands_bytes_out() {
        let report = converted(r#"{"files": {"name": "mine", "text": ".#.\n...\n.#."}, "to": "puz"}"#);
        let ConvertReport { text: None, bytes: Some(bytes) } = report.expect("a puzzle") else { panic!("a text") };
        assert_eq!(&bytes[2..13], b"ACROSS&DOWN");
    }

    #[test]
    fn a_break_ends_a_list() {
        let request = r#"{"files": {"name": "two", "text": "...\n...\n...\n\n.#.\n...\n.#."}}"#;
        let request: Convert = serde_json::from_str(request).expect("a request");
        let mut parts = 0;
        let ended = request.ask_each(&Unattended, &mut |_| {
            parts += 1;
            ControlFlow::Break(())
        });
        assert_eq!((ended.expect("an end"), parts), (Conversion::default(), 1));
    }

    #[test]
    fn texts_are_set_and_faulty_ones_refused() {
        let grid = r#""files": {"name": "mine", "text": "...\n...\n..."}, "to": "xd""#;
        let clues = |text: &str| {
            format!(r#"{{{grid}, "title": "Mine", "author": "", "clues": {{"name": "c", "text": "{text}"}}}}"#)
        };
        let text = converted(&clues(r"Across\n1. Feline (3)\nD2. Weight (3)")).expect("a puzzle").text.expect("a text");
        assert!(text.contains("Title: Mine\n") && !text.contains("Author"), "{text}");
        assert!(text.contains("A1. Feline (3) ~") && text.contains("D2. Weight (3) ~"), "{text}");
        let fault = converted(&clues(r"Across\n9. Feline (3)")).expect_err("no such entry").to_string();
        assert!(fault.starts_with("c:2:1: a clue for 9-Across, which the grid does not have"), "{fault}");
        let two = r#"{"files": {"name": "two", "text": "..\n..\n\n..\n.."}, "title": "x"}"#;
        assert_eq!(converted(two).expect_err("two grids").to_string(), "--title: two has 2 grids: expected one");
    }

    #[test]
    fn refuses_what_no_form_holds() {
        let wrong = serde_json::from_str::<Convert>(r#"{"files": "a.txt", "to": "docx"}"#).expect_err("no such format");
        assert!(wrong.to_string().contains("no format `docx`, expected one of text, line"), "{wrong}");
        let two = r#"{"files": {"name": "two", "text": "...\n...\n...\n\n.#.\n...\n.#."}, "to": "ipuz"}"#;
        assert!(converted(two).expect_err("two grids").to_string().starts_with("two: 2 grids"));
    }

    #[cfg(feature = "files")]
    #[test]
    fn options_exclude_each_other() {
        for (options, expected) in [
            (r#""out_dir": "new""#, "--out-dir needs --to"),
            (r#""out_dir": "new", "to": "xd", "in_place": true"#, "--out-dir cannot be combined with --in-place"),
            (r#""out_dir": "new", "to": "xd", "out": "a""#, "--out-dir cannot be combined with --out"),
            (r#""force": true"#, "--force is for the file of --out"),
            (r#""force": true, "in_place": true"#, "--in-place cannot be combined with --force"),
            (r#""in_place": true"#, "--in-place: mine cannot be replaced"),
            (r#""out_dir": "new", "to": "xd", "author": "a""#, "--out-dir cannot be combined with --author"),
        ] {
            let request = format!(r#"{{"files": {{"name": "mine", "text": "..."}}, {options}}}"#);
            assert_eq!(converted(&request).expect_err(expected).to_string(), expected);
        }
    }
}
