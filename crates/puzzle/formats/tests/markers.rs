//! Plants a marker in every position of sample files of every format, and requires that nothing of it is lost silently: a file that is
//! written in place of the old one keeps the marker or is refused, and another file keeps it or a note names the loss.
//!
//! The positions are found by walking the structure of the samples: the values of JSON, the tags of XML, the lines and words of texts, and
//! the bytes of binary files. So a reader that ignores something fails here, wherever it is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use gridcheck_formats::PuzzleFile;
use gridcheck_formats::puzzle::Puzzle;
use gridcheck_formats::recognition::recognise;
use gridcheck_formats::registry::{Format, read};
use gridcheck_formats::target::write;
use serde_json::{Value, json};

/// A text that no sample has. Its letters survive every encoding and escape.
const MARKER: &str = "QXMARKERXQ";

/// Stands for a key that an object has already.
const REPEATED: &str = "QXREPEATEDXQ";

/// The formats to which samples are converted.
const OTHERS: [Format; 3] = [Format::Ipuz, Format::Exolve, Format::Puz];

/// Positions where a marker only changes the spelling of the contents. A file in another format then lacks nothing.
const SPELLING: [&str; 9] =
    ["/block", "/empty", "/styles/", "allow-chars", "<word id", "xmlns", "<?xml", "<crossword-compiler", "<REBUS>"];

/// Samples of the formats that are only read, with nothing that is left out.
const BARE_QXW: &str = "#QXW2\nGP 0 3 1\nTTL\n+Title\nAUT\n+Author\nSQ 0 0 0 0 0 A\nSQ 1 0 0 0 0 B\nSQ 2 0 0 0 0 C\n";
const BARE_GUARDIAN: &str = r#"{"name": "Title", "creator": {"name": "Author"}, "instructions": "Notes", "dimensions": {"cols": 3, "rows": 1},
    "entries": [{"number": 1, "clue": "Clue (3)", "direction": "across", "length": 3, "position": {"x": 0, "y": 0},
    "solution": "ABC"}]}"#;

/// A sample with a marker in it.
struct Planted {
    /// The position, for the message of a failure.
    place: String,
    bytes: Vec<u8>,
}

/// A written file, and sentences on what it lacks.
struct Outcome {
    bytes: Vec<u8>,
    lost: BTreeSet<String>,
}

impl Outcome {
    /// Writes a puzzle, or returns `None` if that is refused.
    fn of(puzzle: &Puzzle, file: &PuzzleFile, target: Format) -> Option<Self> {
        let written = write(puzzle, target).ok()?;
        let mut lost: BTreeSet<String> = written.lost.iter().map(ToString::to_string).collect();
        if file.format == Some(target) {
            lost.extend(file.left_out_in_place());
        } else {
            lost.extend(file.left_out().chain(file.notes.iter().cloned()));
        }
        Some(Outcome { bytes: written.bytes, lost })
    }

    fn has_marker(&self) -> bool {
        self.bytes.windows(MARKER.len()).any(|window| window == MARKER.as_bytes())
    }
}

/// Returns the fixtures that can be read, and each of them in all formats that hold all of it.
fn samples() -> Vec<(String, Format, Vec<u8>)> {
    let mut samples = Vec::new();
    for folder in ["formats", "shapes"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures").join(folder);
        for entry in fs::read_dir(folder).expect("the fixtures") {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let bytes = fs::read(&path).expect("a file");
            let Ok(format) = recognise(&bytes, &path) else { continue };
            let Ok(file) = read(&bytes, format) else { continue };
            let Ok(puzzle) = file.puzzle() else { continue };
            // These have letters, clues, marks and bars.
            if ["styled.ipuz", "both.ipuz", "across_lite_rebus.txt"].contains(&name.as_str()) {
                let written = Format::WRITTEN_PUZZLES
                    .into_iter()
                    .filter_map(|target| Some((target, write(puzzle, target).ok()?)));
                samples.extend(written.map(|(target, written)| (format!("{name} as {target}"), target, written.bytes)));
            }
            samples.push((name, format, bytes));
        }
    }
    samples.push(("bare.qxw".to_owned(), Format::Qxw, BARE_QXW.into()));
    samples.push(("bare.json".to_owned(), Format::Guardian, BARE_GUARDIAN.into()));
    samples.sort_by(|one, other| one.0.cmp(&other.0));
    samples
}

