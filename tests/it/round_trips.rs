//! Tests that written files read back: random and real puzzles, through every written format and between every two.
//!
//! A format loses exactly what it reports as lost; ipuz, which can hold everything, loses nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::formats::{FIXTURES, fixtures, shown};
use crate::program::shared;
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::clue::Clue;
use gridcheck::formats::puzzle::{Feature, Field, Puzzle, Start};
use gridcheck::formats::registry::{Format, read};
use gridcheck::formats::target::{Support, Written, write};
use gridcheck::grid::Grid;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;

/// Reads back a written file, which must show its format.
fn back(bytes: &[u8], target: Format) -> PuzzleFile {
    assert_eq!(shown(bytes), Some(target), "{}", String::from_utf8_lossy(bytes));
    let file = read(bytes, target).unwrap_or_else(|fault| panic!("{target}: {fault}"));
    assert_eq!((&file.notes, &file.unread), (&Vec::new(), &BTreeSet::new()), "{target}");
    file
}

/// Returns a puzzle without the features that a file does not hold.
fn without(puzzle: &Puzzle, written: &Written) -> Puzzle {
    let mut less = puzzle.clone();
    for loss in &written.lost {
        assert_eq!(less.count(loss.thing), loss.count, "{loss}");
        less.remove(loss.thing);
    }
    less
}

/// Writes and reads a puzzle. The losses must equal the reported ones, which must concern existing features.
fn through(puzzle: &Puzzle, target: Format) -> Puzzle {
    let written = write(puzzle, target).unwrap_or_else(|unwritable| panic!("{target}: {unwritable}\n{puzzle:#?}"));
    assert!(written.lost.iter().all(|loss| loss.count > 0 && puzzle.count(loss.thing) > 0), "{:?}", written.lost);
    let file = back(&written.bytes, target);
    let found = file.puzzle().expect("no open square");
    let expected = without(puzzle, &written);
    // Other formats do not have the spelling of a file, and report no loss of it.
    let comparable = |puzzle: &Puzzle| if expected.count(Feature::Extras) > 0 { puzzle.clone() } else { plain(puzzle) };
    let text = String::from_utf8_lossy(&written.bytes);
    assert_eq!(comparable(found), comparable(&expected), "{target}: {text}");
    found.clone()
}

/// Returns a puzzle without the entries that only one format has.
fn plain(puzzle: &Puzzle) -> Puzzle {
    let mut plain = puzzle.clone();
    plain.remove(Feature::Extras);
    plain
}

/// Returns what ipuz holds of a puzzle.
fn in_ipuz(puzzle: &Puzzle) -> Puzzle {
    let mut held = plain(puzzle);
    Feature::ALL
        .into_iter()
        .filter(|&thing| Format::Ipuz.support(thing) != Support::Held)
        .for_each(|thing| held.remove(thing));
    held
}

