//! Files that a long piece of work adds to, a line at a time, so that it can be killed at any moment and go on.
//!
//! The file is text. Its first line, the **header**, says what the records are about. Each further line is a **record**: some
//! text, a space, and the first digits of a hash (BLAKE3) of the header and the text. Lines are only ever added, each in one
//! piece. A last line without its end was cut short when its writer was killed or ran out of room: it is dropped, and
//! [said](Reader::was_cut_short). A file whose header is cut short has nothing on record yet. Everything else that does not check
//! is damage, and refused with the file's name and the line.
//!
//! Invariants: one process writes a log at a time, by an advisory lock on the file; in memory is one line, never the file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

#[cfg(feature = "files")]
use gridcheck_files::file::NewFile;

/// A kind of log: what tells its files from others.
pub struct Kind {
    /// What every header begins with.
    pub begins: &'static str,
    /// What such a file is called, as in "a file of block sums".
    pub name: &'static str,
    /// Bytes that no line of such a file reaches. A file of another kind must not be read into memory whole.
    pub longest: usize,
}

/// Why a log cannot be used.
#[derive(Debug, Error)]
pub enum LogError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is there already, and going on with it was not asked for.
    #[error("{0}: there is such a file already; resume to go on with it, or remove it")]
    Exists(String),
    /// Another process is writing it.
    #[error("{0}: another run of gridcheck is going on with this file")]
    InUse(String),
    /// It is another kind of file.
    #[error("{path}:1: expected {name} (\"{begins}\")")]
    Other {
        /// The file.
        path: String,
        /// What it was taken for.
        name: &'static str,
        /// What such a file begins with.
        begins: &'static str,
    },
    /// It is not as it was written.
    #[error("{path}:{line}: damaged: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong, and what was expected.
        what: String,
    },
}

/// The digits of a line's hash.
const CHECK_DIGITS: usize = 8;

/// A record as its line has it, with its end.
pub fn record(header: &str, text: &str) -> String {
    format!("{text} {}\n", check(header, text))
}

fn check(header: &str, text: &str) -> String {
    blake3::hash(format!("{header}\n{text}").as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
}

fn file_error(path: &Path, error: io::Error) -> LogError {
    LogError::File { path: path.display().to_string(), error }
}

/// A log for this process alone, not yet looked into.
pub struct Claim {
    path: PathBuf,
    file: File,
}

impl Claim {
    /// A new file. An error if there is one.
    pub fn new(path: &Path) -> Result<Self, LogError> {
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => LogError::Exists(path.display().to_string()),
            _ => file_error(path, error),
        })?;
        Claim::of(path, file)
    }

    /// The file that is there, or a new one.
    pub fn old_or_new(path: &Path) -> Result<Self, LogError> {
        // To open a device or a pipe can have effects, or wait for ever.
        if let Some(other) = fs::metadata(path).ok().filter(|about| !about.is_file()) {
            let what = if other.is_dir() { "a folder" } else { "no regular file" };
            return Err(file_error(path, io::Error::other(format!("expected a file, this is {what}"))));
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        Claim::of(path, file.map_err(|error| file_error(path, error))?)
    }

    fn of(path: &Path, file: File) -> Result<Self, LogError> {
        let in_use = || LogError::InUse(path.display().to_string());
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use()),
            Err(TryLockError::Error(error)) => return Err(file_error(path, error)),
        }
        // Its last writer may have put another in its place between the opening and the lock.
        if !is_at(&file, path).map_err(|error| file_error(path, error))? {
            return Err(in_use());
        }
        Ok(Claim { path: path.to_owned(), file })
    }

    /// What is on record.
    pub fn reader(&self, kind: &'static Kind) -> Result<Reader<&File>, LogError> {
        Reader::new(&self.path, &self.file, kind)
    }

    /// Begins the log anew, with this header.
    pub fn begin(self, header: &str) -> Result<Log, LogError> {
        let mut log = Log { path: self.path, file: self.file, header: header.to_owned(), whole: 0 };
        log.cut().and_then(|()| log.write(&format!("{header}\n"))).map_err(|error| file_error(&log.path, error))?;
        Ok(log)
    }

    /// Goes on after the first `whole` bytes, which are whole lines under this header.
    pub fn go_on(self, header: &str, whole: u64) -> Result<Log, LogError> {
        let mut log = Log { path: self.path, file: self.file, header: header.to_owned(), whole };
        log.cut().map_err(|error| file_error(&log.path, error))?;
        Ok(log)
    }
}

