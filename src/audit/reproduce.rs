//! Returns the command that counts a question again, for a shell with process substitution (bash, zsh).

use super::question::Question;
use crate::constraint::Goal;
use crate::engine::ENGINES;
use crate::rules::{BUILTIN, Ruleset};

/// Returns a `gridcheck count` command that answers the question with the first engine that has answered it and that `count` has. A
/// rule set that is not built in is given as its differences from the nearest built-in set.
pub fn command(question: &Question) -> Option<String> {
    let engine = question.opinions.iter().find_map(|opinion| ENGINES.named(opinion.engine))?.name();
    let problem = &question.problem;
    let (base, changes) = nearest(problem.rules());
    let rules = if !changes.is_empty() {
        let keys: String = changes.iter().flat_map(|line| [line, "\\n"]).collect();
        format!(" --rules <(printf 'extends = \"{base}\"\\n{keys}')")
    } else if base == BUILTIN[0].name {
        String::new()
    } else {
        format!(" --rules {base}")
    };
    let constraints: Vec<String> =
        problem.constraints().iter().map(|constraint| format!(" --where '{constraint}'")).collect();
    let constraints = constraints.concat();
    let goal = match question.goal {
        None => String::new(),
        Some(Goal::Most(measure)) => format!(" --most '{measure}'"),
        Some(Goal::Fewest(measure)) => format!(" --fewest '{measure}'"),
    };
    Some(format!("gridcheck count --size {}{rules}{constraints}{goal} --engine {engine}", problem.size()))
}

/// Returns the built-in set with the fewest different keys, and those keys, each as a line of a rule file.
fn nearest(rules: &Ruleset) -> (&'static str, Vec<String>) {
    let changes = |base: &Ruleset| {
        let theirs = Ruleset { name: rules.name.clone(), ..base.clone() }.to_toml();
        let ours = rules.to_toml();
        ours.lines().zip(theirs.lines()).filter(|(a, b)| a != b).map(|(ours, _)| ours.to_owned()).collect::<Vec<_>>()
    };
    let bases = BUILTIN.iter().map(|set| (set.name, changes(&set.ruleset())));
    // `min_by_key` returns the first of several that are equally near.
    bases.min_by_key(|(_, changes)| changes.len()).unwrap_or((BUILTIN[0].name, Vec::new()))
}
