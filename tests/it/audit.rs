//! Tests audits of published figures: reading claims, relations before counting, the choice of engines, and verdicts.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::json_schema::Schema;
use crate::prelude::*;
use gridcheck::audit::claims::{Claims, ClaimsError, NoQuestion};
use gridcheck::audit::evidence::{EndReason, Evidence};
use gridcheck::audit::opinions::KnownOpinions;
use gridcheck::audit::page::page;
use gridcheck::audit::quantity::Quantity;
use gridcheck::audit::relations::{Standing, check, conflicts};
use gridcheck::audit::strip::StripEngine;
use gridcheck::audit::theorems;
use gridcheck::audit::verdict::ClaimVerdict;
use gridcheck::audit::{Audit, audit};
use gridcheck::classes::{Scope, by_symmetry};
use gridcheck::engine::blocks::BlockSum;
use gridcheck::engine::clock::Moment;
use gridcheck::engine::{Declined, EngineFacts, Method, Witness, only_counts};
use serde_json::{Value, json};

/// Returns a claims file of one source.
fn file(name: &str, claims: &[Value]) -> Value {
    json!({
        "name": name,
        "source": { "author": "A. Setter", "title": "On grids", "year": 2020, "where": "a drawer" },
        "claims": claims,
    })
}

fn claim(size: i64, rules: impl Into<Value>, quantity: &str, value: &str) -> Value {
    json!({ "size": size, "rules": rules.into(), "quantity": quantity, "value": value })
}

fn read(file: &Value) -> Claims {
    Claims::from_json(&file.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

fn of(name: &str, claims: &[Value]) -> Claims {
    read(&file(name, claims))
}

/// Returns the first fault of a file.
fn fault(file: &Value) -> Option<String> {
    match Claims::from_json(&file.to_string()) {
        Err(ClaimsError::Form(fault)) => Some(format!("{}: {}", fault.path, fault.message)),
        Err(error) => panic!("{error}"),
        Ok(_) => None,
    }
}

const AN_HOUR: Duration = Duration::from_secs(3600);

/// Audits the claims of one file.
fn audited(claims: Claims, engines: &[&dyn Engine], budget: Duration) -> Audit {
    audit(vec![claims], &[], engines, budget, &mut KnownOpinions::default(), &Unwatched).expect("no file to write")
}

/// Returns the verdicts on the claims of one file.
fn verdicts(claims: Claims, engines: &[&dyn Engine]) -> Vec<ClaimVerdict> {
    audited(claims, engines, AN_HOUR).findings[0].iter().map(|finding| finding.verdict).collect()
}

/// Returns questions about problems or their extremes.
fn questions(asked: &[(&Problem, Option<Goal>)]) -> Evidence {
    let mut evidence = Evidence::default();
    for (problem, goal) in asked {
        evidence.ask(problem, *goal);
    }
    evidence
}

/// Lets the engines answer within a time.
fn gather(evidence: &mut Evidence, engines: &[&dyn Engine], known: &mut KnownOpinions, time: Duration) -> EndReason {
    evidence.gather(engines, known, Moment::after(time), &Unwatched).expect("no file to write")
}

/// Returns the engines that answered the first question, in order.
fn answered(evidence: &Evidence) -> Vec<&'static str> {
    evidence.question(0).opinions.iter().map(|opinion| opinion.engine).collect()
}

#[test]
fn the_schema_takes_the_built_in_claims() {
    let schema = schema();
    for entry in std::fs::read_dir("crates/verdict/audit/claims").expect("the built-in claims") {
        let path = entry.expect("an entry").path();
        let value: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("text")).expect("JSON");
        let faults = schema.faults(&value);
        assert!(faults.is_empty(), "{}: {faults:?}", path.display());
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(Claims::builtin().iter().any(|claims| claims.name == name), "{name} is not built in");
    }
    let text = std::fs::read_to_string("crates/verdict/audit/claims.schema.json").expect("the schema");
    let rules: Value = serde_json::from_str(&text).expect("JSON");
    let builtin: Vec<&str> = gridcheck::rules::all_builtin().map(|set| set.name).collect();
    assert_eq!(rules["$defs"]["builtin"]["enum"], serde_json::json!(builtin));
    let claims = Claims::builtin().into_iter().flat_map(|claims| claims.claims);
    let misunderstood: Vec<_> =
        claims.filter(|claim| matches!(claim.meaning, Err(NoQuestion::NotUnderstood(_)))).collect();
    assert!(misunderstood.is_empty(), "{misunderstood:?}");
}

fn schema() -> Schema {
    Schema::read(&std::fs::read_to_string("crates/verdict/audit/claims.schema.json").expect("the schema"))
}