/// Whether this is the file at that path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (ours, theirs) = (file.metadata()?, fs::metadata(path)?);
    Ok((ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()))
}

/// Elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// A log to add to.
pub struct Log {
    path: PathBuf,
    file: File,
    header: String,
    /// The bytes of whole lines; the file ends with them.
    whole: u64,
}

impl Log {
    /// The first line.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Adds a record.
    pub fn add(&mut self, text: &str) -> Result<(), LogError> {
        let line = record(&self.header, text);
        self.write(&line).map_err(|error| file_error(&self.path, error))
    }

    /// These records in place of those that are there: the log is written anew beside the old one and then takes its place.
    /// Nothing may be added afterwards. If it fails, nothing has happened.
    pub fn replace(&self, records: impl Iterator<Item = String>) -> Result<(), LogError> {
        self.write_anew(records).map_err(|error| file_error(&self.path, error))
    }

    #[cfg(feature = "files")]
    fn write_anew(&self, records: impl Iterator<Item = String>) -> io::Result<()> {
        // Somebody may have moved this one away, and another run may have put its own there.
        if !is_at(&self.file, &self.path)? {
            return Err(io::Error::other("another file is there now"));
        }
        let mut new = NewFile::begin(&self.path)?;
        writeln!(new, "{}", self.header)?;
        for text in records {
            new.write_all(record(&self.header, &text).as_bytes())?;
        }
        new.keep_in_place_of(&self.file)
    }

    /// Without files beside files the log stays as it is.
    #[cfg(not(feature = "files"))]
    #[expect(clippy::unused_self, reason = "the same with and without the feature")]
    fn write_anew(&self, _records: impl Iterator<Item = String>) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes a line in one piece. If that fails, none of it stays: nothing may follow a line that is written in part.
    fn write(&mut self, line: &str) -> io::Result<()> {
        self.file.write_all(line.as_bytes()).inspect_err(|_| {
            // That the line could not be written is what there is to report.
            let _ = self.cut();
        })?;
        self.whole += line.len() as u64;
        Ok(())
    }

    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole)).map(|_| ())
    }
}

/// Reads a log, record by record.
pub struct Reader<R> {
    path: PathBuf,
    kind: &'static Kind,
    from: BufReader<R>,
    header: Option<String>,
    line: usize,
    whole: u64,
    cut_short: bool,
}

impl Reader<File> {
    /// The log at this path, which is left as it is.
    pub fn open(path: &Path, kind: &'static Kind) -> Result<Self, LogError> {
        Reader::new(path, File::open(path).map_err(|error| file_error(path, error))?, kind)
    }
}

