//! Compares published grids with facts that other people measured.
//!
//! Each fact is one that the validator finds under suitable rules: the number of words that break a rule that every word breaks,
//! the number of runs of one letter, and so on. The grids are other people's and do not ship with this crate; if the folder is
//! absent the test reports it and passes.

use std::collections::{BTreeMap, BTreeSet};

use crate::prelude::*;
use crate::program::{PublishedGrid, answer, feed, file, json_lines, name, published_grids, run, shared, text};
use gridcheck::constraint::{Bounds, Rational};
use gridcheck::grid::MAX_SIZE;
use gridcheck::lint::Linter;
use gridcheck::lint::choice::Choice;
use gridcheck::lint::profile::Profile;
use gridcheck::stats::satisfied;
use gridcheck::validator::rule::min_word;
use gridcheck::validator::{Validator, violations};

/// Counts the violations of one rule.
fn broken(grid: &Grid, rules: &Ruleset, rule: &str) -> usize {
    violations(grid, rules).iter().filter(|violation| violation.rule() == Some(rule)).count()
}

/// Returns the facts of one grid under the names of the index.
fn facts(grid: &Grid) -> BTreeMap<&'static str, usize> {
    // No grid here is 64 squares wide, so every word is too short.
    let lengths: Vec<usize> = violations(grid, &Ruleset { min_word: MAX_SIZE, ..lax() })
        .into_iter()
        .filter(|violation| violation.code == min_word::CODE)
        .filter_map(|violation| violation.word.map(|word| word.length))
        .collect();
    // A white square in only one word is a run of one in the other direction. An isolated square is one in both directions, and
    // in no word.
    let singles = broken(grid, &Ruleset { single_cells: false, ..lax() }, "single_cells");
    let isolated = broken(grid, &lax(), "in_word");
    let holds = |rules: Ruleset| usize::from(Validator::new(&rules).is_valid(grid));
    let british = builtin("british").expect("built in");
    let american = builtin("american").expect("built in");
    BTreeMap::from([
        ("black", grid.height() * grid.width() - grid.whites()),
        ("words", lengths.len()),
        ("min_len", lengths.iter().copied().min().unwrap_or(0)),
        ("max_len", lengths.iter().copied().max().unwrap_or(0)),
        ("rot180", holds(Ruleset { symmetry: Symmetry::Rot180, ..lax() })),
        ("connected", holds(Ruleset { connected: true, ..lax() })),
        ("unchecked_cells", singles - isolated),
        ("words_under_half_checked", broken(grid, &Ruleset { checking: Checking::AtLeastHalf, ..lax() }, "checking")),
        ("words_not_exactly_ceil_half", broken(grid, &Ruleset { checking: Checking::CeilHalf, ..lax() }, "checking")),
        ("keith_rules_ok", holds(british)),
        ("american_ok", holds(american)),
    ])
}

#[test]
fn published_grids_have_the_facts_measured_on_them() {
    let Some(published) = published_grids() else { return };
    let mut wrong = Vec::new();
    for PublishedGrid { grid, facts: entry, .. } in &published {
        let (file, size) = (&entry["file"], format!("{}x{}", grid.width(), grid.height()));
        if size != entry["size"] {
            wrong.push(format!("{file}: size {size}, the index says {}", entry["size"]));
        }
        for (fact, found) in facts(grid) {
            if found.to_string() != entry[fact] {
                wrong.push(format!("{file}: {fact} {found}, the index says {}", entry[fact]));
            }
        }
    }
    assert!(published.len() >= 28, "the index lists only {} grids", published.len());
    assert_eq!(wrong, [""; 0]);
}

