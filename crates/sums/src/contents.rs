//! Reads the content of a file of sums and checks it line by line.

use std::collections::{BTreeSet, HashMap};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::end::{kind_at_end, sum_at_end};
use super::error::SumsError;
use super::head::{self, CountPart, Head};
use super::in_blocks::InBlocks;
use super::piece::{Piece, Pieces};
use crate::checked_log::{self, LogKind, LogReader};
use gridcheck_core::problem::Problem;
use gridcheck_core::visible::quoted;
use gridcheck_engine::blocks::{BlockId, BlockSum, Blocks, SumKind};
use gridcheck_engine::{Declined, Engine, Method};

/// The kind of log that holds sums. A distribution by several measures can have tens of thousands of values.
pub(crate) static KIND: LogKind =
    LogKind { begins: head::BEGINS, name: "the first line of a file of block sums", longest: 1 << 20 };

/// The part of the count that sums are about.
#[derive(Debug, Clone, Default)]
pub(crate) enum Scope {
    #[default]
    Whole,
    Piece(Piece, Arc<Pieces>),
    /// All blocks, merged from pieces.
    Of(Arc<Pieces>),
}

impl Scope {
    pub(crate) fn new(prepared: &InBlocks, part: CountPart) -> Self {
        match part {
            CountPart::Whole => Scope::Whole,
            CountPart::Piece(piece) => Scope::Piece(piece, prepared.pieces(piece.of())),
            CountPart::Of(of) => Scope::Of(prepared.pieces(of)),
        }
    }

    pub(crate) fn pieces(&self) -> Option<&Arc<Pieces>> {
        match self {
            Scope::Whole => None,
            Scope::Piece(_, pieces) | Scope::Of(pieces) => Some(pieces),
        }
    }

    pub(crate) fn piece(&self) -> Option<Piece> {
        match self {
            Scope::Piece(piece, _) => Some(*piece),
            Scope::Whole | Scope::Of(_) => None,
        }
    }

    pub(crate) fn part(&self) -> CountPart {
        match self {
            Scope::Whole => CountPart::Whole,
            Scope::Piece(piece, _) => CountPart::Piece(*piece),
            Scope::Of(pieces) => CountPart::Of(pieces.len()),
        }
    }
}

/// The parts of a count that are finished: their blocks without a record have no grid.
#[derive(Debug, Clone, Default)]
pub(crate) struct Finished {
    /// `true` if the whole count is finished.
    pub whole: bool,
    /// The numbers of the finished pieces.
    pub pieces: BTreeSet<usize>,
}

impl Finished {
    /// Returns `true` if the part that the sums are about is finished.
    pub(crate) fn is_all_of(&self, scope: &Scope) -> bool {
        self.whole || scope.piece().is_some_and(|piece| self.pieces.contains(&piece.number()))
    }

    fn covers(&self, scope: &Scope, block: BlockId) -> bool {
        let Some(pieces) = scope.pieces() else { return self.whole };
        pieces.number_of(block).is_some_and(|number| self.whole || self.pieces.contains(&number))
    }

    /// Returns the recorded sum of a block; `None` if it was not counted. A block left out of a finished part has `none`, the sum of no grid.
    pub(crate) fn recorded<'s>(
        &self,
        known: &'s KnownSums,
        scope: &Scope,
        block: BlockId,
        none: &'s BlockSum,
    ) -> Option<&'s BlockSum> {
        known.get(&block).or_else(|| self.covers(scope, block).then_some(none))
    }
}

/// The sum of each recorded block.
pub(crate) type KnownSums = HashMap<BlockId, BlockSum, FixedState>;

/// The content of a file.
pub(crate) struct Contents {
    /// The first line as text and parsed; `None` if it was cut short and the file ends there. The text is needed for the hashes and may
    /// name the rule set differently from the problem.
    pub head: Option<(String, Head)>,
    pub scope: Scope,
    pub known: KnownSums,
    pub finished: Finished,
    /// Number of bytes of the first line and of the complete records.
    pub whole: u64,
    pub was_cut_short: bool,
}

impl Contents {
    /// Returns the content of a file without a complete first line.
    fn nothing(was_cut_short: bool) -> Self {
        Contents {
            head: None,
            scope: Scope::Whole,
            known: KnownSums::default(),
            finished: Finished::default(),
            whole: 0,
            was_cut_short,
        }
    }
}

/// Returns the record of a block.
///
/// # Errors
/// Returns an error if its line would be too long to be read again.
pub(crate) fn block_record(name: &str, sum: &BlockSum) -> Result<String, SumsError> {
    let text = format!("{name} {sum}");
    if text.len() + checked_log::MORE_IN_LINE >= KIND.longest {
        let length = text.len();
        return Err(SumsError::TooLong {
            block: name.to_owned(),
            length,
            longest: KIND.longest - checked_log::MORE_IN_LINE - 1,
        });
    }
    Ok(text)
}

