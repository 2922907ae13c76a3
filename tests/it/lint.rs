//! Tests findings: codes, severities, clue numbers and squares.

use std::collections::BTreeSet;

use crate::prelude::*;
use gridcheck::lint::choice::Choice;
use gridcheck::lint::clue::is_about;
use gridcheck::lint::profile::{PROFILES, Profile};
use gridcheck::lint::{Diagnostic, Linter, Severity, codes_of};
use gridcheck::lint::{codes, demand};
use gridcheck::validator::diagnostic::Setting;
use gridcheck::validator::{Validator, Word, violations};
use proptest::prelude::*;
use serde_json::{Value, json};

fn by_profile(name: &str) -> Linter {
    Linter::by_profile(Profile::named(name).unwrap_or_else(|| panic!("{name} is a profile")))
}

fn by_rules(name: &str) -> Linter {
    Linter::by_rules(&builtin(name).expect("built in"))
}

fn names(findings: &[Diagnostic]) -> BTreeSet<&'static str> {
    findings.iter().map(|finding| finding.code.name).collect()
}

/// Returns the squares (row and column, from 0) that show a finding.
fn squares(finding: &Diagnostic) -> Vec<(usize, usize)> {
    finding.squares.iter().map(|square| (square.row, square.column)).collect()
}

/// A 5 × 5 grid without findings by the British rules.
const LATTICE: &str = ".....\n.#.#.\n.....\n.#.#.\n.....";

/// Users have codes in their scripts: a code keeps its meaning, even if its rule moves. `tests/snapshots/validate.txt` has their titles and
/// keys.
#[test]
fn codes_are_numbered_in_order() {
    let listed: Vec<&str> = codes::ALL.iter().map(|code| code.name).collect();
    let numbered: Vec<String> = (1..=listed.len()).map(|number| format!("GC{number:03}")).collect();
    assert_eq!(listed, numbered, "no code is given twice, and the list is in order");
    assert_eq!(codes::named("gc004"), codes::named("GC004"));
    assert_eq!(codes::named("GC999"), None);
}

/// Returns noise of several densities and sizes, lattices with slips, and grids for special rules.
fn many_grids() -> Vec<Grid> {
    let mut rng = SeededRng::new(7);
    let mut grids: Vec<Grid> = Vec::new();
    for (height, width) in [(3, 3), (5, 5), (4, 6), (7, 7), (13, 13), (15, 15)] {
        for density in 1..8 {
            for _ in 0..6 {
                let mut noise = Grid::black(height, width);
                for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
                    noise.set_white(r, c, rng.below(8) < density);
                }
                grids.push(noise);
            }
        }
    }
    grids.push(Grid::black(5, 5));
    grids.push(grid("...#...\n.#...#.\n...#..."));
    grids.push(grid("r..\n...\n..."));
    for size in [15, 21] {
        let row = "..#".repeat(size / 3);
        grids.push(grid(&vec![row; size].join("\n")));
    }
    grids
}

/// `rules --explain` derives its lists from what profiles and rule sets look for. So every such code must be found in some grid,
/// and no other.
#[test]
fn each_linter_finds_exactly_the_codes_it_declares() {
    let grids = many_grids();
    // British rules, and one more of each kind.
    let strict = requirements().map(|(key, value)| {
        let file = format!("{key} = {value}");
        Ruleset::from_toml(&file, &file).expect("a rule file")
    });
    let sets = BUILTIN.iter().map(gridcheck::rules::Builtin::ruleset).chain(strict);
    let of_sets = sets.map(|rules| (Linter::by_rules(&rules), codes_of(&rules).collect::<Vec<_>>()));
    let of_profiles = PROFILES.iter().map(|profile| (Linter::by_profile(profile), profile.codes()));
    for (linter, mut looked_for) in of_sets.chain(of_profiles) {
        // `clues` has a puzzle for each of these.
        looked_for.retain(|code| !is_about(code));
        let found: BTreeSet<&str> = grids.iter().flat_map(|grid| names(&linter.findings(grid))).collect();
        let expected: BTreeSet<&str> = looked_for.iter().map(|code| code.name).collect();
        assert_eq!(found, expected, "{}", linter.name);
        assert_eq!(looked_for.len(), expected.len(), "{}: each code once", linter.name);
    }
    let who_minds = |name: &str| -> Vec<(&str, &str)> {
        let code = codes::named(name).expect("a code");
        let profiles = PROFILES.iter().filter(|profile| profile.codes().contains(&code));
        profiles.map(|profile| (profile.name, profile.severity(code).name())).collect()
    };
    assert_eq!(who_minds("GC012"), [("times", "warning")]);
    assert_eq!(who_minds("GC014"), [("nyt", "note")]);
    assert_eq!(who_minds("GC004"), []);
}

