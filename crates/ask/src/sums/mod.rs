//! `gridcheck sums`: merges files of sums, and checks them against each other and against the engine.

pub mod report;

use std::io::Cursor;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use gridcheck_core::rules::Ruleset;
use gridcheck_engine::EngineError;
use gridcheck_sums::{Merge, SumsInput};

use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::options::{MemoryLimit, Threads};
use super::rules::RulesInput;
use super::{Ask, usage};
use crate::engines::ENGINES;

use report::{MergedFile, Rechecked, SumsReport};

/// Merges the pieces of a long count, and finds the files that are wrong.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// Merge these files of sums, all of the same problem; - reads files from standard input, one after the other.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE", required = true))]
    pub files: Vec<Input>,
    /// Require these rules: a built-in set or a TOML file. The files are refused unless every key has the same value; the name
    /// does not matter.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub rules: Option<RulesInput>,
    /// Write all blocks to a new file; if some are missing, gridcheck count --sums FILE --resume continues from it.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub out: Option<PathBuf>,
    /// Require that files of this many different runs of gridcheck count agree on every block. Copies of a file count once, and so
    /// does a merged file beside the files it was merged from.
    #[cfg_attr(feature = "clap", arg(long, value_name = "Q", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_QUORUM)), allow_negative_numbers = true))]
    #[serde(default = "one")]
    pub quorum: u32,
    /// Count again every block on which files differ, and report which file is wrong.
    #[cfg_attr(feature = "clap", arg(long))]
    #[serde(default)]
    pub recount: bool,
    /// Draw this many blocks at random, each with the same probability, and count them again.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DRAWS)), allow_negative_numbers = true))]
    pub recheck: Option<u32>,
    /// Draw the blocks with this seed: the same seed draws the same blocks. Without it, one is picked and printed.
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The memory limit.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub memory: MemoryLimit,
}

/// The largest quorum.
const MAX_QUORUM: u32 = 1000;

/// The most blocks to draw.
const MAX_DRAWS: u32 = 1_000_000;

fn one() -> u32 {
    1
}

impl Ask for Sums {
    type Report = SumsReport;

    fn ask(&self, host: &dyn Host) -> Result<SumsReport, Failure> {
        self.check(self.open(host)?, host)
    }
}

impl Sums {
    /// Reads the files, which then have one problem.
    ///
    /// # Errors
    /// The options contradict each other, or a file cannot be used.
    pub fn open(&self, host: &dyn Host) -> Result<Merge, Failure> {
        self.hold_options()?;
        // Fail before hours of work if the result cannot be written.
        if let Some(out) = self.out.as_ref().filter(|out| out.symlink_metadata().is_ok()) {
            return Err(Failure::unusable(format!(
                "{}: the file exists: name another one, or delete it",
                out.display()
            )));
        }
        let meant = self.rules.as_ref().map(|rules| rules.ruleset(host)).transpose()?;
        let inputs = self.files.iter().map(|file| sums_input(file, host)).collect::<Result<_, _>>()?;
        let merge = Merge::of_inputs(inputs, &ENGINES, self.quorum as usize)?;
        if let Some(meant) = meant {
            must_be_about(&merge, &meant)?;
        }
        Ok(merge)
    }

    /// Checks the files against each other and, as far as the options ask for it, against the engine. Writes the merged file.
    ///
    /// # Errors
    /// A count fails or is stopped, there is nothing to count again, or the sum does not fit. A file that cannot be written is not an
    /// error here, because the report is known: it [has](SumsReport::file_failure) the failure.
    pub fn check(&self, merge: Merge, host: &dyn Host) -> Result<SumsReport, Failure> {
        for file in merge.files().filter(|file| file.was_cut_short) {
            host.note(format!("{}: the last line was cut short, and is dropped", file.path.display()));
        }
        let gaps = merge.gaps();
        let mut contradictions = merge.contradictions();
        if self.recount && !contradictions.is_empty() {
            let blocks: Vec<String> = contradictions.iter().map(|block| block.name.clone()).collect();
            contradictions = merge.recount(&blocks, &host.run(AGAIN))?;
        }
        let rechecked = self.recheck.map(|draws| self.rechecked(&merge, draws as usize, host)).transpose()?;
        let quorum = self.quorum as usize;
        let out = MergedFile::NotRequested;
        let mut report = SumsReport { merge, quorum, gaps, contradictions, rechecked, total: None, out };
        let is_whole = report.gaps.is_empty();
        if report.is_right() && is_whole {
            report.total = Some(report.merge.sum_so_far().ok_or(EngineError::Overflow)?);
        }
        if let Some(out) = &self.out {
            report.out = if !report.is_right() {
                MergedFile::Withheld { file: out.clone(), why: "files are wrong" }
            } else if quorum > 1 && !is_whole {
                MergedFile::Withheld { file: out.clone(), why: "too few files agree" }
            } else {
                match write_whole(&report.merge, out, host) {
                    Ok(()) => MergedFile::Written(out.clone()),
                    Err(failure) => MergedFile::Failed(failure),
                }
            };
        }
        Ok(report)
    }

