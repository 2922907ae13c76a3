//! The formula of barred grids: all squares are white, and the first variables are bars.
//!
//! The first variables are the orbits of edges under the symmetry, true if there is a bar on each edge of the orbit. So symmetry needs no
//! clauses. All other variables are functions of the bars, as in the formula of grids without bars. No clause is shared with that formula
//! except those for sums in [`constraints`](super::constraints).
//!
//! | module | its variables and clauses state |
//! |---|---|
//! | [`edges`] | the orbits of edges; it has no clause |
//! | [`letters`] | squares that are in words across and down |
//! | [`words`] | lengths of words, and their unchecked letters |
//! | [`reach`] | connectivity |
//! | [`totals`] | the terms of sums over the whole grid |
//! | [`value`] | conjunctions and disjunctions, which may be constant |

mod edges;
mod letters;
mod reach;
mod totals;
mod value;
mod words;

use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords};

use super::{Choices, Cnf, constraints};
use crate::stated::heading;
use letters::Letters;
use totals::Totals;
use words::WordLimits;

pub(super) use edges::Edges;

/// Returns the formula of a problem about barred grids, with the clauses for connectivity or without them.
pub(super) fn formula(problem: &Problem, with_connectivity: bool) -> Cnf {
    let RulesOnWords { min_word, single_cells, checking, max_unchecked_run, max_unchecked_run_at_ends, max_word } =
        problem.rules().on_words();
    // A rule set for bars requires nothing of black squares.
    let RulesOnLines { min_white_per_row: _, max_black_run: _ } = problem.rules().on_lines();
    let RulesOnGrid { edges: _, connected, symmetry } = problem.rules().on_grid();
    let size = problem.size();
    let edges = Edges::new(size, symmetry);
    let comments = introduction(problem, &edges);
    let mut cnf = Cnf::without_clauses(size, Choices::Bars(edges.clone()), comments);
    add_givens(&mut cnf, problem, &edges);

    // A run of one square is a letter of the word that crosses it, and unchecked there.
    let all_checked = !single_cells || checking == Checking::All || max_unchecked_run == Limit::AtMost(0);
    let letters = Letters::new(&mut cnf, &edges, all_checked);
    let limits = WordLimits {
        shortest: min_word,
        longest: max_word,
        checking,
        inside: max_unchecked_run,
        at_ends: max_unchecked_run_at_ends,
    };
    let lines = edges.lines();
    for line in &lines {
        words::encode(&mut cnf, line, &letters, &limits);
    }
    if connected && with_connectivity {
        reach::encode(&mut cnf, &edges);
    }
    let totals = Totals { edges: &edges, letters: &letters, lines: &lines };
    constraints::encode(&mut cnf, &totals, problem.rounded_constraints());
    cnf
}

/// Adds a clause for each edge at the right of a given square or below it.
fn add_givens(cnf: &mut Cnf, problem: &Problem, edges: &Edges) {
    for edge in gridcheck_core::grid::edges_of(problem.size()) {
        if let (Some(bar), Some(is_bar)) = (edges.variable(edge), problem.givens().bar(edge)) {
            cnf.clause(&[if is_bar { bar } else { -bar }]);
        }
    }
}

/// Returns the comments at the head of the file.
fn introduction(problem: &Problem, edges: &Edges) -> Vec<String> {
    let mut lines = heading(problem);
    lines.push("one model a grid; true means a bar; the auxiliary variables are functions of the bars".to_owned());
    for (variable, orbit) in (1..).zip(edges.of_variables()) {
        let edge = |&((r, c), (below, right))| {
            format!("between row {}, column {} and row {}, column {}", r + 1, c + 1, below + 1, right + 1)
        };
        let places: Vec<String> = orbit.iter().map(edge).collect();
        let bars = if places.len() == 1 { "bar" } else { "bars" };
        lines.push(format!("variable {variable} is the {bars} {}", places.join("; ")));
    }
    lines
}
