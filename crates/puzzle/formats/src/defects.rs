//! The clues of a file, and the mistakes in them: clues for words that the grid does not have, second clues, answers that contradict the grid.
//!
//! A file names the word of a clue by its number, by its first square or by its position in a list. [`DraftClues::give`] finds the words when
//! all squares are known.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;

use super::clue::{Answer, Clue};
use super::draft::foreign;
use super::enumeration;
use super::puzzle::{Puzzle, Square, Start, fits, joined, name_of, normalised, one_line, only_character};
use super::rich_text::RichText;
use gridcheck_core::plural::plural;
use gridcheck_core::visible::shortened;
use gridcheck_layout::words::{Direction, Word, Words};

/// The mistakes in the clues and texts of a file. A [`Puzzle`] does not hold them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Defects {
    /// The clues of words that the grid does not have.
    pub stray: Vec<StrayClue>,
    /// `true` if a blank clue belongs to no word of the grid.
    pub has_blank_stray: bool,
    /// The second clues of words, each with its line, from 1, if its format has lines. The first clue is that of the puzzle.
    pub second: Vec<(Start, String, Option<usize>)>,
    /// The words whose clue the file gives again, with the lines of the two, from 1, if its format has lines.
    pub repeated: Vec<(Start, Option<usize>, Option<usize>)>,
    /// The words whose clue ends with other lengths than the file has beside it. The puzzle has those of the clue.
    pub other_lengths: Vec<Start>,
    /// `true` if second clues have markup, annotations, links or other entries that the puzzle lacks.
    pub has_more_of_second: bool,
    /// `true` if the squares of an answer name another word than the number of its clue.
    pub has_other_number: bool,
    /// The lines of the clues, from 1, if the format has lines.
    pub lines: BTreeMap<Start, usize>,
    /// The answers beside clues that are not the letters of the grid.
    pub answers: Vec<(Start, String)>,
    /// The words whose clue is also for other words that are not known.
    pub linked: BTreeSet<Start>,
    /// The lists of clues that have another length than the list of their words: the number of clues and of words.
    pub lists: Vec<(usize, usize)>,
    /// The texts with white space other than single spaces between words, as the puzzle has them.
    pub wide: Vec<String>,
    /// The squares whose letter in the diagram is not that of the solution.
    pub contradicted: BTreeSet<Square>,
}

/// A clue of a word that the grid does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrayClue {
    /// The name of the word in the file.
    pub name: String,
    /// The clue.
    pub text: String,
    /// The line of the clue, from 1, if its format has lines.
    pub line: Option<usize>,
}

/// The name of a clue's word in a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum WordReference {
    /// The text in the corner of its first square.
    Number(String),
    /// Its first square.
    Square(Square),
    /// The first square of its answer, and the number of the clue, which counts if no word of the clue's direction begins there.
    Answer(Square, Option<String>),
}

/// A further part of the answer to a clue.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// A word. Without a direction it is in that of the clue, or else in the other.
    Word(WordReference, Option<Direction>),
    /// All squares of the answer, from the first. Many clues may share them.
    Squares(Arc<[Square]>),
}

#[derive(Debug)]
pub(super) struct DraftClue {
    pub(super) at: WordReference,
    pub(super) direction: Direction,
    /// The clue. The squares of its answer follow from `parts`.
    pub(super) clue: Clue,
    /// The lengths that the file has beside the clue, empty if it has none.
    pub(super) lengths: String,
    /// The further parts of its answer.
    pub(super) parts: Vec<Part>,
    /// The line of the clue, from 1, if its format has lines.
    pub(super) line: Option<usize>,
}

/// The clues of all words, or of all words in one direction, in the order of their numbers, with their lines.
pub(super) struct ClueList {
    pub(super) direction: Option<Direction>,
    pub(super) clues: Vec<(String, Option<usize>)>,
}

impl DraftClue {
    pub(super) fn new(at: WordReference, direction: Direction) -> Self {
        DraftClue { at, direction, clue: Clue::default(), lengths: String::new(), parts: Vec::new(), line: None }
    }
}

/// The clues of a file, in the form that they have there.
#[derive(Default)]
pub(super) struct DraftClues {
    clues: Vec<DraftClue>,
    pub(super) lists: Vec<ClueList>,
    pub(super) answers: Vec<(WordReference, Direction, String)>,
}

