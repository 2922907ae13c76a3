//! Help that fits the width at which it is read.
//!
//! clap breaks the lines of options where the terminal ends. The text that follows them is written in the source as it looks
//! in a wide window; here its paragraphs are filled anew, and each example gets its remark beside it where there is room and
//! below it where there is not. A command that is itself too long is broken as a shell reads it, with a backslash.
//!
//! In that text a line with two blanks before it is an example, with a remark behind two or more blanks; a line with more is a
//! remark on the example above it; any other belongs to a paragraph, which a blank line ends.

use clap::Command;
use terminal_size::{Width, terminal_size};

/// Longer lines are hard to read, however wide the window.
const WIDEST: usize = 100;
/// A narrower window is written as if it were this wide.
const NARROWEST: usize = 40;
/// Where a remark stands beside its example.
const BESIDE: usize = 42;
/// Less room than this beside the examples is none.
const LEAST_BESIDE: usize = 30;
/// How far a remark below its example is indented, and the rest of a command that is broken.
const BELOW: usize = 6;

/// The width to write for: that of the terminal, failing that `COLUMNS`, failing that the widest.
pub fn width() -> usize {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let found = terminal_size().map(|(Width(width), _)| usize::from(width)).or_else(columns);
    found.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST)
}

/// The command with all its subcommands, for that width.
pub fn fitted(command: Command, width: usize) -> Command {
    let text = command.get_after_help().map(ToString::to_string);
    let command = match text {
        Some(text) => command.after_help(reflowed(&text, width)),
        None => command,
    };
    command.term_width(width).mut_subcommands(|command| fitted(command, width))
}

/// A piece of the text below the options.
enum Piece {
    Paragraph(String),
    Example { command: String, remark: String },
    Gap,
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for line in text.lines() {
        let (words, indent) = (line.trim(), line.len() - line.trim_start().len());
        match (pieces.last_mut(), indent) {
            _ if words.is_empty() => pieces.push(Piece::Gap),
            (_, 2) => {
                let (command, remark) = words.split_once("  ").unwrap_or((words, ""));
                pieces.push(Piece::Example { command: command.to_owned(), remark: remark.trim().to_owned() });
            }
            (Some(Piece::Example { remark, .. }), 3..) => join(remark, words),
            (Some(Piece::Paragraph(paragraph)), _) => join(paragraph, words),
            _ => pieces.push(Piece::Paragraph(words.to_owned())),
        }
    }
    pieces
}

fn join(text: &mut String, words: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// The text with no line longer than `width`, but for a word that is.
fn reflowed(text: &str, width: usize) -> String {
    let is_wide = width >= BESIDE + LEAST_BESIDE;
    let mut lines = Vec::new();
    for piece in pieces(text) {
        match piece {
            Piece::Gap => lines.push(String::new()),
            Piece::Paragraph(paragraph) => lines.extend(filled(&paragraph, width, 0)),
            Piece::Example { command, remark } => {
                let mut command = broken(&command, width);
                let last = command.last().map_or(0, String::len);
                let mut remark = filled(&remark, width, if is_wide { BESIDE } else { BELOW });
                if is_wide && last + 2 <= BESIDE && !remark.is_empty() {
                    let first = remark.remove(0);
                    if let Some(last) = command.last_mut() {
                        *last = format!("{last:BESIDE$}{}", first.trim_start());
                    }
                }
                lines.append(&mut command);
                lines.append(&mut remark);
            }
        }
    }
    lines.join("\n")
}

/// Words in lines as long as fit, each with so many blanks before it.
fn filled(words: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{:indent$}{word}", "")),
        }
    }
    lines
}

/// A command in lines that a shell reads as one: broken before a flag or behind a pipe, so that what belongs together stays so, and
/// where that cannot be, at any blank.
fn broken(command: &str, width: usize) -> Vec<String> {
    let mut lines = vec![format!("  {command}")];
    while let Some(line) = lines.last_mut().filter(|line| line.chars().count() > width) {
        // The blank and the backslash have room too.
        let room = line.char_indices().nth(width - 1).map_or(line.len(), |(at, _)| at);
        let start = &line[..room];
        let indent = line.len() - line.trim_start().len();
        let places = [start.rfind(" --"), start.rfind("| ").map(|at| at + 1)];
        let place = places.into_iter().flatten().filter(|&at| at > indent).max();
        let Some(at) = place.or_else(|| start.rfind(' ').filter(|&at| at > indent)) else { break };
        let rest = format!("{:BELOW$}{}", "", &line[at + 1..]);
        line.truncate(at);
        line.push_str(" \\");
        lines.push(rest);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Examples:
  gridcheck list --size 9 --primitive | gridcheck draw - --out gallery.html
  gridcheck count --size 9                a remark that is
                                          long, too

A paragraph that goes on
over the end of its line.";

    #[test]
    fn remarks_stand_beside_examples_where_there_is_room() {
        let wide = "\
Examples:
  gridcheck list --size 9 --primitive | gridcheck draw - --out gallery.html
  gridcheck count --size 9                a remark that is long, too

A paragraph that goes on over the end of its line.";
        assert_eq!(reflowed(TEXT, 80), wide);
        let narrow = "\
Examples:
  gridcheck list --size 9 --primitive | \\
      gridcheck draw - --out gallery.html
  gridcheck count --size 9
      a remark that is long, too

A paragraph that goes on over the end of its
line.";
        assert_eq!(reflowed(TEXT, 44), narrow);
    }

    #[test]
    fn no_line_is_longer_than_the_window() {
        let whole = |text: &str| text.replace(" \\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ");
        for width in NARROWEST..=WIDEST {
            let text = reflowed(TEXT, width);
            assert!(text.lines().all(|line| line.len() <= width), "{width}:\n{text}");
            assert_eq!(whole(&text), whole(TEXT), "{width}");
        }
    }
}
