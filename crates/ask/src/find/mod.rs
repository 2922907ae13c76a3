//! `gridcheck find`: finds the grids that have given clue numbers and lengths.

pub mod report;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::Deserialize;

use gridcheck_core::plural::plural;
use gridcheck_design::numbered::{SearchEnd, with_numbering};
use gridcheck_engine::Run;
use gridcheck_formats::source::InputGrid;
use gridcheck_layout::numbering::{KnownWords, Numbering, PlainNumber};
use gridcheck_layout::words::{Direction, Words};
use gridcheck_validator::stats::satisfied;

use super::examine::{Examination, ExaminedGrid, only_one};
use super::failure::Failure;
use super::given::Given;
use super::host::Host;
use super::input::{Input, at_most_one_standard_input, inputs};
use super::inputs::Folders;
use super::options::{Reading, Threads};
#[cfg(feature = "clap")]
use super::parse::duration;
use super::parse::time;
use super::question::Question;
use super::sizes::Sizes;
use super::{Ask, usage};
use report::{FindReport, FoundGrid, FoundReport, Outcome, PlaceInFile, SharedReport};

/// Finds the grids that have given clue numbers and lengths, in files or among all valid grids.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Find {
    // The rules have a default, so only the parser knows that they are named.
    /// Search the grids of these files, or puzzle files, or of all such files in a folder; - is standard input. Without files, --size
    /// asks for all valid grids.
    #[cfg_attr(feature = "clap", arg(value_name = "FILE|FOLDER", conflicts_with = "rules"))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub files: Vec<Input>,
    /// The words across, in the order of their numbers: lengths as in 3,5,3, or clue numbers and lengths as in '1 (3), 4 (5)'.
    #[cfg_attr(feature = "clap", arg(long, value_name = "WORDS"))]
    pub across: Option<String>,
    /// The words down, in the same form.
    #[cfg_attr(feature = "clap", arg(long, value_name = "WORDS"))]
    pub down: Option<String>,
    /// Read a number that stands alone in --across and --down as a clue number, not as a length.
    #[cfg_attr(feature = "clap", arg(long))]
    pub numbers: bool,
    /// Take the clue numbers and lengths of this grid, or of the grid of a puzzle file; - is standard input.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub like: Option<Input>,
    /// Show the grids of the files that have the same clue numbers and lengths as another one.
    #[cfg_attr(feature = "clap", arg(long))]
    pub shared: bool,
    /// Show at most this many grids. The default is 20.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..), allow_negative_numbers = true))]
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub count: Option<u32>,
    /// The valid grids that are searched if there are no files.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub question: Question,
    /// Search at most this long for the grids of each size. The default is a minute.
    #[cfg_attr(feature = "clap", arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true))]
    #[serde(deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
    /// The choice of files in folders.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub folders: Folders,
    /// The way in which files are read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
}

/// Number of grids to show.
const COUNT: u32 = 20;

/// The time for the valid grids of each size.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The task.
enum Task<'a> {
    /// Find the grids of the files that have these clues.
    InFiles(Clues<'a>),
    /// Find the valid grids of these sizes that have these clues.
    AmongValid(Clues<'a>, &'a Sizes),
    /// Find the grids of the files that have the same clues as another one.
    Shared,
}

/// The clue numbers and lengths to find.
enum Clues<'a> {
    Stated(Numbering),
    /// The clues of the grid in this file.
    Like(&'a Input),
}

/// The grids that a search has found.
struct Findings {
    grids: Vec<FoundGrid>,
    end: SearchEnd,
    /// The number of grids in the files.
    searched: Option<usize>,
    unreadable: Vec<String>,
}

impl Ask for Find {
    type Report = FindReport;

    fn ask(&self, host: &dyn Host) -> Result<FindReport, Failure> {
        self.ask_in_parts(host, &mut |_| ControlFlow::Continue(()))
    }
}

