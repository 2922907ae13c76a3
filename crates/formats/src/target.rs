//! The formats that are written: what each can hold, and the writing.
//!
//! What a format has room for is data ([`Target::support`]), and what is said to be left out comes from it and from nowhere
//! else: before a writer sees a puzzle, it has lost what the format has no room for. So that no writer can lose more, every file is
//! read back before anybody gets it; where it does not say what was handed to the writer, that thing is left out as well, and said, if it is a mark, and
//! else the writing is refused.

use std::fmt;

use super::fault::Unwritable;
use super::puzzle::{Feature, Field, Puzzle};
use super::registry::{Format, read};
use super::{exolve, ipuz, jpz, puz, puz_text, xd};
use gridcheck_core::visible::quoted;

/// A format that is written.
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

/// What a format does with a kind of thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Support {
    /// It holds it.
    Held,
    /// It holds it in a puzzle that has none of another.
    Without(Feature),
    /// It does not hold it.
    None,
    /// It does not hold it, and without it the puzzle would be another one.
    Refused,
}

/// A puzzle as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it does not hold of the puzzle.
    pub lost: Vec<Loss>,
    /// What a person should know of it, a sentence each.
    pub notes: Vec<String>,
}

/// What a file does not hold of a puzzle. A few words when displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The kind of thing.
    pub thing: Feature,
    /// How many there are of it.
    pub count: usize,
    /// Why they could not be kept, where the format has room for things of that kind.
    pub why: Option<String>,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 6] = [Target::Ipuz, Target::Jpz, Target::Exolve, Target::Puz, Target::PuzText, Target::Xd];

    /// The format as it is read.
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

    /// The name by which a person asks for it.
    pub fn name(self) -> &'static str {
        self.format().name()
    }

    /// What it is, in a line.
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

    /// What it does with a kind of thing.
    pub fn support(self, thing: Feature) -> Support {
        use Target::{Exolve, Ipuz, Jpz, Puz, PuzText, Xd};
        match thing {
            Feature::Letters
            | Feature::Clues
            | Feature::About(Field::Title | Field::Author | Field::Copyright | Field::Notes) => Support::Held,
            Feature::Bars => match self {
                Ipuz | Jpz | Exolve => Support::Held,
                Puz | PuzText | Xd => Support::Refused,
            },
            // Where there are none, they become black squares: the words stay as they are.
            Feature::Voids => match self {
                Ipuz | Jpz | Xd => Support::Held,
                Exolve | Puz | PuzText => Support::None,
            },
            Feature::Diagramless => match self {
                Ipuz | Exolve | Puz | PuzText => Support::Held,
                Jpz | Xd => Support::None,
            },
            Feature::Rebus => match self {
                // Its description has no such squares in a diagramless puzzle.
                Exolve => Support::Without(Feature::Diagramless),
                Ipuz | Jpz | Puz | PuzText | Xd => Support::Held,
            },
            Feature::Circles => match self {
                Ipuz | Jpz | Exolve | Puz | PuzText | Xd => Support::Held,
            },
            Feature::Shading => match self {
                Ipuz | Jpz | Exolve => Support::Held,
                // A letter can be marked, and only one mark a file.
                Xd => Support::Without(Feature::Circles),
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
        }
    }

    /// Takes from a puzzle what there is no room for; what that was is the answer.
    pub fn reduce(self, puzzle: &mut Puzzle) -> Result<Vec<Loss>, Unwritable> {
        let mut lost = Vec::new();
        for thing in Feature::ALL {
            let count = puzzle.count(thing);
            let has_room = match self.support(thing) {
                Support::Without(other) => puzzle.count(other) == 0,
                Support::None => false,
                Support::Refused if count > 0 => {
                    return Err(Unwritable::without(thing));
                }
                Support::Held | Support::Refused => true,
            };
            if count > 0 && !has_room {
                lost.push(Loss::of(puzzle, thing));
                puzzle.remove(thing);
            }
        }
        Ok(lost)
    }
}

/// Writes a puzzle.
pub fn write(puzzle: &Puzzle, target: Target) -> Result<Written, Unwritable> {
    let mut kept = puzzle.clone();
    let mut lost = target.reduce(&mut kept)?;
    loop {
        match written(&kept, target) {
            Ok(bytes) => {
                let notes = encoding_note(&bytes, target).into_iter().collect();
                return Ok(Written { bytes, lost, notes });
            }
            // One that cannot be kept would be missed among the others; a text or a clue can be changed by its author.
            Err(Unwritable { thing: Some(thing), why }) if is_mark(thing) && kept.count(thing) > 0 => {
                lost.push(Loss { why: Some(why), ..Loss::of(&kept, thing) });
                kept.remove(thing);
            }
            Err(unwritable) => return Err(unwritable),
        }
    }
}

/// Whether things of a kind are left out, and said to be, rather than the whole puzzle refused.
fn is_mark(thing: Feature) -> bool {
    match thing {
        Feature::Diagramless
        | Feature::Letters
        | Feature::Rebus
        | Feature::Circles
        | Feature::Shading
        | Feature::Numbers => true,
        Feature::Bars | Feature::Voids | Feature::Clues | Feature::About(_) => false,
    }
}

/// The file, if it says what the puzzle does.
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

/// The first thing of a puzzle that another has not or not so, and where.
fn difference(puzzle: &Puzzle, back: &Puzzle) -> Option<Unwritable> {
    if puzzle == back {
        return None;
    }
    let Puzzle { grid, bars, voids, letters, circles, shading, numbers, clues, about, diagramless } = puzzle;
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
    let field = Field::ALL.into_iter().find(|field| about.get(field) != back.about.get(field))?;
    Some(because(Feature::About(field), format!("the {}", field.name())))
}

/// What a person should know of the encoding of a file.
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
    /// All that a puzzle has of a thing.
    pub fn of(puzzle: &Puzzle, thing: Feature) -> Self {
        let why = (thing == Feature::Voids).then(|| "black squares there instead".to_owned());
        Loss { thing, count: puzzle.count(thing), why }
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loss { thing, count, why } = self;
        f.write_str(thing.name())?;
        if *count > 1 {
            write!(f, " ({count})")?;
        }
        why.as_ref().map_or(Ok(()), |why| write!(f, ": {why}"))
    }
}