/// Returns the record that ends a whole count.
pub(crate) fn whole_record(end: &BlockSum) -> String {
    format!("total {end}")
}

/// Returns the record that ends a piece.
pub(crate) fn piece_record(number: usize, end: &BlockSum) -> String {
    format!("piece {number} {end}")
}

/// Returns the sum; `None` on overflow.
pub(crate) fn sum<'s>(kind: &SumKind, sums: impl IntoIterator<Item = &'s BlockSum>) -> Option<BlockSum> {
    let mut total = kind.none();
    sums.into_iter().try_for_each(|sum| total.add(sum))?;
    Some(total)
}

/// Prepares the problems that files name.
pub(crate) enum Preparer<'p> {
    /// For files of this engine about this problem.
    Only(&'p InBlocks),
    /// For files that any of these engines counted.
    Among {
        /// The engines.
        engines: Vec<&'static dyn Engine>,
        /// The problem of the last file: many files are about one problem.
        last: Option<Box<InBlocks>>,
    },
}

impl Preparer<'_> {
    /// Returns the problem that the first line of a file states, prepared by the engine that it names.
    pub(crate) fn prepare(&mut self, path: &Path, head: &Head) -> Result<&InBlocks, SumsError> {
        match self {
            Preparer::Only(prepared) if prepared.engine() != head.engine => {
                let (path, theirs) = (path.display().to_string(), head.engine.clone());
                Err(SumsError::OtherEngine { path, theirs, ours: prepared.engine() })
            }
            Preparer::Only(prepared) => {
                same_problem(path, head, prepared.problem())?;
                same_kind(path, &head.kind, prepared.kind())?;
                Ok(prepared)
            }
            Preparer::Among { engines, last } => {
                let engine = counter(engines, path, &head.engine)?;
                let is_it = |last: &InBlocks| {
                    last.engine() == engine.name()
                        && *last.kind() == head.kind
                        && last.problem().is_recorded_as(&head.problem)
                };
                let refused = |declined: Declined| SumsError::in_head(path, &declined);
                let prepare =
                    || engine.prepare(&head.problem, &head.kind).and_then(|prepared| InBlocks::new(&prepared));
                let prepared = match last.take().filter(|last| is_it(last)) {
                    Some(last) => last,
                    None => Box::new(prepare().map_err(refused)?),
                };
                Ok(&*last.insert(prepared))
            }
        }
    }
}

/// Returns an error unless a file's first line is about this problem.
pub(crate) fn same_problem(path: &Path, head: &Head, problem: &Problem) -> Result<(), SumsError> {
    if head.problem.is_recorded_as(problem) {
        return Ok(());
    }
    Err(SumsError::OtherProblem { path: path.display().to_string(), theirs: head.problem.in_words_beside(problem) })
}

/// Returns an error unless a file's sums are of the requested kind.
fn same_kind(path: &Path, theirs: &SumKind, ours: &SumKind) -> Result<(), SumsError> {
    if theirs == ours {
        return Ok(());
    }
    let path = path.display().to_string();
    Err(SumsError::OtherKind { path, theirs: theirs.to_string(), ours: ours.to_string() })
}

/// Returns the engine with this name among those that count in blocks.
pub(crate) fn counter(
    engines: &[&'static dyn Engine],
    path: &Path,
    name: &str,
) -> Result<&'static dyn Engine, SumsError> {
    let counters =
        || engines.iter().copied().filter(|engine| matches!(engine.facts().method, Method::AddsBlocks { .. }));
    counters().find(|engine| engine.name() == name).ok_or_else(|| {
        let known = counters().map(Engine::name).collect::<Vec<_>>().join(", ");
        SumsError::in_head(path, &format!("engine `{}`: expected one of {known}", quoted(name)))
    })
}

/// Reads the content of the file at this path.
pub(crate) fn open(path: &Path, preparer: &mut Preparer<'_>) -> Result<Contents, SumsError> {
    read(path, &mut LogReader::open(path, &KIND)?, preparer)
}

