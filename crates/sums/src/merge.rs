//! Merges files of sums without trusting any of them.
//!
//! A file states the sum of a block, or, if it is finished and leaves the block out, that it has no grid. About other blocks it states
//! nothing. Where two files differ, one is wrong.
//!
//! Files that agree can still be wrong together, and a block can be in one file only. So random blocks are counted again, each drawn
//! with the same probability. If a share p of the blocks is wrong, k draws miss all of them with probability (1 − p)^k.
//!
//! A block can also require a quorum: that many files with equal statements, where no two share a [run](super::runs). So copies of a
//! file are one witness, and so are a merged file and the files it was merged from.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;

use super::contents::{self, Contents, Finished, KnownSums, Preparer, Scope};
use super::end::{kind_at_end, sum_at_end};
use super::error::SumsError;
use super::head::{CountPart, Head};
use super::in_blocks::InBlocks;
use super::piece::{Piece, Pieces};
use super::runs::{RunNumber, Runs, UnnumberedRuns, Witnesses};
use super::sums::BlockSums;
use crate::checked_log::{self, LogReader};
use crate::file_identity::FileIdentity;
use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rng::SeededRng;
use gridcheck_engine::blocks::{BlockId, BlockSum, RequestedBlocks, SumKind};
use gridcheck_engine::{Engine, EngineError, Run};

/// Merged files of sums of one problem.
pub struct Merge {
    head: Head,
    prepared: InBlocks,
    files: Vec<MergedFile>,
    /// The pieces of the files; one piece if no file is about pieces.
    pieces: Arc<Pieces>,
    are_dealt: bool,
    /// The files that may state something about the blocks of each piece. A file that is named twice is in the list once.
    about: Vec<Vec<usize>>,
    /// The files that may have a sum from one count.
    witnesses: Witnesses,
    /// Number of runs that must agree on a block.
    quorum: usize,
    /// All blocks that some file names, with the sum in the first of these files.
    named: BTreeMap<BlockId, BlockSum>,
    /// The sum of no grid.
    none: BlockSum,
}

/// A part of a merge: a file, or a stream of several.
pub enum SumsInput {
    /// The file at this path.
    File(PathBuf),
    /// Standard input, which may hold several files, one after the other.
    StandardInput(Box<dyn Read>),
    /// A stream from elsewhere, which may hold several files too.
    Stream {
        /// The name that stands in messages.
        name: String,
        /// The stream.
        from: Box<dyn Read>,
    },
}

/// One of the files.
struct MergedFile {
    path: PathBuf,
    /// The file on the disk, and the place of the log in it; `None` for a pipe.
    identity: Option<(FileIdentity, usize)>,
    head: Option<Head>,
    scope: Scope,
    known: KnownSums,
    finished: Finished,
    was_cut_short: bool,
}

/// The known facts about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFacts<'m> {
    /// The path of the file.
    pub path: &'m Path,
    /// The piece that the file is about, if it is about one.
    pub piece: Option<Piece>,
    /// The version that began the file; `None` if its first line was cut short.
    pub version: Option<&'m str>,
    /// Number of blocks that the file names.
    pub blocks: usize,
    /// `true` if the file is complete for its part of the count.
    pub is_finished: bool,
    /// `true` if the last line was cut short and dropped.
    pub was_cut_short: bool,
    /// The numbers of the runs that counted its sums, as in its first line. A run of an earlier version is `unnumbered`.
    pub runs: Vec<String>,
}

/// A piece with unknown blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// The number of the piece.
    pub piece: usize,
    /// Most blocks of the piece that are missing. An engine may leave out those that turn out to have no grid.
    #[serde(rename = "missing_blocks")]
    pub missing: usize,
    /// Number of blocks of the piece.
    #[serde(rename = "blocks")]
    pub of: usize,
}

/// The statements of files about a block, and the result of a second count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockStatements {
    /// The name of the block.
    pub name: String,
    /// The files with a statement, by their index in the list, and the sum that each states.
    pub statements: Vec<(usize, BlockSum)>,
    /// The sum, if the block was counted again.
    pub counted: Option<BlockSum>,
}

