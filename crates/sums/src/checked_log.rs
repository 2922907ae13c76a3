//! Reads and writes checked logs. Long work adds one line at a time, so that it can be killed at any moment and resumed.
//!
//! The file is text. Its first line, the **header**, states the subject of the records. Each further line is a **record**: some text, a
//! space, and the first digits of a hash (BLAKE3) of the header and the text. The writer only appends lines, each in one write.
//!
//! A last line without its end was cut short when its writer was killed or the disk was full. The reader drops it and
//! [reports](LogReader::was_cut_short) it. A file whose header is cut short has no records yet. Any other line that does not match its hash
//! is damage. The error names the file and the line.
//!
//! Without a shared folder, logs are streams: standard output takes one, and standard input can hold several, one after the other. A file
//! or a stream that is read may be compressed with gzip.
//!
//! Invariants: one process writes a log at a time, by an advisory lock on the file. Memory holds one line, never the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::iter;
use std::path::{Path, PathBuf};

use thiserror::Error;

#[cfg(feature = "files")]
use gridcheck_files::file::NewFile;

use crate::compression::plain;
#[cfg(unix)]
use crate::file_identity::FileIdentity;
use crate::regular_file::expect_file;

/// A kind of log, with the properties that distinguish its files.
pub struct LogKind {
    /// The first bytes of every header.
    pub begins: &'static str,
    /// The name of such a file, as in "a file of block sums".
    pub name: &'static str,
    /// A length in bytes that no line of such a file reaches. It prevents reading a file of another kind into memory as one line.
    pub longest: usize,
}

/// The reason why a log cannot be used.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "names and messages say it")]
pub enum LogError {
    #[error("{path}: {error}")]
    File { path: String, error: io::Error },
    /// The file exists, and the caller did not ask to resume it.
    #[error("{0}: the file exists: use --resume, or delete it")]
    Exists(String),
    #[error("{0}: another run of gridcheck is going on with this file")]
    InUse(String),
    #[error("{0}: the stream ends within a line: it has not arrived whole")]
    Torn(String),
    #[error("{path}:1: expected {name} (\"{begins}\")")]
    Other { path: String, name: &'static str, begins: &'static str },
    #[error("{path}:{line}: damaged: {what}")]
    Damaged { path: String, line: usize, what: String },
}

/// Number of digits of a line's hash.
const CHECK_DIGITS: usize = 8;

/// Number of bytes of a record's line beside its text: a space, the hash and the line feed.
pub const MORE_IN_LINE: usize = CHECK_DIGITS + 2;

/// Returns the line of a record, with its line feed.
pub fn record(header: &str, text: &str) -> String {
    format!("{text} {}\n", check(header, text))
}

/// Returns all lines of a log, each with its line feed: the header, then the records.
pub fn lines<'h>(header: &'h str, records: impl Iterator<Item = String> + 'h) -> impl Iterator<Item = String> + 'h {
    iter::once(format!("{header}\n")).chain(records.map(move |text| record(header, &text)))
}

fn check(header: &str, text: &str) -> String {
    blake3::hash(format!("{header}\n{text}").as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
}

fn file_error(path: &Path, error: io::Error) -> LogError {
    LogError::File { path: path.display().to_string(), error }
}

/// A log that this process has locked and not read yet.
pub struct LockedLog {
    path: PathBuf,
    file: File,
}

impl LockedLog {
    /// Creates and locks a new file.
    ///
    /// # Errors
    /// Returns an error if the file exists, or cannot be created or locked.
    pub fn create(path: &Path) -> Result<Self, LogError> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => LogError::Exists(path.display().to_string()),
            _ => file_error(path, error),
        })?;
        LockedLog::lock(path, file)
    }

    /// Opens and locks an existing file, or creates a new one.
    ///
    /// # Errors
    /// Returns an error if the path is not an ordinary file, or if the file cannot be opened or is in use.
    pub fn open_or_create(path: &Path) -> Result<Self, LogError> {
        // Opening a device or a pipe can have effects or block for ever.
        expect_file(path).map_err(|error| file_error(path, error))?;
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        LockedLog::lock(path, file.map_err(|error| file_error(path, error))?)
    }

    fn lock(path: &Path, file: File) -> Result<Self, LogError> {
        let in_use = || LogError::InUse(path.display().to_string());
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use()),
            Err(TryLockError::Error(error)) => return Err(file_error(path, error)),
        }
        // The last writer can have replaced the file between the opening and the lock.
        if !is_at(&file, path).map_err(|error| file_error(path, error))? {
            return Err(in_use());
        }
        Ok(LockedLog { path: path.to_owned(), file })
    }

    /// Returns a reader of the records.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is of another kind.
    pub fn reader(&self, kind: &'static LogKind) -> Result<LogReader<&File>, LogError> {
        LogReader::new(&self.path, &self.file, kind)
    }

    /// Empties the log and writes this header.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn begin(self, header: &str) -> Result<Log, LogError> {
        let mut log = Log { path: self.path, sink: Sink::File(self.file), header: header.to_owned(), whole: 0 };
        log.cut().and_then(|()| log.write(&format!("{header}\n"))).map_err(|error| file_error(&log.path, error))?;
        Ok(log)
    }

    /// Resumes the log after its first `whole` bytes, which are complete lines under this header.
    ///
    /// # Errors
    /// Returns an error if the file cannot be truncated.
    pub fn resume(self, header: &str, whole: u64) -> Result<Log, LogError> {
        let mut log = Log { path: self.path, sink: Sink::File(self.file), header: header.to_owned(), whole };
        log.cut().map_err(|error| file_error(&log.path, error))?;
        Ok(log)
    }
}

