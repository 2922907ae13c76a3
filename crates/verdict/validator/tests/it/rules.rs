//! Compares the validator with the rules: each rule has small grids in rules.txt that break it and no other, at named places. A slow judge,
//! written independently from the rules, must agree on random grids under random rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gridcheck_layout::shape::Shape;
use gridcheck_testing::prelude::*;
use gridcheck_validator::diagnostic::{Diagnostic, named};
use gridcheck_validator::{Direction, Square, Validator, is_valid, violations};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns each line of a table with what the validator says of the grid in it: the finding, and what is in JSON beside it.
fn judged(table: &str) -> String {
    let mut rules = lax();
    let mut lines = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with("  ")) {
        lines.push(line.to_owned());
        match serde_json::from_str::<Value>(line) {
            Ok(Value::String(name)) => rules = builtin(&name).expect("built in"),
            Ok(record) => rules = Ruleset::from_record(&record).expect("rules"),
            Err(_) if line.is_empty() || line.contains(' ') => {}
            Err(_) => {
                let grid = grid(line);
                let found = violations(&grid, &rules);
                assert_eq!(is_valid(&grid, &rules), found.is_empty(), "{line}");
                // Only these break the rules that every rule set has.
                assert!(violations(&grid, &lax()).iter().all(|broken| found.contains(broken)), "{line}");
                for finding in named(&grid, found) {
                    let data = serde_json::to_value(&finding).expect("plain data");
                    let mut data: BTreeMap<String, Value> = serde_json::from_value(data).expect("an object");
                    data.retain(|key, _| !["code", "word", "message"].contains(&key.as_str()));
                    let square = |square: &Square| format!(" {},{}", square.row + 1, square.column + 1);
                    let squares: String = finding.squares.iter().map(square).collect();
                    lines.push(format!("  {}", finding.line()));
                    lines.push(format!("    {} {} at{squares}", finding.severity.name(), json!(data)));
                }
            }
        }
    }
    lines.join("\n") + "\n"
}

/// `GRIDCHECK_BLESS=1 cargo test --release -p gridcheck-validator` records what the validator says now.
#[test]
fn each_rule_is_broken_by_grids_drawn_by_hand() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/rules.txt");
    let recorded = fs::read_to_string(&path).expect("the table");
    let found = judged(&recorded);
    if std::env::var_os("GRIDCHECK_BLESS").is_some() {
        return fs::write(path, found).expect("the table can be written");
    }
    for (number, (found, recorded)) in (1..).zip(found.lines().zip(recorded.lines())) {
        assert_eq!(found, recorded, "line {number} of rules.txt");
    }
    assert_eq!(found.len(), recorded.len());
}

#[test]
fn unchecked_runs_at_one_end_have_every_length() {
    let at_ends = |most| Ruleset { max_unchecked_run_at_ends: Limit::AtMost(most), ..lax() };
    for run in 1..=63 {
        let row = |square: usize| (0..=run).map(|c| if c == square { '.' } else { '#' }).collect::<String>();
        for (first, says) in [(0, format!("ends with {run} unch")), (run, format!("starts with {run} unch"))] {
            let grid = grid(&format!("{}/{}", ".".repeat(run + 1), row(first)));
            assert_eq!(violations(&grid, &at_ends(run)), []);
            let found = violations(&grid, &at_ends(run - 1));
            let is_across = |found: &&Diagnostic| found.word.is_some_and(|word| word.direction == Direction::Across);
            let across: Vec<&Diagnostic> = found.iter().filter(is_across).collect();
            assert!(across.len() == 1 && across[0].message.contains(&says), "{across:?}");
        }
    }
}

#[test]
fn two_white_rows_of_64_squares_have_66_words_of_which_none_is_half_checked() {
    let rules = Ruleset { checking: Checking::EitherHalf, ..lax() };
    assert_eq!(violations(&grid(&[".".repeat(64), ".".repeat(64)].join("/")), &rules).len(), 66);
}

#[test]
fn a_void_ends_a_run_of_black_squares() {
    let (dark, voids) = (grid("###./...."), [(0, 1)].into());
    let shape = Shape { voids: &voids, ..Shape::from(&dark) };
    for (most, found) in [(1, 0), (0, 4)] {
        let rules = Ruleset { max_black_run: Limit::AtMost(most), ..lax() };
        assert_eq!(Validator::new(&rules).violations_of(shape).len(), found, "{most}");
    }
}