impl BlockStatements {
    /// Returns the files that contradict the second count; none if there was no second count.
    pub fn wrong(&self) -> impl Iterator<Item = usize> {
        self.statements
            .iter()
            .filter(|(_, sum)| self.counted.as_ref().is_some_and(|counted| counted != sum))
            .map(|&(file, _)| file)
    }
}

impl Merge {
    /// Reads files that any of these engines counted. A block is known if `quorum` files of different runs agree on it.
    ///
    /// # Errors
    /// Returns an error if a file is unusable, or if the files differ in the problem, the engine or the division into pieces.
    pub fn of<P: AsRef<Path>>(paths: &[P], engines: &[&'static dyn Engine], quorum: usize) -> Result<Self, SumsError> {
        let files = paths.iter().map(|path| SumsInput::File(path.as_ref().to_owned())).collect();
        Merge::of_inputs(files, engines, quorum)
    }

    /// Reads files and streams as [`of`](Merge::of) does.
    ///
    /// # Errors
    /// Returns an error for the same causes.
    pub fn of_inputs(
        inputs: Vec<SumsInput>,
        engines: &[&'static dyn Engine],
        quorum: usize,
    ) -> Result<Self, SumsError> {
        let (mut files, mut preparer) = (Vec::new(), Preparer::Among { engines: engines.to_vec(), last: None });
        for input in inputs {
            files.extend(MergedFile::all_in(input, &mut preparer)?);
        }
        // A file whose first line was cut short states nothing, not even its problem.
        let (first, head) = files
            .iter()
            .find_map(|file| Some((file, file.head.clone()?)))
            .ok_or_else(|| SumsError::Nothing(files.first().map_or_else(String::new, MergedFile::name)))?;
        for (file, other) in files.iter().filter_map(|file| Some((file, file.head.as_ref()?))) {
            let differ = |what, one_is, other_is| Err(different([(first, one_is), (file, other_is)], what));
            if !other.problem.is_recorded_as(&head.problem) {
                let [one, two] = [&head.problem, &other.problem];
                return differ("problems", one.in_words_beside(two), two.in_words_beside(one));
            }
            if other.kind != head.kind {
                return differ("questions", head.kind.to_string(), other.kind.to_string());
            }
            if other.engine != head.engine {
                return differ(
                    "blocks",
                    format!("those of engine {}", head.engine),
                    format!("those of {}", other.engine),
                );
            }
        }
        let mut dealt = files.iter().filter_map(|file| Some((file, file.scope.pieces()?)));
        let deal = dealt.next();
        if let Some((one, pieces)) = deal
            && let Some((other, others)) = dealt.find(|(_, others)| others.digest() != pieces.digest())
        {
            let words = head.problem.in_words_beside(&head.problem);
            let in_pieces = |pieces: &Pieces| format!("{words} dealt into {}", plural(pieces.len(), "piece"));
            return Err(different([(one, in_pieces(pieces)), (other, in_pieces(others))], "problems"));
        }
        let prepared = preparer.prepare(&first.path, &head)?.clone();
        let (are_dealt, pieces) = match deal {
            Some((_, pieces)) => (true, Arc::clone(pieces)),
            None => (false, prepared.pieces(1)),
        };
        let is_first = |place: usize| {
            let identity = files[place].identity.as_ref();
            identity.is_none() || files[..place].iter().all(|file| file.identity.as_ref() != identity)
        };
        let distinct: Vec<usize> = (0..files.len()).filter(|&place| is_first(place)).collect();
        let about = (1..=pieces.len()).map(|number| {
            let is_about = |file: &MergedFile| file.scope.piece().is_none_or(|piece| piece.number() == number);
            distinct.iter().copied().filter(|&file| is_about(&files[file])).collect()
        });
        let about = about.collect();
        let runs = files.iter().map(|file| file.head.as_ref().map(|head| head.runs.clone()).unwrap_or_default());
        let witnesses = Witnesses::new(runs.collect());
        let mut named = BTreeMap::new();
        for (&block, sum) in files.iter().flat_map(|file| &file.known) {
            named.entry(block).or_insert_with(|| sum.clone());
        }
        let none = head.kind.none();
        Ok(Merge { head, prepared, files, pieces, are_dealt, about, witnesses, quorum, named, none })
    }

    /// Returns the problem that was counted.
    pub fn problem(&self) -> &Problem {
        &self.head.problem
    }

    /// Returns the kind of the sums.
    pub fn kind(&self) -> &SumKind {
        &self.head.kind
    }

    /// Returns the name of the engine that counted it.
    pub fn engine(&self) -> &'static str {
        self.prepared.engine()
    }

    /// Returns the number of pieces; `None` if no file is about pieces.
    pub fn pieces(&self) -> Option<usize> {
        self.are_dealt.then(|| self.pieces.len())
    }

    /// Returns the facts about the files, in the order in which they were named.
    pub fn files(&self) -> impl Iterator<Item = FileFacts<'_>> {
        self.files.iter().map(|file| FileFacts {
            path: &file.path,
            piece: file.scope.piece(),
            version: file.head.as_ref().map(|head| head.version.as_str()),
            blocks: file.known.len(),
            is_finished: file.finished.is_all_of(&file.scope),
            was_cut_short: file.was_cut_short,
            runs: file.head.as_ref().map_or_else(Vec::new, |head| head.runs.texts()),
        })
    }