impl Find {
    /// Answers the request. `on_found` learns each grid of the files when it is found, unless groups are asked for. A `Break` ends the search.
    ///
    /// # Errors
    /// As for [`Ask::ask`].
    pub fn ask_in_parts(
        &self,
        host: &dyn Host,
        on_found: &mut dyn FnMut(&FoundGrid) -> ControlFlow<()>,
    ) -> Result<FindReport, Failure> {
        let (clues, sizes) = match self.task()? {
            Task::Shared => return Ok(FindReport::Shared(self.shared(host)?)),
            Task::InFiles(clues) => (clues, None),
            Task::AmongValid(clues, sizes) => (clues, Some(sizes)),
        };
        let numbering = match clues {
            Clues::Stated(numbering) => numbering,
            Clues::Like(file) => self.numbering_of(file, host)?,
        };
        let Findings { grids, end, searched, unreadable } = match sizes {
            None => self.in_files(&numbering, host, on_found)?,
            Some(sizes) => self.among_valid(&numbering, sizes, host)?,
        };
        let known = |direction| numbering.in_direction(direction).map(KnownWords::to_string);
        let [across, down] = [Direction::Across, Direction::Down].map(known);
        let outcome = match end {
            SearchEnd::All if grids.is_empty() => Outcome::None,
            SearchEnd::All => Outcome::All,
            SearchEnd::More => Outcome::More,
            SearchEnd::Stopped => Outcome::OutOfTime,
        };
        let time_limit = self.time_limit();
        Ok(FindReport::Found(FoundReport { across, down, outcome, searched, grids, time_limit, unreadable }))
    }