#[test]
fn rule_sets_give_errors_and_profiles_their_own_severities() {
    // Without the half turn: the last square of the second row.
    let slip = grid(".....\n.#.##\n.....\n.#.#.\n.....");
    let errors = by_rules("british").findings(&slip);
    assert!(!errors.is_empty() && errors.iter().all(|finding| finding.severity == Severity::Error));
    let findings = by_profile("times").findings(&slip);
    let symmetry: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.rule() == Some("symmetry")).collect();
    assert_eq!(symmetry.len(), 1);
    assert_eq!((symmetry[0].severity, squares(symmetry[0])), (Severity::Warning, vec![(1, 4), (3, 0)]));
}

#[test]
fn each_profile_accepts_a_grid_and_names_what_it_is_for() {
    let lattice = grid(LATTICE);
    assert_eq!(by_profile("keith").findings(&lattice), []);
    assert_eq!(names(&by_profile("times").findings(&lattice)), ["GC016"].into());
    assert_eq!(by_profile("lax").findings(&lattice), []);
    assert_eq!(names(&by_profile("nyt").findings(&lattice)), ["GC006", "GC008", "GC016"].into());

    let exet = by_profile("exet");
    assert_eq!(exet.findings(&lattice), []);
    // CUUC: two adjacent unches; words of three letters.
    let ring = grid("....\n.##.\n.##.\n....");
    assert_eq!(names(&exet.findings(&ring)), ["GC009"].into());
    assert_eq!(names(&exet.findings(&grid("...\n.#.\n..."))), ["GC007"].into());
    // UCUCU has one more unchecked than checked letter, and is too short for that.
    let comb = grid("#.#.#\n.....\n#.#.#\n.....\n#.#.#");
    assert!(names(&exet.findings(&comb)).contains("GC013"));
    assert!(names(&by_profile("keith").findings(&ring)).contains("GC017"));
}

#[test]
fn the_profile_that_finds_least_is_chosen() {
    let choice = Choice::new();
    let fitting = |rows: &str| choice.fitting(&grid(rows)).map(|profile| profile.name);
    let closest = |rows: &str| choice.closest(&grid(rows)).name;
    assert_eq!(fitting(LATTICE), Some("keith"));
    assert_eq!(fitting("#.#.#\n.....\n#.#.#\n.....\n#.#.#"), Some("guardian-cryptic"));
    assert_eq!(fitting(&vec![".".repeat(13); 13].join("\n")), Some("nyt"));
    // With one wrong square no house accepts it. The Times rules find two errors; one of them is only a warning by the Guardian
    // rules.
    let slip = ".....\n.#.##\n.....\n.#.#.\n.....";
    assert_eq!((fitting(slip), closest(slip)), (None, "guardian-cryptic"));
}

/// A part of the rules does not decide validity, unless the omitted findings are only warnings or never looked for.
#[test]
fn validity_is_said_only_if_every_error_is_wanted() {
    let without = |linter: Linter, left_out: &str| linter.only(|code| code.name != left_out).says_validity();
    assert!(by_rules("british").says_validity() && by_profile("nyt").says_validity());
    assert!(!without(by_rules("british"), "GC008"));
    assert!(!without(by_profile("nyt"), "GC008"));
    assert!(without(by_profile("nyt"), "GC014"), "a note there");
    assert!(without(by_rules("british"), "GC014"), "of no rule set");
    assert!(without(by_rules("american-loose"), "GC003"), "edges may be black");
}

#[test]
fn every_profile_is_a_rule_set_that_makes_sense() {
    for profile in PROFILES.iter() {
        assert_eq!(profile.ruleset().fault(), None, "{}", profile.name);
        assert_eq!(profile.ruleset().name, profile.name);
        assert!(!profile.source.is_empty() && !profile.summary().is_empty());
    }
}

/// The demands of a profile or a rule set are printed from its data; an explanation that named a house could contradict them.
#[test]
fn explanations_of_codes_name_no_house() {
    for code in codes::ALL {
        for house in ["Keith", "Times", "Guardian", "Exet", "British", "American", "15 x 15"] {
            let text = [code.checks, code.matters].concat();
            assert!(!text.contains(house), "{code} speaks of {house}: {text}");
        }
    }
}