    /// Returns the statements of files about a block.
    fn says(&self, block: BlockId) -> impl Iterator<Item = (usize, &BlockSum)> {
        let number = self.pieces.number_of(block);
        let files = number.map_or(&[][..], |number| &self.about[number - 1]);
        files.iter().filter_map(move |&file| Some((file, self.files[file].says(block, &self.none)?)))
    }

    /// Returns the statements of files about a block, and its sum counted again.
    fn statements(&self, block: BlockId, counted: Option<BlockSum>) -> BlockStatements {
        let statements = self.says(block).map(|(file, sum)| (file, sum.clone())).collect();
        BlockStatements { name: self.prepared.blocks().name(block), statements, counted }
    }

    /// Returns `true` if no file states anything about a block.
    fn is_unknown(&self, block: BlockId) -> bool {
        self.says(block).next().is_none()
    }

    /// Returns `true` if some file has the whole piece.
    fn has_piece(&self, number: usize) -> bool {
        self.files.iter().any(|file| file.finished.whole || file.finished.pieces.contains(&number))
    }

    /// Returns the blocks about which files differ.
    pub fn contradictions(&self) -> Vec<BlockStatements> {
        let differ = |block: BlockId| {
            let mut sums = self.says(block).map(|(_, sum)| sum);
            sums.next().is_some_and(|first| sums.any(|sum| sum != first))
        };
        self.named.keys().filter(|&&block| differ(block)).map(|&block| self.statements(block, None)).collect()
    }

    /// Returns the number of runs that agree on a block: the most with equal statements.
    fn agreeing(&self, block: BlockId, unnumbered: UnnumberedRuns) -> usize {
        let mut says: Vec<(usize, &BlockSum)> = self.says(block).collect();
        let mut most = 0;
        while let Some(&(_, sum)) = says.first() {
            let (equal, others): (Vec<_>, Vec<_>) = says.into_iter().partition(|(_, other)| *other == sum);
            let files: Vec<usize> = equal.into_iter().map(|(file, _)| file).collect();
            most = most.max(self.witnesses.independent(&files, unnumbered));
            says = others;
        }
        most
    }

    /// Returns the pieces with blocks below the quorum. Without pieces, the whole count is one.
    pub fn gaps(&self) -> Vec<Gap> {
        self.gaps_of(self.quorum, UnnumberedRuns::AreDistinct)
    }

    /// Returns the number of agreed pieces. A piece with at least one block is agreed if `quorum` files of different runs agree on each of
    /// its blocks.
    pub fn agreed(&self, quorum: usize) -> usize {
        let pieces = (1..=self.pieces.len()).filter(|&number| !self.pieces.blocks(number).is_empty()).count();
        pieces - self.gaps_of(quorum, UnnumberedRuns::AreDistinct).len()
    }

