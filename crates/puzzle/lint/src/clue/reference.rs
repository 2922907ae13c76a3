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
        "If a clue names an entry, as in 7 Down, 7-Across, 12dn, 9ac/dn, See 7, With 7, … or 7's friend, the grid has it.",
        "The numbers may have changed since the clue was written. A number with one letter, as in 7d, counts only behind See. The direction \
         may not be part of a phrase, as in Down Under or I-76 across Pennsylvania.",
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
/// direction may belong to several numbers, as in `7, 9 and 12 Down`, and one number to both, as in `9ac/dn`. A clue may also begin with
/// `With 9,`, and name an entry as its owner, as in `12's friend`.
fn references(clue: &str) -> Vec<Reference<'_>> {
    parsed(clue).found
}

/// Returns the words for a direction, as the clue has them, that belong to references.
pub(super) fn directions(clue: &str) -> Vec<&str> {
    parsed(clue).directions
}

/// The references in a clue.
#[derive(Default)]
struct References<'a> {
    found: Vec<Reference<'a>>,
    /// The words for their directions.
    directions: Vec<&'a str>,
}

fn parsed(clue: &str) -> References<'_> {
    let (clue, _) = clue.rsplit_once('(').filter(|(before, _)| !before.is_empty()).unwrap_or((clue, ""));
    let words = Piece::all(clue);
    let begins = |word: &str| words.first().is_some_and(|first| first.text.eq_ignore_ascii_case(word));
    let (is_see, is_with) = (begins("see"), begins("with"));
    let tokens: Vec<Token> = (0..words.len()).map(|at| Token::of(&words, at, is_see)).collect();
    let is_only_reference = is_see && tokens.len() > 1 && tokens[1..].iter().all(|token| *token != Token::Word);
    let mut all = References::default();
    // The numbers in front, whose direction may follow.
    let mut waiting: Vec<&str> = Vec::new();
    // The numbers behind With, until a comma ends them.
    let mut is_behind_with = is_with;
    for (at, token) in tokens.iter().enumerate().skip(usize::from(is_with)) {
        let Piece { before, text, after } = words[at];
        match *token {
            Token::Number(number, None) if is_owner(&words, at) => {
                waiting.clear();
                all.found.push(Reference { number, direction: None });
            }
            Token::Number(number, None) => {
                waiting.push(number);
                let ends = after.starts_with(',') && !matches!(tokens.get(at + 1), Some(Token::Number(..)));
                if is_behind_with && ends {
                    all.found.extend(waiting.drain(..).map(|number| Reference { number, direction: None }));
                }
            }
            Token::Number(number, direction) => {
                all.found.extend(waiting.drain(..).chain([number]).map(|number| Reference { number, direction }));
            }
            Token::Direction(direction) => {
                let is_joined = before.chars().all(|c| c.is_whitespace() || "-–".contains(c));
                let number = match all.found.last() {
                    Some(Reference { number, direction: Some(other) }) if before == "/" && *other != direction => {
                        Some(*number)
                    }
                    Some(_) | None => None,
                };
                if let Some(number) = number {
                    all.found.push(Reference { number, direction: Some(direction) });
                } else if is_joined && !waiting.is_empty() {
                    all.directions.push(text);
                    let numbers = waiting.drain(..);
                    all.found.extend(numbers.map(|number| Reference { number, direction: Some(direction) }));
                } else {
                    waiting.clear();
                }
            }
            Token::Word if !is_only_reference => {
                waiting.clear();
                is_behind_with = false;
            }
            Token::And | Token::Word => {}
        }
    }
    if is_only_reference {
        all.found.extend(waiting.into_iter().map(|number| Reference { number, direction: None }));
    }
    all
}

/// A word of a clue, with what stands between it and its neighbours.
#[derive(Clone, Copy)]
struct Piece<'a> {
    before: &'a str,
    text: &'a str,
    after: &'a str,
}

impl<'a> Piece<'a> {
    /// Returns all words: letters and digits.
    fn all(clue: &'a str) -> Vec<Self> {
        let mut pieces: Vec<Piece> = Vec::new();
        let mut rest = clue;
        loop {
            let between = rest.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            if let Some(last) = pieces.last_mut() {
                last.after = &rest[..between];
            }
            if between == rest.len() {
                return pieces;
            }
            let word = &rest[between..];
            let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
            pieces.push(Piece { before: &rest[..between], text: &word[..end], after: "" });
            rest = &word[end..];
        }
    }
}

