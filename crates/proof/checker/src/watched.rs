//! Reads bytes while a run counts them and can stop the reading.

use std::io::{self, Read};

use gridcheck_engine::Run;

/// Wraps a reader: the run counts the bytes. Reading fails after the run is stopped.
pub struct Watched<'a, R> {
    /// The source of the bytes.
    pub from: R,
    /// The run that counts the bytes and can stop the reading.
    pub run: &'a Run,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.run.check().map_err(io::Error::other)?;
        let bytes = self.from.read(buffer)?;
        self.run.worked(bytes as u64);
        Ok(bytes)
    }
}
