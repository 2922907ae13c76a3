use super::*;
use gridcheck_core::rules::{Checking, builtin};

#[test]
fn polyominoes() {
    for height in 1..=4 {
        let rules = Ruleset { edges: true, connected: true, ..Ruleset::lax() };
        let found = find(height, &rules, &Run::new()).expect("finite");
        println!("{height} {:?} order {} from {} growth {} {:?}", found.states, found.order(), found.holds_from, found.growth, found.first_terms(10).iter().map(|t| t.to_string()).collect::<Vec<_>>());
        println!("{:?}", found.coefficients.iter().map(|t| t.to_string()).collect::<Vec<_>>());
    }
    for height in 3..=6 {
        let rules = Ruleset { symmetry: Symmetry::None, ..builtin("british").unwrap() };
        println!("british {height} {:?}", find(height, &rules, &Run::new()).map(|found| (found.states, found.order())));
    }
}