/// The words of a puzzle by the names that a file may give them.
struct NamedWords<'w>(HashMap<(WordReference, Direction), &'w Word>);

impl<'w> NamedWords<'w> {
    fn get(&self, at: &WordReference, direction: Direction) -> Option<&'w Word> {
        let exact = |at: WordReference, direction| self.0.get(&(at, direction)).copied();
        match at {
            WordReference::Number(_) | WordReference::Square(_) => exact(at.clone(), direction),
            WordReference::Answer(first, _) => {
                let begins = |direction| exact(WordReference::Square(*first), direction);
                begins(direction).or_else(|| self.by_number(at, direction)).or_else(|| begins(direction.other()))
            }
        }
    }

    /// Returns the word that has the number of a clue.
    fn by_number(&self, at: &WordReference, direction: Direction) -> Option<&'w Word> {
        let number = match at {
            WordReference::Number(number) | WordReference::Answer(_, Some(number)) => number.clone(),
            WordReference::Square(_) | WordReference::Answer(_, None) => return None,
        };
        self.0.get(&(WordReference::Number(number), direction)).copied()
    }

    /// Returns the squares of the answer that begins with a word. Returns `None` if a part is not a word of the grid, or comes twice, or if there
    /// are more than `most` squares.
    fn squares(&self, first: &Word, parts: &[Part], most: usize) -> Option<Vec<Square>> {
        let mut words = vec![first];
        let mut used = BTreeSet::from([Start::from(first)]);
        for part in parts {
            let word = match part {
                Part::Squares(all) => return (all.len() <= most).then(|| all.to_vec()),
                Part::Word(at, Some(direction)) => self.get(at, *direction),
                Part::Word(at, None) => {
                    let in_direction = |direction| self.get(at, direction).filter(|word| *word != first);
                    in_direction(first.direction).or_else(|| in_direction(first.direction.other()))
                }
            };
            let word = word?;
            if !used.insert(Start::from(word)) {
                return None;
            }
            words.push(word);
        }
        Some(joined(words))
    }
}

/// The answers beside clues, compared with the letters of the grid.
pub(super) struct ClueSolutions {
    /// `true` if there are any.
    pub(super) repeated: bool,
    /// `true` if those that have the letters of the grid have them in the same spelling.
    pub(super) exact: bool,
    /// `true` if one belongs to no word, or to a word without letters.
    pub(super) alone: bool,
}

impl DraftClues {
    pub(super) fn add(&mut self, clue: DraftClue) -> &mut DraftClue {
        self.clues.push(clue);
        self.clues.last_mut().expect("a clue was added")
    }

    /// Adds the clues to a puzzle, and what is wrong with them to the defects. `start` returns the square of a word's number.
    /// Returns what the answers beside the clues are to the letters of the grid.
    pub(super) fn give(
        self,
        puzzle: &mut Puzzle,
        words: &Words,
        start: impl Fn(&Word) -> Square,
        defects: &mut Defects,
    ) -> ClueSolutions {
        let DraftClues { clues, lists, answers } = self;
        let mut named = HashMap::new();
        for word in &words.words {
            named.insert((WordReference::Square((word.row, word.column)), word.direction), word);
            if let Some(number) = puzzle.number(start(word), words) {
                named.entry((WordReference::Number(number), word.direction)).or_insert(word);
            }
        }
        let named = NamedWords(named);
        let mut found: Vec<(&Word, DraftClue)> = Vec::new();
        for clue in clues {
            match named.get(&clue.at, clue.direction) {
                Some(word) => {
                    let is_renumbered = matches!(clue.at, WordReference::Answer(_, Some(_)))
                        && named.by_number(&clue.at, clue.direction) != Some(word);
                    defects.has_other_number |= is_renumbered;
                    found.push((word, clue));
                }
                None if clue.clue.text.is_empty() => defects.has_blank_stray = true,
                None => {
                    let direction = clue.direction.title();
                    let name = match &clue.at {
                        at @ (WordReference::Number(_) | WordReference::Answer(_, Some(_))) => {
                            format!("{at}-{direction}")
                        }
                        at @ (WordReference::Square(_) | WordReference::Answer(_, None)) => {
                            format!("{direction} from {at}")
                        }
                    };
                    defects.stray.push(StrayClue { name, text: clue.clue.text.plain().into_owned(), line: clue.line });
                }
            }
        }
        for ClueList { direction, clues: texts } in lists {
            let is_such = |word: &&Word| direction.is_none_or(|direction| word.direction == direction);
            let of_list: Vec<&Word> = words.words.iter().filter(is_such).collect();
            if of_list.len() == texts.len() {
                let clue = |word: &Word, (text, line): (String, Option<usize>)| {
                    let at = WordReference::Square((word.row, word.column));
                    DraftClue { clue: Clue::from(&*one_line(&text)), line, ..DraftClue::new(at, word.direction) }
                };
                found.extend(of_list.into_iter().zip(texts).map(|(word, text)| (word, clue(word, text))));
            } else {
                defects.lists.push((texts.len(), of_list.len()));
            }
        }
        let mut given = Given::default();
        for (word, clue) in found {
            give_one(clue, word, &named, &mut given, puzzle, defects);
        }
        puzzle.change_clues(|_, _| {});
        let mut outcome = ClueSolutions { repeated: !answers.is_empty(), exact: true, alone: false };
        let mut stated = StatedLetters::default();
        for (at, direction, answer) in answers {
            let word = named.get(&at, direction);
            let Some((word, letters)) = word.and_then(|word| Some((word, puzzle.whole_answer(word)?))) else {
                outcome.alone = true;
                if let Some(word) = word {
                    stated.add(puzzle, word, &answer, &mut defects.contradicted);
                }
                continue;
            };
            // The entry of one word may have the letters of this word alone, though its clue is for several.
            let own = puzzle.answer(word).unwrap_or_default();
            let squares = puzzle.answer_squares(word);
            if fits(squares.iter().map(|&square| puzzle.letter(square)), &answer)
                || fits(word.squares().map(|square| puzzle.letter(square)), &answer)
            {
                outcome.exact &= letters == answer || own == answer;
            } else {
                defects.answers.push((Start::from(word), answer));
            }
        }
        outcome
    }
}

