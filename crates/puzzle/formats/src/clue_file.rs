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
//! entries. The answer behind ` ~ ` is compared with the letters of the grid. Empty lines, and lines that begin with `#`, are remarks.

use super::defects::{Defects, DraftClue, DraftClues, Part, StrayClue, WordReference};
use super::exolve::{Label, labels};
use super::fault::Fault;
use super::puzzle::{Puzzle, Start, one_line};
use super::rich_text::RichText;
use super::xd::split_answer;
use gridcheck_core::visible::shortened;
use gridcheck_layout::words::Direction;

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

impl Puzzle {
    /// Sets the clues that a text lists. Those of other words stay.
    pub fn set_clues(&mut self, text: &str) -> Result<(), Fault> {
        let mut clues = DraftClues::default();
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
            let clue = clue_line(content, heading).ok_or_else(|| Fault::at(number, column, EXPECTED))?;
            // A line without a clue, as in the file of a grid without clues, changes nothing.
            if clue.text.is_empty() {
                continue;
            }
            let at = WordReference::Number(clue.number.to_owned());
            if !clue.answer.is_empty() {
                clues.answers.push((at.clone(), clue.direction, one_line(clue.answer)));
            }
            let added = clues.add(DraftClue::new(at, clue.direction));
            added.clue.text = RichText::from(&*one_line(clue.text));
            (added.parts, added.line) = (clue.parts, Some(number));
        }
        self.replace_clues(clues)
    }

    /// Adds clues in place of those that their words have.
    fn replace_clues(&mut self, clues: DraftClues) -> Result<(), Fault> {
        let words = self.words();
        let mut listed = self.clone();
        listed.clues.clear();
        let mut defects = Defects::default();
        clues.give(&mut listed, &words, |word| (word.row, word.column), &mut defects);
        let quoted = |text: &str| format!("\"{}\"", shortened(text, MAX_QUOTED));
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
        if let Some((start, stated)) = defects.answers.first() {
            let answer = word(start).and_then(|word| listed.whole_answer(&word)).unwrap_or_default();
            return refused(
                start,
                None,
                &format!("the answer is {}, the grid has {}", quoted(stated), quoted(&answer)),
            );
        }
        for (start, clue) in listed.clues {
            let known = self.clues.entry(start).or_default();
            (known.text, known.answer) = (clue.text, clue.answer);
        }
        self.change_clues(|_, _| {});
        Ok(())
    }
}

/// Returns the clue of a line, whose direction may be that of the heading.
fn clue_line(line: &str, heading: Option<Direction>) -> Option<ClueLine<'_>> {
    let (text, answer) = split_answer(line);
    // A1. as in `.xd`, or a number with the direction behind it.
    let in_front = DIRECTIONS.into_iter().find(|direction| text.starts_with(&direction.title()[..1]));
    let before = in_front.filter(|_| text[1..].starts_with(|digit: char| digit.is_ascii_digit()));
    let (labels, text) = labels(if before.is_some() { &text[1..] } else { text })?;
    let (first, further) = labels.split_first()?;
    let behind = DIRECTIONS.into_iter().find_map(|direction| {
        let rest = text.strip_prefix('-')?;
        let name = rest.get(..direction.title().len()).filter(|name| name.eq_ignore_ascii_case(direction.title()))?;
        let rest = &rest[name.len()..];
        let is_whole = !rest.starts_with(char::is_alphanumeric);
        is_whole.then(|| (direction, rest.strip_prefix('.').unwrap_or(rest)))
    });
    let (named, text) = behind.map_or((None, text), |(direction, rest)| (Some(direction), rest));
    let direction = before.or(named).or(first.direction).or(heading)?;
    let part = |label: &Label| Part::Word(WordReference::Number(label.number.to_owned()), label.direction);
    let parts = further.iter().map(part).collect();
    Some(ClueLine { direction, number: first.number, parts, text: text.trim(), answer })
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
