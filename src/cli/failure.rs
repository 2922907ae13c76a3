//! What ended a command: a cause with a separate exit code, found by the types of an error and of what it wraps.

use std::error::Error;
use std::io;

use super::output::Closed;
use crate::ask;
use crate::checked_log::LogError;
use crate::classes::ClassesError;
use crate::compare::CompareError;
use crate::compare::spot::SpotError;
use crate::engine::EngineError;
use crate::formats::source::SourceError;
use crate::recurrence::StripError;
use crate::sample::SampleError;
use crate::sums::SumsError;

pub use crate::ask::failure::TRY_AGAIN;

/// A failure of a command.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The reason, in one line.
    pub message: String,
    /// The exit code: see the [command line](super).
    pub exit_code: u8,
}

/// A cause with a separate exit code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// Standard output is closed. That is no failure.
    Closed,
    /// The run was stopped.
    Stopped,
    /// The disk is full, or a quota or a limit on the size of files is reached.
    NoSpace,
    /// Another run is writing the file.
    InUse,
    /// Two methods of this program disagree.
    Disagreement,
}

impl Cause {
    /// Returns the cause of an error, or `None` if the input or its use is at fault.
    pub fn of(error: &anyhow::Error) -> Option<Self> {
        error.chain().find_map(cause)
    }
}

fn cause(error: &(dyn Error + 'static)) -> Option<Cause> {
    if error.is::<Closed>() {
        Some(Cause::Closed)
    } else if let Some(error) = error.downcast_ref::<ask::failure::Failure>() {
        match error {
            ask::failure::Failure::Stopped => Some(Cause::Stopped),
            ask::failure::Failure::NoSpace(_) | ask::failure::Failure::NoMemory(_) => Some(Cause::NoSpace),
            ask::failure::Failure::InUse(_) => Some(Cause::InUse),
            ask::failure::Failure::Disagreement(_) => Some(Cause::Disagreement),
            ask::failure::Failure::Usage(_) | ask::failure::Failure::Unusable(_) => None,
        }
    } else if let Some(error) = error.downcast_ref::<io::Error>() {
        of_kind(error.kind()).or_else(|| cause(error.get_ref()?))
    } else {
        match error.downcast_ref() {
            Some(EngineError::Stopped) => Some(Cause::Stopped),
            Some(EngineError::File { kind, .. }) => of_kind(*kind),
            _ => wrapped(error),
        }
    }
}

fn of_kind(kind: io::ErrorKind) -> Option<Cause> {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    matches!(kind, StorageFull | QuotaExceeded | FileTooLarge).then_some(Cause::NoSpace)
}

/// Looks into the errors that pass on the message of another one, which a chain of errors leaves out.
fn wrapped(error: &(dyn Error + 'static)) -> Option<Cause> {
    if let Some(error) = error.downcast_ref::<CompareError>() {
        match error {
            CompareError::Engine(inner) => cause(inner),
            CompareError::List(inner) => cause(inner),
            CompareError::Write(inner) => cause(inner),
            CompareError::NoEngine | CompareError::NoLister => None,
        }
    } else if let Some(error) = error.downcast_ref::<LogError>() {
        match error {
            LogError::File { error: inner, .. } => cause(inner),
            LogError::InUse(_) => Some(Cause::InUse),
            LogError::Exists(_) | LogError::Torn(_) | LogError::Other { .. } | LogError::Damaged { .. } => None,
        }
    } else if let Some(SumsError::Log(inner)) = error.downcast_ref::<SumsError>() {
        cause(inner)
    } else if let Some(SourceError::Unreadable { reason, .. }) = error.downcast_ref::<SourceError>() {
        cause(reason)
    } else if let Some(ClassesError::Engine(inner)) = error.downcast_ref::<ClassesError>() {
        cause(inner)
    } else if let Some(error) = error.downcast_ref::<StripError>() {
        match error {
            StripError::Run(inner) => cause(inner),
            StripError::Disagreement(_) => Some(Cause::Disagreement),
            StripError::Height(_)
            | StripError::Symmetry(_)
            | StripError::Rules(_)
            | StripError::Unbounded(..)
            | StripError::TooManyStates(_)
            | StripError::NoEngine(_) => None,
        }
    } else if let Some(SpotError::Engine(inner)) = error.downcast_ref::<SpotError>() {
        cause(inner)
    } else if let Some(SampleError::Engine(inner)) = error.downcast_ref::<SampleError>() {
        cause(inner)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_stop_in_every_error_that_passes_one_on() {
        use EngineError::Stopped;
        let errors: [anyhow::Error; 7] = [
            Stopped.into(),
            io::Error::other(io::Error::other(Stopped)).into(),
            CompareError::Engine(Stopped).into(),
            ClassesError::Engine(Stopped).into(),
            StripError::Run(Stopped).into(),
            SpotError::Engine(Stopped).into(),
            SampleError::Engine(Stopped).into(),
        ];
        for error in errors {
            assert!(Cause::of(&error) == Some(Cause::Stopped), "{error:?}");
            assert!(Cause::of(&error.context("a file")) == Some(Cause::Stopped));
        }
        assert!(Cause::of(&CompareError::NoEngine.into()).is_none());
    }

    #[test]
    fn finds_a_full_disk_in_every_error_that_passes_one_on() {
        let kind = io::ErrorKind::StorageFull;
        let full = || io::Error::new(kind, "the disk is full");
        let log = || LogError::File { path: "a.sums".to_owned(), error: full() };
        let unreadable = || SourceError::Unreadable { name: "a.txt".to_owned(), reason: full() };
        let errors: [anyhow::Error; 7] = [
            full().into(),
            io::Error::other(full()).into(),
            log().into(),
            SumsError::Log(log()).into(),
            EngineError::File { engine: "window", what: String::new(), kind }.into(),
            CompareError::Write(full()).into(),
            CompareError::List(unreadable()).into(),
        ];
        for error in errors {
            assert!(Cause::of(&error) == Some(Cause::NoSpace), "{error:?}");
        }
        assert!(Cause::of(&io::Error::from(io::ErrorKind::NotFound).into()).is_none());
    }

    #[test]
    fn finds_a_file_that_another_run_has() {
        let in_use = || LogError::InUse("a.sums".to_owned());
        assert!(Cause::of(&in_use().into()) == Some(Cause::InUse));
        assert!(Cause::of(&SumsError::Log(in_use()).into()) == Some(Cause::InUse));
        assert!(Cause::of(&LogError::Exists("a.sums".to_owned()).into()).is_none());
    }
}
