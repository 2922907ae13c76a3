//! Files of sums put together, by whoever trusts none of them.
//!
//! Every file says what it says of a block: a number; or, where it has ended without the block, that there is no grid in it; or
//! nothing. Where two say different things, one is wrong. Where all agree they can still be wrong together, or only one has been
//! asked: so blocks are drawn, in proportion to what they are expected to cost, and counted again. If blocks that are worth a share p
//! of the work were wrong, k draws would miss all of them with probability (1 − p)^k.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::block::{Asked, BlockId, Blocks, InBlocks};
use super::contents::{self, Contents, Finished, Known, Scope, Sought};
use super::error::SumsError;
use super::head::{Head, Part};
use super::piece::{Piece, Pieces};
use super::sums::BlockSums;
use crate::checked_log::Claim;
use crate::{Engine, EngineError, Run};
use gridcheck_core::dice::Dice;
use gridcheck_core::problem::Problem;

/// Files of sums of one problem, put together.
pub struct Merge {
    head: Head,
    engine: &'static dyn InBlocks,
    blocks: Arc<dyn Blocks>,
    files: Vec<File>,
    /// How the blocks are dealt; into one piece where no file says.
    pieces: Arc<Pieces>,
    are_dealt: bool,
    /// By piece: the files that may say something of its blocks.
    about: Vec<Vec<usize>>,
    /// All blocks that some file names, each with the number of grids that the first of these files has.
    named: BTreeMap<BlockId, u128>,
}

/// One of the files.
struct File {
    path: PathBuf,
    head: Option<Head>,
    scope: Scope,
    known: Known,
    finished: Finished,
    was_cut_short: bool,
}

/// What there is to know of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFacts<'m> {
    /// Where it is.
    pub path: &'m Path,
    /// The piece that it is about, if it is about one.
    pub piece: Option<Piece>,
    /// The version that began it; the first ones did not say.
    pub version: Option<&'m str>,
    /// How many blocks it names.
    pub blocks: usize,
    /// Whether it has all that its first line promises.
    pub is_finished: bool,
    /// Whether its last line was cut short, and dropped.
    pub was_cut_short: bool,
}

/// A piece of which some blocks are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The number of the piece.
    pub piece: usize,
    /// How many of its blocks are not known: at most, for an engine may leave out those that turn out to have no grid.
    pub missing: usize,
    /// How many blocks it has.
    pub of: usize,
}

/// What files say of a block, and what it comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The block's name.
    pub block: String,
    /// The files that say something, by their place in the list, and how many grids they say are in it.
    pub says: Vec<(usize, u128)>,
    /// How many there are, if it was counted again.
    pub counted: Option<u128>,
}

impl Said {
    /// The files that say something else than was counted; none if it was not counted.
    pub fn wrong(&self) -> impl Iterator<Item = usize> {
        self.says
            .iter()
            .filter(|(_, grids)| self.counted.is_some_and(|counted| counted != *grids))
            .map(|&(file, _)| file)
    }
}

