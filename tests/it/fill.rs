//! Tests words in grids: three engines against a filler that tries every letter in every square, faulty engines, exports, and the
//! real program.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use crate::models::Models;
use crate::prelude::*;
use crate::program::{file, name, run};
use dlx_rs::Solver;
use gridcheck::engine::listing::{Collector, Repeat};
use gridcheck::fill::backtrack::{estimate, some_fill};
use gridcheck::fill::compare::{FillComparison, compare, count};
use gridcheck::fill::core::core;
use gridcheck::fill::demands::Demands;
use gridcheck::fill::export::{dimacs, dlx};
use gridcheck::fill::filler::{Fill, Filler, first, list};
use gridcheck::fill::letters::Accents;
use gridcheck::fill::list::{WordFilter, WordList};
use gridcheck::fill::question::{Frame, Question};
use gridcheck::fill::{Clauses, Cover, FILLERS, Search};
use gridcheck::formats::puzzle::Puzzle;
use gridcheck::words::Direction;
use proptest::prelude::*;

/// Returns a question about a grid of `#`, `.` and letters, rows joined by `/`; `None` if no word has the length of a slot.
fn asked(grid: &str, words: &[&str], distinct: bool) -> Option<Question> {
    let plain: String = grid.chars().map(|c| if "#/".contains(c) { c } else { '.' }).collect();
    let mut puzzle = Puzzle::of(plain.parse().expect("a grid"));
    for (square, letter) in puzzle.letters.iter_mut().zip(grid.chars().filter(|&c| c != '/')) {
        if letter.is_alphabetic() {
            *square = letter.to_string();
        }
    }
    let frame = Frame::of(&puzzle, Accents::Fold).ok()?;
    let letters = frame.letters();
    let wanted = WordFilter { lengths: frame.lengths(), letters: &letters, ..WordFilter::default() };
    let list = WordList::read(words.join("\n").as_bytes(), wanted).expect("a list");
    Question::new(frame, list, distinct).ok()
}

/// Returns such a question; every slot must have a word that fits.
fn question(grid: &str, words: &[&str], distinct: bool) -> Question {
    asked(grid, words, distinct).expect("words that fit")
}

/// Returns every fill as one line, by trying every letter of the alphabet in every square and reading the finished rows.
fn brute(grid: &str, words: &[&str], distinct: bool, alphabet: &str) -> BTreeSet<String> {
    let rows: Vec<Vec<char>> = grid.split('/').map(|row| row.chars().collect()).collect();
    let (height, width) = (rows.len(), rows[0].len());
    let white = |r: usize, c: usize| r < height && c < width && rows[r][c] != '#';
    let beside = |r: usize, c: usize| {
        [(r, c + 1), (r + 1, c), (r.wrapping_sub(1), c), (r, c.wrapping_sub(1))].iter().any(|&(r, c)| white(r, c))
    };
    let open: Vec<(usize, usize)> = (0..height)
        .flat_map(|r| (0..width).map(move |c| (r, c)))
        .filter(|&(r, c)| rows[r][c] == '.' && beside(r, c))
        .collect();
    let letters: Vec<char> = alphabet.chars().collect();
    let mut found = BTreeSet::new();
    for number in 0..letters.len().pow(open.len() as u32) {
        let mut filled = rows.clone();
        let mut rest = number;
        for &(r, c) in &open {
            filled[r][c] = letters[rest % letters.len()];
            rest /= letters.len();
        }
        let across = filled.iter().map(|row| row.iter().collect::<String>());
        let down = (0..width).map(|c| filled.iter().map(|row| row[c]).collect::<String>());
        let lines: Vec<String> = across.chain(down).collect();
        let entries: Vec<&str> =
            lines.iter().flat_map(|line| line.split('#')).filter(|word| word.chars().count() > 1).collect();
        let different = entries.iter().collect::<BTreeSet<_>>().len() == entries.len();
        if entries.iter().all(|entry| words.contains(entry)) && (different || !distinct) {
            found.insert(filled.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/"));
        }
    }
    found
}

/// Returns the fills of an engine, one line each; panics if one is repeated.
fn fills(filler: &dyn Filler, question: &Question) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    list(filler, question, u64::MAX, &Run::new(), |fill| {
        let line = question.rows(fill).join("/");
        assert!(found.insert(line.clone()), "{} gives {line} twice", filler.name());
        ControlFlow::Continue(())
    })
    .expect("fills");
    found
}

fn compared(question: &Question, fillers: &[&dyn Filler]) -> FillComparison {
    compare(question, fillers, &Unwatched).expect("answers")
}