/// Changes to a good file, a row each: places with their new values, or - for none, and behind ! the start of the fault that the reader
/// must report. Without one the file is still good.
const CHANGES: &str = r##"
/name = "s"
/$schema = "claims.schema.json"
/source/note = "a note"
/claims = []
/claims/0/size = -7
/claims/0/size = "13x15"
/claims/0/size = "13 x 15" ! $.claims[0].size: invalid value: string "13 x 15", expected a whole number, or rows
/claims/0/size = "7" ! $.claims[0].size: invalid value: string "7", expected a whole number, or rows
/claims/0/size = 7.5 ! $.claims[0].size: invalid type: floating point `7.5`, expected a whole number
/claims/0/quantity = "up to transposition"
/claims/0/quantity = "up to mirrors with words <= 9"
/claims/0/quantity = "numbering across 5, 1 (3), ... down ? with words <= 9"
/claims/0/quantity = "numbering along 5" ! $.claims[0].quantity: expected lists of lengths, as in across 3,5,3 down 6,3
/claims/0/quantity = "totl" ! $.claims[0].quantity: no quantity `totl`, expected one of total, primitive, A, h, r, t, N
/claims/0/quantity = null ! $.claims[0].quantity: invalid type: null, expected one line
/claims/0/value = "10^8 to 1,000,000,000"
/claims/0/value = "1,234,567,890,123,456,789,012,345,678,901,234,567,890"
/claims/0/value = "10^8 or so" ! $.claims[0].value: invalid value: string "10^8 or so", expected a number as a text
/claims/0/value = 650 ! $.claims[0].value: invalid type: integer `650`, expected a number as a text
/claims/0/value = "6,50" ! $.claims[0].value: invalid value
/claims/0/value = "" ! $.claims[0].value: invalid value
/claims/0/given = ["#.?????", "#.?????", "#.?????", "#.?????", "#.?????", "#.?????", "#.?????"]
/claims/0/given = [] ! $.claims[0].given: expected rows of #, . and ?
/claims/0/given = ["#.x"] ! $.claims[0].given: expected rows of #, . and ?
/claims/0/not_checkable = "private" & /claims/0/rules = "no black squares" & /claims/0/quantity = "word squares"
/claims/0/not_checkable = "" & /claims/0/rules = {} ! $.claims[0].not_checkable: invalid value: string "", expected one line
/claims/0/not_checkable = "private" & /claims/0/given = "..." ! $.claims[0].given: invalid type: string "..."
/claims/0/rules = {}
/claims/0/rules = {"extends": "american", "checking": "ceil-half"}
/claims/0/rules = {"max_unchecked_run": "unlimited", "edges": false}
/claims/0/rules = "welsh" ! $.claims[0].rules: no built-in rule set `welsh`
/claims/0/rules = 7 ! $.claims[0].rules: invalid type: integer `7`, expected the name
/claims/0/rules = {"extends": "welsh"} ! $.claims[0].rules.extends: extends: no built-in
/claims/0/rules = {"min_word": 1, "edges": "no"} ! $.claims[0].rules.edges: invalid type
/claims/0/rules = {"odd": 1} ! $.claims[0].rules.odd: no rule `odd`, expected one of extends, name, kind, min_word
/claims/0/rules = {"max_unchecked_run": -1} ! $.claims[0].rules.max_unchecked_run
/claims/0/rules = {"symmetry": ["rot90"]} ! $.claims[0].rules.symmetry: invalid type: sequence
/claims/0/where = 3 & /claims/1/valu = "1" ! $.claims[0].where: invalid type: integer `3`, expected one line
/claims/1/valu = "1" ! $.claims[1].valu: unknown field `valu`, expected one of `size`, `rules`, `quantity`
/claims/0/note = null ! $.claims[0].note: invalid type: null
/claims/0/rules = {"min_word": 1} ! $.claims[0].rules.min_word: min_word = 1
/claims/0/not_checkable = "private" & /claims/0/rules = {} ! $.claims[0].rules: invalid type: map, expected one line
/source/year = -
/source/year = "MMXX" ! $.source.year: invalid type: string "MMXX", expected a whole number
/source/author = "" ! $.source.author: invalid value: string "", expected one line
/source = "a book" ! $.source: invalid type: string "a book", expected an object
/source = ["a", "t", 1, "w", "n"] ! $.source: invalid type: sequence, expected an object
/claims/0 = [7, "british", "total", "1"] ! $.claims[0]: invalid type: sequence, expected an object
/name = "two\nlines" ! $.name: invalid value: string "two
/name = - & /source = - & /claims = - ! $: missing field `name`
/claims = - ! $: missing field `claims`
/$schema = 1 ! $.$schema: invalid type
/odd key = 1 ! $["odd key"]: unknown field `odd key`
/claims = {} ! $.claims: invalid type: map
/claims/1 = 650 ! $.claims[1]: invalid type: integer `650`, expected an object
"##;

/// Makes one change, as a row of `CHANGES` has it.
fn change(file: &mut Value, row: &str) {
    let (place, value) = row.split_once(" = ").expect("a place and a value");
    let (parent, key) = place.rsplit_once('/').expect("a place");
    let value = serde_json::from_str(value).ok();
    match (file.pointer_mut(parent).expect("a place in the file"), value) {
        (Value::Object(object), None) => drop(object.remove(key)),
        (Value::Array(list), Some(value)) => list[key.parse::<usize>().expect("a number")] = value,
        (parent, value) => parent[key] = value.expect("JSON"),
    }
}

#[test]
fn schema_and_reader_find_the_same_files_faulty() {
    let schema = schema();
    for row in CHANGES.trim().lines() {
        let mut changed = file("s", &[claim(7, "british", "total", "650"), claim(9, "ho", "N", "1,234")]);
        let (changes, expected) = row.split_once(" ! ").map_or((row, None), |(changes, fault)| (changes, Some(fault)));
        changes.split(" & ").for_each(|one| change(&mut changed, one));
        let found = fault(&changed);
        let is_expected = match (&found, expected) {
            (Some(found), Some(expected)) => found.starts_with(expected),
            (found, expected) => found.is_none() && expected.is_none(),
        };
        assert!(is_expected, "{row}: {found:?}");
        assert_eq!(schema.is_valid(&changed), found.is_none(), "the schema differs on {row}");
    }
    assert!(fault(&json!([])).is_some_and(|fault| fault.starts_with("$: invalid type: sequence")));
    assert!(!schema.is_valid(&json!([])));
}

