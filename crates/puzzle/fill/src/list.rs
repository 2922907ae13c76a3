//! Word lists with one word a line, `WORD;score` or `WORD;score;root`, read in one pass. Tabs may stand for the semicolons, and a score may
//! be a decimal number.
//!
//! Only words whose length occurs in the grid are kept, so a list may be much larger than the kept part. Repeated words are removed
//! whenever the words of one length have doubled. So the memory is at most twice that for the different words that fit. Blank lines are
//! ignored, and so are remarks, which begin with `#`. Lines that are no entries are left out and counted. A caller can demand that the
//! first of them ends the reading with an error. Digits are letters if the grid has one; other words with digits are left out.
//!
//! Invariant of [`WordsOfLength`]: `letters` holds whole words of `length` letters in increasing order, each once.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use super::letters::{Accents, Alphabet, MAX_LETTERS, Stray, fold, fold_with_digits};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::plural::plural;
use gridcheck_formats::Fault;
use gridcheck_formats::text::lines::Lines;

/// Maximum number of lines of a list.
const MAX_LINES: usize = 100_000_000;
/// Number of letters of one length at which repeated words are first removed.
const FIRST_SORT: usize = 1 << 20;

/// The selection of words and letters from a list.
#[derive(Debug, Clone, Copy, Default)]
pub struct WordFilter<'a> {
    /// The set of accepted lengths: bit `n - 1` for n letters.
    pub lengths: u64,
    /// Minimum score of an accepted word.
    pub min_score: Option<i64>,
    /// The treatment of accents.
    pub accents: Accents,
    /// Letters that belong to the alphabet even if no word has them.
    pub letters: &'a [char],
    /// `true` if every word needs a score.
    pub scores: bool,
    /// `true` to keep the [marks](Mark) of the words.
    pub marks: bool,
    /// `true` to refuse a list with a line that is not an entry, instead of leaving it out.
    pub strict: bool,
    /// Words that get a higher score than all others of the list, by their folded letters, in increasing order.
    pub preferred: &'a [Vec<char>],
    /// Words to leave out, by their folded letters, in increasing order.
    pub banned: &'a [Vec<char>],
    /// Words to add if the list lacks them, by their folded letters. Their score is the highest of the list.
    pub added: &'a [Vec<char>],
}

impl WordFilter<'_> {
    fn has_length(&self, length: usize) -> bool {
        (1..=MAX_SIZE).contains(&length) && self.lengths >> (length - 1) & 1 == 1
    }
}

/// The score and the root that a list gives a word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mark {
    /// The score, or 0 if the list gives none.
    pub score: i64,
    /// The root, in folded letters, or nothing if the list gives none.
    pub root: Box<[char]>,
}

/// The words of one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordsOfLength {
    length: usize,
    letters: Vec<u8>,
    /// The mark of each word, or nothing if marks are not kept.
    marks: Vec<Mark>,
}

const NO_WORDS: WordsOfLength = WordsOfLength { length: 0, letters: Vec::new(), marks: Vec::new() };

/// Counts of the lines and entries of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListCounts {
    /// Number of lines, including blank ones.
    pub lines: u64,
    /// Number of entries, including those with a low score.
    pub entries: u64,
    /// The lowest score of a word, if the request states one.
    pub least: Option<i64>,
    /// Number of entries whose score was too low, by length.
    pub below: BTreeMap<usize, u64>,
    /// Number of lines that are no entries, without blank lines and remarks.
    pub bad: u64,
    /// The first of these lines: the number of its list, from 0, and the fault.
    pub first_bad: Option<(usize, Fault)>,
    /// Number of entries with a sufficient score, by length. All lengths are included.
    pub lengths: BTreeMap<usize, u64>,
}

/// The kept words of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordList {
    alphabet: Alphabet,
    /// The words by length.
    words: BTreeMap<usize, WordsOfLength>,
    met: ListCounts,
}