/// Every second row and column is white, so all words are CUCU..., in each of the three sizes of the judge's bit words.
#[test]
fn lattices_of_all_sizes_are_valid() {
    let rules = Ruleset { symmetry: Symmetry::None, ..builtin("british").expect("built in") };
    for (height, width) in (3..=64).flat_map(|n| [(n, n), (n, 64), (64, n), (n, 16), (n, 33)]) {
        let mut lattice = Grid::black(height, width);
        for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
            lattice.set_white(r, c, r % 2 == 0 || c % 2 == 0);
        }
        assert_eq!(violations(&lattice, &rules), [], "{height} x {width}");
        // One more white square checks letters of words that had enough.
        lattice.set_white(height / 2 / 2 * 2 + 1, 1, true);
        let broken = tally(&lattice, &rules);
        assert!(broken.contains_key("checking"), "{height} x {width}: {broken:?}");
    }
}

/// One unchecked word and no other white square, in each line of grids on both sides of each of the judge's word sizes.
#[test]
fn a_lone_word_in_any_line_is_judged() {
    let half = [Checking::All, Checking::CeilHalf, Checking::EitherHalf, Checking::AtLeastHalf];
    for n in [4, 15, 16, 17, 31, 32, 33, 63, 64] {
        let limit = Limit::AtMost(n - 1);
        let mut sets: Vec<Ruleset> = half.iter().map(|&checking| Ruleset { checking, ..lax() }).collect();
        sets.push(Ruleset { max_unchecked_run: limit, ..lax() });
        sets.push(Ruleset { max_unchecked_run_at_ends: limit, ..lax() });
        sets.extend((n < 64).then(|| Ruleset { min_word: n + 1, ..lax() }));
        sets.push(Ruleset { max_word: limit, ..lax() });
        for line in 0..n {
            let mut across = Grid::black(n, n);
            across.set_row(line, u64::MAX);
            let down = across.transformed(Transform::MainDiagonal);
            for (grid, direction) in [(&across, Direction::Across), (&down, Direction::Down)] {
                assert_eq!(violations(grid, &lax()), []);
                for rules in &sets {
                    assert_eq!(findings(grid, rules), Naive::findings(grid, rules));
                    assert!(!is_valid(grid, rules), "{direction} word in line {line} of {n}, {rules:?}");
                }
            }
        }
    }
}

/// These counts were found by unrelated programs, among them an answer-set solver.
#[test]
fn known_counts_of_small_grids() {
    let british = builtin("british").expect("built in");
    let validator = Validator::new(&british);
    let apart = Validator::new(&Ruleset { connected: false, ..british.clone() });
    let apart_but_no_black_line = Validator::new(&Ruleset { connected: false, min_white_per_row: 1, ..british });
    // No word has two letters, so only such rows need to be tried.
    let fair = |width: usize, row: u64| (0..width).all(|c| row << 2 >> c & 0b11110 != 0b01100);
    for (n, expected) in [(3, [1; 3]), (5, [17; 3]), (7, [650, 809, 724])] {
        let rows: Vec<u64> = (0..1 << n).filter(|&row| fair(n, row << 1 >> 1)).collect();
        let reversed = |row: u64| (0..n).fold(0, |image, c| image | (row >> c & 1) << (n - 1 - c));
        let mut counts = [0; 3];
        let upper = n / 2;
        for choice in 0..rows.len().pow(upper as u32) {
            let mut grid = Grid::black(n, n);
            for r in 0..upper {
                let row = rows[choice / rows.len().pow(r as u32) % rows.len()];
                grid.set_row(r, row);
                grid.set_row(n - 1 - r, reversed(row));
            }
            for &middle in rows.iter().filter(|&&row| reversed(row) == row) {
                grid.set_row(upper, middle);
                for (count, judge) in counts.iter_mut().zip([&validator, &apart, &apart_but_no_black_line]) {
                    *count += u32::from(judge.is_valid(&grid));
                }
            }
        }
        assert_eq!(counts, expected, "{n} x {n}");
    }
}

