//! Letters as a setter writes them, and the alphabet of a question, which gives each letter a code.
//!
//! A square holds one letter. An entry of a word list is folded to such letters: capitals, without spaces, hyphens and apostrophes
//! (`Rock 'n' roll` is `ROCKNROLL`).
//!
//! [`Accents::Fold`], the convention of most setters' lists, also removes accents. It applies compatibility decomposition (NFKD, Unicode
//! Standard Annex 15), drops the combining marks, and composes the result. So a Korean syllable stays one letter. The letters `Æ`, `Ø`
//! and `Ł` have no combining mark and stay separate letters. The letter `ß` becomes `SS`, its capital.
//!
//! With [`Accents::Keep`], `É` and `E` are two letters (NFC), as are `Ñ` and `N` in Spanish and `Й` and `И` in Russian.
//!
//! Invariant of [`Alphabet`]: its letters are different and in increasing order. There are at most 64, so that a set of them is one 64-bit
//! word.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Maximum number of letters of an alphabet: a set of letters is one 64-bit word.
pub const MAX_LETTERS: usize = 64;

/// The treatment of accents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Accents {
    /// Accents are dropped: `É` is `E`.
    #[default]
    Fold,
    /// A letter with an accent is a separate letter.
    Keep,
}

/// A character that is neither a letter nor one that is left out of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stray {
    /// Number of characters before it.
    pub before: usize,
    /// The character.
    pub found: char,
}

/// Returns `true` for characters that are left out of words: spaces, hyphens, dashes and apostrophes.
fn is_left_out(c: char) -> bool {
    c.is_whitespace() || "-'\u{ad}‐‑‒–—−’‘‛ʼʻ′´`".contains(c)
}

/// Appends the letters of a text to `letters`. Digits are letters too.
///
/// # Errors
/// Returns the first character that is neither a letter, a digit nor left out of words.
pub fn fold_with_digits(text: &str, accents: Accents, letters: &mut Vec<char>) -> Result<(), Stray> {
    let start = letters.len();
    for part in text.split_inclusive(|c: char| c.is_ascii_digit()) {
        let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
        if let Err(Stray { before, found }) = fold(word, accents, letters) {
            letters.truncate(start);
            let offset = part.as_ptr() as usize - text.as_ptr() as usize;
            return Err(Stray { before: text[..offset].chars().count() + before, found });
        }
        letters.extend(part[word.len()..].chars());
    }
    Ok(())
}

/// Appends the letters of a text to `letters`.
///
/// # Errors
/// Returns the first character that is neither a letter nor left out of words.
pub fn fold(text: &str, accents: Accents, letters: &mut Vec<char>) -> Result<(), Stray> {
    if text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        letters.extend(text.bytes().map(|byte| char::from(byte.to_ascii_uppercase())));
        return Ok(());
    }
    let is_allowed = |c: char| c.is_alphabetic() || is_left_out(c) || is_combining_mark(c);
    if let Some((before, found)) = text.chars().enumerate().find(|&(_, c)| !is_allowed(c)) {
        return Err(Stray { before, found });
    }
    let kept = text.chars().filter(|&c| !is_left_out(c));
    let start = letters.len();
    match accents {
        Accents::Fold => {
            // Decomposition can produce further characters to leave out: a letter with an apostrophe may be one character.
            let bare = kept.nfkd().filter(|&c| !is_combining_mark(c) && !is_left_out(c));
            letters.extend(bare.flat_map(char::to_uppercase).nfc());
        }
        Accents::Keep => letters.extend(kept.flat_map(char::to_uppercase).nfc()),
    }
    // A combining mark that no letter absorbed is not a letter.
    match letters[start..].iter().find(|c| !c.is_alphabetic()) {
        Some(&found) => {
            letters.truncate(start);
            let before = text.chars().position(|c| c == found).unwrap_or(0);
            Err(Stray { before, found })
        }
        None => Ok(()),
    }
}

/// Returns the codes in a set of letters, or the numbers of the bits of any 64-bit word.
#[inline]
pub(super) fn each(letters: u64) -> impl Iterator<Item = usize> {
    let mut rest = letters;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let letter = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            letter
        })
    })
}

/// The letters of a question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alphabet {
    letters: Vec<char>,
}

impl Alphabet {
    /// Returns the alphabet of these letters, or `None` if there are more than [`MAX_LETTERS`].
    pub fn of(letters: impl IntoIterator<Item = char>) -> Option<Self> {
        let mut letters: Vec<char> = letters.into_iter().collect();
        letters.sort_unstable();
        letters.dedup();
        (letters.len() <= MAX_LETTERS).then_some(Alphabet { letters })
    }

    /// Returns the letters in order.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Returns the code of a letter, from 0.
    pub fn code(&self, letter: char) -> Option<u8> {
        self.letters.binary_search(&letter).ok().map(|code| code as u8)
    }

    /// Returns the letter of a code that [`code`](Self::code) returns.
    pub fn letter(&self, code: u8) -> char {
        self.letters[usize::from(code)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str, accents: Accents) -> Result<String, Stray> {
        let mut letters = Vec::new();
        fold(text, accents, &mut letters).map(|()| letters.into_iter().collect())
    }

    #[test]
    fn folds_words_to_letters_with_or_without_accents() {
        for (text, fold, keep) in [
            ("apple", "APPLE", "APPLE"),
            ("Rock 'n' roll", "ROCKNROLL", "ROCKNROLL"),
            ("ice-cream", "ICECREAM", "ICECREAM"),
            ("côté", "COTE", "CÔTÉ"),
            ("co\u{302}te\u{301}", "COTE", "CÔTÉ"),
            ("straße", "STRASSE", "STRASSE"),
            ("Ærø", "ÆRØ", "ÆRØ"),
            ("ﬁn", "FIN", "FIN"),
            ("йод", "ИОД", "ЙОД"),
            ("μήλος", "ΜΗΛΟΣ", "ΜΉΛΟΣ"),
            ("한글", "한글", "한글"),
            ("l’île", "LILE", "LÎLE"),
        ] {
            assert_eq!(folded(text, Accents::Fold).as_deref(), Ok(fold), "{text}");
            assert_eq!(folded(text, Accents::Keep).as_deref(), Ok(keep), "{text}");
        }
    }

    #[test]
    fn reports_a_stray_character_and_its_place() {
        assert_eq!(folded("côt3", Accents::Fold), Err(Stray { before: 3, found: '3' }));
        assert_eq!(folded("a;b", Accents::Keep), Err(Stray { before: 1, found: ';' }));
        // No single character combines this letter with this mark.
        assert_eq!(folded("q\u{302}", Accents::Keep), Err(Stray { before: 1, found: '\u{302}' }));
        assert_eq!(folded("q\u{302}", Accents::Fold).as_deref(), Ok("Q"));
    }

    #[test]
    fn an_alphabet_is_in_order() {
        let alphabet = Alphabet::of("BACAB".chars()).expect("three letters");
        assert_eq!((alphabet.letters().len(), alphabet.code('C'), alphabet.code('D')), (3, Some(2), None));
        assert_eq!(alphabet.letter(1), 'B');
        assert!(Alphabet::of((0..65).filter_map(|i| char::from_u32(0x4e00 + i))).is_none());
    }
}
