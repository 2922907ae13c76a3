//! Reads files that are opened, and writes the puzzle as a file.

use std::io::Cursor;
use std::path::Path;

use anyhow::{anyhow, bail};
use gridcheck::ask::convert::form::WrittenPuzzle;
use gridcheck::contents::Contents;
use gridcheck::draw::figure::Look;
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::typeface::Fonts;
use gridcheck::draw::{png, svg};
use gridcheck::formats::Fault;
use gridcheck::formats::document::Document;
use gridcheck::formats::puzzle::{Feature, Puzzle};
use gridcheck::formats::recognition::recognise;
use gridcheck::formats::registry::{Format, read};
use gridcheck::formats::source::{Source, SourceError};
use gridcheck::formats::target::Loss;
use gridcheck::formats::text::Options;
use gridcheck::grid::Bars;
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::document;
use crate::options::parsed;
use crate::{Answer, Written, answer, told};

/// Size of a square of a picture, in pixels.
const PIXELS: usize = 32;
const SVG: &str = "svg";
const PNG: &str = "png";

/// Returns the formats for saving, each with its name, its description, and the ending of a file's name.
pub fn formats() -> Vec<[&'static str; 3]> {
    let pictures = [[SVG, "A picture to print", SVG], [PNG, "A picture of pixels", PNG]];
    let formats = Format::WRITTEN.map(|format| [format.name(), format.description(), format.ending()]);
    formats.into_iter().chain(pictures).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Open {
    name: String,
}

/// Returns the puzzle of a file as a document, or the first grid of a list.
#[wasm_bindgen]
pub fn open(options: &str, bytes: Vec<u8>) -> Answer {
    answer(|reply| {
        let Open { name } = parsed(options)?;
        let named = |fault: Fault| anyhow!("{name}:{fault}");
        let format = recognise(&bytes, Path::new(&name)).map_err(|refusal| named(refusal.without_options()))?;
        if !format.is_list() {
            let file = read(&bytes, format).map_err(named)?;
            reply.notes.extend(file.notes.iter().cloned().chain(file.left_out()));
            return reply.put(&Document::of(&file));
        }
        if let Ok((givens, notes)) = Source::stream(&name, Cursor::new(bytes.clone())).givens() {
            reply.notes.extend(notes);
            return reply.put(&shown(&givens.to_string(), &[]));
        }
        let told = |error: SourceError| anyhow!("{}", error.without_options());
        let options = Options { unnameable: true, ..Options::default() };
        let mut list = Source::stream(&name, Cursor::new(bytes)).check_as(None, options).map_err(told)?;
        reply.notes.extend_from_slice(list.notes());
        if list.count() > 1 {
            reply.notes.push(format!("the first of {} grids", list.count()));
        }
        let puzzle = list.grids()?.next().ok_or_else(|| anyhow!("{name}: there is no grid in it"))??.puzzle();
        reply.put(&shown(&puzzle.grid.to_string(), &puzzle.letters))
    })
}

/// Returns a document of rows as text has them, with `r`, `b` and `+` for white squares with bars, and `|` and `=` for open ones.
fn shown(text: &str, letters: &[String]) -> Value {
    let mut bars = Bars::default();
    let mut row = |(r, line): (usize, &str)| -> String {
        let square = |(c, square)| {
            bars.set_after((r, c), [matches!(square, 'r' | '+' | '|'), matches!(square, 'b' | '+' | '=')]);
            match square {
                'r' | 'b' | '+' => '.',
                '|' | '=' => '?',
                square => square,
            }
        };
        line.chars().enumerate().map(square).collect()
    };
    let rows: Vec<String> = text.trim_end().lines().enumerate().map(&mut row).collect();
    json!({ "rows": rows.join("\n"), "letters": letters, "bars": bars })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    to: String,
    letters: bool,
}

/// Writes a document as a file of a format. Pictures have letters on request.
#[wasm_bindgen]
pub fn save(options: &str, document: &str) -> Result<Written, JsError> {
    let saved = || -> anyhow::Result<Written> {
        let Save { to, letters } = parsed(options)?;
        let file = document::parsed(document)?;
        let format = Format::by_name(&to).filter(|format| format.is_written());
        if format == Some(Format::Text) && file.puzzle().is_err() {
            // While squares are open, the file has no words, so the page counts what it drops.
            let bytes = format!("{}\n", file.givens()?.to_string().trim_end()).into_bytes();
            return Ok(Written { bytes, notes: vec!["plain text stores the squares alone".to_owned()] });
        }
        let puzzle = document::puzzle(&file).map_err(|why| anyhow!("{to}: {why}"))?;
        let WrittenPuzzle { bytes, lost, notes } = match format {
            Some(format) => WrittenPuzzle::new("the puzzle", puzzle, format)?,
            None => picture(puzzle, &to, letters)?,
        };
        Ok(Written { bytes, notes: [lost, notes, file.left_out().collect()].concat() })
    };
    saved().map_err(|error| told(&error))
}

fn picture(puzzle: &Puzzle, format: &str, with_letters: bool) -> anyhow::Result<WrittenPuzzle> {
    let look = Look { numbers: true, ..Look::default() };
    let grids = std::slice::from_ref(puzzle);
    let contents = Contents {
        letters: if with_letters { puzzle.letters.clone() } else { Vec::new() },
        circles: puzzle.circles.clone(),
        shading: puzzle.shading.clone(),
    };
    let sheet = Sheet::spaced(grids, None).with_contents(vec![contents]).with_labels(vec![puzzle.numbers.clone()]);
    let mut bytes = Vec::new();
    match format {
        PNG => png::write(&mut bytes, grids, &look, &sheet, PIXELS, &Fonts::embedded())?,
        SVG => svg::write(&mut bytes, grids, &look, &sheet, PIXELS)?,
        other => bail!("no format `{other}`"),
    }
    let is_lost = |thing: &Feature| match thing {
        Feature::Letters | Feature::Rebus => !with_letters,
        thing => {
            !matches!(thing, Feature::Bars | Feature::Voids | Feature::Circles | Feature::Shading | Feature::Numbers)
        }
    };
    let lost =
        puzzle.things().filter(is_lost).map(|thing| format!("{format} cannot store {}", Loss::of(puzzle, thing)));
    Ok(WrittenPuzzle { bytes, lost: lost.collect(), notes: Vec::new() })
}
