//! Checks that clues refer to entries of the grid, as in `See 7 Down`.

use std::collections::BTreeSet;

use serde_json::json;

use gridcheck_layout::words::{Direction, Word};
use gridcheck_validator::diagnostic::{Diagnostic, Severity};

use super::{ClueRule, Clued, about, code, quoted};

pub(super) const DANGLING: ClueRule = ClueRule {
    severity: Severity::Warning,
    find: dangling,
    code: &code(
        "GC110",
        "a reference to an entry that the grid does not have",
        "If a clue names an entry, as in 7 Down, 7-Across or See 7, the grid has it.",
        "The numbers may have changed since the clue was written.",
        "See 7 down, in a grid without 7-Down",
    ),
};

/// An entry that a clue names: its number, and its direction if the clue has it.
#[derive(Debug, PartialEq, Eq)]
struct Reference<'a> {
    number: &'a str,
    direction: Option<Direction>,
}

fn dangling(clued: &Clued) -> Vec<Diagnostic> {
    let name = |word: &Word| Some((clued.puzzle.number((word.row, word.column), &clued.words)?, word.direction));
    let entries: BTreeSet<(String, Direction)> = clued.words.words.iter().filter_map(name).collect();
    let is_there = |reference: &Reference| {
        let of = |direction| entries.contains(&(reference.number.to_owned(), direction));
        reference.direction.map_or_else(|| of(Direction::Across) || of(Direction::Down), of)
    };
    let mut found = Vec::new();
    for (word, clue) in clued.clues() {
        for reference in references(clue).into_iter().filter(|reference| !is_there(reference)) {
            let Reference { number, direction } = reference;
            let direction = direction.map_or(String::new(), |direction| format!("-{}", direction.title()));
            let name = format!("{number}{direction}");
            let message = format!("the clue refers to {name}, which the grid does not have: {}", quoted(clue));
            found.push(about(DANGLING.code, word, message, [("entry", json!(name))]));
        }
    }
    found
}

/// Returns the entries that a clue names: a number with a direction behind it, or the only number after "See".
fn references(clue: &str) -> Vec<Reference<'_>> {
    let (clue, _) = clue.rsplit_once('(').filter(|(before, _)| !before.is_empty()).unwrap_or((clue, ""));
    let tokens: Vec<&str> =
        clue.split(|c: char| !c.is_ascii_alphanumeric()).filter(|token| !token.is_empty()).collect();
    let is_number = |token: &str| token.bytes().all(|byte| byte.is_ascii_digit()) && token.len() <= 3;
    let direction = |token: Option<&&str>| match token?.to_ascii_lowercase().as_str() {
        "across" | "ac" => Some(Direction::Across),
        "down" | "dn" => Some(Direction::Down),
        _ => None,
    };
    if let [see, number] = tokens[..]
        && see.eq_ignore_ascii_case("see")
        && is_number(number)
    {
        return vec![Reference { number, direction: None }];
    }
    let named = tokens.iter().enumerate().filter(|(_, token)| is_number(token));
    named.filter_map(|(i, number)| Some(Reference { number, direction: Some(direction(tokens.get(i + 1))?) })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_numbers_with_a_direction() {
        let (across, down) = (Some(Direction::Across), Some(Direction::Down));
        let named =
            |clue| references(clue).into_iter().map(|found| (found.number, found.direction)).collect::<Vec<_>>();
        assert_eq!(named("See 7"), [("7", None)]);
        assert_eq!(named("see 12 Down (3)"), [("12", down)]);
        assert_eq!(named("With 7-Across and 9 dn, a play (4)"), [("7", across), ("9", down)]);
        assert_eq!(named("7 Down"), [("7", down)]);
        for clue in ["See 7 men", "Catch 22", "The 39 Steps", "1984 downgrade", "Down 7", "Psalms (23)", ""] {
            assert_eq!(named(clue), [], "{clue}");
        }
    }
}
