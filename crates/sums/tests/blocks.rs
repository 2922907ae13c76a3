//! Tests files of sums with every engine: a count resumes from any point of its file, and errors name the fault of a file.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::builtin;
use gridcheck_engine::blocks::*;
use gridcheck_engine::{Engine, EngineError, Run};
use gridcheck_registry::{ENGINES, Pinwheel, Window};
use gridcheck_sums::*;

/// The engines that count in blocks.
const COUNTERS: [&dyn Engine; 2] = [&Window, &Pinwheel];

fn prepared(engine: &dyn Engine, problem: &Problem) -> InBlocks {
    engine
        .prepare(problem, &SumKind::Plain)
        .and_then(|prepared| InBlocks::new(&prepared))
        .expect("the engine can do it")
}

/// Returns the British 7 × 7 problem.
fn british_7(engine: &dyn Engine) -> InBlocks {
    prepared(engine, &problem(7, "british"))
}

fn problem(size: usize, rules: &str) -> Problem {
    Problem::new(size, builtin(rules).expect("built in")).expect("a fair problem")
}

fn block(engine: &dyn Engine, name: &str) -> BlockId {
    british_7(engine).blocks().named(name).expect("a block")
}

/// The number of every run of these tests.
const RUN: RunNumber = RunNumber(7);

/// A temporary folder with the sums of the British 7 × 7 grids.
struct Written {
    engine: &'static dyn Engine,
    folder: tempfile::TempDir,
    text: String,
}

impl Written {
    fn by(engine: &'static dyn Engine) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("sums.txt");
        let sums = BlockSums::create(&path, &british_7(engine), None, RUN).expect("a new file");
        british_7(engine).count(&Run::new(), &sums).expect("the engine answers");
        let text = fs::read_to_string(&path).expect("the file is there");
        Written { engine, folder, text }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("sums.txt")
    }

    fn sorted_lines(&self) -> Vec<String> {
        sorted(&fs::read_to_string(self.path()).expect("the file is there"))
    }

    /// Resumes from the file after replacing its text.
    fn with(&self, text: &str) -> Result<BlockSums, String> {
        fs::write(self.path(), text).expect("it can be written");
        BlockSums::resume(&self.path(), &british_7(self.engine), None, RUN).map_err(|error| error.to_string())
    }
}

/// Returns the lines of a file in order. Without the feature `files`, a finished file stays in the order of the count.
fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// Writes a file with each engine.
fn written() -> [Written; 2] {
    COUNTERS.map(Written::by)
}

#[test]
fn a_count_goes_on_from_any_point_of_its_file() {
    for written in written() {
        let engine = written.engine;
        let lines: Vec<&str> = written.text.lines().collect();
        for kept in [1, 2, lines.len() / 2, lines.len() - 1, lines.len()] {
            for torn in ["", "cro", "black:---:--- 0 "] {
                let text = lines[..kept].join("\n") + "\n" + torn;
                let sums = written.with(&text).expect("nothing is wrong with it");
                assert_eq!(sums.len(), kept.min(lines.len() - 1) - 1);
                let run = Run::new();
                assert_eq!(british_7(engine).count(&run, &sums), Ok(650));
                // The displayed number includes the grids found before. Where nothing is left to do, nothing is displayed.
                let (_, _, shown) = run.progress();
                assert_eq!(shown, if kept == lines.len() { 0 } else { 650 }, "{kept} lines and {torn:?}");
                assert_eq!(written.sorted_lines(), sorted(&written.text), "{kept} lines and {torn:?}");
            }
        }
    }
}