fn builtin_source(name: &str) -> Claims {
    Claims::builtin().into_iter().find(|claims| claims.name == name).expect("a built-in source")
}

/// Nothing is counted here: the relations alone find the misprint, and no other figure is blamed.
#[test]
fn the_misprint_in_keith_is_found_unaided() {
    let keith = builtin_source("keith-2026");
    for (claim, standing) in keith.claims.iter().zip(check(&keith)) {
        if claim.printed != "16,754" {
            assert_eq!(standing, Standing::Sound, "{claim:?}");
            continue;
        }
        let Standing::Inconsistent(lines) = standing else { panic!("{standing:?}") };
        assert_eq!(
            lines,
            [
                "N is given as 16,954 (table) and as 16,754 (list of 9×9 grids)",
                "A + h + r + t + N = 17333, but primitive is given as 17,533",
                "A + 2 (h + r + t) + 4 N = 68156, but total is given as 68,956",
            ]
        );
    }
}

/// Returns the 7 × 7 column of Keith's table with some figures replaced.
fn column(replaced: &[(&str, &str)]) -> Claims {
    let figures =
        [("A", "6"), ("h", "6"), ("r", "6"), ("t", "18"), ("N", "146"), ("primitive", "182"), ("total", "650")];
    let value = |quantity: &str, value: &'static str| -> String {
        replaced.iter().find(|(name, _)| *name == quantity).map_or(value, |(_, other)| other).to_owned()
    };
    of("column", &figures.map(|(quantity, printed)| claim(7, "british", quantity, &value(quantity, printed))))
}

#[test]
fn the_figure_that_breaks_both_sums_is_blamed() {
    let inconsistent = |claims: &Claims| -> Vec<String> {
        let standings = check(claims);
        let blamed =
            claims.claims.iter().zip(standings).filter(|(_, standing)| matches!(standing, Standing::Inconsistent(_)));
        blamed.map(|(claim, _)| claim.quantity.clone()).collect()
    };
    assert!(check(&column(&[])).iter().all(|standing| *standing == Standing::Sound));
    assert_eq!(inconsistent(&column(&[("total", "346")])), Vec::<String>::new(), "one sum alone blames nobody");
    assert_eq!(inconsistent(&column(&[("N", "147")])), Vec::<String>::new(), "N or A or ... may be wrong");
    let doubtful = check(&column(&[("total", "346")]));
    assert!(doubtful.iter().filter(|standing| matches!(standing, Standing::Doubtful(_))).count() == 6, "{doubtful:?}");
    // If another figure of the source repeats the right one, it is clear which of the two is wrong.
    let mut twice = column(&[("N", "147")]);
    twice.claims.extend(of("again", &[claim(7, "british", "N", "146")]).claims);
    assert_eq!(inconsistent(&twice), ["N"]);
    assert!(matches!(check(&twice)[4], Standing::Inconsistent(_)));
}

#[test]
fn a_figure_in_doubt_is_refuted_once_it_is_counted() {
    use ClaimVerdict::{Confirmed, Inconsistent, Refuted};
    let counted = verdicts(column(&[("total", "346")]), &ENGINES);
    assert_eq!(counted, [Confirmed, Confirmed, Confirmed, Confirmed, Confirmed, Confirmed, Refuted]);
    let uncounted = verdicts(column(&[("total", "346")]), &[]);
    assert_eq!(uncounted.iter().filter(|verdict| **verdict == Inconsistent).count(), 6);
}

