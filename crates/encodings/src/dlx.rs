//! The problem as exact cover, in the text form of Knuth's DLX programs.
//!
//! The form (Knuth, The Art of Computer Programming 4B, 7.2.2.1) is a line of items, then one line for each option. Lines that begin with
//! `|` are comments.
//!
//! A square has two items: `a` for "lies in an across word" and `d` for "lies in a down word". A black square lies in neither, a white one
//! in at least one, a checked one in both.
//!
//! Each row and each column has one item, and one option for each pattern of its squares. The option of a row states for each square
//! whether it lies in an across word. It assumes whether the square lies in a down word. The option of a column states and assumes the
//! reverse. The row covers an item if the statement is true. The column covers it if the statement is false. So every item is covered once
//! exactly when rows and columns agree.
//!
//! Lines that the symmetry maps to one another share one item. One option gives the pattern of all of them.
//!
//! Connectivity cannot be decided within one line, and is *not* part of the covers. If the rules require it, the covers are the grids and
//! the disconnected grids that obey every other rule. Without that rule, each cover is one grid. If the rules would allow the all-black
//! grid, each row also passes to the next one if a white square has occurred.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::heading;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, RulesOnGrid, RulesOnLines, RulesOnWords, Ruleset};

/// The state of a square in one option: `true` for each word, across and down, that it lies in.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    across: bool,
    down: bool,
}

/// The representative of an orbit of lines under the symmetry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    down: bool,
    index: usize,
}

/// The rule data in the form of this translation. The problem holds the symmetry.
struct LineRules {
    words: WordRules,
    /// `true` if a run of one square may occur.
    single_cells: bool,
    /// `true` if each outer line needs a white square.
    edges: bool,
    /// `true` if all white squares must be connected.
    connected: bool,
    /// Minimum number of white squares of a line.
    least: usize,
    /// Maximum number of adjacent black squares.
    black_run: Limit,
}

/// The limits on a word and its letters.
struct WordRules {
    shortest: usize,
    longest: Limit,
    checking: Checking,
    /// Maximum numbers of adjacent unchecked letters, inside a word and at its ends.
    inside: Limit,
    at_ends: Limit,
}

impl LineRules {
    fn of(ruleset: &Ruleset) -> Self {
        let RulesOnWords {
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            max_word: longest,
        } = ruleset.on_words();
        let RulesOnLines { min_white_per_row: least, max_black_run: black_run } = ruleset.on_lines();
        let RulesOnGrid { edges, connected, symmetry: _ } = ruleset.on_grid();
        LineRules {
            words: WordRules { shortest, longest, checking, inside, at_ends },
            single_cells,
            edges,
            connected,
            least,
            black_run,
        }
    }
}

