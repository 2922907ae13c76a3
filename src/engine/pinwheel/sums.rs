//! The sums of the blocks: in memory, or in a file that a long count can go on from and anyone can audit.
//!
//! The file is a [checked log](crate::checked_log). Its header says what was counted; a record is a block: its name, and how many
//! grids are in it, written as soon as the block is done. When the count is done the file is put in order and ends with the
//! total. Blocks without a grid are left out where nothing had to be counted to know it.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

use foldhash::fast::FixedState;
use serde_json::{Value, json};
use thiserror::Error;

use super::block::Block;
use super::plan::Ledger;
use super::quarter::Shape;
use crate::checked_log::{Claim, Kind, Log, LogError, Reader};
use crate::engine::EngineError;
use crate::engine::locks::locked;
use crate::problem::Problem;

/// Why a file of sums cannot be used.
#[derive(Debug, Error)]
pub enum SumsError {
    /// The file cannot be.
    #[error(transparent)]
    Log(#[from] LogError),
    /// It is about another question.
    #[error("{path}:1: these are the sums of another problem: {theirs}")]
    OtherProblem {
        /// The file.
        path: String,
        /// The problem it is about.
        theirs: String,
    },
}

/// How many grids are in each block that has been counted.
#[derive(Default)]
pub struct BlockSums {
    state: Mutex<State>,
    was_cut_short: bool,
}

#[derive(Default)]
struct State {
    known: HashMap<Block, u128, FixedState>,
    /// Whether every block that is not known is known to have no grid.
    finished: bool,
    log: Option<Log>,
}

/// What was read from a file.
struct Contents {
    /// The first line. It may name the rule set otherwise than the problem does, and the checks depend on it. None if it was
    /// cut short, and nothing follows it.
    header: Option<String>,
    known: HashMap<Block, u128, FixedState>,
    /// The bytes of the first line and of whole lines of blocks.
    whole: u64,
    /// Whether the total is there.
    finished: bool,
    was_cut_short: bool,
}

const FORMAT: &str = "gridcheck block sums 1";
static KIND: Kind = Kind {
    begins: r#"{"file":"gridcheck block sums 1""#,
    name: "the first line of a file of block sums",
    longest: 1 << 12,
};

impl BlockSums {
    /// No block counted yet, and nothing written.
    pub fn in_memory() -> Self {
        BlockSums::default()
    }

    /// No block counted yet; a new file at `path`.
    pub fn create(path: &Path, problem: &Problem) -> Result<Self, SumsError> {
        Ok(BlockSums::begin(Claim::new(path)?, problem)?)
    }

    /// The blocks counted in the file at `path`, to go on from; a new file if there is none, or one with nothing on record:
    /// that is all that a count killed at its very start leaves.
    pub fn resume(path: &Path, problem: &Problem) -> Result<Self, SumsError> {
        let claim = Claim::old_or_new(path)?;
        let Contents { header, known, whole, was_cut_short, .. } = read(path, claim.reader(&KIND)?, problem)?;
        let Some(header) = header else { return Ok(BlockSums { was_cut_short, ..BlockSums::begin(claim, problem)? }) };
        // What follows the last whole line was cut short, or is a total that is going to be written again.
        let log = Some(claim.go_on(&header, whole)?);
        Ok(BlockSums { state: Mutex::new(State { known, finished: false, log }), was_cut_short })
    }

    /// No block counted yet; the file gets its first line.
    fn begin(claim: Claim, problem: &Problem) -> Result<Self, LogError> {
        let log = Some(claim.begin(&header(problem))?);
        Ok(BlockSums { state: Mutex::new(State { log, ..State::default() }), was_cut_short: false })
    }

    /// The blocks counted in the file at `path`, which is left as it is.
    pub fn read(path: &Path, problem: &Problem) -> Result<Self, SumsError> {
        let reader = Reader::open(path, &KIND)?;
        let Contents { known, finished, was_cut_short, .. } = read(path, reader, problem)?;
        Ok(BlockSums { state: Mutex::new(State { known, finished, log: None }), was_cut_short })
    }

    /// Whether the file's last line had been cut short, and was dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
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
        if let Some(log) = &mut state.log {
            log.add(&format!("{block} {grids}")).map_err(|error| failed(&error))?;
        }
        state.known.insert(block, grids);
        Ok(())
    }

    /// Puts the file in order, with the total at its end.
    pub(super) fn close(&self) -> Result<(), EngineError> {
        let total = format!("total {}", self.total().ok_or(EngineError::Overflow)?);
        let mut state = self.state();
        let State { known, log, .. } = &mut *state;
        let Some(mut log) = log.take() else { return Ok(()) };
        let mut blocks: Vec<(Block, u128)> = known.iter().map(|(&block, &grids)| (block, grids)).collect();
        blocks.sort_unstable();
        let records = blocks.into_iter().map(|(block, grids)| format!("{block} {grids}"));
        // Where there is no room for a second file, or no right to make one, the first gets its total and keeps its order.
        let replaced = log.replace(records.chain([total.clone()]));
        replaced.or_else(|_| log.add(&total)).map_err(|error| failed(&error))
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

fn failed(error: &LogError) -> EngineError {
    EngineError::Failed { engine: super::NAME, what: error.to_string() }
}

/// The first line: what was counted.
fn header(problem: &Problem) -> String {
    let mut header = json!({ "file": FORMAT, "size": problem.size(), "rules": problem.rules().record() });
    if !problem.givens().is_empty() {
        header["given"] = problem.givens().to_string().lines().collect();
    }
    header.to_string()
}

/// What a file holds.
fn read<R: Read>(path: &Path, mut reader: Reader<R>, problem: &Problem) -> Result<Contents, SumsError> {
    let shape = Shape::new(problem.size());
    let header = reader.header().map(str::to_owned);
    if let Some(header) = &header {
        same_problem(path, header, problem)?;
    }
    let (mut known, mut whole, mut total) = (HashMap::default(), reader.whole(), None);
    while let Some(text) = reader.record()? {
        if total.is_some() {
            return Err(reader.damaged("nothing was expected after the total").into());
        }
        let said = text.split_once(' ').and_then(|(block, grids)| Some((block, grids.parse::<u128>().ok()?)));
        match said {
            Some(("total", grids)) => {
                let sum = known.values().try_fold(0_u128, |sum, &grids| sum.checked_add(grids));
                if sum != Some(grids) {
                    return Err(reader.damaged("the total is not the sum of the blocks").into());
                }
                total = Some(grids);
                continue;
            }
            Some((block, grids)) => match Block::named(shape, block) {
                Some(block) if known.insert(block, grids).is_some() => {
                    return Err(reader.damaged("the block was there before").into());
                }
                Some(_) => {}
                None => return Err(reader.damaged(A_RECORD).into()),
            },
            None => return Err(reader.damaged(A_RECORD).into()),
        }
        whole = reader.whole();
    }
    Ok(Contents { header, known, whole, finished: total.is_some(), was_cut_short: reader.was_cut_short() })
}

/// What a line must be.
const A_RECORD: &str = "expected the name of a block, its grids and a check";

/// Whether a file's first line is about this problem. The rule set's name does not matter.
fn same_problem(path: &Path, line: &str, problem: &Problem) -> Result<(), SumsError> {
    let parse = |text: &str| serde_json::from_str::<Value>(text).ok();
    let path = path.display().to_string();
    let theirs = parse(line).ok_or_else(|| LogError::Damaged {
        path: path.clone(),
        line: 1,
        what: format!("expected {}", KIND.name),
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
    Err(SumsError::OtherProblem { path, theirs })
}
