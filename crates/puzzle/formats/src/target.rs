//! Writing: what each format can hold, and what a file does not keep.
//!
//! [`Feature::spec`] has the formats that hold each feature. The reported losses follow from it alone: a feature that
//! the format lacks is removed before the writer runs. To detect further losses, every file is read back before it is returned. If a
//! feature comes back changed, it is removed and reported too, or the writing fails: [`OnLoss`] says which.

use std::fmt;
use std::path::Path;

use super::clue::Clue;
use super::fault::{Fault, Unwritable};
use super::feature::{FeatureSpec, LossMessage, OnLoss};
use super::puz;
use super::puzzle::{Feature, Field, Puzzle, is_rebus, name_of};
use super::recognition::recognise;
use super::registry::{Format, Writer, read};
use super::text::{Options, Reader};
use gridcheck_core::visible::quoted;
use gridcheck_layout::words::Word;

/// Maximum number of entries to name.
const MAX_NAMES: usize = 20;

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

impl Format {
    /// Returns the support of the format for a feature.
    pub fn support(self, thing: Feature) -> Support {
        let FeatureSpec { holders, on_loss, .. } = thing.spec();
        match thing {
            Feature::Extras => Support::Own,
            // The format's description has no such squares in a diagramless puzzle.
            Feature::Rebus if self == Format::Exolve => Support::Without(Feature::Diagramless),
            _ if holders.contains(&self) => Support::Held,
            _ if on_loss == OnLoss::Refuse => Support::Refused,
            _ => Support::None,
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
                Support::Own => puzzle.extras.fits(self),
                Support::None => false,
                Support::Refused if count > 0 => return Err(Unwritable::without(thing)),
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
/// Returns an error if the format is only read, if it cannot hold the puzzle, or if the file would read back changed.
pub fn write(puzzle: &Puzzle, target: Format) -> Result<Written, Unwritable> {
    let Some(writer) = target.spec().write else {
        return Err(Unwritable { thing: None, why: format!("the format {target} is only read") });
    };
    if target.is_list() {
        return grid_alone(puzzle, writer);
    }
    let mut kept = puzzle.clone();
    let mut lost = target.reduce(&mut kept)?;
    loop {
        match written(&kept, target, writer) {
            Ok(bytes) => {
                let notes = encoding_note(&bytes, target).into_iter().collect();
                return Ok(Written { bytes, lost, notes });
            }
            Err(Unwritable { thing: Some(thing), why })
                if thing.spec().on_loss == OnLoss::Drop && kept.count(thing) > 0 =>
            {
                lost.push(Loss { why: Some(why), ..Loss::of(&kept, thing) });
                kept.remove(thing);
            }
            Err(unwritable) => return Err(unwritable),
        }
    }
}

/// Writes the grid of a puzzle to a list, which holds nothing else. A list has bars only in grids without black squares. Bars cannot be left
/// out, because they end words.
fn grid_alone(puzzle: &Puzzle, write: Writer) -> Result<Written, Unwritable> {
    let bytes = write(puzzle)?;
    let is_read_back = || {
        let back = Reader::new(&*bytes, Options::default()).next();
        back.is_some_and(|found| found.is_ok_and(|found| found.grid == puzzle.grid))
    };
    if puzzle.count(Feature::Bars) > 0 && !is_read_back() {
        return Err(Unwritable::without(Feature::Bars));
    }
    let lost = puzzle.things().filter(|thing| *thing != Feature::Bars).map(|thing| Loss::of(puzzle, thing)).collect();
    Ok(Written { bytes, lost, notes: Vec::new() })
}

/// Returns the file, if it is recognised as one of its format, and reads back as the same puzzle.
fn written(puzzle: &Puzzle, target: Format, write: Writer) -> Result<Vec<u8>, Unwritable> {
    let bytes = write(puzzle)?;
    if !is_recognised(&bytes, target) {
        return Err(unrecognisable(puzzle, target, write));
    }
    let unreadable = |fault: Fault| Unwritable { thing: None, why: fault.to_string() };
    let file = read(&bytes, target).map_err(unreadable)?;
    let back = file.puzzle().map_err(unreadable)?;
    match difference(puzzle, back) {
        Some(unwritable) => Err(unwritable),
        None => Ok(bytes),
    }
}

/// Returns `true` if the content of a file shows the format as which it was written, and no other.
fn is_recognised(bytes: &[u8], target: Format) -> bool {
    recognise(bytes, Path::new("")) == Ok(target)
}

/// Returns the error for a file that would be taken for one of another format. It names the feature without which the file would be fine.
fn unrecognisable(puzzle: &Puzzle, target: Format, write: Writer) -> Unwritable {
    let is_at_fault = |thing: &Feature| {
        let mut less = puzzle.clone();
        less.remove(*thing);
        write(&less).is_ok_and(|bytes| is_recognised(&bytes, target))
    };
    let thing = puzzle.things().find(is_at_fault);
    Unwritable { thing, why: format!("the file would not be recognised as {target}, but taken for another format") }
}

/// Returns the first feature that differs between a puzzle and the puzzle read back, and its place.
fn difference(puzzle: &Puzzle, back: &Puzzle) -> Option<Unwritable> {
    let Puzzle { grid, voids, circles, shading, numbers, about, diagramless, extras, .. } = puzzle;
    let differs = |is_other: bool, thing: Feature, what: &str| is_other.then(|| (thing, what.to_owned()));
    let is_mark_other = |is_other: bool, thing: Feature| differs(is_other, thing, thing.name());
    let letter = || {
        let square = puzzle.squares().find(|&square| puzzle.letter(square) != back.letter(square))?;
        let letter = puzzle.letter(square);
        let thing = if is_rebus(letter) { Feature::Rebus } else { Feature::Letters };
        Some((thing, format!("\"{}\" in {}", quoted(letter), name_of(square))))
    };
    let clue = || {
        let words = puzzle.words().words;
        let plain = |puzzle: &'_ Puzzle, word: &Word| puzzle.clue(word).map(|text| text.plain().into_owned());
        let changed = words.iter().find(|word| plain(puzzle, word) != plain(back, word));
        let what = changed.map_or("a clue".to_owned(), |word| format!("the clue of {word}"));
        is_clue_other(puzzle, back, |clue| clue.text.plain()).then_some((Feature::Clues, what))
    };
    let link = || {
        let changed = puzzle.links().find(|&(start, squares)| back.link(start) != Some(squares));
        let are_words = changed.is_none_or(|(start, _)| puzzle.linked_words(start, &puzzle.words()).is_some());
        let thing = if are_words { Feature::Links } else { Feature::Paths };
        differs(is_clue_other(puzzle, back, |clue| clue.answer.squares()), thing, "the squares of an answer")
    };
    let markup = || {
        let is_other = |thing: &Feature| puzzle.count(*thing) != back.count(*thing);
        let thing = [Feature::Definitions, Feature::Scripts].into_iter().find(is_other).unwrap_or(Feature::Markup);
        let thing = if puzzle.count(thing) > 0 { thing } else { Feature::Scripts };
        differs(
            is_clue_other(puzzle, back, |clue| clue.text.has_markup().then_some(&clue.text)),
            thing,
            "the markup of a clue",
        )
    };
    let field = || Field::ALL.into_iter().find(|field| about.get(field) != back.about.get(field));
    if *grid != back.grid {
        return Some(Unwritable { thing: None, why: "the grid would come back changed".to_owned() });
    }
    let found = differs(*diagramless != back.diagramless, Feature::Diagramless, "whether it is diagramless")
        .or_else(|| differs(grid.bars() != back.grid.bars(), Feature::Bars, "a bar"))
        .or_else(|| differs(*voids != back.voids, Feature::Voids, "a void"))
        .or_else(letter)
        .or_else(|| is_mark_other(*circles != back.circles, Feature::Circles))
        .or_else(|| is_mark_other(*shading != back.shading, Feature::Shading))
        .or_else(|| is_mark_other(*numbers != back.numbers, Feature::Numbers))
        .or_else(clue)
        .or_else(link)
        .or_else(markup)
        .or_else(|| {
            let is_other = is_clue_other(puzzle, back, |clue| clue.note.as_str());
            differs(is_other, Feature::Annotations, "an annotation")
        })
        .or_else(|| field().map(|field| (Feature::About(field), format!("the {field}"))))
        .or_else(|| {
            let is_other = *extras != back.extras || is_clue_other(puzzle, back, |clue| clue.extras.as_slice());
            differs(is_other, Feature::Extras, "an entry that only this format has")
        });
    found.map(|(thing, what)| Unwritable::because(thing, format!("{what} would come back changed")))
}

/// Returns `true` if a part of some clue differs between two puzzles.
fn is_clue_other<'p, T: PartialEq + Default>(one: &'p Puzzle, other: &'p Puzzle, part: fn(&'p Clue) -> T) -> bool {
    let parts = |puzzle: &'p Puzzle| {
        let parts = puzzle.clues.iter().map(move |(start, clue)| (start, part(clue)));
        parts.filter(|(_, part)| *part != T::default())
    };
    !parts(one).eq(parts(other))
}