/// Writes the items and options.
///
/// # Errors
/// Returns an error if `out` cannot be written.
pub fn write(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let line_rules = LineRules::of(problem.rules());
    for line in heading(problem) {
        writeln!(out, "| {line}")?;
    }
    let covers = if line_rules.connected {
        "the rule `connected` is NOT in these covers: they are the grids, and those that break that rule alone"
    } else {
        "one cover a grid"
    };
    writeln!(out, "| {covers}")?;
    writeln!(
        out,
        "| a2.3: the square in row 2, column 3 is in an across word; d2.3: in a down word; black if neither,"
    )?;
    writeln!(out, "| covered by its row where that is so and by its column where it is not")?;
    writeln!(out, "| row2, column3: what stands there, and in the lines that the symmetry makes of it")?;
    let pass_on = !line_rules.edges && line_rules.least == 0;
    if pass_on {
        writeln!(
            out,
            "| some2: there is a white square in the rows up to row2; covered by that row if so, else by the next"
        )?;
    }

    let lines = representatives(problem);
    let rows = lines.iter().filter(|line| !line.down).count();
    let mut items: Vec<String> = lines.iter().map(|line| line.name()).collect();
    for (r, c) in problem.size().positions().map(|(r, c)| (r + 1, c + 1)) {
        items.extend([format!("a{r}.{c}"), format!("d{r}.{c}")]);
    }
    if pass_on {
        items.extend(lines[..rows - 1].iter().map(|line| format!("some{}", line.index + 1)));
    }
    writeln!(out, "{}", items.join(" "))?;

    for (i, &line) in lines.iter().enumerate() {
        let passing_on = pass_on && !line.down;
        let (first, last) = (i == 0, i + 1 == rows);
        Patterns::new(problem, &line_rules, line).extend(&mut Vec::new(), &mut |pattern| {
            let states: Vec<State> = pattern.iter().map(|choice| choice.state(line.down)).collect();
            let Some(covered) = covered(problem, line, &states) else { return Ok(()) };
            let option = std::iter::once(line.name()).chain(covered).collect::<Vec<_>>().join(" ");
            if !passing_on {
                return writeln!(out, "{option}");
            }
            let black = pattern.iter().all(|&choice| choice == Choice::Black);
            for some_before in [false, true] {
                let some = some_before || !black;
                if some_before && first || last && !some {
                    continue;
                }
                write!(out, "{option}")?;
                if !first && !some_before {
                    write!(out, " some{}", lines[i - 1].index + 1)?;
                }
                if !last && some {
                    write!(out, " some{}", line.index + 1)?;
                }
                writeln!(out)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

impl Line {
    fn square(self, i: usize) -> (usize, usize) {
        if self.down { (i, self.index) } else { (self.index, i) }
    }

    fn name(self) -> String {
        format!("{}{}", if self.down { "column" } else { "row" }, self.index + 1)
    }
}

/// Returns the first line of each orbit of lines under the symmetry, rows before columns.
fn representatives(problem: &Problem) -> Vec<Line> {
    let (height, width) = (problem.height(), problem.width());
    let rows = (0..height).map(|index| Line { down: false, index });
    let columns = (0..width).map(|index| Line { down: true, index });
    let is_first = |line: &Line| {
        problem.symmetry().group().iter().all(|transform| {
            let (r, c) = transform.square(height, width, line.square(0));
            let down = line.down != transform.swaps_sides();
            *line <= Line { down, index: if down { c } else { r } }
        })
    };
    rows.chain(columns).filter(is_first).collect()
}

/// Returns the items that an option for `line` and its images covers, or `None` if the images contradict one another.
fn covered(problem: &Problem, line: Line, states: &[State]) -> Option<Vec<String>> {
    // The states of the squares according to rows and according to columns.
    let mut states_by_direction: [BTreeMap<(usize, usize), State>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for transform in problem.symmetry().group() {
        let turned = transform.swaps_sides();
        for (i, &state) in states.iter().enumerate() {
            let square = transform.square(problem.height(), problem.width(), line.square(i));
            let state = if turned { State { across: state.down, down: state.across } } else { state };
            let before = states_by_direction[usize::from(line.down != turned)].insert(square, state);
            if before.is_some_and(|before| before != state) {
                return None;
            }
        }
    }
    let [by_rows, by_columns] = states_by_direction;
    if by_rows.iter().any(|(square, state)| by_columns.get(square).is_some_and(|other| other != state)) {
        return None;
    }
    let mut items = Vec::new();
    for (by, covers) in [(by_rows, true), (by_columns, false)] {
        for ((r, c), state) in by {
            let one = (state.across == covers).then(|| format!("a{}.{}", r + 1, c + 1));
            let other = (state.down == covers).then(|| format!("d{}.{}", r + 1, c + 1));
            items.extend(one.into_iter().chain(other));
        }
    }
    Some(items)
}

/// Generates the possible patterns of a line, square by square.
struct Patterns<'a> {
    line_rules: &'a LineRules,
    /// For each place, `[may be black, may be white]`.
    allowed: Vec<[bool; 2]>,
    /// Minimum number of white squares.
    least: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Black,
    Unchecked,
    Checked,
    /// A run of one square.
    Alone,
}

impl<'a> Patterns<'a> {
    fn new(problem: &Problem, line_rules: &'a LineRules, line: Line) -> Self {
        let (height, width) = (problem.height(), problem.width());
        let group = problem.symmetry().group();
        let allows = |i: usize, white: bool| {
            group.iter().all(|transform| {
                let (r, c) = transform.square(height, width, line.square(i));
                problem.givens().colour(r, c).is_none_or(|given| given == white)
            })
        };
        // An outer line's images are outer lines.
        let (length, lines) = if line.down { (height, width) } else { (width, height) };
        let outer = line.index == 0 || line.index == lines - 1;
        let least = line_rules.least.max(usize::from(line_rules.edges && outer));
        Patterns { line_rules, allowed: (0..length).map(|i| [allows(i, false), allows(i, true)]).collect(), least }
    }

    /// Calls `each` with every pattern that begins with `chosen`.
    fn extend(&self, chosen: &mut Vec<Choice>, each: &mut dyn FnMut(&[Choice]) -> io::Result<()>) -> io::Result<()> {
        if chosen.len() == self.allowed.len() {
            return if self.is_line(chosen) { each(chosen) } else { Ok(()) };
        }
        for choice in [Choice::Black, Choice::Unchecked, Choice::Checked, Choice::Alone] {
            if self.allowed[chosen.len()][usize::from(choice != Choice::Black)] && self.may_follow(chosen, choice) {
                chosen.push(choice);
                self.extend(chosen, each)?;
                chosen.pop();
            }
        }
        Ok(())
    }

    /// Returns `true` if `choice` may follow the squares `before`: a finished word is a valid word, and a single square stands alone.
    fn may_follow(&self, before: &[Choice], choice: Choice) -> bool {
        let last = before.last().copied().unwrap_or(Choice::Black);
        match (last, choice) {
            (Choice::Unchecked | Choice::Checked, Choice::Black) => self.line_rules.words.allow(&last_letters(before)),
            (Choice::Unchecked | Choice::Checked, Choice::Unchecked | Choice::Checked) => {
                self.line_rules.words.allow_length(last_letters(before).len() + 1)
            }
            (Choice::Black, Choice::Black | Choice::Unchecked | Choice::Checked) | (Choice::Alone, Choice::Black) => {
                true
            }
            (Choice::Black, Choice::Alone) => self.line_rules.single_cells,
            (Choice::Alone, _) | (_, Choice::Alone) => false,
        }
    }

    /// Returns `true` if a full line has enough white squares, no long run of black ones, and a valid last word.
    fn is_line(&self, line: &[Choice]) -> bool {
        let whites = line.iter().filter(|&&choice| choice != Choice::Black).count();
        let blacks = line.split(|&choice| choice != Choice::Black).map(<[Choice]>::len).max();
        let too_dark = matches!(self.line_rules.black_run, Limit::AtMost(most) if blacks > Some(most));
        self.may_follow(line, Choice::Black) && whites >= self.least && !too_dark
    }
}

impl Choice {
    fn state(self, down: bool) -> State {
        let (along, crossing) = match self {
            Choice::Black => (false, false),
            Choice::Unchecked => (true, false),
            Choice::Checked => (true, true),
            Choice::Alone => (false, true),
        };
        if down { State { across: crossing, down: along } } else { State { across: along, down: crossing } }
    }
}

/// Returns the letters after the last black square, `true` for checked.
fn last_letters(line: &[Choice]) -> Vec<bool> {
    let letters = line.rsplit(|&choice| choice == Choice::Black).next().unwrap_or_default();
    letters.iter().map(|&choice| choice == Choice::Checked).collect()
}

impl WordRules {
    /// Returns `true` if a word, or the beginning of one, may have this number of letters.
    fn allow_length(&self, letters: usize) -> bool {
        match self.longest {
            Limit::AtMost(most) => letters <= most,
            Limit::Unlimited => true,
        }
    }

    /// Returns `true` if a word may have these letters, `true` for checked.
    fn allow(&self, letters: &[bool]) -> bool {
        let (length, checked) = (letters.len(), letters.iter().filter(|&&checked| checked).count());
        let enough = match self.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == length - length / 2,
            Checking::EitherHalf => checked == length - length / 2 || checked == length / 2,
            Checking::AtLeastHalf => checked >= length - length / 2,
            Checking::Any => true,
        };
        // The runs of unchecked letters: between checked letters, and at the two ends.
        let gaps: Vec<usize> = letters.split(|&checked| checked).map(<[bool]>::len).collect();
        let within = |gap: usize, limit: Limit| match limit {
            Limit::AtMost(most) => gap <= most,
            Limit::Unlimited => true,
        };
        let at_ends = [gaps.first(), gaps.last()];
        length >= self.shortest
            && self.allow_length(length)
            && enough
            && gaps.iter().all(|&gap| within(gap, self.inside))
            && at_ends.into_iter().flatten().all(|&gap| within(gap, self.at_ends))
    }
}
