//! The grids of a formula and the proof that there are no others, found together by one search.
//!
//! The search decides squares in reading order and propagates units after each (Davis, Logemann & Loveland 1962). Where all
//! squares have a value and no clause is broken, a grid is found, and the clause that excludes just it is broken at once.
//! From a broken clause on, reasons are resolved into it, the last literal first, until it holds no literal of the last
//! decision's block but the decision itself. What is left is a *lemma*: it follows by unit propagation from the clauses
//! resolved, in the order in which they had propagated; they are its hints. All blocks above its last literal are
//! taken back (conflict-directed backjumping, Prosser 1993), and there the lemma turns the decision round. When a lemma
//! without literals is left, the formula with all excluding clauses has no model.
//!
//! A lemma learned where no grid was met (that some squares cut others off, mostly) is kept and propagates like the formula's
//! own clauses (Marques-Silva & Sakallah 1996). A lemma that rests on an excluding clause concerns one corner of the tree and
//! only serves as a reason there. So every excluding clause is used exactly once, where it arises, and the number of grids
//! does not slow the search; a general solver that is handed them all at the start has tens of thousands of long clauses to
//! watch.
//!
//! Tried, for British 9 × 9: resolving until only decisions are left makes the proof longer (206,000 steps and 189 MB of LRAT
//! for 124,000 and 147 MB), since what is learned about squares cut off is then less general.
//!
//! Invariant: the trail is cut into *blocks*, block 0 without a decision, each other begun by one. Each literal on the trail
//! is a decision, or the one literal of its reason that is not false by the literals before it. A lemma uses earlier ones only.

use super::clauses::{Clauses, Formula};
use super::manifest::MOST_GRIDS;
use super::refusal::Refusal;

/// A clause that a lemma was derived from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The formula's clause of this index, from 0.
    Formula(u32),
    /// The clause that excludes the grid of this index, in the order of finding.
    Excluding(u32),
    /// The lemma of this index.
    Lemma(u32),
}

/// What a search found: the grids, and a refutation of there being more.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The colour of each square of each grid, in the order of finding, true for white.
    pub(super) grids: Vec<Box<[bool]>>,
    /// The lemmas; the last one is empty.
    pub(super) lemmas: Clauses,
    /// What each lemma was derived from, in the order in which it propagates.
    pub(super) hints: Hints,
}

/// Hints of one lemma after the other in one vector.
#[derive(Debug, Default)]
pub(super) struct Hints {
    sources: Vec<Source>,
    ends: Vec<usize>,
}

impl Hints {
    pub(super) fn of(&self, lemma: usize) -> &[Source] {
        let start = if lemma == 0 { 0 } else { self.ends[lemma - 1] };
        &self.sources[start..self.ends[lemma]]
    }
}

/// Told of the work as it goes on: the share of the tree that is done, and the grids found so far. May stop it.
pub(super) type Watcher<'a> = &'a mut dyn FnMut(f64, usize) -> Result<(), Stop>;

/// Why a search ended without an answer.
#[derive(Debug)]
pub(super) enum Stop {
    /// The watcher wants no more.
    Asked,
    /// The formula is not of the kind that this search is for.
    Refused(Refusal),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}

/// Finds all assignments of the variables 1 to `squares` that extend to a model of the formula. Given all of these, unit
/// propagation must give every other variable a value, or break a clause.
pub(super) fn search(formula: &Formula, squares: usize, watcher: Watcher) -> Result<Found, Stop> {
    let mut search = Search::new(formula, squares);
    let mut conflict = search.start();
    let mut conflicts = 0_u64;
    loop {
        let broken = if let Some(clause) = conflict {
            search.broken(clause)
        } else if search.decide() {
            conflict = search.propagate();
            continue;
        } else {
            search.exclude()?
        };
        conflicts += 1;
        if conflicts.is_multiple_of(256) {
            watcher(search.done, search.found.grids.len())?;
        }
        if !search.learn(&broken) {
            watcher(1.0, search.found.grids.len())?;
            return Ok(search.found);
        }
        conflict = search.propagate();
    }
}

