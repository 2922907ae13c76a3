//! A program of somebody else's that refutes formulas and writes down how.
//!
//! It says by its exit code what it found, as in the SAT competitions, and has written its proof to a file by then. The file
//! goes when the proof is dropped, or when this program is ended.

use std::fs::File;
use std::io::{self, Read};

use tempfile::{NamedTempFile, TempPath};

use super::entry::Entry;
use super::process::{self, Failure};
use super::reply::last_line;
use gridcheck_files::unfinished::{self, Unfinished};
use gridcheck_run::Run;
use gridcheck_run::prover::{Proof, Prover, ProverError, Verdict};

/// The exit code that says that a formula has a model.
const SATISFIABLE: i32 = 10;
/// The exit code that says that it has none, if the entry says nothing else.
pub(super) const REFUTED: i32 = 20;

/// A prover by its entry.
pub struct ExternalProver {
    /// The name of the entry.
    pub(super) name: &'static str,
    pub(super) entry: Entry,
}

/// A proof in a file that goes when it is dropped.
struct ProofFile {
    file: File,
    _path: TempPath,
    _unfinished: Unfinished,
}

impl Read for ProofFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl ExternalProver {
    /// That there is no such program, if there is none.
    pub fn missing(&self) -> Option<String> {
        self.entry.missing()
    }

    fn failed(&self, what: String) -> ProverError {
        ProverError::Failed { prover: self.name, what }
    }
}

impl Prover for ExternalProver {
    fn name(&self) -> &'static str {
        self.name
    }

    fn refute(&self, formula: Vec<u8>, run: &Run) -> Result<Verdict, ProverError> {
        if let Some(why) = self.missing() {
            return Err(self.failed(why));
        }
        let unusable = |error: io::Error| self.failed(format!("the file for its proof: {error}"));
        let begun = unfinished::begin(NamedTempFile::new, NamedTempFile::path);
        let (path, unfinished) =
            begun.map(|(file, unfinished)| (file.into_temp_path(), unfinished)).map_err(unusable)?;
        let ended =
            process::run(&self.entry, formula, Some(&path), last_line, run).map_err(|failure| match failure {
                Failure::Stopped => ProverError::Stopped,
                Failure::Other(what) => self.failed(what),
            })?;
        if ended.is_complete(&self.entry) {
            // Opened by its name: the program may have put another file there. To open a pipe would wait for a writer.
            if !std::fs::metadata(&path).map_err(unusable)?.is_file() {
                return Err(unusable(io::Error::other("not a regular file")));
            }
            let file = File::open(&path).map_err(unusable)?;
            let bytes = file.metadata().map_err(unusable)?.len();
            let text = Box::new(ProofFile { file, _path: path, _unfinished: unfinished });
            return Ok(Verdict::Refuted(Proof { text, bytes }));
        }
        match ended.code {
            Some(SATISFIABLE) => Ok(Verdict::Satisfiable),
            _ => Err(self.failed(ended.how(&self.entry))),
        }
    }
}