impl<R: Read> Reader<R> {
    fn new(path: &Path, from: R, kind: &'static Kind) -> Result<Self, LogError> {
        let from = BufReader::new(from);
        let mut reader =
            Reader { path: path.to_owned(), kind, from, header: None, line: 0, whole: 0, cut_short: false };
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

    /// The first line; none if nothing is on record yet.
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The text of the next record, if there is one.
    pub fn record(&mut self) -> Result<Option<String>, LogError> {
        let mut line = Vec::new();
        if self.header.is_none() {
            return Ok(None);
        }
        if !self.line(&mut line)? {
            self.cut_short = !line.is_empty();
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

    /// The bytes of the lines read so far.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Whether the last line had no end, and was dropped. Known once all records have been read.
    pub fn was_cut_short(&self) -> bool {
        self.cut_short
    }

    /// The error that this is no log of the kind expected.
    pub fn of_another_kind(&self) -> LogError {
        let Kind { begins, name, .. } = self.kind;
        LogError::Other { path: self.path.display().to_string(), name, begins }
    }

    /// An error about the line just read.
    pub fn damaged(&self, what: &str) -> LogError {
        LogError::Damaged { path: self.path.display().to_string(), line: self.line, what: what.to_owned() }
    }

    /// Reads a line, without its end; false if it had none, because it is the last or because it is too long.
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
    use std::path::PathBuf;

    use super::*;

    static KIND: Kind = Kind { begins: "a test's log", name: "a test's log", longest: 1 << 16 };
    const HEADER: &str = "a test's log, of words";

    /// A place of its own.
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

        /// The records, and whether something was dropped.
        fn records(&self) -> Result<(Vec<String>, bool), String> {
            records(Reader::open(&self.path(), &KIND).map_err(|error| error.to_string())?)
        }

        /// Goes on with the log as whoever writes one does.
        fn log(&self) -> Result<Log, LogError> {
            let claim = Claim::old_or_new(&self.path())?;
            let mut reader = claim.reader(&KIND)?;
            while reader.record()?.is_some() {}
            let (header, whole) = (reader.header().map(str::to_owned), reader.whole());
            match header {
                Some(header) => claim.go_on(&header, whole),
                None => claim.begin(HEADER),
            }
        }
    }

    fn records<R: Read>(mut reader: Reader<R>) -> Result<(Vec<String>, bool), String> {
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
    fn what_is_added_is_read_again() {
        let place = Place::new();
        assert!(matches!(Reader::open(&place.path(), &KIND), Err(LogError::File { .. })));
        for word in ["one", "two words", "three"] {
            place.log().and_then(|mut log| log.add(word)).expect("room");
        }
        assert_eq!(place.records(), Ok((words(&["one", "two words", "three"]), false)));
        assert!(matches!(Claim::new(&place.path()), Err(LogError::Exists(_))));
    }

    /// Wherever the writer is killed, what was recorded before stays, and the next one goes on.
    #[test]
    fn it_can_be_cut_anywhere() {
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
            // In the header's own words only the checks that are made with it can tell.
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
        // Not read into memory whole, and no wait for an end that never comes.
        for other in ["a test's log ".repeat(1 << 17), format!("{HEADER}\n{}", "x".repeat(1 << 20))] {
            place.write(&other);
            assert!(place.log().is_err());
        }
        let folder = Claim::old_or_new(place.0.path()).err().expect("a folder").to_string();
        assert!(folder.ends_with("expected a file, this is a folder"), "{folder}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_without_end_is_no_log() {
        let full = Claim::old_or_new(Path::new("/dev/full")).err().expect("no file").to_string();
        assert_eq!(full, "/dev/full: expected a file, this is no regular file");
        let error = Reader::open(Path::new("/dev/zero"), &KIND).err().expect("no log").to_string();
        assert!(error.starts_with("/dev/zero:1: expected"), "{error}");
    }

    #[test]
    fn one_at_a_time_writes() {
        let place = Place::new();
        let first = place.log().expect("nobody has it");
        assert!(matches!(place.log(), Err(LogError::InUse(_))));
        assert!(place.records().is_ok(), "whoever only reads may");
        drop(first);
        assert!(place.log().is_ok());
    }

    #[test]
    fn a_log_is_put_in_order_whole_or_not_at_all() {
        let place = Place::new();
        let mut log = place.log().expect("room");
        log.add("two").and_then(|()| log.add("one")).expect("room");
        log.replace(words(&["one", "two"]).into_iter()).expect("room");
        // Another process had the file open before it was replaced: it must not write into what is gone.
        let old = File::options().read(true).write(true).open(place.path()).expect("it is there");
        let again = place.log().expect("it is there");
        again.replace(words(&["one", "two", "three"]).into_iter()).expect("room");
        drop((log, again));
        assert!(matches!(Claim::of(&place.path(), old), Err(LogError::InUse(_))) || cfg!(not(unix)));
        assert_eq!(place.records(), Ok((words(&["one", "two", "three"]), false)));
        assert_eq!(fs::read_dir(place.0.path()).expect("a folder").count(), 1, "nothing is left behind");
    }

    /// Moved away while it is written, with another in its place.
    #[cfg(unix)]
    #[test]
    fn a_log_takes_the_place_of_itself_only() {
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
    fn there_is_no_size_that_is_too_large() {
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
