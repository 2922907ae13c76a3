//! Finds the models of a formula by branching on the squares and unit propagation: slow, short, and without a library.

/// A formula under a partial assignment. Counters are kept for every clause, so that undoing an assignment is subtraction.
pub struct Models {
    clauses: Vec<Vec<i32>>,
    /// The clauses that contain each literal, by [`index`].
    occurrences: Vec<Vec<usize>>,
    /// The value of each variable, if it has one.
    values: Vec<Option<bool>>,
    /// For each clause the number of its true literals, and of those without a value.
    states: Vec<(usize, usize)>,
    trail: Vec<i32>,
}

fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Models {
    /// Creates a formula of this many variables, without values.
    pub fn new<'a>(variables: usize, clauses: impl Iterator<Item = &'a [i32]>) -> Self {
        let clauses: Vec<Vec<i32>> = clauses.map(<[i32]>::to_vec).collect();
        let mut occurrences = vec![Vec::new(); 2 * variables + 2];
        for (i, clause) in clauses.iter().enumerate() {
            assert!(!clause.is_empty(), "an empty clause");
            for &literal in clause {
                assert!(literal != 0 && literal.unsigned_abs() as usize <= variables, "{clause:?}");
                occurrences[index(literal)].push(i);
            }
        }
        let states = clauses.iter().map(|clause| (0, clause.len())).collect();
        Models { clauses, occurrences, values: vec![None; variables + 1], states, trail: Vec::new() }
    }

    /// Returns the colours of every model, true for white, in increasing order. Panics if the squares, variables 1 to `squares`,
    /// do not determine every other variable.
    pub fn all(mut self, squares: usize) -> Vec<Vec<bool>> {
        let mut found = Vec::new();
        let units: Vec<i32> = self.clauses.iter().filter(|clause| clause.len() == 1).flatten().copied().collect();
        if units.into_iter().all(|unit| self.assign(unit)) {
            self.branch(squares, &mut found);
        }
        found
    }

    fn branch(&mut self, squares: usize, found: &mut Vec<Vec<bool>>) {
        let Some(open) = (1..=squares).find(|&square| self.values[square].is_none()) else {
            assert!(self.values[1..].iter().all(Option::is_some), "the squares leave a variable open");
            found.push(self.values[1..=squares].iter().flatten().copied().collect());
            return;
        };
        for literal in [-(open as i32), open as i32] {
            let before = self.trail.len();
            if self.assign(literal) {
                self.branch(squares, found);
            }
            while self.trail.len() > before {
                self.take_back();
            }
        }
    }

    /// Assigns a true literal and its consequences. Returns `true` if there is no contradiction.
    fn assign(&mut self, literal: i32) -> bool {
        let mut to_do = vec![literal];
        while let Some(literal) = to_do.pop() {
            match self.values[literal.unsigned_abs() as usize] {
                Some(value) if value == (literal > 0) => continue,
                Some(_) => return false,
                None => {}
            }
            self.values[literal.unsigned_abs() as usize] = Some(literal > 0);
            self.trail.push(literal);
            for &clause in &self.occurrences[index(literal)] {
                self.states[clause].0 += 1;
                self.states[clause].1 -= 1;
            }
            let mut contradiction = false;
            for &clause in &self.occurrences[index(-literal)] {
                self.states[clause].1 -= 1;
                contradiction |= self.states[clause] == (0, 0);
                if self.states[clause] == (0, 1) {
                    let open = |literal: &&i32| self.values[literal.unsigned_abs() as usize].is_none();
                    to_do.extend(self.clauses[clause].iter().find(open));
                }
            }
            if contradiction {
                return false;
            }
        }
        true
    }

    fn take_back(&mut self) {
        let Some(literal) = self.trail.pop() else { return };
        self.values[literal.unsigned_abs() as usize] = None;
        for &clause in &self.occurrences[index(literal)] {
            self.states[clause].0 -= 1;
            self.states[clause].1 += 1;
        }
        for &clause in &self.occurrences[index(-literal)] {
            self.states[clause].1 += 1;
        }
    }
}
