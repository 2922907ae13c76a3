//! The formats that can be written: what each can hold, and their writers.
//!
//! [`Target::support`] is a table of the features that each format holds. The reported losses follow from this table alone: a feature that
//! the format lacks is removed before the writer runs. To detect further losses, every file is read back before it is returned. If a
//! feature comes back changed, it is removed and reported too if it is a mark. Otherwise the writing fails.

use std::fmt;

use super::draft::foreign;
use super::fault::Unwritable;
use super::puzzle::{Feature, Field, Puzzle, one_line};
use super::registry::{Format, read};
use super::{exolve, ipuz, jpz, puz, puz_text, xd};
use gridcheck_core::visible::{quoted, shortened};

/// Maximum number of entries to name.
const MOST_NAMES: usize = 20;
const LONGEST_NAME: usize = 60;

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// ipuz, version 2.
    Ipuz,
    /// Crossword Compiler's XML.
    Jpz,
    /// Exolve.
    Exolve,
    /// Across Lite, binary.
    Puz,
    /// Across Lite, text.
    PuzText,
    /// The text form of crossword archives.
    Xd,
}

/// The support of a format for a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// The format holds it.
    Held,
    /// The format holds it in a puzzle without the other feature.
    Without(Feature),
    /// The format holds it if it comes from a file of this format.
    Own,
    /// The format does not hold it.
    None,
    /// The format does not hold it, and without it the puzzle would be another one.
    Refused,
}

/// A puzzle as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// The features that the file does not hold.
    pub lost: Vec<Loss>,
    /// Notes for the user, one sentence each.
    pub notes: Vec<String>,
}

/// A feature of a puzzle that a file does not hold. It is displayed in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The feature.
    pub thing: Feature,
    /// The amount of the feature.
    pub count: usize,
    /// The reason, if the format supports the feature in general.
    pub why: Option<String>,
}

impl Target {
    /// All formats that can be written.
    pub const ALL: [Target; 6] = [Target::Ipuz, Target::Jpz, Target::Exolve, Target::Puz, Target::PuzText, Target::Xd];

    /// Returns the same format for reading.
    pub fn format(self) -> Format {
        match self {
            Target::Ipuz => Format::Ipuz,
            Target::Jpz => Format::Jpz,
            Target::Exolve => Format::Exolve,
            Target::Puz => Format::Puz,
            Target::PuzText => Format::PuzText,
            Target::Xd => Format::Xd,
        }
    }

    /// Returns the same format for writing, or `None` if it is only read.
    pub fn of(format: Format) -> Option<Self> {
        Target::ALL.into_iter().find(|target| target.format() == format)
    }

