//! The source of a list: a file, a pipe or standard input. It is read once to check for errors, and then once to use it.
//!
//! A fault in the last line must not interrupt work that has already begun, and a list may exceed the memory. Therefore a [`Source`] can
//! only be checked, and only a [`CheckedSource`] returns grids. A short source is kept in memory, and a longer regular file is read twice.
//! Other sources can be read only once. They are copied *while* they are checked, to an anonymous temporary file, or to memory without
//! the feature `files`. So an endless stream that is not a list ends at its first error before it fills the disk.
//!
//! A puzzle file holds one grid and is small, so it is read and kept as a whole. The start of a source shows whether it is a puzzle file,
//! before anything else is done with it.
//!
//! Invariant: the file of a [`CheckedSource`] list, read from its start, held `grids` grids and no error when it was checked.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use super::fault::Place;
use super::puzzle::{MAX_BYTES, Puzzle, Square};
use super::recognition::{Advice, START_BYTES, advice, recognise};
use super::registry::{Format, read_from_page, read_with};
use super::squares::NO_BARS;
use super::text::{FoundGrid, Options, Reader, read_givens};
use super::xd::Black;
use super::{Fault, PuzzleFile, exolve, recognition};
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Givens;
use gridcheck_core::visible::visible;
use gridcheck_layout::contents::Contents;
use gridcheck_layout::shape::Shape;

/// The name of standard input on a command line.
pub const STANDARD_INPUT: &str = "-";

/// Size of the read buffer. About as much of an endless stream is read before its first error.
const BUFFER_BYTES: usize = 64 << 10;

/// A list of grids, or one partial grid, before the check.
pub struct Source {
    name: String,
    input: Input,
    /// The puzzle that was chosen, if the source is a page of several.
    choice: Option<Choice>,
}

/// The choice of a puzzle from a page.
enum Choice {
    /// The number of the puzzle, from 1, or its id. The page is not yet read.
    Named(String),
    /// A puzzle of a page that was read, by its index.
    Read(Arc<ExolvePage>, usize),
}

/// A file of several Exolve puzzles that was read and split.
#[derive(Debug)]
pub struct ExolvePage(exolve::Page);

enum Input {
    /// A file that can be read again.
    File(File),
    /// A stream that can be read once.
    Stream(Box<dyn Read>),
    /// All bytes of a short source.
    Whole(io::Cursor<Vec<u8>>),
}

/// A grid with its voids and its place in the file.
#[derive(Debug, Clone)]
pub struct InputGrid {
    /// The grid.
    pub grid: Grid,
    /// The voids of the [`Shape`].
    pub voids: BTreeSet<Square>,
    /// Its letters, circles and shading.
    pub contents: Contents,
    /// The line of its first row, from 1.
    pub line: usize,
    /// `true` if each row has a line, in a list.
    pub rows_are_lines: bool,
    /// The puzzle file with all of its clues and texts, or `None` for a grid of a list.
    pub file: Option<Arc<PuzzleFile>>,
}

impl InputGrid {
    /// Returns the line of a row, from 1. If the rows have no lines, it is that of the grid.
    pub fn line_of_row(&self, row: usize) -> usize {
        match &self.file {
            Some(file) => file.line_of_row(row),
            None => self.line + if self.rows_are_lines { row } else { 0 },
        }
    }
}

/// A list of grids, or a puzzle, that has been checked for errors.
#[derive(Debug)]
pub struct CheckedSource {
    name: String,
    content: Content,
}

#[derive(Debug)]
enum Content {
    List { bytes: Box<dyn Rewindable>, options: Options, counted: CountedList },
    Puzzle(Arc<PuzzleFile>),
}

/// A source whose format has been recognised.
enum Recognised {
    List(Source),
    Puzzle(String, Unread),
}

/// A puzzle that is recognised and not yet read.
enum Unread {
    /// A file with all of its bytes. One byte above the limit shows that there are too many.
    File(Format, Vec<u8>),
    /// A puzzle of a page, by its index.
    OnPage(Arc<ExolvePage>, usize),
}

impl Unread {
    fn format(&self) -> Format {
        match self {
            Unread::File(format, _) => *format,
            Unread::OnPage(..) => Format::Exolve,
        }
    }

