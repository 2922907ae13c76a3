//! `gridcheck validate`: reports every broken rule of each grid.

pub mod baseline;
#[cfg(feature = "folders")]
mod config;
mod judge;
pub mod report;
mod settings;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use gridcheck_core::plural::plural;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Ruleset;
use gridcheck_design::repair::Nearest;
use gridcheck_engine::Run;
use gridcheck_formats::source::InputGrid;
use gridcheck_layout::shape::Shape;
use gridcheck_lint::choice::Choice;
use gridcheck_lint::codes::Code;
use gridcheck_lint::{Diagnostic, Severity, clue, has_error};
use gridcheck_validator::stats::satisfied;

use super::examine::{Examination, ExaminedGrid, ReadOptions, Step};
use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input};
use super::inputs::{Folders, InputFile, Inputs};
use super::names::code_named;
use super::options::{Conditions, Reading};
#[cfg(any(feature = "clap", feature = "folders"))]
use super::parse::WrongValue;
use super::parse::names;
use super::repair::{RepairOutcome, repaired};
use super::rules::RulesInput;
use super::{AskEach, Each};
use baseline::Baseline;
use judge::{Basis, LintPolicy};
use report::{BaselineState, Judged, Judgement, Suggestion, UnreadableFile};
use settings::{BasisName, Judges, Settings, suggestion};

/// Judges finished grids: reports every broken rule with its place.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Validate {
    /// Judge the grids of these files, or puzzle files, or of all such files in a folder; - is standard input.
    #[cfg_attr(feature = "clap", arg(required = true, value_name = "FILE|FOLDER"))]
    pub files: Vec<Input>,
    /// The choice of files in folders.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub folders: Folders,
    /// Judge only files that differ from this revision of their git repository, or that git does not know.
    #[cfg_attr(feature = "clap", arg(long, value_name = "REV", allow_hyphen_values = true))]
    pub changed_since: Option<String>,
    /// Succeed also if no grid is judged, as in a repository without puzzles. Otherwise the exit code is then 1, except with
    /// --changed-since.
    #[cfg_attr(feature = "clap", arg(long))]
    pub allow_empty: bool,
    /// Judge by this rule set: a built-in one (see gridcheck rules) or a TOML file; - is standard input. The default is that of
    /// gridcheck.toml, or british.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml", allow_hyphen_values = true))]
    pub rules: Option<RulesInput>,
    /// Judge by the rules of a house: one of gridcheck rules --profiles, a TOML file, or auto for the one with the fewest findings in
    /// each grid. With --rules, that rule set takes the place of the rule set of the house.
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME|FILE.toml"))]
    pub profile: Option<String>,
    /// Report only findings of these codes.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = code))]
    #[serde(deserialize_with = "codes")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::OneOrMore"))]
    pub select: Vec<&'static Code>,
    /// Report no findings of these codes.
    #[cfg_attr(feature = "clap", arg(long, value_name = "CODE,…", value_delimiter = ',', value_parser = code))]
    #[serde(deserialize_with = "codes")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::OneOrMore"))]
    pub ignore: Vec<&'static Code>,
    /// Take the rules from this file instead of the nearest gridcheck.toml above each file.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE.toml"))]
    pub config: Option<PathBuf>,
    /// Read no gridcheck.toml.
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_config: bool,
    /// Mark the findings that this file has, the output of an earlier run with --format json or sarif. They do not count for the
    /// exit code.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub baseline: Option<Input>,
    /// The conditions on grids; others are not judged.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The way in which files are read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
    /// Report for each grid with an error how many squares a repair changes (see gridcheck repair), within 10 s each.
    #[cfg_attr(feature = "clap", arg(long))]
    pub suggest: bool,
    /// The part of the findings that the caller reads.
    #[cfg_attr(feature = "clap", arg(skip))]
    #[serde(skip)]
    pub extent: Extent,
}

/// The part of the findings that a caller reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Extent {
    /// Only the summary, and files that cannot be read. Without texts of findings it comes sooner.
    Summary,
    /// The findings in each grid.
    #[default]
    Findings,
    /// Also which profiles find no error where the rules find one, as a note.
    FindingsAndProfiles,
}

