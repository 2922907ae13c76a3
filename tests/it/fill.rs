//! Tests words in grids: three engines against a filler that tries every letter in every square, faulty engines, exports, and the
//! real program.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use crate::models::Models;
use crate::program::{answer, feed, file, json_lines, name, refused, run};
use dlx_rs::Solver;
use gridcheck::engine::listing::{Collector, Repeat};
use gridcheck::engine::watch::Unwatched;
use gridcheck::engine::{EngineError, Run};
use gridcheck::fill::backtrack::{estimate, some_fill};
use gridcheck::fill::compare::{FillComparison, compare, count};
use gridcheck::fill::core::core;
use gridcheck::fill::demands::Demands;
use gridcheck::fill::export::{dimacs, dlx};
use gridcheck::fill::filler::{Fill, Filler, first, list};
use gridcheck::fill::letters::Accents;
use gridcheck::fill::list::{Wanted, WordList};
use gridcheck::fill::question::{Frame, Question};
use gridcheck::fill::{Clauses, Cover, FILLERS, Search};
use gridcheck::format::puzzle::Puzzle;
use gridcheck::rng::SeededRng;
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
    let wanted = Wanted { lengths: frame.lengths(), letters: &letters, ..Wanted::default() };
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
    fn engines_find_what_trying_everything_finds((grid, words, distinct, alphabet) in questions()) {
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
    let squares = question.squares().len() * question.list().alphabet().len();
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

#[test]
fn the_program_fills_counts_lists_and_compares() {
    let list = "fixtures/tour/words.txt";
    let count = answer(&fill(list, &["--size", "4", "--distinct", "--count"]));
    let listed = answer(&fill(list, &["--size", "4", "--distinct", "--list", "1000000", "--format", "line"]));
    assert_eq!(count.trim().parse(), Ok(listed.lines().count()));
    let some = answer(&fill(list, &["--size", "4", "--distinct"]));
    assert!(listed.contains(some.trim().replace('\n', "/").as_str()), "{some}");
    for engine in ["exact-cover", "sat"] {
        assert_eq!(answer(&fill(list, &["--size", "4", "--distinct", "--count", "--engine", engine])), count);
        let all = answer(&fill(
            list,
            &["--size", "4", "--distinct", "--list", "1000000", "--format", "line", "--engine", engine],
        ));
        let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
        assert_eq!(sorted(&all), sorted(&listed));
        assert!(listed.contains(
            answer(&fill(list, &["--size", "4", "--distinct", "--format", "line", "--engine", engine])).trim()
        ));
    }
    let two = answer(&fill(list, &["--size", "4", "--list", "2", "--format", "json"]));
    assert!(json_lines(&two).iter().all(|line| line["rows"].as_array().is_some_and(|rows| rows.len() == 4)));
    let classes = answer(&fill(list, &["--size", "4", "--count", "--up-to-transposition", "--format", "json"]));
    let classes = &json_lines(&classes)[0];
    let number =
        |value: &serde_json::Value| value.as_str().and_then(|text| text.parse::<u64>().ok()).expect("a number");
    let part = &classes["up_to_transposition"];
    assert_eq!(number(&classes["count"]), 2 * number(&part["pairs"]) + number(&part["word_squares"]));
    assert_eq!(number(&part["count"]), number(&part["pairs"]) + number(&part["word_squares"]));
    let compared = answer(&fill(list, &["--size", "4", "--distinct", "--compare"]));
    assert!(compared.contains("All 3 engines agree: the same ") && compared.contains(count.trim()), "{compared}");
    let compared = answer(&fill(list, &["--size", "4", "--compare", "--engines", "sat,backtrack", "--format", "json"]));
    assert_eq!(json_lines(&compared)[0]["agree"], true);
    let guess = answer(&fill(list, &["--size", "4", "--estimate", "500", "--seed", "1"]));
    assert!(guess.starts_with("About ") && guess.contains("not a count"), "{guess}");
}

#[test]
fn letters_of_a_grid_are_kept() {
    let words = file("cat\ncot\ndog\ntug\n");
    let grid = file("C.T\n.##\nD##\n");
    let said = run(&fill(name(&words), &[name(&grid), "--black", "#"]));
    assert_eq!((said.code, said.out.as_str()), (1, "There is no fill. 1-Down cannot be filled: no word fits C.D.\n"));
    let grid = file("C..\n.##\nT##\n");
    let all = answer(&fill(name(&words), &[name(&grid), "--black", "#", "--list", "9", "--format", "line"]));
    assert_eq!(
        all.lines().collect::<BTreeSet<_>>(),
        BTreeSet::from(["CAT/A##/T##", "CAT/O##/T##", "COT/A##/T##", "COT/O##/T##"])
    );
    let grid = file("Ć..\n.##\nT##\n");
    assert_eq!(answer(&fill(name(&words), &[name(&grid), "--black", "#", "--list", "9", "--format", "line"])), all);
    let kept = run(&fill(name(&words), &[name(&grid), "--black", "#", "--accents", "keep"]));
    assert_eq!((kept.code, kept.out.as_str()), (1, "There is no fill. 1-Across cannot be filled: no word fits Ć...\n"));
    // A puzzle that is filled already stands, unless its words must be in the list.
    assert!(answer(&fill(name(&words), &["fixtures/formats/plain.ipuz"])).starts_with("#THEQU\n"));
    let said = run(&fill(name(&words), &["fixtures/formats/plain.ipuz", "--strict"]));
    assert!([1, 2].contains(&said.code), "{said:?}");
}

/// Once black is named, X and O are letters, until white is named too.
#[test]
fn an_x_or_an_o_is_a_letter_once_black_is_named() {
    let words = file("oao\naaa\n");
    for (grid, white, expected) in [
        ("..X\n.#.\n...\n", None, ""),
        ("..O\n.#.\n...\n", None, "OAO/A#A/OAO\n"),
        ("..O\n.#.\n...\n", Some("."), "OAO/A#A/OAO\n"),
        ("AAo\nA#O\nooo\n", Some("o"), "AAA/A#A/AAA\n"),
        ("OOO\nO#O\nOOO\n", None, ""),
        ("OOO\nO#O\nOOO\n", Some("O"), "AAA/A#A/AAA\nOAO/A#A/OAO\n"),
    ] {
        let grid = file(grid);
        let args = [name(&grid), "--black", "#", "--strict", "--list", "9", "--format", "line"];
        let args: Vec<&str> = args.into_iter().chain(white.iter().flat_map(|&white| ["--white", white])).collect();
        for engine in ["backtrack", "exact-cover", "sat"] {
            let said = run(&fill(name(&words), &[&args[..], &["--engine", engine]].concat()));
            let mut lines: Vec<&str> = said.out.lines().collect();
            lines.sort_unstable();
            assert_eq!((said.code, lines), (i32::from(expected.is_empty()), expected.lines().collect()), "{args:?}");
        }
    }
}

#[test]
fn a_fill_may_be_wished() {
    let list = "fixtures/tour/words.txt";
    let line =
        |more: &[&str]| answer(&fill(list, &[&["--size", "4", "--distinct", "--format", "line"], more].concat()));
    let every = line(&["--list", "99"]);
    let all: BTreeSet<&str> = every.lines().collect();
    let has = |fill: &str, word: &str| {
        let rows: Vec<Vec<char>> = fill.split('/').map(|row| row.chars().collect()).collect();
        let column = |c: usize| rows.iter().map(|row| row[c]).collect::<String>();
        fill.contains(word) || (0..4).any(|c| column(c) == word)
    };
    for word in ["IDEA", "RARE"] {
        let with = line(&["--require", word]);
        assert!(all.contains(with.trim_end()) && has(&with, word), "{with}");
    }
    let banned = line(&["--ban", "late,hire", "--list", "99"]);
    let without: BTreeSet<&str> = all.iter().copied().filter(|fill| !has(fill, "LATE") && !has(fill, "HIRE")).collect();
    assert!(banned.lines().collect::<BTreeSet<_>>() == without && without != all && !without.is_empty());
    let varied = line(&["--list", "2", "--vary"]);
    assert_eq!(varied.lines().count(), 2);
    // A demand that no fill meets is not the same as a grid without a fill.
    let unmet = run(&fill(list, &["--size", "4", "--distinct", "--require", "seat"]));
    assert_eq!(unmet.code, 1);
    assert!(unmet.out.starts_with("There is no fill: no fill meets --require"), "{}", unmet.out);
}

#[test]
fn scores_and_themes_decide() {
    let words = file("ab;10\nba;10\nac;90;A\nca;90;C\nbb;5\n");
    let best = answer(&fill(name(&words), &["--size", "2", "--best", "--seconds", "1"]));
    assert!(best.ends_with("\nMean score 90.00, lowest 90.\n"), "{best}");
    let best = json_lines(&answer(&fill(
        name(&words),
        &["--size", "2", "--best=minimum", "--seconds", "1", "--format", "json"],
    )));
    assert_eq!((&best[0]["scores"]["mean"], &best[0]["scores"]["minimum"]), (&90.0.into(), &90.into()));
    let themed = answer(&fill(name(&words), &["--size", "2", "--theme", "ad,da", "--format", "line"]));
    assert!(themed == "AD/DA\n" || themed.contains("AD") && themed.contains("DA"), "{themed}");
    // Each letter of a word is a part of length 1, and across and down words share letters.
    assert_eq!(run(&fill(name(&words), &["--size", "2", "--no-shared", "1"])).code, 1);
}

#[test]
fn a_written_entry_stands() {
    let words = file("ac\nbd\n");
    let grid = file("AB\n..\n");
    let args = [name(&grid), "--black", "#", "--words", name(&words)];
    let fills = |more: &[&str]| run(&[&["fill"][..], &args, more].concat());
    assert_eq!(fills(&["--strict"]).code, 1);
    // CD is no word.
    assert_eq!(fills(&[]).code, 1);
    let grid = file("AB\n.#\n");
    for engine in ["backtrack", "exact-cover", "sat"] {
        let args = ["fill", name(&grid), "--black", "#", "--words", name(&words), "--count", "--engine", engine];
        assert_eq!(answer(&args), "1\n", "{engine}");
    }
}

#[test]
fn a_fill_is_written_as_a_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("filled.IPUZ");
    let list = "fixtures/tour/words.txt";
    let shown = answer(&fill(list, &["--size", "4", "--distinct", "--out", path.to_str().expect("UTF-8")]));
    let puzzle = std::fs::read_to_string(&path).expect("a puzzle file");
    let letters: String = shown.chars().filter(char::is_ascii_uppercase).collect();
    let first: Vec<String> = letters.chars().take(4).map(|letter| format!("\"{letter}\"")).collect();
    assert!(puzzle.replace([' ', '\n'], "").contains(&first.join(",")), "{puzzle}");
}