    /// Reads the puzzle. `black` tells which character is black if the file does not show it.
    fn read(&self, black: Black) -> Result<PuzzleFile, Fault> {
        match self {
            Unread::File(format, bytes) => read_with(bytes, *format, black),
            Unread::OnPage(page, index) => read_from_page(&page.0, *index),
        }
    }
}

/// Bytes that can be read again.
trait Rewindable: Read + Seek + Debug + Send {}

impl<T: Read + Seek + Debug + Send> Rewindable for T {}

/// The reason why a source cannot be used. It is one line that begins with the source's name.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The source cannot be opened or read again.
    #[error("{}: {reason}", visible(name))]
    Unreadable {
        /// The source's name.
        name: String,
        /// The system's message.
        reason: io::Error,
    },
    /// A fault in a list of grids.
    #[error("{}:{fault}{}", visible(name), advice_in_brackets(name))]
    Faulty {
        /// The source's name.
        name: String,
        /// The fault and its place.
        fault: Fault,
    },
    /// A fault in a puzzle file.
    #[error("{}:{fault}", visible(name))]
    NoPuzzle {
        /// The source's name.
        name: String,
        /// The fault and its place.
        fault: Fault,
    },
    /// A glyph was named for a format that defines its glyphs.
    #[error(
        "{}: {colour} needs no naming in a file of the format {format}: leave out --{colour}, or read it as plain text",
        visible(name)
    )]
    GlyphIsSettled {
        /// The source's name.
        name: String,
        /// The colour of the glyph.
        colour: &'static str,
        /// The file's format.
        format: Format,
    },
}

impl SourceError {
    /// Returns the line of the fault, from 1, or 1 if the fault has no line.
    pub fn line(&self) -> usize {
        match self {
            SourceError::Faulty { fault, .. } | SourceError::NoPuzzle { fault, .. } => fault.line(),
            SourceError::Unreadable { .. } | SourceError::GlyphIsSettled { .. } => 1,
        }
    }

    /// Returns the message for a caller that has no options.
    pub fn without_options(&self) -> String {
        match self {
            SourceError::Faulty { name, fault } => {
                let advice = advice(Path::new(name)).map_or_else(String::new, |advice| format!(" ({})", advice.why));
                format!("{}:{fault}{advice}", visible(name))
            }
            SourceError::GlyphIsSettled { .. } | SourceError::Unreadable { .. } | SourceError::NoPuzzle { .. } => {
                self.to_string()
            }
        }
    }

    /// Returns the fault and its place, without the name of the source.
    pub fn fault(&self) -> String {
        match self {
            SourceError::Unreadable { reason, .. } => reason.to_string(),
            SourceError::Faulty { name, fault } => format!("{fault}{}", advice_in_brackets(name)),
            SourceError::NoPuzzle { fault, .. } => fault.to_string(),
            SourceError::GlyphIsSettled { colour, format, .. } => {
                format!("--{colour} in a file of the format {format}")
            }
        }
    }
}

/// Returns the advice for a list with a fault in brackets, or nothing.
fn advice_in_brackets(name: &str) -> String {
    advice(Path::new(name)).map_or_else(String::new, |Advice { why, by_option }| format!(" ({why}{by_option})"))
}

/// Returns the file that a name on a command line means, and the number or the id of the puzzle in it, as in `page.html#2`. A file whose
/// name ends so is the file itself.
pub fn file_and_choice(path: &Path) -> (&Path, Option<&str>) {
    let chosen = path.to_str().and_then(|name| name.rsplit_once('#')).filter(|_| !path.exists());
    match chosen {
        Some((file, choice)) if choice.parse::<usize>().is_ok() || !choice.is_empty() && Path::new(file).is_file() => {
            (Path::new(file), Some(choice))
        }
        _ => (path, None),
    }
}

impl ExolvePage {
    /// Reads a file if its content and its ending show Exolve, and it has several puzzles. The reader of a single puzzle reports the faults of
    /// a file that is not such a page.
    pub fn open(path: &Path) -> Option<Arc<Self>> {
        let (mut bytes, file) = start_of(path).ok()?;
        if recognise(&bytes, path) != Ok(Format::Exolve) {
            return None;
        }
        file.take((MAX_BYTES - START_BYTES) as u64 + 1).read_to_end(&mut bytes).ok()?;
        Self::split(&bytes)
    }

