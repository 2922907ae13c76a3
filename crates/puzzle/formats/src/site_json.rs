//! The JSON with which the sites of newspapers load a crossword, as people save it: read.
//!
//! | maker | known by the key | black square | clues |
//! |---|---|---|---|
//! | The New York Times, version 6 of its service | `body` (also within `gamePageData`) | a cell without type and answer | with `label` and `direction` |
//! | `XWord Info` | `gridnums` | `.` in `grid` | texts such as `1. Its text` |
//! | `PuzzleMe` by Amuse Labs | `placedWords` | the character 0, or nothing, in `box`, column by column | with their words |
//! | Universal, by Uclick | `AllAnswer` | `-` in `AllAnswer` | lines such as `01\|Its text` |
//!
//! None of them publishes a description. Source: files of these makers, and the programs of others that read them, such as kotwords (Jeff
//! Davidson) and xword-dl (Parker Higgins).

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::decode::utf8;
use super::defects::{Part, WordReference};
use super::draft::{Draft, PuzzleFile, foreign};
use super::fault::{Fault, Place, in_text};
use super::html::{self, escaped_strictly};
use super::json::{parse, plain, repeated_keys};
use super::puzzle::{Field, Square};
use super::squares::Side;
use gridcheck_layout::words::Direction;

/// Reads the files of one maker.
type Maker = fn(Fields) -> Result<Draft, Fault>;

/// The keys by which the files of each maker are known.
const KEYS: [(&str, Maker); 5] = [
    ("body", nyt),
    ("gamePageData", nyt),
    ("gridnums", xword_info),
    ("placedWords", puzzle_me),
    ("AllAnswer", universal),
];

/// The types of cells of The New York Times.
const CIRCLED: u64 = 2;
const SHADED: u64 = 3;
const HIDDEN: u64 = 4;

/// A square that no grid has.
const NOWHERE: Square = (usize::MAX, usize::MAX);

/// Returns `true` if a key of the file shows one of these makers.
pub(super) fn recognises(key: &str) -> bool {
    maker(key).is_some()
}

fn maker(key: &str) -> Option<Maker> {
    KEYS.iter().find(|(known, _)| *known == key).map(|&(_, maker)| maker)
}

pub(super) fn read(bytes: &[u8]) -> Result<PuzzleFile, Fault> {
    in_text(utf8(bytes)?, read_text)
}

fn read_text(text: &str) -> Result<PuzzleFile, Fault> {
    let root: Map<String, Value> = parse(text, text)?;
    let Some(read) = root.keys().find_map(|key| maker(key)) else {
        let keys: Vec<&str> = KEYS.iter().map(|(key, _)| *key).collect();
        return Err(expected(&format!("one of the keys {}", keys.join(", "))));
    };
    let mut draft = read(Fields::of(&root, ""))?;
    for key in repeated_keys(text) {
        draft.unread(format!("a second {}", foreign(&key)));
    }
    draft.finish(Place::START)
}

/// Returns the fault that something is missing. A place would not tell where.
fn expected(what: &str) -> Fault {
    Fault::new(Place::START, format!("expected {what}"))
}

/// An object, and the keys whose values were read. A value of a type that is not expected is not read.
struct Fields<'v> {
    object: &'v Map<String, Value>,
    read: Vec<&'static str>,
    /// The name of the object in notes, as in ` of clues`.
    whose: &'static str,
}

impl<'v> Fields<'v> {
    fn of(object: &'v Map<String, Value>, whose: &'static str) -> Self {
        Fields { object, read: Vec::new(), whose }
    }

