//! The sums of the blocks: in memory, or in a file that a long count can go on from and anyone can audit.
//!
//! The file is text. Its first line says what was counted; then a line a block: its name, how many grids are in it, and the
//! first digits of a hash of the first line and both. A line is written as soon as its block is done; a count that is killed
//! leaves at worst a last line without its end, which is not used. Everything else that does not check is damage, and
//! refused. When the count is done the file is put in order and ends with the total. Blocks without a grid are left out
//! where nothing had to be counted to know it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use foldhash::fast::FixedState;
use serde_json::{Value, json};
use thiserror::Error;

use super::block::Block;
use super::count::Ledger;
use super::quarter::Shape;
use crate::engine::EngineError;
use crate::engine::locks::locked;
use crate::problem::Problem;

/// Why a file of sums cannot be used.
#[derive(Debug, Error)]
pub enum SumsError {
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
    /// Another count is writing it.
    #[error("{0}: another count is going on with this file")]
    InUse(String),
    /// It is about another question.
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem {
        /// The file.
        path: String,
        /// The problem it is about.
        theirs: String,
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

/// How many grids are in each block that has been counted.
#[derive(Default)]
pub struct BlockSums {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: HashMap<Block, u128, FixedState>,
    /// Whether every block that is not known is known to have no grid.
    finished: bool,
    file: Option<Log>,
}

/// The file, open at its end, and its first line.
struct Log {
    path: PathBuf,
    file: File,
    header: String,
}

/// What was read from a file.
struct Contents {
    /// The first line. It may name the rule set otherwise than the problem does, and the checks depend on it.
    header: String,
    known: HashMap<Block, u128, FixedState>,
    /// The bytes of the first line and of whole lines of blocks.
    whole: u64,
    /// Whether the total is there.
    finished: bool,
}

/// The digits of a line's hash.
const CHECK_DIGITS: usize = 8;
const FORMAT: &str = "gridcheck block sums 1";

impl Log {
    /// Writes another file and puts it in the place of this one.
    #[cfg(feature = "files")]
    fn replace(&self, text: &str) -> io::Result<()> {
        // Of a link, what it leads to: it is to stay a link.
        let path = fs::canonicalize(&self.path)?;
        let folder = path.parent().unwrap_or(Path::new("/"));
        let mut whole = tempfile::NamedTempFile::new_in(folder)?;
        whole.write_all(text.as_bytes())?;
        whole.as_file().set_permissions(self.file.metadata()?.permissions())?;
        // On disk before the old file goes: it may be hours of work.
        whole.as_file().sync_all()?;
        whole.persist(&path)?;
        Ok(())
    }

    #[cfg(not(feature = "files"))]
    #[expect(clippy::unused_self, reason = "the same with and without temporary files")]
    fn replace(&self, _text: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl BlockSums {
    /// No block counted yet, and nothing written.
    pub fn in_memory() -> Self {
        BlockSums::default()
    }

    /// No block counted yet; a new file at `path`.
    pub fn create(path: &Path, problem: &Problem) -> Result<Self, SumsError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => SumsError::Exists(path.display().to_string()),
            _ => file_error(path, error),
        })?;
        BlockSums::begin(path, file, problem).inspect_err(|_| {
            // That the line could not be written is what there is to report.
            let _ = fs::remove_file(path);
        })
    }

    /// The blocks counted in the file at `path`, to go on from; a new file if there is none, or an empty one: that is all
    /// that a count killed at its very start leaves.
    pub fn resume(path: &Path, problem: &Problem) -> Result<Self, SumsError> {
        if !path.exists() {
            return BlockSums::create(path, problem);
        }
        let open = || OpenOptions::new().write(true).open(path);
        if fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() == 0) {
            let file = open().map_err(|error| file_error(path, error))?;
            return BlockSums::begin(path, file, problem);
        }
        let mut file = lock(path, open().map_err(|error| file_error(path, error))?)?;
        let Contents { header, known, whole, .. } = read(path, problem)?;
        // What follows the last whole line was cut short, or is a total that is going to be written again.
        let at_end = file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0)));
        at_end.map_err(|error| file_error(path, error))?;
        let log = Log { path: path.to_owned(), file, header };
        Ok(BlockSums { state: Mutex::new(State { known, finished: false, file: Some(log) }) })
    }

    /// No block counted yet; the empty file gets its first line.
    fn begin(path: &Path, file: File, problem: &Problem) -> Result<Self, SumsError> {
        let mut file = lock(path, file)?;
        let header = header(problem);
        // In one piece: a count may be killed at any moment.
        file.write_all(format!("{header}\n").as_bytes()).map_err(|error| file_error(path, error))?;
        let log = Log { path: path.to_owned(), file, header };
        Ok(BlockSums { state: Mutex::new(State { file: Some(log), ..State::default() }) })
    }

    /// The blocks counted in the file at `path`, which is left as it is.
    pub fn read(path: &Path, problem: &Problem) -> Result<Self, SumsError> {
        let Contents { known, finished, .. } = read(path, problem)?;
        Ok(BlockSums { state: Mutex::new(State { known, finished, file: None }) })
    }

    /// How many blocks have been counted.
    pub fn len(&self) -> usize {
        self.state().known.len()
    }

    /// Whether none has been.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn sum(&self, block: Block) -> Option<u128> {
        self.state().known.get(&block).copied()
    }

    /// What is on record of a block: that a finished count left it out says that it has no grid. `None` if it was not counted.
    pub(super) fn recorded(&self, block: Block) -> Option<u128> {
        let state = self.state();
        state.known.get(&block).copied().or(state.finished.then_some(0))
    }

    /// The sum over all blocks; `None` if it does not fit.
    pub fn total(&self) -> Option<u128> {
        self.state().known.values().try_fold(0_u128, |total, &grids| total.checked_add(grids))
    }

    /// Takes note of a block's grids.
    pub(super) fn learn(&self, block: Block, grids: u128) -> Result<(), EngineError> {
        let mut state = self.state();
        if let Some(log) = &mut state.file {
            let line = line(&log.header, block, grids);
            if let Err(error) = log.file.write_all(line.as_bytes()) {
                let error = failed(&log.path, &error);
                // Nothing may follow a line that is written in part.
                state.file = None;
                return Err(error);
            }
        }
        state.known.insert(block, grids);
        Ok(())
    }

    /// Puts the file in order, with the total at its end. It is written anew beside the old one and then takes its place.
    pub(super) fn close(&self) -> Result<(), EngineError> {
        let total = self.total().ok_or(EngineError::Overflow)?;
        let mut state = self.state();
        let State { known, file: Some(log), .. } = &mut *state else { return Ok(()) };
        let mut blocks: Vec<(Block, u128)> = known.iter().map(|(&block, &grids)| (block, grids)).collect();
        blocks.sort_unstable();
        let mut text = format!("{}\n", log.header);
        for (block, grids) in blocks {
            text.push_str(&line(&log.header, block, grids));
        }
        let total = total_line(&log.header, total);
        text.push_str(&total);
        // Where there is no room for a second file, or no right to make one, the first gets its total and keeps its order.
        let written = log.replace(&text).or_else(|_| log.file.write_all(total.as_bytes()));
        written.map_err(|error| failed(&log.path, &error))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A map and a file that only ever grow are whole even if a thread ended while it held them.
        locked(&self.state)
    }
}