    /// Holds the options against each other, here and only here. There is only one task.
    fn hold_options(&self) -> Result<(), Failure> {
        let Sums { files, rules, out: _, quorum, recount: _, recheck, seed, threads: _, memory: _ } = self;
        let given = Given([("recheck", recheck.is_some()), ("seed", seed.is_some())]);
        given.require("seed", "recheck")?;
        if files.is_empty() {
            return Err(usage!([files] ": expected one or more"));
        }
        if !(1..=MAX_QUORUM).contains(quorum) {
            return Err(usage!([quorum] ": " (quorum) " is not in 1..=" (MAX_QUORUM)));
        }
        if let Some(draws) = recheck.filter(|draws| !(1..=MAX_DRAWS).contains(draws)) {
            return Err(usage!([recheck] ": " (draws) " is not in 1..=" (MAX_DRAWS)));
        }
        let of_rules = rules.as_ref().and_then(RulesInput::input);
        at_most_one_standard_input(files.iter().chain(&of_rules))
    }

    /// Counts blocks again that are drawn at random.
    fn rechecked(&self, merge: &Merge, draws: usize, host: &dyn Host) -> Result<Rechecked, Failure> {
        let seed = self.seed.unwrap_or_else(|| host.pick_seed());
        let blocks = merge.draw(draws, seed);
        if blocks.is_empty() {
            return Err(Failure::unusable("nothing to recheck: no block is on record"));
        }
        let blocks = merge.recount(&blocks, &host.run(AGAIN))?;
        Ok(Rechecked { seed, draws, blocks })
    }
}

/// The name of the stage that counts blocks again.
const AGAIN: &str = "blocks counted again";

/// Returns the file or the stream that the merge reads.
fn sums_input(input: &Input, host: &dyn Host) -> Result<SumsInput, Failure> {
    let name = input.name();
    Ok(match input {
        Input::Path(path) => SumsInput::File(path.clone()),
        Input::Text { text, .. } => SumsInput::Stream { name, from: Box::new(Cursor::new(text.clone())) },
        Input::Bytes { bytes, .. } => SumsInput::Stream { name, from: Box::new(Cursor::new(bytes.clone())) },
        Input::StandardInput => SumsInput::StandardInput(host.standard_input()?),
    })
}

/// Refuses sums by other rules than `meant`. Names do not matter.
fn must_be_about(merge: &Merge, meant: &Ruleset) -> Result<(), Failure> {
    let differences = merge.problem().rules().differences(meant);
    if differences.is_empty() {
        return Ok(());
    }
    Err(Failure::unusable(format!("these are not sums by the rules {}: {differences}", meant.described())))
}

/// Writes the merged file, complete or not at all.
#[cfg(feature = "files")]
fn write_whole(merge: &Merge, out: &Path, host: &dyn Host) -> Result<(), Failure> {
    use std::io::Write;

    use gridcheck_files::file::NewFile;

    let lines = merge.lines(host.run_number()?)?;
    let write = |file: &mut NewFile| lines.iter().try_for_each(|line| file.write_all(line.as_bytes()));
    let written = NewFile::begin_new(out).and_then(|file| file.fill(write));
    written.map_err(|error| Failure::of_file(&out.display().to_string(), &error))
}

/// Writes nothing.
#[cfg(not(feature = "files"))]
fn write_whole(_merge: &Merge, _out: &Path, _host: &dyn Host) -> Result<(), Failure> {
    Err(usage!([out] ": no file can be written here"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Unattended;

    fn ask(request: serde_json::Value) -> Result<SumsReport, Failure> {
        serde_json::from_value::<Sums>(request).expect("a request").ask(&Unattended)
    }

    /// A finished file, and the total in its last line.
    fn file() -> (&'static str, &'static str) {
        let text = include_str!("../../../../fixtures/results/british-15.uprights");
        let end = text.lines().next_back().and_then(|line| line.strip_prefix("total "));
        (text, end.and_then(|end| end.split(' ').next()).expect("a total"))
    }

    #[test]
    fn merges_files_from_memory() {
        let (text, total) = file();
        let files = [serde_json::json!({ "name": "mine", "text": text.repeat(2) })];
        let report = ask(serde_json::json!({ "files": files })).expect("a report");
        let json = serde_json::to_value(&report).expect("JSON");
        assert_eq!((&json["total"], &json["missing"]), (&total.into(), &serde_json::json!([])));
        assert_eq!((&json["files"][0]["file"], &json["files"][1]["file"]), (&"mine".into(), &"mine, part 2".into()));
        // They have no run numbers, so they may be copies of one.
        assert_eq!((&json["agreed_pieces"], &json["agreed_without_run_numbers"]), (&1.into(), &1.into()));
    }

    /// The work may have taken hours, so its report is worth more than the file.
    #[test]
    fn a_file_that_cannot_be_written_leaves_the_report() {
        let (text, total) = file();
        let files = [serde_json::json!({ "name": "mine", "text": text })];
        let report = ask(serde_json::json!({ "files": files, "out": "no/folder/all.sums" })).expect("a report");
        let json = serde_json::to_value(&report).expect("JSON");
        assert_eq!((&json["total"], &json["out"]), (&total.into(), &serde_json::Value::Null));
        assert!(matches!(report.out, MergedFile::Failed(_)) && report.file_failure().is_err());
    }

    #[test]
    fn options_that_do_not_fit_are_told_before_a_file_is_read() {
        for (request, why) in [
            (serde_json::json!({ "files": ["none"], "seed": 1 }), "--seed needs --recheck"),
            (serde_json::json!({ "files": [] }), "--files: expected one or more"),
            (serde_json::json!({ "files": ["none"], "quorum": 0 }), "--quorum: 0 is not in 1..=1000"),
            (serde_json::json!({ "files": ["none"], "recheck": 0 }), "--recheck: 0 is not in 1..=1000000"),
        ] {
            assert_eq!(ask(request).err().expect("a conflict").to_string(), why);
        }
    }
}
