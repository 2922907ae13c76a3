//! Questions about the grids of a file: judging and measuring.

use std::ops::ControlFlow;

use gridcheck_ask::AskEach;
use gridcheck_ask::stats::StatsRequest;
use gridcheck_ask::validate::Validate;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{named, of_file};
use crate::{Answer, Reply, answer, in_javascript};

/// Judges every grid of a file.
#[wasm_bindgen]
pub fn validate(request: &str, file: Vec<u8>) -> Answer {
    answer(|reply| {
        let (name, mut request): (String, Validate) = of_file(None, request)?;
        request.files = vec![named(name, file)?];
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
        request.files = vec![named(name, file)?];
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