impl<T: Into<u128>> Ledger<T> for BlockSums {
    fn knows(&self, block: Block) -> bool {
        self.sum(block).is_some()
    }

    fn counted(&self, block: Block, total: T) -> Result<u64, EngineError> {
        let grids = total.into();
        self.learn(block, grids)?;
        Ok(u64::try_from(grids).unwrap_or(u64::MAX))
    }
}

fn failed(path: &Path, error: &io::Error) -> EngineError {
    EngineError::Failed { engine: super::NAME, what: format!("{}: {error}", path.display()) }
}

/// The file, for this count alone as long as it is open.
fn lock(path: &Path, file: File) -> Result<File, SumsError> {
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(SumsError::InUse(path.display().to_string())),
        Err(TryLockError::Error(error)) => Err(file_error(path, error)),
    }
}

fn file_error(path: &Path, error: io::Error) -> SumsError {
    SumsError::File { path: path.display().to_string(), error }
}

/// The first line: what was counted.
fn header(problem: &Problem) -> String {
    let mut header = json!({ "file": FORMAT, "size": problem.size(), "rules": problem.rules().record() });
    if !problem.givens().is_empty() {
        header["given"] = problem.givens().to_string().lines().collect();
    }
    header.to_string()
}

fn line(header: &str, block: Block, grids: u128) -> String {
    checked(header, &format!("{block} {grids}"))
}