/// Returns the sample with a marker in each of its positions.
fn planted(format: Format, sample: &[u8]) -> Vec<Planted> {
    let text = || String::from_utf8_lossy(sample).into_owned();
    match format {
        Format::Ipuz | Format::Guardian | Format::SiteJson => {
            let text = text();
            let object = &text[text.find('{').expect("an object")..=text.rfind('}').expect("an object")];
            in_json(&serde_json::from_str(object).expect("JSON"))
        }
        Format::Jpz if sample.starts_with(b"PK") => Vec::new(),
        Format::Jpz => in_xml(&text()),
        Format::Puz => in_bytes(sample),
        Format::Exolve => in_lines(&text(), &["exolve-marker: ", "exolve-option: ", "# ", "Marker: "]),
        Format::Xd => in_lines(&text(), &["## ", "Marker: ", "A99. ", "A1 ^"]),
        Format::PuzText => in_lines(&text(), &["<>"]),
        Format::Qxw => in_lines(&text(), &["MARK "]),
        Format::Text | Format::Line => Vec::new(),
    }
}

/// Adds a key to every object, an element to every list, and puts the marker in place of every value and every key.
fn in_json(whole: &Value) -> Vec<Planted> {
    let mut paths = Vec::new();
    walk(whole, String::new(), &mut paths);
    let (mut planted, mut repeated) = (Vec::new(), Vec::new());
    for path in paths {
        let mut plant = |what: &str, change: &dyn Fn(&mut Value)| {
            let mut changed = whole.clone();
            change(changed.pointer_mut(&path).expect("a path of this value"));
            planted.push(Planted { place: format!("{path} {what}"), bytes: changed.to_string().into_bytes() });
        };
        let texts = [json!(MARKER), json!([MARKER]), json!({ MARKER: 1 }), json!({ "x": MARKER })];
        for text in &texts {
            plant("replaced", &|value| *value = text.clone());
        }
        match whole.pointer(&path).expect("a path of this value") {
            Value::Object(object) => {
                for text in &texts {
                    plant("with another key", &|value| value["marker"] = text.clone());
                }
                plant("with a marked key", &|value| value[MARKER] = json!(7));
                for key in object.keys() {
                    // An object of the parser has no repeated keys, so the key is repeated in the text.
                    let mut changed = whole.clone();
                    let inner = changed.pointer_mut(&path).and_then(Value::as_object_mut).expect("an object");
                    inner.insert(REPEATED.to_owned(), json!(MARKER));
                    let text = changed.to_string().replace(&json!(REPEATED).to_string(), &json!(key).to_string());
                    repeated.push(Planted { place: format!("{path} with {key} repeated"), bytes: text.into_bytes() });
                    plant(&format!("with {key} renamed"), &|value| {
                        let object = value.as_object_mut().expect("an object");
                        let inner = object.remove(key).expect("a key of this object");
                        object.insert(MARKER.to_owned(), inner);
                    });
                }
            }
            Value::Array(list) => {
                for at in BTreeSet::from([0, list.len() / 2, list.len()]) {
                    plant("with an element", &|value| value.as_array_mut().expect("a list").insert(at, json!(MARKER)));
                }
            }
            Value::String(text) => {
                plant("with an end", &|value| *value = json!(format!("{text} {MARKER}")));
                plant("with markup", &|value| *value = json!(format!("{text} <i class='{MARKER}'>x</i>")));
            }
            _ => {}
        }
    }
    planted.extend(repeated);
    planted
}

