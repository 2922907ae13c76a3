//! Word lists with one word a line, or `WORD;score`, read in one pass.
//!
//! Only words whose length occurs in the grid are kept, so a list may be much larger than the kept part. Repeated words are removed
//! whenever the words of one length have doubled. So the memory is at most twice that for the different words that fit. Blank lines are
//! ignored. The first line that is not an entry ends the reading with an error that names its line and column.
//!
//! Invariant of [`WordsOfLength`]: `letters` holds whole words of `length` letters in increasing order, each once.

use std::collections::BTreeMap;
use std::io::BufRead;

use super::letters::{Accents, Alphabet, MOST_LETTERS, Stray, fold};
use gridcheck_core::grid::MAX_SIZE;
use gridcheck_core::plural::plural;
use gridcheck_formats::text::ReadError;
use gridcheck_formats::text::lines::Lines;

/// Maximum number of lines of a list.
const MOST_LINES: usize = 100_000_000;
/// Number of letters of one length at which repeated words are first removed.
const FIRST_SORT: usize = 1 << 20;

/// The selection of words and letters from a list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The set of accepted lengths: bit `n - 1` for n letters.
    pub lengths: u64,
    /// Minimum score of an accepted word.
    pub min_score: Option<i64>,
    /// The treatment of accents.
    pub accents: Accents,
    /// Letters that belong to the alphabet even if no word has them.
    pub letters: &'a [char],
}

/// The words of one length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordsOfLength {
    length: usize,
    letters: Vec<u8>,
}

/// Counts of the lines and entries of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListCounts {
    /// Number of lines, including blank ones.
    pub lines: u64,
    /// Number of entries, including those with a low score.
    pub entries: u64,
    /// Number of entries whose score was too low.
    pub below: u64,
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

    /// Returns the words in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        // Without words the length may be 0, which `chunks_exact` rejects.
        self.letters.chunks_exact(self.length.max(1))
    }

    /// Sorts the words and removes repetitions.
    fn sort(&mut self) {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| self.word(a as usize).cmp(self.word(b as usize)));
        order.dedup_by(|a, b| self.word(*a as usize) == self.word(*b as usize));
        let mut letters = Vec::with_capacity(order.len() * self.length);
        for index in order {
            letters.extend_from_slice(self.word(index as usize));
        }
        self.letters = letters;
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
    /// Returns an error if reading fails, if a line is not an entry, if the list is too large, or if it has no word.
    pub fn read(input: impl BufRead, wanted: Wanted) -> Result<Self, ReadError> {
        let mut reader = ListReader {
            letters: wanted.letters.to_vec(),
            words: BTreeMap::new(),
            next_sort: BTreeMap::new(),
            met: ListCounts::default(),
        };
        let mut lines = Lines::new(input);
        let mut folded = Vec::new();
        while lines.advance()? {
            let line = lines.number();
            let fault = |(column, message)| ReadError { line, column, message };
            let text = lines.text()?;
            lines.check_length()?;
            if line > MOST_LINES {
                return Err(fault((1, format!("more than {MOST_LINES} lines"))));
            }
            reader.take(text, wanted, &mut folded).map_err(fault)?;
        }
        reader.met.lines = lines.number() as u64;
        if reader.met.entries == 0 {
            return Err(ReadError { line: 1, column: 1, message: "no word found".to_owned() });
        }
        Ok(reader.finish())
    }

    /// Returns the letters of all kept words and the letters that the selection adds.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Returns the words of this length.
    pub fn words(&self, length: usize) -> &WordsOfLength {
        static NONE: WordsOfLength = WordsOfLength { length: 0, letters: Vec::new() };
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

    /// Returns the approximate number of bytes that the words take.
    pub fn bytes(&self) -> u64 {
        self.words.values().map(|words| words.letters.len() as u64).sum()
    }

    /// Returns the counts of lines and entries of the list.
    pub fn met(&self) -> &ListCounts {
        &self.met
    }
}

impl ListReader {
    /// Processes one line. The error is a column and a message.
    fn take(&mut self, line: &str, wanted: Wanted, folded: &mut Vec<char>) -> Result<(), (usize, String)> {
        let line = line.trim_end();
        if line.is_empty() {
            return Ok(());
        }
        let (word, score) = match line.split_once(';') {
            None => (line, None),
            Some((word, score)) => {
                let column = word.chars().count() + 2;
                let number = score.trim().parse::<i64>();
                let wrong = |_| (column, format!("{:?}: expected a whole number, as in WORD;50", score.trim()));
                (word, Some(number.map_err(wrong)?))
            }
        };
        folded.clear();
        fold(word, wanted.accents, folded).map_err(|Stray { before, found }| {
            (before + 1, format!("{found:?} is no letter: expected one word a line, or WORD;score"))
        })?;
        if folded.is_empty() {
            return Err((1, "a line without a letter: expected one word a line, or WORD;score".to_owned()));
        }
        self.met.entries += 1;
        if let Some(least) = wanted.min_score {
            let Some(score) = score else {
                return Err((
                    word.chars().count() + 1,
                    "no score, which --min-score asks for: expected WORD;score".to_owned(),
                ));
            };
            if score < least {
                self.met.below += 1;
                return Ok(());
            }
        }
        let length = folded.len();
        *self.met.lengths.entry(length).or_default() += 1;
        if length > MAX_SIZE || wanted.lengths >> (length - 1) & 1 == 0 {
            return Ok(());
        }
        let words = self.words.entry(length).or_insert_with(|| WordsOfLength { length, letters: Vec::new() });
        for (i, &letter) in folded.iter().enumerate() {
            let code = self.letters.iter().position(|&known| known == letter).unwrap_or_else(|| {
                self.letters.push(letter);
                self.letters.len() - 1
            });
            if code >= MOST_LETTERS {
                return Err((
                    i + 1,
                    format!("{letter:?} is one letter more than {MOST_LETTERS}, the most an alphabet can have"),
                ));
            }
            words.letters.push(code as u8);
        }
        let next_sort = self.next_sort.entry(length).or_insert(FIRST_SORT);
        if words.letters.len() >= *next_sort {
            words.sort();
            *next_sort = FIRST_SORT.max(2 * words.letters.len());
        }
        Ok(())
    }

