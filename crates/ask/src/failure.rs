//! Defines the failure of a request: one type for every door, with its exit code.
//!
//! A failure is found by its variant. No text of an error is parsed, and no chain of errors is searched: each error of a part becomes a
//! failure by `From`, where it leaves that part.

use std::fmt::{self, Display, Formatter};
use std::io;

use thiserror::Error;

#[cfg(feature = "files")]
use gridcheck_certify::CertifyError;
use gridcheck_checker::CheckError;
use gridcheck_compare::CompareError;
use gridcheck_compare::classes::ClassesError;
use gridcheck_compare::spot::SpotError;
use gridcheck_core::problem::ProblemError;
use gridcheck_core::size::SizeError;
use gridcheck_design::sample::SampleError;
#[cfg(feature = "files")]
use gridcheck_engine::prover::ProverError;
use gridcheck_engine::{Declined, EngineError};
use gridcheck_explain::reading::ReadingError;
use gridcheck_formats::source::SourceError;
use gridcheck_sums::checked_log::LogError;
use gridcheck_sums::{PieceError, SumsError};

/// The reason why a request has no report.
#[derive(Debug, Error)]
pub enum Failure {
    /// The options contradict each other, one is missing, or a value is unknown.
    #[error(transparent)]
    Usage(#[from] Usage),
    /// A file or another input cannot be read or used, or no engine can answer. The text says what failed, where, and what was expected.
    #[error("{0}")]
    Unusable(String),
    /// The disk is full, or a quota or a limit on the size of files is reached.
    #[error("{0}")]
    NoSpace(String),
    /// Another run is writing the file.
    #[error("{0}")]
    InUse(String),
    /// The work needs more memory than it may have.
    #[error("{0}")]
    NoMemory(String),
    /// Two methods of this program disagree.
    #[error("{0}")]
    Disagreement(String),
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// The reader of standard output has gone, and wants no more.
    #[error("standard output is closed")]
    Closed,
}

/// The exit code of a failure that can pass: `EX_TEMPFAIL` of `sysexits.h`. A scheduler can try again.
pub const TRY_AGAIN: u8 = 75;
/// The exit code of a program whose reader has gone, which is not an error.
const WELL: u8 = 0;
/// The exit code of a disagreement.
const REFUTED: u8 = 1;
/// The exit code of wrong usage and of unreadable input.
const UNUSABLE: u8 = 2;
/// The exit code of a program that Ctrl-C ends.
const INTERRUPTED: u8 = 130;

impl Failure {
    /// Creates the failure of an input that is at fault.
    pub fn unusable(what: impl Display) -> Self {
        Failure::Unusable(what.to_string())
    }

    /// Returns the exit code of the program: 0, 1, 2, 75 or 130.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Disagreement(_) => REFUTED,
            Failure::Usage(_) | Failure::Unusable(_) => UNUSABLE,
            Failure::NoSpace(_) | Failure::InUse(_) | Failure::NoMemory(_) => TRY_AGAIN,
            Failure::Stopped => INTERRUPTED,
            Failure::Closed => WELL,
        }
    }

    /// Returns `true` if another question of the same kind may still have an answer.
    pub fn concerns_this_question_alone(&self) -> bool {
        match self {
            Failure::Usage(_) | Failure::Unusable(_) => true,
            Failure::Disagreement(_)
            | Failure::NoSpace(_)
            | Failure::InUse(_)
            | Failure::NoMemory(_)
            | Failure::Stopped
            | Failure::Closed => false,
        }
    }

    /// Returns the text, in which `name` writes the names of options.
    pub fn written(&self, name: impl Fn(&str) -> String) -> String {
        match self {
            Failure::Usage(usage) => usage.written(name),
            other => other.to_string(),
        }
    }

    /// Adds the name of what the failure is about. Wrong usage and a stop are about no file.
    #[must_use]
    pub fn about(self, name: impl Display) -> Self {
        let named = |text: String| format!("{name}: {text}");
        match self {
            Failure::Unusable(text) => Failure::Unusable(named(text)),
            Failure::NoSpace(text) => Failure::NoSpace(named(text)),
            Failure::InUse(text) => Failure::InUse(named(text)),
            Failure::NoMemory(text) => Failure::NoMemory(named(text)),
            Failure::Disagreement(text) => Failure::Disagreement(named(text)),
            Failure::Usage(_) | Failure::Stopped | Failure::Closed => self,
        }
    }

    /// Adds the name of a file to the failure of reading or writing it.
    pub fn of_file(name: &str, error: &io::Error) -> Self {
        by_kind(error.kind(), format!("{name}: {error}"))
    }
}