impl Merge {
    /// Reads the files, of one of these engines. An error if one cannot be used, or if they are not about one problem and one deal.
    pub fn of<P: AsRef<Path>>(paths: &[P], engines: &[&'static dyn Engine]) -> Result<Self, SumsError> {
        let mut files = Vec::new();
        for path in paths {
            let path = path.as_ref().to_owned();
            let Contents { head, scope, known, finished, was_cut_short, .. } =
                contents::open(&path, &Sought::Among(engines))?;
            let head = head.map(|(_, head)| head);
            files.push(File { path, head, scope, known, finished, was_cut_short });
        }
        // A file whose first line was cut short says nothing, not even what it is about.
        let (first, head) = files
            .iter()
            .find_map(|file| Some((file, file.head.clone()?)))
            .ok_or_else(|| SumsError::Nothing(files.first().map_or_else(String::new, File::name)))?;
        for file in &files {
            if let Some(other) = file.head.as_ref().filter(|other| !other.problem.is_recorded_as(&head.problem)) {
                let [one, two] = [&head.problem, &other.problem];
                return Err(different(first, one.in_words_beside(two), file, two.in_words_beside(one)));
            }
            if let Some(other) = file.head.as_ref().filter(|other| other.engine != head.engine) {
                let [one, other] =
                    [(first, &head), (file, other)].map(|(file, head)| (file.name(), head.engine.clone()));
                return Err(SumsError::Engines { one: one.0, one_is: one.1, other: other.0, other_is: other.1 });
            }
        }
        let mut dealt = files.iter().filter_map(|file| Some((file, file.scope.pieces()?)));
        let deal = dealt.next();
        if let Some((one, pieces)) = deal
            && let Some((other, others)) = dealt.find(|(_, others)| others.len() != pieces.len())
        {
            let words = head.problem.in_words_beside(&head.problem);
            let in_pieces = |pieces: &Pieces| format!("{words} dealt into {} pieces", pieces.len());
            return Err(different(one, in_pieces(pieces), other, in_pieces(others)));
        }
        let refused = |error: EngineError| SumsError::in_head(&first.path, &error);
        let engine = contents::counter(engines, &first.path, &head.engine)?;
        let (are_dealt, pieces) = match deal {
            Some((_, pieces)) => (true, Arc::clone(pieces)),
            None => (false, Pieces::of(engine, &head.problem, 1).map_err(refused)?),
        };
        let blocks = engine.blocks(&head.problem).map_err(refused)?;
        let about = (1..=pieces.len()).map(|number| {
            let is_about = |file: &File| file.scope.piece().is_none_or(|piece| piece.number() == number);
            (0..files.len()).filter(|&file| is_about(&files[file])).collect()
        });
        let about = about.collect();
        let mut named = BTreeMap::new();
        for (&block, &grids) in files.iter().flat_map(|file| &file.known) {
            named.entry(block).or_insert(grids);
        }
        Ok(Merge { head, engine, blocks, files, pieces, are_dealt, about, named })
    }

    /// What was counted.
    pub fn problem(&self) -> &Problem {
        &self.head.problem
    }

    /// The engine that counted it.
    pub fn engine(&self) -> &'static dyn InBlocks {
        self.engine
    }

    /// How many pieces the blocks are dealt into; `None` if no file says.
    pub fn pieces(&self) -> Option<usize> {
        self.are_dealt.then(|| self.pieces.len())
    }