#[test]
fn sources_that_differ_are_named() {
    let sources = Claims::builtin();
    let standings: Vec<_> = sources.iter().map(check).collect();
    let conflicts = conflicts(&sources, &standings);
    let of = |size, rules: &str| {
        let conflict = conflicts.iter().find(|conflict| conflict.size == square(size) && conflict.rules == rules);
        conflict.map(|conflict| conflict.answers.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    // `ho` and `british` are equal rules with different names.
    assert_eq!(of(7, "british").as_deref(), Some("650 (keith-2026); 346 (ho-2021)"));
    let loose = "35184 (kleber-2019-first); 35324 (kleber-2019-corrected)";
    assert_eq!(of(9, "american-loose").as_deref(), Some(loose));
    assert_eq!(of(9, "american"), None);
    assert_eq!(of(5, "british"), None);
}

/// Keith's types, determined by looking at every grid.
#[test]
fn quantities_equal_counts_of_grids_sorted_by_type() {
    for (size, name) in [(5, "british"), (7, "british"), (6, "american"), (7, "american-loose"), (7, "either-half")] {
        let asked = problem(size, rules(name));
        let grids = listed(&Backtrack, &asked);
        let mut sorted = [0_u64; 5];
        for grid in &grids {
            let images = Transform::ALL.map(|transform| grid.transformed(transform));
            if images.iter().min() != Some(grid) {
                continue;
            }
            let has = |transform: Transform| grid.transformed(transform) == *grid;
            let (mirror, turn, diagonal) =
                (has(Transform::MirrorLeftRight), has(Transform::Rot90), has(Transform::MainDiagonal));
            let place = match (mirror, turn, diagonal) {
                (true, true, true) => 0,
                (true, false, false) => 1,
                (false, true, false) => 2,
                (false, false, true) => 3,
                (false, false, false) => 4,
                other => panic!("{other:?} is no type"),
            };
            sorted[place] += 1;
        }
        let value = |quantity: Quantity| -> u64 {
            let needed = quantity.needs(asked.rules()).into_iter();
            let counts: Vec<u128> = needed.map(|rules| count(&Sat, &problem(size, rules))).collect();
            quantity.evaluate(&counts).expect("whole classes").try_into().expect("a small number")
        };
        assert_eq!(
            [Quantity::A, Quantity::H, Quantity::R, Quantity::T, Quantity::N].map(value),
            sorted,
            "{size} {name}"
        );
        assert_eq!(value(Quantity::Primitive), sorted.iter().sum::<u64>());
        let classes = by_symmetry(&asked, Scope::Whole, &Unwatched).expect("classes");
        let types = [classes.a(), classes.h(), classes.r(), classes.t(), classes.n()];
        assert_eq!(types.map(|number| number.map(|number| number as u64)), sorted.map(Some), "{size} {name}");
        assert_eq!(value(Quantity::Total), grids.len() as u64);
        let first = grids.iter().filter(|grid| grid.transformed(Transform::MainDiagonal) >= **grid);
        assert_eq!(value(Quantity::UpToTransposition), first.count() as u64, "{size} {name}");
    }
}

/// The crate of recurrences is a further witness on rectangles with a short side.
#[test]
fn a_recurrence_is_an_opinion_on_strips() {
    let problem = |size: (usize, usize), symmetry| {
        let american = Ruleset { symmetry, ..rules("american") };
        Problem::of_size(Size::new(size.0, size.1).expect("a size"), american).expect("a problem")
    };
    let none = [(4, 9), (9, 4), (5, 7)].map(|size| (problem(size, Symmetry::None), &Kaleidoscope as &dyn Engine));
    let turned = [(5, 8), (8, 5), (5, 9)].map(|size| (problem(size, Symmetry::Rot180), &Backtrack as &dyn Engine));
    for (problem, other) in none.into_iter().chain(turned) {
        let counts =
            [&StripEngine, other].map(|engine: &dyn Engine| engine.count(&problem, &Run::new()).expect("a count"));
        assert_eq!(counts[0], counts[1], "{}", problem.size());
    }
    let strip = json!({ "size": "9x4", "rules": { "extends": "american", "symmetry": "none" }, "quantity": "total", "value": "1" });
    let counted = verdicts(of("s", &[strip]), &[&StripEngine]);
    assert_eq!(counted, [ClaimVerdict::Refuted]);
    // A word of any length can run up a debt of checked letters.
    let british = Problem::of_size(Size::new(4, 9).expect("a size"), rules("british")).expect("a problem");
    assert!(matches!(StripEngine.count(&british, &Run::new()), Err(EngineError::Declined(_))));
    let square = gridcheck_testing::problem(7, rules("american"));
    assert!(why_unable(&StripEngine, &square).is_some());
    assert!(why_unable(&StripEngine, &problem((20, 6), Symmetry::None)).is_none(), "six rows take seconds");
}

/// An engine that visits the grids one by one is not asked where another has counted too many.
#[test]
fn too_many_grids_are_not_visited() {
    let problem = problem(13, rules("british"));
    let outcome = |count, time| {
        let counter = Sleeper { without_constraints: Some(count), ..Sleeper::endless() };
        let mut evidence = questions(&[(&problem, None)]);
        let ending = gather(&mut evidence, &[&counter, &Backtrack], &mut KnownOpinions::default(), time);
        (ending, evidence.question(0).opinions.len())
    };
    assert_eq!(outcome(1_000_000_001, AN_HOUR), (EndReason::Complete, 1));
    assert_eq!(outcome(1_000_000_000, Duration::from_millis(300)), (EndReason::OutOfBudget, 1));
}

/// A claim of bounds holds if the count is within them, and a claim with given squares is about the grids that have these.
#[test]
fn bounds_and_given_squares_are_judged() {
    use ClaimVerdict::{Confirmed, NotUnderstood, Refuted};
    let mut white_corner = claim(5, "british", "total", "1 to 16");
    white_corner["given"] = json!([".????", "?????", "?????", "?????", "?????"]);
    let mut black_corner = white_corner.clone();
    black_corner["given"][0] = json!("#????");
    let mut misfit = white_corner.clone();
    misfit["given"] = json!(["?"]);
    let bounds = |printed| claim(5, "british", "total", printed);
    let claims = [
        bounds("17 to 18"),
        bounds("16 to 17"),
        bounds("18 to 10^2"),
        bounds("1 to 16"),
        white_corner,
        black_corner,
        misfit,
    ];
    let claims = of("s", &claims);
    let british = problem(5, rules("british"));
    let grids = listed(&Brute, &british);
    let white = grids.iter().filter(|grid| grid.is_white(0, 0)).count();
    assert!(white > 0 && white < grids.len(), "both kinds are there");
    assert_eq!(claims.claims[4].quantity, "total, squares given");
    let expected = [Confirmed, Confirmed, Refuted, Refuted, Confirmed, Confirmed, NotUnderstood];
    assert_eq!(verdicts(claims, &[&Brute, &Backtrack]), expected);
}

/// A finished file of sums answers for its engine, whatever the name of the rules; an unfinished one does not.
#[test]
fn files_of_sums_are_opinions() {
    let mut state = KnownOpinions::default();
    let folder = tempfile::tempdir().expect("a folder");
    let unfinished = folder.path().join("american-21.uprights");
    let whole = fs::read_to_string("fixtures/results/american-21.uprights").expect("the file is there");
    let start: Vec<&str> = whole.split_inclusive('\n').take(50).collect();
    fs::write(&unfinished, start.concat()).expect("a file can be written");
    let results = Path::new("fixtures/results");
    let taken = [results.join("british-15.sums"), results.join("british-15.uprights"), unfinished]
        .map(|path| state.take_sums(&path, &ENGINES).expect("a file of sums"));
    assert_eq!(taken, [true, true, false]);
    let claims = of("s", &[claim(15, "ho", "total", "2"), claim(21, "american", "total", "2")]);
    let audit = audit(vec![claims], &[], &ENGINES, Duration::ZERO, &mut state, &Unwatched).expect("no file to write");
    let [british, american] = &audit.findings[0][..] else { panic!("two findings") };
    assert_eq!((british.verdict, american.verdict), (ClaimVerdict::Refuted, ClaimVerdict::OutOfBudget));
    assert_eq!(british.engines, ["pinwheel", "window"]);
    let text = page(&audit);
    assert!(text.contains("| pinwheel (british-15.sums), window (british-15.uprights) |"), "{text}");
    assert!(state.take_sums(Path::new("fixtures/results/README.md"), &ENGINES).is_err());
}

#[test]
fn counts_that_leave_part_of_a_class_are_no_value() {
    assert_eq!(Quantity::H.evaluate(&[184, 18]).map(|value| value.to_string()), Some("83".to_owned()));
    assert_eq!(Quantity::H.evaluate(&[185, 18]), None);
    assert_eq!(Quantity::H.evaluate(&[2, 18]), None);
}

fn witnesses(problem: &Problem, engines: &[&dyn Engine]) -> Vec<&'static str> {
    let mut evidence = questions(&[(problem, None)]);
    assert_eq!(gather(&mut evidence, engines, &mut KnownOpinions::default(), AN_HOUR), EndReason::Complete);
    answered(&evidence)
}

#[test]
fn the_second_opinion_comes_from_an_unrelated_engine() {
    let british = problem(7, rules("british"));
    assert_eq!(witnesses(&british, &ENGINES), ["window", "pinwheel"]);
    let [one, two] = [("one", &Pinwheel as &dyn Engine), ("two", &Frontier)].map(|(name, engine)| kin(name, engine));
    assert_eq!(witnesses(&british, &[&two, &ExactCover, &one]), ["one", "exact-cover"]);
    // The engines share a witness; this is still better than one engine.
    assert_eq!(witnesses(&british, &[&two, &one]), ["one", "two"]);
    let mut evidence = questions(&[(&british, None)]);
    gather(&mut evidence, &[&two, &one], &mut KnownOpinions::default(), AN_HOUR);
    let question = evidence.question(0);
    assert!(!question.is_settled() && question.count() == Some(650) && question.in_common() == Some("a cradle"));
    let outcome = audited(of("s", &[claim(7, "british", "total", "650")]), &[&one, &two], AN_HOUR);
    assert_eq!(outcome.findings[0][0].reasons, ["one and two share a cradle, and nothing else"]);
    assert_eq!(witnesses(&british, &[&Brute]), ["brute"]);
}

#[test]
fn a_slow_engine_is_asked_only_where_others_do_not_suffice() {
    let slow_one = CountingOnly { slow: Some("for a test"), ..CountingOnly::new("slow", &Sat) };
    let problem = problem(5, rules("british"));
    assert_eq!(witnesses(&problem, &[&slow_one, &Pinwheel, &Backtrack]), ["pinwheel", "backtrack"]);
    assert_eq!(witnesses(&problem, &[&slow_one, &Pinwheel, &Frontier]), ["pinwheel", "frontier"]);
    assert_eq!(witnesses(&problem, &[&slow_one, &Pinwheel]), ["pinwheel", "slow"]);
}

/// Returns another engine under another name, which is one witness with its kin.
fn kin<'e>(name: &'static str, engine: &'e dyn Engine) -> CountingOnly<'e> {
    CountingOnly { witness: Some(Witness::Sharing("a cradle")), ..CountingOnly::new(name, engine) }
}

/// Takes a given time, in seconds, and counts how often it was asked. It may know the answer to a problem without constraints.
struct Sleeper {
    name: &'static str,
    /// The engine whose rank it claims to have.
    like: &'static dyn Engine,
    seconds: f64,
    without_constraints: Option<u128>,
    asked: AtomicUsize,
}

impl Sleeper {
    fn new(name: &'static str, seconds: f64) -> Self {
        Sleeper { name, like: &ExactCover, seconds, without_constraints: None, asked: AtomicUsize::new(0) }
    }

    /// Claims to be fast at everything but never ends.
    fn endless() -> Self {
        Sleeper { like: &Pinwheel, ..Sleeper::new("endless", f64::INFINITY) }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

impl Engine for Sleeper {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: self.name, method: Method::CountsWhole, ..self.like.facts() }
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        only_counts(kind).map_err(|why| why.by(self.name))?;
        let known = self.without_constraints.filter(|_| problem.constraints().is_empty());
        Ok(Prepared::whole(self, problem, kind, None, move |run| {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let start = Moment::now();
            while known.is_none() && start.seconds() < self.seconds {
                run.check()?;
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(BlockSum::Plain(known.unwrap_or(17)))
        }))
    }
}

/// Runs `what` on separate threads: the tests' shared threads may be busy, and this test has only a second.
fn by_itself<T: Send>(what: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads").install(what)
}

/// An engine that takes too long is postponed, and is not needed if others have answered by then.
#[test]
fn an_engine_that_does_not_end_is_left_behind() {
    let problem = problem(5, rules("british"));
    let endless = Sleeper::endless();
    let mut evidence = questions(&[(&problem, None)]).with_patience(Duration::from_secs(1));
    let engines: [&dyn Engine; 3] = [&endless, &ExactCover, &Sat];
    let ending = by_itself(|| gather(&mut evidence, &engines, &mut KnownOpinions::default(), AN_HOUR));
    assert_eq!((ending, answered(&evidence), endless.asked()), (EndReason::Complete, vec!["sat", "exact-cover"], 1));
    // With no other engine to ask, it gets all the time that remains, and no more.
    let endless = Sleeper::endless();
    let mut evidence = questions(&[(&problem, None)]).with_patience(Duration::from_millis(1));
    let half_a_second = Duration::from_millis(500);
    let ending = gather(&mut evidence, &[&endless], &mut KnownOpinions::default(), half_a_second);
    assert_eq!(ending, EndReason::OutOfBudget);
    assert!((1..=2).contains(&endless.asked()));
}

/// An engine that has answered without constraints gets a fitting time limit for the problem with a constraint. It is asked
/// before engines whose time is unknown.
#[test]
fn the_time_of_an_engine_is_estimated_from_its_earlier_answers() {
    let problem = problem(5, rules("british"));
    let constrained = constrained(&problem, &["words >= 1"]);
    let (sleeper, quick, endless) = (Sleeper::new("sleeper", 0.3), Sleeper::new("quick", 0.0), Sleeper::endless());
    let patience = Duration::from_millis(100);
    let mut state = KnownOpinions::default();
    let mut plain = questions(&[(&problem, None)]);
    for engine in [&sleeper as &dyn Engine, &quick] {
        assert_eq!(gather(&mut plain, &[engine], &mut state, AN_HOUR), EndReason::Complete);
    }
    let both = || questions(&[(&problem, None), (&constrained, None)]).with_patience(patience);
    // The endless engine has the first rank. It gets 0.1 s for each question. Then it is the turn of the sleeper, which is known to
    // need less than the next limit of 0.4 s.
    let ending = gather(&mut both(), &[&endless, &sleeper], &mut state, Duration::from_millis(700));
    assert_eq!(ending, EndReason::OutOfBudget);
    let asked = endless.asked();
    assert_eq!(sleeper.asked(), 2);
    assert!((2..=3).contains(&asked), "{asked}");
    // It is not asked at all if two engines known to be quick settle the question.
    assert_eq!(gather(&mut both(), &[&endless, &sleeper, &quick], &mut state, AN_HOUR), EndReason::Complete);
    assert_eq!(endless.asked(), asked);
    // An engine that needed more than its predicted time is treated as one whose time is unknown.
    let other = self::constrained(&problem, &["words >= 2"]);
    let endless = Sleeper { without_constraints: Some(17), ..Sleeper::endless() };
    let mut evidence = questions(&[(&problem, None), (&other, None)]).with_patience(patience);
    let ending = gather(&mut evidence, &[&endless, &sleeper], &mut state, Duration::from_millis(1500));
    assert_eq!(ending, EndReason::OutOfBudget);
    assert_eq!((sleeper.asked(), endless.asked()), (3, 3));
}

/// Finds extremes, but cannot count.
struct ExtremesOnly;

impl Engine for ExtremesOnly {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: "extremes-only", method: Method::CountsWhole, ..Pinwheel.facts() }
    }

    fn prepare_supported(&self, problem: &Problem, kind: &SumKind) -> Result<Prepared<'_>, Declined> {
        let inner = Pinwheel.prepare(problem, kind)?;
        Ok(Prepared::whole(self, problem, kind, None, move |run| match inner.kind() {
            SumKind::Extreme(_) => inner.sum(run),
            _ => Err(EngineError::Failed { engine: self.name(), what: "cannot count".to_owned() }),
        }))
    }
}

