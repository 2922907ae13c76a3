//! The problem as exact cover, as text in the form of Knuth's DLX programs (Knuth, The Art of Computer Programming 4B,
//! 7.2.2.1): a line of items, then an option a line; lines that begin with `|` are comments.
//!
//! A square has two items: `a` for "lies in an across word" and `d` for "lies in a down word"; a black square lies in
//! neither, a white one in one at least, a checked one in both. A row and a column each have an item of their own, and an
//! option for each thing that may stand there. The option of a row says of each of its squares whether it lies in an across
//! word, and assumes whether it lies in a down word; that of a column the other way round. The row covers an item where it
//! says yes and the column where it says no, so that every item is covered once exactly when rows and columns agree.
//!
//! Lines that the symmetry ties together share one item, and one option says what stands in all of them.
//!
//! That white squares hang together is no matter of one line, and is *not* in the covers: with that rule, the covers are the
//! grids and those that would be but for it. Of a rule set without it, one cover is one grid. Where the rules would let
//! the all-black grid pass, the rows also pass on, one to the next, whether there has been a white square.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::heading;
use gridcheck_core::problem::Problem;
use gridcheck_core::rules::{Checking, Limit, Ruleset};

/// What one option says of a square: whether it lies in an across word, and whether in a down word.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    across: bool,
    down: bool,
}

/// The line that stands for those the symmetry makes of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Line {
    down: bool,
    index: usize,
}

/// The rule data as this translation has them; symmetry is the problem's.
struct Demands {
    words: Words,
    /// Whether a run of one square may occur.
    single_cells: bool,
    /// Whether the outer lines need a white square.
    edges: bool,
    /// Whether all white squares hang together.
    connected: bool,
    /// The fewest white squares of a line.
    least: usize,
}

/// What the letters of a word may be.
struct Words {
    shortest: usize,
    longest: Limit,
    checking: Checking,
    /// The most unchecked letters together, inside a word and at its ends.
    inside: Limit,
    at_ends: Limit,
}

impl Demands {
    fn of(rules: &Ruleset) -> Self {
        let Ruleset {
            name: _,
            min_word: shortest,
            single_cells,
            checking,
            max_unchecked_run: inside,
            max_unchecked_run_at_ends: at_ends,
            edges,
            connected,
            symmetry: _,
            min_white_per_row: least,
            max_word: longest,
        } = *rules;
        Demands { words: Words { shortest, longest, checking, inside, at_ends }, single_cells, edges, connected, least }
    }
}