    /// Splits the contents of a file if they and its name show Exolve, and it has several puzzles.
    pub fn in_memory(name: &str, bytes: &[u8]) -> Option<Arc<Self>> {
        let start = &bytes[..bytes.len().min(START_BYTES)];
        if recognise(start, Path::new(name)) == Ok(Format::Exolve) { Self::split(bytes) } else { None }
    }

    fn split(bytes: &[u8]) -> Option<Arc<Self>> {
        if bytes.len() > MAX_BYTES || !cfg!(feature = "puzzles") {
            return None;
        }
        let page = exolve::Page::new(bytes).ok().filter(|page| page.count() > 1)?;
        Some(Arc::new(ExolvePage(page)))
    }

    /// Returns the number of puzzles.
    pub fn count(&self) -> usize {
        self.0.count()
    }
}

/// Returns the start of a file, and the file from there on.
fn start_of(path: &Path) -> io::Result<(Vec<u8>, File)> {
    let file = File::open(path)?;
    Ok((start_read(&file)?, file))
}

/// Reads the first [`START_BYTES`] of a source, or all of a shorter one.
fn start_read(input: impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(START_BYTES);
    input.take(START_BYTES as u64).read_to_end(&mut start)?;
    Ok(start)
}

/// Returns `true` if the start of a file shows a puzzle or a list of grids, and not only the notation in which it is written, as JSON or XML.
pub fn shows_puzzle(path: &Path) -> bool {
    start_of(path).map_or(true, |(start, _)| recognition::shows_puzzle(&start))
}

impl Source {
    /// Opens the file at `path`, or standard input for `-`. The name may choose a puzzle of a page, as in `page.html#2`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or is a directory.
    pub fn open(path: &Path) -> Result<Source, SourceError> {
        if path.as_os_str() == STANDARD_INPUT {
            return Ok(Source::stream("standard input", io::stdin()));
        }
        let name = path.display().to_string();
        let (path, choice) = file_and_choice(path);
        let choice = choice.map(|choice| Choice::Named(choice.to_owned()));
        let opened = File::open(path).and_then(|file| {
            let kind = file.metadata()?.file_type();
            // Opening a directory succeeds, and reading it fails with a less precise place.
            if kind.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { Ok((kind.is_file(), file)) }
        });
        match opened {
            Ok((true, file)) => Ok(Source { name, input: Input::File(file), choice }),
            Ok((false, pipe)) => Ok(Source { name, input: Input::Stream(Box::new(pipe)), choice }),
            Err(reason) => Err(SourceError::Unreadable { name, reason }),
        }
    }

    /// Returns the puzzle of a page with an index, from 0. `name` names it in messages.
    pub fn on_page(name: String, page: &Arc<ExolvePage>, index: usize) -> Source {
        let input = Input::Whole(io::Cursor::default());
        Source { name, input, choice: Some(Choice::Read(Arc::clone(page), index)) }
    }

    /// Returns a source that can be read only once. The ending of its name may contradict its content.
    pub fn stream(name: &str, input: impl Read + 'static) -> Source {
        Source { name: name.to_owned(), input: Input::Stream(Box::new(input)), choice: None }
    }

    /// Returns the unmodified name of the file. Code that displays it must escape it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads the source to its end in a format; `None` is the one that its content shows. Voids are errors, because most operations do not
    /// support them.
    pub fn check_as(self, format: Option<Format>, options: Options) -> Result<CheckedSource, SourceError> {
        let checked = self.check_shaped(format, options)?;
        if let Content::Puzzle(file) = &checked.content {
            file.without_voids().map_err(|fault| SourceError::NoPuzzle { name: checked.name.clone(), fault })?;
        }
        Ok(checked)
    }

    /// Reads the source to its end like [`check_as`](Source::check_as). Voids are accepted.
    pub fn check_shaped(self, format: Option<Format>, options: Options) -> Result<CheckedSource, SourceError> {
        match self.recognise(format)? {
            Recognised::List(list) => list.check(options),
            Recognised::Puzzle(name, unread) => CheckedSource::puzzle(name, &unread, options),
        }
    }