/// Every published grid is judged by the profile with the fewest findings. American grids get an American profile and British
/// ones do not. Grids that break their profile have the index's facts.
#[test]
fn published_grids_fit_the_profiles_of_their_kind() {
    let Some(published) = published_grids() else { return };
    let grid = |file: &str| {
        let found = published.iter().find(|published| published.facts["file"] == file);
        found.unwrap_or_else(|| panic!("the index lists no {file}")).grid.clone()
    };
    let chosen = [
        ("american/banks-131202-13x13.txt", "nyt", "GC014 note, GC016 note"),
        ("american/chronicle-20140815.txt", "nyt", ""),
        ("american/crosssynergy-080904.txt", "nyt", "GC014 note"),
        ("american/family-crossword-4-unches.txt", "nyt", "GC006 error, GC008 error, GC014 note"),
        ("american/joseph-2016-01-05-11x13.txt", "nyt", "GC016 note"),
        ("american/nyt-1996-11-05-farrell.txt", "nyt", "GC015 warning"),
        ("american/nyt-locked.txt", "nyt", ""),
        ("american/nyt-rebus-notes-shape.txt", "nyt", "GC014 note"),
        ("american/nyt-weekday-notes.txt", "nyt", ""),
        ("american/usatoday-2016-01-05.txt", "nyt", ""),
        ("american/wsj-110624-21x21.txt", "nyt", ""),
        ("british/1ac-gussalufz-23.txt", "keith", ""),
        ("british/bletchley-001-13x13.txt", "guardian-quick", ""),
        ("british/browser-2023-03.txt", "keith", ""),
        ("british/ft-17095.txt", "guardian-cryptic", ""),
        ("british/guardian-cryptic-29528.txt", "guardian-cryptic", ""),
        ("british/guardian-cryptic-47.txt", "nyt", "GC002 warning, GC016 note"),
        ("british/guardian-prize-25220.txt", "guardian-cryptic", ""),
        ("british/guardian-prize-29524.txt", "keith", ""),
        ("british/guardian-sunday-quick-1.txt", "guardian-quick", ""),
        ("british/gussalufz-14-has-2-letter.txt", "times", "GC007 warning, GC012 warning"),
        ("british/gussalufz-8-13x13-underchecked.txt", "guardian-quick", ""),
        ("british/hindu-grid1.txt", "keith", ""),
        ("british/hindu-grid3.1.txt", "keith", ""),
        ("british/hindu-grid3.txt", "keith", ""),
        ("british/ixl-2022-2.txt", "keith", ""),
        ("british/qxw-xmas-15x15.txt", "keith", ""),
        ("british/wk36-325C.txt", "guardian-cryptic", ""),
    ];
    let choice = Choice::new();
    assert_eq!(published.len(), chosen.len(), "every grid of the index");
    for (file, expected, said) in chosen {
        let grid = grid(file);
        let profile = choice.closest(&grid);
        let found: BTreeSet<String> = Linter::by_profile(profile)
            .findings(&grid)
            .iter()
            .map(|finding| format!("{} {}", finding.code.name, finding.severity.name()))
            .collect();
        let found = found.into_iter().collect::<Vec<_>>().join(", ");
        assert_eq!((profile.name, found.as_str()), (expected, said), "{file}");
    }
    // A house's own puzzles pass its profile.
    for (file, name) in [
        ("british/guardian-cryptic-29528.txt", "guardian-cryptic"),
        ("british/guardian-prize-25220.txt", "guardian-prize"),
        ("british/guardian-prize-29524.txt", "guardian-prize"),
        ("british/guardian-sunday-quick-1.txt", "guardian-quick"),
    ] {
        let grid = grid(file);
        let linter = Linter::by_profile(Profile::named(name).expect("a profile"));
        assert_eq!(linter.findings(&grid), [], "{file}");
    }
}