/// Writes the items and options.
pub fn write(problem: &Problem, out: &mut impl Write) -> io::Result<()> {
    let (n, demands) = (problem.size(), Demands::of(problem.rules()));
    for line in heading(problem) {
        writeln!(out, "| {line}")?;
    }
    let covers = if demands.connected {
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
    let pass_on = !demands.edges && demands.least == 0;
    if pass_on {
        writeln!(
            out,
            "| some2: there is a white square in the rows up to row2; covered by that row if so, else by the next"
        )?;
    }

    let lines = representatives(problem);
    let rows = lines.iter().filter(|line| !line.down).count();
    let mut items: Vec<String> = lines.iter().map(|line| line.name()).collect();
    for (r, c) in (1..=n).flat_map(|r| (1..=n).map(move |c| (r, c))) {
        items.extend([format!("a{r}.{c}"), format!("d{r}.{c}")]);
    }
    if pass_on {
        items.extend(lines[..rows - 1].iter().map(|line| format!("some{}", line.index + 1)));
    }
    writeln!(out, "{}", items.join(" "))?;

    for (i, &line) in lines.iter().enumerate() {
        let passing_on = pass_on && !line.down;
        let (first, last) = (i == 0, i + 1 == rows);
        Patterns::new(problem, &demands, line).extend(&mut Vec::new(), &mut |pattern| {
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

/// Of lines that the symmetry makes of one another the first each, rows before columns.
fn representatives(problem: &Problem) -> Vec<Line> {
    let n = problem.size();
    let all = [false, true].into_iter().flat_map(|down| (0..n).map(move |index| Line { down, index }));
    let is_first = |line: &Line| {
        problem.symmetry().group().iter().all(|transform| {
            let ((r, c), (r2, c2)) =
                (transform.square(n, n, line.square(0)), transform.square(n, n, line.square(n - 1)));
            let image = if r == r2 { Line { down: false, index: r } } else { Line { down: c == c2, index: c } };
            *line <= image
        })
    };
    all.filter(is_first).collect()
}

/// The items that an option for `line` and its images covers; none if the images contradict one another.
fn covered(problem: &Problem, line: Line, states: &[State]) -> Option<Vec<String>> {
    let n = problem.size();
    // What rows say, and what columns say, of each square.
    let mut said: [BTreeMap<(usize, usize), State>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for transform in problem.symmetry().group() {
        let turned = transform.swaps_sides();
        for (i, &state) in states.iter().enumerate() {
            let square = transform.square(n, n, line.square(i));
            let state = if turned { State { across: state.down, down: state.across } } else { state };
            let before = said[usize::from(line.down != turned)].insert(square, state);
            if before.is_some_and(|before| before != state) {
                return None;
            }
        }
    }
    let [by_rows, by_columns] = said;
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

/// What may stand in a line, square by square.
struct Patterns<'a> {
    demands: &'a Demands,
    /// For each place whether it may be black, and whether it may be white.
    allowed: Vec<[bool; 2]>,
    /// So many squares must be white.
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
    fn new(problem: &Problem, demands: &'a Demands, line: Line) -> Self {
        let n = problem.size();
        let group = problem.symmetry().group();
        let allows = |i: usize, white: bool| {
            group.iter().all(|transform| {
                let (r, c) = transform.square(n, n, line.square(i));
                problem.givens().colour(r, c).is_none_or(|given| given == white)
            })
        };
        // An outer line's images are outer lines.
        let outer = line.index == 0 || line.index == n - 1;
        let least = demands.least.max(usize::from(demands.edges && outer));
        Patterns { demands, allowed: (0..n).map(|i| [allows(i, false), allows(i, true)]).collect(), least }
    }

    /// Gives every pattern that begins with `chosen` to `each`.
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

    /// Whether a square may come after these: words that end must be words, and runs of one square stand alone.
    fn may_follow(&self, before: &[Choice], choice: Choice) -> bool {
        let last = before.last().copied().unwrap_or(Choice::Black);
        match (last, choice) {
            (Choice::Unchecked | Choice::Checked, Choice::Black) => self.demands.words.allow(&last_letters(before)),
            (Choice::Unchecked | Choice::Checked, Choice::Unchecked | Choice::Checked) => {
                self.demands.words.allow_length(last_letters(before).len() + 1)
            }
            (Choice::Black, Choice::Black | Choice::Unchecked | Choice::Checked) | (Choice::Alone, Choice::Black) => {
                true
            }
            (Choice::Black, Choice::Alone) => self.demands.single_cells,
            (Choice::Alone, _) | (_, Choice::Alone) => false,
        }
    }

    /// Whether a full line has enough white squares for its place and ends well.
    fn is_line(&self, line: &[Choice]) -> bool {
        let whites = line.iter().filter(|&&choice| choice != Choice::Black).count();
        self.may_follow(line, Choice::Black) && whites >= self.least
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

/// The letters after the last black square, true for checked.
fn last_letters(line: &[Choice]) -> Vec<bool> {
    let letters = line.rsplit(|&choice| choice == Choice::Black).next().unwrap_or_default();
    letters.iter().map(|&choice| choice == Choice::Checked).collect()
}

impl Words {
    /// Whether a word, or a part of one, may have so many letters.
    fn allow_length(&self, letters: usize) -> bool {
        match self.longest {
            Limit::AtMost(most) => letters <= most,
            Limit::Unlimited => true,
        }
    }

    /// Whether a word may have these letters, true for checked.
    fn allow(&self, letters: &[bool]) -> bool {
        let (length, checked) = (letters.len(), letters.iter().filter(|&&checked| checked).count());
        let enough = match self.checking {
            Checking::All => checked == length,
            Checking::CeilHalf => checked == length - length / 2,
            Checking::EitherHalf => checked == length - length / 2 || checked == length / 2,
            Checking::AtLeastHalf => checked >= length - length / 2,
            Checking::Any => true,
        };
        // The gaps between checked letters, and the two at the ends.
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
