//! Reads and writes the first line of a file of sums: the problem, the kind of the sums, the engine, the piece and the runs.
//!
//! The line outlives versions, as the [record](Problem::record) of the problem does. A key that this version does not know is rejected by
//! its name, because it may change what was counted.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::piece::Piece;
use super::runs::Runs;
use gridcheck_core::constraint::{Goal, Measure, measures};
use gridcheck_core::problem::{Problem, RecordError};
use gridcheck_core::visible::quoted;
use gridcheck_engine::blocks::SumKind;

/// The beginning of every first line.
pub(crate) const BEGINS: &str = r#"{"file":"gridcheck "#;
const FORMAT: &str = "gridcheck block sums 2";
/// The keys beside those of the problem.
const KEYS: [&str; 10] = ["file", BY, MOST, FEWEST, "engine", "version", "piece", "pieces", "deal", RUNS];
/// The keys of the kind of the sums. A file without them has numbers of grids.
const BY: &str = "by";
const MOST: &str = "most";
const FEWEST: &str = "fewest";

/// The key of the run numbers. A file without it is by one run without a number.
const RUNS: &str = "runs";

/// The content of a file's first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Head {
    pub problem: Problem,
    pub kind: SumKind,
    /// The name of the engine that counted.
    pub engine: String,
    /// The version that began the file.
    pub version: String,
    pub part: CountPart,
    /// The digest of the division into pieces, if there are pieces.
    pub deal: Option<String>,
    /// The runs that counted the sums.
    pub runs: Runs,
}

/// The part of the count that a file is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountPart {
    /// The whole count.
    Whole,
    /// One piece.
    Piece(Piece),
    /// Merged pieces out of this number.
    Of(usize),
}

impl CountPart {
    /// Returns the part of a piece, or the whole without one.
    pub(crate) fn of(piece: Option<Piece>) -> Self {
        piece.map_or(CountPart::Whole, CountPart::Piece)
    }

    /// Returns the number of pieces, if there are any.
    pub(crate) fn pieces(self) -> Option<usize> {
        match self {
            CountPart::Whole => None,
            CountPart::Piece(piece) => Some(piece.of()),
            CountPart::Of(pieces) => Some(pieces),
        }
    }
}

/// The reason why a first line is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum HeadError {
    #[error("expected the first line of a file of block sums")]
    NoHead,
    #[error("`{0}`: this version reads \"{FORMAT}\"")]
    Format(String),
    #[error("unknown key `{0}`: it may change what was counted; a later version may know it")]
    Key(String),
    #[error("{0}")]
    Value(String),
    #[error(transparent)]
    Problem(#[from] RecordError),
}

impl Head {
    /// Creates the first line of a file that this version begins.
    pub(crate) fn new(
        engine: &str,
        problem: &Problem,
        kind: &SumKind,
        part: CountPart,
        deal: Option<&str>,
        runs: Runs,
    ) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let (problem, kind, engine) = (problem.clone(), kind.clone(), engine.to_owned());
        Head { problem, kind, engine, version, part, deal: deal.map(str::to_owned), runs }
    }

    /// Returns the line as this version writes it.
    pub(crate) fn line(&self) -> String {
        let Head { problem, kind, engine, version, part, deal, runs } = self;
        let mut line = Map::from_iter([("file".to_owned(), json!(FORMAT))]);
        line.extend(problem.record());
        let mut line = Value::Object(line);
        match kind {
            SumKind::Plain => {}
            SumKind::Distribution(by) => {
                line[BY] = json!(by.iter().map(Measure::to_string).collect::<Vec<_>>().join(","));
            }
            SumKind::Extreme(Goal::Most(measure)) => line[MOST] = json!(measure.to_string()),
            SumKind::Extreme(Goal::Fewest(measure)) => line[FEWEST] = json!(measure.to_string()),
        }
        line["engine"] = json!(engine);
        line["version"] = json!(version);
        match part {
            CountPart::Whole => {}
            CountPart::Piece(piece) => {
                line["piece"] = json!(piece.number());
                line["pieces"] = json!(piece.of());
            }
            CountPart::Of(pieces) => line["pieces"] = json!(pieces),
        }
        if let Some(deal) = deal {
            line["deal"] = json!(deal);
        }
        if *runs != Runs::unnumbered() {
            line[RUNS] = json!(runs.texts());
        }
        line.to_string()
    }

    /// Parses a line.
    pub(crate) fn read(line: &str) -> Result<Self, HeadError> {
        let Ok(Value::Object(line)) = serde_json::from_str::<Value>(line) else { return Err(HeadError::NoHead) };
        let format = line.get("file").and_then(Value::as_str).ok_or(HeadError::NoHead)?;
        if format != FORMAT {
            return Err(HeadError::Format(quoted(format).into_owned()));
        }
        let is_known = |key: &str| KEYS.contains(&key) || Problem::RECORD_KEYS.contains(&key);
        if let Some(key) = line.keys().find(|key| !is_known(key)) {
            return Err(HeadError::Key(quoted(key).into_owned()));
        }
        let (problem, kind) = (Problem::from_record(&line)?, kind(&line)?);
        let required =
            |key: &str| text(&line, key)?.ok_or_else(|| HeadError::Value(format!("expected the key `{key}`")));
        let (engine, version) = (required("engine")?, required("version")?);
        let part = match (number(&line, "piece")?, number(&line, "pieces")?) {
            (None, None) => CountPart::Whole,
            (None, Some(pieces)) => {
                CountPart::Of(Piece::new(1, pieces).map_err(|error| HeadError::Value(error.to_string()))?.of())
            }
            (Some(piece), of) => {
                let of = of.ok_or_else(|| HeadError::Value("piece: expected pieces too".to_owned()))?;
                CountPart::Piece(Piece::new(piece, of).map_err(|error| HeadError::Value(error.to_string()))?)
            }
        };
        let runs = match line.get(RUNS) {
            None => Runs::unnumbered(),
            Some(texts) => Runs::parse(texts).ok_or_else(|| {
                HeadError::Value(format!("{RUNS}: expected ascending numbers of 16 hexadecimal digits"))
            })?,
        };
        Ok(Head { problem, kind, engine, version, part, deal: text(&line, "deal")?, runs })
    }
}