/// A clause of the store, by index: the formula's first, then the lemmas.
type ClauseIndex = u32;

/// No clause: the literal is a decision.
const DECISION: ClauseIndex = u32::MAX;
/// Of a literal that its block holds: it goes when that goes.
const HERE: u32 = u32::MAX;

/// Found under the literal whose falsity concerns the clause.
#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseIndex,
    /// Some other literal of the clause: where it is true there is nothing to look at.
    blocker: i32,
}

/// A clause without a true or open literal.
struct Broken {
    literals: Vec<i32>,
    source: Source,
}

struct Search {
    squares: usize,
    /// Clauses of the formula.
    formula: usize,
    /// The formula's clauses and the lemmas, one after the other; the first two literals of each are watched.
    literals: Vec<i32>,
    ends: Vec<usize>,
    /// By [`code`] of a literal.
    watches: Vec<Vec<Watch>>,
    /// By code of a literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable.
    reasons: Vec<ClauseIndex>,
    /// By variable: the block that its value was given in ...
    blocks: Vec<u32>,
    /// ... and the block that it could have been given in already, where a lemma gave it.
    earliest: Vec<u32>,
    /// By variable of block 0: the clause that is just this literal.
    units: Vec<Source>,
    trail: Vec<i32>,
    propagated: usize,
    /// Where each block but the first begins on the trail.
    begins: Vec<usize>,
    /// For each block, the share of the whole tree that it has yet to visit itself.
    shares: Vec<f64>,
    done: f64,
    /// By lemma: whether it rests on an excluding clause.
    rests_on_excluding: Vec<bool>,
    /// By variable: whether the clause under way holds it.
    held: Vec<bool>,
    found: Found,
}

fn variable(literal: i32) -> usize {
    literal.unsigned_abs() as usize
}

fn code(literal: i32) -> usize {
    2 * variable(literal) + usize::from(literal < 0)
}

impl Search {
    fn new(formula: &Formula, squares: usize) -> Self {
        let variables = formula.variables;
        let mut search = Search {
            squares,
            formula: formula.clauses.len(),
            literals: Vec::new(),
            ends: Vec::new(),
            watches: vec![Vec::new(); 2 * variables + 2],
            values: vec![0; 2 * variables + 2],
            reasons: vec![DECISION; variables + 1],
            blocks: vec![0; variables + 1],
            earliest: vec![HERE; variables + 1],
            units: vec![Source::Formula(0); variables + 1],
            trail: Vec::new(),
            propagated: 0,
            begins: Vec::new(),
            shares: vec![1.0],
            done: 0.0,
            rests_on_excluding: Vec::new(),
            held: vec![false; variables + 1],
            found: Found::default(),
        };
        let mut clause = Vec::new();
        for literals in formula.clauses.iter() {
            // A literal that comes twice counts once, or a clause of one literal would not be seen to be one.
            clause.clear();
            for &literal in literals {
                if !clause.contains(&literal) {
                    clause.push(literal);
                }
            }
            search.store(&clause);
            if clause.len() >= 2 {
                search.watch((search.ends.len() - 1) as ClauseIndex);
            }
        }
        search
    }

