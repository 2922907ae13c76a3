//! Represents a broken rule and its place, for any rule.

use std::ops::ControlFlow;

use super::code::Diagnostic;
use super::place::Word;
use super::rule::{
    Asymmetry, BlackEdge, CutOff, FewWhites, Isolated, LongWord, NoWhite, Rule, ShortWord, SingleCell, UncheckedEnd,
    UncheckedRun, WrongChecking,
};
use super::sink::Sink;

/// A broken rule and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Violation {
    /// The grid has no white square.
    NoWhite(NoWhite),
    /// The grid lacks the symmetry.
    Asymmetry(Asymmetry),
    /// An outer row or column is all black.
    BlackEdge(BlackEdge),
    /// A row or column has too few white squares.
    FewWhites(FewWhites),
    /// A white square lies in no word.
    Isolated(Isolated),
    /// A run of one square.
    SingleCell(SingleCell),
    /// A word is too short.
    ShortWord(ShortWord),
    /// A word is too long.
    LongWord(LongWord),
    /// A word has the wrong number of checked letters.
    WrongChecking(WrongChecking),
    /// A word has too many adjacent unchecked letters.
    UncheckedRun(UncheckedRun),
    /// A word has too many unchecked letters at an end.
    UncheckedEnd(UncheckedEnd),
    /// The white squares form more than one region.
    CutOff(CutOff),
}

impl Violation {
    /// Returns the rule that is broken.
    pub const fn broken(&self) -> &'static Rule {
        match self {
            Violation::NoWhite(_) => NoWhite::RULE,
            Violation::Asymmetry(_) => Asymmetry::RULE,
            Violation::BlackEdge(_) => BlackEdge::RULE,
            Violation::FewWhites(_) => FewWhites::RULE,
            Violation::Isolated(_) => Isolated::RULE,
            Violation::SingleCell(_) => SingleCell::RULE,
            Violation::ShortWord(_) => ShortWord::RULE,
            Violation::LongWord(_) => LongWord::RULE,
            Violation::WrongChecking(_) => WrongChecking::RULE,
            Violation::UncheckedRun(_) => UncheckedRun::RULE,
            Violation::UncheckedEnd(_) => UncheckedEnd::RULE,
            Violation::CutOff(_) => CutOff::RULE,
        }
    }

    /// Returns the key of the broken rule in a rule file; `white` and `in_word` for the two rules that always hold.
    pub const fn rule(&self) -> &'static str {
        self.broken().key
    }

    /// Returns the word that the violation is about, if it is about one.
    pub const fn word(&self) -> Option<&Word> {
        match self {
            Violation::ShortWord(ShortWord { word, .. })
            | Violation::LongWord(LongWord { word, .. })
            | Violation::WrongChecking(WrongChecking { word, .. })
            | Violation::UncheckedRun(UncheckedRun { word, .. })
            | Violation::UncheckedEnd(UncheckedEnd { word, .. }) => Some(word),
            _ => None,
        }
    }

    /// Returns the violation as the rule's file describes it.
    pub fn diagnostic(&self) -> &dyn Diagnostic {
        match self {
            Violation::NoWhite(broken) => broken,
            Violation::Asymmetry(broken) => broken,
            Violation::BlackEdge(broken) => broken,
            Violation::FewWhites(broken) => broken,
            Violation::Isolated(broken) => broken,
            Violation::SingleCell(broken) => broken,
            Violation::ShortWord(broken) => broken,
            Violation::LongWord(broken) => broken,
            Violation::WrongChecking(broken) => broken,
            Violation::UncheckedRun(broken) => broken,
            Violation::UncheckedEnd(broken) => broken,
            Violation::CutOff(broken) => broken,
        }
    }
}

/// Converts the violations of each rule into [`Violation`].
macro_rules! violations {
    ($($broken:ident),*) => {
        $(impl From<$broken> for Violation {
            fn from(broken: $broken) -> Self {
                Violation::$broken(broken)
            }
        })*
    };
}

violations!(
    NoWhite,
    Asymmetry,
    BlackEdge,
    FewWhites,
    Isolated,
    SingleCell,
    ShortWord,
    WrongChecking,
    UncheckedRun,
    UncheckedEnd,
    CutOff,
    LongWord
);

/// Collects all violations.
impl Sink for Vec<Violation> {
    type Violation = Violation;

    fn report<V>(&mut self, broken: impl FnOnce() -> V) -> ControlFlow<()>
    where
        Violation: From<V>,
    {
        self.push(broken().into());
        ControlFlow::Continue(())
    }
}

/// A sink that stops the judge at the first violation.
pub(super) struct FirstViolation;

impl Sink for FirstViolation {
    type Violation = Violation;

    fn report<V>(&mut self, _broken: impl FnOnce() -> V) -> ControlFlow<()>
    where
        Violation: From<V>,
    {
        ControlFlow::Break(())
    }
}