/// Returns `true` if this is the file at that path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    Ok(FileIdentity::of_open(file)? == FileIdentity::at(path)?)
}

/// Returns `true`: on other systems an open file cannot be replaced.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// A log open for appending.
pub struct Log {
    path: PathBuf,
    sink: Sink,
    header: String,
    /// Number of bytes of complete lines. The file ends with them.
    whole: u64,
}

/// The place where the lines of a log go.
enum Sink {
    File(File),
    Stream(Box<dyn Write + Send>),
}

impl Log {
    /// Begins a log in a stream. `name` is its name in errors.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be written.
    pub fn of_stream(name: &str, to: Box<dyn Write + Send>, header: &str) -> Result<Self, LogError> {
        let mut log = Log { path: name.into(), sink: Sink::Stream(to), header: header.to_owned(), whole: 0 };
        log.write(&format!("{header}\n")).map_err(|error| file_error(&log.path, error))?;
        Ok(log)
    }

    /// Returns the first line.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Appends a record.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn add(&mut self, text: &str) -> Result<(), LogError> {
        let line = record(&self.header, text);
        self.write(&line).map_err(|error| file_error(&self.path, error))
    }

    /// Replaces all records. The new log is written beside the old one and then renamed over it. Nothing may be appended afterwards.
    ///
    /// # Errors
    /// Returns an error if the log is a stream, or if a file cannot be written or replaced. The old log is then unchanged.
    pub fn replace(&self, records: impl Iterator<Item = String>) -> Result<(), LogError> {
        self.write_anew(records).map_err(|error| file_error(&self.path, error))
    }

    #[cfg(feature = "files")]
    fn write_anew(&self, records: impl Iterator<Item = String>) -> io::Result<()> {
        let Sink::File(file) = &self.sink else { return Err(io::ErrorKind::Unsupported.into()) };
        // The file at the path can be another one now: someone can have moved this one away, and another run can have created a new one.
        if !is_at(file, &self.path)? {
            return Err(io::Error::other("another file is there now"));
        }
        let mut new = NewFile::begin(&self.path)?;
        lines(&self.header, records).try_for_each(|line| new.write_all(line.as_bytes()))?;
        new.sync()?;
        new.keep()
    }

    /// Fails: without the feature `files` the log stays as it is.
    #[cfg(not(feature = "files"))]
    #[expect(clippy::unused_self, reason = "the same with and without the feature")]
    fn write_anew(&self, _records: impl Iterator<Item = String>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes a line in one call. If that fails, the file is cut back, because nothing may follow a partial line.
    fn write(&mut self, line: &str) -> io::Result<()> {
        let written = match &mut self.sink {
            Sink::File(file) => file.write_all(line.as_bytes()),
            Sink::Stream(to) => to.write_all(line.as_bytes()).and_then(|()| to.flush()),
        };
        written.inspect_err(|_| {
            // Report the failed write, not a failed cut.
            let _ = self.cut();
        })?;
        self.whole += line.len() as u64;
        Ok(())
    }

    /// Removes what follows the complete lines. The reader of a stream detects a partial line.
    fn cut(&mut self) -> io::Result<()> {
        let Sink::File(file) = &mut self.sink else { return Ok(()) };
        file.set_len(self.whole)?;
        file.seek(SeekFrom::Start(self.whole)).map(|_| ())
    }
}