    /// Gives letters their codes in alphabetical order, and sorts the words.
    fn finish(mut self) -> WordList {
        // `take` accepts at most `MOST_LETTERS` letters.
        let alphabet = Alphabet::of(self.letters.iter().copied()).unwrap_or_default();
        let codes: Vec<u8> = self.letters.iter().map(|&letter| alphabet.code(letter).unwrap_or_default()).collect();
        for words in self.words.values_mut() {
            words.letters.iter_mut().for_each(|code| *code = codes[usize::from(*code)]);
            words.sort();
        }
        WordList { alphabet, words: self.words, met: self.met }
    }
}

/// Returns the first few lengths with their numbers of words, as in "3 (12 words), 6 (1 word)".
pub fn lengths_in_words(lengths: &BTreeMap<usize, u64>) -> String {
    const MOST: usize = 8;
    let mut named: Vec<String> =
        lengths.iter().take(MOST).map(|(length, count)| format!("{length} ({})", plural(*count, "word"))).collect();
    if lengths.len() > MOST {
        named.push(format!("{} more lengths", lengths.len() - MOST));
    }
    named.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Wanted = Wanted { lengths: u64::MAX, min_score: None, accents: Accents::Fold, letters: &[] };

    fn words(list: &WordList, length: usize) -> Vec<String> {
        let word = |word: &[u8]| word.iter().map(|&code| list.alphabet().letter(code)).collect();
        list.words(length).iter().map(word).collect()
    }

    fn refused(text: impl AsRef<[u8]>, wanted: Wanted) -> String {
        WordList::read(text.as_ref(), wanted).expect_err("no list").to_string()
    }

    #[test]
    fn a_list_is_sorted_and_each_word_is_there_once() {
        let list = WordList::read("\u{feff}tea\r\nEat;50\n\nTEA;10\nat ease\nÉta\n".as_bytes(), ALL).expect("a list");
        assert_eq!(words(&list, 3), ["EAT", "ETA", "TEA"]);
        assert_eq!(words(&list, 6), ["ATEASE"]);
        assert_eq!((list.len(), list.met().lines, list.met().entries), (4, 6, 5));
        assert_eq!(lengths_in_words(&list.met().lengths), "3 (4 words), 6 (1 word)");
        let short = WordList::read("tea\nmilk\n".as_bytes(), Wanted { lengths: 0b100, ..ALL }).expect("a list");
        assert_eq!((short.len(), short.alphabet().len(), short.met().lengths.len()), (1, 3, 2));
    }

    #[test]
    fn scores_decide_where_they_are_asked_for() {
        let text = "tea;50\neat;49\n";
        let list = WordList::read(text.as_bytes(), Wanted { min_score: Some(50), ..ALL }).expect("a list");
        assert_eq!((words(&list, 3), list.met().below), (vec!["TEA".to_owned()], 1));
        assert!(refused("tea\n", Wanted { min_score: Some(1), ..ALL }).starts_with("1:4: no score"));
    }

    #[test]
    fn a_bad_line_is_named() {
        assert!(refused("tea\nm1lk\n", ALL).starts_with("2:2: '1' is no letter"));
        assert!(refused("tea;x\n", ALL).starts_with("1:5: \"x\": expected a whole number"));
        assert!(refused("tea\n--\n", ALL).starts_with("2:1: a line without a letter"));
        assert!(refused("", ALL).starts_with("1:1: no word found"));
        assert!(refused("\n\n", ALL).starts_with("1:1: no word found"));
        assert!(refused(b"tea\nma\xff", ALL).starts_with("2:3: not a text file: not UTF-8"));
        assert!(refused("te\0a", ALL).starts_with("1:3: not a text file: it holds a NUL"));
        assert!(refused("a".repeat(70_000), ALL).starts_with("1:1: a line of more than 65536 bytes"));
        let many: String = (0..65).filter_map(|i| char::from_u32(0x4e00 + i)).flat_map(|c| [c, '\n']).collect();
        assert!(refused(many, ALL).starts_with("65:1: '乀' is one letter more than 64"));
    }

    #[test]
    fn repeated_words_take_no_memory() {
        let list = WordList::read("tea\neat\n".repeat(FIRST_SORT / 2).as_bytes(), ALL).expect("a list");
        assert_eq!((list.len(), list.met().entries), (2, FIRST_SORT as u64));
    }
}