    /// Returns the number of those pieces where the agreement needs several files without a run number, which may be copies of one.
    pub fn agreed_without_numbers(&self, quorum: usize) -> usize {
        let gaps = |unnumbered| self.gaps_of(quorum, unnumbered).len();
        gaps(UnnumberedRuns::MayBeOne) - gaps(UnnumberedRuns::AreDistinct)
    }

    fn gaps_of(&self, quorum: usize, unnumbered: UnnumberedRuns) -> Vec<Gap> {
        let gap = |number: usize| {
            if quorum == 1 && self.has_piece(number) {
                return None;
            }
            let blocks = self.pieces.blocks(number);
            let missing = blocks.iter().filter(|&&block| self.agreeing(block, unnumbered) < quorum).count();
            // A piece without a block is complete without a file.
            (missing > 0).then_some(Gap { piece: number, missing, of: blocks.len() })
        };
        (1..=self.pieces.len()).filter_map(gap).collect()
    }

    /// Returns the sum of the known blocks, each from the first file that names it; `None` on overflow.
    pub fn sum_so_far(&self) -> Option<BlockSum> {
        contents::sum(self.kind(), self.named.values())
    }

    /// Returns the runs of a merged file: those of the first file that states the sum of each block. A file of no block begins the
    /// run `begun`.
    fn merged_runs(&self, begun: RunNumber) -> Runs {
        let blocks: BTreeSet<BlockId> = self.pieces.all().into_iter().chain(self.named.keys().copied()).collect();
        let files: BTreeSet<usize> = blocks.into_iter().filter_map(|block| Some(self.says(block).next()?.0)).collect();
        let mut runs = Runs::default();
        files.iter().filter_map(|&file| self.files[file].head.as_ref()).for_each(|head| runs.add(&head.runs));
        if runs.is_empty() { Runs::of(begun) } else { runs }
    }

    /// Returns the lines of a file with all blocks. If nothing is missing, it is the file of a whole count. Otherwise it records which
    /// pieces are complete, and a count of the whole can resume from it. If no file has a run, the new file begins the run `begun`.
    ///
    /// Half of these lines look like the file of an unfinished count, so the caller must write all of them or none.
    ///
    /// # Errors
    /// Returns an error if the sum overflows, or if a line is too long.
    pub fn lines(&self, begun: RunNumber) -> Result<Vec<String>, SumsError> {
        let is_whole = self.gaps().is_empty();
        let part = if is_whole || !self.are_dealt { CountPart::Whole } else { CountPart::Of(self.pieces.len()) };
        let deal = part.pieces().map(|_| self.pieces.digest());
        let no_end = kind_at_end(self.kind()).none();
        let mut by_piece: BTreeMap<usize, BlockSum> = BTreeMap::new();
        for (&block, sum) in &self.named {
            if let Some(number) = self.pieces.number_of(block) {
                let of_piece = by_piece.entry(number).or_insert_with(|| no_end.clone());
                sum_at_end(sum).and_then(|sum| of_piece.add(&sum)).ok_or(SumsError::Overflow)?;
            }
        }
        let mut ends = Vec::new();
        if is_whole {
            let end = self.sum_so_far().and_then(|sum| sum_at_end(&sum)).ok_or(SumsError::Overflow)?;
            ends.push(contents::whole_record(&end));
        } else if self.are_dealt {
            let whole = (1..=self.pieces.len()).filter(|&number| self.has_piece(number));
            ends.extend(whole.map(|number| contents::piece_record(number, by_piece.get(&number).unwrap_or(&no_end))));
        }
        let record =
            |(&block, sum): (&BlockId, &BlockSum)| contents::block_record(&self.prepared.blocks().name(block), sum);
        let blocks = self.named.iter().map(record).collect::<Result<Vec<String>, SumsError>>()?;
        let runs = self.merged_runs(begun);
        let number = runs.texts().len();
        let head = Head::new(self.engine(), self.problem(), self.kind(), part, deal, runs).line();
        if head.len() >= contents::KIND.longest {
            return Err(SumsError::TooManyRuns(number));
        }
        Ok(checked_log::lines(&head, blocks.into_iter().chain(ends)).collect())
    }

