//! Writes ipuz, version 2.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::super::enumeration::{self, SplitClue};
use super::super::extras::Extra;
use super::super::fault::Unwritable;
use super::super::html::{self, escaped_lines};
use super::super::json::plain;
use super::super::puzzle::{Feature, Field, Puzzle, Square, Start, lines};
use super::{
    BLOCK_KEY, DIAGRAMLESS_KIND, EXPLANATION_KEY, INTRO_KEY, KIND, KIND_KEY, LENGTHS_KEY, SIDES, TEXTS, WRAPPER,
    WRAPPER_END,
    clues::{LIST, cells, title_entry},
    marks::{self, MarksOfSquare},
};
use gridcheck_layout::words::{Direction, Word, Words};

/// The candidates for a black square. The first that is neither a letter nor a number of the puzzle is used.
const BLOCKS: [&str; 3] = ["#", "■", "█"];

/// Returns a puzzle in this format. A word without a clue has a blank one, with its length if no word has a clue.
pub(in super::super) fn write(puzzle: &Puzzle) -> Result<Vec<u8>, Unwritable> {
    let words = puzzle.words();
    let own_block = puzzle.extras.text(BLOCK_KEY).and_then(|raw| plain(serde_json::from_str(raw).ok().as_ref()));
    let block = own_block
        .as_deref()
        .or_else(|| chosen_block(puzzle))
        .ok_or_else(|| Unwritable::because(Feature::Letters, "no sign is left for black squares"))?;
    let clues = clues(puzzle, &words)?;
    let is_wrapped = puzzle.extras.text(WRAPPER).is_some();
    let mut text = String::from(if is_wrapped { WRAPPER } else { "" });
    text.push_str("{\n  \"version\": \"http://ipuz.org/v2\",\n");
    let kind = json!([if puzzle.diagramless { DIAGRAMLESS_KIND } else { KIND }]).to_string();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  \"{KIND_KEY}\": {},", puzzle.extras.text(KIND_KEY).unwrap_or(&kind));
    let mut written = BTreeSet::new();
    let notes = notes(puzzle);
    if notes.is_empty() {
        written.insert(Field::Notes);
    }
    let text_of = |field| if field == Field::Notes { notes } else { puzzle.field(field) };
    for (key, field) in TEXTS {
        // The notes have two keys.
        if puzzle.about.contains_key(&field) && written.insert(field) {
            let _ = writeln!(text, "  \"{key}\": {},", Value::from(escaped_lines(text_of(field))));
        }
    }
    if block != BLOCKS[0] && own_block.is_none() {
        let _ = writeln!(text, "  \"{BLOCK_KEY}\": {},", Value::from(block));
    }
    // These are not written as a key and its value.
    let elsewhere = [WRAPPER, KIND_KEY, title_entry(Direction::Across), title_entry(Direction::Down)];
    let is_elsewhere = |extra: &Extra| {
        elsewhere.contains(&extra.name.as_str()) || extra.name.starts_with(LIST) || marks::is_mark(extra)
    };
    for Extra { name, text: value, .. } in puzzle.extras.iter().filter(|extra| !is_elsewhere(extra)) {
        let _ = writeln!(text, "  {}: {value},", Value::from(name.as_str()));
    }
    let size = json!({"width": puzzle.grid.width(), "height": puzzle.grid.height()});
    let _ = writeln!(text, "  \"dimensions\": {size},");
    let marks = marks::by_square(puzzle);
    let cell = |square| puzzle_cell(puzzle, &words, block, marks.get(&square), square);
    let _ = writeln!(text, "  \"puzzle\": {},", rows(puzzle, cell));
    if puzzle.diagramless || puzzle.count(Feature::Letters) > 0 {
        let _ = writeln!(text, "  \"solution\": {},", rows(puzzle, |square| solution_cell(puzzle, block, square)));
    }
    text.push_str(&clues);
    text.push('}');
    text.extend(is_wrapped.then_some(WRAPPER_END));
    text.push('\n');
    Ok(text.into_bytes())
}