/// Returns `true` if a number owns what follows, as in `12's friend`. Decades and names, as in `the 80's` and `Boeing 747's`, do not.
fn is_owner(words: &[Piece], at: usize) -> bool {
    let is_owner = ["'", "’"].contains(&words[at].after) && words.get(at + 1).is_some_and(|next| next.text == "s");
    let is_name = at.checked_sub(1).is_some_and(|before| {
        // The first word of a clue is a capital in any case.
        words[before].text.starts_with(|first: char| first.is_ascii_uppercase()) && before > 0
            || words[before].text.eq_ignore_ascii_case("the")
    });
    // Entries have smaller numbers.
    let is_small = words[at].text.len() < 3 || words[at].text.starts_with('1');
    is_owner && !is_name && is_small && !words[at].text.ends_with('0')
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
    fn of(words: &[Piece<'a>], at: usize, is_see: bool) -> Self {
        let Piece { before, text: token, after } = words[at];
        let digits = token.bytes().take_while(u8::is_ascii_digit).count();
        let (number, letters) = token.split_at(digits);
        let direction = match letters.to_ascii_lowercase().as_str() {
            "across" | "ac" | "acr" => Some(Direction::Across),
            "down" | "dn" => Some(Direction::Down),
            "a" if is_see && digits > 0 => Some(Direction::Across),
            "d" if is_see && digits > 0 => Some(Direction::Down),
            _ => None,
        };
        let next = words.get(at + 1);
        match (digits, direction) {
            (0, Some(_)) if is_preposition(token, after, next) => Token::Word,
            (0, Some(direction)) => Token::Direction(direction),
            (0, None) if ["and", "or"].iter().any(|joint| token.eq_ignore_ascii_case(joint)) => Token::And,
            // Part of a name or of another number, as in I-76, $5 and 10:30.
            (1.., _) if is_bound(before, at.checked_sub(1).map(|before| words[before])) => Token::Word,
            (1..=3, direction) if letters.is_empty() || direction.is_some() => Token::Number(number, direction),
            _ => Token::Word,
        }
    }
}

/// Returns `true` if `down` or `across` belongs to the words behind it, as in `across Pennsylvania` and `Down Under`.
fn is_preposition(token: &str, after: &str, next: Option<&Piece>) -> bool {
    const OBJECTS: [&str; 10] = ["the", "a", "an", "my", "your", "his", "her", "its", "our", "their"];
    let Some(next) = next.filter(|_| !after.is_empty() && after.chars().all(char::is_whitespace)) else { return false };
    let is_small = token.starts_with(|first: char| first.is_ascii_lowercase());
    let is_name = next.text.starts_with(|first: char| first.is_ascii_uppercase()) && next.text.len() > 1;
    next.text.eq_ignore_ascii_case("under") || is_small && (is_name || OBJECTS.contains(&next.text))
}

/// Returns `true` if a number belongs to what stands before it. Numbers may be joined, as in `7-9 Down`.
fn is_bound(before: &str, previous: Option<Piece>) -> bool {
    let is_number = |piece: Piece| piece.text.bytes().all(|byte| byte.is_ascii_digit());
    match before.chars().last() {
        Some('-' | '–' | '/') if before.chars().count() == 1 => previous.is_some_and(|piece| !is_number(piece)),
        Some('.' | ':') if before.len() == 1 => true,
        Some('$' | '£' | '€' | '\'' | '’' | '#') => true,
        _ => false,
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
        assert_eq!(named("12's friend (4)"), [("12", None)]);
        assert_eq!(named("A friend of 12’s (4)"), [("12", None)]);
        assert_eq!(named("With 44, a play by Shaw"), [("44", None)]);
        assert_eq!(named("With 44 and 45, a play"), [("44", None), ("45", None)]);
        assert_eq!(named("Opposite of 9ac/dn"), [("9", across), ("9", down)]);
        assert_eq!(named("7-9 Down"), [("7", down), ("9", down)]);
        assert_eq!(named("7- or 9-Down"), [("7", down), ("9", down)]);
        assert_eq!(directions("Not down, as 2 down and 7-DOWN, 9dn"), ["down", "DOWN"]);
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
            "Holiday on April 25, Down Under",
            "I-76 across Pennsylvania",
            "Catch-22 down under",
            "Route 66 across Arizona",
            "Walk 12 down the street",
            "Paid $25 down",
            "At 10:30 across town",
            "Music of the 80's",
            "Boeing 747's rival",
            "With 10 toes",
            "With love, 7",
            "Psalms (23)",
            "",
        ] {
            assert_eq!(named(clue), [], "{clue}");
        }
    }
}
