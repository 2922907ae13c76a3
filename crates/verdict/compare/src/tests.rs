//! Tests comparisons inside the library; `tests/it` has more faulty engines.

use std::fs;
use std::io::Cursor;

use super::judge::GridChecker;
use super::sorted::Category;
use super::*;
use gridcheck_formats::source::Source;
use gridcheck_formats::text::Options;
use gridcheck_registry::{Backtrack, ENGINES, Sat};
use gridcheck_testing::faulty::CountingOnly;
use gridcheck_testing::prelude::*;

/// A British grid of 5 × 5.
const LATTICE: &str = "...../.#.#./...../.#.#./.....";
/// A grid with two single white squares, which are no words.
const SINGLE: &str = ".####/#####/#####/#####/####.";

#[test]
fn engines_that_can_do_it_in_reasonable_time_are_chosen() {
    let problem = problem(13, british());
    let (chosen, left_out) = choose(ENGINES, &problem, &SumKind::Plain);
    assert!(!chosen.is_empty() && !left_out.is_empty());
    let of_blocks = ENGINES.into_iter().filter(|engine| engine.facts().kinds.contains(&GridKind::Blocks));
    assert_eq!(chosen.len() + left_out.len(), of_blocks.count());
    assert!(chosen.iter().all(|engine| engine.slow().is_none() && *engine.problem() == problem));
    assert!(left_out.iter().all(|engine| chosen.iter().all(|chosen| chosen.name() != engine.name)));
    assert!(left_out.iter().all(|engine| !engine.why.is_empty()));
}

/// Each kind of fault alone makes a grid no answer, and every form of the faults names it.
#[test]
fn every_kind_of_fault_is_named() {
    let asked = problem(5, british());
    let json = |problem: &Problem, line: &str| {
        let judge = GridChecker::new(problem);
        let opinion = judge.opinion(&grid(line));
        assert_eq!(opinion.is_good(), judge.accepts(&grid(line)), "{line}");
        let keys: Vec<&str> = opinion.rules().into_iter().collect();
        let value = serde_json::to_value(&opinion).expect("JSON");
        assert_eq!(value.as_array().map(Vec::len), Some(opinion.lines().len()), "{line}");
        (opinion.is_good(), keys.join(" "), opinion.lines(), value)
    };
    assert_eq!(json(&asked, LATTICE), (true, String::new(), Vec::new(), serde_json::json!([])));
    assert!(json(&constrained(&asked, &["letters = 21"]), LATTICE).0);

    let (good, keys, lines, value) = json(&with_squares(&asked, &[(1, 3, true)]), LATTICE);
    assert_eq!(
        (good, keys.as_str(), lines),
        (false, "given", vec!["given: row 2, column 4 has the other colour".to_owned()])
    );
    let message = "row 2, column 4 has the other colour";
    assert_eq!(value, serde_json::json!([{"rule": "given", "message": message, "row": 2, "column": 4}]));

    let (good, keys, lines, value) = json(&constrained(&asked, &["letters <= 20"]), LATTICE);
    assert_eq!((good, keys.as_str(), lines.len()), (false, "where", 1));
    assert!(lines[0].starts_with("where: letters <= 20: "), "{lines:?}");
    assert_eq!(value[0]["rule"], "where");
    assert_eq!(value[0]["message"].as_str().map(|message| format!("where: {message}")), Some(lines[0].clone()));

    let (good, keys, lines, _) = json(&asked, SINGLE);
    assert!(!good && !keys.is_empty() && !keys.contains("given") && !keys.contains("where") && !lines.is_empty());
}

/// Returns grids as a published list, one in each line.
fn list_of(lines: &[String]) -> CheckedSource {
    let text = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect::<String>();
    Source::stream("list", Cursor::new(text)).check(Options::default()).expect("a good list")
}

fn lines_of(problem: &Problem) -> Vec<String> {
    listed(&Backtrack, problem).iter().map(Grid::one_line).collect()
}

/// Every grid of the list, and every grid that it lacks, is in the file of its category.
#[test]
fn grids_are_sorted_by_their_fault() {
    let asked = problem(5, british());
    let all = lines_of(&asked);
    let mut list = list_of(&[all[0].clone(), SINGLE.to_owned(), all[1].clone(), all[0].clone()]);
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = SortedFiles::create(folder.path()).expect("an empty folder");
    let prepared = Backtrack.prepare(&asked, &SumKind::Plain).expect("it can list them");
    let report = compare_prepared(&[prepared], Some(&mut list), Some(&mut files), &Unwatched).expect("an answer");
    files.finish().expect("room on the disk");
    let text = |category: Category| fs::read_to_string(folder.path().join(category.file())).expect("a file");
    let grids = |category| text(category).split("\n\n").filter(|grid| !grid.is_empty()).count();
    let sorted = [Category::Matched, Category::Missing, Category::Invalid, Category::Duplicate, Category::Extra];
    assert_eq!(sorted.map(grids), [2, all.len() - 2, 1, 1, 0]);
    assert!(text(Category::Matched).starts_with(&format!("line 1\n{}\n\nline 3\n", all[0].replace('/', "\n"))));
    assert!(text(Category::Missing).starts_with(&all[2].replace('/', "\n")));
    assert!(text(Category::Invalid).starts_with("line 2\n") && text(Category::Invalid).lines().count() > 7);
    assert!(text(Category::Duplicate).starts_with("line 4\n"));
    assert_eq!(Category::Missing.file(), "missing.txt");
    let matching = report.list.expect("a list was given").matching;
    assert_eq!((matching.matched, matching.missing, matching.extra), (2, all.len() as u64 - 2, 1));
    assert_eq!((matching.duplicates, matching.first_duplicate), (1, Some(4)));
    assert!(SortedFiles::create(folder.path()).is_err(), "files are not overwritten");
}

/// Grids of a list that contradict the given squares are left out, with a remark.
#[test]
fn grids_outside_the_question_are_remarked() {
    let asked = with_squares(&problem(5, british()), &[(1, 1, true)]);
    let all = lines_of(&problem(5, british()));
    let report = compare(&asked, &[&Backtrack], Some(&mut list_of(&all)), &Unwatched).expect("the engine answers");
    let list = report.list.expect("a list was given");
    assert!(report.agree && list.agrees);
    let outside = (all.len() - lines_of(&asked).len()) as u64;
    assert!(outside > 0);
    assert_eq!(report.remarks, [Remark::OutsideGivens { list: list.name, grids: outside }]);
}

/// A grid of another size ends the comparison before any engine is asked.
#[test]
fn a_list_of_another_size_is_refused() {
    let outcome = compare(&problem(7, british()), &[&Backtrack], Some(&mut list_of(&[LATTICE.to_owned()])), &Unwatched);
    let Err(error @ CompareError::List(_)) = outcome else { panic!("the list has grids of 5 x 5") };
    assert!(error.to_string().contains("5 × 5"), "{error}");
}

#[test]
fn engines_that_share_a_translation_are_called_one_witness() {
    let other = CountingOnly::new("other solver", &Sat);
    let remarks = |engines: &[&dyn Engine]| {
        let report = compare(&problem(5, british()), engines, None, &Unwatched).expect("the engines answer");
        assert!(report.agree);
        report.remarks
    };
    let engines = vec!["sat", "other solver"];
    let shared = Sat.facts().witness.shared_with(Sat.facts().witness).expect("clauses");
    assert_eq!(remarks(&[&Sat, &Backtrack, &other]), [Remark::OneWitness { engines, shared }]);
    assert_eq!(remarks(&[&Sat, &Backtrack]), []);
}
