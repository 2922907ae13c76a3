//! A file of clues, as setters keep them beside a grid: plain text, one clue a line.
//!
//! ```text
//! Across
//! 1. Feline (3)
//! 4, 7d Ran away (3,2)
//!
//! D2. Weight (3) ~ TON
//! 3-Down Bird (4)
//! ```
//!
//! A number has its direction beside it, or that of the heading above. A comma, `&`, `/` or `and` joins the numbers of a clue for several
//! entries, each with or without a direction. The answer behind ` ~ ` is compared with the letters of the grid, and where the grid has none,
//! with the number of squares and the other answers. Empty lines, and lines that begin with `#`, are remarks.

use std::collections::BTreeMap;

use super::defects::{Defects, DraftClue, DraftClues, Part, StrayClue, WordReference};
use super::exolve::{Label, labels};
use super::fault::Fault;
use super::puzzle::{Puzzle, Square, Start, fits, name_of, normalised, one_line};
use super::rich_text::RichText;
use super::xd::split_answer;
use gridcheck_core::place::offset_of;
use gridcheck_core::plural::plural;
use gridcheck_core::visible::shortened;
use gridcheck_layout::words::{Direction, Word};

/// The line that is expected.
const EXPECTED: &str =
    "expected a clue, as in A1. Feline (3), or a heading Across or Down above lines such as 1. Feline (3)";

/// Maximum length of a text in a message.
const MAX_QUOTED: usize = 60;

const DIRECTIONS: [Direction; 2] = [Direction::Across, Direction::Down];

/// A line with a clue.
struct ClueLine<'a> {
    direction: Direction,
    number: &'a str,
    /// The further words of its answer.
    parts: Vec<Part>,
    text: &'a str,
    answer: &'a str,
}

/// The answer that a line states for an entry.
struct StatedAnswer {
    line: usize,
    number: String,
    direction: Direction,
    answer: String,
}

/// The letters that the answers of lines state for squares without a letter, each with its line.
type LettersOfLines = BTreeMap<Square, (String, usize)>;