/// Draws a grid with some letters in it, words over two or three letters, and whether words must be distinct.
fn questions() -> impl Strategy<Value = (String, Vec<String>, bool, &'static str)> {
    let sizes = prop::sample::select(vec![(2usize, 2usize), (2, 3), (3, 3), (1, 4), (3, 2), (2, 4), (4, 3), (2, 5)]);
    (sizes, any::<bool>()).prop_flat_map(|((height, width), distinct)| {
        let alphabet = if height * width <= 9 { "ABC" } else { "AB" };
        let letters: Vec<char> = alphabet.chars().collect();
        let square = prop_oneof![
            8 => Just('.'),
            2 => Just('#'),
            1 => prop::sample::select(letters.clone()),
        ];
        let grid = prop::collection::vec(square, height * width).prop_map(move |squares| {
            squares.chunks(width).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
        });
        let word = prop::collection::vec(prop::sample::select(letters), 2..=5)
            .prop_map(|letters| letters.into_iter().collect::<String>());
        let words = prop::collection::vec(word, 1..60);
        (grid, words, Just(distinct), Just(alphabet))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn fillers_solvers_and_cores_agree_with_brute_force((grid, words, distinct, alphabet) in questions()) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(question) = asked(&grid, &words, distinct) else { return Ok(()) };
        let expected = brute(&grid, &words, distinct, alphabet);
        for filler in FILLERS {
            prop_assert_eq!(&fills(filler, &question), &expected, "{}", filler.name());
            let found = first(filler, &question, &Run::new()).expect("an answer");
            prop_assert_eq!(found.is_some(), !expected.is_empty());
        }
        let report = compared(&question, &FILLERS);
        prop_assert!(report.agree && report.answers.iter().all(|answer| answer.sum.count == expected.len() as u128));
        for seed in 1..4 {
            let found = some_fill(&question, &Demands::default(), seed, &Run::new()).expect("an answer");
            let line = found.map(|fill| question.rows(&fill).join("/"));
            prop_assert!(line.map_or(expected.is_empty(), |line| expected.contains(&line)));
        }
        // A reason is minimal: its slots cannot be filled together, but can if any one of them is removed.
        let why = core(&question, &Run::new()).expect("an answer");
        prop_assert_eq!(why.is_none(), !expected.is_empty());
        if let Some(why) = why {
            let only = |slots: Vec<usize>| question.clone().with_frame(|frame| frame.with_slots(|slot, _| slots.contains(&slot)));
            prop_assert!(fills(&Search, &only(why.slots.clone())).is_empty());
            for out in &why.slots {
                let rest: Vec<usize> = why.slots.iter().copied().filter(|slot| slot != out).collect();
                prop_assert!(rest.is_empty() || some_fill(&only(rest), &Demands::default(), 1, &Run::new()).expect("an answer").is_some());
            }
        }
        // Other people's solvers agree.
        prop_assert_eq!(models(&question), expected.len());
        prop_assert_eq!(covers(&question), expected.len());
    }

}

proptest! {
    // Each case tries 19,683 squares.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn transposes_are_told_apart(words in prop::collection::vec("[AB][ABC][ABC]", 3..25), distinct in any::<bool>()) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let question = question(".../.../...", &words, distinct);
        let expected = brute(".../.../...", &words, distinct, "ABC");
        let transpose = |line: &String| {
            let rows: Vec<Vec<char>> = line.split('/').map(|row| row.chars().collect()).collect();
            (0..3).map(|c| rows.iter().map(|row| row[c]).collect::<String>()).collect::<Vec<_>>().join("/")
        };
        let classes: BTreeSet<String> = expected.iter().map(|line| line.min(&transpose(line)).clone()).collect();
        let symmetric = expected.iter().filter(|line| transpose(line) == **line).count();
        for filler in FILLERS {
            let (_, mirrored) = count(filler, &question, &Run::new()).expect("fills");
            let mirrored = mirrored.expect("a square");
            prop_assert_eq!(mirrored.classes(), Some(classes.len() as u128));
            prop_assert_eq!(mirrored.symmetric, symmetric as u128);
        }
        prop_assert!(!distinct || symmetric == 0);
    }
}