    /// Returns the task. The options are held against each other here, and only here.
    fn task(&self) -> Result<Task<'_>, Failure> {
        let Find { files, across, down, numbers, like, shared, count, question, .. } = self;
        let Find { time_limit: _, threads: _, folders: _, reading, .. } = self;
        let Question { size, rules, given, lattice, constraints: _ } = question;
        at_most_one_standard_input(files.iter().chain(like).chain(&question.inputs().collect::<Vec<_>>()))?;
        let options = Given([
            ("across", across.is_some()),
            ("down", down.is_some()),
            ("numbers", *numbers),
            ("like", like.is_some()),
            ("shared", *shared),
            ("count", count.is_some()),
        ]);
        options.refuse("shared", &["across", "down", "numbers", "like", "count"])?;
        options.refuse("like", &["across", "down", "numbers"])?;
        let of_valid = Given([
            ("size", size.is_some()),
            ("rules", rules.is_some()),
            ("given", given.is_some()),
            ("lattice", lattice.is_some()),
        ]);
        if let Some(option) = of_valid.first_beside(&[]).filter(|_| !files.is_empty()) {
            return Err(usage!({option} " cannot be combined with files, which have the grids"));
        }
        if *count == Some(0) {
            return Err(usage!([count] ": expected a whole number from 1"));
        }
        reading.settled()?;
        if *shared {
            return if files.is_empty() { Err(usage!([shared] " needs files")) } else { Ok(Task::Shared) };
        }
        let clues = match like {
            Some(file) => Clues::Like(file),
            None if across.is_none() && down.is_none() => {
                return Err(usage!("expected " [across] " or " [down] ", or " [like] " or " [shared]));
            }
            None => Clues::Stated(self.stated()?),
        };
        match size {
            _ if !files.is_empty() => Ok(Task::InFiles(clues)),
            Some(sizes) => Ok(Task::AmongValid(clues, sizes)),
            None => Err(usage!("expected files to search, or " [size] " for all valid grids")),
        }
    }

    fn time_limit(&self) -> Duration {
        self.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// Returns the number of grids to show.
    fn most(&self) -> usize {
        self.count.unwrap_or(COUNT) as usize
    }

    /// Returns the clue numbers and lengths of the lists.
    fn stated(&self) -> Result<Numbering, Failure> {
        let plain = if self.numbers { PlainNumber::ClueNumber } else { PlainNumber::Length };
        let known = |option: &'static str, text: &Option<String>| {
            let words = text.as_ref().map(|text| KnownWords::parse(text, plain));
            words.transpose().map_err(|error| usage!({option} ": " (error)))
        };
        let (across, down) = (known("across", &self.across)?, known("down", &self.down)?);
        Numbering::new(across, down).map_err(|error| usage!([across] " and " [down] ": " (error)))
    }

    /// Returns the clue numbers and lengths of the only grid of a file.
    fn numbering_of(&self, file: &Input, host: &dyn Host) -> Result<Numbering, Failure> {
        let mut list = self.reading.settled()?.check_shaped(file, host)?;
        let name = only_one(&list, host)?;
        match list.shapes()?.next().transpose()? {
            Some(found) => Ok(Numbering::of(&Words::of(&found))),
            None => Err(Failure::unusable(format!("{name}: no grid found"))),
        }
    }

    /// Searches the valid grids of each size.
    fn among_valid(&self, numbering: &Numbering, sizes: &Sizes, host: &dyn Host) -> Result<Findings, Failure> {
        let mut found = Findings { grids: Vec::new(), end: SearchEnd::All, searched: None, unreadable: Vec::new() };
        let rules = self.question.ruleset(host)?;
        for &size in sizes.all() {
            let problem = self.question.problem_by(rules.clone(), size, host)?;
            problem.notes().into_iter().for_each(|note| host.note(note));
            let run = host.run("searching");
            let most = self.most() - found.grids.len();
            let end = with_numbering(&problem, numbering, most, &run.within(self.time_limit()), |grid| {
                found.grids.push(FoundGrid { place: None, grid });
            })?;
            if let Err(stopped) = run.check() {
                host.learned(format!("{} found", plural(found.grids.len(), "grid")));
                return Err(stopped.into());
            }
            // A later size can still have grids after a search that did not end.
            found.end = match (found.end, end) {
                (SearchEnd::Stopped, SearchEnd::All) => SearchEnd::Stopped,
                (_, end) => end,
            };
            if end == SearchEnd::More {
                break;
            }
        }
        Ok(found)
    }

    /// Searches the grids of the files.
    fn in_files(
        &self,
        numbering: &Numbering,
        host: &dyn Host,
        on_found: &mut dyn FnMut(&FoundGrid) -> ControlFlow<()>,
    ) -> Result<Findings, Failure> {
        let (mut grids, mut end) = (Vec::new(), SearchEnd::All);
        let run = host.run_with_items("searching");
        let (searched, unreadable) = self.each_of_files(
            &run,
            host,
            |words| numbering.fits(words),
            |fits, found| {
                if !fits {
                    return ControlFlow::Continue(());
                }
                if grids.len() == self.most() {
                    end = SearchEnd::More;
                    return ControlFlow::Break(());
                }
                let found = found();
                let next = on_found(&found);
                grids.push(found);
                next
            },
        )?;
        Ok(Findings { grids, end, searched: Some(searched), unreadable })
    }

    /// Groups the grids of the files by their clue numbers and lengths.
    fn shared(&self, host: &dyn Host) -> Result<SharedReport, Failure> {
        let mut groups: Vec<Vec<FoundGrid>> = Vec::new();
        let mut known: HashMap<Numbering, usize> = HashMap::new();
        let run = host.run("searching");
        let (searched, unreadable) = self.each_of_files(&run, host, Numbering::of, |numbering, found| {
            let group = *known.entry(numbering.clone()).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(found());
            ControlFlow::Continue(())
        })?;
        groups.retain(|group| group.len() > 1);
        Ok(SharedReport { searched, shared: groups, unreadable })
    }

    /// Examines the words of each grid of the files that satisfies the constraints, and passes the result on with a function that returns the grid.
    /// Returns the number of grids in the files, and the faults of files that cannot be read.
    fn each_of_files<T: Send>(
        &self,
        run: &Run,
        host: &dyn Host,
        examine: impl Fn(&Words) -> T + Sync,
        mut pass_on: impl FnMut(&T, &dyn Fn() -> FoundGrid) -> ControlFlow<()>,
    ) -> Result<(usize, Vec<String>), Failure> {
        let files = self.folders.inputs(&self.files, host)?;
        let examination = Examination { how: self.reading.settled()?, run, host };
        let constraints = &self.question.constraints;
        let mut grids = 0;
        let examine = |found: &InputGrid| satisfied(found, constraints).then(|| examine(&Words::of(found)));
        let unreadable = examination.each(&files, examine, |file, grid| {
            let ExaminedGrid { index, found, outcome } = grid;
            grids += 1;
            let place = || PlaceInFile { file: file.to_owned(), index: index + 1, line: found.line };
            let found = || FoundGrid { place: Some(place()), grid: found.grid.clone() };
            outcome.as_ref().map_or(ControlFlow::Continue(()), |outcome| pass_on(outcome, &found))
        })?;
        Ok((grids, unreadable))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::host::Unattended;

    /// Puts a request, and returns the report as JSON.
    fn asked(request: Value) -> Result<Value, String> {
        let request: Find = serde_json::from_value(request).map_err(|error| error.to_string())?;
        let report = request.ask(&Unattended).map_err(|failure| failure.written(str::to_owned))?;
        Ok(serde_json::to_value(report).expect("JSON"))
    }

    fn file(name: &str, text: &str) -> Value {
        json!({ "name": name, "text": text })
    }

    const RING: &str = "...\n.#.\n...\n";

    #[test]
    fn finds_all_valid_grids_of_several_sizes() {
        let report = asked(json!({ "across": "5,5,5", "down": "5,5,5", "size": "5,7" })).expect("a report");
        let ring = [".....", ".#.#.", ".....", ".#.#.", "....."];
        assert_eq!(report["grids"], json!([{ "rows": ring }]));
        assert_eq!((&report["across"], &report["outcome"]), (&json!("5, 5, 5"), &json!("all")));
        let more = asked(json!({ "across": "...", "size": 5, "count": 2 })).expect("a report");
        assert_eq!((&more["outcome"], more["grids"].as_array().map(Vec::len)), (&json!("more"), Some(2)));
        let late = asked(json!({ "across": "...", "size": 15, "time_limit": 0 })).expect("a report");
        assert_eq!((&late["outcome"], &late["grids"]), (&json!("out of time"), &json!([])));
    }

    #[test]
    fn finds_the_grids_of_files_that_are_like_another_one() {
        let list = file("list", &format!("...\n...\n...\n\n{RING}"));
        let bad = file("bad", "...\n..\n");
        let request = json!({ "files": [list, bad, file("again", RING)], "like": file("mine", RING), "count": 1 });
        let report = asked(request.clone()).expect("a report");
        let rows = ["...", ".#.", "..."];
        assert_eq!(report["grids"], json!([{ "file": "list", "index": 2, "line": 5, "rows": rows }]));
        assert_eq!((&report["searched"], &report["outcome"]), (&json!(3), &json!("more")));

        let request: Find = serde_json::from_value(request).expect("a request");
        let mut learned = Vec::new();
        let report = request.ask_in_parts(&Unattended, &mut |found| {
            learned.push(found.place.as_ref().map(|place| place.index));
            ControlFlow::Continue(())
        });
        assert_eq!(learned, [Some(2)]);
        let failure = report.expect("a report").file_failure().expect_err("a fault");
        assert!(failure.to_string().starts_with("bad:2:3: "), "{failure}");
        let alone = asked(json!({ "files": bad, "across": "3" })).expect_err("the only file has a fault");
        assert!(alone.starts_with("bad:2:3: "), "{alone}");
    }

    #[test]
    fn groups_the_grids_that_clues_cannot_tell_apart() {
        let list = file("list", &format!("{RING}\n...\n...\n...\n\n{RING}"));
        let report = asked(json!({ "files": [list], "shared": true })).expect("a report");
        let places =
            |group: &Value| group.as_array().map(|grids| grids.iter().map(|grid| grid["line"].clone()).collect());
        let groups: Option<Vec<Option<Value>>> =
            report["shared"].as_array().map(|groups| groups.iter().map(places).collect());
        assert_eq!((groups, &report["searched"]), (Some(vec![Some(json!([1, 9]))]), &json!(3)));
        let other =
            asked(json!({ "files": [file("list", RING)], "shared": true, "where": "words = 9" })).expect("a report");
        assert_eq!(other, json!({ "searched": 1, "shared": [] }));
    }

    #[test]
    fn refuses_options_that_contradict_each_other() {
        let list = file("list", RING);
        for (request, expected) in [
            (json!({}), "expected across or down, or like or shared"),
            (json!({ "numbers": true, "size": 5 }), "expected across or down, or like or shared"),
            (json!({ "across": "3" }), "expected files to search, or size for all valid grids"),
            (json!({ "shared": true }), "shared needs files"),
            (json!({ "shared": true, "files": list, "count": 3 }), "shared cannot be combined with count"),
            (json!({ "like": list, "across": "3", "size": 3 }), "like cannot be combined with across"),
            (json!({ "files": list, "across": "3", "size": 3 }), "size cannot be combined with files"),
            (json!({ "files": list, "across": "3", "rules": "american" }), "rules cannot be combined with files"),
            (json!({ "files": list, "across": "3", "lattice": true }), "lattice cannot be combined with files"),
            (json!({ "across": "3", "size": 3, "count": 0 }), "count: expected a whole number from 1"),
            (json!({ "across": "3,x", "size": 3 }), "across: word 2, `x`: "),
            (json!({ "across": "1,4", "down": "1,2", "numbers": true, "size": 5 }), "across and down: clue number 3 "),
            (json!({ "files": list, "across": "3", "white": "x" }), "white needs black"),
            (
                json!({ "files": [list, list], "like": file("two", &format!("{RING}\n{RING}")) }),
                "two: 2 grids, expected one",
            ),
            (json!({ "across": "3", "size": 3, "format": "json" }), "unknown field `format`"),
        ] {
            let failure = asked(request).expect_err(expected);
            assert!(failure.starts_with(expected), "{failure}");
        }
    }
}
