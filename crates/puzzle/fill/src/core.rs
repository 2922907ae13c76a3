//! Explains why a grid cannot be filled: finds the slots and squares that conflict.
//!
//! The conditions that can be switched off are each slot, each square where two slots cross, and the rule that words are distinct. A
//! formula has a selector variable for each condition, and is solved under the assumption that all are on. The solver varisat then names
//! some that contradict each other.
//!
//! Deletion (Chinneck and Dravnieks 1991) makes this set minimal. It removes conditions one by one, first slots, then squares, as long as
//! the rest is still impossible. Without any one of the remaining slots, the others can be filled. The set need not be the smallest one,
//! nor the only one.
//!
//! Given letters have no selectors: a slot has only the words that have the letters given in it.
//!
//! A formula of hundreds of thousands of words would take too long. For large lists, slots are first removed as long as the
//! [search](super::backtrack) quickly shows that the rest cannot be filled either.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use varisat::{ExtendFormula, Lit, Var};

use super::backtrack::some_fill;
use super::candidates::fits;
use super::demands::Demands;
use super::question::Question;
use super::solver::StoppableSolver;
use gridcheck_engine::timeout::with_timeout;
use gridcheck_engine::{EngineError, Run};

/// Maximum number of words of a formula, in all slots together.
const MAX_WORDS: usize = 30_000;
/// Time limit of the search for one proof that some slots cannot be filled.
const SEARCH_TIMEOUT: Duration = Duration::from_millis(300);

/// Maximum number of squares to name one by one.
const MAX_PLACES: usize = 4;

/// A minimal set of slots and squares that cannot be filled together.
#[derive(Debug, Clone)]
pub struct Core<'q> {
    question: &'q Question,
    /// The slots, in order.
    pub slots: Vec<usize>,
    /// The conflicting squares where they cross, in order, or `None` if they were not determined.
    pub squares: Option<Vec<usize>>,
    /// `true` if the conflict requires that words are distinct.
    pub distinct: bool,
}

/// A condition that can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    Slot(usize),
    Square(usize),
    Distinct,
}

/// Returns the reason why a question has no fill, or `None` if it has one.
///
/// # Errors
/// Returns an error if the run is stopped or the solver fails.
pub fn core<'q>(question: &'q Question, run: &Run) -> Result<Option<Core<'q>>, EngineError> {
    let words = |slot: usize| fitting(question, slot).len();
    let everything: Vec<usize> = (0..question.slots().len()).collect();
    if let Some(&slot) = everything.iter().find(|&&slot| words(slot) == 0) {
        return Ok(Some(Core { question, slots: vec![slot], squares: Some(Vec::new()), distinct: false }));
    }
    let total = |slots: &[usize]| slots.iter().map(|&slot| words(slot)).sum::<usize>();
    let mut slots = everything;
    if total(&slots) > MAX_WORDS {
        if some_fill(question, &Demands::default(), 1, run)?.is_some() {
            return Ok(None);
        }
        slots = reduced(question, slots, run)?;
    }
    if total(&slots) > MAX_WORDS {
        return Ok(Some(Core { question, slots, squares: None, distinct: question.is_distinct() }));
    }
    let mut formula = Formula::of(question, &slots, run)?;
    let all: Vec<Condition> = formula.selectors.iter().map(|(condition, _)| *condition).collect();
    let (of_slots, others): (Vec<Condition>, Vec<Condition>) =
        all.into_iter().partition(|condition| matches!(condition, Condition::Slot(_)));
    // Reduces slots first, with all other conditions on. So without any one slot, the rest can be filled under all rules.
    let Some(of_slots) = minimal(&mut formula, of_slots, &others)? else { return Ok(None) };
    let others = minimal(&mut formula, others, &of_slots)?.unwrap_or_default();
    let mut core = Core { question, slots: Vec::new(), squares: Some(Vec::new()), distinct: false };
    for condition in of_slots.into_iter().chain(others) {
        match condition {
            Condition::Slot(slot) => core.slots.push(slot),
            Condition::Square(square) => core.squares.get_or_insert_default().push(square),
            Condition::Distinct => core.distinct = true,
        }
    }
    core.slots.sort_unstable();
    core.squares.iter_mut().for_each(|squares| squares.sort_unstable());
    Ok(Some(core))
}

