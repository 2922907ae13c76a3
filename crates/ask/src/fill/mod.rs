//! `gridcheck fill`: fills a grid with words of a list.

mod demands;
mod many;
mod one;
mod reading;
pub mod region;
pub mod report;
pub mod task;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde::{Deserialize, Deserializer};

use gridcheck_engine::clock::Moment;
use gridcheck_fill::letters::Accents;

use super::failure::Failure;
use super::host::{Host, Limited};
use super::input::{Input, inputs};
use super::options::{Reading, Threads};
use super::parse::{OneOrMore, names, texts, time};
#[cfg(feature = "clap")]
use super::parse::{at_least_one, duration};
use super::texts::Texts;
use super::{AskEach, Each};
use reading::lists_and_words;
#[cfg(feature = "clap")]
use reading::side;
use region::Region;
use report::FillReport;
use task::Task;

/// Fills a grid with words of a list: finds one fill, lists all fills, or counts them.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command")]
pub struct Fill {
    /// Fill this grid, in any supported format, and keep its letters; - is standard input. Plain text with letters needs --black '#'.
    #[cfg_attr(feature = "clap", arg(value_name = "GRID", conflicts_with = "size", required_unless_present = "size"))]
    pub grid: Option<Input>,
    /// Fill a grid with this many rows and columns and no black square, instead of a file: 2 to 64.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true, value_parser = side))]
    pub size: Option<usize>,
    /// Read words from this list; - is standard input (repeatable). A word of several lists has its highest score.
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST", required = true))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub words: Vec<Input>,
    /// Use only words with this score or a higher one.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SCORE", allow_negative_numbers = true))]
    pub min_score: Option<i64>,
    /// Find the fill whose words have the highest mean score, or the highest lowest score.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "mean"))]
    #[serde(deserialize_with = "best")]
    #[cfg_attr(feature = "schema", schemars(with = "Best"))]
    pub best: Option<BestBy>,
    /// Count the fills.
    #[cfg_attr(feature = "clap", arg(long))]
    pub count: bool,
    /// List the first N fills.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true))]
    pub list: Option<u64>,
    /// Find all fills with several engines, and compare their answers.
    #[cfg_attr(feature = "clap", arg(long))]
    pub compare: bool,
    /// Estimate the number of fills from this many random probes (Knuth 1975).
    #[cfg_attr(feature = "clap", arg(long, value_name = "PROBES", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..)))]
    pub estimate: Option<u64>,
    /// Rank the words for this slot, as in 7D or 7-Down, each with the number of words that it leaves in every crossing slot.
    #[cfg_attr(feature = "clap", arg(long, value_name = "SLOT"))]
    pub candidates: Option<String>,
    /// Treat accents this way.
    #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT", default_value = "fold"))]
    pub accents: AccentUse,
    /// Allow a word in several slots.
    #[cfg_attr(feature = "clap", arg(long))]
    pub repeat: bool,
    /// Refuse a written entry that is not in the list. Without this, entries whose letters are all given may stay.
    #[cfg_attr(feature = "clap", arg(long))]
    pub strict: bool,
    /// Do not use these words, with commas between them, or the words of a file of this name (repeatable).
    #[cfg_attr(feature = "clap", arg(long, value_name = "WORDS|LIST", value_delimiter = ','))]
    #[serde(deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub ban: Vec<String>,
    /// Give the words of this list a higher score than all others (repeatable).
    #[cfg_attr(feature = "clap", arg(long, value_name = "LIST"))]
    #[serde(deserialize_with = "inputs")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::input::Inputs"))]
    pub prefer: Vec<Input>,
    /// Refuse a list with a line that is not a word, instead of leaving it out with a note.
    #[cfg_attr(feature = "clap", arg(long))]
    pub strict_list: bool,
    /// Fill only the squares of this rectangle, from one corner to the other, and clear its letters first (repeatable). Words that
    /// reach an empty square outside it are not filled. Only for one fill, --best, --vary or --candidates.
    #[cfg_attr(feature = "clap", arg(long, value_name = "ROW,COLUMN-ROW,COLUMN", value_parser = str::parse::<Region>))]
    #[serde(deserialize_with = "regions")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub region: Vec<Region>,
    /// Use each of these words of the list, with commas between them, or of the words of a file of this name (repeatable). Only for one
    /// fill, --best or --vary.
    #[cfg_attr(feature = "clap", arg(long, value_name = "WORDS|LIST", value_delimiter = ','))]
    #[serde(deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub require: Vec<String>,
    /// Use each of these entries somewhere in the grid, even if the list lacks them: words with commas between them, or the words of a
    /// file of this name (repeatable). Only for one fill, --best or --vary.
    #[cfg_attr(feature = "clap", arg(long, alias = "seed-words", value_name = "WORDS|LIST", value_delimiter = ','))]
    #[serde(deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub theme: Vec<String>,
    /// Use every letter from A to Z at least once, or each of these letters, as in --pangram=AEIOUÄÖÜ. Only for one fill, --best or
    /// --vary.
    #[cfg_attr(feature = "clap", arg(long, value_name = "LETTERS", num_args = 0..=1, require_equals = true, default_missing_value = A_TO_Z))]
    #[serde(deserialize_with = "pangram")]
    #[cfg_attr(feature = "schema", schemars(with = "Pangram"))]
    pub pangram: Option<String>,
    /// Let the word of this slot fit a pattern, as in 5A=C?T* or 7-Down=^[AEIOU], as for gridcheck words (repeatable). Only for one
    /// fill, --best or --vary.
    // The text is also the help of the option, so the brackets stand as they are typed.
    #[allow(rustdoc::broken_intra_doc_links)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SLOT=PATTERN"))]
    #[serde(deserialize_with = "texts")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub slot: Vec<String>,
    /// Let no two words share K consecutive letters. Only for one fill, --best or --vary.
    #[cfg_attr(feature = "clap", arg(long, value_name = "K", allow_negative_numbers = true, value_parser = at_least_one))]
    pub no_shared: Option<usize>,
    /// Let no two words have one root: that of WORD;score;root, or else the stem of an English word, as in POINT and POINTS. Only
    /// for one fill, --best or --vary.
    #[cfg_attr(feature = "clap", arg(long))]
    pub one_form: bool,
    /// With --best: improve the fill for this many seconds. The default is 10.
    #[cfg_attr(feature = "clap", arg(long, value_name = "T", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..)))]
    pub seconds: Option<u64>,
    /// With --list: fills that differ in many words, those with the best scores first.
    #[cfg_attr(feature = "clap", arg(long))]
    pub vary: bool,
    /// With --count: count a fill and its transpose once, if the grid is symmetric about its main diagonal. Word squares, which are their own
    /// transpose, are reported separately. They use each word twice, so there are none without --repeat.
    #[cfg_attr(feature = "clap", arg(long))]
    pub up_to_transposition: bool,
    /// Ask this engine; the default is backtrack. --compare accepts several with commas between them, and all by default.
    #[cfg_attr(feature = "clap", arg(long, visible_alias = "engines", value_name = "NAME", value_delimiter = ','))]
    #[serde(deserialize_with = "words")]
    #[cfg_attr(feature = "schema", schemars(with = "OneOrMore"))]
    pub engine: Vec<String>,
    /// Draw a fill or an estimate with this seed: the same seed gives the same result. The default is 1, and a random seed for an
    /// estimate.
    #[cfg_attr(feature = "clap", arg(long, value_name = "S", allow_negative_numbers = true))]
    pub seed: Option<u64>,
    /// Work for at most this time, as in 30s, 10m or 1h30m.
    #[cfg_attr(feature = "clap", arg(long, alias = "budget", value_name = "TIME", value_parser = duration))]
    #[serde(deserialize_with = "time")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::parse::Time"))]
    pub time_limit: Option<Duration>,
    /// The texts of the new file. Only for one fill or --best.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub texts: Texts,
    /// The way in which the grid is read.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub reading: Reading,
    /// The number of threads.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub threads: Threads,
}

