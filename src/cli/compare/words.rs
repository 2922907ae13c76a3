//! Words the findings of a comparison.

use crate::compare::narrow::Obstacle;
use crate::compare::{DifferenceKind, DisputedPart, Remark};
use crate::plural::plural;

/// Returns why a grid is shown.
pub(super) fn found(found: &DifferenceKind) -> String {
    match found {
        DifferenceKind::Listed { engines: [first, second], times: [1, 0] } => {
            format!("only {first} has this grid, {second} does not")
        }
        DifferenceKind::Listed { engines: [first, second], times: [0, 1] } => {
            format!("only {second} has this grid, {first} does not")
        }
        DifferenceKind::Listed { engines: [first, second], times: [a, b] } => {
            format!("{first} gives this grid {}, {second} {}", plural(*a, "time"), plural(*b, "time"))
        }
        DifferenceKind::Counted { engines: [first, second], counts: [1, 0] } => {
            format!("{first} counts this grid, {second} does not")
        }
        DifferenceKind::Counted { engines: [first, second], counts: [0, 1] } => {
            format!("{second} counts this grid, {first} does not")
        }
        DifferenceKind::Counted { engines: [first, second], counts: [a, b] } => {
            format!("with every square given, {first} counts {a} and {second} {b}")
        }
        DifferenceKind::Refused { engine } => format!("{engine} has this grid, and it is not an answer"),
    }
}

/// Describes a part that two engines count differently, where no single grid was found.
pub(super) fn part(part: &DisputedPart) -> String {
    let DisputedPart { givens: _, engines: [first, second], counts: [a, b], obstacle } = part;
    let why = obstacle.as_ref().map_or_else(String::new, |why| format!(" ({})", self::obstacle(why, part.engines)));
    format!("with these squares given, {first} counts {a} and {second} {b}{why}")
}

/// Describes a fact that concerns no single grid.
pub(super) fn remark(remark: &Remark) -> String {
    match remark {
        Remark::MatchedInDispute { engine } => {
            format!("the list is held against {engine}, whose answer is itself in dispute")
        }
        Remark::OutsideGivens { list, grids } => {
            let (have, are) = if *grids == 1 { ("does not have", "is") } else { ("do not have", "are") };
            format!("{list}: {grids} of its grids {have} the given squares and {are} left out of the comparison")
        }
        Remark::AtOdds { engines: [first, second] } => format!(
            "{first} and {second} disagree on the whole and agree on the part where they differ, its rows given: one of them \
             is at odds with itself"
        ),
        Remark::OneWitness { engines, shared } => {
            format!("{} share {shared}: they are one witness", engines.join(" and "))
        }
        Remark::NotNarrowed { engines, obstacle } => {
            let [first, second] = engines;
            let why = self::obstacle(obstacle, *engines);
            format!("{first} and {second} cannot be held together square by square: {why}")
        }
    }
}

fn obstacle(obstacle: &Obstacle, [first, second]: [&str; 2]) -> String {
    match obstacle {
        Obstacle::Declined { engine, why } => format!("{engine} declines a smaller part: {why}"),
        Obstacle::HalvesAgree { square: (r, c) } => format!(
            "{first} and {second} agree on both halves of it, row {}, column {} white and black: one of them is at odds with \
             itself",
            r + 1,
            c + 1
        ),
    }
}