impl WordsOfLength {
    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.letters.len().checked_div(self.length).unwrap_or(0)
    }

    /// Returns `true` if there is no word.
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Returns the letters of a word, by code.
    pub fn word(&self, index: usize) -> &[u8] {
        &self.letters[index * self.length..][..self.length]
    }

    /// Returns the score of a word, or 0 if [marks](WordFilter::marks) are not kept.
    pub fn score(&self, index: usize) -> i64 {
        self.marks.get(index).map_or(0, |mark| mark.score)
    }

    /// Returns the root of a word, or `None` if the list gives none or marks are not kept.
    pub fn root(&self, index: usize) -> Option<&[char]> {
        self.marks.get(index).map(|mark| &*mark.root).filter(|root| !root.is_empty())
    }

    /// Returns the index of a word.
    pub fn position(&self, letters: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while letters.len() == self.length && low < high {
            let middle = low.midpoint(high);
            match self.word(middle).cmp(letters) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// Returns the words in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        // Without words the length may be 0, which `chunks_exact` rejects.
        self.letters.chunks_exact(self.length.max(1))
    }

    /// Sorts the words and removes repetitions. Of the marks of one word the one with the highest score is kept.
    fn sort(&mut self) {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        let key = |&index: &u32| (self.word(index as usize), Reverse(self.score(index as usize)));
        order.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
        order.dedup_by(|a, b| self.word(*a as usize) == self.word(*b as usize));
        let mut letters = Vec::with_capacity(order.len() * self.length);
        let mut marks = Vec::new();
        for index in order {
            letters.extend_from_slice(self.word(index as usize));
            marks.extend(self.marks.get_mut(index as usize).map(std::mem::take));
        }
        self.letters = letters;
        self.marks = marks;
    }
}

/// The state while a list is read. Letters have codes in the order of their first occurrence.
struct ListReader {
    letters: Vec<char>,
    words: BTreeMap<usize, WordsOfLength>,
    /// Number of letters, by length, at which repeated words are removed next.
    next_sort: BTreeMap<usize, usize>,
    met: ListCounts,
}

impl WordList {
    /// Reads a list to its end.
    ///
    /// # Errors
    /// Returns an error if reading fails, if the list is too large, or if it has no word. Returns an error also for the first line that is
    /// not an entry, if the selection is strict.
    pub fn read(input: impl BufRead, wanted: WordFilter) -> Result<Self, Fault> {
        WordList::read_all([input], wanted).map_err(|(_, fault)| fault)
    }

    /// Reads several lists as one. A word that several have counts with its highest score.
    ///
    /// # Errors
    /// Returns the number of the faulty list, from 0, and an error as of [`read`](Self::read).
    pub fn read_all<I: BufRead>(
        inputs: impl IntoIterator<Item = I>,
        wanted: WordFilter,
    ) -> Result<Self, (usize, Fault)> {
        let mut reader = ListReader {
            // A grid gives a letter many times.
            letters: wanted.letters.iter().copied().collect::<BTreeSet<char>>().into_iter().collect(),
            words: BTreeMap::new(),
            next_sort: BTreeMap::new(),
            met: ListCounts { least: wanted.min_score, ..ListCounts::default() },
        };
        let mut last = 0;
        for (which, input) in inputs.into_iter().enumerate() {
            reader.read(which, input, wanted).map_err(|fault| (which, fault))?;
            last = which;
        }
        if reader.met.entries == 0 {
            let none = || (last, Fault::at(1, 1, "no word found"));
            return Err(reader.met.first_bad.take().unwrap_or_else(none));
        }
        Ok(reader.finish(wanted))
    }

    /// Returns the letters of all kept words and the letters that the selection adds.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Returns the words of this length.
    pub fn words(&self, length: usize) -> &WordsOfLength {
        static NONE: WordsOfLength = NO_WORDS;
        self.words.get(&length).unwrap_or(&NONE)
    }