/// The property of the best fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BestBy {
    /// The highest mean.
    Mean,
    /// The highest lowest score, and then the highest mean.
    Minimum,
}

/// The treatment of accents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum AccentUse {
    /// Drop accents: É is E.
    #[default]
    Fold,
    /// Keep accents: É and E are different letters.
    Keep,
}

/// The forms of the property of the best fill in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "best: expected mean, minimum, true or false")]
enum Best {
    IsOn(bool),
    By(BestBy),
}

/// Reads the property of the best fill; `true` is the highest mean.
fn best<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BestBy>, D::Error> {
    Ok(match Best::deserialize(deserializer)? {
        Best::IsOn(is_on) => is_on.then_some(BestBy::Mean),
        Best::By(by) => Some(by),
    })
}

/// The letters of a pangram that names none.
const A_TO_Z: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The forms of the letters of a pangram in JSON.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged, expecting = "pangram: expected letters, true or false")]
enum Pangram {
    IsOn(bool),
    Letters(String),
}

/// Reads the letters of a pangram; `true` is A to Z.
fn pangram<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Pangram::deserialize(deserializer)? {
        Pangram::IsOn(is_on) => is_on.then(|| A_TO_Z.to_owned()),
        Pangram::Letters(letters) => Some(letters),
    })
}