/// Returns the number of models of the exported formula.
fn models(question: &Question) -> usize {
    let mut text = Vec::new();
    dimacs::write(question, &mut text).expect("memory takes all");
    let text = String::from_utf8(text).expect("text");
    let mut lines = text.lines().filter(|line| !line.starts_with("c "));
    let head: Vec<&str> = lines.next().expect("a head").split(' ').collect();
    let numbers =
        |line: &str| -> Vec<i32> { line.split(' ').map(|number| number.parse().expect("a number")).collect() };
    let clauses: Vec<Vec<i32>> = lines.map(|line| numbers(line.strip_suffix(" 0").unwrap_or("0"))).collect();
    assert_eq!((head[..2].join(" "), head[3].parse()), ("p cnf".to_owned(), Ok(clauses.len())));
    if clauses.contains(&vec![0]) {
        // An empty clause means that a slot has no word.
        return 0;
    }
    let squares = question.squares().len() * question.list().alphabet().letters().len();
    Models::new(head[2].parse().expect("a number"), clauses.iter().map(Vec::as_slice)).all(squares).len()
}

/// Returns the number of covers of the exported exact cover problem.
fn covers(question: &Question) -> usize {
    let mut text = Vec::new();
    dlx::write(question, &mut text).expect("memory takes all");
    let text = String::from_utf8(text).expect("text");
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let (items, optional) = lines.next().map(|line| line.split_once(" | ").unwrap_or((line, ""))).expect("items");
    let mandatory = items.split(' ').count();
    let numbers: HashMap<&str, usize> =
        items.split(' ').chain(optional.split(' ').filter(|item| !item.is_empty())).zip(1..).collect();
    let options: Vec<Vec<usize>> = lines.map(|line| line.split(' ').map(|item| numbers[item]).collect()).collect();
    if (1..=mandatory).any(|item| options.iter().all(|option| !option.contains(&item))) {
        return 0;
    }
    let mut solver = Solver::new_optional(mandatory, numbers.len() - mandatory);
    for option in &options {
        assert_eq!(option.iter().collect::<BTreeSet<_>>().len(), option.len(), "an item twice in an option");
        solver.add_option("", option);
    }
    solver.count()
}

/// An engine that answers an edited version of its question.
struct Faulty {
    filler: &'static dyn Filler,
    edit: fn(Question) -> Question,
}

impl Filler for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn fills(&self, question: &Question, run: &Run, collector: &dyn Collector<Fill>) -> Result<(), EngineError> {
        self.filler.fills(&(self.edit)(question.clone()), run, collector)
    }
}

const WORDS: [&str; 14] =
    ["AAB", "AAC", "ABA", "ABB", "ABC", "ACA", "BAA", "BAB", "BAC", "BBA", "BCA", "CAA", "CAB", "CBA"];

/// A function that drops a rule of a question.
type Misreading = fn(Question) -> Question;
/// The number of times that an engine gives a fill.
type Times = fn(&[u8]) -> usize;

/// A rule dropped in one engine is detected, and shown with the broken rule.
#[test]
fn every_rule_off_in_every_engine_is_noticed() {
    let faults: [(&str, Misreading, &str); 4] = [
        ("distinct", |question| question.with_distinct(false), "is there more than once"),
        ("givens", |question| question.with_frame(Frame::without_givens), "is given"),
        (
            "across",
            |question| question.with_frame(|frame| frame.with_slots(|_, slot| slot.word.direction == Direction::Down)),
            "across: ",
        ),
        (
            "down",
            |question| {
                question.with_frame(|frame| frame.with_slots(|_, slot| slot.word.direction == Direction::Across))
            },
            "down: ",
        ),
    ];
    let question = question("A../.../...", &WORDS, true);
    assert!(compared(&question, &FILLERS).agree && compared(&question, &FILLERS).answers[0].sum.count > 0);
    for (rule, edit, said) in faults {
        for filler in FILLERS {
            let faulty = Faulty { filler, edit };
            for sound in FILLERS {
                let report = compared(&question, &[sound, &faulty]);
                assert!(!report.agree, "{} without {rule} goes unnoticed by {}", filler.name(), sound.name());
                let flaws: Vec<String> =
                    report.differences.iter().flat_map(|odd| odd.flaws.iter().map(ToString::to_string)).collect();
                assert!(flaws.iter().any(|flaw| flaw.contains(said)), "{rule}: {flaws:?}");
            }
            // If all engines have the same fault, the validator detects it.
            assert!(!compared(&question, &[&faulty, &Faulty { filler, edit }]).agree);
        }
    }
}

/// Gives each fill of another engine a number of times.
struct Altered(fn(&[u8]) -> usize);

impl Filler for Altered {
    fn name(&self) -> &'static str {
        "altered"
    }

    fn fills(&self, question: &Question, run: &Run, collector: &dyn Collector<Fill>) -> Result<(), EngineError> {
        Search.fills(question, run, &Repeat::new(collector, self.0))
    }
}