    /// Reads the source once, and calls `pass_on` with every grid until it returns `Break`. Returns notes for the user, one sentence each.
    ///
    /// This is for callers that report nothing before the end, because an error may follow any number of grids.
    pub fn each(
        self,
        format: Option<Format>,
        options: Options,
        mut pass_on: impl FnMut(FoundGrid) -> ControlFlow<()>,
    ) -> Result<Vec<String>, SourceError> {
        let Source { name, input, .. } = match self.recognise(format)? {
            Recognised::List(list) => list,
            Recognised::Puzzle(name, unread) => {
                let mut puzzle = CheckedSource::puzzle(name, &unread, options)?;
                for found in puzzle.grids()? {
                    // A puzzle file has only one grid.
                    let _ = pass_on(found?);
                }
                return Ok(puzzle.notes().to_vec());
            }
        };
        let mut reader = Reader::new(buffered(input), options);
        for found in &mut reader {
            let found = found.map_err(|fault| SourceError::Faulty { name: name.clone(), fault })?;
            if pass_on(found).is_break() {
                break;
            }
        }
        Ok(reader.notes())
    }

    /// Recognises the format, and reads the source to its end if it is a puzzle.
    fn recognise(self, format: Option<Format>) -> Result<Recognised, SourceError> {
        let Source { name, mut input, choice } = self;
        let unreadable = |reason| SourceError::Unreadable { name: name.clone(), reason };
        let no_puzzle = |fault| SourceError::NoPuzzle { name: name.clone(), fault };
        let mut bytes = Vec::new();
        let as_shown = format.is_none();
        let format = match format {
            Some(format) => format,
            None if matches!(choice, Some(Choice::Read(..))) => Format::Exolve,
            None => {
                bytes = start_read(&mut input).map_err(unreadable)?;
                let file = match &choice {
                    Some(Choice::Named(choice)) => {
                        name.strip_suffix(choice.as_str()).map_or(&*name, |file| file.trim_end_matches('#'))
                    }
                    Some(Choice::Read(..)) | None => &name,
                };
                recognise(&bytes, Path::new(file)).map_err(|refusal| no_puzzle(refusal.into()))?
            }
        };
        if choice.is_some() && format != Format::Exolve {
            let message = "a number or an id behind the name chooses a puzzle of an Exolve page, and this is none";
            return Err(no_puzzle(Fault::new(Place::START, message)));
        }
        if format.is_list() {
            let input = if as_shown { input.again(bytes).map_err(unreadable)? } else { input };
            return Ok(Recognised::List(Source { name, input, choice }));
        }
        let choice = match choice {
            Some(Choice::Read(page, index)) => return Ok(Recognised::Puzzle(name, Unread::OnPage(page, index))),
            Some(Choice::Named(choice)) => Some(choice),
            None => None,
        };
        let rest = (MAX_BYTES + 1 - bytes.len()) as u64;
        input.by_ref().take(rest).read_to_end(&mut bytes).map_err(unreadable)?;
        let Some(choice) = choice.filter(|_| bytes.len() <= MAX_BYTES) else {
            return Ok(Recognised::Puzzle(name, Unread::File(format, bytes)));
        };
        let page = exolve::Page::new(&bytes).map_err(no_puzzle)?;
        let index = page.index(&choice).map_err(no_puzzle)?;
        Ok(Recognised::Puzzle(name, Unread::OnPage(Arc::new(ExolvePage(page)), index)))
    }

    /// Reads the source to its end as a list.
    pub fn check(self, options: Options) -> Result<CheckedSource, SourceError> {
        let Source { name, input, .. } = self;
        let (bytes, counted): (Box<dyn Rewindable>, _) = match input {
            Input::File(file) => {
                let counted = count(&file, options);
                (Box::new(file), counted)
            }
            Input::Whole(bytes) => {
                let counted = count(&**bytes.get_ref(), options);
                (Box::new(bytes), counted)
            }
            Input::Stream(stream) => {
                let mut copy = match empty_copy() {
                    Ok(copy) => copy,
                    Err(reason) => return Err(SourceError::Unreadable { name, reason: copy_error(&reason) }),
                };
                let counted = count(CopyingReader { stream, copy: &mut copy }, options);
                (Box::new(copy), counted)
            }
        };
        match counted {
            Ok(counted) => Ok(CheckedSource { name, content: Content::List { bytes, options, counted } }),
            Err(fault) => Err(SourceError::Faulty { name, fault }),
        }
    }