/// An engine that finds an extreme answers two questions, and both answers are kept.
#[test]
fn an_extreme_states_the_number_of_its_grids() {
    let problem = problem(9, rules("british"));
    let goal = Goal::Fewest(Measure::Letters);
    let extreme = Backtrack.extreme(&problem, goal, &Run::new()).expect("an answer").expect("a grid");
    let constraint = format!("letters = {}", extreme.value).parse().expect("a constraint");
    let reaching = problem.clone().with_constraints(vec![constraint]).expect("a good constraint");
    let mut state = KnownOpinions::default();
    let opinions = |state: &mut KnownOpinions, asked: &[(&Problem, Option<Goal>)]| {
        let mut evidence = questions(asked);
        assert_eq!(gather(&mut evidence, &[&ExtremesOnly], state, AN_HOUR), EndReason::Complete);
        evidence.questions().iter().map(gridcheck::audit::question::Question::count).collect::<Vec<_>>()
    };
    // Counting fails before and after; only the two asked questions have answers.
    assert_eq!(opinions(&mut state, &[(&problem, None), (&problem, Some(goal))]), [None, Some(extreme.value.into())]);
    assert_eq!(opinions(&mut KnownOpinions::default(), &[(&reaching, None)]), [None]);
    let both = [(&reaching, None), (&problem, Some(goal))];
    let mut state = KnownOpinions::default();
    assert_eq!(opinions(&mut state, &both), [Some(extreme.grids), Some(extreme.value.into())]);
    assert_eq!(opinions(&mut state, &[(&reaching, None)]), [Some(extreme.grids)]);
}