    /// Returns the value under a key, if a function takes it.
    fn take<T>(&mut self, key: &'static str, take: impl FnOnce(&'v Value) -> Option<T>) -> Option<T> {
        let taken = take(self.object.get(key)?)?;
        self.read.push(key);
        Some(taken)
    }

    /// Returns a text or a number as a text, or nothing.
    fn text(&mut self, key: &'static str) -> String {
        self.take(key, |value| plain(Some(value))).unwrap_or_default()
    }

    fn flag(&mut self, key: &'static str) -> bool {
        self.take(key, Value::as_bool).unwrap_or(false)
    }

    /// Returns the items of a list, or none.
    fn items(&mut self, key: &'static str) -> &'v [Value] {
        self.take(key, Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns a whole number, which may be a text.
    fn number(&mut self, key: &'static str) -> Result<u64, Fault> {
        let number = self.take(key, |value| plain(Some(value))?.trim().parse().ok());
        number.ok_or_else(|| expected(&format!("a whole number as {key}")))
    }

    /// Returns a list that must have `length` items.
    fn list(&mut self, key: &'static str, length: usize) -> Result<&'v [Value], Fault> {
        let list = Some(self.items(key)).filter(|list| list.len() == length);
        list.ok_or_else(|| expected(&format!("a list {key} with as many items as the size says, {length}")))
    }

    fn object(&mut self, key: &'static str, whose: &'static str) -> Result<Fields<'v>, Fault> {
        let object = self.take(key, Value::as_object);
        object.map(|object| Fields::of(object, whose)).ok_or_else(|| expected(&format!("an object {key}")))
    }

    /// Reports the keys that were not read, unless they hold nothing.
    fn note_others(&self, draft: &mut Draft) {
        for (key, value) in self.object.iter().filter(|(key, _)| !self.read.contains(&key.as_str())) {
            let is_empty = match value {
                Value::Null => true,
                Value::Bool(is_so) => !is_so,
                Value::String(text) => text.is_empty(),
                Value::Array(list) => list.is_empty(),
                Value::Object(inner) => inner.is_empty(),
                Value::Number(_) => false,
            };
            draft.unread_if(!is_empty, &format!("key {}{}", foreign(key), self.whose));
        }
    }

    /// Sets descriptions from texts that may have markup and entities: those under their own names, and others.
    fn about(&mut self, draft: &mut Draft, fields: &[Field], others: &[(&'static str, Field)]) {
        for (key, field) in fields.iter().map(|&field| (field.name(), field)).chain(others.iter().copied()) {
            let text = self.text(key);
            draft.about_in_html(field, &text);
        }
    }
}

/// Returns the objects of a list.
fn objects<'v>(list: &'v [Value], key: &str, whose: &'static str) -> Result<Vec<Fields<'v>>, Fault> {
    let object = |item: &'v Value| item.as_object().map(|object| Fields::of(object, whose));
    list.iter().map(object).collect::<Option<_>>().ok_or_else(|| expected(&format!("objects in the list {key}")))
}

/// Returns the texts of a list, one a line.
fn lines(draft: &mut Draft, list: &[Value], key: &str) -> Vec<String> {
    let texts: Vec<String> = list.iter().filter_map(|text| plain(Some(text))).collect();
    draft.unread_if(texts.len() < list.len(), &format!("items of {key} that are no texts"));
    texts
}

/// Sets a square to black, or to white with its letters.
fn square(draft: &mut Draft, square: Square, letters: Option<&str>) -> Result<(), Fault> {
    draft.tell(square, letters.is_some(), Place::START)?;
    if let Some(letters) = letters {
        draft.set_letter(square, letters);
    }
    Ok(())
}

fn nyt(mut root: Fields) -> Result<Draft, Fault> {
    if root.object.contains_key("gamePageData") {
        let mut draft = nyt(root.object("gamePageData", "")?)?;
        root.note_others(&mut draft);
        return Ok(draft);
    }
    let bodies = root.items("body");
    let mut body = objects(bodies, "body", " of the body")?;
    let has_more = body.len() > 1;
    let Some(body) = body.first_mut() else { return Err(expected("a list body with the puzzle in it")) };
    let mut size = body.object("dimensions", " of the dimensions")?;
    let mut draft = Draft::new(size.number("width")?, size.number("height")?, Place::START)?;
    size.note_others(&mut draft);
    draft.unread_if(has_more, "a second puzzle in the file");
    let width = draft.width();
    let cells = body.list("cells", width * draft.height())?;
    for (at, mut cell) in objects(cells, "cells", " of squares")?.into_iter().enumerate() {
        let place = (at / width, at % width);
        let kind = cell.take("type", Value::as_u64).unwrap_or(0);
        let is_white = kind > 0 || cell.object.contains_key("answer") || cell.object.contains_key("label");
        match kind {
            HIDDEN => draft.tell_void(place, Place::START)?,
            _ => square(&mut draft, place, is_white.then(|| cell.text("answer")).as_deref())?,
        }
        match kind {
            CIRCLED => draft.circle(place),
            SHADED => draft.shade(place),
            0 | 1 | HIDDEN => {}
            _ => draft.unread("types of cells"),
        }
        if kind != HIDDEN {
            draft.number(place, &cell.text("label"));
        }
        cell.note_others(&mut draft);
    }
    for mut found in objects(body.items("clues"), "clues", " of clues")? {
        nyt_clue(&mut draft, &mut found)?;
        found.note_others(&mut draft);
    }
    let authors = root.items("constructors");
    let authors = lines(&mut draft, authors, "constructors").join(", ");
    draft.about_in_html(Field::Author, &authors);
    let mut notes = Vec::new();
    for mut note in objects(root.items("notes"), "notes", " of notes")? {
        notes.push(note.text("text"));
        note.note_others(&mut draft);
    }
    draft.about_in_html(Field::Notes, &notes.join("\n"));
    let fields = [Field::Title, Field::Editor, Field::Copyright];
    root.about(&mut draft, &fields, &[("publicationDate", Field::Date)]);
    body.note_others(&mut draft);
    root.note_others(&mut draft);
    Ok(draft)
}

/// Adds a clue of The New York Times. Its text is a list of versions, each plain or formatted.
fn nyt_clue(draft: &mut Draft, found: &mut Fields) -> Result<(), Fault> {
    let html = if found.object.get("text").is_some_and(Value::is_array) {
        let mut versions = objects(found.items("text"), "text", " of texts")?;
        draft.unread_if(versions.len() > 1, "second texts of clues");
        versions.first_mut().map_or(String::new(), |version| {
            let formatted = version.text("formatted");
            let plain = version.text("plain");
            version.note_others(draft);
            if formatted.is_empty() { escaped_strictly(&plain) } else { formatted }
        })
    } else {
        escaped_strictly(&found.text("text"))
    };
    let direction = found.text("direction");
    let known = [Direction::Across, Direction::Down];
    match known.into_iter().find(|known| known.title().eq_ignore_ascii_case(&direction)) {
        Some(direction) => {
            let number = found.text("label");
            draft.clue_in_html(direction, WordReference::Number(number), &html, false);
        }
        None => draft.unread("clues that are neither across nor down"),
    }
    Ok(())
}

fn xword_info(mut root: Fields) -> Result<Draft, Fault> {
    let mut size = root.object("size", " of the size")?;
    let mut draft = Draft::new(size.number("cols")?, size.number("rows")?, Place::START)?;
    size.note_others(&mut draft);
    let (width, count) = (draft.width(), draft.width() * draft.height());
    let place = |at: usize| (at / width, at % width);
    for (at, cell) in root.list("grid", count)?.iter().enumerate() {
        let letters = plain(Some(cell)).ok_or_else(|| expected("texts in the list grid"))?;
        square(&mut draft, place(at), Some(&*letters).filter(|letters| *letters != "."))?;
    }
    for (at, number) in root.list("gridnums", count)?.iter().enumerate() {
        let number = plain(Some(number)).ok_or_else(|| expected("numbers in the list gridnums"))?;
        draft.number(place(at), if number == "0" { "" } else { &number });
    }
    let are_shades = root.flag("shadecircles");
    for (key, side) in [("circles", None), ("rbars", Some(Side::Right)), ("bbars", Some(Side::Bottom))] {
        let marks = root.items(key);
        draft.unread_if(marks.len() > count, "marks of squares outside the grid");
        for (at, mark) in marks.iter().take(count).enumerate() {
            match (plain(Some(mark)).as_deref(), side) {
                (Some("0" | ""), _) => {}
                (Some("1"), Some(side)) => draft.bar(place(at), side, Place::START),
                (Some("1"), None) if are_shades => draft.shade(place(at)),
                (Some("1"), None) => draft.circle(place(at)),
                _ => draft.unread_if(!mark.is_null(), &format!("marks in {key} other than 0 and 1")),
            }
        }
    }
    let mut clues = root.object("clues", " of the clues")?;
    for (key, direction) in [("across", Direction::Across), ("down", Direction::Down)] {
        let list = clues.items(key);
        for found in lines(&mut draft, list, key) {
            match found.split_once('.') {
                Some((number, html)) => {
                    let at = WordReference::Number(number.trim().to_owned());
                    draft.clue_in_html(direction, at, html.trim_start(), false);
                }
                None => draft.unread("clues without a number"),
            }
        }
    }
    clues.note_others(&mut draft);
    let fields = Field::ALL.into_iter().filter(|field| *field != Field::Notes).collect::<Vec<_>>();
    root.about(&mut draft, &fields, &[("notepad", Field::Notes)]);
    root.note_others(&mut draft);
    Ok(draft)
}

/// Returns the square of an object with a column x and a row y, from 0.
fn place_of(draft: &Draft, cell: &mut Fields) -> Result<Square, Fault> {
    inside(draft, [cell.number("x")?, cell.number("y")?])
}

/// Returns the square in this column and row, from 0.
fn inside(draft: &Draft, [c, r]: [u64; 2]) -> Result<Square, Fault> {
    let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    draft.inside((index(r), index(c)), Place::START)
}

fn puzzle_me(mut root: Fields) -> Result<Draft, Fault> {
    let mut draft = Draft::new(root.number("w")?, root.number("h")?, Place::START)?;
    let (width, height) = (draft.width(), draft.height());
    let mut voids = HashSet::new();
    for mut cell in objects(root.items("cellInfos"), "cellInfos", " of squares")? {
        let place = place_of(&draft, &mut cell)?;
        if cell.flag("isVoid") {
            voids.insert(place);
        }
        if cell.flag("isCircled") {
            draft.circle(place);
        }
        for (side, key) in Side::ALL.into_iter().zip(["topWall", "rightWall", "bottomWall", "leftWall"]) {
            if cell.flag(key) {
                draft.bar(place, side, Place::START);
            }
        }
        cell.note_others(&mut draft);
    }
    for (c, column) in root.list("box", width)?.iter().enumerate() {
        let cells = column.as_array().filter(|cells| cells.len() == height);
        let cells = cells.ok_or_else(|| expected(&format!("columns of {height} squares in box")))?;
        for (r, cell) in cells.iter().enumerate() {
            let letters = if cell.is_null() { Some(String::new()) } else { plain(Some(cell)) };
            let letters = letters.ok_or_else(|| expected("texts in the columns of box"))?;
            let letters = Some(&*letters).filter(|letters| !["", "\0"].contains(letters));
            if voids.contains(&(r, c)) {
                draft.unread_if(letters.is_some(), "letters of voids");
                draft.tell_void((r, c), Place::START)?;
            } else {
                square(&mut draft, (r, c), letters)?;
            }
        }
    }
    for pair in root.items("backgroundShapeBoxes") {
        let pair: Option<Vec<u64>> = pair.as_array().and_then(|pair| pair.iter().map(Value::as_u64).collect());
        let Some(&[c, r]) = pair.as_deref() else { return Err(expected("pairs of numbers in backgroundShapeBoxes")) };
        draft.circle(inside(&draft, [c, r])?);
    }
    let mut placed = Vec::new();
    for mut word in objects(root.items("placedWords"), "placedWords", " of words")? {
        let place = place_of(&draft, &mut word)?;
        let across = word.take("acrossNotDown", Value::as_bool);
        let across = across.ok_or_else(|| expected("acrossNotDown, true or false, in each of placedWords"))?;
        let direction = if across { Direction::Across } else { Direction::Down };
        draft.number(place, &word.text("clueNum"));
        let html = if word.object.get("clue").is_some_and(Value::is_object) {
            let mut clue = word.object("clue", " of clues")?;
            let html = clue.text("clue");
            clue.note_others(&mut draft);
            html
        } else {
            word.text("clue")
        };
        let links = word.items("linkedWordIdxs").iter().map(|index| index.as_u64().and_then(|i| i.try_into().ok()));
        let links = links.collect();
        draft.answer(direction, WordReference::Square(place), &word.text("word"));
        placed.push(PlacedWord { place, direction, html, links });
        word.note_others(&mut draft);
    }
    add_linked(&mut draft, &placed);
    let fields = [Field::Title, Field::Author, Field::Publisher, Field::Copyright];
    root.about(&mut draft, &fields, &[("description", Field::Notes)]);
    root.note_others(&mut draft);
    Ok(draft)
}

/// A word of Amuse Labs.
struct PlacedWord {
    place: Square,
    direction: Direction,
    html: String,
    /// The places of linked words in the list, or `None` for what is not a place.
    links: Vec<Option<usize>>,
}

/// Adds the clues of words. Links are stated by one word or by all, so the first that does not refer to another one has the clue.
fn add_linked(draft: &mut Draft, placed: &[PlacedWord]) {
    let is_reference = |word: &PlacedWord| {
        let text = html::plain(&word.html).0.trim_start().to_ascii_lowercase();
        text.is_empty() || text.starts_with("see ")
    };
    let mut linked = HashSet::new();
    for (at, word) in placed.iter().enumerate() {
        let mut parts = Vec::new();
        if !is_reference(word) && !linked.contains(&at) {
            let others = word.links.iter().filter(|other| **other != Some(at));
            for other in others {
                // A place outside the list names no word of the grid.
                let other = other.and_then(|other| Some((other, placed.get(other)?)));
                let (square, direction) = other.map_or((NOWHERE, word.direction), |(_, of)| (of.place, of.direction));
                parts.push(Part::Word(WordReference::Square(square), Some(direction)));
                linked.extend(other.map(|(other, _)| other));
            }
            linked.extend((!parts.is_empty()).then_some(at));
        }
        let at = WordReference::Square(word.place);
        draft.clue_in_html(word.direction, at, &word.html, false).parts = parts;
    }
}

fn universal(mut root: Fields) -> Result<Draft, Fault> {
    let mut draft = Draft::new(root.number("Width")?, root.number("Height")?, Place::START)?;
    let (width, count) = (draft.width(), draft.width() * draft.height());
    let answer: Vec<char> = root.text("AllAnswer").chars().collect();
    if answer.len() != count {
        return Err(expected(&format!("{count} characters in AllAnswer, as the size says, not {}", answer.len())));
    }
    for (at, letter) in answer.into_iter().enumerate() {
        let letters = (letter != '-').then(|| letter.to_string());
        square(&mut draft, (at / width, at % width), letters.as_deref())?;
    }
    for (key, direction) in [("AcrossClue", Direction::Across), ("DownClue", Direction::Down)] {
        let list = root.text(key);
        for line in list.lines().map(str::trim).filter(|line| !["", "end"].contains(line)) {
            match line.split_once('|') {
                Some((number, text)) => {
                    let at = WordReference::Number(number.trim().trim_start_matches('0').to_owned());
                    draft.clue_in_html(direction, at, &escaped_strictly(&without_escapes(text)), false);
                }
                None => draft.unread("clues without a number"),
            }
        }
    }
    for (key, field) in [
        ("Title", Field::Title),
        ("Author", Field::Author),
        ("Editor", Field::Editor),
        ("Publisher", Field::Publisher),
        ("Copyright", Field::Copyright),
        ("Date", Field::Date),
    ] {
        draft.about(field, &without_escapes(&root.text(key)));
    }
    root.note_others(&mut draft);
    Ok(draft)
}

/// Returns a text in which `%20` and the like are the characters that they stand for, if they are UTF-8.
fn without_escapes(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|digits| first == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        let byte = digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads 3 × 3 squares of Amuse Labs with CAT across, the columns CAB, A and TOE, and these words.
    fn puzzle_me(words: &str) -> PuzzleFile {
        let text = format!(
            r#"{{"w": 3, "h": 3, "box": [["C","A","B"],["A","\u0000","E"],["T","O","E"]], "placedWords": [{words}]}}"#
        );
        read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn linked_words_have_one_clue() {
        let word = |x: usize, y: usize, across: bool, rest: &str| {
            format!(r#"{{"x": {x}, "y": {y}, "acrossNotDown": {across}, {rest}}}"#)
        };
        for (first, second) in [("[1]", "[0]"), ("[1]", "[]"), ("[0, 1]", "[0, 1]")] {
            let cat =
                word(0, 0, true, &format!(r#""clue": "Pet sting (3,3)", "word": "CAT", "linkedWordIdxs": {first}"#));
            let bee = word(0, 2, true, &format!(r#""clue": "See 1", "word": "BEE", "linkedWordIdxs": {second}"#));
            let file = puzzle_me(&[cat, bee].join(","));
            let links: Vec<usize> = file.puzzle.links().map(|(_, squares)| squares.len()).collect();
            assert_eq!((links, file.unread.len(), file.defects.answers.len()), (vec![6], 0, 0), "{:?}", file.unread);
        }
        let stray = puzzle_me(&word(0, 0, true, r#""clue": "Pet", "linkedWordIdxs": [9]"#));
        assert_eq!(stray.unread.iter().collect::<Vec<_>>(), ["which clues are for several words"]);
    }

    #[test]
    fn words_are_held_against_the_squares() {
        let word = |word: &str| puzzle_me(&format!(r#"{{"x": 0, "y": 0, "acrossNotDown": true, "word": "{word}"}}"#));
        assert_eq!(word("COT").defects.answers.len(), 1);
        assert_eq!(word("C{A}T").defects.answers.len(), 0);
    }

    #[test]
    fn escapes_are_replaced_if_they_are_a_text() {
        assert_eq!(without_escapes("A%20B%C3%A9 100% %2"), "A Bé 100% %2");
        assert_eq!(without_escapes("%FF"), "%FF");
    }
}
