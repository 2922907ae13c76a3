//! Tests files of sums and their merging with an engine of four blocks.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::contents::Preparer;
use super::head::{CountPart, Head};
use super::runs::Runs;
use super::*;
use gridcheck_core::constraint::{Distribution, Extreme, Goal, Measure};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry, builtin};
use gridcheck_engine::blocks::{BlockId, BlockSum, Blocks, Ledger, RequestedBlocks, SumKind};
use gridcheck_engine::{ClauseUse, Declined, Engine, EngineError, EngineFacts, Method, Prepared, Run, Witness};

const NAMES: [&str; 4] = ["a", "b", "c", "d"];
const GRIDS: [u128; 4] = [5, 0, 7, 11];

/// Counts four blocks of a size.
#[derive(Clone, Copy)]
struct Four {
    name: &'static str,
}

/// Leaves out the block without a grid.
struct FourBlocks {
    kind: SumKind,
}

fn prepared(engine: &dyn Engine, problem: &Problem) -> InBlocks {
    prepared_for(engine, problem, &SumKind::Plain)
}

fn prepared_for(engine: &dyn Engine, problem: &Problem, kind: &SumKind) -> InBlocks {
    engine.prepare(problem, kind).and_then(|prepared| InBlocks::new(&prepared)).expect("the engine can do it")
}

/// Returns the problem of size 5, prepared for numbers of grids.
fn plain() -> InBlocks {
    prepared(&FOUR, &problem(5))
}

static FOUR: Four = Four { name: "four" };
static OTHER: Four = Four { name: "other" };
const ENGINES: [&dyn Engine; 2] = [&FOUR, &OTHER];

impl Engine for Four {
    fn facts(&self) -> EngineFacts {
        EngineFacts {
            name: self.name,
            witness: Witness::Alone,
            method: Method::AddsBlocks { numbers_grids: false },
            kinds: &[GridKind::Blocks],
            symmetries: &Symmetry::ALL,
            constraints: &[],
            rank: 1,
            clauses: ClauseUse::None,
            seeks_extremes: false,
        }
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        if kind.measures().contains(&Measure::Checked) {
            return Err(Declined { engine: self.name, why: "grids by checked".to_owned() });
        }
        Ok(Prepared::in_blocks(self, problem, kind, None, Arc::new(FourBlocks { kind: kind.clone() })))
    }
}

impl Blocks for FourBlocks {
    fn name(&self, block: BlockId) -> String {
        NAMES[block.0 as usize].to_owned()
    }
    fn named(&self, name: &str) -> Option<BlockId> {
        NAMES.iter().position(|&known| known == name).map(|block| BlockId(block as u64))
    }
    fn example(&self) -> String {
        "a".to_owned()
    }
    fn has(&self, block: BlockId) -> bool {
        block.0 < 4
    }
    fn all(&self) -> Vec<BlockId> {
        (0..4).map(BlockId).collect()
    }
    fn count(&self, asked: RequestedBlocks<'_>, _run: &Run, ledger: &dyn Ledger) -> Result<(), EngineError> {
        let asked = match asked {
            RequestedBlocks::All => self.all(),
            RequestedBlocks::Piece(blocks) | RequestedBlocks::These(blocks) => blocks.to_vec(),
        };
        let counted = asked.into_iter().filter(|&block| !ledger.contains(block) && GRIDS[block.0 as usize] > 0);
        // The grids of each block have its number and the next one as their values of a measure, one has the lower one.
        let sum = |BlockId(block)| {
            let (measures, grids) = (self.kind.measures(), GRIDS[block as usize]);
            let mut found = Distribution::empty(&measures);
            for (value, grids) in [(block as u32, 1), (block as u32 + 1, grids - 1)] {
                found.add(vec![value; measures.len()], grids).expect("few grids");
            }
            self.kind.of_distribution(found).expect("few grids")
        };
        counted.into_iter().try_for_each(|block| ledger.record(block, sum(block)))
    }
}

fn problem(size: usize) -> Problem {
    Problem::new(size, builtin("british").expect("built in")).expect("a fair problem")
}

fn piece(number: usize, of: usize) -> Option<Piece> {
    let piece = Piece::new(number, of);
    assert!(piece.is_ok(), "in range");
    piece.ok()
}

