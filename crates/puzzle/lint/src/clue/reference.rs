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
        "If a clue names an entry, as in 7 Down, 7-Across, 12dn, 99ac or See 7, the grid has it.",
        "The numbers may have changed since the clue was written. A number with one letter, as in 7d, counts only behind See.",
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

/// Returns the entries that a clue names: numbers with a direction behind them, or the numbers of a clue that is only a reference. One
/// direction may belong to several numbers, as in `7, 9 and 12 Down`.
fn references(clue: &str) -> Vec<Reference<'_>> {
    let (clue, _) = clue.rsplit_once('(').filter(|(before, _)| !before.is_empty()).unwrap_or((clue, ""));
    let tokens: Vec<&str> =
        clue.split(|c: char| !c.is_ascii_alphanumeric()).filter(|token| !token.is_empty()).collect();
    let is_see = tokens.first().is_some_and(|see| see.eq_ignore_ascii_case("see"));
    let parts: Vec<Token> = tokens.iter().map(|token| Token::of(token, is_see)).collect();
    let is_only_reference = is_see && parts.len() > 1 && parts[1..].iter().all(|part| *part != Token::Word);
    let mut found = Vec::new();
    // The numbers in front, whose direction may follow.
    let mut waiting: Vec<&str> = Vec::new();
    for part in parts {
        match part {
            Token::Number(number, None) => waiting.push(number),
            Token::Number(number, direction) => {
                found.extend(waiting.drain(..).chain([number]).map(|number| Reference { number, direction }));
            }
            Token::Direction(direction) => {
                found.extend(waiting.drain(..).map(|number| Reference { number, direction: Some(direction) }));
            }
            Token::Word if !is_only_reference => waiting.clear(),
            Token::And | Token::Word => {}
        }
    }
    if is_only_reference {
        found.extend(waiting.into_iter().map(|number| Reference { number, direction: None }));
    }
    found
}

/// A word of a clue, as far as it may belong to a reference.
#[derive(Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A number, with the direction directly behind it, as in `12dn`.
    Number(&'a str, Option<Direction>),
    Direction(Direction),
    And,
    Word,
}

impl<'a> Token<'a> {
    /// Returns the meaning of a word. In a clue that begins with See, a single letter is a direction too.
    fn of(token: &'a str, is_see: bool) -> Self {
        let digits = token.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letters) = token.split_at(digits);
        let direction = match letters.to_ascii_lowercase().as_str() {
            "across" | "ac" | "acr" => Some(Direction::Across),
            "down" | "dn" => Some(Direction::Down),
            "a" if is_see && digits > 0 => Some(Direction::Across),
            "d" if is_see && digits > 0 => Some(Direction::Down),
            _ => None,
        };
        match (digits, direction) {
            (0, Some(direction)) => Token::Direction(direction),
            (0, None) if token.eq_ignore_ascii_case("and") => Token::And,
            (1..=3, direction) if letters.is_empty() || direction.is_some() => Token::Number(number, direction),
            _ => Token::Word,
        }
    }
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
        // As British papers write them.
        assert_eq!(named("With 12dn, a plant (4)"), [("12", down)]);
        assert_eq!(named("See 99ac"), [("99", across)]);
        assert_eq!(named("See 9d"), [("9", down)]);
        assert_eq!(named("As 3 down, briefly (2)"), [("3", down)]);
        assert_eq!(named("1ac's opposite (5)"), [("1", across)]);
        assert_eq!(named("See 7, 9 and 12 Down"), [("7", down), ("9", down), ("12", down)]);
        assert_eq!(named("See 7 & 9"), [("7", None), ("9", None)]);
        for clue in [
            "See 7 men",
            "Catch 22",
            "Vitamin 3d film",
            "5 a day",
            "22 men go down",
            "The 9 worthies",
            "The 39 Steps",
            "1984 downgrade",
            "Down 7",
            "Psalms (23)",
            "",
        ] {
            assert_eq!(named(clue), [], "{clue}");
        }
    }
}
