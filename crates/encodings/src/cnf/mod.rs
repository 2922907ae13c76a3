//! The problem as a propositional formula. Each grid is one model.
//!
//! The first variables are the squares, row by row from the top left, true for white. All others are *auxiliary*. Equivalences define each of
//! them from earlier variables, so the colours determine its value. Therefore three numbers are equal: the models, the models projected on
//! the squares, and the grids. The formula of barred grids, whose first variables are bars, has its modules in [`bars`].
//!
//! | module | its variables and clauses state |
//! |---|---|
//! | [`lines`] | words and their unchecked letters |
//! | [`balance`] | the number of checked letters of a word |
//! | [`whites`] | the number of white squares of a line |
//! | [`reach`] | connectivity |
//! | [`constraints`] | counts over the whole grid |
//!
//! If the rules require symmetry, two-literal clauses make the squares of an orbit equal. Of the lines that the symmetry maps to one
//! another only one gets clauses; the clauses of the others follow.
//!
//! Clauses are as short as possible, and contain only squares where nothing is counted, because solvers must refute this formula with every
//! grid excluded. For this reason the formula also states some clauses that follow from others.
//!
//! Invariants of [`Cnf`]:
//! - No clause is empty, holds 0, or holds an undefined variable.
//! - When every square has a colour, or every bar a value, unit propagation either finds a contradiction or assigns every auxiliary variable.

mod balance;
mod bars;
mod constraints;
mod dimacs;
mod lines;
mod reach;
mod requirements;
#[cfg(test)]
mod tests;
mod whites;

use super::stated::heading;
use bars::Edges;
use constraints::Images;
use gridcheck_core::grid::{Edge, Grid};
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{GridKind, Symmetry};
use gridcheck_core::size::Size;
use requirements::Requirements;

/// A formula in conjunctive normal form. Literals are those of DIMACS: variable v as `v`, its negation as `-v`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cnf {
    size: Size,
    /// The first variables, which determine a grid.
    choices: Choices,
    variables: i32,
    /// The clauses, one after the other.
    literals: Vec<i32>,
    /// The end of each clause in `literals`.
    ends: Vec<usize>,
    comments: Vec<String>,
}

/// The meaning of the first variables.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choices {
    /// The squares, true for white.
    Squares,
    /// The bars, one variable for each orbit of edges.
    Bars(Edges),
}

/// Names the part that all programs share that solve this formula. They are one witness.
pub const SHARED: &str = "the translation into clauses";

impl Cnf {
    /// Returns the formula of a problem. It does not state the constraint that [`unsupported_constraint`](super::unsupported_constraint) names.
    pub fn of(problem: &Problem) -> Self {
        match problem.rules().kind {
            GridKind::Blocks => Cnf::of_blocks(problem),
            GridKind::Bars => bars::formula(problem, true),
        }
    }

    fn of_blocks(problem: &Problem) -> Self {
        let Requirements { words: _, checking: _, whites, connected, symmetry } = Requirements::of(problem.rules());
        let mut cnf = Cnf::of_blocks_in_pieces(problem);
        if connected {
            let rows = reach::rows_of_root(problem.height(), whites, symmetry);
            reach::encode(&mut cnf, rows);
        }
        cnf
    }

    /// Returns the formula without the clauses for connectivity, which are most of it.
    ///
    /// Its models are all grids of the problem, and some disconnected grids that obey every other rule.
    pub fn in_pieces(problem: &Problem) -> Self {
        match problem.rules().kind {
            GridKind::Blocks => Cnf::of_blocks_in_pieces(problem),
            GridKind::Bars => bars::formula(problem, false),
        }
    }

    fn of_blocks_in_pieces(problem: &Problem) -> Self {
        let size = problem.size();
        let mut cnf = Cnf::without_clauses(size, Choices::Squares, introduction(problem));
        let Requirements { words, checking, whites, connected: _, symmetry } = Requirements::of(problem.rules());
        cnf.add_givens(problem);
        let first = cnf.add_symmetry(symmetry);
        let lines = lines::representatives(size, symmetry.group());
        lines::encode_squares(&mut cnf, &words);
        for line in &lines {
            lines::encode(&mut cnf, line, &words);
            whites::encode(&mut cnf, line, whites);
            balance::encode(&mut cnf, line, checking, &words);
        }
        // A grid needs a white square.
        let squares: Vec<i32> = cnf.squares().collect();
        cnf.clause(&squares);
        constraints::encode(&mut cnf, &Images { first: &first, lines: &lines }, problem.rounded_constraints());
        cnf
    }

    /// Returns the formula without clauses, and without auxiliary variables.
    fn without_clauses(size: Size, choices: Choices, comments: Vec<String>) -> Self {
        let variables = match &choices {
            Choices::Squares => size.squares() as i32,
            Choices::Bars(edges) => edges.of_variables().len() as i32,
        };
        Cnf { size, choices, variables, literals: Vec::new(), ends: Vec::new(), comments }
    }

