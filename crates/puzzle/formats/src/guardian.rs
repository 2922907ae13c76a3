//! The Guardian's JSON format.
//!
//! The format lists words, not squares: `dimensions` with `cols` and `rows`, and `entries`. Each entry has a `position` of `x` and `y` from
//! 0, a `direction` and a `length`. Squares outside all entries are black. If a white square follows an end of an entry, the entry's word
//! would end at a bar; this format has no bars, so the file is rejected. An entry has a `number`, a `clue` in HTML and, after its
//! publication, a `solution`. A `group` lists the entries of a clue for several words by their ids; the first has the clue, and in
//! `separatorLocations` the ends of the words of the whole answer.
//!
//! Source: crosswords published at theguardian.com, and the code of its site that shows them (guardian/frontend).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::decode::utf8;
use super::defects::{Part, WordReference};
use super::draft::{Draft, PuzzleFile, foreign};
use super::enumeration;
use super::fault::{Fault, LineCounter, Place, in_text};
use super::html;
use super::json::parse;
use super::puzzle::{Field, Square};
use gridcheck_core::grid::Grid;
use gridcheck_layout::words::Direction;

/// The key that distinguishes this format from other JSON.
pub(super) const KEY: &str = "entries";

/// The keys of an object that are not read.
type Others = Map<String, Value>;

#[derive(Deserialize)]
struct Document<'a> {
    name: Option<String>,
    creator: Option<Creator>,
    instructions: Option<String>,
    #[serde(borrow)]
    dimensions: &'a RawValue,
    #[serde(borrow)]
    entries: Vec<&'a RawValue>,
    #[serde(flatten)]
    others: Others,
}

#[derive(Deserialize, Default)]
struct Creator {
    name: Option<String>,
    #[serde(flatten)]
    others: Others,
}

#[derive(Deserialize)]
struct Dimensions {
    cols: u64,
    rows: u64,
    #[serde(flatten)]
    others: Others,
}

#[derive(Deserialize)]
struct Entry {
    position: Position,
    direction: Direction,
    length: u64,
    number: Option<u64>,
    clue: Option<String>,
    solution: Option<String>,
    id: Option<String>,
    #[serde(rename = "humanNumber")]
    human_number: Option<String>,
    /// The ids of the entries to which the clue belongs.
    group: Option<Vec<String>>,
    /// The letters after which a separator stands, by the separator. A group has them at its first entry.
    #[serde(rename = "separatorLocations", default)]
    separators: Option<BTreeMap<String, Vec<usize>>>,
    #[serde(flatten)]
    others: Others,
}

#[derive(Deserialize)]
struct Position {
    x: u64,
    y: u64,
    #[serde(flatten)]
    others: Others,
}

/// An entry that lies in the grid.
struct PlacedEntry {
    place: Place,
    first: Square,
    length: usize,
    entry: Entry,
}

/// The name of a word that no grid has.
const NOWHERE: WordReference = WordReference::Square((usize::MAX, usize::MAX));

pub(super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    in_text(utf8(bytes)?, read_text)
}

/// Reads a puzzle. The places of faults are bytes of the text.
fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
    let document: Document = parse(text, text)?;
    let place = Place::of_part(text, document.dimensions.get());
    let dimensions: Dimensions = parse(text, document.dimensions.get())?;
    let mut draft = Draft::new(dimensions.cols, dimensions.rows, place)?;
    let mut grid = Grid::black(draft.height(), draft.width());
    let mut words = Vec::new();
    for raw in document.entries {
        let word = word(parse(text, raw.get())?, &dimensions, Place::of_part(text, raw.get()))?;
        note_others(&mut draft, &word.entry.others, " of entries");
        note_others(&mut draft, &word.entry.position.others, " of positions");
        word.squares().for_each(|(r, c)| grid.set_white(r, c, true));
        words.push(word);
    }
    if words.is_empty() {
        return Err(Fault::new(place, "no entries: expected at least one, as black is what no entry covers"));
    }
    for word in &words {
        check_ends(word, &grid)?;
    }
    for (r, c) in draft.puzzle.squares() {
        draft.tell((r, c), grid.is_white(r, c), place)?;
    }
    let ids: HashMap<&str, usize> =
        words.iter().enumerate().filter_map(|(at, word)| Some((word.entry.id.as_deref()?, at))).collect();
    draft.unread_if(
        ids.len() < words.iter().filter(|word| word.entry.id.is_some()).count(),
        "ids that two entries have",
    );
    let mut lines = LineCounter::new(text);
    let groups = Groups::of(&words);
    for (at, word) in words.iter().enumerate() {
        let Place::Byte(offset) = word.place else { unreachable!("places are bytes here") };
        let members = groups.members(at, &ids, &words);
        add_word(&mut draft, word, lines.line(offset), members);
    }
    let Creator { name: author, others } = document.creator.unwrap_or_default();
    for (field, text) in [(Field::Title, document.name), (Field::Author, author), (Field::Notes, document.instructions)]
    {
        draft.about_in_html(field, &text.unwrap_or_default());
    }
    note_others(&mut draft, &document.others, "");
    note_others(&mut draft, &others, " of the creator");
    note_others(&mut draft, &dimensions.others, " of the dimensions");
    draft.finish(place)
}