    /// The files, in the order in which they were named.
    pub fn files(&self) -> impl Iterator<Item = FileFacts<'_>> {
        self.files.iter().map(|file| FileFacts {
            path: &file.path,
            piece: file.scope.piece(),
            version: file.head.as_ref().and_then(|head| head.version.as_deref()),
            blocks: file.known.len(),
            is_finished: file.finished.is_all_of(&file.scope),
            was_cut_short: file.was_cut_short,
        })
    }

    /// What files say of a block.
    fn says(&self, block: BlockId) -> impl Iterator<Item = (usize, u128)> {
        let files = &self.about[self.pieces.number_of(block) - 1];
        files.iter().filter_map(move |&file| Some((file, self.files[file].says(block)?)))
    }

    /// Whether no file says anything of a block.
    fn is_unknown(&self, block: BlockId) -> bool {
        self.says(block).next().is_none()
    }

    /// The pieces that some file has whole.
    fn has_piece(&self, number: usize) -> bool {
        self.files.iter().any(|file| file.finished.whole || file.finished.pieces.contains(&number))
    }

    /// The blocks that files say different things of.
    pub fn contradictions(&self) -> Vec<Said> {
        let named = self.named.keys().map(|&block| (block, self.says(block).collect::<Vec<_>>()));
        let contradicted = named.filter(|(_, says)| says.iter().any(|(_, grids)| *grids != says[0].1));
        contradicted.map(|(block, says)| Said { block: self.blocks.name(block), says, counted: None }).collect()
    }

    /// The pieces of which some blocks are not known. Where there are no pieces, the whole is one.
    pub fn gaps(&self) -> Vec<Gap> {
        let gap = |number: usize| {
            if self.has_piece(number) {
                return None;
            }
            let blocks = self.pieces.blocks(number);
            let missing = blocks.iter().filter(|&&block| self.is_unknown(block)).count();
            // A piece without a block is whole without a file.
            (missing > 0).then_some(Gap { piece: number, missing, of: blocks.len() })
        };
        (1..=self.pieces.len()).filter_map(gap).collect()
    }

    /// What the known blocks come to, each as the first file has it that names it; `None` if it does not fit.
    pub fn sum_so_far(&self) -> Option<u128> {
        contents::sum(self.named.values())
    }

    /// Writes all blocks to a new file at `path`: that of a whole count if nothing is missing; else one that says which pieces are
    /// whole, and that a count of the whole can go on from.
    pub fn write(&self, path: &Path) -> Result<(), SumsError> {
        let is_whole = self.gaps().is_empty();
        let part = if is_whole || !self.are_dealt { Part::Whole } else { Part::Of(self.pieces.len()) };
        let deal = part.pieces().map(|_| self.pieces.digest());
        let mut by_piece: BTreeMap<usize, u128> = BTreeMap::new();
        for (&block, &grids) in &self.named {
            let sum = by_piece.entry(self.pieces.number_of(block)).or_default();
            *sum = sum.checked_add(grids).ok_or(SumsError::Overflow)?;
        }
        let mut ends = Vec::new();
        if is_whole {
            ends.push(contents::whole_record(contents::sum(self.named.values()).ok_or(SumsError::Overflow)?));
        } else if self.are_dealt {
            let whole = (1..=self.pieces.len()).filter(|&number| self.has_piece(number));
            ends.extend(
                whole.map(|number| contents::piece_record(number, by_piece.get(&number).copied().unwrap_or(0))),
            );
        }
        let record = |(&block, &grids): (&BlockId, &u128)| contents::block_record(&self.blocks.name(block), grids);
        let blocks = self.named.iter().map(record);
        let claim = Claim::new(path)?;
        let written = claim
            .begin(&Head::new(self.engine.name(), self.problem(), part, deal).line())
            .and_then(|mut log| blocks.chain(ends).try_for_each(|record| log.add(&record)));
        // A file that is there in part would be taken for what it is not.
        written.inspect_err(|_| drop(std::fs::remove_file(path)))?;
        Ok(())
    }

    /// Counts blocks again, by themselves, and says what files say of them.
    pub fn recount(&self, blocks: &[String], run: &Run) -> Result<Vec<Said>, EngineError> {
        let named: Vec<BlockId> = blocks.iter().filter_map(|name| self.blocks.named(name)).collect();
        let counted = BlockSums::in_memory();
        self.blocks.count(Asked::These(&named), run, &counted)?;
        let counted = counted.into_known();
        let said = |block: BlockId| Said {
            block: self.blocks.name(block),
            says: self.says(block).collect(),
            counted: Some(counted.get(&block).copied().unwrap_or(0)),
        };
        Ok(named.into_iter().map(said).collect())
    }

    /// Returns the blocks that some file says something of.
    fn on_record(&self) -> Vec<BlockId> {
        self.blocks.all().into_iter().filter(|&block| !self.is_unknown(block)).collect()
    }

    /// Returns the number of blocks that some file says something of.
    pub fn recorded(&self) -> usize {
        self.on_record().len()
    }

    /// So many draws, by this seed, from all blocks that some file says something of, each as likely as its expected cost: the blocks
    /// drawn, each once, in order. None if nothing is known of any.
    pub fn draw(&self, draws: usize, seed: u64) -> Result<Vec<String>, EngineError> {
        let known = self.on_record();
        let costs = self.blocks.costs(&known)?;
        let mut end = 0_u64;
        let ends: Vec<u64> = costs
            .into_iter()
            .map(|cost| {
                end += cost.max(1);
                end
            })
            .collect();
        if known.is_empty() {
            return Ok(Vec::new());
        }
        let mut dice = Dice::new(seed);
        let mut draw = || {
            let at = ((u128::from(dice.bits()) * u128::from(end)) >> 64) as u64;
            known[ends.partition_point(|&end| end <= at)]
        };
        let drawn: BTreeSet<BlockId> = (0..draws).map(|_| draw()).collect();
        Ok(drawn.into_iter().map(|block| self.blocks.name(block)).collect())
    }
}

/// The share of the work, as expected, that blocks must be worth so that some of them would be among so many draws with a
/// probability of 99 %.
pub fn share_seen(draws: usize) -> f64 {
    1.0 - 0.01_f64.powf(1.0 / draws as f64)
}

impl File {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// How many grids it says are in a block, if it says anything.
    fn says(&self, block: BlockId) -> Option<u128> {
        self.finished.recorded(&self.known, &self.scope, block)
    }
}

fn different(one: &File, one_is: String, other: &File, other_is: String) -> SumsError {
    SumsError::Different { one: one.name(), one_is, other: other.name(), other_is }
}
