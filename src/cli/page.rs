//! `gridcheck page`: writes the painting page to a file.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::{Output, Terminal, Verdict};
use crate::ask::destination::ForceArg;
use crate::ask::failure::Failure;

/// Write a page for painting grids in a browser, without a network: it shows broken rules, forced squares and the number of
/// completions.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gridcheck page --out gridcheck.html     then open it in a browser

The page is one file and never uses a network. Beside a gallery (gridcheck draw --out gallery.html) it opens the grids
that are clicked there, if it was there first and is called gridcheck.html.")]
pub(super) struct Page {
    /// Write to this file, complete or not at all.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
}

/// The page, if it was built before the program.
#[cfg(feature = "page")]
const PAGE: Option<&[u8]> = Some(include_bytes!("../../web/dist/gridcheck.html"));
#[cfg(not(feature = "page"))]
const PAGE: Option<&[u8]> = None;

impl Page {
    /// Writes the page. Without one, the error explains how to build a program that includes it.
    pub(super) fn run(&self, _terminal: &Terminal, _output: &mut Output) -> Result<Verdict, Failure> {
        let Some(page) = PAGE else {
            return Err(Failure::unusable(
                "this program was built without the page: in a checkout, `npm ci --prefix web && node web/build.mjs` makes \
                 web/dist/gridcheck.html, and `cargo build --release --features page` a program that has it",
            ));
        };
        self.force.file(&self.out).fill(|out| out.write_all(page))?;
        Ok(Verdict::Well)
    }
}
