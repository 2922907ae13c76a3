//! Reads files that are opened, and writes the puzzle as a file.

use std::io::Cursor;

use gridcheck::contents::Contents;
use gridcheck::draw::figure::Look;
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::{png, svg};
use gridcheck::formats::PuzzleFile;
use gridcheck::formats::document::Document;
use gridcheck::formats::puzzle::{Feature, Puzzle};
use gridcheck::formats::registry::{START_BYTES, read, recognise};
use gridcheck::formats::source::{As, Source};
use gridcheck::formats::target::{self, Loss, Target};
use gridcheck::formats::text::Options;
use serde_json::json;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Answer, document, told};

/// Size of a square of a picture, in pixels.
const PIXELS: usize = 32;

/// The formats that are no puzzle formats.
#[derive(Clone, Copy)]
pub enum Own {
    Text,
    Svg,
    Png,
}

/// All formats that are no puzzle formats.
pub const OURS: [Own; 3] = [Own::Text, Own::Svg, Own::Png];

impl Own {
    /// Returns the name that the page uses.
    pub fn name(self) -> &'static str {
        match self {
            Own::Text => "txt",
            Own::Svg => "svg",
            Own::Png => "png",
        }
    }

    /// Returns a description of one line.
    pub fn description(self) -> &'static str {
        match self {
            Own::Text => "Plain text, open squares too",
            Own::Svg => "A picture to print",
            Own::Png => "A picture of pixels",
        }
    }

    /// Returns `true` if such a file holds a feature.
    fn holds(self, thing: Feature, with_letters: bool) -> bool {
        match (self, thing) {
            (Own::Text, _) => false,
            (_, Feature::Letters | Feature::Rebus) => with_letters,
            (_, thing) => matches!(thing, Feature::Bars | Feature::Voids | Feature::Circles | Feature::Shading),
        }
    }
}

/// A file to save.
#[wasm_bindgen]
pub struct Saved {
    bytes: Vec<u8>,
    notes: Vec<String>,
}

#[wasm_bindgen]
impl Saved {
    /// Returns the contents of the file.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    /// Returns sentences about what the file does not hold, and about how it was written.
    #[wasm_bindgen(getter)]
    pub fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }
}

/// Returns the puzzle of a file as a document, or the first grid of a list, with notes for the user.
#[wasm_bindgen]
pub fn opened(name: &str, bytes: &[u8]) -> Answer {
    if let Some(format) = recognise(&bytes[..bytes.len().min(START_BYTES)]) {
        let file = read(bytes, format).map_err(|fault| told(format!("{name}:{fault}")))?;
        let document = Document::of(&file);
        let notes: Vec<String> = file.notes.iter().cloned().chain(file.left_out()).collect();
        return Ok(json!({ "document": document, "notes": notes }).to_string());
    }
    let source = || Source::stream(name, Cursor::new(bytes.to_vec()));
    if let Ok((givens, notes)) = source().givens() {
        return Ok(json!({ "document": { "rows": givens.to_string().trim_end() }, "notes": notes }).to_string());
    }
    let mut list = source().check_as(As::Recognised, Options::default()).map_err(told)?;
    let (mut notes, grids) = (list.notes().to_vec(), list.count());
    if grids > 1 {
        notes.push(format!("the first of {grids} grids"));
    }
    let first = list.grids().map_err(told)?.next();
    let puzzle = first.ok_or_else(|| told(format!("{name}: there is no grid in it")))?.map_err(told)?.puzzle();
    let rows = puzzle.grid.to_string();
    Ok(json!({ "document": { "rows": rows.trim_end(), "letters": puzzle.letters }, "notes": notes }).to_string())
}

/// Writes a document as a file of that format. Pictures have letters on request.
#[wasm_bindgen]
pub fn saved(document: &str, format: &str, with_letters: bool) -> Result<Saved, JsError> {
    let file = document::parsed(document).map_err(told)?;
    let own = OURS.into_iter().find(|own| own.name() == format);
    let Saved { bytes, notes } = match own {
        Some(own) => saved_as_own(&file, own, with_letters).map_err(told)?,
        None => {
            let target = Target::ALL.into_iter().find(|target| target.name() == format);
            let target = target.ok_or_else(|| told(format!("no format `{format}`")))?;
            let puzzle = document::puzzle(&file).map_err(|why| told(format!("{format}: {why}")))?;
            let written = target::write(puzzle, target).map_err(|error| told(format!("{format}: {error}")))?;
            let lost = written.lost.iter().map(|loss| cannot_store(format, loss));
            Saved { bytes: written.bytes, notes: lost.chain(written.notes).collect() }
        }
    };
    Ok(Saved { bytes, notes: notes.into_iter().chain(file.left_out()).collect() })
}

fn saved_as_own(file: &PuzzleFile, own: Own, with_letters: bool) -> Result<Saved, String> {
    let lost = |puzzle: &Puzzle| {
        let lost = puzzle.things().filter(|&thing| !own.holds(thing, with_letters));
        lost.map(|thing| cannot_store(own.name(), &Loss::of(puzzle, thing))).collect()
    };
    if matches!(own, Own::Text) {
        let rows = file.givens().map_err(|fault| fault.to_string())?.to_string();
        // While squares are open, the file has no words, so the page counts what it drops.
        let notes = file.puzzle().map_or_else(|_| vec!["txt stores the squares alone".to_owned()], lost);
        return Ok(Saved { bytes: format!("{}\n", rows.trim_end()).into_bytes(), notes });
    }
    let puzzle = document::puzzle(file).map_err(|why| format!("{}: {why}", own.name()))?;
    let look = Look { numbers: true, ..Look::default() };
    let grids = std::slice::from_ref(puzzle);
    let contents = Contents {
        letters: if with_letters { puzzle.letters.clone() } else { Vec::new() },
        circles: puzzle.circles.clone(),
        shading: puzzle.shading.clone(),
    };
    let sheet = Sheet::spaced(grids, None).with_contents(vec![contents]);
    let mut bytes = Vec::new();
    let written = match own {
        Own::Png => png::write(&mut bytes, grids, &look, &sheet, PIXELS),
        Own::Svg | Own::Text => svg::write(&mut bytes, grids, &look, &sheet, PIXELS),
    };
    written.map_err(|error| error.to_string())?;
    Ok(Saved { bytes, notes: lost(puzzle) })
}

fn cannot_store(format: &str, loss: &Loss) -> String {
    format!("{format} cannot store {loss}")
}
