//! Writing that Ctrl-C ends.

use std::io::{self, Write};

use crate::engine::{EngineError, Run};

/// Writes until the run is stopped.
pub struct Stoppable<'a, W> {
    /// Where it writes to.
    pub out: &'a mut W,
    /// The run.
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