fn total_line(header: &str, total: u128) -> String {
    checked(header, &format!("total {total}"))
}

fn checked(header: &str, text: &str) -> String {
    format!("{text} {}\n", check(header, text))
}

fn check(header: &str, text: &str) -> String {
    let hash = blake3::hash(format!("{header}\n{text}").as_bytes());
    hash.to_hex()[..CHECK_DIGITS].to_owned()
}

/// What a file holds.
fn read(path: &Path, problem: &Problem) -> Result<Contents, SumsError> {
    let name = path.display().to_string();
    let damaged = |line: usize, what: &str| SumsError::Damaged { path: name.clone(), line, what: what.to_owned() };
    let shape = Shape::new(problem.size());
    let mut reader = BufReader::new(File::open(path).map_err(|error| file_error(path, error))?);
    let mut text = Vec::new();
    let mut known = HashMap::default();
    let (mut whole, mut header, mut total) = (0, String::new(), None);
    for number in 1.. {
        text.clear();
        // A line of ours is short: a file of another kind must not be read into memory whole.
        let length = io::Read::take(&mut reader, 1 << 12)
            .read_until(b'\n', &mut text)
            .map_err(|error| file_error(path, error))?;
        let Some(line) = text.strip_suffix(b"\n") else {
            if number == 1 {
                return Err(damaged(1, "expected the first line of a file of block sums"));
            }
            if length == 1 << 12 {
                return Err(damaged(number, "expected the name of a block, its grids and a check"));
            }
            break;
        };
        let Ok(line) = std::str::from_utf8(line) else { return Err(damaged(number, "not text")) };
        if number == 1 {
            same_problem(&name, line, problem)?;
            line.clone_into(&mut header);
            whole += length as u64;
            continue;
        }
        if total.is_some() {
            return Err(damaged(number, "nothing was expected after the total"));
        }
        let expected = "expected the name of a block, its grids and a check";
        let Some((said, digits)) = line.rsplit_once(' ') else { return Err(damaged(number, expected)) };
        if check(&header, said) != digits {
            return Err(damaged(number, "the line does not agree with its check"));
        }
        let Some((block, grids)) = said.split_once(' ') else { return Err(damaged(number, expected)) };
        let Ok(grids) = grids.parse() else { return Err(damaged(number, expected)) };
        if block == "total" {
            total = Some(grids);
            continue;
        }
        let Some(block) = Block::named(shape, block) else { return Err(damaged(number, expected)) };
        if known.insert(block, grids).is_some() {
            return Err(damaged(number, "the block was there before"));
        }
        whole += length as u64;
    }
    let sum = known.values().try_fold(0_u128, |sum, &grids| sum.checked_add(grids));
    if total.is_some() && total != sum {
        return Err(damaged(known.len() + 2, "the total is not the sum of the blocks"));
    }
    Ok(Contents { header, known, whole, finished: total.is_some() })
}

/// Whether a file's first line is about this problem. The rule set's name does not matter.
fn same_problem(name: &str, line: &str, problem: &Problem) -> Result<(), SumsError> {
    let parse = |text: &str| serde_json::from_str::<Value>(text).ok();
    let theirs = parse(line).filter(|theirs| theirs["file"] == FORMAT).ok_or_else(|| SumsError::Damaged {
        path: name.to_owned(),
        line: 1,
        what: format!("expected the first line of a file of block sums (\"{FORMAT}\")"),
    })?;
    let nameless = |mut header: Value| {
        if let Some(rules) = header["rules"].as_object_mut() {
            rules.remove("name");
        }
        header
    };
    let ours = parse(&header(problem));
    if ours.map(nameless) == Some(nameless(theirs.clone())) {
        return Ok(());
    }
    let rules = theirs["rules"]["name"].as_str().unwrap_or("unknown");
    let given = if theirs["given"].is_array() { ", some squares given" } else { "" };
    let theirs = format!("size {}, rules {rules}{given}", theirs["size"]);
    Err(SumsError::OtherProblem { path: name.to_owned(), theirs })
}
