//! Converting files to other formats.

use std::ops::ControlFlow;

use anyhow::bail;
use gridcheck_ask::AskEach;
use gridcheck_ask::convert::{Convert, Converted};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::options::{named, of_file};
use crate::{Reply, Written, in_javascript, told};

/// Converts a file to another format.
#[wasm_bindgen]
pub fn convert(request: &str, file: Vec<u8>) -> Result<Written, JsError> {
    let converted = || -> anyhow::Result<Written> {
        let (name, mut request): (String, Convert) = of_file(None, request)?;
        if request.to.is_none() {
            bail!("options: missing field `to`");
        }
        request.files = vec![named(name, file)?];
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