/// Returns the failure of an operation on a file, by the kind of its error.
fn by_kind(kind: io::ErrorKind, text: String) -> Failure {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match kind {
        StorageFull | QuotaExceeded | FileTooLarge => Failure::NoSpace(text),
        _ => Failure::Unusable(text),
    }
}

impl From<io::Error> for Failure {
    /// Converts an error of printing. Errors of files have a name, see [`of_file`](Failure::of_file).
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            kind => by_kind(kind, error.to_string()),
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped => Failure::Stopped,
            EngineError::File { kind, .. } => by_kind(kind, error.to_string()),
            EngineError::Declined(_) | EngineError::Overflow | EngineError::Failed { .. } => Failure::unusable(error),
        }
    }
}

#[cfg(feature = "files")]
impl From<CertifyError> for Failure {
    fn from(error: CertifyError) -> Self {
        match error {
            CertifyError::Write(error) => error.into(),
            CertifyError::Prover(error) => error.into(),
            CertifyError::Stopped => Failure::Stopped,
            CertifyError::Wrong(_) => Failure::unusable(error),
        }
    }
}

#[cfg(feature = "files")]
impl From<ProverError> for Failure {
    fn from(error: ProverError) -> Self {
        match &error {
            ProverError::Stopped => Failure::Stopped,
            ProverError::File { kind, .. } => by_kind(*kind, error.to_string()),
            ProverError::Failed { .. } => Failure::unusable(error),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        match &error {
            CheckError::Stopped | CheckError::NoWitness(EngineError::Stopped) => Failure::Stopped,
            CheckError::NoWitness(EngineError::File { kind, .. }) => by_kind(*kind, error.to_string()),
            CheckError::NoWitness(EngineError::Declined(_) | EngineError::Overflow | EngineError::Failed { .. })
            | CheckError::Refused(_)
            | CheckError::Unusable(_) => Failure::unusable(error),
        }
    }
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Engine(error) => error.into(),
            CompareError::List(error) => error.into(),
            CompareError::Write(error) => error.into(),
            CompareError::NoEngine | CompareError::NoLister => Failure::unusable(error),
        }
    }
}

impl From<SpotError> for Failure {
    fn from(error: SpotError) -> Self {
        match error {
            SpotError::Engine(error) => error.into(),
            other => Failure::unusable(other),
        }
    }
}

impl From<SampleError> for Failure {
    fn from(error: SampleError) -> Self {
        match error {
            SampleError::Engine(error) => error.into(),
            other => Failure::unusable(other),
        }
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        match &error {
            LogError::File { error: inner, .. } => by_kind(inner.kind(), error.to_string()),
            LogError::InUse(_) => Failure::InUse(error.to_string()),
            LogError::Exists(_) | LogError::Torn(_) | LogError::Other { .. } | LogError::Damaged { .. } => {
                Failure::unusable(error)
            }
        }
    }
}

impl From<SumsError> for Failure {
    fn from(error: SumsError) -> Self {
        match error {
            SumsError::Log(error) => error.into(),
            other => Failure::unusable(other),
        }
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        match &error {
            SourceError::Unreadable { reason, .. } => by_kind(reason.kind(), error.to_string()),
            SourceError::Faulty { .. } | SourceError::NoPuzzle { .. } | SourceError::GlyphIsSettled { .. } => {
                Failure::unusable(error)
            }
        }
    }
}

impl From<ClassesError> for Failure {
    fn from(error: ClassesError) -> Self {
        match error {
            ClassesError::Engine(error) => error.into(),
            other => Failure::unusable(other),
        }
    }
}

impl From<ReadingError> for Failure {
    fn from(error: ReadingError) -> Self {
        match error {
            ReadingError::Engine(error) => error.into(),
            ReadingError::Classes(error) => error.into(),
            ReadingError::NoEngine | ReadingError::Problem(_) => Failure::unusable(error),
        }
    }
}

/// Errors that always concern the input.
macro_rules! unusable {
    ($($error:ty),*) => { $(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::unusable(error)
            }
        }
    )* };
}

unusable!(Declined, PieceError, ProblemError, SizeError);

/// A sentence on what is wrong with the options of a request.
///
/// The names of options are kept apart from the text, because each door writes them in its language: `--missing-in` in a shell,
/// `missing_in` in Python.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Usage(Vec<UsagePart>);

/// A part of a sentence about options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UsagePart {
    /// The name of an option, with `_` between its words.
    Option(&'static str),
    /// Any other text.
    Text(String),
}

