//! The task that the options of a fill ask for. Here, and only here, they are held against each other.

use std::time::Duration;

use gridcheck_core::grid::MAX_SIZE;
use gridcheck_fill::FILLERS;
use gridcheck_fill::backtrack::Goal;
use gridcheck_fill::filler::Filler;
use gridcheck_fill::letters::{Accents, fold};
use gridcheck_fill::pattern::Pattern;

use super::{BestBy, Fill};
use crate::engines::engines_once;
use crate::failure::Failure;
use crate::given::Given;
use crate::usage;

/// The work with the words of the list.
pub enum Task<'a> {
    /// Find one fill, by the default search or by another engine.
    One(Option<&'static dyn Filler>),
    /// Improve a fill for this time.
    Best(Goal, Duration),
    /// Find at most this many fills that differ in many words.
    Vary(u64),
    /// List the first fills of an engine, at most this many.
    List(&'static dyn Filler, u64),
    /// Count the fills.
    Count(&'static dyn Filler, Symmetry),
    /// Compare the fills of several engines.
    Compare(Vec<&'static dyn Filler>),
    /// Estimate the number of fills from this many probes.
    Estimate(u64),
    /// Rank the words for the slot of this name.
    Candidates(&'a str),
}

/// The fills that are counted as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// None.
    Each,
    /// A fill and its transpose.
    UpToTransposition,
}

/// The time for improving a fill, in seconds.
const SECONDS: u64 = 10;

impl Task<'_> {
    /// Returns `true` if the scores and the roots of words matter. They need memory.
    pub(super) fn uses_marks(&self) -> bool {
        match self {
            Task::One(..) | Task::Best(..) | Task::Vary(..) | Task::Candidates(_) => true,
            Task::List(..) | Task::Count(..) | Task::Compare(_) | Task::Estimate(_) => false,
        }
    }

    /// Returns `true` if every word needs a score.
    pub(super) fn needs_scores(&self) -> bool {
        matches!(self, Task::Best(..))
    }

    /// Returns the option that names the task; `None` if that is to find one fill.
    fn option(&self) -> Option<&'static str> {
        match self {
            Task::One(..) => None,
            Task::Best(..) => Some("best"),
            Task::Vary(..) | Task::List(..) => Some("list"),
            Task::Count(..) => Some("count"),
            Task::Compare(_) => Some("compare"),
            Task::Estimate(_) => Some("estimate"),
            Task::Candidates(_) => Some("candidates"),
        }
    }
}

impl Fill {
    /// Returns the task.
    ///
    /// # Errors
    /// The options contradict each other, one is missing, or one has no meaning.
    pub fn task(&self) -> Result<Task<'_>, Failure> {
        // Every option is named, so that a new one is held against the others.
        let Fill { grid, size, best, count, list, compare, estimate, candidates, region, seconds, vary, .. } = self;
        let Fill {
            words: _, min_score: _, accents: _, repeat: _, strict: _, ban: _, prefer: _, strict_list: _, ..
        } = self;
        let Fill {
            require: _,
            theme: _,
            pangram,
            slot,
            no_shared,
            one_form: _,
            up_to_transposition,
            engine: _,
            seed: _,
            ..
        } = self;
        let Fill { texts: _, time_limit: _, reading: _, threads: _, .. } = self;
        let given = Given([
            ("grid", grid.is_some()),
            ("size", size.is_some()),
            ("best", best.is_some()),
            ("count", *count),
            ("list", list.is_some()),
            ("compare", *compare),
            ("estimate", estimate.is_some()),
            ("candidates", candidates.is_some()),
            ("slot", !slot.is_empty()),
            ("pangram", pangram.is_some()),
            ("seconds", seconds.is_some()),
            ("vary", *vary),
            ("up_to_transposition", *up_to_transposition),
        ]);
        given.refuse("size", &["grid"])?;
        match size {
            None if grid.is_none() => return Err(usage!([grid] " is missing")),
            Some(size) if !(2..=MAX_SIZE).contains(size) => {
                return Err(usage!([size] ": expected a whole number from 2 to " (MAX_SIZE)));
            }
            None | Some(_) => {}
        }
        let numbers =
            [("estimate", *estimate), ("seconds", *seconds), ("no_shared", no_shared.map(|letters| letters as u64))];
        if let Some((option, _)) = numbers.iter().find(|(_, number)| *number == Some(0)) {
            return Err(usage!({*option} ": expected a whole number from 1"));
        }
        given.refuse("best", &["count", "list", "compare", "estimate", "candidates"])?;
        given.refuse("count", &["list", "compare", "estimate", "candidates"])?;
        given.refuse("list", &["compare", "estimate", "candidates"])?;
        given.refuse("compare", &["estimate", "candidates"])?;
        given.refuse("estimate", &["candidates"])?;
        given.refuse("slot", &["candidates"])?;
        given.refuse("pangram", &["candidates"])?;
        given.require("seconds", "best")?;
        given.require("vary", "list")?;
        given.require("up_to_transposition", "count")?;
        let engines = self.engines()?;
        let symmetry = if *up_to_transposition { Symmetry::UpToTransposition } else { Symmetry::Each };
        let other = self.engine.first().and(engines.first().copied()).filter(|engine| !is_default(*engine));
        let task = match (best, candidates, estimate, list) {
            (Some(by), ..) => {
                let goal = match by {
                    BestBy::Mean => Goal::Mean,
                    BestBy::Minimum => Goal::Minimum,
                };
                Task::Best(goal, Duration::from_secs(seconds.unwrap_or(SECONDS)))
            }
            (None, Some(slot), ..) => Task::Candidates(slot),
            (None, None, Some(probes), _) => Task::Estimate(*probes),
            (None, None, None, Some(most)) if *vary => Task::Vary(*most),
            (None, None, None, Some(most)) => Task::List(engines[0], *most),
            (None, None, None, None) if *count => Task::Count(engines[0], symmetry),
            (None, None, None, None) if *compare => Task::Compare(engines),
            (None, None, None, None) => Task::One(other),
        };
        if let (Some(text), Some(option)) = (self.texts.option(), task.option().filter(|option| *option != "best")) {
            return Err(usage!({text} " cannot be combined with " {option}));
        }
        if !region.is_empty() && !task.uses_marks() {
            return Err(usage!(
                [region] " works for one fill, " [best] ", " [list] " with " [vary] ", and " [candidates]
            ));
        }
        let obeys = task.uses_marks() && self.engine.iter().all(|name| name == FILLERS[0].name());
        self.slot_patterns()?;
        self.pangram_letters()?;
        if self.has_demands() && !obeys && !matches!(task, Task::Candidates(_)) {
            return Err(usage!(
                [require] ", " [theme] ", " [pangram] ", " [slot] ", " [no_shared] " and " [one_form] " work for one fill, " [best]
                " and " [list] " with " [vary] ", by the engine " (FILLERS[0].name())
            ));
        }
        Ok(task)
    }

    /// Fails if the question cannot be translated for other programs, which find all fills and know no demand.
    pub(super) fn must_be_exportable(&self) -> Result<Task<'_>, Failure> {
        let task = self.task()?;
        match (task.option().or(self.texts.option()), &task) {
            (Some(option), _) => Err(usage!({option} " cannot be combined with " [export])),
            (None, _) if !self.region.is_empty() => Err(usage!([region] " cannot be combined with " [export])),
            (None, Task::One(_)) if self.has_demands() => Err(usage!(
                [require] ", " [theme] ", " [pangram] ", " [slot] ", " [no_shared] " and " [one_form] " cannot be combined with "
                [export]
            )),
            (None, _) => Ok(task),
        }
    }

    /// Returns the requested engines, or all. Only a comparison may have several.
    fn engines(&self) -> Result<Vec<&'static dyn Filler>, Failure> {
        if self.engine.is_empty() {
            return Ok(FILLERS.to_vec());
        }
        engines_once(&self.engine)?;
        if self.engine.len() > 1 && !self.compare {
            return Err(usage!([engine] ": expected one engine (" [compare] " asks several)"));
        }
        let named = |name: &String| {
            let known = || FILLERS.map(Filler::name).join(", ");
            let filler = FILLERS.into_iter().find(|filler| filler.name() == name);
            filler.ok_or_else(|| {
                Failure::unusable(format!("no engine `{name}` fills grids, expected one of {}", known()))
            })
        };
        self.engine.iter().map(named).collect()
    }

    /// Returns `true` if not every fill is wanted.
    fn has_demands(&self) -> bool {
        let Fill { require, theme, pangram, slot, no_shared, one_form, .. } = self;
        let has_words = !require.is_empty() || !theme.is_empty();
        has_words || pangram.is_some() || !slot.is_empty() || no_shared.is_some() || *one_form
    }

    /// Returns the letters that must occur, each once, in folded letters.
    pub(super) fn pangram_letters(&self) -> Result<Vec<char>, Failure> {
        let Some(text) = &self.pangram else { return Ok(Vec::new()) };
        let mut letters = Vec::new();
        match fold(text, self.accents(), &mut letters) {
            Ok(()) if !letters.is_empty() => {
                letters.sort_unstable();
                letters.dedup();
                Ok(letters)
            }
            _ => Err(usage!([pangram] ": " (format!("{text:?}")) ": expected letters")),
        }
    }

    /// Returns the names of slots and their patterns.
    pub(super) fn slot_patterns(&self) -> Result<Vec<(&str, Pattern)>, Failure> {
        self.slot.iter().map(|text| slot_pattern(text, self.accents())).collect()
    }

    /// Returns the words of an option, in folded letters.
    pub(super) fn words_of(&self, option: &'static str, words: &[String]) -> Result<Vec<Vec<char>>, Failure> {
        let folded = |word: &String| {
            let mut letters = Vec::new();
            match fold(word, self.accents(), &mut letters) {
                Ok(()) if (2..=MAX_SIZE).contains(&letters.len()) => Ok(letters),
                _ => Err(usage!(
                    {option} ": " (format!("{word:?}")) ": expected words of 2 to " (MAX_SIZE) " letters with commas between them"
                )),
            }
        };
        words.iter().map(folded).collect()
    }
}

/// Reads the name of a slot and its pattern.
fn slot_pattern(text: &str, accents: Accents) -> Result<(&str, Pattern), Failure> {
    let Some((name, pattern)) = text.split_once('=') else {
        return Err(usage!([slot] " " (format!("{text:?}")) ": expected a slot and a pattern, as in 5A=C?T*"));
    };
    let pattern = Pattern::read(pattern, accents);
    Ok((name.trim(), pattern.map_err(|error| usage!([slot] " " (format!("{text:?}")) ": " (error)))?))
}

/// Returns `true` for the engine whose search for one fill obeys demands and seeds.
fn is_default(engine: &dyn Filler) -> bool {
    engine.name() == FILLERS[0].name()
}