/// The letters that answers beside clues state for squares whose letters the grid lacks.
#[derive(Default)]
struct StatedLetters(BTreeMap<Square, char>);

impl StatedLetters {
    /// Adds the letters of an answer. Squares for which another answer, the same one in a square that it crosses again, or the grid has
    /// another letter are contradicted.
    fn add(&mut self, puzzle: &Puzzle, word: &Word, answer: &str, contradicted: &mut BTreeSet<Square>) {
        let letters: Vec<char> = normalised(answer).chars().collect();
        let fitting = |squares: &Vec<Square>| squares.len() == letters.len();
        let candidates = [puzzle.answer_squares(word), word.squares().collect()];
        let Some(squares) = candidates.into_iter().find(fitting) else { return };
        for (square, letter) in squares.into_iter().zip(letters) {
            let known = || only_character(&normalised(puzzle.letter(square)));
            let first = *self.0.entry(square).or_insert_with(|| known().unwrap_or(letter));
            if first != letter {
                contradicted.insert(square);
            }
        }
    }
}

/// The clues so far.
#[derive(Default)]
struct Given {
    /// The words that have one, with its line.
    lines: BTreeMap<Start, Option<usize>>,
    /// The entries of the clues.
    entries: BTreeMap<(Start, String), String>,
}