#[cfg(any(feature = "clap", feature = "folders"))]
fn code(text: &str) -> Result<&'static Code, WrongValue> {
    code_named(text).map_err(|error| WrongValue::new(format_args!("{error} (see gridcheck rules --codes)")))
}

fn codes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<&'static Code>, D::Error> {
    let named = |name: String| code_named(&name).map_err(|error| D::Error::custom(format!("{name}: {error}")));
    names(deserializer)?.into_iter().flatten().map(named).collect()
}

/// The files to judge, each with its judge.
pub struct FilesToJudge {
    /// The files.
    pub files: Vec<InputFile>,
    is_one_file: bool,
    judges: Vec<LintPolicy>,
    /// The number of the judge of each file.
    judge_of: Vec<usize>,
    /// The way in which they are read.
    pub how: ReadOptions,
}

/// The numbers of grids and findings.
#[derive(Debug, Clone, Default)]
pub struct ValidateSummary {
    /// Judged grids.
    pub grids: u64,
    /// Grids with an error among their findings.
    pub invalid: u64,
    /// Grids with an error that the baseline does not have.
    pub failing: u64,
    /// Findings that the baseline has.
    pub known: u64,
    /// Files that cannot be read.
    pub unreadable: u64,
    /// `true` if no grid was judged and no file was unreadable, and the request does not allow that.
    pub lacks_grids: bool,
    /// Findings that are warnings.
    pub warnings: u64,
    /// The title of the rules.
    pub by: String,
    /// `true` if the findings of every grid decide whether it is valid.
    pub says_validity: bool,
    /// Remarks on the files and the results, a sentence each.
    pub notes: Vec<String>,
}

/// The findings of one grid, as the threads collect them.
struct GridFindings<'a> {
    by: Basis<'a>,
    /// The findings; none if only their severities are needed.
    findings: Vec<Diagnostic>,
    /// The severities, in the order of the findings.
    severities: Vec<Severity>,
    /// A profile that finds no error, where the rules find one.
    fitting: Option<&'static str>,
}

impl AskEach for Validate {
    type Item<'a> = Judgement<'a>;
    type Summary = ValidateSummary;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<ValidateSummary, Failure> {
        let files = self.files(host)?;
        self.judge_each(&files, host, each)
    }
}

impl Validate {
    /// Holds the options against each other. They are held against each other here, and only here.
    fn check_options(&self) -> Result<(), Failure> {
        let Validate {
            files,
            folders: _,
            changed_since: _,
            allow_empty: _,
            rules,
            profile: _,
            select,
            ignore,
            config,
            no_config,
            ..
        } = self;
        let Validate { baseline, conditions: _, reading: _, suggest: _, extent: _, .. } = self;
        let given = Given([
            ("select", !select.is_empty()),
            ("ignore", !ignore.is_empty()),
            ("config", config.is_some()),
            ("no_config", *no_config),
        ]);
        given.refuse("select", &["ignore"])?;
        given.refuse("config", &["no_config"])?;
        let rules = rules.as_ref().and_then(RulesInput::input);
        at_most_one_standard_input(files.iter().chain(&rules).chain(baseline))
    }

    /// Returns the files to judge, and their judges.
    ///
    /// # Errors
    /// The options contradict each other, a file does not exist, or rules or settings cannot be read.
    pub fn files(&self, host: &dyn Host) -> Result<FilesToJudge, Failure> {
        self.check_options()?;
        let mut inputs = self.folders.inputs(&self.files, host)?;
        inputs.remove_repeats();
        let is_one_file = inputs.is_one_file;
        if let Some(revision) = &self.changed_since {
            inputs.keep_changed(revision)?;
        }
        let how = self.reading.settled()?;
        let (mut judges, mut files, mut judge_of) = (Judges::default(), Vec::new(), Vec::new());
        for (file, settings) in self.settings(inputs, host)? {
            judge_of.push(judges.number(self.asked().or(&settings), host)?);
            files.push(file);
        }
        if files.is_empty() {
            // There is no file, but wrong options are still errors.
            judges.number(self.asked(), host)?;
        }
        let judges = judges.checked()?;
        Ok(FilesToJudge { files, is_one_file, judges, judge_of, how })
    }