/// A temporary folder for files of sums.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes the file of a finished count of sums of this kind.
    fn sum(&self, name: &str, kind: &SumKind, piece: Option<Piece>) -> BlockSum {
        let prepared = prepared_for(&FOUR, &problem(5), kind);
        let sums = BlockSums::create(&self.path(name), &prepared, piece, next_run()).expect("a new file");
        prepared.sum(&Run::new(), &sums).expect("it is counted")
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// Begins a file, with some blocks.
    fn begin(&self, name: &str, engine: Four, size: usize, piece: Option<Piece>, known: &[(u64, u128)]) -> BlockSums {
        let prepared = prepared(&engine, &problem(size));
        let sums = BlockSums::create(&self.path(name), &prepared, piece, next_run()).expect("a new file");
        for &(block, grids) in known {
            sums.record(BlockId(block), grids.into()).expect("it can be written");
        }
        sums
    }

    /// Writes the file of a finished count.
    fn count(&self, name: &str, piece: Option<Piece>) -> BlockSums {
        let sums = self.begin(name, FOUR, 5, piece, &[]);
        plain().count(&Run::new(), &sums).expect("it is counted");
        sums
    }

    fn merge(&self, names: &[&str]) -> Result<Merge, SumsError> {
        let paths: Vec<PathBuf> = names.iter().map(|name| self.path(name)).collect();
        Merge::of(&paths, &ENGINES, 1)
    }

    fn write(&self, name: &str, merge: &Merge) {
        std::fs::write(self.path(name), merge.lines(next_run()).expect("it fits").concat()).expect("room");
    }
}