/// Adds a clue to its word. Of two equal clues, the word has what is said of the first.
fn give_one(
    clue: DraftClue,
    word: &Word,
    named: &NamedWords,
    given: &mut Given,
    puzzle: &mut Puzzle,
    defects: &mut Defects,
) {
    let start = Start::from(word);
    let DraftClue { clue: Clue { mut text, note, extras, .. }, lengths, parts, line, .. } = clue;
    // An answer may cross itself, so it may have each square twice.
    let most = 2 * puzzle.letters.len();
    let is_white = |&(r, c): &Square| r < puzzle.grid.height() && c < puzzle.grid.width() && puzzle.grid.is_white(r, c);
    let squares = if parts.is_empty() { Some(word.squares().collect()) } else { named.squares(word, &parts, most) };
    let squares = squares.filter(|squares| squares.first() == Some(&(word.row, word.column)));
    let squares = squares.filter(|squares| squares.iter().all(is_white));
    // Squares of the word alone, and not all of them, are no answer for it.
    let is_part = |squares: &[Square]| {
        squares.len() < word.length && squares.iter().all(|square| word.squares().any(|own| own == *square))
    };
    let squares = squares.filter(|squares| !is_part(squares));
    let is_known = squares.is_some();
    let link = squares.filter(|squares| !word.squares().eq(squares.iter().copied()));
    let length = link.as_ref().map_or(word.length, Vec::len);
    if enumeration::contradicts(&text.plain(), &lengths, length) {
        defects.other_lengths.push(start);
    } else {
        let end = enumeration::end(&text.plain(), &lengths);
        let end = if text.is_empty() { end.trim_start() } else { &end };
        text.push(end);
    }
    // A clue that only states the length of its answer counts as none.
    if text.plain() == format!("({length})") {
        text = RichText::default();
    }
    let known = puzzle.clues.entry(start).or_default();
    let is_second = !known.text.is_empty();
    if is_second && !text.is_empty() {
        let plain = text.plain();
        if known.text.plain() != plain {
            defects.has_more_of_second |=
                text.has_markup() || !parts.is_empty() || !note.is_empty() || !extras.is_empty();
            defects.second.push((start, plain.into_owned(), line));
            return;
        }
        defects.has_more_of_second |= text != known.text;
    }
    match given.lines.entry(start) {
        Entry::Vacant(place) => {
            place.insert(line);
        }
        Entry::Occupied(first) => defects.repeated.push((start, *first.get(), line)),
    }
    if !is_second {
        defects.lines.extend(line.map(|line| (start, line)));
    }
    let answer = link.map_or(Answer::Word, Answer::Squares);
    if is_second || known.answer != Answer::Word {
        let is_other = answer != Answer::Word && answer != known.answer;
        defects.has_more_of_second |= is_other || !is_known;
    } else {
        known.answer = answer;
        if !is_known {
            defects.linked.insert(start);
        }
    }
    if !note.is_empty() {
        if known.note.is_empty() {
            known.note.clone_from(&note);
        }
        defects.has_more_of_second |= known.note != note;
    }
    for extra in extras {
        match given.entries.entry((start, extra.name.clone())) {
            Entry::Vacant(place) => {
                place.insert(extra.text.clone());
                known.extras.push(extra);
            }
            Entry::Occupied(known) => defects.has_more_of_second |= *known.get() != extra.text,
        }
    }
    if !is_second && !text.is_empty() {
        known.text = text;
    }
}

impl Defects {
    /// Returns the clues that the puzzle lacks, as kinds of things that were not read.
    pub(super) fn unread(&self, words: &Words) -> Vec<String> {
        let lists = self
            .lists
            .iter()
            .map(|(clues, words)| format!("{} for {}", plural(*clues, "clue"), plural(*words, "word")));
        let stray = self.stray.iter().map(|stray| stray.name.clone());
        let names = |start: &Start| words.at(start.direction, (start.row, start.column)).map(|word| word.to_string());
        let second = self.second.iter().filter_map(|(start, ..)| names(start));
        let lengths = sample("lengths beside clues that end with others", self.other_lengths.iter().filter_map(names));
        let stray = sample("clues of words that the grid does not have", stray);
        let blank = self.has_blank_stray.then(|| "blank clues of words that the grid does not have".to_owned());
        let more = self.has_more_of_second.then(|| "what is said of second clues of a word".to_owned());
        lists
            .chain(stray)
            .chain(sample("second clues of a word", second))
            .chain(blank)
            .chain(more)
            .chain(lengths)
            .collect()
    }

    /// Returns the clues that the puzzle has once and the file again.
    pub(super) fn rewritten(&self, words: &Words) -> impl Iterator<Item = String> {
        self.repeated.iter().filter_map(|(start, first, second)| {
            let word = words.at(start.direction, (start.row, start.column))?;
            Some(match (first, second) {
                (Some(first), Some(second)) if first != second => {
                    format!("the clue of {word}, which is in lines {first} and {second}")
                }
                _ => format!("the clue of {word}, which is given twice"),
            })
        })
    }
}

const NAMED: usize = 3;

/// Maximum length of a number in a message.
const MAX_NUMBER: usize = 30;

/// Returns the number of names, and the first few of them.
fn sample(kind: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    let more = if names.len() > NAMED { ", …" } else { "" };
    let first = names[..names.len().min(NAMED)].join(", ");
    (!names.is_empty()).then(|| format!("{kind}: {} ({first}{more})", names.len()))
}