    fn store(&mut self, clause: &[i32]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    fn range(&self, clause: ClauseIndex) -> std::ops::Range<usize> {
        let clause = clause as usize;
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] };
        start..self.ends[clause]
    }

    fn watch(&mut self, clause: ClauseIndex) {
        let start = self.range(clause).start;
        let (first, second) = (self.literals[start], self.literals[start + 1]);
        self.watches[code(first)].push(Watch { clause, blocker: second });
        self.watches[code(second)].push(Watch { clause, blocker: first });
    }

    fn source(&self, clause: ClauseIndex) -> Source {
        match (clause as usize).checked_sub(self.formula) {
            Some(lemma) => Source::Lemma(lemma as u32),
            None => Source::Formula(clause),
        }
    }

    fn broken(&self, clause: ClauseIndex) -> Broken {
        Broken { literals: self.literals[self.range(clause)].to_vec(), source: self.source(clause) }
    }

    fn block(&self) -> u32 {
        self.begins.len() as u32
    }

    /// Propagates the formula's clauses of one literal; a broken clause, if there is one.
    fn start(&mut self) -> Option<ClauseIndex> {
        for clause in 0..self.formula as ClauseIndex {
            let range = self.range(clause);
            match range.len() {
                0 => return Some(clause),
                1 => {
                    let literal = self.literals[range.start];
                    match self.values[code(literal)] {
                        0 => self.give(literal, clause, HERE),
                        1 => {}
                        _ => return Some(clause),
                    }
                }
                _ => {}
            }
        }
        self.propagate()
    }

    /// Makes `literal` true.
    fn give(&mut self, literal: i32, reason: ClauseIndex, earliest: u32) {
        let variable = variable(literal);
        self.values[code(literal)] = 1;
        self.values[code(-literal)] = -1;
        self.reasons[variable] = reason;
        self.blocks[variable] = self.block();
        self.earliest[variable] = earliest;
        self.trail.push(literal);
        if self.begins.is_empty() {
            self.units[variable] = self.unit(literal, reason);
        }
    }

    /// A clause that says just `literal`, which `reason` implies without any decision.
    fn unit(&mut self, literal: i32, reason: ClauseIndex) -> Source {
        let range = self.range(reason);
        if range.len() == 1 {
            return self.source(reason);
        }
        let others: Vec<i32> = self.literals[range].iter().copied().filter(|&other| other != literal).collect();
        let mut hints: Vec<Source> = others.into_iter().map(|other| self.units[variable(other)]).collect();
        hints.push(self.source(reason));
        let lemma = self.lemma(&[literal], &hints);
        self.source(lemma)
    }

    /// One more lemma.
    fn lemma(&mut self, literals: &[i32], hints: &[Source]) -> ClauseIndex {
        let rests = hints.iter().any(|hint| match hint {
            Source::Formula(_) => false,
            Source::Excluding(_) => true,
            Source::Lemma(lemma) => self.rests_on_excluding[*lemma as usize],
        });
        self.rests_on_excluding.push(rests);
        self.found.lemmas.push(literals.iter().copied());
        self.found.hints.sources.extend_from_slice(hints);
        self.found.hints.ends.push(self.found.hints.sources.len());
        self.store(literals);
        (self.ends.len() - 1) as ClauseIndex
    }

    /// Gives literals their values until no clause has just one literal left, or one has none: that one.
    fn propagate(&mut self) -> Option<ClauseIndex> {
        while self.propagated < self.trail.len() {
            let falsified = -self.trail[self.propagated];
            self.propagated += 1;
            let mut watches = std::mem::take(&mut self.watches[code(falsified)]);
            let mut kept = 0;
            let mut broken = None;
            for i in 0..watches.len() {
                let watch = watches[i];
                if broken.is_some() || self.values[code(watch.blocker)] == 1 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let range = self.range(watch.clause);
                let start = range.start;
                if self.literals[start] == falsified {
                    self.literals.swap(start, start + 1);
                }
                let first = self.literals[start];
                let value = self.values[code(first)];
                let other = if value == 1 {
                    None
                } else {
                    (start + 2..range.end).find(|&at| self.values[code(self.literals[at])] != -1)
                };
                if let Some(at) = other {
                    self.literals.swap(start + 1, at);
                    self.watches[code(self.literals[start + 1])].push(Watch { clause: watch.clause, blocker: first });
                    continue;
                }
                watches[kept] = Watch { clause: watch.clause, blocker: first };
                kept += 1;
                match value {
                    0 => self.give(first, watch.clause, HERE),
                    1 => {}
                    _ => broken = Some(watch.clause),
                }
            }
            watches.truncate(kept);
            self.watches[code(falsified)] = watches;
            if broken.is_some() {
                return broken;
            }
        }
        None
    }

    /// Begins a block with the first open square made black; false if there is none.
    fn decide(&mut self) -> bool {
        let Some(square) = (1..=self.squares as i32).find(|&square| self.values[code(square)] == 0) else {
            return false;
        };
        // Half of what this block has yet to see lies on either side of the decision.
        let half = self.shares[self.begins.len()] / 2.0;
        self.shares[self.begins.len()] = half;
        self.shares.push(half);
        self.begins.push(self.trail.len());
        self.give(-square, DECISION, HERE);
        true
    }

    /// Takes down the grid at hand; the clause that excludes it.
    fn exclude(&mut self) -> Result<Broken, Refusal> {
        if self.trail.len() + 1 < self.held.len() {
            return Err(Refusal::new("the colours of the squares leave a variable of the formula open"));
        }
        if self.found.grids.len() == MOST_GRIDS {
            return Err(Refusal::new(format!("more than the {MOST_GRIDS} grids that a certificate can have")));
        }
        let source = Source::Excluding(self.found.grids.len() as u32);
        let white = |square: i32| self.values[code(square)] == 1;
        let literals = (1..=self.squares as i32).map(|square| if white(square) { -square } else { square }).collect();
        let grid = (1..=self.squares as i32).map(white).collect();
        self.found.grids.push(grid);
        Ok(Broken { literals, source })
    }

    /// Derives a lemma from a broken clause, takes back the blocks that it refutes, and applies it; false if it is empty.
    fn learn(&mut self, broken: &Broken) -> bool {
        let mut from_units = Vec::new();
        // In the order of resolution, the reverse of that in which they propagate.
        let mut hints = vec![broken.source];
        for &literal in &broken.literals {
            self.hold(literal, &mut from_units);
        }
        let mut lemma = Vec::new();
        for at in (0..self.trail.len()).rev() {
            let literal = self.trail[at];
            let var = variable(literal);
            if !self.held[var] {
                continue;
            }
            let reason = self.reasons[var];
            let range = if reason == DECISION { 0..0 } else { self.range(reason) };
            // Below the decision, a literal is resolved away only if that brings no new one.
            let resolve = reason != DECISION
                && (lemma.is_empty()
                    || self.literals[range.clone()].iter().all(|&other| {
                        other == literal || self.held[variable(other)] || self.blocks[variable(other)] == 0
                    }));
            if !resolve {
                lemma.push(-literal);
                continue;
            }
            self.held[var] = false;
            hints.push(self.source(reason));
            for at in range {
                let other = self.literals[at];
                if other != literal {
                    self.hold(other, &mut from_units);
                }
            }
        }
        for &literal in &lemma {
            self.held[variable(literal)] = false;
        }
        hints.extend(from_units);
        hints.reverse();
        let clause = self.lemma(&lemma, &hints);
        let Some(&turned) = lemma.first() else { return false };
        // The lemma's literals are in the order of the trail, last first: the first two are the ones to watch.
        let target = self.blocks[variable(turned)] - 1;
        let earliest = lemma.get(1).map_or(0, |&literal| self.blocks[variable(literal)]);
        if lemma.len() >= 2 && !self.rests_on_excluding[clause as usize - self.formula] {
            self.watch(clause);
        }
        self.take_back(target);
        self.give(turned, clause, earliest);
        true
    }

    /// Puts a false literal into the clause under way, or, where it is false in any case, the clause that says so into `units`.
    fn hold(&mut self, literal: i32, units: &mut Vec<Source>) {
        let variable = variable(literal);
        if self.blocks[variable] > 0 {
            self.held[variable] = true;
        } else if !units.contains(&self.units[variable]) {
            units.push(self.units[variable]);
        }
    }

    /// Takes back all blocks above `target`, save what lemmas imply without them.
    fn take_back(&mut self, target: u32) {
        let begin = self.begins[target as usize];
        let above: Vec<i32> = self.trail.drain(begin..).collect();
        self.begins.truncate(target as usize);
        self.done += self.shares.drain(target as usize + 1..).sum::<f64>();
        self.propagated = begin;
        for &literal in &above {
            self.values[code(literal)] = 0;
            self.values[code(-literal)] = 0;
        }
        for literal in above {
            let variable = variable(literal);
            if self.earliest[variable] <= target {
                self.give(literal, self.reasons[variable], self.earliest[variable]);
            }
        }
    }
}