/// The description of a violation's place, as far as the naive judge has one.
type Finding = (String, Option<String>, Option<u64>, Option<u64>, Option<u64>, Option<String>);

fn findings(grid: &Grid, rules: &Ruleset) -> Vec<Finding> {
    let mut found: Vec<Finding> = violations(grid, rules)
        .iter()
        .map(|violation| {
            let value = |key: &str| violation.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value);
            let text = |key: &str| value(key).and_then(Value::as_str).map(ToOwned::to_owned);
            let number = |key: &str| value(key).and_then(Value::as_u64);
            (
                violation.rule().expect("a rule of the validator").to_owned(),
                text("direction"),
                number("row"),
                number("column"),
                number("length"),
                text("pattern"),
            )
        })
        .collect();
    found.sort();
    found
}

/// A map of squares under a symmetry, from height, width, row and column.
type Move = fn(usize, usize, usize, usize) -> (usize, usize);

/// The rules, read square by square and word by word. Indices are from 0 inside, from 1 in reports.
struct Naive<'a> {
    grid: &'a Grid,
    rules: &'a Ruleset,
    found: Vec<Finding>,
}

impl Naive<'_> {
    fn findings(grid: &Grid, rules: &Ruleset) -> Vec<Finding> {
        let mut judge = Naive { grid, rules, found: Vec::new() };
        judge.white();
        judge.symmetry();
        judge.lines();
        judge.runs();
        judge.connected();
        judge.found.sort();
        judge.found
    }

    fn report(&mut self, rule: &str, direction: Option<&str>, square: Option<(usize, usize)>, word: Option<&str>) {
        self.found.push((
            rule.to_owned(),
            direction.map(ToOwned::to_owned),
            square.map(|(r, _)| r as u64 + 1),
            square.map(|(_, c)| c as u64 + 1),
            word.map(|word| word.len() as u64),
            word.map(ToOwned::to_owned),
        ));
    }

    fn white_at(&self, r: i64, c: i64) -> bool {
        (0..self.grid.height() as i64).contains(&r)
            && (0..self.grid.width() as i64).contains(&c)
            && self.grid.is_white(r as usize, c as usize)
    }

    fn squares(&self) -> Vec<(usize, usize)> {
        (0..self.grid.height()).flat_map(|r| (0..self.grid.width()).map(move |c| (r, c))).collect()
    }

    fn whites(&self) -> Vec<(usize, usize)> {
        self.squares().into_iter().filter(|&(r, c)| self.grid.is_white(r, c)).collect()
    }

    /// Returns the run through a white square.
    fn run(&self, (r, c): (usize, usize), down: bool) -> Vec<(usize, usize)> {
        let (dr, dc) = if down { (1, 0) } else { (0, 1) };
        let (mut r, mut c) = (r as i64, c as i64);
        while self.white_at(r - dr, c - dc) {
            (r, c) = (r - dr, c - dc);
        }
        let mut run = Vec::new();
        while self.white_at(r, c) {
            run.push((r as usize, c as usize));
            (r, c) = (r + dr, c + dc);
        }
        run
    }

    fn white(&mut self) {
        if self.whites().is_empty() {
            self.report("white", None, None, None);
        }
        for square in self.whites() {
            if self.run(square, false).len() < 2 && self.run(square, true).len() < 2 {
                self.report("in_word", None, Some(square), None);
            }
        }
    }

    fn symmetry(&mut self) {
        let (h, w) = (self.grid.height(), self.grid.width());
        let half: Move = |h, w, r, c| (h - 1 - r, w - 1 - c);
        let left_right: Move = |_, w, r, c| (r, w - 1 - c);
        let top_bottom: Move = |h, _, r, c| (h - 1 - r, c);
        let quarter: Move = |h, _, r, c| (c, h - 1 - r);
        let main: Move = |_, _, r, c| (c, r);
        let other: Move = |h, w, r, c| (w - 1 - c, h - 1 - r);
        // A quarter turn back is broken exactly when a quarter turn is, and is not reported again.
        let (keeping, swapping): (Vec<Move>, Vec<Move>) = match self.rules.symmetry {
            Symmetry::None => (vec![], vec![]),
            Symmetry::Rot180 => (vec![half], vec![]),
            Symmetry::Rot90 => (vec![half], vec![quarter]),
            Symmetry::Mirror => (vec![left_right], vec![]),
            Symmetry::Mirrors => (vec![left_right, top_bottom, half], vec![]),
            Symmetry::Diagonal => (vec![], vec![main]),
            Symmetry::Diagonals => (vec![half], vec![main, other]),
            Symmetry::All => (vec![left_right, top_bottom, half], vec![quarter, main, other]),
        };
        if h != w && !swapping.is_empty() {
            self.report("symmetry", None, None, None);
        }
        for image in keeping.into_iter().chain(if h == w { swapping } else { vec![] }) {
            let differs = |&(r, c): &(usize, usize)| {
                let (image_r, image_c) = image(h, w, r, c);
                self.grid.is_white(r, c) != self.grid.is_white(image_r, image_c)
            };
            if let Some(square) = self.squares().into_iter().find(differs) {
                self.report("symmetry", None, Some(square), None);
            }
        }
    }

    fn lines(&mut self) {
        let (h, w) = (self.grid.height(), self.grid.width());
        let rows: Vec<usize> = (0..h).map(|r| (0..w).filter(|&c| self.grid.is_white(r, c)).count()).collect();
        let columns: Vec<usize> = (0..w).map(|c| (0..h).filter(|&r| self.grid.is_white(r, c)).count()).collect();
        for outer in [rows[0], rows[h - 1], columns[0], columns[w - 1]] {
            if self.rules.edges && outer == 0 {
                self.report("edges", None, None, None);
            }
        }
        let thin = |lines: &[usize]| {
            let least = self.rules.min_white_per_row;
            (1..).zip(lines.to_vec()).filter(move |&(_, whites)| whites < least).map(|(number, _)| number)
        };
        let rule = "min_white_per_row".to_owned();
        let thin_rows: Vec<Finding> = thin(&rows).map(|r| (rule.clone(), None, Some(r), None, None, None)).collect();
        let thin_columns = thin(&columns).map(|c| (rule.clone(), None, None, Some(c), None, None));
        let thin_columns: Vec<Finding> = thin_columns.collect();
        self.found.extend(thin_rows);
        self.found.extend(thin_columns);
        let Limit::AtMost(most) = self.rules.max_black_run else { return };
        let rows = (0..h).map(|r| (0..w).map(|c| (r, c)).collect::<Vec<_>>());
        let columns = (0..w).map(|c| (0..h).map(|r| (r, c)).collect::<Vec<_>>());
        for (line, direction) in rows.map(|row| (row, "across")).chain(columns.map(|column| (column, "down"))) {
            for run in line.split(|&(r, c)| self.grid.is_white(r, c)).filter(|run| run.len() > most) {
                let (row, column) = (run[0].0 as u64 + 1, run[0].1 as u64 + 1);
                let place = (Some(direction.to_owned()), Some(row), Some(column), Some(run.len() as u64));
                self.found.push(("max_black_run".to_owned(), place.0, place.1, place.2, place.3, None));
            }
        }
    }

    fn runs(&mut self) {
        for (down, direction) in [(false, "across"), (true, "down")] {
            for square in self.whites() {
                let run = self.run(square, down);
                if run[0] != square {
                    continue;
                }
                if run.len() == 1 {
                    if !self.rules.single_cells {
                        self.report("single_cells", Some(direction), Some(square), None);
                    }
                    continue;
                }
                let pattern: String =
                    run.iter().map(|&letter| if self.run(letter, !down).len() >= 2 { 'C' } else { 'U' }).collect();
                self.word(direction, square, &pattern);
            }
        }
    }

    fn word(&mut self, direction: &str, square: (usize, usize), pattern: &str) {
        let length = pattern.len();
        let checked = pattern.matches('C').count();
        let too_short = length < self.rules.min_word;
        let too_long = match self.rules.max_word {
            Limit::AtMost(most) => length > most,
            Limit::Unlimited => false,
        };
        for (is_broken, rule) in [(too_short, "min_word"), (too_long, "max_word")] {
            if is_broken {
                let (direction, row, column) = (direction.to_owned(), square.0 as u64 + 1, square.1 as u64 + 1);
                let place = (Some(direction), Some(row), Some(column), Some(length as u64));
                self.found.push((rule.to_owned(), place.0, place.1, place.2, place.3, None));
            }
        }
        let rounded_up = length / 2 + length % 2;
        let right = match self.rules.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == rounded_up,
            Checking::EitherHalf => checked == rounded_up || checked == length / 2,
            Checking::AtLeastHalf => 2 * checked >= length,
            Checking::Any => true,
            Checking::ByLength(table) => {
                table.unchecked(length).is_some_and(|range| range.contains(&(length - checked)))
            }
        };
        let mut broken = Vec::new();
        if !right {
            broken.push("checking");
        }
        if let Limit::AtMost(most) = self.rules.max_unchecked_run {
            broken.extend(pattern.split('C').filter(|run| run.len() > most).map(|_| "max_unchecked_run"));
        }
        if let Limit::AtMost(most) = self.rules.max_unchecked_run_at_ends {
            let start = length - pattern.trim_start_matches('U').len();
            let end = length - pattern.trim_end_matches('U').len();
            broken.extend([start, end].iter().filter(|&&run| run > most).map(|_| "max_unchecked_run_at_ends"));
        }
        for rule in broken {
            self.report(rule, Some(direction), Some(square), Some(pattern));
        }
    }

    fn connected(&mut self) {
        let mut region_of: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut regions = Vec::new();
        for first in self.whites() {
            if region_of.contains_key(&first) {
                continue;
            }
            let mut size = 0;
            let mut to_visit = vec![first];
            while let Some((r, c)) = to_visit.pop() {
                if !self.white_at(r as i64, c as i64) || region_of.insert((r, c), regions.len()).is_some() {
                    continue;
                }
                size += 1;
                to_visit.extend([(r + 1, c), (r, c + 1), (r.wrapping_sub(1), c), (r, c.wrapping_sub(1))]);
            }
            regions.push((first, size));
        }
        if self.rules.connected && regions.len() > 1 {
            let largest = regions.iter().map(|&(_, size)| size).max();
            let kept = regions.iter().position(|&(_, size)| Some(size) == largest).expect("one is the largest");
            self.report("connected", None, Some(regions[usize::from(kept == 0)].0), None);
        }
    }
}