    /// Reads the source as one partial grid, with notes for the user, one sentence each.
    ///
    /// It is plain text in which `?` is open, or a puzzle. All squares of a puzzle are given, unless its format has open squares.
    pub fn givens(self) -> Result<(Givens, Vec<String>), SourceError> {
        match self.recognise(None)? {
            Recognised::List(Source { name, input, .. }) => {
                read_givens(buffered(input)).map_err(|fault| SourceError::Faulty { name, fault })
            }
            Recognised::Puzzle(name, unread) => {
                let givens = unread
                    .read(Black::Unnameable)
                    .and_then(|file| file.givens().map(|givens| (givens.into_owned(), file.notes.clone())));
                givens.map_err(|fault| SourceError::NoPuzzle { name, fault })
            }
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::File(file) => file.read(buffer),
            Input::Stream(stream) => stream.read(buffer),
            Input::Whole(bytes) => bytes.read(buffer),
        }
    }
}

impl Input {
    /// Returns the input from its start. `start` holds the bytes that were already read: fewer than [`START_BYTES`] are all.
    fn again(self, start: Vec<u8>) -> io::Result<Self> {
        match self {
            _ if start.len() < START_BYTES => Ok(Input::Whole(io::Cursor::new(start))),
            Input::File(mut file) => {
                file.rewind()?;
                Ok(Input::File(file))
            }
            Input::Stream(stream) => Ok(Input::Stream(Box::new(io::Cursor::new(start).chain(stream)))),
            whole @ Input::Whole(_) => Ok(whole),
        }
    }
}

impl CheckedSource {
    /// Reads a puzzle that was recognised.
    fn puzzle(name: String, unread: &Unread, options: Options) -> Result<Self, SourceError> {
        let format = unread.format();
        let unnamed = if options.unnameable { Black::Unnameable } else { Black::Unnamed };
        let black = options.black.map_or(unnamed, Black::Named);
        let settled = [options.black.filter(|_| format != Format::Xd).map(|_| "black"), options.white.map(|_| "white")];
        if let Some(colour) = settled.into_iter().flatten().next() {
            return Err(SourceError::GlyphIsSettled { name, colour, format });
        }
        match unread.read(black).and_then(|file| file.puzzle().map(drop).map(|()| file)) {
            Ok(file) => Ok(CheckedSource { name, content: Content::Puzzle(Arc::new(file)) }),
            Err(fault) => Err(SourceError::NoPuzzle { name, fault }),
        }
    }

    /// Returns the unmodified name of the file. Code that displays it must escape it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of grids.
    pub fn count(&self) -> u64 {
        match &self.content {
            Content::List { counted, .. } => counted.grids,
            Content::Puzzle(_) => 1,
        }
    }

    /// Returns the puzzle file, or `None` for a list.
    pub fn puzzle_file(&self) -> Option<&PuzzleFile> {
        match &self.content {
            Content::List { .. } => None,
            Content::Puzzle(file) => Some(file),
        }
    }

    /// Refuses bars between white squares, for rules without bars.
    ///
    /// # Errors
    /// With the place of the first bar, or with that of the first barred grid of a list.
    pub fn refuse_bars(&self) -> Result<(), SourceError> {
        let name = || self.name.clone();
        match &self.content {
            Content::Puzzle(file) => {
                file.plain().map(drop).map_err(|fault| SourceError::NoPuzzle { name: name(), fault })
            }
            Content::List { counted: CountedList { barred: Some(line), .. }, .. } => {
                Err(SourceError::Faulty { name: name(), fault: Fault::at(*line, 1, NO_BARS) })
            }
            Content::List { .. } => Ok(()),
        }
    }

    /// Returns notes for the user, one sentence each.
    pub fn notes(&self) -> &[String] {
        match &self.content {
            Content::List { counted, .. } => &counted.notes,
            Content::Puzzle(file) => &file.notes,
        }
    }

