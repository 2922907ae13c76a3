//! Reads files that are opened, and writes the painting as a file.

use std::io::Cursor;

use gridcheck::draw::figure::Look;
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::{png, svg};
use gridcheck::format::puzzle::Puzzle;
use gridcheck::format::source::{As, Source};
use gridcheck::format::target::{self, Target};
use gridcheck::format::text::Options;
use serde_json::json;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::painting::Painting;
use crate::{Answer, told};

/// Size of a square of a picture, in pixels.
const PIXELS: usize = 32;

/// The formats that are no puzzle formats.
#[derive(Clone, Copy)]
pub enum Own {
    Text,
    Svg,
    Png,
}

/// Returns all formats.
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
}

/// Returns the first grid of a file, or its painting, with notes for the user.
#[wasm_bindgen]
pub fn opened(name: &str, bytes: &[u8]) -> Answer {
    let source = || Source::stream(name, Cursor::new(bytes.to_vec()));
    if let Ok((givens, notes)) = source().givens() {
        return Ok(json!({ "rows": givens.to_string(), "notes": notes }).to_string());
    }
    let mut list = source().check_as(As::Recognised, Options::default()).map_err(told)?;
    let (mut notes, grids) = (list.notes().to_vec(), list.count());
    if grids > 1 {
        notes.push(format!("the first of {grids} grids"));
    }
    let first = list.grids().map_err(told)?.next();
    let grid = first.ok_or_else(|| told(format!("{name}: there is no grid in it")))?.map_err(told)?.grid;
    Ok(json!({ "rows": grid.to_string().trim_end(), "notes": notes }).to_string())
}

/// Writes the painting as a file of that format.
#[wasm_bindgen]
pub fn saved(painted: &str, format: &str) -> Result<Vec<u8>, JsError> {
    let painting = Painting::of(painted).map_err(told)?;
    let own = OURS.into_iter().find(|own| own.name() == format);
    if painting.open() > 0 && !matches!(own, Some(Own::Text)) {
        return Err(told(format!("only plain text has open squares: paint them before you save {format}")));
    }
    let (grids, look) = ([painting.grid()], Look { numbers: true, ..Look::default() });
    let sheet = Sheet::spaced(&grids, None);
    let mut bytes = Vec::new();
    match own {
        Some(Own::Text) => bytes.extend(format!("{}\n", painted.trim_end()).into_bytes()),
        Some(Own::Svg) => svg::write(&mut bytes, &grids, &look, &sheet, PIXELS).map_err(told)?,
        Some(Own::Png) => png::write(&mut bytes, &grids, &look, &sheet, PIXELS).map_err(told)?,
        None => {
            let target = Target::ALL.into_iter().find(|target| target.name() == format);
            let target = target.ok_or_else(|| told(format!("no format `{format}`")))?;
            let [grid] = grids;
            bytes = target::write(&Puzzle::of(grid), target).map_err(told)?.bytes;
        }
    }
    Ok(bytes)
}
