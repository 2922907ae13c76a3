//! A refutation as files: LRAT for checkers that want hints, DRAT for those that find them themselves.
//!
//! Lemmas that the empty one does not rest on are left out. Each clause is forgotten right after its last use, so that a
//! checker never holds more than it needs. The DRAT proof (Wetzler, Heule & Hunt 2014, "DRAT-trim") has the same lemmas in the same
//! order; it forgets lemmas of two literals and more, but not excluding clauses, which would have to be written out once more.

use std::io::{self, Write};

use crate::found::{Found, Source};

/// A refutation's lemmas that matter, and when each clause is used last.
pub(super) struct Proof<'a> {
    found: &'a Found,
    /// Clauses of the formula.
    formula: usize,
    /// By grid, in the order of finding: its place among the excluding clauses, from 0.
    places: &'a [usize],
    /// The lemmas that the last one rests on, in order, and itself.
    used: Vec<usize>,
    /// By lemma: its number in the proof; 0 if it is left out.
    numbers: Vec<usize>,
    /// By place in `used`: the clauses that are used there for the last time.
    last_uses: Vec<Vec<Source>>,
}

impl<'a> Proof<'a> {
    /// `places`: by grid, in the order of finding, its place in the list of grids.
    pub(super) fn new(found: &'a Found, formula: usize, places: &'a [usize]) -> Self {
        let lemmas = found.lemmas.len();
        let mut is_used = vec![false; lemmas];
        is_used[lemmas - 1] = true;
        for lemma in (0..lemmas).rev() {
            if is_used[lemma] {
                for &hint in found.hints.of(lemma) {
                    if let Source::Lemma(earlier) = hint {
                        is_used[earlier as usize] = true;
                    }
                }
            }
        }
        let used: Vec<usize> = (0..lemmas).filter(|&lemma| is_used[lemma]).collect();
        let mut numbers = vec![0; lemmas];
        for (i, &lemma) in used.iter().enumerate() {
            numbers[lemma] = formula + places.len() + i + 1;
        }
        let (mut seen_lemmas, mut seen_grids) = (vec![false; lemmas], vec![false; places.len()]);
        let mut last_uses = vec![Vec::new(); used.len()];
        for (i, &lemma) in used.iter().enumerate().rev() {
            for &hint in found.hints.of(lemma) {
                let seen = match hint {
                    // The formula is short, and other tools may like to see it whole.
                    Source::Formula(_) => continue,
                    Source::Blocking(grid) => &mut seen_grids[grid as usize],
                    Source::Lemma(earlier) => &mut seen_lemmas[earlier as usize],
                };
                if !std::mem::replace(seen, true) {
                    last_uses[i].push(hint);
                }
            }
        }
        Proof { found, formula, places, used, numbers, last_uses }
    }

    /// How many steps derive a clause.
    pub(super) fn steps(&self) -> usize {
        self.used.len()
    }

    /// The number of a clause in `complete.cnf` followed by the proof, from 1.
    fn number(&self, source: Source) -> usize {
        match source {
            Source::Formula(index) => index as usize + 1,
            Source::Blocking(grid) => self.formula + self.places[grid as usize] + 1,
            Source::Lemma(lemma) => self.numbers[lemma as usize],
        }
    }

    /// Step `i` as LRAT, with what is forgotten after it.
    pub(super) fn write_lrat_step(&self, i: usize, out: &mut impl Write) -> io::Result<()> {
        let lemma = self.used[i];
        write!(out, "{}", self.numbers[lemma])?;
        write_literals(self.found.lemmas.get(lemma), " ", out)?;
        for &hint in self.found.hints.of(lemma) {
            write!(out, " {}", self.number(hint))?;
        }
        writeln!(out, " 0")?;
        if i + 1 < self.used.len() && !self.last_uses[i].is_empty() {
            write!(out, "{} d", self.numbers[lemma])?;
            for &source in &self.last_uses[i] {
                write!(out, " {}", self.number(source))?;
            }
            writeln!(out, " 0")?;
        }
        Ok(())
    }

    /// Step `i` as DRAT, with what is forgotten after it.
    pub(super) fn write_drat_step(&self, i: usize, out: &mut impl Write) -> io::Result<()> {
        write_literals(self.found.lemmas.get(self.used[i]), "", out)?;
        writeln!(out)?;
        for &source in &self.last_uses[i] {
            let Source::Lemma(lemma) = source else { continue };
            let clause = self.found.lemmas.get(lemma as usize);
            // DRAT-trim keeps clauses of one literal in any case, and complains.
            if clause.len() > 1 {
                write_literals(clause, "d ", out)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

/// A clause with its final 0.
fn write_literals(clause: &[i32], before: &str, out: &mut impl Write) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    for literal in clause {
        write!(out, "{literal} ")?;
    }
    write!(out, "0")
}
