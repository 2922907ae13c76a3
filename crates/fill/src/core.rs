//! Why a grid cannot be filled: the slots and squares that are to blame.
//!
//! Each slot, each square where two slots cross, and the demand that words be distinct can be switched off. A formula has a selector variable
//! for each, and is asked under the assumption that all are on; varisat then names some that cannot hold together. Of those one after the other is left
//! out for good if the rest is still impossible (deletion; Chinneck and Dravnieks 1991): first slots, then squares. What remains is minimal:
//! leave any slot out, and the others can be filled. It need not be the smallest reason there is, nor the only one.
//!
//! Given letters are no selectors: a slot has only those words that have the letters given in it.
//!
//! A formula of hundreds of thousands of words would take too long. There, slots are first left out as long as the [search](super::backtrack)
//! shows, quickly, that the rest cannot be filled either.

use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use varisat::{ExtendFormula, Lit, Solver, Var};

use super::backtrack::some_fill;
use super::question::Question;
use gridcheck_run::timeout::with_timeout;
use gridcheck_run::{EngineError, Run};

/// Formulas of more words than this, in all slots together, are not made.
const MOST_WORDS: usize = 30_000;
/// How long the search has to show that some slots cannot be filled.
const PATIENCE: Duration = Duration::from_millis(300);

/// More squares than this are not named one by one.
const MOST_PLACES: usize = 4;

/// Slots and squares that cannot have words, and any fewer can.
#[derive(Debug, Clone)]
pub struct Core<'q> {
    question: &'q Question,
    /// The slots, in order.
    pub slots: Vec<usize>,
    /// The squares where they cross, and that are to blame, in order; `None` if it was not found out which.
    pub squares: Option<Vec<usize>>,
    /// Whether it takes that words are to be distinct.
    pub distinct: bool,
}

/// Something that can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Demand {
    Slot(usize),
    Square(usize),
    Distinct,
}

/// Why a question has no fill; `None` if it has one after all.
pub fn core<'q>(question: &'q Question, run: &Run) -> Result<Option<Core<'q>>, EngineError> {
    let words = |slot: usize| fitting(question, slot).len();
    let everything: Vec<usize> = (0..question.slots().len()).collect();
    if let Some(&slot) = everything.iter().find(|&&slot| words(slot) == 0) {
        return Ok(Some(Core { question, slots: vec![slot], squares: Some(Vec::new()), distinct: false }));
    }
    let total = |slots: &[usize]| slots.iter().map(|&slot| words(slot)).sum::<usize>();
    let mut slots = everything;
    if total(&slots) > MOST_WORDS {
        if some_fill(question, 1, run)?.is_some() {
            return Ok(None);
        }
        slots = shrunk(question, slots, run)?;
    }
    if total(&slots) > MOST_WORDS {
        return Ok(Some(Core { question, slots, squares: None, distinct: question.is_distinct() }));
    }
    let mut formula = Formula::of(question, &slots);
    let all: Vec<Demand> = formula.selectors.iter().map(|(demand, _)| *demand).collect();
    let (of_slots, others): (Vec<Demand>, Vec<Demand>) =
        all.into_iter().partition(|demand| matches!(demand, Demand::Slot(_)));
    // Slots first, all else being demanded: so whatever slot is left out, the rest can be filled as the rules have it.
    let Some(of_slots) = minimal(&mut formula, of_slots, &others, run)? else { return Ok(None) };
    let others = minimal(&mut formula, others, &of_slots, run)?.unwrap_or_default();
    let mut core = Core { question, slots: Vec::new(), squares: Some(Vec::new()), distinct: false };
    for demand in of_slots.into_iter().chain(others) {
        match demand {
            Demand::Slot(slot) => core.slots.push(slot),
            Demand::Square(square) => core.squares.get_or_insert_default().push(square),
            Demand::Distinct => core.distinct = true,
        }
    }
    core.slots.sort_unstable();
    core.squares.iter_mut().for_each(|squares| squares.sort_unstable());
    Ok(Some(core))
}

/// Those of some demands that it takes, with all the others, to be impossible; `None` if all together are possible.
fn minimal(
    formula: &mut Formula,
    mut demands: Vec<Demand>,
    others: &[Demand],
    run: &Run,
) -> Result<Option<Vec<Demand>>, EngineError> {
    let with_others = |demands: &[Demand]| [demands, others].concat();
    let Some(failed) = formula.refuted(&with_others(&demands), run)? else { return Ok(None) };
    demands.retain(|demand| failed.contains(demand));
    let mut sure = 0;
    while sure < demands.len() {
        let mut rest = demands.clone();
        rest.remove(sure);
        match formula.refuted(&with_others(&rest), run)? {
            // What is sure is in every refutation of these demands.
            Some(failed) => demands.retain(|demand| failed.contains(demand)),
            None => sure += 1,
        }
    }
    Ok(Some(demands))
}

/// The words of a slot that have the letters given in it.
fn fitting(question: &Question, slot: usize) -> Vec<u32> {
    let squares = &question.slots()[slot].squares;
    let fits = |word: &[u8]| {
        word.iter()
            .zip(squares)
            .all(|(&letter, &square)| question.squares()[square].given.is_none_or(|given| given == letter))
    };
    question.words(slot).iter().zip(0..).filter(|(word, _)| fits(word)).map(|(_, number)| number).collect()
}