    /// Returns the settings that options state. Selected codes in options replace ignored ones of a file of settings.
    fn asked(&self) -> Settings {
        let is_filtered = !self.select.is_empty() || !self.ignore.is_empty();
        Settings {
            basis: BasisName::of(self.profile.clone(), self.rules.clone()),
            select: is_filtered.then(|| self.select.clone()),
            ignore: is_filtered.then(|| self.ignore.clone()),
        }
    }

    /// Returns the files with their settings, without those that the settings exclude.
    #[cfg(feature = "folders")]
    fn settings(&self, inputs: Inputs, host: &dyn Host) -> Result<Vec<(InputFile, Settings)>, Failure> {
        let mut configurations = config::Configurations::new(self.config.as_deref(), self.no_config, host)?;
        let mut found = Vec::new();
        for file in inputs.files {
            if let Some(settings) = configurations.settings(&file, host)? {
                found.push((file, settings));
            }
        }
        Ok(found)
    }

    #[cfg(not(feature = "folders"))]
    fn settings(&self, inputs: Inputs, _host: &dyn Host) -> Result<Vec<(InputFile, Settings)>, Failure> {
        if self.config.is_some() {
            return Err(crate::usage!([config] ": no settings can be read here"));
        }
        Ok(inputs.files.into_iter().map(|file| (file, Settings::default())).collect())
    }

    /// Judges each grid of the files.
    ///
    /// # Errors
    /// The only file cannot be read, the baseline cannot be read, or the work fails or is stopped.
    pub fn judge_each(
        &self,
        files: &FilesToJudge,
        host: &dyn Host,
        each: Each<'_, Self>,
    ) -> Result<ValidateSummary, Failure> {
        let baseline = self.baseline.as_ref().map(|input| Baseline::read(input, host)).transpose()?;
        let hands_out_grids = self.extent != Extent::Summary;
        let needs_findings = hands_out_grids || baseline.is_some();
        let stage = "validating";
        let run = if hands_out_grids { host.run_with_items(stage) } else { host.run(stage) };
        let choice = (self.extent == Extent::FindingsAndProfiles).then(Choice::new);
        let mut summary = files.summary();
        let (mut left_out, mut unrepaired, mut all_fitting) = (0, 0, BTreeMap::new());
        let examine = |file: usize, found: &InputGrid| {
            let is_taken = satisfied(found, &self.conditions.constraints);
            is_taken.then(|| findings(&files.judges[files.judge_of[file]], found, needs_findings, choice.as_ref()))
        };
        let examination = Examination { how: files.how, run: &run, host };
        examination.all(&files.files, examine, |file, step| -> Result<_, Failure> {
            let name = files.files[file].name();
            let ExaminedGrid { index, found, outcome } = match step {
                Step::File { notes } => {
                    summary.notes.extend(notes.iter().map(|note| format!("{name}: {note}")));
                    return Ok(ControlFlow::Continue(()));
                }
                Step::Unreadable(error) if files.is_one_file => return Err(error.into()),
                Step::Unreadable(error) => {
                    summary.unreadable += 1;
                    return Ok(each(Judgement::Unreadable(UnreadableFile::new(&name, &error))));
                }
                Step::Grid(grid) => grid,
            };
            let Some(GridFindings { by, findings, severities, fitting }) = outcome else {
                left_out += 1;
                return Ok(ControlFlow::Continue(()));
            };
            let state = |finding| match &baseline {
                None => BaselineState::NoBaseline,
                Some(baseline) => baseline.state(&name, *index, finding),
            };
            let known: Vec<BaselineState> = findings.iter().map(state).collect();
            summary.add(severities, &known);
            if let Some(name) = *fitting {
                *all_fitting.entry(name).or_default() += 1;
            }
            if !hands_out_grids {
                return Ok(ControlFlow::Continue(()));
            }
            let shape = Shape::from(found);
            let repair = if self.suggest && has_error(findings) {
                unrepaired += u64::from(!shape.is_plain());
                suggest(shape, by.rules, &run, host)?
            } else {
                None
            };
            let (file, known) = (&*name, &*known);
            Ok(each(Judgement::Grid(Judged { file, index: *index, found, shape, by: *by, findings, known, repair })))
        })?;
        if left_out > 0 {
            summary.notes.push(format!("{} not satisfying the constraints left out", plural(left_out, "grid")));
        }
        if unrepaired > 0 {
            let invalid = plural(unrepaired, "invalid grid");
            let note = format!("no repair was looked for of {invalid} with bars or voids: repairs have neither");
            summary.notes.push(note);
        }
        summary.notes.extend(suggestion(&all_fitting));
        let may_lack_grids = self.allow_empty || self.changed_since.is_some();
        summary.lacks_grids = summary.grids == 0 && summary.unreadable == 0 && !may_lack_grids;
        Ok(summary)
    }
}

