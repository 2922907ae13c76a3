//! Reading that a run can stop, and that shows how far it is.

use std::io::{self, Read};

use gridcheck_run::Run;

/// Reads bytes, and tells a run how many. Fails once the run is stopped.
pub struct Watched<'a, R> {
    /// Where the bytes come from.
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