fn any_limit() -> impl Strategy<Value = Limit> {
    let small = (0usize..5).prop_map(Limit::AtMost);
    let large = (5usize..70).prop_map(Limit::AtMost);
    prop_oneof![2 => Just(Limit::Unlimited), 5 => small, 1 => large]
}

/// Draws any rules; the strict and the loose extremes are more frequent.
fn any_rules() -> impl Strategy<Value = Ruleset> {
    let checking = prop::sample::select(vec![
        Checking::Any,
        Checking::All,
        Checking::CeilHalf,
        Checking::EitherHalf,
        Checking::AtLeastHalf,
    ]);
    let symmetry = prop_oneof![Just(Symmetry::None), Just(Symmetry::Rot180), prop::sample::select(&Symmetry::ALL[..])];
    let thin = prop_oneof![4 => Just(0usize), 1 => 1usize..6];
    let free = (
        (
            prop_oneof![3 => 2usize..5, 1 => 5usize..=64],
            prop_oneof![2 => any_limit(), 1 => (2usize..=64).prop_map(Limit::AtMost)],
        ),
        any::<bool>(),
        checking,
        any_limit(),
        any_limit(),
        symmetry,
        thin,
        // The rules that are not named here.
        any::<u64>().prop_map(|seed| SeededRng::new(seed).rules(Symmetry::None)),
    )
        .prop_map(|((min_word, max_word), single_cells, checking, inside, at_ends, symmetry, thin, others)| Ruleset {
            name: "random".to_owned(),
            min_word,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            symmetry,
            min_white_per_row: thin,
            max_word,
            ..others
        });
    let known = (0..BUILTIN.len()).prop_map(|i| BUILTIN[i].ruleset());
    prop_oneof![3 => free, 1 => known, 1 => Just(lax())]
}

