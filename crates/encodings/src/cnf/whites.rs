//! The minimum number of white squares in a line.
//!
//! A minimum of one is a clause. A larger minimum needs a counter (Sinz 2005): "at least t of the first i squares are white", for each i
//! and each t up to the minimum. The counter's clauses are equivalences.
//!
//! If all white squares are connected and the outer lines contain some, every line between contains one: a path from the first row to the
//! last crosses them all. The formula states this for each line, because otherwise it follows only from many clauses together.

use super::Cnf;
use super::lines::EncodedLine;
use super::requirements::WhiteMinimum;

/// Adds the clauses of one line.
pub(super) fn encode(cnf: &mut Cnf, line: &EncodedLine, whites: WhiteMinimum) {
    let n = line.squares.len();
    let WhiteMinimum { least, edges, connected } = whites;
    if least > n {
        cnf.contradict();
    } else if least > 1 {
        // Entry t - 1 is "at least t of the squares so far are white". There is no entry for a t above the number of squares so far.
        let mut counter: Vec<i32> = Vec::new();
        for (i, &white) in line.squares.iter().enumerate() {
            let mut next = Vec::with_capacity(least);
            for t in 1..=least.min(i + 1) {
                // At least t of the squares before, or at least t - 1 of them and this square.
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