/// Fewer slots that cannot be filled either, as far as that is seen quickly.
fn shrunk(question: &Question, mut slots: Vec<usize>, run: &Run) -> Result<Vec<usize>, EngineError> {
    // Half of what is left at a time, then a quarter, and so on.
    let mut chunk = slots.len() / 2;
    while chunk > 0 {
        let mut at = 0;
        while at < slots.len() {
            let mut rest = slots.clone();
            rest.drain(at..(at + chunk).min(slots.len()));
            let smaller = question.clone().with_frame(|frame| frame.with_slots(|slot, _| rest.contains(&slot)));
            let answer = with_timeout(run, PATIENCE, |run| some_fill(&smaller, 1, run))?;
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

struct Formula {
    solver: Solver<'static>,
    selectors: Vec<(Demand, Var)>,
}

impl Formula {
    fn of(question: &Question, slots: &[usize]) -> Self {
        let mut solver = Solver::new();
        let mut selectors = Vec::new();
        let mut letters: HashMap<(usize, u8), Var> = HashMap::new();
        let mut of_square: Vec<Vec<Var>> = vec![Vec::new(); question.squares().len()];
        let mut same: HashMap<&[u8], Vec<Var>> = HashMap::new();
        for &slot in slots {
            let selector = solver.new_var();
            selectors.push((Demand::Slot(slot), selector));
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
            let selector = solver.new_var();
            selectors.push((Demand::Square(square), selector));
            for (i, one) in letters.iter().enumerate() {
                for other in &letters[..i] {
                    solver.add_clause(&[selector.negative(), one.negative(), other.negative()]);
                }
            }
        }
        if question.is_distinct() {
            let selector = solver.new_var();
            selectors.push((Demand::Distinct, selector));
            for variables in same.values() {
                for (i, one) in variables.iter().enumerate() {
                    for other in &variables[..i] {
                        solver.add_clause(&[selector.negative(), one.negative(), other.negative()]);
                    }
                }
            }
        }
        Formula { solver, selectors }
    }

    /// Some of these demands that cannot hold together; `None` if all can.
    fn refuted(&mut self, demands: &[Demand], run: &Run) -> Result<Option<Vec<Demand>>, EngineError> {
        run.check()?;
        let on = self.selectors.iter().filter(|(demand, _)| demands.contains(demand));
        let assumed: Vec<Lit> = on.map(|(_, selector)| selector.positive()).collect();
        self.solver.assume(&assumed);
        match catch_unwind(AssertUnwindSafe(|| self.solver.solve())) {
            Ok(Ok(true)) => return Ok(None),
            Ok(Ok(false)) => {}
            Ok(Err(error)) => return Err(failed(&error.to_string())),
            Err(_) => return Err(failed("varisat panicked")),
        }
        let failed = self.solver.failed_core().unwrap_or_default();
        let named = self.selectors.iter().filter(|(_, selector)| failed.contains(&selector.positive()));
        Ok(Some(named.map(|(demand, _)| *demand).collect()))
    }
}

fn failed(what: &str) -> EngineError {
    EngineError::Failed { engine: "core", what: what.to_owned() }
}

/// Names joined as a person does: `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        names => names.concat(),
    }
}

impl Core<'_> {
    /// The slots as a solver calls them.
    pub fn slot_names(&self) -> Vec<String> {
        self.slots.iter().map(|&slot| self.question.slots()[slot].word.to_string()).collect()
    }

    /// The rows and columns, from 1, of the squares.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let squares = self.squares.iter().flatten().map(|&square| &self.question.squares()[square]);
        squares.map(|square| (square.row + 1, square.column + 1)).collect()
    }

    /// The letters given in a slot, as in `C..T`; `None` if there is none.
    fn pattern(&self, slot: usize) -> Option<String> {
        let given = self.question.slots()[slot].squares.iter().map(|&square| self.question.squares()[square].given);
        let given: Vec<Option<u8>> = given.collect();
        let letter = |given: &Option<u8>| given.map_or('.', |code| self.question.letter(code));
        given.iter().any(Option::is_some).then(|| given.iter().map(letter).collect())
    }
}

/// In words, on one line.
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
            places if places.len() <= MOST_PLACES => write!(f, ": there are no letters for {}", listed(places)),
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
    fn the_reason_is_named() {
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
    fn what_is_left_is_minimal() {
        // Any two of the three words across fit, with the word down.
        let question = question("..#/.##/..#/.##/..#", "AX BX ABABC", false);
        let core = core(&question, &Run::new()).expect("an answer").expect("no fill");
        assert_eq!(core.slot_names(), ["1-Down", "3-Across"]);
        assert_eq!(core.places(), [(5, 1)]);
        for left_out in core.slots.clone() {
            let slots = core.slots.clone();
            let fewer = question
                .clone()
                .with_frame(|frame| frame.with_slots(|slot, _| slot != left_out && slots.contains(&slot)));
            assert!(some_fill(&fewer, 1, &Run::new()).expect("an answer").is_some());
        }
    }
}