/// Reads the content of a file.
pub(crate) fn read<R: Read>(
    path: &Path,
    reader: &mut LogReader<R>,
    preparer: &mut Preparer<'_>,
) -> Result<Contents, SumsError> {
    let Some(line) = reader.header().map(str::to_owned) else {
        return Ok(Contents::nothing(reader.was_cut_short()));
    };
    let head = Head::read(&line).map_err(|error| SumsError::in_head(path, &error))?;
    let prepared = preparer.prepare(path, &head)?;
    let scope = scope_of(path, prepared, &head)?;
    let mut found = Records {
        kind: &head.kind,
        of_end: kind_at_end(&head.kind),
        scope: &scope,
        known: KnownSums::default(),
        finished: Finished::default(),
        sums: HashMap::default(),
    };
    let mut whole = reader.whole();
    while let Some(text) = reader.record()? {
        found.take(prepared.blocks(), &text).map_err(|what| reader.damaged(what))?;
        whole = reader.whole();
    }
    let Records { known, finished, .. } = found;
    let was_cut_short = reader.was_cut_short();
    Ok(Contents { head: Some((line, head)), known, finished, whole, was_cut_short, scope })
}

/// Returns the part that a first line states. Returns an error if this version divides the blocks in another way.
fn scope_of(path: &Path, prepared: &InBlocks, head: &Head) -> Result<Scope, SumsError> {
    let other_deal = || SumsError::OtherDeal { path: path.display().to_string(), version: head.version.clone() };
    let scope = Scope::new(prepared, head.part);
    let is_same = scope.pieces().map(|pieces| pieces.digest()) == head.deal.as_deref();
    is_same.then_some(scope).ok_or_else(other_deal)
}

/// The content of the records read so far.
struct Records<'s> {
    kind: &'s SumKind,
    /// The kind of the sums that end the file or a piece.
    of_end: SumKind,
    scope: &'s Scope,
    known: KnownSums,
    finished: Finished,
    /// The sum of the recorded blocks of each piece, as it will end the piece.
    sums: HashMap<usize, BlockSum, FixedState>,
}

impl Records<'_> {
    /// Adds a record, or returns its fault.
    fn take(&mut self, blocks: &dyn Blocks, text: &str) -> Result<(), &'static str> {
        if self.finished.whole {
            return Err("nothing was expected after the total");
        }
        let fields: Vec<&str> = text.split(' ').collect();
        match fields[..] {
            ["total", total] => self.end(&self.of_end.parse(total).ok_or(A_RECORD)?),
            ["piece", number, total] => {
                let total = self.of_end.parse(total).ok_or(A_RECORD)?;
                self.end_piece(number.parse().map_err(|_| A_RECORD)?, &total)
            }
            [block, sum] => {
                let sum = self.kind.parse(sum).ok_or(A_RECORD)?;
                let block = blocks.named(block).ok_or(A_RECORD)?;
                let is_known = match self.scope.pieces() {
                    Some(pieces) => pieces.number_of(block).is_some(),
                    None => blocks.has(block),
                };
                if is_known { self.add(block, sum) } else { Err("what was counted has no such block") }
            }
            _ => Err(A_RECORD),
        }
    }

    fn add(&mut self, block: BlockId, sum: BlockSum) -> Result<(), &'static str> {
        if let Some(number) = self.scope.pieces().and_then(|pieces| pieces.number_of(block)) {
            if self.scope.piece().is_some_and(|piece| piece.number() != number) {
                return Err("the block is not in the piece that the first line names");
            }
            if self.finished.pieces.contains(&number) {
                return Err("nothing was expected of a piece that has ended");
            }
            let of_piece = self.sums.entry(number).or_insert_with(|| self.of_end.none());
            sum_at_end(&sum).and_then(|sum| of_piece.add(&sum)).ok_or(TOO_MANY)?;
        }
        if self.known.insert(block, sum).is_some() { Err("the block was there before") } else { Ok(()) }
    }

    fn end_piece(&mut self, number: usize, total: &BlockSum) -> Result<(), &'static str> {
        let is_one = match self.scope {
            Scope::Whole => false,
            Scope::Piece(piece, _) => piece.number() == number,
            Scope::Of(pieces) => (1..=pieces.len()).contains(&number),
        };
        if !is_one {
            return Err("the first line does not name this piece");
        }
        if self.sums.get(&number).unwrap_or(&self.of_end.none()) != total {
            return Err("the record of the piece is not the sum of its blocks");
        }
        if self.finished.pieces.insert(number) { Ok(()) } else { Err("the piece has ended before") }
    }

    fn end(&mut self, total: &BlockSum) -> Result<(), &'static str> {
        if self.scope.piece().is_some() {
            return Err("a piece has no total");
        }
        if sum(self.kind, self.known.values()).and_then(|sum| sum_at_end(&sum)).as_ref() != Some(total) {
            return Err("the total is not the sum of the blocks");
        }
        self.finished.whole = true;
        Ok(())
    }
}

/// The expected form of a record.
const A_RECORD: &str = "expected the name of a block, its grids and a check";
const TOO_MANY: &str = "the sum of the blocks does not fit in 128 bits";
