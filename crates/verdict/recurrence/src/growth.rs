//! The growth rate of a counting automaton: how much a further column multiplies the count, in the long run.
//!
//! Every state of the automaton is on a way from a start to an end, so the rate is the largest eigenvalue of the matrix of steps.
//! That is the largest eigenvalue of its strongly connected components. Within such a component the eigenvalue is enclosed: for any positive vector x, it lies between
//! the least and the largest quotient (Ax)ᵢ / xᵢ (Collatz 1942, Wielandt 1950). Powers of A + 1 applied to x narrow the enclosure.

use gridcheck_engine::{EngineError, Run};

use super::automaton::Automaton;

/// The distance of the two bounds of a rate, relative to it, at which narrowing ends.
const CLOSE: f64 = 1e-13;
/// The most rounds of narrowing.
const MAX_ROUNDS: usize = 100_000;

/// Returns the growth rate; 0 if only finitely many counts are not 0.
pub(crate) fn rate(automaton: &Automaton, run: &Run) -> Result<f64, EngineError> {
    let components = components(automaton);
    let mut members: Vec<Vec<u32>> = Vec::new();
    for (state, &component) in components.iter().enumerate() {
        members.resize(members.len().max(component as usize + 1), Vec::new());
        members[component as usize].push(state as u32);
    }
    let mut best: f64 = 0.0;
    let mut places = vec![0; automaton.states()];
    for states in members {
        states.iter().zip(0_u32..).for_each(|(&state, place)| places[state as usize] = place);
        let inner = |state: &u32| {
            let steps = automaton.steps[*state as usize].iter();
            let within = steps.filter(|(to, _)| components[*to as usize] == components[*state as usize]);
            within.map(|&(to, ways)| (places[to as usize], ways as f64)).collect::<Vec<_>>()
        };
        let steps: Vec<Vec<(u32, f64)>> = states.iter().map(inner).collect();
        if steps.iter().any(|steps| !steps.is_empty()) {
            best = best.max(eigenvalue(&steps, best, run)?);
        }
    }
    Ok(best)
}

/// Returns the largest eigenvalue of a strongly connected component, or something not larger than `known` if it is not larger.
fn eigenvalue(steps: &[Vec<(u32, f64)>], known: f64, run: &Run) -> Result<f64, EngineError> {
    let mut vector = vec![1.0_f64; steps.len()];
    let mut rate = 0.0;
    for _ in 0..MAX_ROUNDS {
        run.check()?;
        let image: Vec<f64> =
            steps.iter().map(|steps| steps.iter().map(|&(to, ways)| ways * vector[to as usize]).sum()).collect();
        let quotients = image.iter().zip(&vector).map(|(image, value)| image / value);
        let (least, most) = quotients.fold((f64::MAX, 0.0_f64), |(least, most), one| (least.min(one), most.max(one)));
        rate = f64::midpoint(least, most);
        if most - least <= CLOSE * most || most <= known {
            break;
        }
        let next = image.iter().zip(&vector).map(|(image, value)| image + value);
        let largest = next.clone().fold(0.0, f64::max);
        vector = next.map(|value| value / largest).collect();
    }
    Ok(rate)
}

/// Numbers the strongly connected components (Tarjan 1972, without recursion).
fn components(automaton: &Automaton) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let states = automaton.states();
    let mut order = vec![NONE; states];
    let mut low = vec![0; states];
    let mut component = vec![NONE; states];
    let (mut next, mut count) = (0, 0);
    let mut open: Vec<u32> = Vec::new();
    for root in 0..states as u32 {
        if order[root as usize] != NONE {
            continue;
        }
        // A state and how many of its steps were followed.
        let mut path = vec![(root, 0)];
        while let Some((state, followed)) = path.last_mut() {
            let at = *state as usize;
            if *followed == 0 && order[at] == NONE {
                (order[at], low[at]) = (next, next);
                next += 1;
                open.push(*state);
            }
            if let Some(&(to, _)) = automaton.steps[at].get(*followed) {
                *followed += 1;
                if order[to as usize] == NONE {
                    path.push((to, 0));
                } else if component[to as usize] == NONE {
                    low[at] = low[at].min(order[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before as usize] = low[before as usize].min(low[at]);
            }
            if low[at] == order[at]
                && let Some(first) = open.iter().rposition(|&member| member as usize == at)
            {
                open.drain(first..).for_each(|member| component[member as usize] = count);
                count += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate_of(steps: Vec<Vec<(u32, u64)>>) -> f64 {
        let ones = vec![vec![1; steps.len()]];
        rate(&Automaton { steps, starts: ones.clone(), ends: ones }, &Run::new()).expect("no stop")
    }

    #[test]
    fn growth_rate_is_the_largest_of_any_component() {
        let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
        assert!((rate_of(vec![vec![(0, 1), (1, 1)], vec![(0, 1)]]) - golden).abs() < 1e-12);
        // A cycle of three with two ways in each of its steps, behind a loop.
        let cycle = vec![vec![(0, 1), (1, 5)], vec![(2, 2)], vec![(3, 2)], vec![(1, 2)]];
        assert!((rate_of(cycle) - 2.0).abs() < 1e-12);
        assert!(rate_of(vec![vec![(1, 3)], vec![]]).abs() < 1e-12);
    }
}