/// Adds the path of a value, and the paths of all values inside it.
fn walk(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(object) => object.iter().for_each(|(key, inner)| walk(inner, format!("{path}/{key}"), paths)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, inner)| walk(inner, format!("{path}/{at}"), paths));
        }
        _ => {}
    }
    paths.push(path);
}

/// Puts elements, comments and texts before every tag, attributes into every tag, and the marker in place of every value and name.
fn in_xml(text: &str) -> Vec<Planted> {
    let mut planted = Vec::new();
    let mut plant = |around: &str, from: usize, to: usize, marker: &str| {
        let changed = format!("{}{marker}{}", &text[..from], &text[to..]);
        planted.push(Planted { place: format!("{marker} in {around}"), bytes: changed.into_bytes() });
    };
    for (open, _) in text.match_indices('<') {
        let close = open + text[open..].find('>').expect("the end of a tag");
        let tag = &text[open..=close];
        for marker in [
            MARKER,
            &format!("<!-- {MARKER} -->"),
            &format!("<?{MARKER}?>"),
            &format!("<marker>{MARKER}</marker>"),
            &format!("<marker a=\"{MARKER}\"/>"),
        ] {
            plant(&format!("front of {tag}"), open, open, marker);
        }
        if !tag.starts_with("</") {
            let name = tag[1..].find([' ', '/', '>']).map_or(close, |length| open + 1 + length);
            plant(tag, name, name, &format!(" marker=\"{MARKER}\""));
        }
        // The values of attributes are between quotation marks.
        let mut quotes = tag.match_indices('"').map(|(at, _)| open + at);
        while let (Some(from), Some(to)) = (quotes.next(), quotes.next()) {
            plant(tag, from + 1, to, MARKER);
            plant(tag, to, to, MARKER);
        }
    }
    planted
}

/// Puts lines with the marker between all lines, and the marker before, behind and in place of every word.
fn in_lines(text: &str, starts: &[&str]) -> Vec<Planted> {
    let mut planted = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for at in 0..=lines.len() {
        let around = if at == 0 { "" } else { lines[at - 1] };
        let mut plant = |marker: &str, replaced: usize| {
            let changed = [&lines[..at - replaced], &[marker], &lines[at..]].concat().join("\n") + "\n";
            planted.push(Planted { place: format!("{marker:?} behind {around:?}"), bytes: changed.into_bytes() });
        };
        plant(MARKER, 0);
        for start in starts {
            let marker = if *start == "<>" { format!("<{MARKER}>") } else { format!("{start}{MARKER}") };
            plant(&marker, 0);
        }
        if at == 0 {
            continue;
        }
        let mut from = 0;
        for word in around.split_inclusive([' ', '\t', ':', ';', ',', '<', '>', '(', ')']) {
            let to = from + word.trim_end_matches([' ', '\t', ':', ';', ',', '<', '>', '(', ')']).len();
            for (start, end) in [(from, from), (to, to), (from, to)] {
                plant(&format!("{}{MARKER}{}", &around[..start], &around[end..]), 1);
            }
            from += word.len();
        }
    }
    planted
}

/// Puts the marker before, behind and in the middle of the file.
fn in_bytes(sample: &[u8]) -> Vec<Planted> {
    let plant = |at: usize| Planted {
        place: format!("byte {at}"),
        bytes: [&sample[..at], MARKER.as_bytes(), &sample[at..]].concat(),
    };
    (0..=sample.len()).map(plant).collect()
}

/// A sample as it is without markers.
struct Base {
    name: String,
    format: Format,
    /// The sentences on what a file in each format lacks.
    lost: Vec<(Format, BTreeSet<String>)>,
}

impl Base {
    fn of(name: String, format: Format, sample: &[u8]) -> Self {
        let file = read(sample, format).expect("a sample can be read");
        let puzzle = file.puzzle().expect("a finished puzzle");
        let lost = Format::WRITTEN_PUZZLES
            .into_iter()
            .filter_map(|to| Some((to, Outcome::of(puzzle, &file, to)?.lost)))
            .collect();
        Base { name, format, lost }
    }