/// Nearly all published grids of a kind have what grids that are drawn as printed have, and some have as much as that.
#[test]
fn what_is_drawn_as_printed_is_what_published_grids_have() {
    let Some(published) = published_grids() else { return };
    for (kind, name, exceptions) in [("british", "times", 1), ("american", "nyt", 2)] {
        let of_kind = published.iter().filter(|published| published.facts["file"].starts_with(kind));
        let grids: Vec<&Grid> = of_kind.map(|published| &published.grid).collect();
        let profile = Profile::named(name).expect("a profile");
        for constraint in profile.printed() {
            let broken = |constraint| grids.iter().filter(|grid| !satisfied(**grid, &[constraint])).count();
            assert!(broken(constraint) <= exceptions, "{kind}: {constraint}");
            let (least, most) = (constraint.bounds.least(), constraint.bounds.most().expect("a bound"));
            // A mean is stated with decimals.
            let step = Rational::new(1, if most.is_integer() { 1 } else { 100 });
            let below = (most >= step).then(|| Bounds::new(least, Some(most - step)));
            let above = least.map(|least| Bounds::new(Some(least + step), Some(most)));
            for bounds in [below, above].into_iter().flatten().flatten() {
                let tighter = Constraint { bounds, ..constraint };
                assert!(broken(tighter) > broken(constraint), "{kind}: {constraint} is not tight");
            }
        }
    }
}

/// The published list of 2021 has 346 grids. 334 of them are valid, of 650 valid grids that exist.
#[test]
fn the_list_of_2021_lacks_grids_and_has_invalid_ones() {
    if let Some(path) = shared("published/ho-2021/valid_5x5_grids.txt") {
        answer(&["compare", "--size", "5", "--rules", "ho", "--against", text(&path)]);
    }
    let Some(path) = shared("published/ho-2021/valid_7x7_grids.txt") else { return };
    let said = run(&["compare", "--size", "7", "--engines", "backtrack,exact-cover", "--against", text(&path)]);
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    let found = "346 grids, 334 matched, 334 valid, 12 invalid, 316 missing, 0 duplicates";
    assert!(said.out.contains(found), "{}", said.out);
    let reasons = said.out.split("\n\n").filter(|part| part.starts_with("invalid, at line "));
    assert_eq!(reasons.clone().count(), 12, "{}", said.out);
    for reason in reasons {
        assert!(reason.contains("GC008 ") && reason.contains("-Across: "), "each with its reason: {reason}");
    }
}

/// A published grid is found among all published ones, and no other grid is nearer.
#[test]
fn published_grids_are_found() {
    let Some(published) = published_grids() else { return };
    let grids: Vec<String> = published.iter().map(|published| format!("{}\n", published.grid)).collect();
    let list = grids.join("\n");
    for grid in &grids {
        let said =
            feed(&["similar", name(&file(grid)), "--among", "-", "--count", "1", "--format", "json"], list.as_str());
        assert_eq!(json_lines(&said.out)[0]["distance"], 0, "{} {grid}", said.err);
    }
}

/// Published puzzles have almost no findings about clues: those that remain were looked at, and are true.
#[test]
fn published_puzzles_raise_no_false_alarm() {
    let Some(folder) = shared("formats") else { return };
    for (name, expected) in [
        // The answer NATIONAL, and the clue "Mount McKinley's national park".
        ("av110622.puz", &["GC116"][..]),
        ("basic.exolve", &[]),
        ("guardian-simple.json", &[]),
        ("nyt1955-01-01.xd", &[]),
        ("test.ipuz", &[]),
        ("washpost.puz", &["GC113"]),
    ] {
        let path = folder.join(name);
        let said = run(&["validate", "--profile", "times", "--format", "json", text(&path)]);
        let findings = json_lines(&said.out)[0]["findings"].clone();
        let codes = findings.as_array().expect("findings").iter().map(|one| one["code"].as_str().expect("a code"));
        let of_clues = |code: &&str| code.starts_with("GC1") && *code > "GC100";
        let found: Vec<&str> = codes.filter(of_clues).filter(|code| !["GC102", "GC111"].contains(code)).collect();
        assert_eq!(found, expected, "{name}");
    }
}
