//! Literals, a type of its own, so that none is taken for a number of DIMACS or for an index.

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