impl Puzzle {
    /// Sets the clues that a text lists. Those of other words stay.
    pub fn set_clues(&mut self, text: &str) -> Result<(), Fault> {
        let mut clues = DraftClues::default();
        let mut stated = Vec::new();
        let mut heading = None;
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let name = content.trim_end_matches(':');
            if let Some(direction) = DIRECTIONS.into_iter().find(|known| name.eq_ignore_ascii_case(known.title())) {
                heading = Some(direction);
                continue;
            }
            let column = line.chars().take_while(|character| character.is_whitespace()).count() + 1;
            let clue = clue_line(content, heading).map_err(|message| Fault::at(number, column, message))?;
            if !clue.answer.is_empty() {
                let (number_of, answer) = (clue.number.to_owned(), one_line(clue.answer));
                stated.push(StatedAnswer { line: number, number: number_of, direction: clue.direction, answer });
            }
            let at = WordReference::Number(clue.number.to_owned());
            let added = clues.add(DraftClue::new(at, clue.direction));
            added.clue.text = RichText::from(&*one_line(clue.text));
            (added.parts, added.line) = (clue.parts, Some(number));
        }
        self.replace_clues(clues, &stated)
    }

    /// Adds clues in place of those that their words have, if the stated answers fit.
    fn replace_clues(&mut self, clues: DraftClues, stated: &[StatedAnswer]) -> Result<(), Fault> {
        let words = self.words();
        let mut listed = self.clone();
        listed.clues.clear();
        let mut defects = Defects::default();
        clues.give(&mut listed, &words, |word| (word.row, word.column), &mut defects);
        if let Some(StrayClue { name, text, line }) = defects.stray.first() {
            let message = format!("a clue for {name}, which the grid does not have: {}", quoted(text));
            return Err(Fault::at(line.unwrap_or(1), 1, message));
        }
        let word = |start: &Start| words.at(start.direction, (start.row, start.column));
        let refused = |start: &Start, line: Option<usize>, message: &str| {
            let name = word(start).map_or_else(String::new, |word| word.to_string());
            let line = line.or_else(|| defects.lines.get(start).copied());
            Err(Fault::at(line.unwrap_or(1), 1, format!("{name}: {message}")))
        };
        if let Some((start, text, line)) = defects.second.first() {
            return refused(start, *line, &format!("a second clue: {}", quoted(text)));
        }
        if let Some(start) = defects.linked.first() {
            return refused(
                start,
                None,
                "the clue is for an entry that the grid does not have, or for one entry twice",
            );
        }
        let mut letters = LettersOfLines::new();
        for stated in stated {
            let is_meant = |word: &&Word| {
                word.direction == stated.direction
                    && self.number((word.row, word.column), &words).as_ref() == Some(&stated.number)
            };
            let Some(word) = words.words.iter().find(is_meant) else {
                let name = format!("{}-{}", stated.number, stated.direction.title());
                let message = format!("an answer for {name}, which the grid does not have: {}", quoted(&stated.answer));
                return Err(Fault::at(stated.line, 1, message));
            };
            // The entry of one word may have the letters of this word alone, though its clue is for several.
            let squares = [listed.answer_squares(word), self.answer_squares(word), word.squares().collect()];
            if let Some(found) = self.other_answer(&squares, stated, &mut letters) {
                let message = format!("{word}: the answer is {}, {found}", quoted(&stated.answer));
                return Err(Fault::at(stated.line, 1, message));
            }
        }
        // A line without a clue, as in the file of a grid without clues, changes nothing.
        for (start, clue) in listed.clues.into_iter().filter(|(_, clue)| !clue.text.is_empty()) {
            let known = self.clues.entry(start).or_default();
            (known.text, known.answer) = (clue.text, clue.answer);
        }
        self.change_clues(|_, _| {});
        Ok(())
    }

    /// Returns what contradicts an answer, whose squares may be any of these lists, or `None` if it fits. The letters of an answer that fits
    /// are added to those that are stated.
    fn other_answer(
        &self,
        lists: &[Vec<Square>],
        StatedAnswer { answer, line, .. }: &StatedAnswer,
        stated: &mut LettersOfLines,
    ) -> Option<String> {
        let letters = |squares: &[Square]| squares.iter().map(|&square| self.letter(square)).collect::<Vec<_>>();
        let is_known = |squares: &[Square]| !letters(squares).contains(&"");
        if lists.iter().any(|squares| is_known(squares) && fits(letters(squares).into_iter(), answer)) {
            return None;
        }
        let shown = |squares: &[Square]| {
            let shown = letters(squares).into_iter().map(|letter| if letter.is_empty() { "." } else { letter });
            format!("the grid has {}", quoted(&shown.collect::<String>()))
        };
        let wanted: Vec<char> = normalised(answer).chars().collect();
        let length = |&square: &Square| normalised(self.letter(square)).chars().count().max(1);
        let Some(squares) = lists.iter().find(|list| list.iter().map(length).sum::<usize>() == wanted.len()) else {
            return lists.first().map(|squares| {
                if is_known(squares) {
                    shown(squares)
                } else {
                    format!("the entry has {}", plural(squares.len(), "square"))
                }
            });
        };
        if is_known(squares) {
            return Some(shown(squares));
        }
        let mut at = 0;
        for square in squares {
            let own: String = wanted[at..][..length(square)].iter().collect();
            at += length(square);
            let in_grid = self.letter(*square);
            if !in_grid.is_empty() {
                if !fits([in_grid].into_iter(), &own) {
                    return Some(shown(squares));
                }
                continue;
            }
            let (letter, first) = stated.entry(*square).or_insert_with(|| (own.clone(), *line));
            if !fits([letter.as_str()].into_iter(), &own) && !fits([own.as_str()].into_iter(), letter) {
                return Some(format!("line {first} has {letter} in {}", name_of(*square)));
            }
        }
        None
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", shortened(text, MAX_QUOTED))
}

