//! Lists every code of findings, for the validator's rules and for house rules.

use super::house::{EvenSize, Hinge, ManyBlacks, ManyUnches, ManyWords, UnusualSize};
use gridcheck_validator::{
    Asymmetry, BlackEdge, CutOff, FewWhites, Isolated, LongWord, NoWhite, ShortWord, SingleCell, UncheckedEnd,
    UncheckedRun, WrongChecking,
};

pub use gridcheck_validator::code::Code;

/// Every code, in order.
pub static ALL: [&Code; 18] = [
    &NoWhite::RULE.code,
    &Asymmetry::RULE.code,
    &BlackEdge::RULE.code,
    &FewWhites::RULE.code,
    &Isolated::RULE.code,
    &SingleCell::RULE.code,
    &ShortWord::RULE.code,
    &WrongChecking::RULE.code,
    &UncheckedRun::RULE.code,
    &UncheckedEnd::RULE.code,
    &CutOff::RULE.code,
    Hinge::CODE,
    ManyUnches::CODE,
    ManyBlacks::CODE,
    ManyWords::CODE,
    UnusualSize::CODE,
    EvenSize::CODE,
    &LongWord::RULE.code,
];

/// Returns the code of that name, in upper or lower case.
pub fn named(name: &str) -> Option<&'static Code> {
    ALL.into_iter().find(|code| code.name.eq_ignore_ascii_case(name))
}