    /// Returns the grids with their voids, from the first.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read again. An item is an error if the file has changed since the check.
    pub fn shapes(&mut self) -> Result<impl Iterator<Item = Result<InputGrid, SourceError>> + use<'_>, SourceError> {
        let shaped = match &self.content {
            Content::List { .. } => None,
            Content::Puzzle(file) => {
                let puzzle = file.puzzle().map_err(|fault| SourceError::NoPuzzle { name: self.name.clone(), fault })?;
                let Puzzle { grid, voids, letters, circles, shading, .. } = puzzle.clone();
                let contents = Contents { letters, circles, shading };
                let (line, file) = (file.line, Some(Arc::clone(file)));
                Some(InputGrid { grid, voids, contents, line, rows_are_lines: false, file })
            }
        };
        let listed = if shaped.is_none() { Some(self.grids()?) } else { None };
        let plain = |FoundGrid { grid, line, rows_are_lines, letters }| {
            let letters = letters.iter().map(|letter| letter.to_string().trim().to_owned()).collect();
            let contents = Contents { letters, ..Contents::default() };
            InputGrid { grid, voids: BTreeSet::new(), contents, line, rows_are_lines, file: None }
        };
        Ok(shaped.into_iter().map(Ok).chain(listed.into_iter().flatten().map(move |found| found.map(plain))))
    }

    /// Returns the grids, from the first.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read again, or if the puzzle has voids. An item is an error if the file has changed
    /// since the check.
    pub fn grids(&mut self) -> Result<impl Iterator<Item = Result<FoundGrid, SourceError>> + use<'_>, SourceError> {
        let CheckedSource { name, content } = self;
        let (reader, puzzle) = match content {
            Content::List { bytes, options, .. } => {
                bytes.rewind().map_err(|reason| SourceError::Unreadable { name: name.clone(), reason })?;
                (Some(Reader::new(buffered(bytes), *options)), None)
            }
            Content::Puzzle(file) => {
                let puzzle =
                    file.without_voids().map_err(|fault| SourceError::NoPuzzle { name: name.clone(), fault })?;
                let (grid, letters) = (puzzle.grid.clone(), Vec::new());
                (None, Some(FoundGrid { grid, line: file.line, rows_are_lines: false, letters }))
            }
        };
        let listed = reader.into_iter().flatten();
        let listed = listed.map(|found| found.map_err(|fault| SourceError::Faulty { name: name.clone(), fault }));
        Ok(listed.chain(puzzle.map(Ok)))
    }
}

impl<'a> From<&'a InputGrid> for Shape<'a> {
    fn from(found: &'a InputGrid) -> Self {
        Shape { grid: &found.grid, voids: &found.voids }
    }
}

/// A reader that passes a stream on and copies it.
struct CopyingReader<'a, W> {
    stream: Box<dyn Read>,
    copy: &'a mut W,
}

impl<W: Write> Read for CopyingReader<'_, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.stream.read(buffer)?;
        self.copy.write_all(&buffer[..length]).map_err(|reason| copy_error(&reason))?;
        Ok(length)
    }
}

/// Returns an empty file for the copy of a stream, which may exceed the memory.
#[cfg(feature = "files")]
fn empty_copy() -> io::Result<File> {
    tempfile::tempfile()
}

#[cfg(not(feature = "files"))]
#[expect(clippy::unnecessary_wraps, reason = "a file may fail")]
fn empty_copy() -> io::Result<io::Cursor<Vec<u8>>> {
    Ok(io::Cursor::new(Vec::new()))
}

fn copy_error(reason: &io::Error) -> io::Error {
    io::Error::new(reason.kind(), format!("cannot keep a copy in {}: {reason}", std::env::temp_dir().display()))
}

fn buffered<R: Read>(input: R) -> BufReader<R> {
    BufReader::with_capacity(BUFFER_BYTES, input)
}

/// The result of reading a list to its end.
#[derive(Debug)]
struct CountedList {
    /// The number of grids.
    grids: u64,
    /// The line of the first grid with bars.
    barred: Option<usize>,
    /// The notes of [`Reader::notes`].
    notes: Vec<String>,
}