/// Returns the clue of a line, whose direction may be that of the heading, or what is expected.
fn clue_line(line: &str, heading: Option<Direction>) -> Result<ClueLine<'_>, String> {
    let (line, answer) = split_answer(line);
    let mut all: Vec<Label> = Vec::new();
    let mut rest = line;
    let mut by_letter = false;
    // `true` behind a period, a colon or a bracket: the clue follows.
    let mut is_closed = false;
    while !is_closed {
        // A1. as in `.xd`, or a number with the direction behind it.
        let in_front = DIRECTIONS.into_iter().find(|direction| rest.starts_with(&direction.title()[..1]));
        let in_front = in_front.filter(|_| rest[1..].starts_with(|digit: char| digit.is_ascii_digit()));
        let from = if in_front.is_some() { &rest[1..] } else { rest };
        let Some((mut found, after)) = labels(from) else { break };
        if let Some(first) = found.first_mut() {
            first.direction = in_front.or(first.direction);
            by_letter = first.direction.is_some();
        }
        let mut before = &from[..offset_of(from, after)];
        rest = after;
        let named =
            if before.ends_with(|last: char| last.is_ascii_digit() || last == ']') { full_name(rest) } else { None };
        if let Some((direction, after)) = named {
            if let Some(last) = found.last_mut() {
                last.direction = Some(direction);
            }
            by_letter = false;
            (before, rest) = (&line[..offset_of(line, after)], after);
            if let Some(after) = rest.strip_prefix('.').filter(|after| !after.starts_with('.')) {
                (is_closed, rest) = (true, after);
            }
        }
        all.append(&mut found);
        is_closed |= before.trim_end().ends_with('.');
        if let Some(after) = rest.strip_prefix([':', ')']).filter(|_| !is_closed) {
            (is_closed, rest) = (true, after);
        }
        let is_glued = rest.starts_with(|next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '–'));
        if is_glued && !is_closed && before.ends_with(|last: char| last.is_ascii_alphanumeric()) {
            return Err(format!(
                "expected a space or a period behind a number, as in 1. Feline (3), found {}",
                quoted(line)
            ));
        }
        match joint(rest).filter(|_| !is_closed || rest.trim_start().starts_with(',')) {
            Some(after) if !is_closed && names_entry(after) => rest = after.trim_start(),
            Some(_) => {
                return Err(format!(
                    "expected an entry such as 2-Down behind the sign that joins two, or a period in front of the clue, found {}",
                    quoted(rest.trim())
                ));
            }
            None => break,
        }
    }
    let (first, further) = all.split_first().ok_or(EXPECTED)?;
    let other = heading.filter(|heading| first.direction.is_some_and(|direction| direction != *heading));
    if let Some(heading) = other.filter(|_| by_letter && !is_closed && further.is_empty()) {
        return Err(format!(
            "{} stands under the heading {}: expected a period behind the number, or behind the letter of the direction",
            quoted(line),
            heading.title()
        ));
    }
    let direction = first.direction.or(heading).ok_or(EXPECTED)?;
    let part = |label: &Label| Part::Word(WordReference::Number(label.number.to_owned()), label.direction);
    let parts = further.iter().map(part).collect();
    Ok(ClueLine { direction, number: first.number, parts, text: rest.trim(), answer })
}

/// Returns the direction whose name in full, as in `-Across`, begins a text, and the rest.
fn full_name(text: &str) -> Option<(Direction, &str)> {
    DIRECTIONS.into_iter().find_map(|direction| {
        let rest = text.strip_prefix('-')?;
        let name = rest.get(..direction.title().len()).filter(|name| name.eq_ignore_ascii_case(direction.title()))?;
        let rest = &rest[name.len()..];
        (!rest.starts_with(char::is_alphanumeric)).then_some((direction, rest))
    })
}

