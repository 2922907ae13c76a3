//! Tests the internals of the engine.

use super::arm::{Arm, Arms};
use super::middle_column::{MiddleColumn, SweptAbove};
use super::tables::Tables;
use super::*;
use gridcheck_core::rules::Ruleset;
use gridcheck_run::memory::{Account, AvailableMemory, Bound};
use gridcheck_testing::{british, problem};

/// Too little memory is reported as such.
#[test]
fn tables_ask_before_they_grow() {
    let asked = problem(13, british());
    let frame = Frame::new(&asked).expect("a window");
    let room = |bytes| AvailableMemory { bytes, bound: Bound::Allowed };
    let large = Account::of(room(1 << 30));
    let rows = large.part();
    let words = frame.words().expect("few classes");
    let tables = Tables::new(&words, frame.sides, &rows).expect("room");
    assert!(rows.bytes() > 0, "the rows are not paid for");
    let arms = Arms::new(&words, frame.sides);
    let middle_column = MiddleColumn::new(&frame, &arms, Arm::new(frame.sides[0], 0b01_0101, false), None);
    let enough = middle_column.count(&tables, &mut SweptAbove::nothing(), &large, &Run::new()).expect("room");
    assert!(enough > 0);
    let small = Account::of(room(44 << 20));
    let little = middle_column.count(&tables, &mut SweptAbove::nothing(), &small, &Run::new());
    assert!(matches!(little, Err(EngineError::OutOfMemory { .. })), "{little:?}");

    // Under rules that forbid almost nothing, the possible rows are many.
    let asked = problem(21, Ruleset { symmetry: Symmetry::Rot180, single_cells: true, ..Ruleset::lax() });
    let frame = Frame::new(&asked).expect("a window");
    let few = Account::of(room(100 << 20));
    let taken = few.part();
    let words = frame.words().expect("few classes");
    let little = Tables::new(&words, frame.sides, &taken);
    assert!(matches!(little.err(), Some(EngineError::OutOfMemory { .. })));
}
