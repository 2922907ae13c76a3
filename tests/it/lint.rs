//! Findings: codes, severities, clue numbers and squares.

use std::collections::BTreeSet;

use gridcheck::grid::Grid;
use gridcheck::lint::codes::Code;
use gridcheck::lint::profile::{PROFILES, Profile};
use gridcheck::lint::{Finding, Linter, Severity};
use gridcheck::rules::validator::{Validator, violations};
use gridcheck::rules::{BUILTIN, builtin};
use proptest::prelude::*;

fn grid(rows: &str) -> Grid {
    rows.parse().unwrap_or_else(|error| panic!("{rows}: {error}"))
}

fn by_profile(name: &str) -> Linter {
    Linter::by_profile(Profile::named(name).unwrap_or_else(|| panic!("{name} is a profile")))
}

fn by_rules(name: &str) -> Linter {
    Linter::by_rules(&builtin(name).expect("built in"))
}

fn lines(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{} {} {finding}", finding.code.name(), finding.severity.name())).collect()
}

fn codes(findings: &[Finding]) -> BTreeSet<Code> {
    findings.iter().map(|finding| finding.code).collect()
}

/// 5 × 5 with nothing wrong by the British rules.
const LATTICE: &str = ".....\n.#.#.\n.....\n.#.#.\n.....";

#[test]
fn codes_are_stable() {
    let names: Vec<String> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!((names[0].as_str(), names[17].as_str()), ("GC001", "GC018"));
    assert_eq!(Code::named("gc004"), Some(Code::FewWhites));
    assert_eq!(Code::named("GC999"), None);
    for (i, code) in Code::ALL.into_iter().enumerate() {
        assert_eq!(code as usize, i, "the list is in the order of the codes");
        assert_eq!(Code::named(&code.name()), Some(code));
        assert!(!code.title().is_empty() && code.explanation().len() > 40);
    }
}

#[test]
fn a_word_is_named_as_a_solver_would() {
    let findings = by_profile("times").findings(&grid(".......\n.#####.\n.#####.\n.......\n.#####.\n.#####.\n......."));
    let said = lines(&findings);
    assert!(
        said.contains(&"GC008 error 1-Across: 2 of 7 letters checked (CUUUUUC), at least 4 needed".to_owned()),
        "{said:?}"
    );
    assert!(
        said.contains(
            &"GC009 error 1-Across: 5 unchecked letters side by side (CUUUUUC), at most 2 allowed".to_owned()
        )
    );
    let finding = findings.iter().find(|finding| finding.code == Code::AdjacentUnches).expect("there is one");
    assert_eq!(finding.squares, (1..6).map(|c| (0, c)).collect::<Vec<_>>());
}

#[test]
fn a_rule_set_makes_errors_and_a_profile_has_its_own_mind() {
    // No half turn: the last square of the second row.
    let slip = grid(".....\n.#.##\n.....\n.#.#.\n.....");
    let errors = by_rules("british").findings(&slip);
    assert!(!errors.is_empty() && errors.iter().all(|finding| finding.severity == Severity::Error));
    let findings = by_profile("times").findings(&slip);
    let symmetry: Vec<&Finding> = findings.iter().filter(|finding| finding.code == Code::Symmetry).collect();
    assert_eq!(symmetry.len(), 1);
    assert_eq!((symmetry[0].severity, symmetry[0].squares.as_slice()), (Severity::Warning, &[(1, 4), (3, 0)][..]));
}

#[test]
fn each_profile_accepts_a_grid_and_names_what_it_is_for() {
    let lattice = grid(LATTICE);
    assert_eq!(by_profile("keith").findings(&lattice), []);
    assert_eq!(by_profile("times").findings(&lattice), []);
    assert_eq!(by_profile("lax").findings(&lattice), []);
    assert_eq!(
        codes(&by_profile("nyt").findings(&lattice)),
        [Code::SingleSquare, Code::Checking, Code::UnusualSize].into()
    );

    let exet = by_profile("exet");
    assert_eq!(exet.findings(&lattice), []);
    // CUUC: two unches side by side; words of three letters.
    let ring = grid("....\n.##.\n.##.\n....");
    assert_eq!(codes(&exet.findings(&ring)), [Code::AdjacentUnches].into());
    assert_eq!(codes(&exet.findings(&grid("...\n.#.\n..."))), [Code::ShortWord].into());
    // UCUCU is one unch more than checked letters, and too short for that.
    let comb = grid("#.#.#\n.....\n#.#.#\n.....\n#.#.#");
    assert!(codes(&exet.findings(&comb)).contains(&Code::ManyUnches));
    assert!(codes(&by_profile("keith").findings(&ring)).contains(&Code::EvenSize));
}

