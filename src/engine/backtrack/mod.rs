//! placeholder, replaced by the engine
use super::listing::Collector;
use super::{Ability, Engine, EngineError, Run};
use crate::problem::Problem;

/// placeholder
pub struct Backtrack;

impl Engine for Backtrack {
    fn name(&self) -> &'static str {
        "backtrack"
    }
    fn method(&self) -> &'static str {
        ""
    }
    fn ability(&self, _problem: &Problem) -> Ability {
        Ability::Unable(String::new())
    }
    fn list(&self, _problem: &Problem, _run: &Run, _collector: &dyn Collector) -> Result<(), EngineError> {
        Err(EngineError::Unable { engine: "backtrack", why: String::new() })
    }
}