    /// Returns `true` if the sample itself has things whose notes name only a kind. A marker among them changes no note.
    fn leaves_out(&self, target: Format) -> bool {
        let lost = self.lost.iter().find(|(to, _)| *to == target);
        lost.is_some_and(|(_, lost)| {
            lost.iter().any(|sentence| sentence.starts_with("left out:") || sentence.starts_with("what only"))
        })
    }

    /// Fails if what is planted in the sample is lost silently. Returns `true` if it is kept in place.
    fn judge(&self, planted: &Planted) -> bool {
        let (Base { name, format, lost }, Planted { place, bytes }) = (self, planted);
        let Ok(file) = read(bytes, *format) else { return false };
        let Ok(puzzle) = file.puzzle() else { return false };
        let mut is_kept = false;
        let own = Outcome::of(puzzle, &file, *format);
        if let Some(outcome) = own {
            is_kept = outcome.has_marker();
            assert!(is_kept || !outcome.lost.is_empty(), "{name}, in place: {place} is lost");
        }
        let is_spelling = SPELLING.iter().any(|spelling| place.contains(spelling));
        for target in OTHERS.into_iter().filter(|target| *target != *format && !is_spelling) {
            let Some(outcome) = Outcome::of(puzzle, &file, target) else { continue };
            let before = lost.iter().find(|(to, _)| *to == target).map(|(_, lost)| lost);
            let is_noted = outcome.lost.iter().any(|sentence| before.is_none_or(|before| !before.contains(sentence)));
            // The sample has such a field too, so that the note is the same: "the date" for `/Date replaced`.
            let place_in_small = place.to_ascii_lowercase();
            let is_named =
                |sentence: &String| sentence.strip_prefix("the ").is_some_and(|field| place_in_small.contains(field));
            let is_told =
                outcome.has_marker() || is_noted || outcome.lost.iter().any(is_named) || self.leaves_out(target);
            assert!(is_told, "{name} to {target}: {place} is lost, noted: {:?}", outcome.lost);
        }
        is_kept
    }
}

/// The files that this program writes have nothing that its readers leave out. Otherwise notes of the samples would hide lost markers.
#[test]
fn readers_leave_out_nothing_of_written_files() {
    for (name, format, sample) in samples().into_iter().filter(|(name, ..)| name.contains(" as ")) {
        let file = read(&sample, format).expect("it was written");
        assert_eq!(file.left_out_in_place().collect::<Vec<_>>(), [""; 0], "{name}");
    }
}

/// Plants markers in the samples of some formats.
fn check(formats: &[Format], least_kept: usize) {
    let (mut all, mut kept) = (0, 0);
    let mut strict = BTreeSet::new();
    for (name, format, sample) in samples().into_iter().filter(|(_, format, _)| formats.contains(format)) {
        let base = Base::of(name, format, &sample);
        if !OTHERS.into_iter().any(|target| base.leaves_out(target)) {
            strict.insert(format.name());
        }
        for planted in planted(format, &sample) {
            all += 1;
            kept += usize::from(base.judge(&planted));
        }
    }
    assert_eq!(strict.len(), formats.len(), "a sample that leaves nothing out: {strict:?}");
    assert!(kept >= least_kept, "of {all} markers only {kept} are kept");
}

#[test]
fn json_loses_nothing_silently() {
    check(&[Format::Ipuz, Format::Guardian, Format::SiteJson], 500);
}

#[test]
fn xml_loses_nothing_silently() {
    check(&[Format::Jpz], 100);
}

#[test]
fn texts_lose_nothing_silently() {
    check(&[Format::Exolve, Format::Xd, Format::PuzText, Format::Qxw], 500);
}

#[test]
fn bytes_are_not_lost_silently() {
    check(&[Format::Puz], 100);
}
