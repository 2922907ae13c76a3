//! The properties that a puzzle can have besides its grid, and all that is known of each: one table.

use super::puzzle::{Bars, Field, Puzzle, is_rebus};
use super::registry::Format::{self, Exolve, Ipuz, Jpz, Puz, PuzText, Xd};
use super::rich_text::{Kind, RichText};

/// The formats of a feature that every puzzle file can hold.
const ALL: &[Format] = &Format::WRITTEN_PUZZLES;

/// The facts about a feature.
pub(super) struct FeatureSpec {
    /// The name in messages.
    pub(super) name: &'static str,
    /// The formats that can hold it.
    pub(super) holders: &'static [Format],
    /// The effect of a format that does not hold it.
    pub(super) on_loss: OnLoss,
    /// The form of the message about its loss.
    pub(super) message: LossMessage,
    /// Returns the amount of it in a puzzle.
    pub(super) get: fn(&Puzzle) -> usize,
    /// Removes it from a puzzle.
    pub(super) clear: fn(&mut Puzzle),
}

/// The effect of a format that does not hold a feature of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnLoss {
    /// The puzzle is not written, as it would be another one.
    Refuse,
    /// The puzzle is written without the feature. If the format has the feature but changes it, the puzzle is not written: its author can
    /// change the text.
    RefuseIfChanged,
    /// The puzzle is written without the feature.
    Drop,
}

/// The form of the message about a lost feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LossMessage {
    /// The name and the amount.
    Counted,
    /// The name, the amount and what is written instead.
    Instead(&'static str),
    /// The name.
    Named,
    /// The name and those of the lost entries.
    Entries,
}

/// Returns the facts about a feature that is dropped where it has no room, and counted in the message.
fn mark(
    name: &'static str,
    holders: &'static [Format],
    get: fn(&Puzzle) -> usize,
    clear: fn(&mut Puzzle),
) -> FeatureSpec {
    FeatureSpec { name, holders, on_loss: OnLoss::Drop, message: LossMessage::Counted, get, clear }
}

/// Returns the facts about a description of the puzzle.
macro_rules! about {
    ($field:ident, $name:literal, $holders:expr, $on_loss:ident) => {
        FeatureSpec {
            on_loss: OnLoss::$on_loss,
            message: LossMessage::Named,
            ..mark(
                $name,
                $holders,
                |puzzle| usize::from(puzzle.about.contains_key(&Field::$field)),
                |puzzle| drop(puzzle.about.remove(&Field::$field)),
            )
        }
    };
}

/// Returns the facts about one kind of markup.
macro_rules! markup {
    ($kind:ident, $name:literal, $holders:expr) => {
        FeatureSpec {
            message: LossMessage::Instead("written as plain text"),
            ..mark(
                $name,
                $holders,
                |puzzle| puzzle.with_markup(Kind::$kind),
                |puzzle| puzzle.remove_markup(Kind::$kind),
            )
        }
    };
}

/// A property that a puzzle can have besides its grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Bars between white squares.
    Bars,
    /// Places without a square.
    Voids,
    /// The solver must find the black squares.
    Diagramless,
    /// Letters of the solution.
    Letters,
    /// Squares with several letters in them.
    Rebus,
    /// Circles.
    Circles,
    /// Shaded squares.
    Shading,
    /// Numbers that differ from a newspaper's.
    Numbers,
    /// Clues.
    Clues,
    /// Clues for several words of the grid.
    Links,
    /// Answers that are no words of the grid, as they turn or skip squares.
    Paths,
    /// Clues with italic, bold, underlined or struck out text.
    Markup,
    /// Clues with superscripts, subscripts or line breaks.
    Scripts,
    /// Clues in which the definition is marked.
    Definitions,
    /// Explanations of clues.
    Annotations,
    /// A description of the puzzle.
    About(Field),
    /// Contents that only the format of the file has.
    Extras,
}

impl Feature {
    /// All features. A feature that affects others comes first.
    pub const ALL: [Feature; 23] = [
        Feature::Bars,
        Feature::Voids,
        Feature::Diagramless,
        Feature::Letters,
        Feature::Rebus,
        Feature::Circles,
        Feature::Shading,
        Feature::Numbers,
        Feature::Clues,
        Feature::Links,
        Feature::Paths,
        Feature::Markup,
        Feature::Scripts,
        Feature::Definitions,
        Feature::Annotations,
        Feature::About(Field::Title),
        Feature::About(Field::Author),
        Feature::About(Field::Editor),
        Feature::About(Field::Publisher),
        Feature::About(Field::Copyright),
        Feature::About(Field::Date),
        Feature::About(Field::Notes),
        Feature::Extras,
    ];