    /// Counts single blocks again and returns the statements of files about them. Unknown names are skipped.
    ///
    /// # Errors
    /// Returns an error if the count fails or is stopped.
    pub fn recount(&self, blocks: &[String], run: &Run) -> Result<Vec<BlockStatements>, EngineError> {
        let named: Vec<BlockId> = blocks.iter().filter_map(|name| self.prepared.blocks().named(name)).collect();
        let counted = BlockSums::in_memory_of(self.kind());
        self.prepared.blocks().count(RequestedBlocks::These(&named), run, &counted)?;
        let counted = counted.into_known();
        let sum = |block| counted.get(&block).unwrap_or(&self.none).clone();
        Ok(named.into_iter().map(|block| self.statements(block, Some(sum(block)))).collect())
    }

    /// Returns the blocks about which some file has a statement.
    fn on_record(&self) -> Vec<BlockId> {
        self.pieces.all().into_iter().filter(|&block| !self.is_unknown(block)).collect()
    }

    /// Returns the number of blocks about which some file has a statement.
    pub fn recorded(&self) -> usize {
        self.on_record().len()
    }

    /// Draws blocks at random, with this seed, from those about which some file has a statement. All have the same probability. Returns the
    /// drawn blocks in order, each once, or none if no block is known.
    pub fn draw(&self, draws: usize, seed: u64) -> Vec<String> {
        let known = self.on_record();
        let mut rng = SeededRng::new(seed);
        let draws = if known.is_empty() { 0 } else { draws };
        let drawn: BTreeSet<BlockId> = (0..draws).map(|_| known[rng.below(known.len())]).collect();
        drawn.into_iter().map(|block| self.prepared.blocks().name(block)).collect()
    }
}

/// Returns a share of the recorded blocks. If blocks make up this share, `draws` draws meet one of them with a probability of 99 %.
pub fn share_seen(draws: usize) -> f64 {
    1.0 - 0.01_f64.powf(1.0 / draws as f64)
}

/// The name of standard input in messages.
const STREAM: &str = "standard input";

impl MergedFile {
    /// Reads the file, or the files of the stream.
    fn all_in(input: SumsInput, preparer: &mut Preparer<'_>) -> Result<Vec<Self>, SumsError> {
        let (stream, from, place) = match input {
            SumsInput::File(path) => {
                let identity = FileIdentity::at(&path).ok().map(|file| (file, 0));
                let contents = contents::open(&path, preparer)?;
                return Ok(vec![MergedFile::new(path, identity, contents)]);
            }
            SumsInput::StandardInput(from) => (STREAM.to_owned(), from, FileIdentity::of_stdin()),
            SumsInput::Stream { name, from } => (name, from, None),
        };
        let mut next = Some(LogReader::of_stream(&stream, from, &contents::KIND)?);
        let mut files = Vec::new();
        while let Some(mut reader) = next {
            let contents = contents::read(Path::new(&stream), &mut reader, preparer)?;
            let name = if files.is_empty() { stream.clone() } else { format!("{stream}, part {}", files.len() + 1) };
            let identity = place.clone().map(|place| (place, files.len()));
            files.push(MergedFile::new(name.into(), identity, contents));
            next = reader.next_log();
        }
        Ok(files)
    }

    fn new(path: PathBuf, identity: Option<(FileIdentity, usize)>, contents: Contents) -> Self {
        let Contents { head, scope, known, finished, was_cut_short, whole: _ } = contents;
        MergedFile { path, identity, head: head.map(|(_, head)| head), scope, known, finished, was_cut_short }
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the sum that the file states for a block, if it states one. `none` is the sum of no grid.
    fn says<'m>(&'m self, block: BlockId, none: &'m BlockSum) -> Option<&'m BlockSum> {
        self.finished.recorded(&self.known, &self.scope, block, none)
    }
}

fn different([(one, one_is), (other, other_is)]: [(&MergedFile, String); 2], what: &'static str) -> SumsError {
    SumsError::Different { one: one.name(), other: other.name(), what, one_is, other_is }
}
