//! Questions about the grids of a file.

use std::ops::ControlFlow;

use anyhow::bail;
use gridcheck::ask::AskEach;
use gridcheck::ask::complete::Complete;
use gridcheck::ask::convert::{Convert, Converted};
use gridcheck::ask::input::Input;
use gridcheck::ask::repair::Repair;
use gridcheck::ask::stats::StatsRequest;
use gridcheck::ask::validate::Validate;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::of_file;
use crate::{Answer, Listener, Reply, Written, answer, in_javascript, tell, told};

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

/// Measures every grid of a file.
#[wasm_bindgen]
pub fn stats(request: &str, file: Vec<u8>) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, StatsRequest) = of_file(None, request)?;
        request.files = vec![Input::Bytes { name, bytes: file }];
        let (host, mut added) = (Reply::default(), Ok(()));
        let asked = request.ask_each(&host, &mut |report| {
            added = reply.add(&report);
            if added.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        reply.notes.append(&mut host.notes());
        asked.map_err(in_javascript)?.file_failure().map_err(in_javascript)?;
        added
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
        if request.to.is_none() {
            bail!("options: missing field `to`");
        }
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