/// An extreme found by bounding is a valid second opinion, even if listing would take forever.
#[test]
fn sat_finds_an_extreme_although_its_listing_is_slow() {
    let problem = problem(11, rules("british"));
    let evidence = questions(&[(&problem, Some(Goal::Most(Measure::Letters)))]);
    let question = evidence.question(0);
    let prepared = question.prepared_by(&Sat).expect("it can");
    assert!(!question.is_slow(&prepared));
    assert!(why_slow(&Sat, &problem).is_some());
    let extreme = Sat.extreme(&problem, Goal::Most(Measure::Letters), &Run::new()).expect("an answer");
    assert_eq!(extreme.map(|extreme| (extreme.value, extreme.grids)), Some((96, 1)));
}

/// An engine that calls a problem slow gets its first turn after longer ones of the others. Constraints may help it: then it waits less.
#[test]
fn a_slow_engine_waits_for_the_others() {
    let problem = problem(5, rules("british"));
    let constrained = constrained(&problem, &["words >= 1"]);
    for (problem, expected) in [(problem, 0), (constrained, 1)] {
        let [one, two] = ["one", "two"].map(|name| Sleeper::new(name, 0.3));
        let endless = Sleeper::endless();
        let slow = CountingOnly { slow: Some("for a test"), ..CountingOnly::new("slow", &endless) };
        let mut evidence = questions(&[(&problem, None)]).with_patience(Duration::from_millis(100));
        let engines: [&dyn Engine; 3] = [&slow, &one, &two];
        let ending = by_itself(|| gather(&mut evidence, &engines, &mut KnownOpinions::default(), AN_HOUR));
        let mut opinions = answered(&evidence);
        opinions.sort_unstable();
        assert_eq!((ending, opinions, endless.asked()), (EndReason::Complete, vec!["one", "two"], expected));
        assert!(one.asked() > 1, "its first limit sufficed");
    }
}