    /// Returns the number of kept words.
    pub fn len(&self) -> usize {
        self.words.values().map(WordsOfLength::len).sum()
    }

    /// Returns `true` if no word is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns `true` if words have different scores that are kept.
    pub fn has_scores(&self) -> bool {
        let mut scores = self.words.values().flat_map(|words| &words.marks).map(|mark| mark.score);
        let first = scores.next();
        scores.any(|score| Some(score) != first)
    }

    /// Returns the approximate number of bytes that the words take.
    pub fn bytes(&self) -> u64 {
        self.words.values().map(|words| words.letters.len() as u64).sum()
    }

    /// Returns the counts of lines and entries of the list.
    pub fn met(&self) -> &ListCounts {
        &self.met
    }
}

/// The column of a fault in a line, and its message.
enum LineFault {
    /// The line is not an entry.
    Bad(usize, String),
    /// The list cannot be used.
    Fatal(usize, String),
}

fn bad(column: usize, message: impl Into<String>) -> LineFault {
    LineFault::Bad(column, message.into())
}

/// Returns a score, rounded to a whole number.
fn number(text: &str) -> Option<i64> {
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || "+-.".contains(c));
    text.parse().ok().or_else(|| {
        let decimal: f64 = text.replace(',', ".").parse().ok().filter(|_| is_plain)?;
        (decimal.abs() < 1e15).then(|| decimal.round() as i64)
    })
}

impl ListReader {
    /// Reads a list to its end.
    fn read(&mut self, which: usize, input: impl BufRead, wanted: WordFilter) -> Result<(), Fault> {
        let mut lines = Lines::new(input);
        let mut folded = Vec::new();
        while lines.advance()? {
            let line = lines.number();
            let text = lines.text()?;
            lines.check_length()?;
            if line > MAX_LINES {
                return Err(Fault::at(line, 1, format!("more than {MAX_LINES} lines")));
            }
            match self.take(text, wanted, &mut folded) {
                Ok(()) => {}
                Err(LineFault::Bad(column, message)) if !wanted.strict => {
                    self.met.bad += 1;
                    self.met.first_bad.get_or_insert_with(|| (which, Fault::at(line, column, message)));
                }
                Err(LineFault::Bad(column, message) | LineFault::Fatal(column, message)) => {
                    return Err(Fault::at(line, column, message));
                }
            }
        }
        self.met.lines += lines.number() as u64;
        Ok(())
    }