    /// Returns the name of the format on the command line.
    pub fn name(self) -> &'static str {
        self.format().name()
    }

    /// Returns a description of the format in one line.
    pub fn description(self) -> &'static str {
        match self {
            Target::Ipuz => "ipuz, version 2: everything",
            Target::Jpz => "Crossword Compiler's XML",
            Target::Exolve => "Exolve, for web pages",
            Target::Puz => "Across Lite, binary",
            Target::PuzText => "Across Lite, text",
            Target::Xd => "The text form of crossword archives",
        }
    }

    /// Returns the support of the format for a feature.
    pub fn support(self, thing: Feature) -> Support {
        use Target::{Exolve, Ipuz, Jpz, Puz, PuzText, Xd};
        match thing {
            Feature::Letters
            | Feature::Clues
            | Feature::About(Field::Title | Field::Author | Field::Copyright | Field::Notes) => Support::Held,
            Feature::Bars => match self {
                Ipuz | Jpz | Exolve | Xd => Support::Held,
                Puz | PuzText => Support::Refused,
            },
            // Without voids in the format, they become black squares, and the words stay the same.
            Feature::Voids => match self {
                Ipuz | Jpz | Xd => Support::Held,
                Exolve | Puz | PuzText => Support::None,
            },
            Feature::Diagramless => match self {
                Ipuz | Exolve | Puz | PuzText => Support::Held,
                Jpz | Xd => Support::None,
            },
            Feature::Rebus => match self {
                // The format's description has no such squares in a diagramless puzzle.
                Exolve => Support::Without(Feature::Diagramless),
                Ipuz | Jpz | Puz | PuzText | Xd => Support::Held,
            },
            Feature::Circles => match self {
                Ipuz | Jpz | Exolve | Puz | PuzText | Xd => Support::Held,
            },
            Feature::Shading => match self {
                Ipuz | Jpz | Exolve | Xd => Support::Held,
                Puz | PuzText => Support::None,
            },
            Feature::Numbers => match self {
                Ipuz | Jpz => Support::Held,
                Exolve | Puz | PuzText | Xd => Support::None,
            },
            Feature::About(Field::Editor | Field::Publisher | Field::Date) => match self {
                Ipuz | Xd => Support::Held,
                Jpz | Exolve | Puz | PuzText => Support::None,
            },
            Feature::Extras => Support::Own,
        }
    }

    /// Removes the features that the format lacks, and returns the losses.
    ///
    /// # Errors
    /// Returns an error if the puzzle has a feature that cannot be removed without changing the words.
    pub fn reduce(self, puzzle: &mut Puzzle) -> Result<Vec<Loss>, Unwritable> {
        let mut lost = Vec::new();
        for thing in Feature::ALL {
            let count = puzzle.count(thing);
            let has_room = match self.support(thing) {
                Support::Without(other) => puzzle.count(other) == 0,
                Support::Own => puzzle.extras.fits(self.format()),
                Support::None => false,
                Support::Refused if count > 0 => {
                    return Err(Unwritable::without(thing));
                }
                Support::Held | Support::Refused => true,
            };
            if count > 0 && !has_room {
                lost.push(Loss::of(puzzle, thing));
            }
            // Extras that only spell something count as none.
            if !has_room {
                puzzle.remove(thing);
            }
        }
        Ok(lost)
    }
}

/// Writes a puzzle.
///
/// # Errors
/// Returns an error if the format cannot hold the puzzle, or if the file would read back changed.
pub fn write(puzzle: &Puzzle, target: Target) -> Result<Written, Unwritable> {
    let mut kept = puzzle.clone();
    let mut lost = target.reduce(&mut kept)?;
    loop {
        match written(&kept, target) {
            Ok(bytes) => {
                let notes = encoding_note(&bytes, target).into_iter().collect();
                return Ok(Written { bytes, lost, notes });
            }
            // A text or a clue can be changed by its author, so only marks are removed here.
            Err(Unwritable { thing: Some(thing), why }) if is_mark(thing) && kept.count(thing) > 0 => {
                lost.push(Loss { why: Some(why), ..Loss::of(&kept, thing) });
                kept.remove(thing);
            }
            Err(unwritable) => return Err(unwritable),
        }
    }
}

/// Returns `true` if a feature that cannot be written is removed and reported, and `false` if the puzzle is rejected.
fn is_mark(thing: Feature) -> bool {
    match thing {
        Feature::Diagramless
        | Feature::Letters
        | Feature::Rebus
        | Feature::Circles
        | Feature::Shading
        | Feature::Numbers => true,
        Feature::Bars | Feature::Voids | Feature::Clues | Feature::About(_) | Feature::Extras => false,
    }
}

/// Returns the file, if it reads back as the same puzzle.
fn written(puzzle: &Puzzle, target: Target) -> Result<Vec<u8>, Unwritable> {
    let bytes = match target {
        Target::Ipuz => ipuz::write(puzzle)?,
        Target::Jpz => jpz::write(puzzle),
        Target::Exolve => exolve::write(puzzle)?,
        Target::Puz => puz::write(puzzle)?,
        Target::PuzText => puz_text::write(puzzle)?,
        Target::Xd => xd::write(puzzle)?,
    };
    let file = read(&bytes, target.format()).map_err(|fault| Unwritable { thing: None, why: fault.to_string() })?;
    let back = file.puzzle().map_err(|fault| Unwritable { thing: None, why: fault.to_string() })?;
    match difference(puzzle, back) {
        Some(unwritable) => Err(unwritable),
        None => Ok(bytes),
    }
}

