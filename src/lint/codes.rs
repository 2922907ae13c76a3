//! The codes of findings: stable names that people can select, ignore and look up.

/// A kind of finding. A code, once given, keeps its meaning; codes of findings that are no longer made are not given again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// `GC001`.
    NoWhite,
    /// `GC002`.
    Symmetry,
    /// `GC003`.
    Edge,
    /// `GC004`.
    FewWhites,
    /// `GC005`.
    Isolated,
    /// `GC006`.
    SingleSquare,
    /// `GC007`.
    ShortWord,
    /// `GC008`.
    Checking,
    /// `GC009`.
    AdjacentUnches,
    /// `GC010`.
    UnchesAtEnd,
    /// `GC011`.
    CutOff,
    /// `GC012`.
    Hinge,
    /// `GC013`.
    ManyUnches,
    /// `GC014`.
    ManyBlacks,
    /// `GC015`.
    ManyWords,
    /// `GC016`.
    UnusualSize,
    /// `GC017`.
    EvenSize,
    /// `GC018`.
    LongWord,
}

impl Code {
    /// Every code, in order.
    pub const ALL: [Code; 18] = [
        Code::NoWhite,
        Code::Symmetry,
        Code::Edge,
        Code::FewWhites,
        Code::Isolated,
        Code::SingleSquare,
        Code::ShortWord,
        Code::Checking,
        Code::AdjacentUnches,
        Code::UnchesAtEnd,
        Code::CutOff,
        Code::Hinge,
        Code::ManyUnches,
        Code::ManyBlacks,
        Code::ManyWords,
        Code::UnusualSize,
        Code::EvenSize,
        Code::LongWord,
    ];

    /// The code itself, `GC001` and so on.
    pub fn name(self) -> String {
        format!("GC{:03}", self as usize + 1)
    }

    /// The code of that name, in upper or lower case.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.into_iter().find(|code| code.name().eq_ignore_ascii_case(name))
    }

    /// A few words for a table.
    pub const fn title(self) -> &'static str {
        match self {
            Code::NoWhite => "no white square",
            Code::Symmetry => "not symmetrical",
            Code::Edge => "an outer row or column is all black",
            Code::FewWhites => "too few white squares in a row or column",
            Code::Isolated => "a white square in no word",
            Code::SingleSquare => "a run of one square",
            Code::ShortWord => "a word is too short",
            Code::Checking => "the wrong number of checked letters",
            Code::AdjacentUnches => "too many adjacent unchecked letters",
            Code::UnchesAtEnd => "a word starts or ends with unchecked letters",
            Code::CutOff => "the grid is in more than one piece",
            Code::Hinge => "part of the grid hangs on one square",
            Code::ManyUnches => "more unchecked letters than the length allows",
            Code::ManyBlacks => "too many black squares",
            Code::ManyWords => "too many words",
            Code::UnusualSize => "not a size of this house",
            Code::EvenSize => "an even number of rows or columns",
            Code::LongWord => "a word is too long",
        }
    }

    /// What it means, why anyone minds, and what to do.
    pub const fn explanation(self) -> &'static str {
        match self {
            Code::NoWhite => "A grid without a white square has no word, and is valid by no rule set.",
            Code::Symmetry => {
                "The rules ask that the grid look the same after a half turn, or under other symmetries of the square. Of the squares \
                 that differ from their images one is named; recolour it or its image."
            }
            Code::Edge => {
                "Keith's rule: the first and last row and the first and last column each hold a white square. Otherwise the \
                 grid is a smaller one with a black margin."
            }
            Code::FewWhites => {
                "The rule set asks for a least number of white squares in every row and column (min_white_per_row)."
            }
            Code::Isolated => {
                "A white square with no white neighbour belongs to no word and can have no clue. It is never valid."
            }
            Code::SingleSquare => {
                "A run of one square is not a word. In American grids, where every letter is checked, it may not occur; in British \
                 grids it may, since the square lies in a word the other way."
            }
            Code::ShortWord => "Most rules ask for words of three letters or more, some for four.",
            Code::Checking => {
                "A letter is checked when it lies in an across word and in a down word. Keith's British rules want exactly half \
                 of the letters of each word checked, rounded up; The Times at least half; American grids all."
            }
            Code::AdjacentUnches => {
                "Unchecked letters (unches) side by side leave the solver with little to go by. British rules allow two, \
                 stricter ones none, and none allow three."
            }
            Code::UnchesAtEnd => {
                "The first two or the last two letters of a word are unchecked. Starts and ends matter most to a solver; \
                 The Times does not allow it."
            }
            Code::CutOff => "The white squares form more than one region, so that one part gives no help with another.",
            Code::Hinge => {
                "Filling this one square would cut off a part of the grid: words on one side of it and on the other cross \
                 nowhere else. (Read by words: the checked square is a bridge of the graph of words. Read square by square, nearly \
                 every published grid would fail.)"
            }
            Code::ManyUnches => {
                "Exet's rule: a word has at most as many unchecked letters as checked ones, and from nine letters on one more."
            }
            Code::ManyBlacks => "American newspapers want at most about a sixth of the squares black.",
            Code::ManyWords => "The New York Times wants at most 78 words in a 15 x 15 grid.",
            Code::UnusualSize => "The New York Times prints 15 x 15 on weekdays and 21 x 21 on Sundays.",
            Code::EvenSize => {
                "Keith's rule 1 asks for an odd number of rows and columns. The other rules apply to even sizes as well."
            }
            Code::LongWord => "The rule set asks for a most number of letters in every word (max_word).",
        }
    }
}