/// Counts the grids of a text.
fn count(input: impl Read, options: Options) -> Result<CountedList, Fault> {
    let mut reader = Reader::new(buffered(input), options);
    let (mut grids, mut barred) = (0, None);
    for found in &mut reader {
        let FoundGrid { grid, line, .. } = found?;
        grids += 1;
        if !grid.bars().is_empty() {
            barred.get_or_insert(line);
        }
    }
    Ok(CountedList { grids, barred, notes: reader.notes() })
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::io::Cursor;

    /// Repeats a piece of text without end and counts the bytes that are read.
    struct Endless {
        piece: &'static [u8],
        taken: std::rc::Rc<std::cell::Cell<usize>>,
    }

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for byte in &mut *buffer {
                *byte = self.piece[self.taken.get() % self.piece.len()];
                self.taken.set(self.taken.get() + 1);
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn streams_and_files_are_read_twice_and_more() {
        let text = "#./..\n\n..\n##\n";
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        for source in [Source::stream("pipe", Cursor::new(text)), Source::open(file.path()).unwrap()] {
            let name = source.name().to_owned();
            let mut list = source.check(Options::default()).unwrap();
            assert_eq!((list.name(), list.count()), (name.as_str(), 2));
            for _ in 0..2 {
                let grids: Vec<_> = list.grids().unwrap().map(|found| found.unwrap().grid.one_line()).collect();
                assert_eq!(grids, ["#./..", "../##"]);
            }
        }
    }

    #[test]
    fn each_reads_a_stream_once_until_break_or_error() {
        let each = |text: &'static str, most: usize| {
            let mut grids = Vec::new();
            let stream = Source::stream("pipe", Cursor::new(text));
            let outcome = stream.each(None, Options::default(), |found| {
                grids.push(found.grid.one_line());
                if grids.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            (grids, outcome.map_err(|error| error.to_string()))
        };
        let list = "#./..\n../##\n";
        assert_eq!(each(list, 9), (vec!["#./..".to_owned(), "../##".to_owned()], Ok(Vec::new())));
        assert_eq!(each(list, 1), (vec!["#./..".to_owned()], Ok(Vec::new())));
        let (grids, outcome) = each("#./..\n../#?\n", 9);
        assert_eq!(grids.len(), 1);
        assert!(outcome.unwrap_err().starts_with("pipe:2:"));
    }

    /// Returns the error for an endless repetition of `piece`, and the number of bytes that were read before it.
    fn refused(piece: &'static [u8], format: Option<Format>) -> (String, usize) {
        let taken = std::rc::Rc::default();
        let stream = Endless { piece, taken: std::rc::Rc::clone(&taken) };
        let refused = Source::stream("yes", stream).check_as(format, Options::default()).unwrap_err();
        (refused.to_string(), taken.get())
    }

    #[test]
    fn an_endless_stream_is_refused_before_much_of_it_is_read() {
        let pieces: [&[u8]; 9] = [b"\0", b"y\n", b"\n", b" \n", b"y", b"#", b"#\n", b"../", b"{\"rows\": ["];
        for piece in pieces {
            let (refused, taken) = refused(piece, Some(Format::Text));
            assert!(refused.starts_with("yes:"), "{refused}");
            assert!(taken <= 4 * BUFFER_BYTES, "{refused}: {taken} bytes taken");
        }
    }

    #[test]
    fn an_endless_puzzle_is_refused_when_it_is_too_large() {
        let pieces: [&[u8]; 6] =
            [b"<?xml ", b"{\"kind\": [", b"exolve-begin\n", b"#QXW2\n", b"\0\0ACROSS&DOWN\0", b"## Grid\n"];
        for piece in pieces {
            let (refused, taken) = refused(piece, None);
            assert!(refused.contains("larger than a puzzle can be"), "{refused}");
            assert_eq!(taken, MAX_BYTES + 1, "{refused}");
        }
        let (refused, taken) = refused(b"y", None);
        assert!(refused.starts_with("yes:1:1: ") && taken <= 5 * BUFFER_BYTES, "{refused}");
    }

    #[test]
    fn a_list_is_whole_though_its_start_was_looked_at() {
        let list = "#./..\n".repeat(100_000);
        let stream = Source::stream("pipe", Cursor::new(list.clone()));
        assert_eq!(stream.check_as(None, Options::default()).unwrap().count(), 100_000);
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(list.as_bytes()).unwrap();
        let opened = Source::open(file.path()).unwrap();
        assert_eq!(opened.check_as(None, Options::default()).unwrap().count(), 100_000);
    }

    #[test]
    fn errors_of_opening_a_file_are_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &Path| Source::open(path).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(refused(folder.path()), format!("{}: is a directory", folder.path().display()));
        let missing = refused(&folder.path().join("no\nsuch"));
        assert!(missing.contains("No such file") && missing.lines().count() == 1, "{missing}");
    }

    #[test]
    fn a_fault_in_a_source_names_it() {
        let refused = Source::stream("pipe", Cursor::new("..\n.")).check(Options::default()).unwrap_err();
        assert_eq!(refused.to_string(), "pipe:2:2: a row of length 1, expected 2 as in the rows above");
        let refused = Source::stream("pipe", Cursor::new("")).givens().unwrap_err();
        assert_eq!(refused.to_string(), "pipe:1:1: no grid found");
    }
}
