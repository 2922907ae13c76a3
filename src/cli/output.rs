//! Standard output: buffered, and coloured if requested.
//!
//! The verdict decides the exit code, even if the reader of standard output leaves. So a closed pipe is not an error: what is written
//! after that is dropped, and the command continues to its verdict. A command whose verdict is known when it starts to print stops
//! at a closed pipe instead: it writes through [`Output::until_closed`].

use std::fmt::Write as _;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::AutoStream;
use owo_colors::OwoColorize;
use terminal_size::{Width, terminal_size_of};

use crate::compare::judge::GridFaults;
use crate::grid::Grid;
use crate::problem::Givens;

/// Standard output.
pub(super) struct Output {
    stream: BufWriter<AutoStream<io::Stdout>>,
    colour: bool,
    terminal: bool,
    /// Holds `true` once a write has found the pipe closed.
    is_closed: bool,
}

impl Output {
    /// Opens standard output. `Auto` means colours on a terminal, unless `NO_COLOR` is set.
    pub(super) fn new(choice: clap::ColorChoice) -> Self {
        let colour = match choice {
            clap::ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            clap::ColorChoice::Always => true,
            clap::ColorChoice::Never => false,
        };
        // Without colours the bytes pass unchanged: a puzzle file may contain any, and `AutoStream::never` removes some.
        let stream = if colour { AutoStream::always(io::stdout()) } else { AutoStream::always_ansi(io::stdout()) };
        Output {
            stream: BufWriter::with_capacity(1 << 16, stream),
            colour,
            terminal: io::stdout().is_terminal(),
            is_closed: false,
        }
    }

    pub(super) fn must_be_open(&self) -> io::Result<()> {
        if self.is_closed { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    pub(super) fn terminal(&self) -> bool {
        self.terminal
    }

    pub(super) fn width(&self) -> Option<usize> {
        let size = if self.terminal { terminal_size_of(io::stdout()) } else { None };
        size.map(|(Width(width), _)| width.into())
    }

    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns a writer that fails once the pipe has closed, for a command whose verdict is known by then.
    pub(super) fn until_closed(&mut self) -> UntilClosed<'_> {
        UntilClosed(self)
    }

    /// Records a closed pipe, and turns its error into a success.
    fn unless_closed<T>(&mut self, outcome: io::Result<T>, dropped: T) -> io::Result<T> {
        match outcome {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(dropped)
            }
            outcome => outcome.map_err(|error| named(&error)),
        }
    }

    pub(super) fn colour(&self) -> bool {
        self.colour
    }

    pub(super) fn good(&self, text: &str) -> String {
        if self.colour { text.green().to_string() } else { text.to_owned() }
    }

    pub(super) fn bad(&self, text: &str) -> String {
        if self.colour { text.red().bold().to_string() } else { text.to_owned() }
    }

    /// Returns a grid with its faults beside it; every line is indented by two.
    pub(super) fn grid_beside_opinion(&self, grid: &Grid, opinion: &GridFaults) -> String {
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
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "  {}", format!("{row:width$}   {beside}", width = grid.width()).trim_end());
        }
        text
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let written = self.stream.write(bytes);
        self.unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let flushed = self.stream.flush();
        self.unless_closed(flushed, ())
    }
}

/// Writes to standard output, and fails once the pipe has closed: with `BrokenPipe`, which becomes [`Failure::Closed`](crate::ask::failure::Failure).
pub(super) struct UntilClosed<'a>(&'a mut Output);

impl Write for UntilClosed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.0.write(bytes)?;
        self.0.must_be_open().map(|()| written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard output for a stream that a count writes from its threads. It records that the pipe has closed, because what the count
/// makes of the error is only text.
#[derive(Clone, Default)]
pub(super) struct SharedOutput(Arc<AtomicBool>);

impl SharedOutput {
    pub(super) fn is_closed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn noted<T>(&self, outcome: io::Result<T>) -> io::Result<T> {
        outcome.inspect_err(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe {
                self.0.store(true, Ordering::Relaxed);
            }
        })
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.noted(io::stdout().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.noted(io::stdout().flush())
    }
}

pub(super) use crate::ask::json::write_json;

/// Returns given squares in the format of their file, every line indented by two.
pub(super) fn indented(givens: &Givens) -> String {
    format!("  {}\n", givens.to_string().replace('\n', "\n  "))
}

/// Adds to an error that it concerns standard output.
fn named(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output: {error}"))
}

/// Returns the printed rows of a grid, or of given squares.
pub(super) fn rows(picture: &impl ToString) -> Vec<String> {
    picture.to_string().lines().map(str::to_owned).collect()
}
