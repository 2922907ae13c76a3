//! Reading that a run can stop, and that shows how far it is.

use std::io::{self, Read};

use crate::engine::Run;

/// Reads bytes, and tells a run how many. Fails once the run is stopped.
pub(super) struct Watched<'a, R> {
    pub(super) from: R,
    pub(super) run: &'a Run,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.run.check().map_err(io::Error::other)?;
        let bytes = self.from.read(buffer)?;
        self.run.worked(bytes as u64);
        Ok(bytes)
    }
}