/// Draws grids of all shapes: noise of several densities and lattices with a few changed squares. Some have half-turn symmetry,
/// so that valid ones are not rare.
fn any_grid() -> impl Strategy<Value = Grid> {
    let side = || prop_oneof![12 => 1usize..10, 3 => 10usize..18, 1 => 18usize..=64];
    let square = side().prop_map(|n| (n, n));
    let wide = Just((2usize, 64usize)).prop_union(Just((64, 2)));
    (prop_oneof![6 => square, 6 => (side(), side()), 1 => wide], 0..6u8, any::<u64>(), any::<bool>(), 0..4u32).prop_map(
        |((height, width), kind, seed, symmetric, parity)| {
            let mut rng = SeededRng::new(seed);
            let mut random = || rng.bits();
            let mut grid = Grid::black(height, width);
            for r in 0..height {
                let stripes = 0x5555_5555_5555_5555u64 << (parity & 1);
                let lattice = if r as u32 % 2 == parity >> 1 { stripes } else { u64::MAX };
                let row = match kind {
                    0 => random(),
                    1 => random() | random(),
                    2 => random() | random() | random(),
                    3 => random() & random(),
                    4 => lattice & !(random() & random() & random()),
                    _ => lattice ^ (random() & random() & random() & random() & random()),
                };
                grid.set_row(r, row);
            }
            if symmetric {
                let image = grid.transformed(Transform::Rot180);
                for r in 0..height / 2 {
                    grid.set_row(r, image.rows()[r]);
                }
                if height % 2 == 1 {
                    grid.set_row(height / 2, grid.rows()[height / 2] | image.rows()[height / 2]);
                }
            }
            grid
        },
    )
}

