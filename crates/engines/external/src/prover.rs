//! An external program that refutes formulas and writes a proof of the refutation.
//!
//! Its exit code states the result, as in the SAT competitions. The proof file is complete at that time. It is deleted when the proof is
//! dropped or this process is ended.

use std::fs::File;
use std::io::{self, Read};

use tempfile::{NamedTempFile, TempPath};

use super::entry::{PROOF, ProgramEntry};
use super::process::{self, Failure};
use super::reply::last_line;
use gridcheck_engine::Run;
use gridcheck_engine::prover::{Proof, Prover, ProverAnswer, ProverError};
use gridcheck_files::unfinished::{self, Unfinished};

/// Exit code for a satisfiable formula.
const SATISFIABLE: i32 = 10;
/// Exit code for an unsatisfiable formula, unless the entry sets another.
pub(super) const REFUTED: i32 = 20;

/// An external prover with its configuration.
pub struct ExternalProver {
    /// The name of the entry.
    pub(super) name: &'static str,
    pub(super) entry: ProgramEntry,
}

/// A proof in a file. The file is deleted when this value is dropped.
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
    /// Returns an error message if the program is not installed.
    pub fn missing(&self) -> Option<String> {
        self.entry.program().err().map(|missing| missing.to_string())
    }

    fn failure(&self, failure: Failure) -> ProverError {
        match failure {
            Failure::Stopped => ProverError::Stopped,
            Failure::File(what, kind) => ProverError::File { prover: self.name, what, kind },
            Failure::Other(what) => self.failed(what),
        }
    }

    fn failed(&self, what: String) -> ProverError {
        ProverError::Failed { prover: self.name, what }
    }
}

impl Prover for ExternalProver {
    fn name(&self) -> &'static str {
        self.name
    }

    fn refute(&self, formula: Vec<u8>, run: &Run) -> Result<ProverAnswer, ProverError> {
        if let Some(why) = self.missing() {
            return Err(self.failed(why));
        }
        let unusable = |error: io::Error| self.failure(Failure::of_file("the file for its proof", &error));
        let begun = unfinished::begin_temporary(NamedTempFile::new, NamedTempFile::path);
        let (path, unfinished) =
            begun.map(|(file, unfinished)| (file.into_temp_path(), unfinished)).map_err(unusable)?;
        let ended = process::run(&self.entry, formula, &[(PROOF, path.to_string_lossy().into_owned())], last_line, run)
            .map_err(|failure| self.failure(failure))?;
        if ended.is_complete(&self.entry) {
            // Opens the file by its name, because the program may have replaced it. Opening a pipe would wait for a writer.
            if !std::fs::metadata(&path).map_err(unusable)?.is_file() {
                return Err(unusable(io::Error::other("not a regular file")));
            }
            let file = File::open(&path).map_err(unusable)?;
            let bytes = file.metadata().map_err(unusable)?.len();
            let text = Box::new(ProofFile { file, _path: path, _unfinished: unfinished });
            return Ok(ProverAnswer::Refuted(Proof { text, bytes }));
        }
        match ended.code {
            Some(SATISFIABLE) => Ok(ProverAnswer::Satisfiable),
            _ => Err(self.failed(ended.describe(&self.entry))),
        }
    }
}