/// Returns a minimal subset of the conditions that contradicts the others, or `None` if all together are possible.
fn minimal(
    formula: &mut Formula<'_>,
    mut conditions: Vec<Condition>,
    others: &[Condition],
) -> Result<Option<Vec<Condition>>, EngineError> {
    let with_others = |conditions: &[Condition]| [conditions, others].concat();
    let Some(failed) = formula.refuted(&with_others(&conditions))? else { return Ok(None) };
    conditions.retain(|condition| failed.contains(condition));
    let mut sure = 0;
    while sure < conditions.len() {
        let mut rest = conditions.clone();
        rest.remove(sure);
        match formula.refuted(&with_others(&rest))? {
            // The conditions before `sure` are in every refutation.
            Some(failed) => conditions.retain(|condition| failed.contains(condition)),
            None => sure += 1,
        }
    }
    Ok(Some(conditions))
}

/// Returns the words of a slot that have the letters given in it.
fn fitting(question: &Question, slot: usize) -> Vec<u32> {
    let words = question.words(slot).iter().zip(0..);
    words.filter(|(word, _)| fits(question, slot, word)).map(|(_, number)| number).collect()
}

/// Returns fewer slots that cannot be filled either, as far as short searches show.
fn reduced(question: &Question, mut slots: Vec<usize>, run: &Run) -> Result<Vec<usize>, EngineError> {
    // Removes half of the slots at a time, then a quarter, and so on.
    let mut chunk = slots.len() / 2;
    while chunk > 0 {
        let mut at = 0;
        while at < slots.len() {
            let mut rest = slots.clone();
            rest.drain(at..(at + chunk).min(slots.len()));
            let smaller = question.clone().with_frame(|frame| frame.with_slots(|slot, _| rest.contains(&slot)));
            let answer = with_timeout(run, SEARCH_TIMEOUT, |run| some_fill(&smaller, &Demands::default(), 1, run))?;
            if answer == Some(None) && !rest.is_empty() {
                slots = rest;
            } else {
                at += chunk;
            }
        }
        chunk /= 2;
    }
    Ok(slots)
}

struct Formula<'r> {
    solver: StoppableSolver<'r>,
    run: &'r Run,
    selectors: Vec<(Condition, Var)>,
}

impl<'r> Formula<'r> {
    fn of(question: &Question, slots: &[usize], run: &'r Run) -> Result<Self, EngineError> {
        let mut stoppable = StoppableSolver::new("core", run);
        let solver = &mut stoppable.solver;
        let mut selectors = Vec::new();
        let mut letters: HashMap<(usize, u8), Var> = HashMap::new();
        let mut of_square: Vec<Vec<Var>> = vec![Vec::new(); question.squares().len()];
        let mut same: HashMap<&[u8], Vec<Var>> = HashMap::new();
        for &slot in slots {
            run.check()?;
            let selector = solver.new_var();
            selectors.push((Condition::Slot(slot), selector));
            let mut some = vec![selector.negative()];
            for number in fitting(question, slot) {
                let word = question.words(slot).word(number as usize);
                let variable = solver.new_var();
                some.push(variable.positive());
                same.entry(word).or_default().push(variable);
                for (&square, &letter) in question.slots()[slot].squares.iter().zip(word) {
                    let letter = *letters.entry((square, letter)).or_insert_with(|| {
                        let letter = solver.new_var();
                        of_square[square].push(letter);
                        letter
                    });
                    solver.add_clause(&[variable.negative(), letter.positive()]);
                }
            }
            solver.add_clause(&some);
        }
        for (square, letters) in of_square.iter().enumerate() {
            let crossed =
                question.squares()[square].places.iter().flatten().filter(|(slot, _)| slots.contains(slot)).count();
            if crossed < 2 {
                continue;
            }
            let selector = stoppable.solver.new_var();
            selectors.push((Condition::Square(square), selector));
            stoppable.at_most_one(letters, &[selector.negative()]);
        }
        if question.is_distinct() {
            let selector = stoppable.solver.new_var();
            selectors.push((Condition::Distinct, selector));
            for variables in same.values() {
                stoppable.at_most_one(variables, &[selector.negative()]);
            }
        }
        Ok(Formula { solver: stoppable, run, selectors })
    }

    /// Returns some of these conditions that contradict each other, or `None` if all can hold.
    fn refuted(&mut self, conditions: &[Condition]) -> Result<Option<Vec<Condition>>, EngineError> {
        self.run.check()?;
        let on = self.selectors.iter().filter(|(condition, _)| conditions.contains(condition));
        let assumed: Vec<Lit> = on.map(|(_, selector)| selector.positive()).collect();
        self.solver.solver.assume(&assumed);
        if self.solver.solve()? {
            return Ok(None);
        }
        let failed = self.solver.solver.failed_core().unwrap_or_default();
        let named = self.selectors.iter().filter(|(_, selector)| failed.contains(&selector.positive()));
        Ok(Some(named.map(|(condition, _)| *condition).collect()))
    }
}

