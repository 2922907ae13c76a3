//! Lists every code of findings, for the validator's rules, house rules and clues.

use super::clue;
use super::house::{black_shapes, blacks, hinge, odd_size, sizes, unches, word_count};
use gridcheck_validator::rule::{
    checking, connected, edges, in_word, kind, max_black_run, max_word, min_white, min_word, single_cells, symmetry,
    unchecked_ends, unchecked_run, white,
};

pub use gridcheck_validator::diagnostic::Code;
use gridcheck_validator::diagnostic::{Example, Setting};

/// Every code of findings about grids, in order.
pub static ALL: [&Code; 22] = [
    white::CODE,
    symmetry::CODE,
    edges::CODE,
    min_white::CODE,
    in_word::CODE,
    single_cells::CODE,
    min_word::CODE,
    checking::CODE,
    unchecked_run::CODE,
    unchecked_ends::CODE,
    connected::CODE,
    hinge::CODE,
    unches::CODE,
    blacks::CODE,
    word_count::CODE,
    sizes::CODE,
    odd_size::CODE,
    max_word::CODE,
    black_shapes::BLOCK,
    black_shapes::EDGE,
    max_black_run::CODE,
    kind::CODE,
];

/// The code of a file that cannot be read. It is not a finding about a grid: it is not in the list, and nothing ignores it.
pub static UNREADABLE: &Code = &Code {
    name: "GC000",
    key: None,
    title: "the file cannot be read",
    checks: "The file can be opened, and is a puzzle or a list of grids without a mistake in its form.",
    matters: "Nothing is known about the grids of the file. The other files are judged all the same, and the exit code is 2.",
    example: Example { setting: Setting::Always, rows: "" },
};

/// Returns every code of findings, about grids and about clues.
pub fn all() -> impl Iterator<Item = &'static Code> {
    ALL.into_iter().chain(clue::RULES.iter().map(|rule| rule.code))
}

/// Returns every code with an explanation: those of findings, and that of a file that cannot be read.
pub fn explained() -> impl Iterator<Item = &'static Code> {
    [UNREADABLE].into_iter().chain(all())
}

/// Returns the code of that name, in upper or lower case.
pub fn named(name: &str) -> Option<&'static Code> {
    all().find(|code| code.name.eq_ignore_ascii_case(name))
}
