//! Returns the command that counts a question again, for a shell with process substitution (bash, zsh).

use super::question::{CountedQuantity, Question};
use gridcheck_core::constraint::Goal;
use gridcheck_core::rules::BUILTIN;
use gridcheck_registry::ENGINES;

/// Returns a `gridcheck` command that answers the question with the first engine that has answered it and that `count` has. A
/// rule set that is not built in is given as its differences from the nearest built-in set.
pub fn command(question: &Question) -> Option<String> {
    let engine = question.opinions.iter().find_map(|opinion| ENGINES.named(opinion.engine))?.name();
    let problem = &question.problem;
    let (base, changes) = problem.rules().nearest();
    let rules = if !changes.is_empty() {
        let keys: String = changes.iter().flat_map(|line| [line, "\\n"]).collect();
        format!(" --rules <(printf 'extends = \"{base}\"\\n{keys}')")
    } else if base == BUILTIN[0].name {
        String::new()
    } else {
        format!(" --rules {base}")
    };
    let given = if problem.givens().is_empty() {
        String::new()
    } else {
        format!(" --given <(printf '{}\\n')", problem.givens().to_string().replace('\n', "\\n"))
    };
    let constraints: Vec<String> =
        problem.constraints().iter().map(|constraint| format!(" --where '{constraint}'")).collect();
    let constraints = constraints.concat();
    let of_problem = format!("--size {}{rules}{given}{constraints}", problem.size());
    let counted = |goal: &str| format!("gridcheck count {of_problem}{goal} --engine {engine}");
    // A pipe would end the cell of a table of Markdown.
    let file = "grids.txt";
    let listed =
        |find: &str| format!("gridcheck list {of_problem} --engine {engine} > {file}; gridcheck find {find} {file}");
    Some(match &question.sought {
        CountedQuantity::Grids => counted(""),
        CountedQuantity::Extreme(Goal::Most(measure)) => counted(&format!(" --most '{measure}'")),
        CountedQuantity::Extreme(Goal::Fewest(measure)) => counted(&format!(" --fewest '{measure}'")),
        CountedQuantity::PairsOfEqualNumbering => listed("--shared"),
        CountedQuantity::Numbered(numbering) => {
            let lists = numbering.lists().map(|(direction, list)| format!("--{direction} '{list}'"));
            listed(&lists.collect::<Vec<_>>().join(" "))
        }
    })
}
