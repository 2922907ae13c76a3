//! Random rule sets with every key and every symmetry: the automaton against engines.
//!
//! The strips are wider than those of the other tests, in which every grid is tried. A word of seven letters or more has long parts on both sides
//! of the middle, and some mistakes need them.

use std::time::Duration;

use super::*;

/// The widest strips that are compared, by height.
const WIDEST: [usize; 6] = [0, 0, 20, 16, 13, 11];
/// The time for one rule set to be explored, and then to be counted by engines. So a set with too many states is left out.
const PATIENCE: Duration = Duration::from_secs(2);

/// Compares the automaton's terms with engines. Returns `None` if strips do not support the rules or have too many states.
fn compared(height: usize, rules: &Ruleset) -> Option<Result<Comparison, StripError>> {
    let (strip, group) = match strip(height, rules) {
        Ok(question) => question,
        Err(StripError::Symmetry(_)) if !GROUPS.contains(&rules.symmetry) => return None,
        Err(StripError::Unsupported(UnsupportedRule::MaxBlackRun(_))) => return None,
        Err(error) => panic!("{error}: {rules:?}"),
    };
    let layer = match Layer::explore(&strip, group, &Run::new().within(PATIENCE)) {
        Ok(layer) => layer,
        Err(StripError::Unbounded(..) | StripError::TooManyStates(_) | StripError::Run(EngineError::Stopped)) => {
            return None;
        }
        Err(error) => panic!("{error}: {rules:?}"),
    };
    let sequence = Sequence { automaton: layer.automaton, group, single: layer.single };
    let terms = sequence.exact(WIDEST[height], &Run::new()).expect("no stop");
    Some(comparison::compare(height, rules, &terms, ENGINES, PATIENCE, &Run::new()))
}

/// Draws a rule set over all keys and symmetries.
fn any_rules(rng: &mut SeededRng, checking: Checking) -> Ruleset {
    let symmetry = if rng.one_in(8) { rng.of(&Symmetry::ALL) } else { rng.of(&GROUPS) };
    let rules = Ruleset { checking, ..rng.rules(symmetry) };
    if rng.one_in(8) { rules } else { with_whites_up_to(MAX_SIZE, rules) }
}

/// Draws a rule set under which the automaton adds [`Balance`](crate::balance::Balance)s that are ample. A draw over all keys has one in a
/// hundred.
fn ample_rules(rng: &mut SeededRng) -> Ruleset {
    let rules = Ruleset { checking: Checking::AtLeastHalf, ..rng.common_rules(Symmetry::Rot180) };
    if rng.one_in(3) {
        Ruleset { max_word: Limit::AtMost(4 + rng.below(4)), ..rules }
    } else {
        Ruleset { max_unchecked_run: Limit::AtMost(1), max_word: Limit::Unlimited, ..rules }
    }
}

/// Compares this number of random rule sets, which strips support, with engines. The sets of each way to check letters are equally many, and every other
/// set has ample balances.
fn agree_on_random_rule_sets(sets: usize, first_seed: u64) {
    let (mut asked, mut terms, mut faults) = (0, 0, Vec::new());
    for seed in first_seed.. {
        let mut rng = SeededRng::new(seed);
        let checking = Checking::NAMED[asked / 2 % Checking::NAMED.len()];
        let rules = if asked % 2 == 0 { any_rules(&mut rng, checking) } else { ample_rules(&mut rng) };
        let height = 2 + rng.below(4);
        match compared(height, &rules) {
            Some(Ok(comparison)) => terms += comparison.compared_terms,
            Some(Err(error)) => faults.push(format!("seed {seed}: {error}: {rules:?}")),
            None => continue,
        }
        asked += 1;
        if asked == sets {
            break;
        }
    }
    println!("{sets} rule sets, {terms} terms, {} disagreements", faults.len());
    assert!(faults.is_empty(), "{} of {sets}:\n{}", faults.len(), faults.join("\n"));
    assert!(terms > 8 * sets, "{terms} terms of {sets} rule sets");
}

#[test]
fn random_rule_sets_give_the_terms_that_engines_count() {
    agree_on_random_rule_sets(60, 0);
}

/// Draws other rule sets for each value of `GRIDCHECK_STRIPS_SEED`.
#[test]
#[ignore = "minutes in release: 2,000 rule sets"]
fn two_thousand_random_rule_sets_give_the_terms_that_engines_count() {
    let number = std::env::var("GRIDCHECK_STRIPS_SEED").map_or(0, |text| text.parse().expect("a whole number"));
    agree_on_random_rule_sets(2000, 1_000_000 * number);
}
