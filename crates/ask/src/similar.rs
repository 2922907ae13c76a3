//! `gridcheck similar`: finds out whether a grid has been used before.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use gridcheck_compare::similar::Similar;
use gridcheck_core::grid::{Grid, Transform};

use super::Ask;
use super::examine::{ReadOptions, file_failure, only_one};
use super::failure::Failure;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input, inputs};
use super::inputs::Folders;
use super::options::Reading;

/// Finds the grids of lists that are nearest to a given grid, up to rotation and reflection.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Similar"))]
#[serde(deny_unknown_fields)]
pub struct SimilarRequest {
    /// Compare this grid, or the grid of a puzzle file; - is standard input.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE"))]
    pub file: Input,
    /// Search these files of grids, or puzzle files, or all such files in a folder; - is standard input.
    #[cfg_attr(feature = "clap", arg(long, required = true, num_args = 1.., value_name = "LIST"))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub among: Vec<Input>,
    /// The choice of files in folders.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub folders: Folders,
    /// Show this many of the nearest grids. The default is 5.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", allow_negative_numbers = true))]
    #[serde(default)]
    pub count: Option<usize>,
    /// The way in which files are read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
}

/// Number of grids to show unless the request has another one.
const COUNT: usize = 5;

/// The grids of the lists that are nearest to the given grid.
#[derive(Debug)]
pub struct SimilarReport {
    /// The name of the file of the given grid.
    pub name: String,
    /// The given grid.
    pub grid: Grid,
    /// The nearest grids, the nearest one first.
    pub nearest: Vec<SimilarGrid>,
    /// Number of grids that were compared.
    pub compared: usize,
    /// Number of grids of other sides, which are left out.
    pub of_other_sides: usize,
    /// The faults of files that could not be read, or not to the end. Grids before a fault are compared.
    pub unreadable: Vec<String>,
}

/// One of the nearest grids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct SimilarGrid {
    /// The name of its file.
    pub file: String,
    /// Its number in the file, from 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub index: usize,
    /// The line where it begins, from 1.
    pub line: usize,
    /// The number of squares and bars that differ, in the rotation or reflection with the fewest.
    pub distance: usize,
    /// The name of that rotation or reflection of the given grid.
    pub transform: &'static str,
    /// `true` if the given grid need not be turned.
    #[serde(skip)]
    pub is_unturned: bool,
}

/// The place of a grid in the lists.
struct Place {
    /// The file's number, and the grid's number in it, both from 0.
    file: usize,
    index: usize,
    line: usize,
}

impl Ask for SimilarRequest {
    type Report = SimilarReport;

    fn ask(&self, host: &dyn Host) -> Result<SimilarReport, Failure> {
        at_most_one_standard_input(std::iter::once(&self.file).chain(&self.among))?;
        let among = self.folders.inputs(&self.among, host)?;
        let how = self.reading.settled()?;
        let (name, grid) = self.grid(how, host)?;
        let run = host.run("comparing");
        run.set_tasks(among.files.len());
        let mut similar = Similar::to(&grid, self.count.unwrap_or(COUNT));
        let (mut files, mut places) = (Vec::new(), Vec::new());
        let (mut notes, mut unreadable) = (Vec::new(), Vec::new());
        for (file, input) in among.files.iter().enumerate() {
            let name = input.name();
            let mut index = 0;
            // Results are shown only after all files are read, so one pass is enough. Grids before a fault are compared.
            let found = input.source(host).and_then(|source| {
                source.each(how.format, how.options, |found| {
                    similar.look(&found.grid);
                    places.push(Place { file, index, line: found.line });
                    index += 1;
                    if run.check().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                })
            });
            match found {
                Err(error) if !among.is_one_file => unreadable.push(error.to_string()),
                found => notes.extend(found?.iter().map(|note| format!("{name}: {note}"))),
            }
            run.check()?;
            run.task_done(index as u128);
            files.push(name);
        }
        for note in notes {
            host.note(note);
        }
        let nearest = similar.nearest().iter().map(|likeness| {
            let Place { file, index, line } = places[likeness.index];
            SimilarGrid {
                file: files[file].clone(),
                index: index + 1,
                line,
                distance: likeness.distance,
                transform: likeness.transform.name(),
                is_unturned: likeness.transform == Transform::Identity,
            }
        });
        let (compared, of_other_sides) = (similar.looked_at() - similar.of_other_sides(), similar.of_other_sides());
        Ok(SimilarReport { name, nearest: nearest.collect(), grid, compared, of_other_sides, unreadable })
    }
}

impl SimilarRequest {
    /// Returns the only grid of the file, and the file's name.
    fn grid(&self, how: ReadOptions, host: &dyn Host) -> Result<(String, Grid), Failure> {
        let mut list = how.check(&self.file, host)?;
        let name = only_one(&list, host)?;
        match list.grids()?.next().transpose()? {
            Some(found) => Ok((name, found.grid)),
            None => Err(Failure::unusable(format!("{name}: no grid found"))),
        }
    }
}

impl SimilarReport {
    /// Fails if a file could not be read.
    ///
    /// # Errors
    /// With the message of the first such file.
    pub fn file_failure(&self) -> Result<(), Failure> {
        file_failure(&self.unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    #[test]
    fn finds_the_nearest_of_several_lists_in_memory() {
        let request = r####"{"file": {"name": "mine", "text": ".#.\n...\n..."}, "among": [
            {"name": "far", "text": "###\n#.#\n###"}, {"name": "turned", "text": "...\n#..\n...\n\n...\n...\n...\n\n..\n.."},
            {"name": "torn", "text": "...\n..."}], "count": 2}"####;
        let request: SimilarRequest = serde_json::from_str(request).expect("a request");
        let report = request.ask(&Unattended).expect("a report");
        let seen: Vec<_> = report
            .nearest
            .iter()
            .map(|grid| (&*grid.file, grid.index, grid.line, grid.distance, grid.is_unturned))
            .collect();
        assert_eq!(seen, [("turned", 1, 1, 0, false), ("turned", 2, 5, 1, true)]);
        assert_eq!((report.compared, report.of_other_sides, report.unreadable.len()), (3, 2, 0));
        report.file_failure().expect("each file can be read");

        let torn = Input::Text { name: "torn".to_owned(), text: "...\n.?x!".to_owned() };
        let among = vec![request.file.clone(), torn.clone()];
        let report = SimilarRequest { among, ..request.clone() }.ask(&Unattended).expect("a report");
        assert_eq!(report.nearest.len(), 1);
        assert!(report.file_failure().expect_err("a torn file").to_string().starts_with("torn:"));
        let failure = SimilarRequest { among: vec![torn], ..request }.ask(&Unattended);
        assert!(failure.expect_err("the only file is torn").to_string().starts_with("torn:"));
    }
}
