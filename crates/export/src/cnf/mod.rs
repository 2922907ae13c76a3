//! The problem as a propositional formula whose models are the grids, one model a grid.
//!
//! Variables 1 to n² are the squares, row by row from the top left, true for white. All others are *auxiliary*, each
//! defined by equivalences from variables before it, so that the colours fix it; hence the plain number of models, the
//! number of models projected on the squares, and the number of grids are one number. What is defined, and how, is said where
//! it is: [`lines`] for words, [`balance`] for how many letters of a word are checked, [`whites`] for how many squares of a
//! line are white, [`reach`] for connectedness, [`constraints`] for what is counted in the whole grid.
//!
//! Where the rules ask for symmetry, squares that it ties together are equal by two-literal clauses, and of lines that it
//! ties together only one gets clauses: those of the others follow.
//!
//! Clauses are as short as can be had, and in squares alone where nothing is counted, because solvers are to refute this
//! formula with every grid excluded. With the same end some clauses that follow from the others are stated too.
//!
//! Invariant of [`Cnf`]: no clause is empty or holds 0 or a variable that is not there, and when every square has a colour, unit
//! propagation either finds a contradiction or gives every auxiliary variable its value.

mod balance;
mod constraints;
mod demands;
mod dimacs;
mod lines;
mod reach;
mod whites;

use super::heading;
use demands::Demands;
use gridcheck_core::grid::Grid;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::Symmetry;

/// A formula in conjunctive normal form. Literals are those of DIMACS: variable v as `v`, its negation as `-v`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cnf {
    size: usize,
    variables: i32,
    /// The clauses, one after the other.
    literals: Vec<i32>,
    /// Where each clause ends in `literals`.
    ends: Vec<usize>,
    comments: Vec<String>,
}

impl Cnf {
    /// The formula of a problem.
    pub fn of(problem: &Problem) -> Self {
        let Demands { words: _, checking: _, whites, connected, symmetry } = Demands::of(problem.rules());
        let mut cnf = Cnf::in_pieces(problem);
        if connected {
            let rows = reach::rows_of_root(problem.size(), whites, symmetry);
            reach::encode(&mut cnf, rows);
        }
        cnf
    }

    /// The formula without what says that all white squares hang together, which is most of it: its models are the grids, and of
    /// those in several pieces, but for which they obey every rule, some.
    pub fn in_pieces(problem: &Problem) -> Self {
        let n = problem.size();
        let mut cnf = Cnf {
            size: n,
            variables: (n * n) as i32,
            literals: Vec::new(),
            ends: Vec::new(),
            comments: introduction(problem),
        };
        let Demands { words, checking, whites, connected: _, symmetry } = Demands::of(problem.rules());
        cnf.give(problem);
        cnf.tie(symmetry);
        let lines = lines::representatives(n, symmetry.group());
        lines::encode_squares(&mut cnf, &words);
        for line in lines {
            lines::encode(&mut cnf, &line, &words);
            whites::encode(&mut cnf, &line, whites);
            balance::encode(&mut cnf, &line, checking, &words);
        }
        // Some square is white.
        let squares: Vec<i32> = cnf.squares().collect();
        cnf.clause(&squares);
        constraints::encode(&mut cnf, problem.rounded_constraints());
        cnf
    }

    /// How many variables there are, the squares among them.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// The variable of square (`r`, `c`), rows and columns counted from 0.
    pub fn square(&self, r: usize, c: usize) -> i32 {
        debug_assert!(r < self.size && c < self.size);
        (r * self.size + c + 1) as i32
    }

    /// The variables of the squares, 1 to n²: what a projected count is projected on.
    pub fn squares(&self) -> impl Iterator<Item = i32> + use<> {
        1..=(self.size * self.size) as i32
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause. There always is: some square must be white.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses, in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// What a reader of the formula should know, a line each.
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// One literal a square: the colours of `grid`, which has the size of the problem.
    pub fn literals_of(&self, grid: &Grid) -> Vec<i32> {
        let n = self.size;
        let colour = |(r, c)| if grid.is_white(r, c) { self.square(r, c) } else { -self.square(r, c) };
        (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).map(colour).collect()
    }

    /// Adds a clause.
    fn clause(&mut self, literals: &[i32]) {
        self.literals.extend_from_slice(literals);
        self.ends.push(self.literals.len());
    }

    /// A new variable; whoever asks for it defines it.
    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// A literal that is true exactly when `guard` and one of `causes` are: a new variable, or `guard` itself where it is among its
    /// causes; without causes it is false, and there is none.
    fn both(&mut self, guard: i32, causes: &[i32]) -> Option<i32> {
        if causes.is_empty() {
            return None;
        }
        if causes.contains(&guard) {
            return Some(guard);
        }
        let new = self.fresh();
        self.clause(&[-new, guard]);
        self.clause(&[&[-new], causes].concat());
        for &cause in causes {
            self.clause(&[new, -guard, -cause]);
        }
        Some(new)
    }

    /// A literal that is true exactly when one of these is: the literal itself if there is but one.
    fn either(&mut self, causes: &[i32]) -> i32 {
        if let [cause] = causes {
            return *cause;
        }
        let new = self.fresh();
        self.clause(&[&[-new], causes].concat());
        for &cause in causes {
            self.clause(&[new, -cause]);
        }
        new
    }

    /// The given squares.
    fn give(&mut self, problem: &Problem) {
        for r in 0..self.size {
            for c in 0..self.size {
                if let Some(white) = problem.givens().colour(r, c) {
                    self.clause(&[if white { self.square(r, c) } else { -self.square(r, c) }]);
                }
            }
        }
    }

    /// Every square has the colour of its first image under the symmetry.
    fn tie(&mut self, symmetry: Symmetry) {
        let n = self.size;
        for square in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
            let images = symmetry.group().iter().map(|transform| transform.square(n, n, square));
            let first = images.min().unwrap_or(square);
            if first != square {
                let (one, other) = (self.square(first.0, first.1), self.square(square.0, square.1));
                self.clause(&[-one, other]);
                self.clause(&[one, -other]);
            }
        }
    }
}

/// What stands at the head of the file.
fn introduction(problem: &Problem) -> Vec<String> {
    let n = problem.size();
    let mut lines = heading(problem);
    lines.push("one model a grid; true means white; the auxiliary variables are functions of the squares".to_owned());
    lines.extend(
        (0..n)
            .flat_map(|r| (0..n).map(move |c| (r, c)))
            .map(|(r, c)| format!("variable {} is the square in row {}, column {}", r * n + c + 1, r + 1, c + 1)),
    );
    lines
}