/// Counts the violations of each rule.
fn tally(grid: &Grid, rules: &Ruleset) -> BTreeMap<&'static str, usize> {
    let mut tally = BTreeMap::new();
    for violation in violations(grid, rules) {
        *tally.entry(violation.rule().expect("a rule of the validator")).or_default() += 1;
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_naive_judge_finds_the_same(grid in any_grid(), rules in any_rules()) {
        let expected = Naive::findings(&grid, &rules);
        prop_assert_eq!(is_valid(&grid, &rules), expected.is_empty());
        prop_assert_eq!(findings(&grid, &rules), expected);
    }

    /// No rule except symmetry distinguishes left from right, rows from columns, or a word's start from its end.
    #[test]
    fn without_symmetry_all_eight_images_fare_alike(grid in any_grid(), rules in any_rules()) {
        let rules = Ruleset { symmetry: Symmetry::None, ..rules };
        let expected = tally(&grid, &rules);
        for transform in Transform::ALL {
            prop_assert_eq!(&tally(&grid.transformed(transform), &rules), &expected, "{:?}", transform);
        }
    }

    #[test]
    fn the_images_under_the_rules_own_group_fare_alike(grid in any_grid(), rules in any_rules()) {
        let expected = tally(&grid, &rules);
        for &transform in rules.symmetry.group() {
            prop_assert_eq!(&tally(&grid.transformed(transform), &rules), &expected, "{:?}", transform);
        }
    }
}

/// Tests every grid of 4 × 4 and smaller, under every built-in rule set and the loosest one.
#[test]
fn the_naive_judge_agrees_on_all_tiny_grids() {
    let sets: Vec<Ruleset> = BUILTIN.iter().map(gridcheck_core::rules::Builtin::ruleset).chain([lax()]).collect();
    for (height, width) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (3, 4), (4, 4)] {
        for pattern in 0u64..1 << (height * width) {
            let rows: Vec<u64> = (0..height).map(|r| pattern >> (r * width)).collect();
            let grid = Grid::from_rows(width, &rows).expect("a fair size");
            // Each grid of 4 × 4 is tested under one set, in turn, which keeps this to seconds.
            let sets = if height * width == 16 { &sets[pattern as usize % sets.len()..][..1] } else { &sets[..] };
            for rules in sets {
                let expected = Naive::findings(&grid, rules);
                assert_eq!(findings(&grid, rules), expected, "{grid:?} {}", rules.name);
                assert_eq!(is_valid(&grid, rules), expected.is_empty(), "{grid:?} {}", rules.name);
            }
        }
    }
}