fn note_others(draft: &mut Draft, others: &Others, whose: &str) {
    for key in others.keys() {
        draft.unread(format!("key {}{whose}", foreign(key)));
    }
}

/// Returns an error if a white square precedes or follows the word.
fn check_ends(word: &PlacedEntry, grid: &Grid) -> Result<(), Fault> {
    let &PlacedEntry { place, first: (r, c), length, .. } = word;
    let [before, end] = match word.entry.direction {
        Direction::Across => [(r, c.wrapping_sub(1)), (r, c + length)],
        Direction::Down => [(r.wrapping_sub(1), c), (r + length, c)],
    };
    let continues = |(r, c): Square| r < grid.height() && c < grid.width() && grid.is_white(r, c);
    if continues(before) || continues(end) {
        let message = "this entry does not end at a black square or the edge: expected that it does, as this format \
                       has no bars and words cannot overlap";
        return Err(Fault::new(place, message));
    }
    Ok(())
}

/// The groups of the entries. Equal groups have equal numbers, so that each is compared once.
struct Groups(Vec<usize>);

impl Groups {
    fn of(words: &[PlacedEntry]) -> Self {
        let mut known: HashMap<&[String], usize> = HashMap::new();
        let mut numbers = Vec::new();
        for word in words {
            let next = known.len();
            numbers.push(*known.entry(group(word)).or_insert(next));
        }
        Groups(numbers)
    }

    /// Returns the members of the group of an entry, or `None` if an id is unknown or repeated, and `true` if all have this group.
    fn members<'w>(
        &self,
        at: usize,
        ids: &HashMap<&str, usize>,
        words: &'w [PlacedEntry],
    ) -> (Option<Vec<&'w PlacedEntry>>, bool) {
        let group = group(&words[at]);
        let mut seen = BTreeSet::new();
        let indices: Option<Vec<usize>> =
            group.iter().map(|id| ids.get(id.as_str()).copied().filter(|&at| seen.insert(at))).collect();
        let is_same = group.len() < 2 || indices.iter().flatten().all(|&other| self.0[other] == self.0[at]);
        (indices.map(|indices| indices.into_iter().map(|at| &words[at]).collect()), is_same)
    }
}

fn group(word: &PlacedEntry) -> &[String] {
    word.entry.group.as_deref().unwrap_or_default()
}

/// Adds an entry. `members` are those of its group, as [`Groups::members`] returns them.
fn add_word(draft: &mut Draft, word: &PlacedEntry, line: usize, members: (Option<Vec<&PlacedEntry>>, bool)) {
    let Entry { id, direction, number, human_number, clue, solution, separators, .. } = &word.entry;
    let numbered = number.map(|number| number.to_string());
    let is_id = |id: &String| numbered.as_ref().is_some_and(|number| *id == format!("{number}-{direction}"));
    draft.unread_if(!id.as_ref().is_none_or(is_id), "ids of entries that are not a number and a direction");
    let (members, is_same) = members;
    let (is_first, further) = match members.as_deref() {
        Some([first, further @ ..]) => (first.first == word.first && first.entry.direction == *direction, further),
        _ => (true, &[][..]),
    };
    let is_alone = group(word).len() < 2;
    let is_known = members.is_some() && is_same;
    draft.unread_if(!is_known || is_alone && !is_first, "groups of entries that are not those of the file");
    let numbers = |members: &[&PlacedEntry]| {
        let number = |member: &&PlacedEntry| member.entry.number.map(|number| number.to_string());
        members.iter().map(number).collect::<Option<Vec<String>>>()
    };
    let own = if is_first { [&[word], further].concat() } else { vec![word] };
    let digits =
        |text: &String| text.split([',', ' ', '/', '&']).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    draft.unread_if(
        human_number.as_ref().is_some_and(|human| numbers(&own) != Some(digits(human))),
        "numbers as people read them",
    );
    if let Some(number) = &numbered {
        draft.number(word.first, number);
    }
    let length = own.iter().map(|member| member.length).sum();
    let html = clue.as_deref().unwrap_or_default();
    let (lengths, fits) = lengths(separators.as_ref(), length, html);
    draft.unread_if(!fits, "separators that are not those of the lengths");
    if clue.is_some() || is_first && !further.is_empty() {
        let html = enumeration::join(html, &lengths);
        let at = WordReference::Square(word.first);
        let found = draft.clue_in_html(*direction, at, &html, false);
        found.line = Some(line);
        if is_first {
            let part =
                |member: &&PlacedEntry| Part::Word(WordReference::Square(member.first), Some(member.entry.direction));
            found.parts = further.iter().map(part).collect();
            if members.is_none() && !is_alone {
                // The answer has words that the file does not name.
                found.parts.push(Part::Word(NOWHERE, None));
            }
        }
    }
    let count = solution.as_ref().map_or(0, |solution| solution.chars().count());
    draft.unread_if(count > word.length, "letters of solutions that have no square");
    for (square, letter) in word.squares().zip(solution.iter().flat_map(|solution| solution.chars())) {
        draft.letter(square, &letter.to_string());
    }
}