/// Reads a log record by record.
pub struct LogReader<R> {
    path: PathBuf,
    kind: &'static LogKind,
    from: BufReader<R>,
    header: Option<String>,
    line: usize,
    whole: u64,
    cut_short: bool,
    /// The header of the log that follows in the stream.
    next_header: Option<String>,
    is_stream: bool,
}

impl LogReader<Box<dyn Read>> {
    /// Opens the log at this path for reading only.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is of another kind.
    pub fn open(path: &Path, kind: &'static LogKind) -> Result<Self, LogError> {
        let file = File::open(path).and_then(|file| plain(Box::new(file)));
        LogReader::new(path, file.map_err(|error| file_error(path, error))?, kind)
    }

    /// Reads the first log of a stream. `name` is its name in errors.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be read or is of another kind.
    pub fn of_stream(name: &str, from: Box<dyn Read>, kind: &'static LogKind) -> Result<Self, LogError> {
        let path = Path::new(name);
        let mut reader = LogReader::new(path, plain(from).map_err(|error| file_error(path, error))?, kind)?;
        reader.is_stream = true;
        if reader.cut_short { Err(reader.torn()) } else { Ok(reader) }
    }
}

impl<R: Read> LogReader<R> {
    fn new(path: &Path, from: R, kind: &'static LogKind) -> Result<Self, LogError> {
        let from = BufReader::new(from);
        let mut reader = LogReader {
            path: path.to_owned(),
            kind,
            from,
            header: None,
            line: 0,
            whole: 0,
            cut_short: false,
            next_header: None,
            is_stream: false,
        };
        let mut line = Vec::new();
        let begins = kind.begins.as_bytes();
        if reader.line(&mut line)? && line.starts_with(begins) {
            reader.header = Some(reader.text(line)?);
        } else if reader.whole == 0
            && line.len() < kind.longest
            && (line.starts_with(begins) || begins.starts_with(&line))
        {
            reader.cut_short = !line.is_empty();
        } else {
            return Err(reader.of_another_kind());
        }
        Ok(reader)
    }

    /// Returns the first line; `None` if the log has no complete header yet.
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// Returns the text of the next record, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the line is damaged.
    pub fn record(&mut self) -> Result<Option<String>, LogError> {
        let mut line = Vec::new();
        if self.header.is_none() {
            return Ok(None);
        }
        if !self.line(&mut line)? {
            self.cut_short = !line.is_empty();
            return if self.is_stream && self.cut_short { Err(self.torn()) } else { Ok(None) };
        }
        if self.is_stream && line.starts_with(self.kind.begins.as_bytes()) {
            self.next_header = Some(self.text(line)?);
            return Ok(None);
        }
        let mut text = self.text(line)?;
        let header = self.header.as_deref().unwrap_or_default();
        let checked = text.rsplit_once(' ').filter(|(said, digits)| check(header, said) == *digits);
        let Some(length) = checked.map(|(said, _)| said.len()) else {
            return Err(self.damaged("the line does not agree with its check"));
        };
        text.truncate(length);
        Ok(Some(text))
    }

    /// Returns the log that follows in the stream, once all records of this one have been read.
    pub fn next_log(self) -> Option<Self> {
        let header = Some(self.next_header?);
        Some(LogReader { header, next_header: None, ..self })
    }

    fn torn(&self) -> LogError {
        LogError::Torn(format!("{}:{}", self.path.display(), self.line))
    }

    /// Returns the number of bytes of the lines read so far.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns `true` if the last line had no end and was dropped. The value is final after all records have been read.
    pub fn was_cut_short(&self) -> bool {
        self.cut_short
    }

    /// Returns the error that this file is not of the expected kind.
    pub fn of_another_kind(&self) -> LogError {
        let LogKind { begins, name, .. } = self.kind;
        LogError::Other { path: self.path.display().to_string(), name, begins }
    }

    /// Returns an error about the line just read.
    pub fn damaged(&self, what: &str) -> LogError {
        LogError::Damaged { path: self.path.display().to_string(), line: self.line, what: what.to_owned() }
    }