/// Returns a list in words: `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        names => names.concat(),
    }
}

impl Core<'_> {
    /// Returns the names of the slots.
    pub fn slot_names(&self) -> Vec<String> {
        self.slots.iter().map(|&slot| self.question.slots()[slot].word.to_string()).collect()
    }

    /// Returns the rows and columns of the squares, from 1.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let squares = self.squares.iter().flatten().map(|&square| &self.question.squares()[square]);
        squares.map(|square| (square.row + 1, square.column + 1)).collect()
    }

    /// Returns the letters given in a slot, as in `C..T`, or `None` if there is none.
    fn pattern(&self, slot: usize) -> Option<String> {
        let given: Vec<Option<u8>> = self.question.given_letters(slot).collect();
        let letter = |given: &Option<u8>| given.map_or('.', |code| self.question.letter(code));
        given.iter().any(Option::is_some).then(|| given.iter().map(letter).collect())
    }
}

/// Describes the conflict on one line.
impl fmt::Display for Core<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.slot_names();
        if let ([slot], [name]) = (&self.slots[..], &names[..]) {
            let length = self.question.slots()[*slot].squares.len();
            return match self.pattern(*slot) {
                Some(pattern) => write!(f, "{name} cannot be filled: no word fits {pattern}"),
                None => write!(f, "{name} cannot be filled: no word has {length} letters"),
            };
        }
        let all = if names.len() == 2 { "both" } else { "all" };
        let given: Vec<String> = self
            .slots
            .iter()
            .zip(&names)
            .filter_map(|(&slot, name)| self.pattern(slot).map(|pattern| format!("{name} {pattern}")))
            .collect();
        write!(f, "{} cannot {all} be filled", listed(&names))?;
        if self.distinct {
            write!(f, " with different words")?;
        }
        if !given.is_empty() {
            write!(f, " ({})", given.join(", "))?;
        }
        let places: Vec<String> =
            self.places().iter().map(|(row, column)| format!("row {row}, column {column}")).collect();
        match &places[..] {
            [] => Ok(()),
            [place] => write!(f, ": {place} has no letter for both"),
            places if places.len() <= MAX_PLACES => write!(f, ": there are no letters for {}", listed(places)),
            places => write!(f, ": there are no letters for {} of their squares", places.len()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::tests::question;
    use super::*;

    fn why(grid: &str, words: &str, distinct: bool) -> Option<String> {
        let question = question(grid, words, distinct);
        core(&question, &Run::new()).expect("an answer").map(|core| core.to_string())
    }

    #[test]
    fn states_which_slots_cannot_be_filled_and_why() {
        let said = |grid, words, distinct| why(grid, words, distinct).expect("no fill");
        assert_eq!(said("C.T", "DOG", false), "1-Across cannot be filled: no word fits C.T");
        assert_eq!(said("...#..", "DOG", false), "2-Across cannot be filled: no word has 2 letters");
        assert_eq!(
            said("...../.####/.####/.####", "ABCDE FGHI", false),
            "1-Across and 1-Down cannot both be filled: row 1, column 1 has no letter for both"
        );
        assert_eq!(said("...#...", "DOG", true), "1-Across and 2-Across cannot both be filled with different words");
        assert_eq!(said("A.C/.##/E##", "ABC DEF", false), "1-Down cannot be filled: no word fits A.E");
        assert_eq!(why("...#...", "DOG CAT", true), None);
    }

    #[test]
    fn the_core_of_unfillable_slots_is_minimal() {
        // Any two of the three across words fit with the down word.
        let question = question("..#/.##/..#/.##/..#", "AX BX ABABC", false);
        let core = core(&question, &Run::new()).expect("an answer").expect("no fill");
        assert_eq!(core.slot_names(), ["1-Down", "3-Across"]);
        assert_eq!(core.places(), [(5, 1)]);
        for left_out in core.slots.clone() {
            let slots = core.slots.clone();
            let fewer = question
                .clone()
                .with_frame(|frame| frame.with_slots(|slot, _| slot != left_out && slots.contains(&slot)));
            assert!(some_fill(&fewer, &Demands::default(), 1, &Run::new()).expect("an answer").is_some());
        }
    }
}