    /// Returns the number of variables, including the first ones, which determine a grid.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Returns the variable of square (`r`, `c`) in a formula of grids without bars. Rows and columns are counted from 0.
    pub fn square(&self, r: usize, c: usize) -> i32 {
        debug_assert!(r < self.size.rows() && c < self.size.columns());
        (r * self.size.columns() + c + 1) as i32
    }

    /// Returns the first variables, which determine a grid: the squares, or the bars. A projected count is projected on them.
    pub fn choices(&self) -> impl ExactSizeIterator<Item = i32> + use<> {
        let number = self.bars().map_or(self.size.squares(), <[_]>::len);
        (0..number).map(|index| index as i32 + 1)
    }

    /// Returns the variable that is true if an edge has a bar; `None` if grids have no bars.
    pub fn bar(&self, edge: Edge) -> Option<i32> {
        match &self.choices {
            Choices::Squares => None,
            Choices::Bars(edges) => edges.variable(edge),
        }
    }

    /// Returns the edges where variables 1, 2, … place bars; `None` if grids have no bars.
    pub fn bars(&self) -> Option<&[Vec<Edge>]> {
        match &self.choices {
            Choices::Squares => None,
            Choices::Bars(edges) => Some(edges.of_variables()),
        }
    }

    /// Returns the variables of the squares, in a formula of grids without bars.
    fn squares(&self) -> impl Iterator<Item = i32> + use<> {
        1..=self.size.squares() as i32
    }

    /// Returns the number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if the formula has no clause. It always has one: some square must be white, or each in a word.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the clauses, in order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// Returns one literal for each of the first variables: the colours or the bars of `grid`, which has the size and the symmetry of the
    /// problem.
    pub fn literals_of(&self, grid: &Grid) -> Vec<i32> {
        if let Some(bars) = self.bars() {
            let is_bar = |edges: &Vec<Edge>| edges.iter().all(|&(one, other)| grid.bars().between(one, other));
            return self.choices().zip(bars).map(|(bar, edges)| if is_bar(edges) { bar } else { -bar }).collect();
        }
        let colour = |(r, c)| if grid.is_white(r, c) { self.square(r, c) } else { -self.square(r, c) };
        self.size.positions().map(colour).collect()
    }

    /// Adds a clause. A literal that occurs twice is written once, and a clause that is always true is left out: symmetry makes different
    /// squares one variable.
    fn clause(&mut self, literals: &[i32]) {
        let begin = self.literals.len();
        for &literal in literals {
            let before = &self.literals[begin..];
            if before.contains(&-literal) {
                return self.literals.truncate(begin);
            }
            if !before.contains(&literal) {
                self.literals.push(literal);
            }
        }
        self.ends.push(self.literals.len());
    }

    /// Makes the formula unsatisfiable. A clause may not be empty, so two clauses contradict each other.
    fn contradict(&mut self) {
        let variable = if self.variables > 0 { 1 } else { self.fresh() };
        self.clause(&[variable]);
        self.clause(&[-variable]);
    }

    /// Returns a new variable. The caller must define it.
    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// Returns a literal that is true exactly when `guard` and one of `causes` are.
    ///
    /// The literal is a new variable, or `guard` if it is among its causes. Without causes the conjunction is false and there is no
    /// literal.
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

    /// Returns a literal that is true exactly when one of `causes` is. For a single cause, that is the cause.
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

    /// Adds a clause for each given square.
    fn add_givens(&mut self, problem: &Problem) {
        for (r, c) in self.size.positions() {
            if let Some(white) = problem.givens().colour(r, c) {
                self.clause(&[if white { self.square(r, c) } else { -self.square(r, c) }]);
            }
        }
    }

    /// Adds clauses that give every square the colour of its first image under the symmetry. Returns these, in the order of the squares.
    fn add_symmetry(&mut self, symmetry: Symmetry) -> Vec<i32> {
        let (height, width) = (self.size.rows(), self.size.columns());
        let first = |square: (usize, usize)| {
            let images = symmetry.group().iter().map(|transform| transform.square(height, width, square));
            let (r, c) = images.min().unwrap_or(square);
            self.square(r, c)
        };
        let first: Vec<i32> = self.size.positions().map(first).collect();
        for (&one, other) in first.iter().zip(self.squares()) {
            if one != other {
                self.clause(&[-one, other]);
                self.clause(&[one, -other]);
            }
        }
        first
    }
}

/// Returns the comments at the head of the file.
fn introduction(problem: &Problem) -> Vec<String> {
    let mut lines = heading(problem);
    lines.push("one model a grid; true means white; the auxiliary variables are functions of the squares".to_owned());
    lines.extend(
        (1..)
            .zip(problem.size().positions())
            .map(|(variable, (r, c))| format!("variable {variable} is the square in row {}, column {}", r + 1, c + 1)),
    );
    lines
}
