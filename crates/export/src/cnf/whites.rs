//! How many squares of a line are white at least.
//!
//! One: a clause. More: a counter, "at least t of the first i squares are white" for each i and t up to the number asked
//! for (Sinz 2005), with equivalences both ways.
//!
//! Where all white squares hang together and the outer lines have some, so has every line between: a way from the first row
//! to the last crosses them all. That is said for each line, for it follows only from afar.

use super::Cnf;
use super::demands::Whites;
use super::lines::Line;

/// The clauses of one line.
pub(super) fn encode(cnf: &mut Cnf, line: &Line, whites: Whites) {
    let n = line.squares.len();
    let Whites { least, edges, connected } = whites;
    if least > n {
        // Not the empty clause, which not every program reads.
        cnf.clause(&line.squares[..1]);
        cnf.clause(&[-line.squares[0]]);
    } else if least > 1 {
        // Entry t - 1: at least t of the squares so far are white; none for a t that is out of reach.
        let mut counter: Vec<i32> = Vec::new();
        for (i, &white) in line.squares.iter().enumerate() {
            let mut next = Vec::with_capacity(least);
            for t in 1..=least.min(i + 1) {
                // This many before, or one less and this square.
                let before = counter.get(t - 1).copied();
                let with_this = if t == 1 { Some(white) } else { cnf.both(white, &counter[t - 2..t - 1]) };
                next.push(cnf.either(&before.into_iter().chain(with_this).collect::<Vec<_>>()));
            }
            counter = next;
        }
        cnf.clause(&counter[least - 1..]);
    }
    if least == 1 || edges && (line.outer || connected) {
        cnf.clause(&line.squares);
    }
}
