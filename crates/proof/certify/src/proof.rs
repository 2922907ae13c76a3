//! Writes a refutation as a file in LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017).
//!
//! Lemmas that the empty clause does not depend on are left out. Each clause is deleted right after its last use, so that a checker never
//! holds more than it needs.

use std::io::{self, Write};

use crate::refutation::{Refutation, Source};

/// The needed lemmas of a refutation, and the last use of each clause.
pub(super) struct Proof<'a> {
    found: &'a Refutation,
    /// Number of clauses of the formula.
    formula: usize,
    /// The index of each grid among the excluding clauses, from 0. Grids are in the order of finding.
    places: &'a [usize],
    /// The lemmas that the empty clause depends on, in order, and the empty clause.
    used: Vec<usize>,
    /// The number of each lemma in the proof; 0 if it is left out.
    numbers: Vec<usize>,
    /// The clauses that are used for the last time by each lemma of `used`.
    last_uses: Vec<Vec<Source>>,
}

impl<'a> Proof<'a> {
    /// Selects the needed lemmas. `places` gives the index in the list for each grid, in the order of finding.
    pub(super) fn new(found: &'a Refutation, formula: usize, places: &'a [usize]) -> Self {
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
                    // Keep the formula's clauses: they are few, and other tools may need all of them.
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

    /// Returns the number of steps that derive a clause.
    pub(super) fn steps(&self) -> usize {
        self.used.len()
    }

    /// Returns the number of a clause in `complete.cnf` followed by the proof, from 1.
    fn number(&self, source: Source) -> usize {
        match source {
            Source::Formula(index) => index as usize + 1,
            Source::Blocking(grid) => self.formula + self.places[grid as usize] + 1,
            Source::Lemma(lemma) => self.numbers[lemma as usize],
        }
    }

    /// Writes step `i` as LRAT, with the deletions after it.
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
}

/// Writes a clause with its final 0.
fn write_literals(clause: &[i32], before: &str, out: &mut impl Write) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    for literal in clause {
        write!(out, "{literal} ")?;
    }
    write!(out, "0")
}