/// Returns the findings in a grid. A summary needs no texts.
fn findings<'a>(
    judge: &'a LintPolicy,
    found: &InputGrid,
    needs_findings: bool,
    choice: Option<&Choice>,
) -> GridFindings<'a> {
    let shape = Shape::from(found);
    let (by, linter) = judge.linter(shape);
    let file = found.file.as_deref();
    let (findings, severities) = if needs_findings {
        let findings = linter.findings_of(shape, file);
        let severities = findings.iter().map(|finding| finding.severity).collect();
        (findings, severities)
    } else {
        (Vec::new(), linter.severities_of(shape, file))
    };
    // Other rules find the same in the clues.
    let is_grid_wrong = |finding: &Diagnostic| finding.severity == Severity::Error && !clue::is_about(finding.code);
    let choice = choice.filter(|_| by.whole && !by.chosen && findings.iter().any(is_grid_wrong));
    let fitting = choice.and_then(|choice| choice.fitting(shape)).map(|profile| profile.name);
    GridFindings { by, findings, severities, fitting }
}

/// Time limit of the search for a repair of each grid.
const SUGGEST_FOR: Duration = Duration::from_secs(10);

/// Returns what a repair of a grid takes. Returns `None` if the grid has bars or voids, or cannot have the rules' symmetry. The same
/// holds if no change is needed, because the errors concern no rule of the set.
fn suggest(shape: Shape, rules: &Ruleset, run: &Run, host: &dyn Host) -> Result<Option<Suggestion>, Failure> {
    let grid = shape.grid;
    let Some(problem) = Problem::of_size(grid.size(), rules.clone()).ok().filter(|_| shape.is_plain()) else {
        return Ok(None);
    };
    Ok(match repaired(&problem, grid, 1, SUGGEST_FOR, run, host, |_| {})? {
        RepairOutcome::Repaired(Nearest { changes: 0, .. }) => None,
        RepairOutcome::Repaired(Nearest { changes, .. }) => Some(Suggestion::Changes(changes)),
        RepairOutcome::OutOfTime(fewest) => Some(Suggestion::AtLeast(fewest)),
        RepairOutcome::Impossible => Some(Suggestion::Impossible),
    })
}

impl FilesToJudge {
    /// Returns the summary before the first grid.
    fn summary(&self) -> ValidateSummary {
        let says_validity = self.judges.iter().all(LintPolicy::says_validity);
        let by = match &self.judges[..] {
            [judge] => judge.title(),
            _ if says_validity => "the rules of their folders".to_owned(),
            _ => "part of the rules of their folders".to_owned(),
        };
        ValidateSummary { by, says_validity, ..ValidateSummary::default() }
    }
}