impl Usage {
    /// Creates a sentence of these parts; [`usage!`](crate::usage) writes them more easily.
    pub fn new(parts: Vec<UsagePart>) -> Self {
        Usage(parts)
    }

    /// Returns the sentence, in which `name` writes the names of options.
    pub fn written(&self, name: impl Fn(&str) -> String) -> String {
        let written = self.0.iter().map(|part| match part {
            UsagePart::Option(option) => name(option),
            UsagePart::Text(text) => text.clone(),
        });
        written.collect()
    }
}

impl Display for Usage {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(|option| format!("--{}", option.replace('_', "-"))))
    }
}

/// Makes the [`Failure`] of wrong usage: options stand in brackets (in braces if a variable has the name), values
/// in parentheses, and text in quotes, as in
/// `usage!([pieces] ": expected " (least) " or more")`.
#[macro_export]
macro_rules! usage {
    (@part [$option:ident]) => { $crate::failure::UsagePart::Option(stringify!($option)) };
    (@part {$option:expr}) => { $crate::failure::UsagePart::Option($option) };
    (@part ($value:expr)) => { $crate::failure::UsagePart::Text($value.to_string()) };
    (@part $text:literal) => { $crate::failure::UsagePart::Text($text.to_owned()) };
    ($($part:tt)*) => {
        $crate::failure::Failure::Usage($crate::failure::Usage::new(vec![$($crate::usage!(@part $part)),*]))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_options_as_the_door_does() {
        let failure = usage!([missing_in] " cannot be combined with " [sums] "; expected " (2) " pieces");
        assert_eq!(failure.to_string(), "--missing-in cannot be combined with --sums; expected 2 pieces");
        let in_python = failure.written(str::to_owned);
        assert_eq!(in_python, "missing_in cannot be combined with sums; expected 2 pieces");
        assert_eq!(failure.exit_code(), 2);
    }

    #[test]
    fn a_stop_is_never_an_error_of_the_input() {
        for failure in [
            Failure::from(EngineError::Stopped),
            CheckError::NoWitness(EngineError::Stopped).into(),
            CheckError::Stopped.into(),
            ClassesError::Engine(EngineError::Stopped).into(),
            ReadingError::Engine(EngineError::Stopped).into(),
            ReadingError::Classes(ClassesError::Engine(EngineError::Stopped)).into(),
        ] {
            assert!(matches!(failure.about("a.txt"), Failure::Stopped));
        }
        assert_eq!(Failure::Stopped.exit_code(), 130);
    }

    #[cfg(feature = "files")]
    #[test]
    fn a_prover_can_be_stopped_and_find_the_disk_full() {
        let kind = io::ErrorKind::StorageFull;
        let stopped = Failure::from(CertifyError::Prover(ProverError::Stopped));
        assert!(matches!((stopped, CertifyError::Stopped.into()), (Failure::Stopped, Failure::Stopped)));
        for failure in [
            Failure::from(CertifyError::Write(kind.into())),
            CertifyError::Prover(ProverError::File { prover: "cadical", what: "full".to_owned(), kind }).into(),
        ] {
            let failure = failure.about("out");
            assert!(matches!(&failure, Failure::NoSpace(text) if text.starts_with("out: ")), "{failure:?}");
        }
    }

    #[test]
    fn a_full_disk_and_a_file_in_use_can_be_tried_again() {
        let full = || io::Error::new(io::ErrorKind::StorageFull, "the disk is full");
        let log = || LogError::File { path: "a.sums".to_owned(), error: full() };
        let kind = io::ErrorKind::StorageFull;
        for failure in [
            Failure::from(full()),
            Failure::of_file("a.sums", &full()),
            log().into(),
            SumsError::Log(log()).into(),
            EngineError::File { engine: "window", what: String::new(), kind }.into(),
            CheckError::NoWitness(EngineError::File { engine: "window", what: String::new(), kind }).into(),
            SourceError::Unreadable { name: "a.txt".to_owned(), reason: full() }.into(),
        ] {
            assert!(matches!(failure, Failure::NoSpace(_)) && failure.exit_code() == TRY_AGAIN, "{failure:?}");
        }
        let in_use = Failure::from(SumsError::Log(LogError::InUse("a.sums".to_owned())));
        assert!(matches!(in_use, Failure::InUse(_)) && in_use.exit_code() == TRY_AGAIN);
        assert_eq!(Failure::from(io::Error::from(io::ErrorKind::NotFound)).exit_code(), 2);
    }
}
