//! Writes the JavaScript that connects the page to its WebAssembly: `gridcheck-glue MODULE.wasm FOLDER`.

use std::path::PathBuf;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let module = arguments.next().context("expected MODULE.wasm FOLDER")?;
    let folder = arguments.next().context("expected a folder after the module")?;
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .omit_default_module_path(true)
        .typescript(false)
        .out_name("core")
        .generate(folder)
}
