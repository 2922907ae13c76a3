//! Literals and decision levels, each a type of its own, so that neither is taken for the other or for an index.

use std::ops::Not;

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Literal(u32);

impl Literal {
    /// The literal that DIMACS writes as this number, which is not 0.
    pub fn from_dimacs(number: i32) -> Self {
        Literal(2 * number.unsigned_abs() + u32::from(number < 0))
    }

    /// The literal as DIMACS writes it.
    pub fn to_dimacs(self) -> i32 {
        let variable = self.variable() as i32;
        if self.0.is_multiple_of(2) { variable } else { -variable }
    }

    /// That a square, from 1, is white: its variable has the square's number.
    pub fn white(square: usize) -> Self {
        Literal(2 * square as u32)
    }

    /// The number of its variable, from 1.
    pub fn variable(self) -> usize {
        self.0 as usize / 2
    }

    /// A place of its own in tables with two entries a variable, the first pair unused.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
    }
}

/// How many decisions are on the trail up to some place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u32);

impl Level {
    /// Before any decision.
    pub const ROOT: Level = Level(0);

    /// The level after so many decisions.
    pub fn after(decisions: usize) -> Self {
        Level(decisions as u32)
    }

    /// The decisions on the trail up to here.
    pub fn decisions(self) -> usize {
        self.0 as usize
    }

    /// The level below this one, which is not the root.
    pub fn below(self) -> Self {
        Level(self.0 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_those_of_dimacs() {
        for number in [1, -1, 2, -2, 1 << 20, -(1 << 20)] {
            let literal = Literal::from_dimacs(number);
            assert_eq!(literal.to_dimacs(), number);
            assert_eq!((!literal).to_dimacs(), -number);
            assert_eq!(literal.variable(), number.unsigned_abs() as usize);
        }
        let indices: Vec<usize> = [1, -1, 2, -2].map(|number| Literal::from_dimacs(number).index()).to_vec();
        assert_eq!(indices, [2, 3, 4, 5]);
        assert_eq!(Literal::white(7).to_dimacs(), 7);
    }

    #[test]
    fn levels_count_decisions() {
        assert_eq!(Level::after(0), Level::ROOT);
        assert_eq!(Level::after(3).below(), Level::after(2));
        assert_eq!(Level::after(3).decisions(), 3);
    }
}
