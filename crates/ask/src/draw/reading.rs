//! Reads the grids of a drawing, each with its names.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};

use gridcheck_core::visible::visible;
use gridcheck_draw::order::place_in_the_paper;
use gridcheck_formats::source::InputGrid;
use gridcheck_layout::shape::{Colour, Shape};
use gridcheck_validator::stats::satisfied;

use super::{Draw, Order};
use crate::examine::{ReadOptions, note_reading};
use crate::failure::Failure;
use crate::host::Host;
use crate::input::Input;
use crate::inputs::{InputFile, Inputs};

/// The grids of a drawing, in its order.
#[derive(Default)]
pub(super) struct GridsRead {
    pub grids: Vec<InputGrid>,
    /// The name of each grid in a gallery.
    pub names: Vec<String>,
    /// The caption of each grid on a sheet.
    pub captions: Vec<String>,
    /// Number of files that cannot be read.
    pub unreadable: usize,
}

/// Maximum number of grids in a drawing. A browser takes seconds for a page of this size.
const MAX_GRIDS: usize = 1 << 16;

impl Draw {
    /// Reads all grids. A file that cannot be read is reported, unless it is the only one.
    pub(super) fn read(&self, inputs: &Inputs, how: ReadOptions, host: &dyn Host) -> Result<GridsRead, Failure> {
        let Inputs { files, is_one_file } = inputs;
        let run = host.run_with_items("drawing");
        let mut drawn: Vec<(InputGrid, String, String)> = Vec::new();
        let mut unreadable = 0;
        for (input, short) in files.iter().zip(short_names(files)) {
            let mut list = match how.check_input(input, host) {
                Err(error) if !is_one_file => {
                    host.inform(error.to_string());
                    unreadable += 1;
                    continue;
                }
                checked => checked?,
            };
            let (file, count) = (visible(&note_reading(&list, host)).into_owned(), list.count());
            if count + drawn.len() as u64 > MAX_GRIDS as u64 {
                return Err(Failure::unusable(format!("{file}: more than {MAX_GRIDS} grids, and no drawing has more")));
            }
            for (i, found) in list.shapes()?.enumerate() {
                run.check()?;
                let grid = found?;
                if !satisfied(&grid, &self.conditions.constraints) {
                    continue;
                }
                self.expect_marks(&grid, &file)?;
                let name = match (files.len(), count) {
                    (_, 1) => file.clone(),
                    (1, _) => format!("grid {}", i + 1),
                    _ => format!("{file}, grid {}", i + 1),
                };
                let caption = match &short {
                    Some(short) if count == 1 => short.clone(),
                    Some(short) => format!("{short}, grid {}", i + 1),
                    None => name.clone(),
                };
                drawn.push((grid, name, caption));
            }
        }
        if drawn.is_empty() && unreadable > 0 {
            return Err(Failure::unusable("no file can be read, so there is nothing to draw"));
        }
        match self.order {
            Order::Given => {}
            Order::Paper => drawn.sort_by_cached_key(|(grid, ..)| place_in_the_paper(grid)),
        }
        let mut read = GridsRead { unreadable, ..GridsRead::default() };
        for (grid, name, caption) in drawn {
            read.grids.push(grid);
            read.names.push(name);
            read.captions.push(caption);
        }
        Ok(read)
    }

    /// Fails if a grid lacks a square to mark.
    fn expect_marks(&self, grid: &InputGrid, file: &str) -> Result<(), Failure> {
        let shape = Shape::from(grid);
        let (height, width) = (shape.height(), shape.width());
        let outside = |&&(r, c): &&(usize, usize)| r >= height || c >= width || shape.at((r, c)) == Colour::Void;
        match self.look.marks.iter().find(outside) {
            None => Ok(()),
            Some((r, c)) => Err(Failure::unusable(format!(
                "{file}:{}: a grid of {height} × {width} has no square {},{} to mark",
                grid.line,
                r + 1,
                c + 1
            ))),
        }
    }
}

/// Returns the name of each file without its folders, if no other file has the same name.
fn short_names(files: &[InputFile]) -> Vec<Option<String>> {
    let name = |file: &InputFile| match file.input() {
        Input::StandardInput => None,
        Input::Path(_) | Input::Text { .. } | Input::Bytes { .. } => file.path().file_name().map(OsStr::to_owned),
    };
    let mut alike: HashMap<OsString, usize> = HashMap::new();
    for name in files.iter().filter_map(name) {
        *alike.entry(name).or_default() += 1;
    }
    let short = |file: &InputFile| {
        let name = name(file).filter(|name| alike[name] == 1)?;
        Some(visible(&name.to_string_lossy()).into_owned())
    };
    files.iter().map(short).collect()
}