/// Reads words: a text with commas between them, or several.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(names(deserializer)?.unwrap_or_default())
}

fn regions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Region>, D::Error> {
    OneOrMore::deserialize(deserializer)?.each()
}

/// The answer to the question if there are fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// At least one fill was found, and engines that were compared agree.
    Some,
    /// No fill exists, or engines differ.
    None,
    /// The time ran out before that was known, or before all were found.
    Undecided,
}

impl Outcome {
    fn some_if(is_some: bool) -> Self {
        if is_some { Outcome::Some } else { Outcome::None }
    }
}

impl AskEach for Fill {
    type Item<'a> = FillReport<'a>;
    type Summary = Outcome;

    fn ask_each(&self, host: &dyn Host, each: Each<'_, Self>) -> Result<Outcome, Failure> {
        host.finds("fill");
        let task = self.task()?;
        let asked = self.asked(&task, host)?;
        match task {
            Task::One(engine) => self.one(&asked, &self.demands(&asked)?, engine, host, each),
            Task::Best(goal, time) => self.best(&asked, &self.demands(&asked)?, goal, time, host, each),
            Task::Vary(most) => self.vary(&asked, &self.demands(&asked)?, most, host, each),
            Task::List(engine, most) => self.list(&asked, engine, most, host, each),
            Task::Count(engine, symmetry) => self.count(&asked.question, engine, symmetry, host, each),
            Task::Compare(engines) => self.compare(&asked.question, &engines, host, each),
            Task::Estimate(probes) => self.estimate(&asked.question, probes, host, each),
            Task::Candidates(slot) => many::candidates(&asked.question, slot, each),
        }
    }
}

impl Fill {
    /// Returns the inputs that are read for it.
    pub fn inputs(&self) -> impl Iterator<Item = Input> {
        let lists = [&self.ban, &self.theme, &self.require].into_iter().flat_map(|values| lists_and_words(values).0);
        self.grid.iter().chain(&self.words).chain(&self.prefer).chain(&self.texts.clues).cloned().chain(lists)
    }

    /// Returns the treatment of accents.
    fn accents(&self) -> Accents {
        match self.accents {
            AccentUse::Fold => Accents::Fold,
            AccentUse::Keep => Accents::Keep,
        }
    }

    /// Returns the moment at which the time is over, if it is limited.
    fn end(&self) -> Option<Moment> {
        self.time_limit.map(Moment::after)
    }

    /// Returns a watch that stops every run at the end of the time.
    fn limited<'h>(&self, host: &'h dyn Host) -> Limited<'h> {
        Limited::new(host, self.end())
    }

    /// Returns the seed of a fill.
    fn seed_of_fill(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}
