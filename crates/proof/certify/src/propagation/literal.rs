//! Represents literals as a separate type, to prevent confusion with DIMACS numbers and indices.

use std::ops::Not;

/// A variable or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Literal(u32);

impl Literal {
    /// Returns the literal that DIMACS writes as this number, which is not 0.
    pub(crate) fn from_dimacs(number: i32) -> Self {
        Literal(2 * number.unsigned_abs() + u32::from(number < 0))
    }

    /// Returns the number of the literal in DIMACS.
    pub(crate) fn to_dimacs(self) -> i32 {
        let variable = self.variable() as i32;
        if self.0.is_multiple_of(2) { variable } else { -variable }
    }

    /// Returns the literal that a square, from 1, is white. Its variable has the number of the square.
    pub(crate) fn white(square: usize) -> Self {
        Literal(2 * square as u32)
    }

    /// Returns the number of the variable, from 1.
    pub(crate) fn variable(self) -> usize {
        self.0 as usize / 2
    }

    /// Returns the index of the literal in tables with two entries per variable. The first pair of entries is unused.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Literal(self.0 ^ 1)
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
}
