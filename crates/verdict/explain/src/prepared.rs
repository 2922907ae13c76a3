//! Holds the problems that a search asks about, as the engines prepare them.

use gridcheck_core::problem::Problem;
use gridcheck_engine::blocks::SumKind;
use gridcheck_engine::{Candidates, Engines};

/// Problems and the engines that may count their grids. Each engine prepares each problem only once.
pub struct PreparedProblems {
    engines: Engines,
    problems: Vec<Candidates>,
}

impl PreparedProblems {
    /// Creates an empty collection. These engines will prepare its problems.
    pub fn new(engines: Engines) -> Self {
        PreparedProblems { engines, problems: Vec::new() }
    }

    /// Returns the candidates that count the grids of a problem.
    pub fn of(&mut self, problem: &Problem) -> &Candidates {
        let known = self.problems.iter().position(|candidates| candidates.problem() == problem);
        let place = known.unwrap_or_else(|| {
            self.problems.push(Candidates::new(self.engines, problem, &SumKind::Plain));
            self.problems.len() - 1
        });
        &self.problems[place]
    }
}