/// Returns the first feature that differs between a puzzle and the puzzle read back, and its place.
fn difference(puzzle: &Puzzle, back: &Puzzle) -> Option<Unwritable> {
    if puzzle == back {
        return None;
    }
    let Puzzle { grid, bars, voids, letters, circles, shading, numbers, clues, about, diagramless, extras } = puzzle;
    let because = |thing, what: String| Unwritable::because(thing, format!("{what} would come back changed"));
    if *grid != back.grid {
        return Some(Unwritable { thing: None, why: "the grid would come back changed".to_owned() });
    }
    if *diagramless != back.diagramless {
        return Some(because(Feature::Diagramless, "whether it is diagramless".to_owned()));
    }
    if *bars != back.bars {
        return Some(because(Feature::Bars, "a bar".to_owned()));
    }
    if *voids != back.voids {
        return Some(because(Feature::Voids, "a void".to_owned()));
    }
    if let Some(square) = puzzle.squares().find(|&square| puzzle.letter(square) != back.letter(square)) {
        let thing = if super::puzzle::is_rebus(puzzle.letter(square)) { Feature::Rebus } else { Feature::Letters };
        let what = format!("\"{}\" in row {}, column {}", quoted(puzzle.letter(square)), square.0 + 1, square.1 + 1);
        return Some(because(thing, what));
    }
    debug_assert_eq!(letters, &back.letters);
    for (thing, same) in [
        (Feature::Circles, *circles == back.circles),
        (Feature::Shading, *shading == back.shading),
        (Feature::Numbers, *numbers == back.numbers),
    ] {
        if !same {
            return Some(because(thing, thing.name().to_owned()));
        }
    }
    if *clues != back.clues {
        let words = puzzle.words().words;
        let changed = words.iter().find(|word| clues.get(&(*word).into()) != back.clues.get(&(*word).into()));
        return Some(because(
            Feature::Clues,
            changed.map_or("a clue".to_owned(), |word| format!("the clue of {word}")),
        ));
    }
    if let Some(field) = Field::ALL.into_iter().find(|field| about.get(field) != back.about.get(field)) {
        return Some(because(Feature::About(field), format!("the {}", field.name())));
    }
    (*extras != back.extras).then(|| because(Feature::Extras, "an entry that only this format has".to_owned()))
}

/// Returns a note for the user about the encoding of a file.
fn encoding_note(bytes: &[u8], target: Target) -> Option<String> {
    match target {
        Target::Puz if puz::is_utf8(bytes) => Some(
            "written as version 2 in UTF-8, as Latin-1 does not have all its characters: old programs show some of them wrong"
                .to_owned(),
        ),
        Target::PuzText if str::from_utf8(bytes).is_ok_and(|text| !text.is_ascii()) => Some(
            "written in UTF-8, as Latin-1 does not have all its characters: programs that know only that show some of them wrong"
                .to_owned(),
        ),
        _ => None,
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Loss {
    /// Returns the loss of a whole feature of a puzzle.
    pub fn of(puzzle: &Puzzle, thing: Feature) -> Self {
        let why = match thing {
            Feature::Voids => Some("written as black squares".to_owned()),
            Feature::Extras => Some(sample(puzzle.extras.names())),
            _ => None,
        };
        Loss { thing, count: puzzle.count(thing), why }
    }
}

/// Returns the first names of a list.
fn sample<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut shown: Vec<String> = names
        .take(MOST_NAMES + 1)
        .map(|name| foreign(&shortened(&one_line(name), LONGEST_NAME)).into_owned())
        .collect();
    if shown.len() > MOST_NAMES {
        "…".clone_into(&mut shown[MOST_NAMES]);
    }
    shown.join(", ")
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loss { thing, count, why } = self;
        f.write_str(thing.name())?;
        let is_counted = !matches!(thing, Feature::Diagramless | Feature::About(_) | Feature::Extras);
        match why {
            Some(why) if is_counted => write!(f, " ({count}): {why}"),
            Some(why) => write!(f, ": {why}"),
            None if is_counted => write!(f, ": {count} dropped"),
            None => Ok(()),
        }
    }
}