/// The exit code tells whether there is a fill, whatever the task.
#[test]
fn no_fill_is_exit_code_1_for_every_task() {
    let none = file("abcd\nefgh\n");
    let some = file("ab\nba\n");
    for task in [&["--count"][..], &["--list", "3"], &["--compare"], &["--estimate", "20"], &[]] {
        let size = |n| [&["--size", n][..], task].concat();
        assert_eq!(run(&fill(name(&none), &size("4"))).code, 1, "{task:?}");
        assert_eq!(run(&fill(name(&some), &size("2"))).code, 0, "{task:?}");
    }
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
fn why_there_is_none_is_said_as_data_too() {
    let words = file("abcde\nfghi\n");
    let grid = file(".....\n.####\n.####\n.####\n");
    let said = run(&fill(name(&words), &[name(&grid), "--format", "json"]));
    let value = &json_lines(&said.out)[0];
    assert_eq!(said.code, 1);
    assert_eq!(value["slots"], serde_json::json!(["1-Across", "1-Down"]));
    assert_eq!(value["squares"], serde_json::json!([{ "row": 1, "column": 1 }]));
    assert_eq!(value["why"], "1-Across and 1-Down cannot both be filled: row 1, column 1 has no letter for both");
}

#[test]
fn a_count_that_is_not_whole_is_no_count() {
    // There are too many words to try: every string of five letters out of eight.
    let all: String = (0..8_u32.pow(5))
        .map(|n| (0..5).map(|i| char::from(b'a' + (n >> (3 * i) & 7) as u8)).chain(['\n']).collect::<String>())
        .collect();
    let words = file(all);
    let said = run(&fill(name(&words), &["--size", "5", "--count", "--budget", "1s", "--seed", "1"]));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!((said.code, lines.len()), (1, 2), "{said:?}");
    assert!(lines[0].starts_with("Not counted in 1 s: ") && lines[1].starts_with("About "), "{said:?}");
    // Eight letters in each of 25 squares: 8^25, about 3.78e22, and all probes agree.
    assert!(lines[1].contains("About 3.78e22 fills, standard error 0:"), "{said:?}");
}

#[test]
fn bad_input_is_one_line() {
    let good = file("tea\neat\n");
    let grid = file("...\n.#.\n...\n");
    for (content, said) in [
        (&b""[..], ":1:1: no word found"),
        (b"tea\nm1lk\n", ":2:2: '1' is no letter"),
        (b"tea;high\n", ":1:5: \"high\": expected a whole number"),
        (b"tea\n\xff\n", ":2:1: not a text file: not UTF-8"),
        (b"\x7fELF\0\0", ":1:5: not a text file: it holds a NUL byte"),
        (b"milk\nflour\n", ": no word fits: the slots have 3 letters, the words 4 (1 word), 5 (1 word)"),
    ] {
        let words = file(content);
        let line = refused(&fill(name(&words), &[name(&grid)]));
        assert!(line.starts_with(&format!("{}{said}", name(&words))), "{line}");
    }
    let letters: String = (0..65).filter_map(|i| char::from_u32(0x4e00 + i)).flat_map(|c| [c, c, '\n']).collect();
    let many = file(letters);
    assert!(refused(&fill(name(&many), &["--size", "2"])).contains("one letter more than 64"));
    let scored = file("tea;5\n");
    assert!(refused(&fill(name(&scored), &["--size", "3", "--min-score", "6"])).contains("have scores too low"));
    assert!(refused(&fill(name(&good), &["--size", "3", "--min-score", "6"])).contains(":1:4: no score"));
    let lone = file("#.\n.#\n");
    assert!(refused(&fill(name(&good), &[name(&lone)])).ends_with("so there is nothing to fill"));
    let oblong = file("...\n.#.\n");
    for args in [
        &["--size", "1"][..],
        &["--size", "65"],
        &[],
        &["--size", "3", name(&grid)],
        &["--size", "3", "--count", "--list", "3"],
        &["--size", "3", "--engine", "brute"],
        &["--size", "3", "--count", "--engines", "sat,backtrack"],
        &["--size", "3", "--compare", "--engines", "sat,sat"],
        &["--size", "3", "--up-to-transposition"],
        &[name(&oblong), "--count", "--up-to-transposition"],
        &["--size", "3", "--estimate", "0"],
        &["--size", "3", "--out", "nowhere"],
        &["--size", "3", "--out", "fill.docx"],
        &["--size", "3", "--out", "fill.txt"],
        &["--size", "3", "--out", "fill.svg"],
        &["--size", "3", "--count", "--out", "fill.ipuz"],
        &["--size", "3", "--best"],
        &["--size", "3", "--best=most"],
        &["--size", "3", "--seconds", "5"],
        &["--size", "3", "--best", "--seconds", "0"],
        &["--size", "3", "--vary"],
        &["--size", "3", "--no-shared", "0"],
        &["--size", "3", "--count", "--no-shared", "2"],
        &["--size", "3", "--list", "2", "--one-form"],
        &["--size", "3", "--require", "ate", "--engine", "sat"],
        &["--size", "3", "--require", "ale"],
        &["--size", "3", "--require", "milk"],
        &["--size", "3", "--theme", "milk"],
        &["--size", "3", "--theme", "m1"],
        &["no-such-grid.txt"],
    ] {
        refused(&fill(name(&good), args));
    }
    refused(&["fill", "--size", "3", "--words", "no-such-list.txt"]);
    refused(&["fill", "--size", "3", "--words", "."]);
    refused(&["fill", "-", "--words", "-"]);
}

#[test]
fn a_list_comes_from_a_pipe_too() {
    let said = feed(&["fill", "--size", "2", "--words", "-", "--count"], "ab\nba\n");
    assert_eq!((said.code, said.out.as_str()), (0, "2\n"));
}

#[test]
fn endless_lists_are_refused_at_once() {
    for device in ["/dev/zero", "/dev/urandom"] {
        if !std::path::Path::new(device).exists() {
            println!("skipped: there is no {device}");
            continue;
        }
        let line = refused(&["fill", "--size", "4", "--words", device]);
        assert!(line.starts_with(device), "{line}");
    }
}

#[test]
fn the_export_is_what_others_read() {
    let words = file("ab\nba\naa\n");
    let formula = answer(&fill(name(&words), &["--size", "2", "--export", "dimacs"]));
    assert!(formula.contains("\np cnf 20 "), "{formula}");
    let covers = answer(&fill(name(&words), &["--size", "2", "--distinct", "--export", "dlx"]));
    assert!(covers.contains("\ns1 s2 s3 s4 a1.1.1 d1.1.1 "), "{covers}");
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("fill.cnf");
    let place = place.to_str().expect("a plain name");
    assert_eq!(answer(&fill(name(&words), &["--size", "2", "--export", "dimacs", "--out", place])), "");
    assert_eq!(std::fs::read_to_string(place).expect("it is there"), formula);
}