/// Returns the kind of the sums that the keys of a line state.
fn kind(line: &Map<String, Value>) -> Result<SumKind, HeadError> {
    let mut kinds = Vec::new();
    for key in [BY, MOST, FEWEST] {
        let Some(text) = text(line, key)? else { continue };
        let by = measures(&text).map_err(|error| HeadError::Value(format!("{key}: {error}")))?;
        kinds.push(match by[..] {
            _ if key == BY => SumKind::Distribution(by),
            [measure] if key == MOST => SumKind::Extreme(Goal::Most(measure)),
            [measure] => SumKind::Extreme(Goal::Fewest(measure)),
            _ => return Err(HeadError::Value(format!("{key}: expected one measure"))),
        });
    }
    match kinds.len() {
        0 | 1 => Ok(kinds.pop().unwrap_or_default()),
        _ => Err(HeadError::Value(format!("expected one of the keys `{BY}`, `{MOST}` and `{FEWEST}`"))),
    }
}

fn number(line: &Map<String, Value>, key: &str) -> Result<Option<usize>, HeadError> {
    let Some(value) = line.get(key) else { return Ok(None) };
    let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
    number.map(Some).ok_or_else(|| HeadError::Value(format!("{key}: expected a whole number")))
}

fn text(line: &Map<String, Value>, key: &str) -> Result<Option<String>, HeadError> {
    let Some(value) = line.get(key) else { return Ok(None) };
    let text = value.as_str().map(str::to_owned);
    text.map(Some).ok_or_else(|| HeadError::Value(format!("{key}: expected a text")))
}

#[cfg(test)]
mod tests {
    use super::super::runs::RunNumber;
    use super::*;
    use gridcheck_core::rules::builtin;

    fn problem() -> Problem {
        Problem::new(7, builtin("british").expect("built in")).expect("a fair problem")
    }

    #[test]
    fn head_lines_read_back_unchanged() {
        let given = problem().with_row(0, 0b11).with_row(3, 0b101);
        let piece = CountPart::Piece(Piece::new(3, 16).expect("a piece"));
        let kinds = [
            SumKind::Plain,
            SumKind::Distribution(vec![Measure::Words, Measure::Length(3)]),
            SumKind::Extreme(Goal::Most(Measure::Letters)),
            SumKind::Extreme(Goal::Fewest(Measure::Length(4))),
        ];
        for (problem, kind) in
            [problem(), given].iter().flat_map(|problem| kinds.iter().map(move |kind| (problem, kind)))
        {
            for part in [CountPart::Whole, piece, CountPart::Of(16)] {
                for runs in [Runs::of(RunNumber(0x1a)), Runs::unnumbered()] {
                    let head = Head::new("pinwheel", problem, kind, part, part.pieces().map(|_| "0123"), runs);
                    assert!(head.line().starts_with(BEGINS));
                    assert_eq!(Head::read(&head.line()), Ok(head));
                }
            }
        }
    }

    /// Reads a file from before a rule existed: it means the same as a later one.
    #[test]
    fn an_absent_rule_requires_nothing() {
        let first = r#"{"file":"gridcheck block sums 2","size":7,"rules":{"name":"british","min_word":3,"single_cells":true,"checking":"ceil-half","max_unchecked_run":2,"max_unchecked_run_at_ends":1,"edges":true,"connected":true,"symmetry":"rot180","min_white_per_row":0},"engine":"pinwheel","version":"0.1.0"}"#;
        let head = Head::read(first).expect("a first line");
        assert_eq!((&head.problem, head.part, &*head.version), (&problem(), CountPart::Whole, "0.1.0"));
        assert_eq!((&head.runs, head.line().contains("runs")), (&Runs::unnumbered(), false));
        let nothing = first.replace(r#","min_white_per_row":0"#, "").replace("british", "other");
        assert!(Head::read(&nothing).expect("a first line").problem.is_recorded_as(&problem()));
        let forged =
            Head::read(&first.replace(r#""min_word":3"#, r#""min_word":4"#)).expect_err("another set").to_string();
        assert!(forged.starts_with("rules: calls itself british, and differs from that built-in set: "), "{forged}");
        let short = first
            .replace("british", "other")
            .replace(r#""min_white_per_row":0"#, r#""min_white_per_row":0,"max_word":5"#);
        assert!(!Head::read(&short).expect("a first line").problem.is_recorded_as(&problem()));
    }
}