/// Returns a text as a puzzle holds it: words with single spaces between them.
fn words(text: &str) -> String {
    text.split(|character: char| character.is_whitespace() || character.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Draws texts that programs often mishandle: markup, separators, other alphabets, text that looks like a heading or a word
/// length.
fn any_text() -> impl Strategy<Value = String> {
    let pieces = "Greeting¦in¦&¦<i>¦</i>¦&amp;¦\"¦'¦#¦# 1¦~¦ ~ ¦(5)¦(3,2)¦(1999)¦[x]¦*¦{a}¦|¦A1.¦/¦é¦ñ¦“no”¦⚔¦αβ¦\
                  Ã©¦:¦;¦,¦exolve-end¦## Grid¦\\¦?¦-¦0"
        .split('¦')
        .collect::<Vec<_>>();
    vec(select(pieces), 1..6).prop_map(|pieces| words(&pieces.join(" "))).prop_filter("a text", |text| !text.is_empty())
}

/// Draws texts that every format can hold.
fn tame_text() -> impl Strategy<Value = String> {
    let pieces =
        vec!["Greeting", "in", "&", "é", "⚔", "“no”", "(3,2)", "(1999)", "#", "3", "<", "B's", "?", "[x]", "~"];
    (select(vec!["Alpha", "Beta", "Gamma"]), vec(select(pieces), 0..4))
        .prop_map(|(first, pieces)| format!("{first} {}", pieces.join(" ")).trim_end().to_owned())
}

/// Draws letters, and squares of several letters. None is X: a grid of only X has no letters in some formats.
fn any_letter(wild: bool) -> BoxedStrategy<String> {
    let letters: Vec<String> = "ABCDEFGHIJKLMNOPQRSTUVWYZ".chars().map(|letter| letter.to_string()).collect();
    let rebus = select(["HEART", "QU", "TEN", "ABC"].map(str::to_owned).to_vec());
    if wild {
        let odd = select("É7$@#&.:-*?0ßЖ{".chars().map(|letter| letter.to_string()).collect::<Vec<_>>());
        prop_oneof![8 => select(letters), 1 => rebus, 2 => odd].boxed()
    } else {
        let odd = select(["É", "7", "$"].map(str::to_owned).to_vec());
        prop_oneof![20 => select(letters), 1 => rebus, 1 => odd].boxed()
    }
}

/// The features that drawn puzzles may have.
#[derive(Debug, Clone, Copy)]
struct PuzzleFeatures {
    /// `true` for texts and letters that not every format can hold.
    wild: bool,
    bars: bool,
    voids: bool,
}

fn any_puzzle(kind: PuzzleFeatures) -> impl Strategy<Value = Puzzle> {
    let side = || prop_oneof![4 => 2..=7_usize, 1 => 1..=15_usize];
    (side(), side())
        // A single dot is black or white in xd: no word decides.
        .prop_filter("more than one square", |&(width, height)| width * height > 1)
        .prop_flat_map(|(width, height)| (vec(any::<u64>(), height), Just(width), any::<bool>()))
        .prop_map(|(rows, width, open)| {
            // Half of them have few black squares, like real grids.
            let rows: Vec<u64> = rows.iter().map(|row| if open { row | row.rotate_left(7) } else { *row }).collect();
            Grid::from_rows(width, &rows).expect("a grid")
        })
        .prop_flat_map(move |grid| filled(grid, kind))
}

/// Draws a puzzle on the grid.
fn filled(grid: Grid, kind: PuzzleFeatures) -> impl Strategy<Value = Puzzle> {
    let squares: Vec<(usize, usize)> =
        (0..grid.height()).flat_map(|r| (0..grid.width()).map(move |c| (r, c))).collect();
    let white: Vec<(usize, usize)> = squares.iter().copied().filter(|&(r, c)| grid.is_white(r, c)).collect();
    let some = |share: usize| btree_set(select(if white.is_empty() { vec![(0, 0)] } else { white.clone() }), 0..=share);
    let bar = |to: (usize, usize)| -> Vec<(usize, usize)> {
        let is_white = |(r, c): (usize, usize)| r < grid.height() && c < grid.width() && grid.is_white(r, c);
        white.iter().copied().filter(|&(r, c)| is_white((r + to.0, c + to.1))).collect()
    };
    let bars = |squares: Vec<(usize, usize)>| {
        let most = if kind.bars { squares.len().min(4) } else { 0 };
        btree_set(select(if squares.is_empty() { vec![(0, 0)] } else { squares }), 0..=most)
    };
    // One black square is kept; otherwise xd without letters could not show that a dot is white.
    let black: Vec<(usize, usize)> = squares.iter().copied().filter(|&(r, c)| !grid.is_white(r, c)).skip(1).collect();
    let most_voids = if kind.voids { black.len().min(4) } else { 0 };
    let voids = btree_set(select(if black.is_empty() { vec![(0, 0)] } else { black }), 0..=most_voids);
    let text = move || if kind.wild { any_text().boxed() } else { tame_text().boxed() };
    let marks = (some(4), some(4), bars(bar((0, 1))), bars(bar((1, 0))));
    // All, some, or no letters; clues for all, some, or no words.
    let letters = (vec(any_letter(kind.wild), squares.len()), vec(any::<bool>(), squares.len()), 0..3_u8);
    let clues = (vec(text(), 2 * squares.len()), vec(any::<bool>(), 2 * squares.len()), 0..3_u8);
    let about = (vec(text(), Field::ALL.len()), vec(any::<bool>(), Field::ALL.len()), text());
    let flags = (any::<bool>(), prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    ((Just(grid), voids), marks, letters, clues, about, flags).prop_map(
        |(shape, marks, letters, clues, about, flags)| {
            let (circles, shading, right, below) = marks;
            let (grid, voids) = shape;
            let right = right.into_iter().map(|(r, c)| ((r, c), (r, c + 1)));
            let bars = right.chain(below.into_iter().map(|(r, c)| ((r, c), (r + 1, c)))).collect();
            let mut puzzle = Puzzle::of(grid.with_bars(bars));
            puzzle.voids = voids;
            let white = |(r, c): &(usize, usize)| puzzle.grid.is_white(*r, *c);
            (puzzle.circles, puzzle.shading) =
                (circles.into_iter().filter(white).collect(), shading.into_iter().filter(white).collect());
            let (texts, told, how_many) = letters;
            for (i, square) in puzzle.squares().enumerate().collect::<Vec<_>>() {
                let is_told = how_many == 2 || how_many == 1 && told[i];
                if is_told && puzzle.grid.is_white(square.0, square.1) {
                    puzzle.letters[i].clone_from(&texts[i]);
                }
            }
            let words = puzzle.words();
            let (texts, told, how_many) = clues;
            for (i, word) in words.words.iter().enumerate() {
                if how_many == 2 || how_many == 1 && told[i] {
                    puzzle.clues.insert(Start::from(word), Clue::from(texts[i].as_str()));
                }
            }
            let (texts, told, more) = about;
            puzzle.about =
                Field::ALL.into_iter().zip(texts).zip(told).filter(|(_, told)| *told).map(|(pair, _)| pair).collect();
            if let Some(notes) = puzzle.about.get_mut(&Field::Notes) {
                *notes = format!("{notes}\n{more}");
            }
            let (two_lines, diagramless, own_numbers) = flags;
            puzzle.diagramless = diagramless;
            if own_numbers && !words.words.is_empty() {
                // Newspaper numbers, except that counting begins at 2.
                let numbers = words.words.iter().map(|word| ((word.row, word.column), (word.number + 1).to_string()));
                puzzle.numbers = numbers.collect::<BTreeMap<_, _>>();
            }
            if two_lines {
                puzzle.about.remove(&Field::Date);
            }
            puzzle
        },
    )
}

/// Asserts that every feature that a format can hold is in its file, unless a reason is given.
fn loses_only_what_has_no_room(puzzle: &Puzzle, target: Format) -> Result<(), TestCaseError> {
    let written = write(puzzle, target).map_err(|unwritable| TestCaseError::fail(format!("{target}: {unwritable}")))?;
    for loss in written.lost {
        let has_room = match target.support(loss.thing) {
            Support::Held => true,
            Support::Without(other) => puzzle.count(other) == 0,
            Support::Own | Support::None | Support::Refused => false,
        };
        prop_assert!(!has_room || loss.why.is_some(), "{target}: {loss}");
        prop_assert!(target != Format::Ipuz, "ipuz loses {loss}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// A puzzle goes from A to B and back to A and keeps everything that B holds.
    #[test]
    fn a_puzzle_comes_back_from_every_format(puzzle in any_puzzle(PuzzleFeatures { wild: false, bars: false, voids: true })) {
        for a in Format::WRITTEN_PUZZLES {
            loses_only_what_has_no_room(&puzzle, a)?;
            let in_a = through(&puzzle, a);
            for b in Format::WRITTEN_PUZZLES {
                let in_b = through(&in_a, b);
                loses_only_what_has_no_room(&in_b, a)?;
                let there_again = through(&in_b, a);
                // A held all of it, but the rest may depend on letters that B has lost, as a circle does in xd.
                if in_b.letters == in_a.letters {
                    prop_assert_eq!(there_again, in_b.clone(), "{} to {} and back", a, b);
                }
            }
        }
        prop_assert_eq!(through(&puzzle, Format::Ipuz), puzzle);
    }

    #[test]
    fn bars_come_back_from_the_formats_that_have_them(puzzle in any_puzzle(PuzzleFeatures { wild: false, bars: true, voids: true })) {
        for a in Format::WRITTEN_PUZZLES {
            if puzzle.grid.bars().is_empty() || a.support(Feature::Bars) == Support::Held {
                let in_a = through(&puzzle, a);
                prop_assert_eq!(in_a.grid.bars(), puzzle.grid.bars());
            } else {
                let refused = write(&puzzle, a).expect_err("no bars");
                prop_assert_eq!(refused.thing, Some(Feature::Bars));
            }
        }
        prop_assert_eq!(through(&puzzle, Format::Ipuz), puzzle);
    }

    /// Difficult texts and letters come back unchanged, or the file is refused with a reason.
    #[test]
    fn odd_puzzles_come_back_unchanged_or_are_refused(puzzle in any_puzzle(PuzzleFeatures { wild: true, bars: true, voids: true })) {
        for target in Format::WRITTEN_PUZZLES {
            match write(&puzzle, target) {
                Ok(written) => {
                    let file = back(&written.bytes, target);
                    prop_assert_eq!(file.puzzle().expect("no open square"), &without(&puzzle, &written), "{}", target);
                }
                Err(unwritable) => {
                    let why = unwritable.to_string();
                    prop_assert!(why.starts_with("no room for ") && !why.contains('\n'), "{}", why);
                }
            }
        }
    }
}

/// The test above would be useless if all wild puzzles were refused.
#[test]
fn every_format_holds_a_share_of_odd_puzzles() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let puzzles = any_puzzle(PuzzleFeatures { wild: true, bars: false, voids: false });
    let mut held = [0; Format::WRITTEN_PUZZLES.len()];
    for _ in 0..64 {
        let puzzle = puzzles.new_tree(&mut runner).expect("a puzzle").current();
        for (count, target) in held.iter_mut().zip(Format::WRITTEN_PUZZLES) {
            *count += usize::from(write(&puzzle, target).is_ok());
        }
    }
    for (target, count) in Format::WRITTEN_PUZZLES.into_iter().zip(held) {
        let least = if matches!(target, Format::Ipuz | Format::Jpz | Format::Exolve) { 60 } else { 16 };
        assert!(count >= least, "{target}: {count} of 64, {held:?}");
    }
}

/// Writes every fixture and every real file in every format, and reads it back to ipuz, which holds the most.
fn round_trips_of(name: &str, bytes: &[u8]) -> usize {
    let format = shown(bytes).unwrap_or_else(|| panic!("{name} is not recognised"));
    let Ok(file) = read(bytes, format) else { return 0 };
    let puzzle = file.puzzle().unwrap_or_else(|fault| panic!("{name}:{fault}"));
    assert_eq!(plain(&through(puzzle, Format::Ipuz)), in_ipuz(puzzle), "{name}");
    for target in Format::WRITTEN_PUZZLES {
        if !puzzle.grid.bars().is_empty() && target.support(Feature::Bars) == Support::Refused {
            assert_eq!(write(puzzle, target).expect_err("no bars").thing, Some(Feature::Bars), "{name}");
            continue;
        }
        let there = through(puzzle, target);
        assert_eq!(plain(&through(&there, Format::Ipuz)), in_ipuz(&there), "{name} to {target}");
        // A file keeps everything in the same format.
        if target == format {
            let stays = |thing: Feature| puzzle.count(thing) == 0 || there.count(thing) > 0;
            let kept = Feature::ALL.into_iter().filter(|thing| !stays(*thing)).collect::<Vec<_>>();
            assert!(kept.is_empty() || kept == [Feature::Numbers], "{name} to itself loses {kept:?}");
        }
    }
    1
}

#[test]
fn every_fixture_goes_through_every_format() {
    for (folder, files) in [("formats", 31), ("shapes", 11)] {
        let seen: usize = fixtures(folder).iter().map(|(name, bytes, _)| round_trips_of(name, bytes)).sum();
        assert_eq!(seen, files, "{folder}");
    }
}

#[test]
fn other_peoples_files_go_through_every_format() {
    let Some(folder) = shared("formats") else { return };
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file");
        if shown(&bytes).is_some() {
            seen += round_trips_of(&path.display().to_string(), &bytes);
        }
    }
    assert!(seen >= 15, "only {seen} files");
}

/// Computes the sums of a `.puz` file from its description, byte by byte and from the file alone.
fn checksums_of(file: &[u8]) -> (u16, u16, [u8; 8]) {
    fn region(bytes: &[u8], mut sum: u16) -> u16 {
        for &byte in bytes {
            sum = if sum & 1 == 1 { (sum >> 1) + 0x8000 } else { sum >> 1 };
            sum = sum.wrapping_add(u16::from(byte));
        }
        sum
    }
    let area = usize::from(file[0x2C]) * usize::from(file[0x2D]);
    let clues = usize::from(u16::from_le_bytes([file[0x2E], file[0x2F]]));
    let shape = region(&file[0x2C..0x34], 0);
    let (solution, state) = (&file[0x34..0x34 + area], &file[0x34 + area..0x34 + 2 * area]);
    let strings: Vec<&[u8]> = file[0x34 + 2 * area..].split(|&byte| byte == 0).take(4 + clues).collect();
    let texts = |mut sum: u16| {
        for (i, text) in strings.iter().enumerate() {
            let is_clue = (3..3 + clues).contains(&i);
            sum = region(text, sum);
            if !is_clue && !text.is_empty() {
                sum = region(&[0], sum);
            }
        }
        sum
    };
    let all = texts(region(state, region(solution, shape)));
    let parts = [shape, region(solution, 0), region(state, 0), texts(0)];
    let mut masked = *b"ICHEATED";
    for (i, part) in parts.into_iter().enumerate() {
        masked[i] ^= (part & 0xFF) as u8;
        masked[4 + i] ^= (part >> 8) as u8;
    }
    (all, shape, masked)
}

#[test]
fn checksums_are_those_of_the_description() {
    let mut seen = 0;
    for (name, bytes, format) in &*FIXTURES {
        let file = read(bytes, *format).expect(name);
        let written = write(file.puzzle().expect(name), Format::Puz).expect(name).bytes;
        let word = |at: usize| u16::from_le_bytes([written[at], written[at + 1]]);
        let found = (word(0), word(0x0E), std::array::from_fn(|i| written[0x10 + i]));
        assert_eq!(found, checksums_of(&written), "{name}");
        seen += 1;
    }
    assert!(seen > 20, "only {seen} files");
}

/// A rewritten real file has the same boards and texts, byte for byte, except single spaces for double ones. The player's time,
/// which follows the texts in one file, is omitted.
#[test]
fn a_real_puz_file_is_written_as_it_was() {
    let Some(folder) = shared("formats") else { return };
    for name in ["washpost.puz", "diagramless.puz", "unicode.puz"] {
        let bytes = fs::read(folder.join(name)).expect("a file");
        let header = bytes.windows(12).position(|window| window == b"ACROSS&DOWN\0").expect("a header") - 2;
        let file = read(&bytes, Format::Puz).expect(name);
        let written = write(file.puzzle().expect(name), Format::Puz).expect(name).bytes;
        let (old, new) = (&bytes[header..], written.as_slice());
        assert_eq!(&old[0x2C..0x32], &new[0x2C..0x32], "{name}: size, clues and kind");
        let boards = 0x34 + 2 * usize::from(old[0x2C]) * usize::from(old[0x2D]);
        assert_eq!(&old[0x34..boards], &new[0x34..boards], "{name}: boards");
        let mut texts = old[boards..].to_vec();
        texts.dedup_by(|next, last| [*next, *last] == *b"  ");
        let rest = texts.strip_prefix(&new[boards..]).unwrap_or_else(|| panic!("{name}: texts"));
        assert_eq!(
            (rest.is_empty(), rest.starts_with(b"LTIM")),
            (!file.unread.contains("the player's time"), file.unread.contains("the player's time")),
            "{name}"
        );
    }
}