    /// Processes one line.
    fn take(&mut self, line: &str, wanted: WordFilter, folded: &mut Vec<char>) -> Result<(), LineFault> {
        let line = line.trim_end();
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let separator = if line.contains(';') { ';' } else { '\t' };
        let mut fields = line.splitn(3, separator);
        let word = fields.next().unwrap_or(line);
        let score = match fields.next().filter(|score| separator == ';' || !score.trim().is_empty()) {
            None => None,
            Some(score) => {
                let column = word.chars().count() + 2;
                let wrong = || bad(column, format!("{:?}: expected a number, as in WORD;50", score.trim()));
                Some(number(score.trim()).ok_or_else(wrong)?)
            }
        };
        let has_digits = wanted.letters.iter().any(char::is_ascii_digit);
        let fold = if has_digits { fold_with_digits } else { fold };
        let mut root = Vec::new();
        if let Some(text) = fields.next() {
            let before = line.chars().count() - text.chars().count();
            fold(text, wanted.accents, &mut root).map_err(|Stray { before: within, found }| {
                bad(before + within + 1, format!("{found:?} is not a letter: expected a root, as in WORD;50;ROOT"))
            })?;
        }
        folded.clear();
        fold(word, wanted.accents, folded).map_err(|Stray { before, found }| {
            bad(before + 1, format!("{found:?} is not a letter: expected one word a line, or WORD;score"))
        })?;
        if folded.is_empty() {
            return Err(bad(1, "a line without a letter: expected one word a line, or WORD;score"));
        }
        let is_preferred = wanted.preferred.binary_search_by(|preferred| preferred[..].cmp(folded)).is_ok();
        if score.is_none() && !is_preferred && (wanted.scores || wanted.min_score.is_some()) {
            let needs = if wanted.scores { "the best fill" } else { "a lowest score" };
            let message = format!("no score, which {needs} needs: expected WORD;score");
            return Err(bad(word.chars().count() + 1, message));
        }
        self.met.entries += 1;
        // A preferred word has a higher score than all others.
        if score < wanted.min_score && !is_preferred {
            *self.met.below.entry(folded.len()).or_default() += 1;
            return Ok(());
        }
        if wanted.banned.binary_search_by(|banned| banned[..].cmp(folded)).is_ok() {
            return Ok(());
        }
        let length = folded.len();
        *self.met.lengths.entry(length).or_default() += 1;
        if !wanted.has_length(length) {
            return Ok(());
        }
        let words = self.words.entry(length).or_insert(WordsOfLength { length, ..NO_WORDS });
        for (i, &letter) in folded.iter().enumerate() {
            let code = self.letters.iter().position(|&known| known == letter).unwrap_or_else(|| {
                self.letters.push(letter);
                self.letters.len() - 1
            });
            if code >= MAX_LETTERS {
                return Err(LineFault::Fatal(
                    i + 1,
                    format!("{letter:?} is one letter more than {MAX_LETTERS}, the most an alphabet can have"),
                ));
            }
            words.letters.push(code as u8);
        }
        if wanted.marks {
            words.marks.push(Mark { score: score.unwrap_or(0), root: root.into() });
        }
        let next_sort = self.next_sort.entry(length).or_insert(FIRST_SORT);
        if words.letters.len() >= *next_sort {
            words.sort();
            *next_sort = FIRST_SORT.max(2 * words.letters.len());
        }
        Ok(())
    }

    /// Gives letters their codes in alphabetical order, and sorts the words.
    fn finish(mut self, wanted: WordFilter) -> WordList {
        // `take` accepts at most `MAX_LETTERS` letters.
        let alphabet = Alphabet::of(self.letters.iter().copied()).unwrap_or_default();
        let codes: Vec<u8> = self.letters.iter().map(|&letter| alphabet.code(letter).unwrap_or_default()).collect();
        for words in self.words.values_mut() {
            words.letters.iter_mut().for_each(|code| *code = codes[usize::from(*code)]);
            words.sort();
        }
        let best = self.words.values().flat_map(|words| &words.marks).map(|mark| mark.score).max().unwrap_or(0);
        let codes = |word: &Vec<char>| word.iter().map(|&letter| alphabet.code(letter)).collect::<Option<Vec<u8>>>();
        for word in wanted.preferred.iter().filter(|_| wanted.marks) {
            let Some((words, codes)) = self.words.get_mut(&word.len()).zip(codes(word)) else { continue };
            if let Some(index) = words.position(&codes) {
                words.marks[index].score = best + 1;
            }
        }
        for word in wanted.added {
            let length = word.len();
            let Some(codes) = codes(word).filter(|_| wanted.has_length(length)) else { continue };
            let words = self.words.entry(length).or_insert(WordsOfLength { length, ..NO_WORDS });
            if words.position(&codes).is_none() {
                words.letters.extend(codes);
                words.marks.extend(wanted.marks.then(|| Mark { score: best, ..Mark::default() }));
                words.sort();
            }
        }
        WordList { alphabet, words: self.words, met: self.met }
    }
}