    /// Returns the feature's name in messages.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns all that is known of the feature.
    pub(super) fn spec(self) -> FeatureSpec {
        use LossMessage::{Entries, Instead, Named};
        use OnLoss::{Refuse, RefuseIfChanged};
        match self {
            Feature::Bars => FeatureSpec {
                on_loss: Refuse,
                ..mark(
                    "bars",
                    &[Ipuz, Jpz, Exolve, Xd],
                    |puzzle| puzzle.grid.bars().len(),
                    |puzzle| *puzzle.grid.bars_mut() = Bars::default(),
                )
            },
            Feature::Voids => FeatureSpec {
                // The words stay the same.
                on_loss: RefuseIfChanged,
                message: Instead("written as black squares"),
                ..mark("voids", &[Ipuz, Jpz, Xd], |puzzle| puzzle.voids.len(), |puzzle| puzzle.voids.clear())
            },
            Feature::Diagramless => FeatureSpec {
                message: Named,
                ..mark(
                    "that the puzzle is diagramless",
                    &[Ipuz, Exolve, Puz, PuzText],
                    |puzzle| usize::from(puzzle.diagramless),
                    |puzzle| puzzle.diagramless = false,
                )
            },
            Feature::Letters => mark(
                "letters",
                ALL,
                |puzzle| puzzle.letters.iter().filter(|letter| !letter.is_empty()).count(),
                |puzzle| puzzle.letters.iter_mut().for_each(String::clear),
            ),
            Feature::Rebus => mark(
                "squares of several letters",
                ALL,
                |puzzle| puzzle.letters.iter().filter(|letter| is_rebus(letter)).count(),
                |puzzle| puzzle.letters.iter_mut().filter(|letter| is_rebus(letter)).for_each(String::clear),
            ),
            Feature::Circles => mark("circles", ALL, |puzzle| puzzle.circles.len(), |puzzle| puzzle.circles.clear()),
            Feature::Shading => mark(
                "shaded squares",
                &[Ipuz, Jpz, Exolve, Xd],
                |puzzle| puzzle.shading.len(),
                |puzzle| puzzle.shading.clear(),
            ),
            Feature::Numbers => {
                mark("unusual numbers", &[Ipuz, Jpz], |puzzle| puzzle.numbers.len(), |puzzle| puzzle.numbers.clear())
            }
            Feature::Clues => FeatureSpec {
                on_loss: RefuseIfChanged,
                ..mark(
                    "clues",
                    ALL,
                    |puzzle| puzzle.clues.values().filter(|clue| !clue.text.is_empty()).count(),
                    |puzzle| {
                        puzzle.change_clues(|_, clue| clue.text = RichText::default());
                    },
                )
            },
            Feature::Links => mark(
                "clues for several words",
                &[Ipuz, Jpz, Exolve, Xd],
                |puzzle| puzzle.links_of(true).len(),
                |puzzle| puzzle.remove_links(true),
            ),
            Feature::Paths => mark(
                "answers that turn",
                &[Ipuz, Jpz],
                |puzzle| puzzle.links_of(false).len(),
                |puzzle| puzzle.remove_links(false),
            ),
            Feature::Markup => markup!(Style, "markup in clues", &[Ipuz, Jpz, Exolve, Xd]),
            Feature::Scripts => {
                markup!(Script, "superscripts, subscripts and line breaks in clues", &[Ipuz, Jpz, Exolve])
            }
            Feature::Definitions => markup!(Definition, "marked definitions in clues", &[Exolve]),
            Feature::Annotations => mark(
                "annotations of clues",
                &[Ipuz, Exolve],
                |puzzle| puzzle.clues.values().filter(|clue| !clue.note.is_empty()).count(),
                |puzzle| puzzle.change_clues(|_, clue| clue.note.clear()),
            ),
            Feature::About(field) => field.spec(),
            Feature::Extras => FeatureSpec {
                on_loss: RefuseIfChanged,
                message: Entries,
                ..mark(
                    "what only the format of the file has",
                    ALL,
                    |puzzle| puzzle.extra_names().count(),
                    Puzzle::clear_extras,
                )
            },
        }
    }
}

impl Field {
    fn spec(self) -> FeatureSpec {
        match self {
            Field::Title => about!(Title, "the title", ALL, RefuseIfChanged),
            Field::Author => about!(Author, "the author", ALL, RefuseIfChanged),
            Field::Editor => about!(Editor, "the editor", &[Ipuz, Xd], RefuseIfChanged),
            Field::Publisher => about!(Publisher, "the publisher", &[Ipuz, Xd], RefuseIfChanged),
            Field::Copyright => about!(Copyright, "the copyright", ALL, RefuseIfChanged),
            // Some formats hold only dates there.
            Field::Date => about!(Date, "the date", &[Ipuz, Xd], Drop),
            Field::Notes => about!(Notes, "the notes", ALL, RefuseIfChanged),
        }
    }
}