fn encoding_note(bytes: &[u8], target: Format) -> Option<String> {
    let (written, programs) = match target {
        Format::Puz if puz::is_utf8(bytes) => ("written as version 2 in UTF-8", "old programs"),
        Format::PuzText if str::from_utf8(bytes).is_ok_and(|text| !text.is_ascii()) => {
            ("written in UTF-8", "programs that know only that")
        }
        _ => return None,
    };
    Some(format!("{written}, as Windows-1252 does not have all its characters: {programs} show some of them wrong"))
}

impl Loss {
    /// Returns the loss of a whole feature of a puzzle.
    pub fn of(puzzle: &Puzzle, thing: Feature) -> Self {
        let why = match thing.spec().message {
            LossMessage::Instead(written) => Some(written.to_owned()),
            LossMessage::Entries => Some(sample(puzzle.extra_names())),
            LossMessage::Counted | LossMessage::Named => None,
        };
        Loss { thing, count: puzzle.count(thing), why }
    }
}

fn sample(names: impl Iterator<Item = String>) -> String {
    let mut shown: Vec<String> = names.take(MAX_NAMES + 1).collect();
    if shown.len() > MAX_NAMES {
        "…".clone_into(&mut shown[MAX_NAMES]);
    }
    shown.join(", ")
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loss { thing, count, why } = self;
        let FeatureSpec { name, message, .. } = thing.spec();
        f.write_str(name)?;
        let is_counted = matches!(message, LossMessage::Counted | LossMessage::Instead(_));
        match why {
            Some(why) if is_counted => write!(f, " ({count}): {why}"),
            Some(why) => write!(f, ": {why}"),
            None if is_counted => write!(f, ": {count} dropped"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_with_the_sign_of_another_format_are_escaped_or_refused() {
        let mut puzzle = Puzzle::of("...\n.#.\n...".parse().expect("a grid"));
        puzzle.about.insert(Field::Notes, "a\nexolve-begin\nb".to_owned());
        for target in Format::WRITTEN_PUZZLES {
            let may_escape = [Format::Ipuz, Format::Jpz, Format::Exolve].contains(&target);
            match write(&puzzle, target) {
                Ok(written) => assert!(may_escape && is_recognised(&written.bytes, target), "{target}"),
                Err(unwritable) => {
                    assert_eq!((may_escape, unwritable.thing), (false, Some(Feature::About(Field::Notes))), "{target}");
                }
            }
        }
    }
}
