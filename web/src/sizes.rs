//! Questions about the grids of a size.

use std::ops::ControlFlow;

use gridcheck_ask::count::Count;
use gridcheck_ask::sample::Sample;
use gridcheck_ask::{Ask, AskEach};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{parsed, readable};
use crate::{Answer, Reply, answer, in_javascript};

/// Counts grids, all of them, by measures, or those that reach an extreme.
#[wasm_bindgen]
pub fn count(request: &str) -> Answer {
    answer(|reply| {
        let request: Count = parsed(request)?;
        readable(&request.question.given)?;
        let report = request.ask(reply).map_err(in_javascript)?;
        reply.add(&report)
    })
}

/// Draws grids at random, each equally likely.
#[wasm_bindgen]
pub fn sample(request: &str) -> Answer {
    answer(|reply| {
        let request: Sample = parsed(request)?;
        readable(request.question.given.iter().chain(&request.rank_of))?;
        let (host, mut added) = (Reply::default(), Ok(()));
        let asked = request.ask_each(&host, &mut |drawn| {
            added = reply.add(&drawn);
            if added.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        reply.notes.append(&mut host.notes());
        asked.map_err(in_javascript)?;
        added
    })
}