/// Each code that a profile or a rule set looks for has a demand in words, unless it always holds. Each demand has such a code.
#[test]
fn demands_cover_exactly_the_codes_looked_for() {
    let always = ["GC001"];
    for profile in PROFILES.iter() {
        let asked: BTreeSet<&str> = profile.demands().iter().map(|demand| demand.code.name).collect();
        let vain = |name: &str| profile.ruleset().checking == Checking::All && ["GC009", "GC010"].contains(&name);
        let found: BTreeSet<&str> =
            profile.codes().iter().filter(|code| !is_about(code)).map(|code| code.name).collect();
        let found: BTreeSet<&str> = found.into_iter().filter(|name| !always.contains(name) && !vain(name)).collect();
        assert_eq!(asked, found, "{}", profile.name);
    }
    for set in &BUILTIN {
        let rules = set.ruleset();
        let asked: BTreeSet<&str> = demand::of_rules(&rules).iter().map(|demand| demand.code.name).collect();
        let vain = |name: &str| rules.checking == Checking::All && ["GC009", "GC010"].contains(&name);
        let found: BTreeSet<&str> =
            codes_of(&rules).map(|code| code.name).filter(|name| !always.contains(name) && !vain(name)).collect();
        assert_eq!(asked, found, "{}", set.name);
    }
}

/// The words for each way of checking state how many letters of a word of five may be checked, as the validator judges it.
#[test]
fn checking_demands_in_words_agree_with_the_validator() {
    for (checking, words, may) in [
        (Checking::All, "every letter checked", &[5][..]),
        (Checking::CeilHalf, "exactly half (rounded up) of each word's letters checked", &[3]),
        (Checking::EitherHalf, "exactly half (rounded up or down) of each word's letters checked", &[2, 3]),
        (Checking::AtLeastHalf, "at least half of each word's letters checked", &[3, 4, 5]),
    ] {
        let rules = Ruleset { checking, ..Ruleset::lax() };
        assert!(demand::of_rules(&rules).iter().any(|demand| demand.words == words), "{words}");
        let is_top = |word: &Word| word.length == 5;
        let is_right = |&checked: &usize| {
            // A word of five above this number of columns of white squares.
            let below: String = (0..5).map(|c| if c < checked { '.' } else { '#' }).collect();
            let found = violations(&grid(&format!("...../{below}")), &rules);
            !found.iter().any(|found| found.rule() == Some("checking") && found.word.as_ref().is_some_and(is_top))
        };
        assert_eq!((0..=5).filter(is_right).collect::<Vec<_>>(), may, "{words}");
    }
}

proptest! {
    /// Every violation becomes one finding, with squares inside the grid; a valid grid has no finding.
    #[test]
    fn linter_findings_correspond_to_the_validators_violations(
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
            prop_assert!(squares(finding).iter().all(|&(r, c)| r < height && c < width));
            let about_word = ["GC007", "GC008", "GC009", "GC010", "GC018"].contains(&finding.code.name);
            prop_assert_eq!((finding.word.is_some(), finding.name.is_some()), (about_word, about_word), "{}", finding);
        }
        for profile in PROFILES.iter() {
            for finding in Linter::by_profile(profile).findings(&grid) {
                prop_assert!(squares(&finding).iter().all(|&(r, c)| r < height && c < width));
            }
        }
    }
}

/// A report lists exactly the rules that were checked.
#[test]
fn codes_of_rules_list_exactly_the_rules_in_force() {
    let asked = |rules: &Ruleset| codes_of(rules).map(|code| code.name).collect::<Vec<_>>();
    let always = ["GC001", "GC005", "GC022"];
    assert_eq!(asked(&lax()), always);
    for (key, value) in requirements() {
        let value: Value = serde_json::from_str(value).expect("a value");
        let alone = Ruleset::from_record(&json!({ key: value })).expect("a rule");
        let mut more = asked(&alone);
        more.retain(|name| key == "kind" && *name == "GC022" || !always.contains(name));
        let code = codes::ALL.iter().find(|code| code.key == Some(key)).expect("a code");
        assert_eq!(more, [code.name]);
    }
}

/// Returns the key of each rule that not all rule sets have, with the value in the example of its code.
fn requirements() -> impl Iterator<Item = (&'static str, &'static str)> {
    codes::ALL.iter().filter_map(|code| match code.example.setting {
        Setting::Value(value) => Some((code.key?, value)),
        Setting::Always | Setting::Profile(_) | Setting::Puzzle => None,
    })
}

/// Every rule of a rule file can be broken, and has a code.
#[test]
fn every_rule_has_a_code() {
    let keys: BTreeSet<&str> = requirements().map(|(key, _)| key).collect();
    let table = serde_json::to_value(lax()).expect("a table");
    let rules: BTreeSet<&str> = table.as_object().expect("a table").keys().map(String::as_str).collect();
    assert_eq!(&keys | &["name"].into(), rules);
}