/// Returns the lengths that separators make of an answer, if its clue does not end with lengths, and `true` if nothing of the separators is lost.
fn lengths(separators: Option<&BTreeMap<String, Vec<usize>>>, length: usize, clue: &str) -> (String, bool) {
    let mut ends: BTreeMap<usize, &str> = BTreeMap::new();
    for (separator, places) in separators.into_iter().flatten() {
        ends.extend(places.iter().map(|&place| (place, separator.as_str())));
    }
    let mut stated = String::new();
    let mut from = 0;
    for (&place, separator) in &ends {
        if place <= from || place >= length || ![",", "-"].contains(separator) {
            return (String::new(), false);
        }
        stated.extend([(place - from).to_string().as_str(), *separator]);
        from = place;
    }
    stated.push_str(&(length - from).to_string());
    let (plain, _) = html::plain(clue);
    match enumeration::split(plain.trim(), length).1 {
        // Lengths in the clue may say more, as of apostrophes.
        Some(own) if ends.is_empty() || own.replace(' ', "") == stated => (String::new(), true),
        Some(_) => (String::new(), false),
        None if ends.is_empty() => (String::new(), true),
        None if plain.trim_end().ends_with(')') => (String::new(), false),
        None => (stated, true),
    }
}

impl PlacedEntry {
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.entry.direction.squares(self.first, self.length)
    }
}

/// Returns the squares of an entry. All of them must be in the grid.
fn word(entry: Entry, dimensions: &Dimensions, place: Place) -> Result<PlacedEntry, Fault> {
    let &Dimensions { cols, rows, .. } = dimensions;
    let Entry { position: Position { x, y, .. }, direction, length, .. } = entry;
    let (from, bound, other_is_in) = match direction {
        Direction::Across => (x, cols, y < rows),
        Direction::Down => (y, rows, x < cols),
    };
    if length == 0 || !other_is_in || from.checked_add(length).is_none_or(|end| end > bound) {
        let message = format!("an entry of length {length} from x {x}, y {y} is not in a grid of {rows} × {cols}");
        return Err(Fault::new(place, message));
    }
    Ok(PlacedEntry { place, first: (y as usize, x as usize), length: length as usize, entry })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(group: &[&str]) -> PuzzleFile {
        let json = serde_json::json!({
            "dimensions": {"cols": 3, "rows": 1},
            "entries": [{"id": "1-across", "number": 1, "direction": "across", "length": 3,
                "position": {"x": 0, "y": 0}, "clue": "Felines at sea (3,5)", "group": group}],
        });
        read(json.to_string().as_bytes()).expect("a puzzle")
    }

    #[test]
    fn a_clue_of_a_group_with_an_unknown_id_is_for_words_that_are_not_known() {
        let found = file(&["1-across", "2-down"]);
        assert_eq!(found.defects.linked.len(), 1);
        assert!(file(&["1-across"]).defects.linked.is_empty());
    }

    #[test]
    fn a_group_that_names_an_entry_many_times_takes_linear_time() {
        let found = file(&["1-across"].repeat(1 << 17));
        assert!(found.puzzle.links().next().is_none() && found.defects.linked.len() == 1);
        assert!(found.unread.contains("groups of entries that are not those of the file"));
    }
}