/// Removes the entries that a file of this puzzle has without them too.
pub(super) fn remove_derived(puzzle: &mut Puzzle) {
    let shows_lengths = puzzle.words().words.iter().any(|word| enumeration::of(puzzle, word).lengths.is_some());
    let block = chosen_block(puzzle).map(|block| Value::from(block).to_string());
    puzzle.extras.retain(|Extra { name, text, .. }| match name.as_str() {
        LENGTHS_KEY => *text != "true" || !shows_lengths,
        BLOCK_KEY => block.as_ref() != Some(text),
        _ => true,
    });
}

/// Returns the text for black squares: the first that is neither a letter nor a number.
fn chosen_block(puzzle: &Puzzle) -> Option<&'static str> {
    let is_free = |block: &&str| puzzle.letters.iter().chain(puzzle.numbers.values()).all(|taken| taken != block);
    BLOCKS.into_iter().find(is_free)
}

/// Returns the notes without those that are shown first, if an entry of the file has these.
fn notes(puzzle: &Puzzle) -> &str {
    let notes = puzzle.field(Field::Notes);
    let intro = puzzle.extras.text(INTRO_KEY).and_then(|raw| plain(serde_json::from_str(raw).ok().as_ref()));
    let intro = intro.map(|intro| lines(&html::plain(&intro).0));
    let before = intro.and_then(|intro| notes.strip_suffix(intro.as_str()));
    before
        .filter(|before| before.is_empty() || before.ends_with('\n'))
        .map_or(notes, |before| before.trim_end_matches('\n'))
}

/// Returns a value for every square, one row a line.
fn rows(puzzle: &Puzzle, value: impl Fn(Square) -> Value) -> String {
    let row = |r: usize| (0..puzzle.grid.width()).map(|c| value((r, c))).collect::<Value>();
    let rows: Vec<String> = (0..puzzle.grid.height()).map(|r| format!("    {}", row(r))).collect();
    format!("[\n{}\n  ]", rows.join(",\n"))
}

fn puzzle_cell(puzzle: &Puzzle, words: &Words, block: &str, marks: Option<&MarksOfSquare>, (r, c): Square) -> Value {
    let hidden = puzzle.diagramless;
    if puzzle.voids.contains(&(r, c)) {
        return Value::Null;
    }
    let mut style = marks.map_or_else(Map::new, |marks| marks.style.clone());
    if !puzzle.grid.is_white(r, c) {
        return with_marks(if hidden { json!(0) } else { json!(block) }, style, marks);
    }
    let number = puzzle.number((r, c), words).filter(|_| !hidden || !puzzle.numbers.is_empty());
    let cell = number.map_or(json!(0), |number| as_number(&number));
    if puzzle.circles.contains(&(r, c)) {
        style.insert("shapebg".to_owned(), json!("circle"));
    }
    // A colour shades as well.
    if puzzle.shading.contains(&(r, c)) && !style.contains_key("color") {
        style.insert("highlight".to_owned(), json!(true));
    }
    let sides = SIDES.chars().zip(puzzle.grid.bars().around((r, c)));
    let sides: String = sides.filter(|(_, barred)| *barred).map(|(side, _)| side).collect();
    if !sides.is_empty() {
        style.insert("barred".to_owned(), json!(sides));
    }
    with_marks(cell, style, marks)
}

/// Returns a cell with its style and its further keys.
fn with_marks(cell: Value, style: Map<String, Value>, marks: Option<&MarksOfSquare>) -> Value {
    let others = marks.map_or_else(Map::new, |marks| marks.others.clone());
    if style.is_empty() && others.is_empty() {
        return cell;
    }
    let mut object = Map::from_iter([("cell".to_owned(), cell)]);
    if !style.is_empty() {
        object.insert("style".to_owned(), Value::Object(style));
    }
    object.extend(others);
    Value::Object(object)
}