impl ValidateSummary {
    fn add(&mut self, severities: &[Severity], known: &[BaselineState]) {
        self.grids += 1;
        let is_known = |i: usize| known.get(i) == Some(&BaselineState::Known);
        let mut errors = (0..).zip(severities).filter(|(_, severity)| **severity == Severity::Error);
        self.failing += u64::from(errors.clone().any(|(i, _)| !is_known(i)));
        self.invalid += u64::from(errors.next().is_some());
        self.known += known.iter().filter(|known| **known == BaselineState::Known).count() as u64;
        self.warnings += severities.iter().filter(|severity| **severity == Severity::Warning).count() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use serde_json::{Value, json};

    /// Puts a request, and returns the reports and the summary.
    fn asked(request: Value) -> Result<(Vec<Value>, ValidateSummary), String> {
        testing::asked::<Validate>(request, |judgement| serde_json::to_value(judgement.report()).expect("JSON"))
    }

    fn file(text: &str) -> Value {
        json!({ "name": "grid", "text": text })
    }

    #[test]
    fn judges_grids_in_memory() {
        let (reports, summary) = asked(json!({ "files": [file("...\n.#.\n...\n\n...\n...\n...\n")] })).expect("grids");
        let valid: Vec<&Value> = reports.iter().map(|report| &report["valid"]).collect();
        assert_eq!(valid, [true, false]);
        assert_eq!((&reports[1]["file"], &reports[1]["index"]), (&json!("grid"), &json!(2)));
        assert_eq!((summary.grids, summary.invalid, summary.failing, &*summary.by), (2, 1, 1, "the rules british"));
    }

    #[test]
    fn judges_each_puzzle_of_a_page_in_memory() {
        let puzzle = "exolve-begin\nexolve-width: 3\nexolve-height: 3\nexolve-grid:\n  ABC\n  D.E\n  FGH\nexolve-end\n";
        let (reports, _) = asked(json!({ "files": [file(&puzzle.repeat(2))], "select": "GC002" })).expect("grids");
        let names: Vec<&Value> = reports.iter().map(|report| &report["file"]).collect();
        assert_eq!(names, ["grid#1", "grid#2"]);
    }

    #[test]
    fn judges_many_grids_in_memory_in_their_order() {
        let grid = "...\n.#.\n...\n\n";
        let (reports, summary) = asked(json!({ "files": [file(&grid.repeat(30_000))] })).expect("grids");
        assert_eq!(summary.grids, 30_000);
        assert!(reports.iter().zip(1_u64..).all(|(report, index)| report["index"] == index));
    }

    #[test]
    fn one_faulty_file_is_a_failure_and_one_of_several_a_report() {
        let (good, bad) = (file("...\n.#.\n...\n"), file("...\n..\n"));
        let failure = asked(json!({ "files": [bad] })).expect_err("a fault");
        assert!(failure.starts_with("grid:2:3: "), "{failure}");
        let (reports, summary) = asked(json!({ "files": [bad, good] })).expect("reports");
        assert_eq!((summary.unreadable, summary.grids), (1, 1));
        assert_eq!((&reports[0]["index"], &reports[0]["findings"][0]["code"]), (&Value::Null, &json!("GC000")));
    }

    #[test]
    fn a_check_without_a_grid_is_told_apart() {
        let grid = file("...\n.#.\n...\n");
        for (request, expected) in [
            (json!({ "files": [grid] }), false),
            (json!({ "files": [grid], "where": "words = 40" }), true),
            (json!({ "files": [grid], "where": "words = 40", "allow_empty": true }), false),
        ] {
            let (_, summary) = asked(request.clone()).expect("reports");
            assert_eq!(summary.lacks_grids, expected, "{request}");
        }
    }

    #[test]
    fn refuses_options_that_contradict_each_other() {
        let grid = file("...\n.#.\n...\n");
        for (request, expected) in [
            (json!({ "rules": "british", "profile": "auto" }), "rules cannot be combined with profile auto"),
            (json!({ "select": ["GC001"], "ignore": "GC002,GC003" }), "select cannot be combined with ignore"),
            (json!({ "config": "a.toml", "no_config": true }), "config cannot be combined with no_config"),
            (json!({ "glob": "*.puz" }), "glob chooses files in folders, and no folder is named"),
            (json!({ "select": "GC999" }), "GC999: no such code; expected one such as GC001"),
            (
                json!({ "select": "GC012" }),
                "GC012 (one square joins two parts of the grid) is selected, but not checked",
            ),
            (json!({ "extent": 1 }), "unknown field `extent`"),
        ] {
            let mut request = request;
            request["files"] = json!([grid]);
            let failure = asked(request).expect_err(expected);
            assert!(failure.starts_with(expected), "{failure}");
        }
    }

    #[test]
    fn marks_what_an_earlier_run_found() {
        let grid = file("...\n...\n...\n");
        let (reports, _) = asked(json!({ "files": [grid] })).expect("a grid");
        let mut line = Vec::new();
        crate::json::write_json(&mut line, &reports[0]).expect("memory");
        let baseline = json!({ "name": "earlier", "text": String::from_utf8(line).expect("text") });
        let (reports, summary) = asked(json!({ "files": [grid], "baseline": baseline })).expect("a grid");
        assert_eq!((summary.invalid, summary.failing, &reports[0]["findings"][0]["known"]), (1, 0, &json!(true)));
    }
}