#[test]
fn repetition_and_omission_are_noticed() {
    let question = question(".../.../...", &WORDS, false);
    let alterations: [(Times, bool); 3] =
        [(|_| 1, true), (|fill| 1 + usize::from(fill[0] == 2), false), (|fill| usize::from(fill[0] != 2), false)];
    for (times, agree) in alterations {
        let report = compared(&question, &[&Search, &Altered(times), &Cover]);
        assert_eq!(report.agree, agree);
        assert_eq!(report.differences.is_empty(), agree);
        assert_eq!(report.answers.iter().map(|answer| answer.agrees).collect::<Vec<_>>(), [true, agree, true]);
    }
}

/// The mean of many probes is near the exact count.
#[test]
fn an_estimate_is_near_the_count() {
    let tour = tour();
    let question = question("..../..../..../....", &tour.lines().collect::<Vec<_>>(), true);
    let count = fills(&Search, &question).len() as f64;
    assert!(count > 10.0);
    let guess = estimate(&question, 20_000, 1, &Run::new()).expect("an estimate");
    let mean = 10_f64.powf(guess.log10);
    assert!((mean - count).abs() < 5.0 * mean * guess.relative_error, "{count}, {guess:?}");
    assert!(guess.relative_error < 0.2, "{guess:?}");
    assert_eq!(estimate(&question, 20_000, 1, &Run::new()).expect("an estimate"), guess);
}

/// Returns the list of the README's tour.
fn tour() -> String {
    std::fs::read_to_string("fixtures/tour/words.txt").expect("a fixture").to_uppercase()
}

#[test]
fn larger_questions_agree() {
    let tour = tour();
    let words: Vec<&str> = tour.lines().chain(WORDS).collect();
    for grid in ["..../..../..../....", "....#/.#.../....#/.#.../.....", "...#/..../.#../....", "S.../..../..../...S"] {
        for distinct in [false, true] {
            let Some(question) = asked(grid, &words, distinct) else { panic!("{grid}") };
            let report = compared(&question, &[&Search, &Cover, &Clauses]);
            assert!(report.agree, "{grid}: {report:?}");
        }
    }
}

/// Returns the program's arguments for a list in a file, followed by more.
fn fill<'a>(list: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    ["fill", "--words", list].iter().chain(more).copied().collect()
}

/// The interval of an estimate contains the number of fills in at least 95 % of runs; two standard errors would not.
#[test]
fn the_interval_of_an_estimate_holds() {
    let mut rng = SeededRng::new(7);
    let (mut runs, mut within, mut two_errors) = (0, 0, 0);
    for (letters, size) in [(6, 120), (8, 250)] {
        let word =
            |rng: &mut SeededRng| (0..4).map(|_| char::from(b'A' + rng.below(letters) as u8)).collect::<String>();
        let words: Vec<String> = (0..size).map(|_| word(&mut rng)).collect();
        let question = question("..../..../..../....", &words.iter().map(String::as_str).collect::<Vec<_>>(), false);
        let count = (fills(&Search, &question).len() as f64).log10();
        for seed in 0..200 {
            let guess = estimate(&question, 200, seed, &Run::new()).expect("an estimate");
            let Some((low, high)) = guess.interval() else { continue };
            runs += 1;
            within += u32::from((low..=high).contains(&count));
            let ratio = 10_f64.powf(count - guess.log10);
            two_errors += u32::from((ratio - 1.0).abs() <= 2.0 * guess.relative_error);
        }
    }
    println!("{within} of {runs} intervals hold, {two_errors} of two standard errors");
    assert!(runs >= 200 && 100 * within >= 95 * runs, "{within} of {runs}");
}

#[test]
fn a_count_that_is_not_whole_is_no_count() {
    // There are too many words to try: every string of five letters out of eight.
    let all: String = (0..8_u32.pow(5))
        .map(|n| (0..5).map(|i| char::from(b'a' + (n >> (3 * i) & 7) as u8)).chain(['\n']).collect::<String>())
        .collect();
    let words = file(all);
    let said = run(&fill(name(&words), &["--size", "5", "--repeat", "--count", "--budget", "1s", "--seed", "1"]));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!((said.code, lines.len()), (3, 2), "{said:?}");
    assert!(lines[0].starts_with("Not counted in 1 s: ") && lines[1].starts_with("About "), "{said:?}");
    // Eight letters in each of 25 squares: 8^25, about 3.78e22, and all probes agree.
    assert!(lines[1].contains("About 3.78e22 fills, standard error 0:"), "{said:?}");
}