/// Returns another run number in each call.
fn next_run() -> RunNumber {
    static LAST: AtomicU64 = AtomicU64::new(0);
    RunNumber(LAST.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn pieces_are_numbered_from_1() {
    for (number, of) in [(1, 1), (1, 3), (3, 3), (10_000, 10_000)] {
        let piece = Piece::new(number, of).expect("in range");
        assert_eq!((piece.number(), piece.of()), (number, of));
        assert_eq!(piece.to_string(), format!("piece {number} of {of}"));
    }
    assert_eq!(Piece::new(0, 3), Err(PieceError::Number { number: 0, of: 3 }));
    assert_eq!(Piece::new(4, 3), Err(PieceError::Number { number: 4, of: 3 }));
    assert_eq!(Piece::new(1, 0), Err(PieceError::Of(0)));
    assert_eq!(Piece::new(1, 10_001), Err(PieceError::Of(10_001)));
}

#[test]
fn a_sum_of_blocks_that_does_not_fit_is_none() {
    let sums = BlockSums::in_memory();
    for block in [1, 2] {
        sums.record(BlockId(block), (u128::MAX / 2 + 1).into()).expect("no file to fail");
    }
    assert_eq!((sums.len(), sums.total()), (2, None));
}

#[test]
fn each_division_is_made_once() {
    let prepared = plain();
    let [two, three, again] = [2, 3, 2].map(|of| prepared.pieces(of));
    assert_eq!((two.len(), three.len()), (2, 3));
    assert!(Arc::ptr_eq(&two, &again));
    assert_ne!(two.digest(), three.digest());
}

/// Files about one question share what is prepared. Files of another engine, problem or kind do not.
#[test]
fn files_share_what_is_prepared() {
    let mut preparer = Preparer::Among { engines: ENGINES.to_vec(), last: None };
    let mut pieces = |engine: &str, size, kind: &SumKind| {
        let head = Head::new(engine, &problem(size), kind, CountPart::Whole, None, Runs::unnumbered());
        let prepared = preparer.prepare(std::path::Path::new("x"), &head).expect("it can");
        assert_eq!((prepared.engine(), prepared.problem().height(), prepared.kind()), (engine, size, kind));
        prepared.pieces(2)
    };
    let [one, again] = [(); 2].map(|()| pieces("four", 5, &SumKind::Plain));
    assert!(Arc::ptr_eq(&one, &again));
    let others = [("other", 5, SumKind::Plain), ("other", 7, SumKind::Plain), ("other", 7, MAX_WORDS)];
    let mut last = one;
    for (engine, size, kind) in others {
        let other = pieces(engine, size, &kind);
        assert!(!Arc::ptr_eq(&last, &other), "{engine}, {size}, {kind}");
        last = other;
    }
}

#[test]
fn sums_know_their_part_and_their_blocks() {
    let folder = Folder::new();
    for (number, blocks, total) in [(1, vec![(0, 5), (2, 7)], 12), (2, vec![(3, 11)], 11)] {
        let sums = folder.count(&number.to_string(), piece(number, 2));
        let with_grids: Vec<(u64, u128)> =
            sums.with_grids().into_iter().map(|(block, grids)| (block.0, grids)).collect();
        assert_eq!((with_grids, sums.total()), (blocks, Some(BlockSum::Plain(total))));
        assert_eq!((sums.piece(), sums.is_of_nothing()), (piece(number, 2), false));
        assert_eq!((sums.is_empty(), sums.was_cut_short()), (false, false));
        assert_eq!(sums.version(), Some(env!("CARGO_PKG_VERSION")));
        drop(sums);
        let path = folder.path(&number.to_string());
        let sums = BlockSums::resume(&path, &plain(), piece(number, 2), next_run()).expect("it is whole");
        // A finished piece has left out the blocks without grids, and knows nothing of the other piece.
        assert_eq!((sums.is_finished(), sums.sum(BlockId(1))), (true, None));
        assert_eq!(sums.recorded(BlockId(1)), (number == 2).then_some(BlockSum::Plain(0)));
        drop(sums);
        for other in [piece(3 - number, 2), piece(number, 3), None] {
            let error = BlockSums::resume(&path, &plain(), other, next_run()).err().expect("another part");
            assert!(matches!(error, SumsError::OtherPart { .. }), "{error}");
        }
        assert!(BlockSums::read_whole(&path, &plain()).is_err());
        let error = BlockSums::resume(&path, &prepared(&FOUR, &problem(7)), piece(number, 2), next_run())
            .err()
            .expect("another problem");
        assert!(matches!(error, SumsError::OtherProblem { .. }), "{error}");
        let error = BlockSums::resume(&path, &prepared(&OTHER, &problem(5)), piece(number, 2), next_run())
            .err()
            .expect("another engine");
        assert!(matches!(error, SumsError::OtherEngine { .. }), "{error}");
        let counter = BlockSums::counter_of(&path, &ENGINES, &problem(5)).expect("a first line");
        assert_eq!(counter.map(Engine::name), Some("four"));
        assert!(BlockSums::counter_of(&path, &ENGINES, &problem(7)).is_err());
        let begin = std::fs::read(&path).expect("the file is there")[..20].to_owned();
        std::fs::write(&path, begin).expect("it can be written");
        let cut = BlockSums::resume(&path, &plain(), piece(number, 2), next_run()).expect("it is begun again");
        assert_eq!((cut.was_cut_short(), cut.is_empty()), (true, true));
    }
    assert!(folder.begin("of nothing", FOUR, 5, piece(5, 5), &[]).is_of_nothing());
    assert!(folder.begin("begun", FOUR, 5, None, &[]).is_empty());
    let empty = BlockSums::in_memory();
    empty.record(BlockId(1), 0.into()).expect("it is only kept");
    assert_eq!((empty.with_grids(), empty.is_finished()), (vec![], false));
}

#[test]
fn a_block_is_counted_again_beside_its_record() {
    let sums = BlockSums::in_memory();
    sums.record(BlockId(2), 8.into()).expect("it is only kept");
    let count = |name| plain().count_block(&Run::new(), name, &sums);
    assert_eq!(count("c"), Ok((7.into(), Some(8.into()))));
    assert_eq!(count("b"), Ok((0.into(), None)));
    let error = count("x").expect_err("no such block").to_string();
    assert!(error.contains("`x` is not a block of size 5, expected a name like a"), "{error}");
    let other = prepared(&OTHER, &problem(5)).count(&Run::new(), &sums).expect_err("another engine's").to_string();
    assert!(other.contains("the sums are of the blocks of engine four"), "{other}");
    sums.record(BlockId(0), u128::MAX.into()).expect("it is only kept");
    assert_eq!((sums.total(), plain().count(&Run::new(), &sums)), (None, Err(EngineError::Overflow)));
}

#[test]
fn merged_pieces_state_what_is_missing() {
    let folder = Folder::new();
    drop(folder.begin("one", FOUR, 5, piece(1, 2), &[(0, 5)]));
    drop(folder.count("two", piece(2, 2)));
    let merge = folder.merge(&["one", "two"]).expect("they fit");
    assert_eq!((merge.problem(), merge.engine(), merge.pieces()), (&problem(5), "four", Some(2)));
    assert_eq!(merge.gaps(), [Gap { piece: 1, missing: 1, of: 2 }]);
    assert_eq!((merge.sum_so_far(), merge.recorded()), (Some(16.into()), 3));
    assert_eq!(merge.contradictions(), []);
    let facts: Vec<_> = merge.files().map(|file| (file.piece, file.blocks, file.is_finished)).collect();
    assert_eq!(facts, [(piece(1, 2), 1, false), (piece(2, 2), 1, true)]);
    assert!(merge.files().all(|file| file.version == Some(env!("CARGO_PKG_VERSION")) && !file.was_cut_short));
    folder.write("both", &merge);
    // The merged file knows the second piece, and a count of the whole resumes from it.
    let both = BlockSums::resume(&folder.path("both"), &plain(), None, next_run()).expect("it is whole");
    assert_eq!((both.len(), both.is_finished(), both.recorded(BlockId(1))), (2, false, Some(0.into())));
    assert_eq!(plain().count(&Run::new(), &both), Ok(23));
    drop(both);

    drop(folder.count("the first", piece(1, 2)));
    let merge = folder.merge(&["the first", "two"]).expect("they fit");
    assert_eq!((merge.gaps(), merge.recorded()), (vec![], 4));
    folder.write("all", &merge);
    let all = BlockSums::read_whole(&folder.path("all"), &plain()).expect("it is whole");
    assert_eq!((all.is_finished(), all.total(), all.piece()), (true, Some(23.into()), None));
    let merge = folder.merge(&["all"]).expect("it is whole");
    assert_eq!((merge.pieces(), merge.gaps()), (None, vec![]));
    // The fifth piece has no block, so its file is not missed.
    let names = ["1", "2", "3", "4"];
    (1..).zip(names).for_each(|(number, name)| drop(folder.count(name, piece(number, 5))));
    assert_eq!(folder.merge(&names).expect("they fit").gaps(), []);
    drop(folder.begin("part", FOUR, 5, None, &[(0, 5)]));
    let merge = folder.merge(&["part"]).expect("it fits");
    assert_eq!((merge.pieces(), merge.gaps()), (None, vec![Gap { piece: 1, missing: 3, of: 4 }]));
    folder.write("part again", &merge);
    assert!(!BlockSums::read_whole(&folder.path("part again"), &plain()).expect("it is whole").is_finished());
}

#[test]
fn files_that_differ_are_named() {
    let folder = Folder::new();
    drop(folder.count("one", piece(1, 2)));
    drop(folder.begin("wrong", FOUR, 5, None, &[(0, 5), (2, 8)]));
    let merge = folder.merge(&["one", "wrong"]).expect("they fit");
    let mut statements =
        BlockStatements { name: "c".to_owned(), statements: vec![(0, 7.into()), (1, 8.into())], counted: None };
    assert_eq!(merge.contradictions(), [statements.clone()]);
    assert_eq!(statements.wrong().count(), 0);
    statements.counted = Some(7.into());
    assert_eq!(statements.wrong().collect::<Vec<_>>(), [1]);
    let nothing = BlockStatements { name: "b".to_owned(), statements: vec![], counted: Some(0.into()) };
    let names = ["c", "x", "b"].map(str::to_owned);
    assert_eq!(merge.recount(&names, &Run::new()), Ok(vec![statements, nothing]));

    drop(folder.begin("other size", FOUR, 7, None, &[]));
    drop(folder.begin("other engine", OTHER, 5, None, &[]));
    drop(folder.begin("other pieces", FOUR, 5, piece(1, 3), &[]));
    std::fs::write(folder.path("empty"), "").expect("it can be written");
    let error = |names: &[&str]| folder.merge(names).err().expect("they do not fit");
    let other_size = error(&["one", "other size"]);
    assert!(matches!(other_size, SumsError::Different { what: "problems", .. }));
    let names = other_size.to_string();
    assert!(names.contains("one and ") && names.contains("other size are sums"), "{names}");
    assert!(matches!(error(&["one", "other engine"]), SumsError::Different { what: "blocks", .. }));
    assert!(matches!(error(&["one", "other pieces"]), SumsError::Different { .. }));
    assert!(matches!(error(&["empty"]), SumsError::Nothing(_)));
    assert!(folder.merge(&["empty", "one"]).is_ok());

    drop(folder.begin("huge", FOUR, 5, None, &[(0, u128::MAX), (1, 1)]));
    let merge = folder.merge(&["huge"]).expect("it fits");
    assert_eq!(merge.sum_so_far(), None);
    assert!(matches!(merge.lines(next_run()), Err(SumsError::Overflow)));
}

#[test]
fn blocks_are_drawn_with_equal_probability() {
    let folder = Folder::new();
    drop(folder.count("one", piece(1, 2)));
    let merge = folder.merge(&["one"]).expect("it fits");
    assert_eq!(merge.draw(100, 1).len(), 2);
    drop(folder.begin("none", FOUR, 5, None, &[]));
    assert_eq!(folder.merge(&["none"]).expect("it fits").draw(100, 1), Vec::<String>::new());
    drop(folder.count("all", None));
    let merge = folder.merge(&["all"]).expect("it fits");
    let mut drawn = [0; 4];
    for seed in 0..1100 {
        let blocks = merge.draw(1, seed);
        drawn[NAMES.iter().position(|&name| [name] == *blocks).expect("one block")] += 1;
    }
    assert!(drawn.iter().all(|drawn| (225..325).contains(drawn)), "{drawn:?}");
    for (draws, share) in [(1, 0.99), (2, 0.9), (458, 0.01)] {
        assert!((share_seen(draws) - share).abs() < 1e-4);
    }
}

const BY_WORDS: fn() -> SumKind = || SumKind::Distribution(vec![Measure::Words]);
const MAX_WORDS: SumKind = SumKind::Extreme(Goal::Most(Measure::Words));

/// Returns the records of a file without their checks.
fn records(text: &str) -> Vec<&str> {
    text.lines().skip(1).filter_map(|line| line.rsplit_once(' ')).map(|(record, _)| record).collect()
}

#[test]
fn measured_pieces_add_up_in_any_order() {
    let folder = Folder::new();
    for (name, kind, blocks, sum) in [
        ("by", BY_WORDS(), ["a 0=1;1=4", "c 2=1;3=6", "d 3=1;4=10", "total 23"], "0=1;1=4;2=1;3=7;4=10"),
        ("most", MAX_WORDS, ["a 1=4", "c 3=6", "d 4=10", "total 4=10"], "4=10"),
    ] {
        let path = |part: &str| format!("{name} {part}");
        let whole = folder.sum(&path("whole"), &kind, None);
        assert_eq!((whole.kind(), whole.to_string().as_str()), (kind.clone(), sum));
        assert_eq!(records(&folder.text(&path("whole"))), blocks);
        (1..=2).for_each(|number| drop(folder.sum(&path(&number.to_string()), &kind, piece(number, 2))));
        for parts in [["1", "2"], ["2", "1"]].map(|parts| parts.map(path)) {
            let merge = folder.merge(&parts.each_ref().map(String::as_str)).expect("they fit");
            assert_eq!((merge.kind(), merge.gaps(), merge.sum_so_far()), (&kind, vec![], Some(whole.clone())));
        }
        let merge = folder.merge(&[&path("1")]).expect("it fits");
        folder.write(&path("begun"), &merge);
        let prepared = prepared_for(&FOUR, &problem(5), &kind);
        let begun = BlockSums::resume(&folder.path(&path("begun")), &prepared, None, next_run()).expect("it fits");
        assert_eq!((begun.len(), begun.recorded(BlockId(1))), (2, None));
        assert_eq!(prepared.sum(&Run::new(), &begun), Ok(whole));
        for prepared in [&prepared, &plain()] {
            assert!(prepared.count(&Run::new(), &begun).is_err(), "it has no number of grids");
        }
        let counted = prepared.count_block(&Run::new(), "b", &begun).expect("a block");
        assert_eq!(counted, (kind.none(), None));
    }
}

#[test]
fn a_prepared_problem_makes_the_sum_that_it_was_prepared_for() {
    let (by_words, run) = (BY_WORDS(), Run::new());
    let [plain, by, most] = [&SumKind::Plain, &by_words, &MAX_WORDS].map(|kind| FOUR.prepare(&problem(5), kind));
    let [plain, by, most] = [plain, by, most].map(|prepared| prepared.unwrap_or_else(|why| panic!("{why}")));
    assert_eq!(plain.count(&run), Ok(23));
    assert_eq!(most.extreme(&run), Ok(Some(Extreme { value: 4, grids: 10 })));
    let distribution = by.distribution(&run).expect("a distribution");
    assert_eq!(BlockSum::Distribution(distribution).to_string(), "0=1;1=4;2=1;3=7;4=10");
    for error in [plain.distribution(&run).err(), plain.extreme(&run).err()] {
        let what = "it was prepared for numbers of grids".to_owned();
        assert_eq!(error, Some(EngineError::Failed { engine: "four", what }));
    }
    assert!(by.count(&run).is_err() && by.extreme(&run).is_err());
    assert!(most.count(&run).is_err() && most.distribution(&run).is_err());
}

#[test]
fn sums_of_different_questions_are_not_mixed() {
    let folder = Folder::new();
    let by_letters = SumKind::Distribution(vec![Measure::Letters]);
    let kinds = [SumKind::Plain, BY_WORDS(), by_letters, MAX_WORDS, SumKind::Extreme(Goal::Fewest(Measure::Words))];
    for (name, kind) in ["0", "1", "2", "3", "4"].iter().zip(&kinds) {
        folder.sum(name, kind, None);
        for other in &kinds {
            let prepared = prepared_for(&FOUR, &problem(5), other);
            let read = BlockSums::read(&folder.path(name), &prepared);
            let resumed = BlockSums::resume(&folder.path(name), &prepared, None, next_run());
            assert_eq!((read.is_ok(), resumed.is_ok()), (kind == other, kind == other), "{kind}, {other}");
            for error in [read.err(), resumed.err()].into_iter().flatten() {
                assert!(matches!(error, SumsError::OtherKind { .. }), "{error}");
            }
        }
        assert_eq!(BlockSums::read_whole(&folder.path(name), &plain()).is_ok(), *name == "0");
    }
    let error = folder.merge(&["1", "3"]).err().expect("two questions").to_string();
    assert!(error.ends_with("are sums of different questions: grids by words; most words"), "{error}");
    // A kind that the engine cannot make is refused, and so is a file of it.
    let checked = SumKind::Distribution(vec![Measure::Checked]);
    let declined = FOUR.prepare(&problem(5), &checked).err().expect("unable");
    assert_eq!(declined, Declined { engine: "four", why: "grids by checked".to_owned() });
    std::fs::write(folder.path("no"), folder.text("1").replace("\"words\"", "\"checked\"")).expect("room");
    assert!(matches!(folder.merge(&["no"]), Err(SumsError::Head { .. })));
}

#[test]
fn forged_sums_are_refused_at_their_line() {
    let folder = Folder::new();
    folder.sum("whole", &BY_WORDS(), None);
    folder.sum("piece", &MAX_WORDS, piece(1, 2));
    for (name, from, to, said) in [
        ("whole", "a 0=1;1=4", "a 0=1;1=5", "the total is not the sum of the blocks"),
        ("whole", "a 0=1;1=4", "a 1=4;0=1", "expected the name of a block"),
        ("whole", "a 0=1;1=4", "a 5", "expected the name of a block"),
        ("whole", "total 23", "total 0=23", "expected the name of a block"),
        ("piece", "a 1=4", "a 9=4", "not the sum of its blocks"),
        ("piece", "piece 1 3=6", "piece 1 6", "expected the name of a block"),
    ] {
        let text = folder.text(name);
        let header = text.lines().next().expect("a first line");
        assert!(records(&text).contains(&from), "{text}");
        let forged = records(&text).into_iter().map(|record| if record == from { to } else { record });
        let lines: String = forged.map(|text| crate::checked_log::record(header, text)).collect();
        std::fs::write(folder.path("forged"), format!("{header}\n{lines}")).expect("room");
        let error = folder.merge(&["forged"]).err().expect("it is forged").to_string();
        assert!(error.contains(said), "{to}: {error}");
    }
}

/// A line that no reader would accept is not written.
#[test]
fn a_line_that_is_too_long_is_not_written() {
    let folder = Folder::new();
    let prepared = prepared_for(&FOUR, &problem(5), &BY_WORDS());
    let sums = BlockSums::create(&folder.path("long"), &prepared, None, next_run()).expect("a new file");
    let with_values = |values: u32| {
        let mut found = Distribution::empty(&[Measure::Words]);
        (0..values).for_each(|value| found.add(vec![value], 1).expect("few grids"));
        BlockSum::Distribution(found)
    };
    let error = sums.record(BlockId(0), with_values(200_000)).expect_err("it is too long").to_string();
    assert!(error.contains("block a: ") && error.contains("sort by fewer measures"), "{error}");
    // The longest lines that are written can be read.
    let mut values = 128_900;
    while sums.record(BlockId(0), with_values(values)).is_err() {
        values -= 1;
    }
    assert!(values > 100_000, "{values}");
    drop(sums);
    let read = BlockSums::read(&folder.path("long"), &prepared).expect("it is whole");
    assert_eq!(read.sum(BlockId(0)), Some(with_values(values)));
}
