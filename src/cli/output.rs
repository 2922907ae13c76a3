//! Standard output: buffered, coloured where that is wanted, and an error when the pipe has closed.

use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use owo_colors::OwoColorize;
use terminal_size::{Width, terminal_size_of};

use crate::compare::judge::Opinion;
use crate::grid::Grid;
use crate::problem::Givens;

/// Standard output.
pub struct Output {
    stream: BufWriter<AutoStream<io::Stdout>>,
    colour: bool,
    terminal: bool,
}

impl Output {
    /// Coloured always, never, or when a person is looking and `NO_COLOR` is not set.
    pub fn new(choice: clap::ColorChoice) -> Self {
        let stream = match choice {
            clap::ColorChoice::Auto => AutoStream::auto(io::stdout()),
            clap::ColorChoice::Always => AutoStream::always(io::stdout()),
            clap::ColorChoice::Never => AutoStream::never(io::stdout()),
        };
        let colour = !matches!(stream.current_choice(), anstream::ColorChoice::Never);
        Output { stream: BufWriter::with_capacity(1 << 16, stream), colour, terminal: io::stdout().is_terminal() }
    }

    /// Whether a person is looking.
    pub fn terminal(&self) -> bool {
        self.terminal
    }

    /// The width of the window, if a person is looking.
    pub fn width(&self) -> Option<usize> {
        let size = if self.terminal { terminal_size_of(io::stdout()) } else { None };
        size.map(|(Width(width), _)| width.into())
    }

    /// Whether colours will be seen.
    pub fn colour(&self) -> bool {
        self.colour
    }

    /// Green where colours are on.
    pub fn good(&self, text: &str) -> String {
        if self.colour { text.green().to_string() } else { text.to_owned() }
    }

    /// Red where colours are on.
    pub fn bad(&self, text: &str) -> String {
        if self.colour { text.red().bold().to_string() } else { text.to_owned() }
    }

    /// A grid, and beside it what is wrong with it; every line indented by two.
    pub fn grid_beside_opinion(&self, grid: &Grid, opinion: &Opinion) -> String {
        let opinion: Vec<String> = if opinion.is_good() {
            vec![self.good("the validator finds it valid")]
        } else {
            let heading = self.bad("the validator finds it invalid:");
            std::iter::once(heading).chain(opinion.lines().into_iter().map(|line| format!("  {line}"))).collect()
        };
        let rows = rows(grid);
        let mut text = String::new();
        for i in 0..rows.len().max(opinion.len()) {
            let row = rows.get(i).map_or("", String::as_str);
            let beside = opinion.get(i).map_or("", String::as_str);
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  {}", format!("{row:width$}   {beside}", width = grid.width()).trim_end());
        }
        text
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).map_err(|error| named(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(|error| named(&error))
    }
}

/// Whether the error is that nobody reads standard output any more.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Who reads only the beginning of a report has not made it untrue: a closed pipe is no reason to forget the verdict.
pub fn or_closed(printed: anyhow::Result<()>) -> anyhow::Result<()> {
    printed.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
}

/// Given squares as a file of them has them, every line indented by two.
pub fn indented(givens: &Givens) -> String {
    format!("  {}\n", givens.to_string().replace('\n', "\n  "))
}

/// The same error, saying where.
fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// The rows of a grid, or of given squares, as they are printed.
pub fn rows(picture: &impl ToString) -> Vec<String> {
    picture.to_string().lines().map(str::to_owned).collect()
}
