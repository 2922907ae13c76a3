//! Describes the demands of rule sets and profiles in words. The text is made from their data, so it cannot differ from the check.

use std::ops::RangeInclusive;

use super::codes::Code;
use super::house::{HouseRule, black_shapes};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::plural::plural;
use gridcheck_core::rules::{
    Checking, GridKind, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset, Symmetry, UncheckedTable,
};
use gridcheck_validator::rule::{
    checking, connected, edges, in_word, kind, max_black_run, max_word, min_white, min_word, single_cells, symmetry,
    unchecked_ends, unchecked_run,
};

/// One demand on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// The code of the findings that break the demand.
    pub code: &'static Code,
    /// The demand in a few words.
    pub words: String,
}

/// Returns the demands of a rule set. Limits on unchecked letters are left out where every letter must be checked.
pub fn of_rules(rules: &Ruleset) -> Vec<Demand> {
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        rules.on_words();
    let RulesOnLines { min_white_per_row, max_black_run } = rules.on_lines();
    let RulesOnGrid { edges, connected, symmetry } = rules.on_grid();
    let half = |how: &str| Some(format!("{how} of each word's letters checked"));
    let checked = match checking {
        Checking::All => Some("every letter checked".to_owned()),
        Checking::CeilHalf => half("exactly half (rounded up)"),
        Checking::EitherHalf => half("exactly half (rounded up or down)"),
        Checking::AtLeastHalf => half("at least half"),
        Checking::Any => None,
        Checking::ByLength(table) => Some(unchecked_by_length(table, min_word)),
    };
    let unchecked = |limit: Limit, place: &str| match limit {
        Limit::AtMost(most) if checking != Checking::All => Some(format!("at most {most} unchecked {place}")),
        _ => None,
    };
    let turned = match symmetry {
        Symmetry::None => None,
        Symmetry::Rot180 => Some("the half turn"),
        Symmetry::Rot90 => Some("the quarter turn"),
        Symmetry::Mirror => Some("the left-right reflection"),
        Symmetry::Mirrors => Some("both mirror reflections"),
        Symmetry::Diagonal => Some("the reflection in the main diagonal"),
        Symmetry::Diagonals => Some("the reflections in both diagonals"),
        Symmetry::All => Some("all symmetries of the square"),
    };
    let longest = match max_word {
        Limit::AtMost(most) => Some(format!("words of {most} letters or fewer")),
        Limit::Unlimited => None,
    };
    let dark = match max_black_run {
        Limit::AtMost(most) => Some(format!("at most {} side by side", plural(most, "black square"))),
        Limit::Unlimited => None,
    };
    let asked = [
        (checking::CODE, checked),
        (unchecked_run::CODE, unchecked(max_unchecked_run, "in a row")),
        (unchecked_ends::CODE, unchecked(max_unchecked_run_at_ends, "at a word's start or end")),
        (min_word::CODE, (min_word > 2).then(|| format!("words of {min_word} letters or more"))),
        (max_word::CODE, longest),
        (single_cells::CODE, (!single_cells).then(|| "no run of one square".to_owned())),
        (symmetry::CODE, turned.map(str::to_owned)),
        (edges::CODE, edges.then(|| "no black outer row or column".to_owned())),
        (
            min_white::CODE,
            (min_white_per_row > 0)
                .then(|| format!("{} or more in each row and column", plural(min_white_per_row, "white square"))),
        ),
        (max_black_run::CODE, dark),
        (
            kind::CODE,
            Some(if rules.kind == GridKind::Bars { "bars and no black squares" } else { "no bars" }.to_owned()),
        ),
        (in_word::CODE, Some("every white square in a word".to_owned())),
        (connected::CODE, connected.then(|| "the grid in one piece".to_owned())),
    ];
    asked.into_iter().filter_map(|(code, words)| Some(Demand { code, words: words? })).collect()
}

/// Returns the demand of a house rule.
pub fn of_house(rule: HouseRule) -> Demand {
    let words = match rule {
        HouseRule::NoHinge => "no part hanging on one square".to_owned(),
        HouseRule::FewUnches => {
            "in a word no more unchecked than checked letters, or one more from nine letters on".to_owned()
        }
        HouseRule::SixthBlack => "at most a sixth of the squares black".to_owned(),
        HouseRule::MostWords { size, words } => format!("at most {words} words in {size} x {size}"),
        HouseRule::Sizes(sizes) => {
            let sizes: Vec<String> = sizes.iter().map(|size| format!("{size} x {size}")).collect();
            sizes.join(" or ")
        }
        HouseRule::OddSize => "odd numbers of rows and columns".to_owned(),
        HouseRule::MostBlack(shape, most) => format!("at most {most} {}", black_shapes::limit(shape)),
    };
    Demand { code: rule.code(), words }
}

/// Returns a table of unchecked letters in words, from the least length of a word on. Neighbouring lengths with equal entries are named
/// together.
fn unchecked_by_length(table: UncheckedTable, min_word: usize) -> String {
    let mut groups: Vec<(usize, usize, RangeInclusive<usize>)> = Vec::new();
    for (length, allowed) in (min_word..=MAX_SIZE).filter_map(|length| Some((length, table.unchecked(length)?))) {
        match groups.last_mut() {
            Some((_, last, before)) if *last + 1 == length && *before == allowed => *last = length,
            _ => groups.push((length, length, allowed)),
        }
    }
    let words = groups.into_iter().map(|(first, last, allowed)| {
        let number = match (*allowed.start(), *allowed.end()) {
            (0, 0) => "none".to_owned(),
            (0, most) => format!("at most {most}"),
            (least, most) if least == most => format!("exactly {most}"),
            (least, most) => format!("{least} to {most}"),
        };
        match last - first {
            0 => format!("{number} of {first}"),
            1 => format!("{number} of {first} or {last}"),
            _ => format!("{number} of {first} to {last}"),
        }
    });
    format!("unchecked letters: {}", words.collect::<Vec<_>>().join(", "))
}
