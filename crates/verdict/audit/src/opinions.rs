//! Keeps opinions in a file, so that an interrupted audit can be resumed, and takes those that finished files of sums state.
//!
//! The file is a [checked log](gridcheck_sums::checked_log). Each record is an opinion as JSON, written as soon as an engine has answered. It
//! names the build whose engine it was. Opinions of another build are shown as such, until they are renewed.

use std::path::Path;

use serde_json::{Value, json};

use super::build::BUILD;
use super::question::{CountedQuantity, Opinion, Origin};
use gridcheck_core::problem::Problem;
use gridcheck_engine::Engine;
use gridcheck_engine::blocks::SumKind;
use gridcheck_sums::checked_log::{LockedLog, Log, LogError, LogKind};
use gridcheck_sums::{Merge, SumsError};

/// The known opinions, in memory and, if there is one, in a file.
#[derive(Default)]
pub struct KnownOpinions {
    known: Vec<Entry>,
    log: Option<Log>,
    was_cut_short: bool,
}

/// A question as [`question`] writes it, and an opinion on it.
type Entry = (Value, StoredOpinion);

/// An opinion as the file stores it.
struct StoredOpinion {
    engine: String,
    count: u128,
    origin: Origin,
}

impl StoredOpinion {
    fn is_of_another_build(&self) -> bool {
        matches!(self.origin, Origin::OtherBuild { .. })
    }
}

const HEADER: &str = "gridcheck audit state 2";
static KIND: LogKind = LogKind { begins: HEADER, name: "a file of opinions of this form", longest: 1 << 16 };

impl KnownOpinions {
    /// Opens the file at `path` and reads its opinions, or creates it. New opinions are appended.
    ///
    /// # Errors
    /// Fails if the file cannot be read, written or locked, is damaged, or is of another kind or version.
    pub fn open(path: &Path) -> Result<KnownOpinions, LogError> {
        let locked_log = LockedLog::open_or_create(path)?;
        let mut reader = locked_log.reader(&KIND)?;
        if reader.header().is_some_and(|header| header != HEADER) {
            return Err(reader.of_another_kind());
        }
        let mut state = KnownOpinions::default();
        while let Some(text) = reader.record()? {
            let (about, opinion) = parse(&text).ok_or_else(|| reader.damaged("expected an opinion"))?;
            state.learn(about, opinion);
        }
        let (has_header, whole, was_cut_short) = (reader.header().is_some(), reader.whole(), reader.was_cut_short());
        let log = if has_header { locked_log.resume(HEADER, whole)? } else { locked_log.begin(HEADER)? };
        Ok(KnownOpinions { log: Some(log), was_cut_short, ..state })
    }

    /// Forgets the opinions of other builds, so that engines are asked again. Their records stay in the file; later ones replace them.
    pub fn renew(&mut self) {
        self.known.retain(|(_, opinion)| !opinion.is_of_another_build());
    }

    /// Counts the opinions of other builds.
    pub fn of_other_builds(&self) -> usize {
        self.known.iter().filter(|(_, opinion)| opinion.is_of_another_build()).count()
    }

    /// Takes the total of a file of sums as an opinion of the engine that counted it. Returns `false` if the file is unfinished, or
    /// contradicts itself.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is not a file of numbers of grids by one of these engines.
    pub fn take_sums(&mut self, path: &Path, engines: &[&'static dyn Engine]) -> Result<bool, SumsError> {
        let merge = Merge::of(&[path], engines, 1)?;
        if *merge.kind() != SumKind::Plain {
            let (theirs, ours) = (merge.kind().to_string(), SumKind::Plain.to_string());
            return Err(SumsError::OtherKind { path: path.display().to_string(), theirs, ours });
        }
        let is_whole = merge.gaps().is_empty() && merge.contradictions().is_empty();
        let total = merge.sum_so_far().and_then(|total| total.grids());
        let Some(count) = total.filter(|_| is_whole) else { return Ok(false) };
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let opinion = StoredOpinion { engine: merge.engine().to_owned(), count, origin: Origin::Sums(file) };
        self.learn(question(merge.problem(), &CountedQuantity::Grids), opinion);
        Ok(true)
    }

    /// Adds an opinion. It replaces the one that another build of its engine had.
    fn learn(&mut self, about: Value, opinion: StoredOpinion) {
        let is_older = |(other, known): &&mut Entry| {
            known.is_of_another_build() && known.engine == opinion.engine && *other == about
        };
        match self.known.iter_mut().find(is_older) {
            Some((_, known)) => *known = opinion,
            None => self.known.push((about, opinion)),
        }
    }

    /// Returns `true` if the file's last line was cut short and has been dropped.
    pub fn was_cut_short(&self) -> bool {
        self.was_cut_short
    }

    /// Counts the opinions.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns `true` if there are no opinions.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Returns the known opinions of these engines on a question.
    pub fn opinions(&self, problem: &Problem, sought: &CountedQuantity, engines: &[&dyn Engine]) -> Vec<Opinion> {
        let asked = question(problem, sought);
        let mut opinions: Vec<Opinion> = Vec::new();
        for (_, known) in self.known.iter().filter(|(about, _)| *about == asked) {
            let is_new = |engine: &&&dyn Engine| opinions.iter().all(|other| other.engine != engine.name());
            let Some(engine) = engines.iter().find(|engine| engine.name() == known.engine).filter(is_new) else {
                continue;
            };
            let (engine, witness) = (engine.name(), engine.facts().witness);
            opinions.push(Opinion { engine, witness, count: known.count, origin: known.origin.clone() });
        }
        opinions
    }

    /// Records an opinion of this build.
    pub(super) fn record(
        &mut self,
        problem: &Problem,
        sought: &CountedQuantity,
        opinion: &Opinion,
    ) -> Result<(), LogError> {
        let about = question(problem, sought);
        if let Some(log) = &mut self.log {
            let text = json!({
                "question": about,
                "engine": opinion.engine,
                "count": opinion.count.to_string(),
                "seconds": opinion.origin.seconds(),
                "build": BUILD,
            });
            log.add(&text.to_string())?;
        }
        let Opinion { engine, witness: _, count, origin } = opinion;
        self.learn(about, StoredOpinion { engine: (*engine).to_owned(), count: *count, origin: origin.clone() });
        Ok(())
    }
}

/// Returns a question as the file stores it: the record of its problem, with rules without their name, and what is sought if it is not the
/// number of grids.
fn question(problem: &Problem, sought: &CountedQuantity) -> Value {
    let mut question = Value::Object(problem.record());
    if let Some(rules) = question["rules"].as_object_mut() {
        rules.remove("name");
    }
    if let Some(name) = sought.name() {
        question["goal"] = name.into();
    }
    question
}

fn parse(line: &str) -> Option<Entry> {
    let value: Value = serde_json::from_str(line).ok()?;
    let (seconds, build) = (value["seconds"].as_f64()?, value["build"].as_str()?);
    let known = StoredOpinion {
        engine: value["engine"].as_str()?.to_owned(),
        count: value["count"].as_str()?.parse().ok()?,
        origin: match build {
            BUILD => Origin::ThisBuild { seconds },
            _ => Origin::OtherBuild { seconds, build: build.to_owned() },
        },
    };
    Some((value["question"].clone(), known))
}