impl fmt::Display for WordReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordReference::Number(number) | WordReference::Answer(_, Some(number)) => {
                f.write_str(&foreign(&shortened(&one_line(number), MAX_NUMBER)))
            }
            WordReference::Square(square) | WordReference::Answer(square, None) => f.write_str(&name_of(*square)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::{Draft, PuzzleFile};
    use super::super::extras::{Extra, Role};
    use super::super::fault::Place;
    use super::*;

    /// The first word across, and that below it.
    const FIRST: Start = Start { row: 0, column: 0, direction: Direction::Across };

    fn named(number: &str) -> WordReference {
        WordReference::Number(number.to_owned())
    }

    /// Reads a grid of 3 × 3 white squares with the clues that a function adds.
    fn file(add: impl FnOnce(&mut Draft)) -> PuzzleFile {
        let mut draft = Draft::new(3, 3, Place::START).expect("a size");
        for square in draft.puzzle.squares() {
            draft.tell(square, true, Place::START).expect("a square");
        }
        add(&mut draft);
        draft.finish(Place::START).expect("a puzzle")
    }

    #[test]
    fn a_second_clue_that_only_states_a_length_counts_as_none() {
        let found = file(|draft| {
            draft.clue(Direction::Across, named("1"), "Feline (3)").line = Some(1);
            draft.clue(Direction::Across, named("1"), "(3)").line = Some(2);
        });
        assert!(found.unread.is_empty() && found.defects.second.is_empty(), "{:?}", found.unread);
        assert_eq!((&*found.puzzle.clues[&FIRST].text.plain(), found.defects.lines[&FIRST]), ("Feline (3)", 1));
    }

    #[test]
    fn of_two_equal_clues_the_first_counts() {
        let add = |second: &'static str| {
            file(move |draft| {
                for (line, number, why) in [(1, "4", "why"), (2, "5", second)] {
                    let clue = draft.clue(Direction::Across, named("1"), "Feline");
                    clue.parts.push(Part::Word(named(number), Some(Direction::Across)));
                    clue.clue.extras.push(Extra::new("id", "7", Role::OfGrid));
                    (clue.clue.note, clue.line) = (why.to_owned(), Some(line));
                }
            })
        };
        let found = add("another");
        assert_eq!(found.puzzle.link(FIRST).and_then(<[Square]>::last), Some(&(1, 2)));
        assert_eq!((found.puzzle.note(FIRST).unwrap_or_default(), found.defects.lines[&FIRST]), ("why", 1));
        assert_eq!(found.puzzle.clue_extras(FIRST).len(), 1);
        assert_eq!(found.unread.iter().collect::<Vec<_>>(), ["what is said of second clues of a word"]);
    }

    #[test]
    fn a_clue_that_is_given_again_is_reported_with_both_lines() {
        for (first, second) in [("Feline", "Feline"), ("", ""), ("Feline", "")] {
            let found = file(|draft| {
                draft.clue(Direction::Across, named("1"), first).line = Some(7);
                draft.clue(Direction::Across, named("4"), "Other").line = Some(8);
                draft.clue(Direction::Across, named("1"), second).line = Some(9);
            });
            let kept: Vec<String> = found.left_out_in_place().collect();
            assert_eq!(kept, ["written in another way: the clue of 1-Across, which is in lines 7 and 9"]);
        }
    }

    #[test]
    fn a_clue_has_one_enumeration_and_the_other_is_reported() {
        for (text, lengths, printed, is_told) in [
            ("Ran (1,2)", "3", "Ran (1,2)", true),
            ("Ran (3)", "1,2", "Ran (3)", true),
            ("Ran (1, 2)", "1,2", "Ran (1, 2)", false),
            ("Psalm (23)", "3", "Psalm (23) (3)", false),
            ("Ran", "1,2", "Ran (1,2)", false),
        ] {
            for styled in [false, true] {
                let found = file(|draft| {
                    let html = if styled { format!("<i>{text}</i>") } else { text.to_owned() };
                    let clue = draft.clue_in_html(Direction::Across, named("1"), &html, false);
                    clue.lengths = lengths.to_owned();
                });
                let clue = &found.puzzle.clues[&FIRST].text;
                assert_eq!((&*clue.plain(), clue.has_markup()), (printed, styled));
                let kind = "lengths beside clues that end with others: 1 (1-Across)";
                assert_eq!(found.unread.contains(kind), is_told, "{text} {lengths}");
            }
        }
    }

    #[test]
    fn an_answer_has_each_word_once_and_a_bounded_number_of_squares() {
        let many = 1 << 16;
        for parts in [
            vec![Part::Word(named("4"), Some(Direction::Across)); many],
            vec![Part::Squares([(0, 0), (0, 1)].repeat(many).into())],
        ] {
            let found = file(|draft| draft.clue(Direction::Across, named("1"), "Feline").parts = parts);
            assert!(found.puzzle.links().next().is_none() && found.defects.linked.contains(&FIRST));
            assert_eq!(found.unread.iter().collect::<Vec<_>>(), ["which clues are for several words"]);
        }
    }

    #[test]
    fn an_answer_that_crosses_itself_has_one_letter_there() {
        // 1-Across and 3-Down share the corner, and an answer of both has it once.
        for (answer, contradicted) in [("CATOE", vec![]), ("CATTOE", vec![])] {
            let found = file(|draft| {
                let part = Part::Word(named("3"), Some(Direction::Down));
                draft.clue(Direction::Across, named("1"), "Pet foot").parts = vec![part];
                draft.answer(Direction::Across, named("1"), answer);
            });
            assert_eq!(found.puzzle.link(FIRST).map(<[Square]>::len), Some(5));
            assert_eq!(found.defects.contradicted.iter().copied().collect::<Vec<_>>(), contradicted, "{answer}");
        }
        // 1-Across and 2-Down cross in the middle of 1-Across: the second and the fourth letter are those of one square.
        for (answer, contradicted) in [("CATATE", vec![]), ("CATOTE", vec![(0, 1)])] {
            let found = file(|draft| {
                let part = Part::Word(named("2"), Some(Direction::Down));
                draft.clue(Direction::Across, named("1"), "Pet ate").parts = vec![part];
                draft.answer(Direction::Across, named("1"), answer);
            });
            assert_eq!(found.defects.contradicted.iter().copied().collect::<Vec<_>>(), contradicted, "{answer}");
        }
        // Answers of two entries.
        let found = file(|draft| {
            draft.answer(Direction::Across, named("1"), "CAT");
            draft.answer(Direction::Down, named("1"), "dog");
        });
        assert_eq!(found.defects.contradicted.first(), Some(&(0, 0)));
    }

    #[test]
    fn a_loop_has_its_first_square_once() {
        let found = file(|draft| {
            let part = |number, direction| Part::Word(named(number), Some(direction));
            let parts = vec![part("3", Direction::Down), part("5", Direction::Across), part("1", Direction::Down)];
            draft.clue(Direction::Across, named("1"), "Round").parts = parts;
        });
        // No word is read backwards, so the loop does not close, and only its joints are shared.
        assert_eq!(found.puzzle.link(FIRST).map(<[Square]>::len), Some(11));
        let puzzle = &found.puzzle;
        let words = puzzle.words();
        assert_eq!(puzzle.linked_words(FIRST, &words).map(|parts| parts.len()), Some(4));
    }

    #[test]
    fn a_part_of_a_word_is_no_answer_for_it() {
        for (squares, is_link) in [
            (vec![(0, 0), (0, 1)], false),
            (vec![(0, 0), (0, 1), (0, 0)], true),
            (vec![(0, 0), (1, 0)], true),
            (vec![(0, 0), (0, 1), (0, 2)], false),
        ] {
            let whole = squares.len() == 3;
            let parts = vec![Part::Squares(squares.clone().into())];
            let found = file(|draft| draft.clue(Direction::Across, named("1"), "Feline").parts = parts);
            assert_eq!(found.puzzle.link(FIRST).is_some(), is_link, "{squares:?}");
            assert_eq!(found.unread.contains("which clues are for several words"), !is_link && !whole, "{squares:?}");
        }
    }

    #[test]
    fn a_clue_of_no_word_is_named_by_its_number_or_its_square() {
        let found = file(|draft| {
            draft.clue(Direction::Down, named("9"), "Nowhere");
            draft.clue(Direction::Across, WordReference::Square((0, 1)), "In the middle");
        });
        let names: Vec<&str> = found.defects.stray.iter().map(|stray| &*stray.name).collect();
        assert_eq!(names, ["9-Down", "Across from row 1, column 2"]);
    }

    #[test]
    fn numbers_of_the_file_are_quoted_in_sentences() {
        assert_eq!(named("12").to_string(), "12");
        assert_eq!(named("1, all is well").to_string(), "`1, all is well`");
        assert!(named(&"1".repeat(1000)).to_string().len() < 100);
    }
}