/// Returns the text behind the sign or the word that joins two entries. A clue may begin with `And`.
fn joint(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let word = || text.strip_prefix("and").filter(|after| after.starts_with(char::is_whitespace));
    text.strip_prefix([',', '&', '/']).or_else(word)
}

/// Returns `true` if a text begins with the name of an entry.
fn names_entry(text: &str) -> bool {
    let text = text.trim_start();
    let front = text.strip_prefix(['A', 'D']).filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()));
    labels(front.unwrap_or(text)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle() -> Puzzle {
        let mut puzzle = Puzzle::of("...\n.#.\n...".parse().expect("a grid"));
        puzzle.set_letters("CATA#OBEE".chars().map(|c| c.to_string().replace('#', "")).collect());
        puzzle
    }

    fn clues(text: &str) -> Result<Vec<String>, String> {
        let mut puzzle = puzzle();
        puzzle.set_clues(text).map_err(|fault| fault.to_string())?;
        let words = puzzle.words();
        let shown = |word| Some(format!("{word} {}", puzzle.clue(word)?.plain()));
        Ok(words.words.iter().filter_map(shown).collect())
    }

    #[test]
    fn a_number_has_its_direction_beside_it_or_above() {
        let expected: Vec<String> = ["1-Across Pet (3)", "1-Down Taxi (3)"].map(str::to_owned).to_vec();
        for text in [
            "Across\n1. Pet (3)\nDown:\n1 Taxi (3)\n",
            "# my clues\n\nA1. Pet  (3) ~ CAT\nD1. Taxi (3)\nD2.  ~ TOE",
            "1-Across Pet (3)\r\n1-down. Taxi (3)",
            "\u{feff}1a. Pet (3)\n1dn Taxi (3)",
        ] {
            assert_eq!(clues(text).as_ref(), Ok(&expected), "{text}");
        }
        assert_eq!(clues("ACROSS\n1 Across the river (3)"), Ok(vec!["1-Across Across the river (3)".to_owned()]));
    }

    #[test]
    fn one_clue_is_for_several_entries_and_others_stay() {
        let mut puzzle = puzzle();
        puzzle.set_clues("1a. Old (3)\n3a Sting (3)").expect("two clues");
        puzzle.set_clues("1a, 2d Pet foot (3,3)").expect("a clue");
        let (first, words) = (puzzle.words().words[0], puzzle.words());
        assert_eq!(puzzle.linked_name(&first, &words).as_deref(), Some("1, 2-Down"));
        let plain: Vec<String> = puzzle.clues.values().map(|clue| clue.text.plain().into_owned()).collect();
        assert_eq!(plain, ["Pet foot (3,3)", "Sting (3)"]);
    }

    #[test]
    fn the_names_of_entries_are_one_list() {
        for line in [
            "1-Across, 2-Down Pet foot (3,3)",
            "1-Across and 2-Down: Pet foot (3,3)",
            "A1, D2. Pet foot (3,3)",
            "1a & D2 Pet foot (3,3)",
            "1-across/2d. Pet foot (3,3)",
            "Across\n1, 2-Down Pet foot (3,3)",
        ] {
            let mut puzzle = puzzle();
            puzzle.set_clues(line).expect(line);
            let (first, words) = (puzzle.words().words[0], puzzle.words());
            assert_eq!(puzzle.linked_name(&first, &words).as_deref(), Some("1, 2-Down"), "{line}");
            assert_eq!(puzzle.clue(&first).expect(line).plain(), "Pet foot (3,3)", "{line}");
        }
        for (line, clue) in [
            ("1-Across: Pet", "1-Across Pet"),
            ("Across\n1: Pet", "1-Across Pet"),
            ("Across\n1. & others", "1-Across & others"),
            ("1-Across And so on", "1-Across And so on"),
            ("1a. and 3 more", "1-Across and 3 more"),
            ("1a ... and on", "1-Across ... and on"),
            ("Across\n1. 3-D film", "1-Across 3-D film"),
            ("Across\n2D. Foot", "2-Down Foot"),
        ] {
            assert_eq!(clues(line), Ok(vec![clue.to_owned()]), "{line}");
        }
        for (line, expected) in [
            ("1-Across, Pet", "1:1: expected an entry such as 2-Down"),
            ("A1., D2. Pet", "1:1: expected an entry such as 2-Down"),
            ("1-Across-Down", "1:1: expected a space or a period behind a number"),
            ("A1, B2. Pet", "1:1: expected an entry such as 2-Down"),
            ("1-Across and so on", "1:1: expected an entry such as 2-Down"),
            ("Across\n3-D film (3)", "2:1: expected a space or a period behind a number"),
            ("Across\n1st (3)", "2:1: expected a space or a period behind a number"),
            ("Across\n2D film (3)", "2:1: \"2D film (3)\" stands under the heading Across"),
            ("Down\nA1 paper (3)", "2:1: \"A1 paper (3)\" stands under the heading Down"),
        ] {
            let fault = clues(line).expect_err(line);
            assert!(fault.starts_with(expected), "{line}: {fault}");
        }
    }

    #[test]
    fn a_stated_answer_fits_the_grid_and_the_others() {
        let open = |text: &str, letters: &str| {
            let mut puzzle = Puzzle::of("...\n.#.\n...".parse().expect("a grid"));
            if !letters.is_empty() {
                let letter = |c: char| if c.is_alphabetic() { c.to_string() } else { String::new() };
                puzzle.set_letters(letters.chars().map(letter).collect());
            }
            puzzle.set_clues(text).map_err(|fault| fault.to_string())
        };
        for text in ["A1. Pet ~ CAT\nD1. Taxi ~ CAB", "A1 ~ cat\nD2 ~ TOE", "1a, 2d Pet foot ~ CATOE", "1a, 2d ~ CATOE"]
        {
            assert_eq!(open(text, ""), Ok(()), "{text}");
            assert_eq!(open(text, "C...#...."), Ok(()), "{text}");
        }
        for (text, letters, expected) in [
            ("A1. Pet ~ DOG\nD1. Foo ~ EGG", "", "2:1: 1-Down: the answer is \"EGG\", line 1 has D in row 1, column 1"),
            ("A1. Pet ~ ELEPHANT", "", "1:1: 1-Across: the answer is \"ELEPHANT\", the entry has 3 squares"),
            ("\nA1. ~ DOG", "C...#....", "2:1: 1-Across: the answer is \"DOG\", the grid has \"C..\""),
            ("D2. ~ XXX", "CATA#OBEE", "1:1: 2-Down: the answer is \"XXX\", the grid has \"TOE\""),
            ("D9. ~ XXX", "", "1:1: an answer for 9-Down, which the grid does not have: \"XXX\""),
        ] {
            assert_eq!(open(text, letters), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_fault_has_its_line() {
        for (text, expected) in [
            ("Pet (3)", "1:1: expected a clue, as in A1."),
            ("\n  1. Pet (3)", "2:3: expected a clue, as in A1."),
            ("Across\n7. Pet (3)", "2:1: a clue for 7-Across, which the grid does not have: \"Pet (3)\""),
            ("1a Pet\n1a Dog", "2:1: 1-Across: a second clue: \"Dog\""),
            ("1a Pet ~ COT", "1:1: 1-Across: the answer is \"COT\", the grid has \"CAT\""),
            (
                "1a, 9 Pet",
                "1:1: 1-Across: the clue is for an entry that the grid does not have, or for one entry twice",
            ),
        ] {
            let fault = clues(text).expect_err(text);
            assert!(fault.starts_with(expected), "{fault}");
        }
    }
}
