//! A writer that Ctrl-C stops.

use std::io::{self, Write};

use super::Output;
use crate::ask::destination::OutFile;
use crate::ask::failure::Failure;
use crate::engine::{EngineError, Run};

/// Writes until the run is stopped.
pub(super) struct Stoppable<'a, W> {
    pub out: &'a mut W,
    pub run: &'a Run,
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

/// Passes `write` a writer for the file, which is complete or not created at all, or for standard output if there is no file. The
/// writer fails once the run is stopped.
pub(super) fn write_out(
    file: Option<OutFile>,
    run: &Run,
    output: &mut Output,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let outcome = match file {
        None => write(&mut Stoppable { out: &mut output.until_closed(), run }).map_err(Into::into),
        Some(file) => file.fill(|out| write(&mut Stoppable { out, run })),
    };
    // If the run was stopped, the write error is only a consequence.
    run.check()?;
    outcome
}
