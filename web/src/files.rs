//! Questions about the grids of a file.

use std::io::Cursor;
use std::ops::ControlFlow;

use gridcheck::ask::AskEach;
use gridcheck::ask::complete::Complete;
use gridcheck::ask::convert::{Convert, Converted};
use gridcheck::ask::input::Input;
use gridcheck::ask::repair::Repair;
use gridcheck::ask::stats::{PuzzleRow, Row, links};
use gridcheck::ask::validate::Validate;
use gridcheck::constraint::Constraint;
use gridcheck::formats::source::{As, Checked, FoundShape, Source};
use gridcheck::formats::text::Options as Glyphs;
use gridcheck::stats::{Stats, satisfied};
use serde::Deserialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{constraints, of_file, parsed, unnamed};
use crate::{Answer, Listener, Reply, Written, answer, in_javascript, tell, told};

/// Reads a file to its end for mistakes.
fn checked(name: &str, bytes: Vec<u8>) -> anyhow::Result<Checked> {
    Ok(Source::stream(name, Cursor::new(bytes)).check_shaped(As::Recognised, Glyphs::default())?)
}

/// Reports each grid of a file that satisfies the constraints; `index` is its number in the file, from 0.
fn each_grid(
    reply: &mut Reply,
    name: &str,
    file: Vec<u8>,
    constraints: &[Constraint],
    report: impl Fn(&mut Reply, usize, &FoundShape) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut source = checked(name, file)?;
    reply.add_notes(name, source.notes());
    for (index, found) in source.shapes()?.enumerate() {
        let found = found?;
        if satisfied(&found, constraints) {
            report(reply, index, &found)?;
        }
    }
    Ok(())
}

/// Judges every grid of a file.
#[wasm_bindgen]
pub fn validate(request: &str, file: Vec<u8>) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, Validate) = of_file(None, request)?;
        request.files = vec![Input::Bytes { name, bytes: file }];
        let (host, mut added) = (Reply::default(), Ok(()));
        let asked = request.ask_each(&host, &mut |judgement| {
            added = reply.add(&judgement.report());
            if added.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        reply.notes.append(&mut host.notes());
        reply.notes.extend(asked.map_err(in_javascript)?.notes);
        added
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Measure {
    #[serde(default = "unnamed")]
    name: String,
    #[serde(default, rename = "where")]
    constraints: Vec<String>,
}

/// Measures every grid of a file.
#[wasm_bindgen]
pub fn stats(options: &str, file: Vec<u8>) -> Answer {
    answer(|reply| {
        let Measure { name, constraints: texts } = parsed(options)?;
        let constraints = constraints(&texts)?;
        each_grid(reply, &name, file, &constraints, |reply, index, found| {
            let row = Row { file: &name, index: index + 1, line: found.line, stats: &Stats::of(found) };
            reply.add(&PuzzleRow { row, links: links(found) })
        })
    })
}

/// Analyses a partly painted grid.
#[wasm_bindgen]
pub fn complete(request: &str, file: Vec<u8>, listener: &Listener) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, Complete) = of_file(Some("grid"), request)?;
        request.grid = Input::Bytes { name, bytes: file };
        let report = request.ask_in_parts(reply, &|part| tell(listener, &part)).map_err(in_javascript)?;
        reply.add(&report)
    })
}

/// Finds the valid grids nearest to each grid of a file.
#[wasm_bindgen]
pub fn repair(request: &str, file: Vec<u8>, listener: &Listener) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, Repair) = of_file(Some("file"), request)?;
        request.file = Input::Bytes { name, bytes: file };
        let (host, mut added) = (Reply::default(), Ok(()));
        let asked = request.open(&host).and_then(|mut list| {
            request.repair_each(&mut list, &host, &|report| tell(listener, report), &mut |repaired| {
                added = reply.add(&repaired.report());
                if added.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        reply.notes.append(&mut host.notes());
        asked.map_err(in_javascript)?;
        added
    })
}

/// Converts a file to another format.
#[wasm_bindgen]
pub fn convert(request: &str, file: Vec<u8>) -> Result<Written, JsError> {
    let converted = || -> anyhow::Result<Written> {
        let (name, mut request): (String, Convert) = of_file(None, request)?;
        request.files = vec![Input::Bytes { name, bytes: file }];
        let (host, mut bytes) = (Reply::default(), Vec::new());
        let asked = request.ask_each(&host, &mut |part| {
            if let Converted::Bytes(more) = part {
                bytes.extend_from_slice(more);
            }
            ControlFlow::Continue(())
        });
        let converted = asked.map_err(in_javascript)?;
        Ok(Written { bytes, notes: [host.notes(), converted.notes].concat() })
    };
    converted().map_err(|error| told(&error))
}
