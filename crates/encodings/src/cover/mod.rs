//! The problem as exact cover: rows and columns are options that must agree in every square.
//!
//! Every way to fill a row or a column that the rules allow is an *option* ([`mod@line`]). Lines and squares that the symmetry maps to one
//! another are one ([`board`]). Each line is an item that each of its options covers. A square has two more items: `a` for "lies in an
//! across word" and `d` for "lies in a down word". The option of a row covers an item if it answers yes. The option of a column covers
//! it if it answers no. So every item is covered once exactly when rows and columns agree.
//!
//! Connectivity cannot be decided within one line, and is *not* part of the covers. If the rules require it, the covers are the grids and
//! the disconnected grids that obey every other rule. Without that rule, each cover is one grid.
//!
//! [`write()`] gives the text form of Knuth's DLX programs (The Art of Computer Programming 4B, 7.2.2.1): a line of items, then one line for
//! each option. Lines that begin with `|` are comments. If the rules would allow the all-black grid, each row also passes to the next one
//! if a white square has occurred.

pub mod board;
pub mod line;

use std::io::{self, Write};

use super::stated::heading;
use board::{Board, Direction};
use gridcheck_core::problem::Problem;
use line::{LineOption, for_each_option};

impl Board {
    /// Passes on the items of squares that an option of a line covers: each as the number of the square, and 0 for `a` or 1 for `d`.
    /// Squares that no other line shares are left out.
    #[inline]
    pub fn covered(&self, line: usize, option: LineOption) -> impl Iterator<Item = (usize, usize)> {
        let direction = self.lines()[line].direction;
        let positions = self.lines()[line].positions.iter().enumerate();
        // A square that a line contains twice is answered for once.
        let shared = positions.filter(|(_, position)| position.twin.is_none() && self.is_shared(position.square));
        shared.flat_map(move |(i, position)| {
            let state = position.turned_state(option.state(i));
            let answer = usize::from(position.view(direction) == 0);
            (0..2).filter(move |question| state >> question & 1 == answer).map(|question| (position.square, question))
        })
    }
}

/// Writes the items and options.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let board = Board::new(problem);
    let line_rules = board.line_rules();
    for line in heading(problem) {
        writeln!(out, "| {line}")?;
    }
    let covers = if line_rules.connected {
        "the rule `connected` is NOT in these covers: they are the grids, and those that break that rule alone"
    } else {
        "one cover a grid"
    };
    writeln!(out, "| {covers}")?;
    writeln!(
        out,
        "| a2.3: the square in row 2, column 3 is in an across word; d2.3: in a down word; black if neither,"
    )?;
    writeln!(out, "| covered by its row where that is so and by its column where it is not")?;
    writeln!(out, "| row2, column3: what stands there, and in the lines that the symmetry makes of it")?;
    let pass_on = board.may_be_black();
    if pass_on {
        writeln!(
            out,
            "| some2: there is a white square in the rows up to row2; covered by that row if so, else by the next"
        )?;
    }

    let rows = board.rows();
    let line_name = |line: usize| {
        let line = &board.lines()[line];
        format!("{}{}", if line.direction == Direction::Across { "row" } else { "column" }, line.index + 1)
    };
    let item_name = |(square, question): (usize, usize)| {
        let (r, c) = board.first_positions()[square];
        format!("{}{}.{}", ["a", "d"][question], r + 1, c + 1)
    };
    let mut items: Vec<String> = (0..board.lines().len()).map(line_name).collect();
    let shared = (0..board.first_positions().len()).filter(|&square| board.is_shared(square));
    items.extend(shared.flat_map(|square| [0, 1].map(|question| item_name((square, question)))));
    if pass_on {
        items.extend((1..rows).map(|row| format!("some{row}")));
    }
    writeln!(out, "{}", items.join(" "))?;

    let states = board.initial_states(problem);
    for (i, line) in board.lines().iter().enumerate() {
        let passing_on = pass_on && line.direction == Direction::Across;
        let (first, last) = (i == 0, i + 1 == rows);
        for_each_option(line, line_rules, &states, false, &mut |option: Option<LineOption>| {
            let Some(found) = option else { return Ok(()) };
            let option = std::iter::once(line_name(i))
                .chain(board.covered(i, found).map(item_name))
                .collect::<Vec<_>>()
                .join(" ");
            if !passing_on {
                return writeln!(out, "{option}");
            }
            for some_before in [false, true] {
                let some = some_before || found.white() != 0;
                if some_before && first || last && !some {
                    continue;
                }
                write!(out, "{option}")?;
                if !first && !some_before {
                    write!(out, " some{i}")?;
                }
                if !last && some {
                    write!(out, " some{}", i + 1)?;
                }
                writeln!(out)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}