fn solution_cell(puzzle: &Puzzle, block: &str, (r, c): Square) -> Value {
    match puzzle.letter((r, c)) {
        _ if puzzle.voids.contains(&(r, c)) => Value::Null,
        _ if !puzzle.grid.is_white(r, c) => json!(block),
        "" => json!(0),
        letter => json!(letter),
    }
}

/// Returns the keys for the clues.
fn clues(puzzle: &Puzzle, words: &Words) -> Result<String, Unwritable> {
    let (mut across, mut down) = (Vec::new(), Vec::new());
    let mut names = BTreeSet::new();
    let mut shows_lengths = false;
    for word in &words.words {
        let start = Start::from(word);
        let extras = puzzle.clue_extras(start);
        let annotation = puzzle.note(start);
        let has_more = !extras.is_empty() || puzzle.link(start).is_some() || annotation.is_some();
        let number = match puzzle.number((word.row, word.column), words) {
            Some(number) if names.insert((number.clone(), word.direction)) => number,
            _ if puzzle.clue(word).is_none() && !has_more => continue,
            _ => return Err(Unwritable::because(Feature::Numbers, "a word with a clue has no number")),
        };
        let SplitClue { text, lengths } = enumeration::of(puzzle, word);
        shows_lengths |= lengths.is_some();
        let mut clue = json!({"number": as_number(&number)});
        link(&mut clue, puzzle, words, word);
        clue["clue"] = json!(text.loose_html());
        if let Some(lengths) = lengths {
            clue["enumeration"] = json!(lengths);
        }
        if let Some(annotation) = annotation {
            clue[EXPLANATION_KEY] = json!(annotation);
        }
        for Extra { name, text, .. } in extras {
            clue[name] = serde_json::from_str(text).unwrap_or_default();
        }
        match word.direction {
            Direction::Across => across.push(clue),
            Direction::Down => down.push(clue),
        }
    }
    let list = |clues: Vec<Value>| {
        let lines: Vec<String> = clues.iter().map(|clue| format!("\n      {clue}")).collect();
        if lines.is_empty() { "[]".to_owned() } else { format!("[{}\n    ]", lines.join(",")) }
    };
    let shown =
        if shows_lengths && puzzle.extras.text(LENGTHS_KEY).is_none() { "  \"showenumerations\": true,\n" } else { "" };
    let name = |direction: Direction| {
        let title = puzzle.extras.text(title_entry(direction)).and_then(|raw| serde_json::from_str::<String>(raw).ok());
        let title = title.map_or_else(String::new, |title| format!(":{title}"));
        Value::from(format!("{}{title}", direction.title()))
    };
    let (names, lists) = ([Direction::Across, Direction::Down].map(name), [list(across), list(down)]);
    let [across, down] = [0, 1].map(|i| format!("    {}: {}", names[i], lists[i]));
    let further = puzzle.extras.iter().filter_map(|extra| Some((extra.name.strip_prefix(LIST)?, &extra.text)));
    let further =
        further.map(|(name, list)| format!(",\n    {}: {list}", Value::from(name))).collect::<Vec<_>>().concat();
    Ok(format!("{shown}  \"clues\": {{\n{across},\n{down}{further}\n  }}\n"))
}

/// Adds the further words of an answer to a clue, or its squares if it does not consist of words.
fn link(clue: &mut Value, puzzle: &Puzzle, words: &Words, word: &Word) {
    let start = Start::from(word);
    let Some(squares) = puzzle.link(start) else { return };
    let Some(parts) = puzzle.linked_words(start, words) else {
        clue["cells"] = cells(squares);
        return;
    };
    let number = |word: &Word| as_number(&puzzle.number((word.row, word.column), words).unwrap_or_default());
    clue["label"] = json!(puzzle.linked_name(word, words).unwrap_or_default());
    clue["continued"] =
        parts[1..].iter().map(|word| json!({"direction": word.direction.title(), "number": number(word)})).collect();
}

/// Returns the text in a corner as a number if it is one.
fn as_number(number: &str) -> Value {
    match number.parse::<u64>() {
        Ok(value) if value.to_string() == number => json!(value),
        _ => json!(number),
    }
}