#[test]
fn verdicts_depend_on_the_number_of_agreeing_engines() {
    use ClaimVerdict::{Confirmed, ConfirmedByOne, OutOfBudget, Refuted};
    let claims = |value| of("s", &[claim(7, "british", "total", value), claim(7, "british", "h", "6")]);
    assert_eq!(verdicts(claims("650"), &[&Pinwheel, &Sat]), [Confirmed, ConfirmedByOne]);
    assert_eq!(verdicts(claims("650"), &[&Pinwheel]), [ConfirmedByOne, OutOfBudget]);
    assert_eq!(verdicts(claims("346"), &[&Pinwheel]), [Refuted, OutOfBudget]);
    assert_eq!(verdicts(claims("346"), &[]), [OutOfBudget, OutOfBudget]);
}

/// Returns the lengths of the words across and down, in the order of their numbers.
fn lengths(grid: &Grid) -> [Vec<usize>; 2] {
    let picture = grid.to_string();
    let rows: Vec<Vec<char>> = picture.lines().map(|row| row.chars().collect()).collect();
    let size = rows.len();
    let words = |is_white: &dyn Fn(usize, usize) -> bool| {
        let from = |line: usize, start: usize| (start..size).take_while(|&place| is_white(line, place)).count();
        let starts = |line: usize| (0..size).filter(move |&start| start == 0 || !is_white(line, start - 1));
        let all = (0..size).flat_map(|line| starts(line).map(move |start| (line, start, from(line, start))));
        all.filter(|&(_, _, length)| length > 1).collect::<Vec<_>>()
    };
    let across = words(&|row, column| rows[row][column] == '.');
    let mut down = words(&|column, row| rows[row][column] == '.');
    down.sort_by_key(|&(column, row, _)| (row, column));
    [across, down].map(|words| words.into_iter().map(|(_, _, length)| length).collect())
}

/// The theorem about all grids says nothing of those with one numbering.
#[test]
fn grids_of_a_numbering_are_counted() {
    let problem = problem(7, rules("british"));
    let grids: Vec<_> = listed(&Backtrack, &problem).iter().map(lengths).collect();
    assert_eq!(grids.len(), 650);
    let text = |lengths: &[usize]| lengths.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let mut counts = Vec::new();
    for [across, down] in grids.iter().step_by(40) {
        let both = grids.iter().filter(|[a, d]| (a, d) == (across, down)).count();
        let first = grids.iter().filter(|[a, _]| a.starts_with(&across[..2])).count();
        counts.push((format!("numbering across {} down {}", text(across), text(down)), both));
        counts.push((format!("numbering across {}, ...", text(&across[..2])), first));
    }
    assert!(counts.iter().any(|(_, count)| *count > 1) && counts.iter().any(|(_, count)| *count == 1), "{counts:?}");
    let claims = |more: usize| {
        let claimed = counts.iter().map(|(name, count)| claim(7, "british", name, &(count + more).to_string()));
        of("s", &claimed.collect::<Vec<_>>())
    };
    let engines: [&dyn Engine; 2] = [&Sat, &ExactCover];
    let judged = |more| {
        audit(vec![claims(more)], theorems::all(), &engines, AN_HOUR, &mut KnownOpinions::default(), &Unwatched)
            .expect("no file to write")
            .findings
            .remove(0)
    };
    for (more, expected) in [(0, ClaimVerdict::Confirmed), (1, ClaimVerdict::Refuted)] {
        for (finding, (name, _)) in judged(more).iter().zip(&counts) {
            assert_eq!((finding.verdict, finding.theorem.is_some()), (expected, false), "{name}");
            // On a busy machine the first limit may end either engine, so that the other one answers first.
            assert_eq!(HashSet::from(["sat", "exact-cover"]), finding.engines.iter().copied().collect(), "{name}");
        }
    }
}