/// Resumes a count that was killed, or filled the disk, before its first line was complete.
#[test]
fn a_count_goes_on_from_a_first_line_cut_short() {
    for written in written() {
        let engine = written.engine;
        let header = written.text.lines().next().expect("a first line").to_owned();
        for kept in [0, 1, 20, 60, header.len()] {
            let sums = written.with(&header[..kept]).expect("nothing is wrong with it");
            assert_eq!((sums.was_cut_short(), sums.len()), (kept > 0, 0));
            assert_eq!(british_7(engine).count(&Run::new(), &sums), Ok(650));
            // The new run has a different number, and the checks of the lines depend on it.
            let bare = |lines: Vec<String>| -> BTreeSet<String> {
                let bare =
                    |line: &String| line.rsplit_once([' ', ',']).map_or_else(String::new, |(bare, _)| bare.to_owned());
                lines.iter().map(bare).collect()
            };
            assert_eq!(bare(written.sorted_lines()), bare(sorted(&written.text)));
        }
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_the_file_stays_a_link() {
    for written in written() {
        let engine = written.engine;
        let link = written.folder.path().join("link.txt");
        std::os::unix::fs::symlink("sums.txt", &link).expect("it can be made");
        let cut = written.text.lines().next().expect("a first line").to_owned() + "\n";
        fs::write(written.path(), cut).expect("it can be written");
        let sums = BlockSums::resume(&link, &british_7(engine), None, RUN).expect("nothing is wrong with it");
        assert_eq!(british_7(engine).count(&Run::new(), &sums), Ok(650));
        assert!(link.is_symlink());
        assert_eq!(written.sorted_lines(), sorted(&written.text));
    }
}

/// Checks appended lines against the existing first line.
#[test]
fn a_count_resumed_under_another_name_can_be_resumed_again() {
    for written in written() {
        let engine = written.engine;
        let lines: Vec<&str> = written.text.lines().collect();
        fs::write(written.path(), lines[..3].join("\n") + "\n").expect("it can be written");
        let sums = BlockSums::resume(&written.path(), &prepared(engine, &problem(7, "ho")), None, RUN)
            .expect("the same rules");
        let block = lines[3].split(' ').next().map(|name| block(engine, name)).expect("a block");
        sums.record(block, 1.into()).expect("it can be written");
        drop(sums);
        let again =
            BlockSums::resume(&written.path(), &british_7(engine), None, RUN).expect("nothing is wrong with it");
        assert_eq!((again.len(), again.sum(block)), (3, Some(1.into())));
    }
}

/// Treats a block that a file leaves out as empty only if the count is finished.
#[test]
fn a_block_not_counted_yet_is_not_on_record() {
    for written in written() {
        let engine = written.engine;
        let lines: Vec<&str> = written.text.lines().collect();
        let block = lines[2].split(' ').next().map(|name| block(engine, name)).expect("a block");
        let recorded = |text: String| {
            fs::write(written.path(), text).expect("it can be written");
            BlockSums::read(&written.path(), &british_7(engine)).expect("nothing is wrong with it").recorded(block)
        };
        assert!(recorded(written.text.clone()).is_some());
        assert_eq!(recorded(lines[..2].join("\n") + "\n"), None);
    }
}

#[test]
fn damage_is_refused_and_named() {
    for written in written() {
        let lines: Vec<&str> = written.text.lines().collect();
        let last = lines.len();
        let has_grids = |line: &&str| line.contains(':') && !line.contains(" 0 ");
        let found = 1 + lines[1..].iter().position(has_grids).expect("a block with grids");
        // Change one character anywhere after the first line, except line feeds.
        for (at, old) in written.text.char_indices().skip(lines[0].len() + 1).step_by(7).filter(|&(_, old)| old != '\n')
        {
            let new = if old == '7' { "8" } else { "7" };
            let mut text = written.text.clone();
            text.replace_range(at..=at, new);
            let line = 1 + written.text[..at].matches('\n').count();
            let error =
                written.with(&text).err().unwrap_or_else(|| panic!("line {line}: {new} for {old} was not seen"));
            assert!(error.contains(&format!("sums.txt:{line}: damaged: ")), "{error}");
        }
        let without = [&lines[..found], &lines[found + 1..]].concat().join("\n") + "\n";
        let twice = written.text.replace(lines[found], &[lines[found]; 2].join("\n"));
        for (text, line, what) in [
            (without, last - 1, "damaged: the total is not the sum of the blocks"),
            (twice, found + 2, "damaged: the block was there before"),
            (written.text.clone() + lines[1] + "\n", last + 1, "damaged: nothing was expected after the total"),
            ("[".to_owned(), 1, "expected the first line of a file of block sums"),
            ("{}\n".to_owned(), 1, "expected the first line of a file of block sums"),
            (lines[0].to_owned() + "\n" + &"x".repeat(2 << 20), 2, "damaged: the line is longer than any"),
        ] {
            let error = written.with(&text).err().unwrap_or_else(|| panic!("{what} was not seen"));
            assert!(error.contains(&format!(":{line}: {what}")), "{error}");
        }
    }
}

/// Uses four black quarters around a white centre: pinwheel leaves this block out of a finished file, because it is obviously empty.
#[test]
fn blocks_left_out_of_a_finished_file_are_empty() {
    let written = Written::by(&Pinwheel);
    let left_out = block(&Pinwheel, "cross:---:---");
    let sums = BlockSums::read(&written.path(), &british_7(&Pinwheel)).expect("nothing is wrong with it");
    assert_eq!((sums.sum(left_out), sums.recorded(left_out)), (None, Some(0.into())));
}

/// Tests that the methods of every engine's blocks agree with each other.
#[test]
fn blocks_have_names_and_are_in_one_batch() {
    for (engine, size) in [(COUNTERS[0], 7), (COUNTERS[0], 9), (COUNTERS[1], 7), (COUNTERS[1], 8), (COUNTERS[1], 9)] {
        let prepared = prepared(engine, &problem(size, "british"));
        let blocks = prepared.blocks();
        let all = blocks.all();
        assert!(all.len() > 5 && all.is_sorted_by(|one, other| one < other), "{}: {all:?}", engine.name());
        for &block in &all {
            assert!(blocks.has(block));
            assert_eq!(blocks.named(&blocks.name(block)), Some(block));
        }
        assert!(blocks.named(&blocks.example()).is_some(), "{}", blocks.example());
        assert_eq!(blocks.named("o"), None);
        for least in [1, 3, 1000] {
            let batches = blocks.batches(least);
            assert!(batches.len() >= least || batches.iter().all(|batch| batch.len() < 5), "{}", engine.name());
            let mut told = batches.concat();
            told.sort_unstable();
            assert_eq!(told, all, "{} in {least} batches", engine.name());
        }
    }
}

/// Returns the first line of an empty file of a piece.
fn header(path: &std::path::Path, engine: &dyn Engine, size: usize, of: usize) -> String {
    let _ = fs::remove_file(path);
    let (asked, piece) = (problem(size, "british"), Piece::new(1, of).ok());
    drop(BlockSums::create(path, &prepared(engine, &asked), piece, RUN).expect("a new file"));
    fs::read_to_string(path).expect("the file is there")
}

/// Pins the divisions: a change refuses pieces that were begun before it.
#[test]
fn divisions_into_pieces_keep_their_pinned_digests() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (engine, size, of, digest) in [
        (COUNTERS[1], 9, 3, "cdbc0811ae5df1d9"),
        (COUNTERS[0], 9, 3, "6816b59f74348b47"),
        (COUNTERS[0], 11, 40, "5212ecc64bb400f4"),
        (COUNTERS[0], 13, 64, "a06a82bacfb5f273"),
    ] {
        let header = header(&folder.path().join("1.sums"), engine, size, of);
        assert!(header.contains(&format!(r#""deal":"{digest}""#)), "{header}");
    }
}

/// A piece of another deal may have other blocks, so it is refused.
#[test]
fn pieces_of_another_deal_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("1.sums");
    let (asked, piece) = (problem(11, "british"), Piece::new(1, 40).ok());
    let header = header(&path, &Window, 11, 40);
    let (before, deal) = header.split_once(r#""deal":""#).expect("a digest");
    fs::write(&path, format!(r#"{before}"deal":"0123456789abcdef{}"#, &deal[16..])).expect("it can be written");
    let resumed = BlockSums::resume(&path, &prepared(&Window, &asked), piece, RUN).err().expect("another deal");
    assert!(resumed.to_string().contains("use the build that began the file"), "{resumed}");
    let merged = Merge::of(&[&path], &ENGINES, 1).err().expect("another deal");
    assert!(merged.to_string().contains("use the build that began the file"), "{merged}");
}

/// A sample counts blocks until the time is up, and its sums are part of the whole count.
#[test]
fn a_sample_is_part_of_the_count() {
    let prepared = british_7(&Window);
    let sums = BlockSums::in_memory();
    let sample = prepared.sample(&Run::new(), std::time::Duration::ZERO, &sums).expect("the engine answers");
    assert_eq!((sample.counted.len(), sample.extrapolate(), sums.len()), (0, None, 0));
    let sample = prepared.sample(&Run::new(), std::time::Duration::from_secs(600), &sums).expect("the engine answers");
    assert_eq!(sample.counted.len(), prepared.blocks().all().len());
    assert!(sample.extrapolate().is_some_and(|all| all.interval == [all.mean; 2]));
    assert_eq!(prepared.count(&Run::new(), &sums), Ok(650));
    let sample = british_7(&Pinwheel).sample(&Run::new(), std::time::Duration::ZERO, &BlockSums::in_memory());
    assert!(matches!(sample, Err(EngineError::Declined(_))), "{sample:?}");
}
