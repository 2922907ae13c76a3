//! House rules that no rule set can spell.

use super::codes::Code;
use crate::grid::Grid;
use crate::stats::hinges;
use crate::words::{Word, Words};

/// One house rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseRule {
    /// No checked square whose loss would part the words.
    NoHinge,
    /// A word has at most as many unchecked letters as checked ones, from nine letters on one more.
    FewUnches,
    /// At most a sixth of the squares are black.
    SixthBlack,
    /// Squares of this size have at most so many words.
    MostWords {
        /// Rows, and columns.
        size: usize,
        /// The most words.
        words: usize,
    },
    /// A square of one of these sizes.
    Sizes(&'static [usize]),
    /// An odd number of rows and of columns.
    OddSize,
}

/// What breaks a house rule: the code, the word if it is about one, what is the matter, and the squares that show it.
pub type Broken = (Code, Option<Word>, String, Vec<(usize, usize)>);

impl HouseRule {
    /// Every way in which a grid breaks this rule.
    pub fn broken(self, grid: &Grid, words: &Words) -> Vec<Broken> {
        let (height, width) = (grid.height(), grid.width());
        let black = height * width - grid.whites();
        let whole = |code, message| vec![(code, None, message, Vec::new())];
        match self {
            HouseRule::NoHinge => hinges(&words.words)
                .into_iter()
                .map(|(r, c)| {
                    let message = format!("the grid hangs on one square: row {}, column {}", r + 1, c + 1);
                    (Code::Hinge, None, message, vec![(r, c)])
                })
                .collect(),
            HouseRule::FewUnches => words.words.iter().filter_map(few_unches).collect(),
            HouseRule::SixthBlack if 6 * black > height * width => {
                let percent = 100.0 * black as f64 / (height * width) as f64;
                whole(Code::ManyBlacks, format!("{black} black squares ({percent:.1} %), at most a sixth wanted"))
            }
            HouseRule::MostWords { size, words: most } if (height, width) == (size, size) => {
                let found = words.words.len();
                if found > most {
                    whole(Code::ManyWords, format!("{found} words, at most {most} wanted"))
                } else {
                    Vec::new()
                }
            }
            HouseRule::Sizes(sizes) if height != width || !sizes.contains(&height) => {
                let sizes: Vec<String> = sizes.iter().map(|size| format!("{size} × {size}")).collect();
                whole(Code::UnusualSize, format!("{height} × {width}, {} expected", sizes.join(" or ")))
            }
            HouseRule::OddSize if height.is_multiple_of(2) || width.is_multiple_of(2) => {
                whole(Code::EvenSize, format!("{height} rows and {width} columns, odd numbers expected"))
            }
            _ => Vec::new(),
        }
    }
}

fn few_unches(word: &Word) -> Option<Broken> {
    let checked = word.checked_letters();
    let unchecked = word.length - checked;
    let allowed = checked + usize::from(word.length >= 9);
    (unchecked > allowed).then(|| {
        let squares = word.squares().enumerate().filter(|&(i, _)| !word.is_checked(i)).map(|(_, square)| square);
        let message =
            format!("{unchecked} of {} letters unchecked, at most {allowed} beside {checked} checked", word.length);
        (Code::ManyUnches, Some(*word), message, squares.collect())
    })
}