/// Returns the first few lengths with their numbers of words, as in "3 (12 words), 6 (1 word)".
pub fn lengths_in_words(lengths: &BTreeMap<usize, u64>) -> String {
    const MAX: usize = 8;
    let mut named: Vec<String> =
        lengths.iter().take(MAX).map(|(length, count)| format!("{length} ({})", plural(*count, "word"))).collect();
    if lengths.len() > MAX {
        named.push(format!("{} more lengths", lengths.len() - MAX));
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a selection of all words.
    fn all<'a>() -> WordFilter<'a> {
        WordFilter { lengths: u64::MAX, ..WordFilter::default() }
    }

    fn words(list: &WordList, length: usize) -> Vec<String> {
        let word = |word: &[u8]| word.iter().map(|&code| list.alphabet().letter(code)).collect();
        list.words(length).iter().map(word).collect()
    }

    /// Returns a selection of all words that refuses a list with a bad line.
    fn strict<'a>() -> WordFilter<'a> {
        WordFilter { strict: true, ..all() }
    }

    #[test]
    fn marks_are_kept_on_request() {
        let text = "tea;50;teas\neat;49\ntea;60\nate\ntie;70\n";
        let banned = [vec!['T', 'I', 'E']];
        let added = [vec!['E', 'A', 'R'], vec!['E', 'A', 'T']];
        let wanted = WordFilter { marks: true, letters: &['R'], banned: &banned, added: &added, ..all() };
        let list = WordList::read(text.as_bytes(), wanted).expect("a list");
        assert_eq!(words(&list, 3), ["ATE", "EAR", "EAT", "TEA"]);
        let marked = list.words(3);
        // The higher score of a repeated word is kept, with its root: here it has none.
        let scores: Vec<i64> = (0..4).map(|index| marked.score(index)).collect();
        assert_eq!((scores, marked.root(3)), (vec![0, 60, 49, 60], None));
        let rooted = WordList::read("teas;1;tea\n".as_bytes(), WordFilter { marks: true, ..all() }).expect("a list");
        assert_eq!(rooted.words(4).root(0), Some(&['T', 'E', 'A'][..]));
        let refused =
            WordList::read("tea\n".as_bytes(), WordFilter { scores: true, ..strict() }).expect_err("no score");
        assert!(refused.to_string().starts_with("1:4: no score, which the best fill needs"), "{refused}");
    }

    #[test]
    fn several_lists_are_one_and_preferred_words_have_the_highest_score() {
        let preferred = [vec!['D', 'O', 'G']];
        let wanted = WordFilter { marks: true, preferred: &preferred, ..all() };
        let list = WordList::read_all(["cat;5\ndog;6".as_bytes(), "cat;7\neel;90".as_bytes()], wanted).expect("a list");
        let scores: Vec<i64> = (0..3).map(|index| list.words(3).score(index)).collect();
        assert_eq!((words(&list, 3), scores), (["CAT", "DOG", "EEL"].map(str::to_owned).to_vec(), vec![7, 91, 90]));
        let wanted = WordFilter { min_score: Some(7), ..wanted };
        let list = WordList::read("cat;7\ndog;6\neel;6\ndog\n".as_bytes(), wanted).expect("a list");
        assert_eq!(
            (words(&list, 3), list.met().below.clone(), list.met().bad),
            (vec!["CAT".to_owned(), "DOG".to_owned()], BTreeMap::from([(3, 1)]), 0)
        );
        assert_eq!([0, 1].map(|index| list.words(3).score(index)), [7, 8]);
        let refused = WordList::read_all(["cat".as_bytes(), "d0g".as_bytes()], strict()).expect_err("a bad line");
        assert_eq!((refused.0, refused.1.line()), (1, 1));
    }

    #[test]
    fn letters_that_are_given_often_count_once() {
        let letters: Vec<char> = "ABC".repeat(30).chars().collect();
        let wanted = WordFilter { letters: &letters, ..all() };
        let list = WordList::read("dog\ncab\n".as_bytes(), wanted).expect("a list");
        assert_eq!((list.len(), list.alphabet().letters().len()), (2, 6));
    }

    #[test]
    fn repeated_words_take_no_memory() {
        let list = WordList::read("tea\neat\n".repeat(FIRST_SORT / 2).as_bytes(), all()).expect("a list");
        assert_eq!((list.len(), list.met().entries), (2, FIRST_SORT as u64));
    }
}
