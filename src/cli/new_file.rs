//! A file that is there as a whole or not at all: written under another name beside its place, and renamed at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use crate::engine::{EngineError, Run};

/// A file under way. Dropped before it is filled, it goes.
pub struct NewFile {
    temporary: NamedTempFile,
    target: PathBuf,
    name: String,
}

impl NewFile {
    /// Begins a file that is to be at `path`, in place of one that may be there.
    pub fn begin(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        // What a link points to is to be replaced, not the link; and no pipe or device by a file.
        let target = if path.exists() { path.canonicalize().with_context(|| name.clone())? } else { path.to_owned() };
        if target.exists() && !target.is_file() {
            bail!("{name}: there is something else than a file of that name");
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let temporary = tempfile::Builder::new().prefix(".gridcheck-").tempfile_in(folder);
        Ok(NewFile { temporary: temporary.with_context(|| name.clone())?, target, name })
    }

    /// Lets `write` fill it, and gives it its name. If that fails, nothing has happened.
    pub fn fill(self, write: impl FnOnce(&mut BufWriter<&mut File>) -> io::Result<()>) -> anyhow::Result<()> {
        let NewFile { mut temporary, target, name } = self;
        let mut buffer = BufWriter::new(temporary.as_file_mut());
        let written = write(&mut buffer).and_then(|()| buffer.flush());
        drop(buffer);
        let whole =
            written.and_then(|()| make_readable(temporary.as_file())).and_then(|()| temporary.as_file().sync_all());
        whole.and_then(|()| temporary.persist(&target).map_err(|error| error.error)).context(name)?;
        Ok(())
    }
}

/// Temporary files are for their owner's eyes alone; others' tools may run under other names.
#[cfg(unix)]
fn make_readable(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_file: &File) -> io::Result<()> {
    Ok(())
}

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