/// An auditor can require that no claim stays open.
#[test]
fn an_audit_is_conclusive_when_two_engines_have_decided_every_claim() {
    let conclusive =
        |claims: &[Value], engines: &[&dyn Engine]| audited(of("s", claims), engines, AN_HOUR).is_conclusive();
    let right = claim(7, "british", "total", "650");
    assert!(conclusive(&[right.clone(), claim(7, "british", "total", "346")], &[&Backtrack, &Sat]), "right or wrong");
    assert!(!conclusive(std::slice::from_ref(&right), &[&Backtrack]), "one engine");
    assert!(!conclusive(&[claim(7, "british", "total", "346")], &[&Backtrack]), "one engine, that refutes");
    let [one, two] = [("one", &Backtrack as &dyn Engine), ("two", &Sat)].map(|(name, engine)| kin(name, engine));
    assert!(!conclusive(std::slice::from_ref(&right), &[&one, &two]), "two that share something");
    assert!(!conclusive(std::slice::from_ref(&right), &[]), "none");
    assert!(!conclusive(&[right, claim(2, "british", "total", "1")], &[&Backtrack, &Sat]), "nothing to count");
}

/// A quantity is only as sure as the least sure of its counts.
#[test]
fn a_faulty_engine_makes_no_claim_refuted() {
    let faulty = Faulty { engine: &Backtrack, edit: (|rules| rules.connected = false) as Edit };
    let claims = of("s", &[claim(7, "british", "total", "650"), claim(5, "british", "total", "17")]);
    assert_eq!(verdicts(claims, &[&Pinwheel, &faulty]), [ClaimVerdict::EnginesDisagree, ClaimVerdict::Confirmed]);
}

#[test]
fn without_time_only_relations_decide() {
    let outcome = audit(Claims::builtin(), &[], &ENGINES, Duration::ZERO, &mut KnownOpinions::default(), &Unwatched)
        .expect("no file to write");
    assert_eq!(outcome.ending, EndReason::OutOfBudget);
    for (_, claim, finding) in outcome.claims() {
        // The last two are a figure and its correction.
        let contradicts_its_source = ["16,754", "6,364", "6,170"].contains(&claim.printed.as_str());
        let expected = match &claim.meaning {
            Err(_) => ClaimVerdict::NotCheckable,
            Ok(_) if contradicts_its_source => ClaimVerdict::Inconsistent,
            Ok(_) => ClaimVerdict::OutOfBudget,
        };
        assert_eq!(finding.verdict, expected, "{claim:?}");
    }
    assert!(!outcome.is_well());
}

#[test]
fn a_budget_ends_a_count_that_is_on() {
    let claims = of("s", &[claim(15, "british", "total", "1"), claim(5, "british", "total", "17")]);
    let start = Instant::now();
    let outcome = audited(claims, &ENGINES, Duration::from_millis(1500));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(outcome.ending, EndReason::OutOfBudget);
    let verdicts: Vec<ClaimVerdict> = outcome.findings[0].iter().map(|finding| finding.verdict).collect();
    assert_eq!(verdicts, [ClaimVerdict::OutOfBudget, ClaimVerdict::Confirmed]);
}

/// Every claim that is quick to count, with its verdict.
#[test]
fn the_built_in_claims_up_to_7() {
    let mut sources = Claims::builtin();
    for source in &mut sources {
        source.claims.retain(|claim| claim.size.longer_side() <= 7);
    }
    let outcome =
        audit(sources, &[], &ENGINES, AN_HOUR, &mut KnownOpinions::default(), &Unwatched).expect("no file to write");
    assert_eq!(outcome.ending, EndReason::Complete);
    let wrong: Vec<(String, Option<String>)> = outcome
        .claims()
        .filter(|(_, _, finding)| !matches!(finding.verdict, ClaimVerdict::Confirmed | ClaimVerdict::NotCheckable))
        .map(|(source, claim, finding)| {
            let right = finding.right.as_ref().map(ToString::to_string);
            (format!("{} {} {} {}", source.name, claim.size, finding.verdict.name(), claim.printed), right)
        })
        .collect();
    let expected = [
        ("ho-2021 7 refuted 346", "650"),
        ("ho-2021 7 refuted 43", "79"),
        ("ferry-2019 7 refuted 398", "397"),
        ("vitez 7 refuted 0", "89"),
    ];
    assert_eq!(wrong, expected.map(|(what, right)| (what.to_owned(), Some(right.to_owned()))));
}
