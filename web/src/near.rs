//! Questions about the valid grids near to a grid.

use std::ops::ControlFlow;

use gridcheck_ask::complete::Complete;
use gridcheck_ask::repair::Repair;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{named, of_file, readable};
use crate::{Answer, Listener, Reply, answer, in_javascript, tell};

/// Analyses a partly painted grid.
#[wasm_bindgen]
pub fn complete(request: &str, file: Vec<u8>, listener: &Listener) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, Complete) = of_file(Some("grid"), request)?;
        request.grid = named(name, file)?;
        let report = request.ask_in_parts(reply, &|part| tell(listener, &part)).map_err(in_javascript)?;
        reply.add(&report)
    })
}

/// Finds the valid grids nearest to each grid of a file.
#[wasm_bindgen]
pub fn repair(request: &str, file: Vec<u8>, listener: &Listener) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, Repair) = of_file(Some("file"), request)?;
        request.file = named(name, file)?;
        readable(&request.keep)?;
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