#[test]
fn a_part_that_hangs_on_one_square_is_told() {
    // Two rings joined by one word, which crosses each of them once.
    let joined = grid("...#...\n.#...#.\n...#...");
    let findings = by_profile("times").findings(&joined);
    let hinges: Vec<_> = findings.iter().filter(|finding| finding.code == Code::Hinge).collect();
    let squares: Vec<_> = hinges.iter().map(|finding| (finding.severity, finding.squares.clone())).collect();
    assert_eq!(
        squares,
        [(Severity::Warning, vec![(1, 2)]), (Severity::Warning, vec![(1, 4)])],
        "{:?}",
        lines(&findings)
    );
    assert_eq!(hinges[0].to_string(), "the grid hangs on one square: row 2, column 3");
}

#[test]
fn a_newspaper_counts_words_and_blacks() {
    let mut rows = vec!["...............".to_owned(); 15];
    assert_eq!(by_profile("nyt").findings(&grid(&rows.join("\n"))), []);
    rows.iter_mut().step_by(4).for_each(|row| *row = "#".repeat(15));
    let findings = by_profile("nyt").findings(&grid(&rows.join("\n")));
    assert!(codes(&findings).contains(&Code::ManyBlacks), "{:?}", lines(&findings));
    // Fourteen rows of four words, and twelve columns of two.
    let mut rows = vec!["...#...#...#..."; 15];
    rows[7] = "###############";
    let findings = by_profile("nyt").findings(&grid(&rows.join("\n")));
    assert!(
        lines(&findings).contains(&"GC015 warning 80 words, at most 78 wanted".to_owned()),
        "{:?}",
        lines(&findings)
    );
}

#[test]
fn codes_are_selected_and_ignored() {
    let slip = grid(".....\n.#.##\n.....\n.#.#.\n.....");
    let all = codes(&by_rules("british").findings(&slip));
    assert!(all.contains(&Code::Symmetry) && all.contains(&Code::Checking), "{all:?}");
    let only = |wanted: fn(Code) -> bool| codes(&by_rules("british").only(wanted).findings(&slip));
    assert_eq!(only(|code| code == Code::Checking), [Code::Checking].into());
    let others = only(|code| code != Code::Checking);
    assert!(!others.contains(&Code::Checking) && others.len() + 1 == all.len());
    assert_eq!(only(|_| false), [].into());
}

#[test]
fn every_profile_is_a_rule_set_that_makes_sense() {
    for profile in &PROFILES {
        assert_eq!(profile.ruleset().fault(), None, "{}", profile.name);
        assert_eq!(profile.ruleset().name, profile.name);
        assert!(!profile.source.is_empty() && !profile.summary.is_empty());
    }
}

proptest! {
    /// Every violation becomes one finding, with squares inside the grid; nothing is found in a valid grid.
    #[test]
    fn findings_are_the_validators(
        (height, width) in (1usize..12, 1usize..12),
        rows in prop::collection::vec(any::<u64>(), 12),
        set in 0..BUILTIN.len(),
    ) {
        let grid = Grid::from_rows(width, &rows[..height]).expect("a grid");
        let rules = BUILTIN[set].ruleset();
        let findings = Linter::by_rules(&rules).findings(&grid);
        prop_assert_eq!(findings.len(), violations(&grid, &rules).len());
        prop_assert_eq!(findings.is_empty(), Validator::new(&rules).is_valid(&grid));
        for finding in &findings {
            prop_assert!(finding.squares.iter().all(|&(r, c)| r < height && c < width));
            let about_word = matches!(
                finding.code,
                Code::ShortWord | Code::Checking | Code::AdjacentUnches | Code::UnchesAtEnd
            );
            prop_assert_eq!(finding.word.is_some(), about_word, "{}", finding);
        }
        for profile in &PROFILES {
            for finding in Linter::by_profile(profile).findings(&grid) {
                prop_assert!(finding.squares.iter().all(|&(r, c)| r < height && c < width));
            }
        }
    }
}