    /// Reads a line without its end. Returns `false` if the line has no end, because it is the last one or too long.
    fn line(&mut self, line: &mut Vec<u8>) -> Result<bool, LogError> {
        self.line += 1;
        let limited = &mut (&mut self.from).take(self.kind.longest as u64);
        let length = limited.read_until(b'\n', line).map_err(|error| file_error(&self.path, error))?;
        if line.last() == Some(&b'\n') {
            line.pop();
            self.whole += length as u64;
            return Ok(true);
        }
        if length == self.kind.longest && self.line > 1 {
            return Err(self.damaged("the line is longer than any that is written here"));
        }
        Ok(false)
    }

    fn text(&self, line: Vec<u8>) -> Result<String, LogError> {
        String::from_utf8(line).map_err(|_| self.damaged("not text"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    static KIND: LogKind = LogKind { begins: "a test's log", name: "a test's log", longest: 1 << 16 };
    const HEADER: &str = "a test's log, of words";

    /// A temporary folder with a path for a log.
    struct Place(tempfile::TempDir);

    impl Place {
        fn new() -> Self {
            Place(tempfile::tempdir().expect("a temporary folder"))
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("log")
        }

        fn text(&self) -> String {
            fs::read_to_string(self.path()).expect("it is there")
        }

        fn write(&self, text: impl AsRef<[u8]>) {
            fs::write(self.path(), text).expect("it can be written");
        }

        /// Returns the records, and `true` if a line was dropped.
        fn records(&self) -> Result<(Vec<String>, bool), String> {
            records(LogReader::open(&self.path(), &KIND).map_err(|error| error.to_string())?)
        }

        /// Resumes the log as a writer does.
        fn log(&self) -> Result<Log, LogError> {
            let locked_log = LockedLog::open_or_create(&self.path())?;
            let mut reader = locked_log.reader(&KIND)?;
            while reader.record()?.is_some() {}
            let (header, whole) = (reader.header().map(str::to_owned), reader.whole());
            match header {
                Some(header) => locked_log.resume(&header, whole),
                None => locked_log.begin(HEADER),
            }
        }
    }

    fn records<R: Read>(mut reader: LogReader<R>) -> Result<(Vec<String>, bool), String> {
        let mut found = Vec::new();
        while let Some(text) = reader.record().map_err(|error| error.to_string())? {
            found.push(text);
        }
        Ok((found, reader.was_cut_short()))
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn added_records_read_back_in_order() {
        let place = Place::new();
        assert!(matches!(LogReader::open(&place.path(), &KIND), Err(LogError::File { .. })));
        for word in ["one", "two words", "three"] {
            place.log().and_then(|mut log| log.add(word)).expect("room");
        }
        assert_eq!(place.records(), Ok((words(&["one", "two words", "three"]), false)));
        assert!(matches!(LockedLog::create(&place.path()), Err(LogError::Exists(_))));
    }

    /// Keeps the complete records wherever the writer is killed, and resumes after them.
    #[test]
    fn a_log_cut_anywhere_keeps_complete_records_and_resumes() {
        let place = Place::new();
        let whole = format!("{HEADER}\n{}{}", record(HEADER, "one"), record(HEADER, "two"));
        for kept in 0..=whole.len() {
            place.write(&whole[..kept]);
            let lines = whole[..kept].matches('\n').count();
            let before = &["one", "two"][..lines.saturating_sub(1)];
            let is_cut = !whole[..kept].is_empty() && !whole[..kept].ends_with('\n');
            assert_eq!(place.records(), Ok((words(before), is_cut)), "{kept} bytes");
            place.log().and_then(|mut log| log.add("next")).expect("nothing is wrong with it");
            assert_eq!(place.records(), Ok(([words(before), words(&["next"])].concat(), false)), "{kept} bytes");
        }
    }

    #[test]
    fn no_byte_can_be_changed_unseen() {
        let place = Place::new();
        let whole = format!("{HEADER}\n{}{}", record(HEADER, "one"), record(HEADER, "two"));
        for at in 0..whole.len() - 1 {
            let mut changed = whole.clone().into_bytes();
            changed[at] ^= 1;
            place.write(&changed);
            let error = place.log().err().unwrap_or_else(|| panic!("byte {at} was changed unseen")).to_string();
            let line = 1 + whole[..at].matches('\n').count();
            // A change in the header can only be detected by the hashes of the records, so the error can name line 2.
            let expected = [format!("log:{line}: "), "log:2: damaged: ".to_owned()];
            assert!(expected.iter().any(|expected| error.contains(expected)), "byte {at}: {error}");
            assert_eq!(fs::read(place.path()).expect("it is there"), changed, "what is refused is left as it is");
        }
    }

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let place = Place::new();
        for other in ["x", "a letter", "something else\n", "\n", "a test's lo\n"] {
            place.write(other);
            let error = place.log().err().unwrap_or_else(|| panic!("{other:?} was taken")).to_string();
            assert!(error.ends_with("log:1: expected a test's log (\"a test's log\")"), "{error}");
            assert_eq!(place.text(), other);
        }
        // The reader does not read the whole file into memory, nor wait for the end of an endless one.
        for other in ["a test's log ".repeat(1 << 17), format!("{HEADER}\n{}", "x".repeat(1 << 20))] {
            place.write(&other);
            assert!(place.log().is_err());
        }
        let folder = LockedLog::open_or_create(place.0.path()).err().expect("a folder").to_string();
        assert!(folder.ends_with("expected a file, this is a folder"), "{folder}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_without_end_is_no_log() {
        let full = LockedLog::open_or_create(Path::new("/dev/full")).err().expect("no file").to_string();
        assert_eq!(full, "/dev/full: expected a file, this is no regular file");
        let error = LogReader::open(Path::new("/dev/zero"), &KIND).err().expect("no log").to_string();
        assert!(error.starts_with("/dev/zero:1: expected"), "{error}");
    }

    #[test]
    fn a_log_allows_one_writer_and_further_readers() {
        let place = Place::new();
        let first = place.log().expect("nobody has it");
        assert!(matches!(place.log(), Err(LogError::InUse(_))));
        assert!(place.records().is_ok(), "whoever only reads may");
        drop(first);
        assert!(place.log().is_ok());
    }

    #[cfg(feature = "files")]
    #[test]
    fn a_log_is_put_in_order_whole_or_not_at_all() {
        let place = Place::new();
        let mut log = place.log().expect("room");
        log.add("two").and_then(|()| log.add("one")).expect("room");
        log.replace(words(&["one", "two"]).into_iter()).expect("room");
        // Another process had the file open before it was replaced. It must not write into the deleted file.
        let old = File::options().read(true).write(true).open(place.path()).expect("it is there");
        let again = place.log().expect("it is there");
        again.replace(words(&["one", "two", "three"]).into_iter()).expect("room");
        drop((log, again));
        assert!(matches!(LockedLog::lock(&place.path(), old), Err(LogError::InUse(_))) || cfg!(not(unix)));
        assert_eq!(place.records(), Ok((words(&["one", "two", "three"]), false)));
        assert_eq!(fs::read_dir(place.0.path()).expect("a folder").count(), 1, "nothing is left behind");
    }

    /// Rejects a replacement if the log was moved away and another is at its path.
    #[cfg(unix)]
    #[test]
    fn replacing_is_rejected_if_the_log_was_moved_away() {
        let place = Place::new();
        let mut log = place.log().expect("room");
        log.add("one").expect("room");
        let away = place.0.path().join("away");
        fs::rename(place.path(), &away).expect("it is there");
        assert!(log.replace(words(&["none"]).into_iter()).is_err(), "nothing is there");
        let mut other = place.log().expect("room");
        other.add("other").expect("room");
        assert!(log.replace(words(&["none"]).into_iter()).is_err(), "another is there");
        log.add("two").expect("room");
        drop((log, other));
        assert_eq!(place.records(), Ok((words(&["other"]), false)));
        assert_eq!(fs::read_to_string(away).expect("there").lines().count(), 3);
    }

    #[test]
    fn extends_and_reads_a_log_larger_than_20_mib() {
        let place = Place::new();
        let long = "x".repeat(60_000);
        let text: String = std::iter::repeat_n(record(HEADER, &long), 400).collect();
        place.write(format!("{HEADER}\n{text}"));
        place.log().and_then(|mut log| log.add("one more")).expect("room");
        let (found, _) = place.records().expect("nothing is wrong with it");
        assert_eq!((found.len(), found.last().map(String::as_str)), (401, Some("one more")));
        assert!(place.text().len() > 20 << 20);
    }
}
