//! The section `## Design` of an `.xd` file: circles, shading and bars.
//!
//! It begins with styles such as `A { background: circle; bar-top: true }`, one or more per line or over several lines, which some
//! producers put between `<style>` and `</style>`. Rows follow with the style of each square, `.` for none, or `#` in a black square.

use std::collections::BTreeMap;

use super::super::draft::{Draft, foreign};
use super::super::fault::{Fault, Place};
use super::super::puzzle::{Bars, Puzzle, Square, only_character};
use super::super::squares::{self, Side};
use super::{CIRCLE, Lines, SHADED, VOID};
use gridcheck_core::plural::plural;

pub(super) const BACKGROUND: &str = "background";
/// The properties that are bars.
pub(super) const BARS: [(&str, Side); 2] = [("bar-left", Side::Left), ("bar-top", Side::Top)];
/// The element around the styles.
const AROUND: [&str; 2] = ["<style>", "</style>"];

/// The properties of each style, in the order of the file.
type Styles<'a> = BTreeMap<char, Vec<(&'a str, &'a str)>>;

pub(super) struct Property<'a> {
    square: Square,
    place: Place,
    key: &'a str,
    value: &'a str,
}

/// Returns the properties of all squares of a grid of this height and width. Without a section there are none.
pub(super) fn read<'a>(
    draft: &mut Draft,
    lines: &Lines<'a>,
    height: usize,
    width: usize,
) -> Result<Vec<Property<'a>>, Fault> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    // The element around the styles may have separate lines, or stand in those of the styles.
    let inside = |line: &'a str| {
        let line = line.trim_start().strip_prefix(AROUND[0]).unwrap_or(line);
        line.trim_end().strip_suffix(AROUND[1]).unwrap_or(line)
    };
    let lines = lines.iter().map(|&(number, line)| (number, inside(line)));
    let lines: Lines = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    // The rows follow the last brace.
    let count = lines.iter().rposition(|(_, line)| line.contains(['{', '}'])).map_or(0, |last| last + 1);
    let (styled, rows) = lines.split_at(count);
    let styles = styles_of(draft, styled)?;
    let is_used = |name: &char| rows.iter().any(|(_, row)| row.contains(*name));
    draft.unread_if(!styles.keys().all(is_used), "styles that no square has");
    properties(&styles, rows, height, width)
}

fn styles_of<'a>(draft: &mut Draft, lines: &[(usize, &'a str)]) -> Result<Styles<'a>, Fault> {
    let mut styles = Styles::new();
    // The names of the style whose brace is open, and the place where they begin.
    let mut open: Option<(Vec<char>, Place)> = None;
    for &(number, line) in lines {
        let place = |part: &str| {
            // Every part is a piece of its line.
            let before = &line[..part.as_ptr() as usize - line.as_ptr() as usize];
            Place::Text { line: number, column: before.chars().count() + 1 }
        };
        let mut rest = line;
        while !rest.trim().is_empty() {
            let Some((names, _)) = &open else {
                let unopened = || Fault::new(place(rest.trim()), "expected a style, as in A { background: circle }");
                let (before, after) = rest.split_once('{').ok_or_else(unopened)?;
                open = Some((names_of(before, place(before))?, place(before)));
                rest = after;
                continue;
            };
            let (body, after) =
                rest.split_once(unquoted('}')).map_or((rest, None), |(body, after)| (body, Some(after)));
            for property in body.split(unquoted(';')).filter(|property| !property.trim().is_empty()) {
                let Some((key, value)) = property.split_once(':') else {
                    draft.unread("styles without a colon");
                    continue;
                };
                for &name in names {
                    styles.entry(name).or_default().push((key.trim(), value.trim()));
                }
            }
            if after.is_some() {
                open = None;
            }
            rest = after.unwrap_or_default();
        }
    }
    match open {
        Some((_, place)) => Err(Fault::new(place, "expected } at the end of this style")),
        None => Ok(styles),
    }
}

/// Returns the names before a brace, which are single characters separated by commas.
fn names_of(names: &str, place: Place) -> Result<Vec<char>, Fault> {
    let names: Option<Vec<char>> = names.split(',').map(|name| only_character(name.trim())).collect();
    names.ok_or_else(|| Fault::new(place, "expected one character as the name of a style, or several with commas"))
}

/// Returns a pattern for a character outside quotes.
fn unquoted(wanted: char) -> impl FnMut(char) -> bool {
    let mut quote = None;
    move |character| {
        match quote {
            Some(open) if open == character => quote = None,
            None if matches!(character, '\'' | '"') => quote = Some(character),
            _ => {}
        }
        quote.is_none() && character == wanted
    }
}

fn properties<'a>(
    styles: &Styles<'a>,
    rows: &[(usize, &str)],
    height: usize,
    width: usize,
) -> Result<Vec<Property<'a>>, Fault> {
    if let Some(&(line, _)) = rows.get(height).or(rows.last().filter(|_| rows.len() < height)) {
        let message = format!("{} of styles, expected {height} as in the grid", plural(rows.len(), "row"));
        return Err(Fault::at(line, 1, message));
    }
    let mut found = Vec::new();
    for (r, &row) in rows.iter().enumerate() {
        for (c, name, place) in squares::cells(row, width, "in the grid")?.filter(|(_, name, _)| *name != '.') {
            // Some producers repeat the black squares and the voids of the grid.
            if ['#', VOID].contains(&name) && !styles.contains_key(&name) {
                continue;
            }
            let properties = styles.get(&name);
            let properties = properties.ok_or_else(|| Fault::new(place, format!("no style {name} before the rows")))?;
            found.extend(properties.iter().map(|&(key, value)| Property { square: (r, c), place, key, value }));
        }
    }
    Ok(found)
}

/// Returns the side of the square at which the property is a bar.
fn bar(&Property { key, value, .. }: &Property) -> Option<Side> {
    BARS.iter().find(|(known, _)| *known == key && value == "true").map(|&(_, side)| side)
}

/// Returns the bars among the properties, also those beside black squares.
pub(super) fn bars(properties: &[Property]) -> Bars {
    let mut bars = Bars::default();
    for property in properties {
        let (r, c) = property.square;
        match bar(property) {
            Some(Side::Left) if c > 0 => bars.set_right((r, c - 1), true),
            Some(Side::Top) if r > 0 => bars.set_below((r - 1, c), true),
            _ => {}
        }
    }
    bars
}

pub(super) fn add(draft: &mut Draft, properties: &[Property]) {
    for property in properties {
        let &Property { square, place, key, value } = property;
        match (key, value) {
            (BACKGROUND, CIRCLE) => draft.circle(square),
            (BACKGROUND, SHADED) => draft.shade(square),
            _ if key.starts_with(BACKGROUND) && !key.ends_with("image") && !key.ends_with("size") => {
                draft.shade(square);
                draft.unread("the colours of shaded squares");
            }
            _ => match bar(property) {
                Some(side) => draft.bar(square, side, place),
                None if value == "false" && BARS.iter().any(|(known, _)| *known == key) => {}
                None => draft.unread(format!("style {}", foreign(key))),
            },
        }
    }
}

/// Returns the section for a puzzle, with its heading, or an empty text if no square has a style.
pub(super) fn section(puzzle: &Puzzle) -> String {
    let properties_of = |square: Square| -> Vec<String> {
        let [top, _, _, left] = puzzle.grid.bars().around(square);
        let marks = [(puzzle.circles.contains(&square), CIRCLE), (puzzle.shading.contains(&square), SHADED)];
        let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, value)| format!("{BACKGROUND}: {value}"));
        let bars = BARS.into_iter().zip([left, top]).filter(|(_, is)| *is).map(|((key, _), _)| format!("{key}: true"));
        marks.chain(bars).collect()
    };
    let mut names: BTreeMap<Vec<String>, char> = BTreeMap::new();
    let mut rows = vec![String::new(); puzzle.grid.height()];
    // Two marks and two bars make at most 15 styles.
    let mut unused = 'A'..='Z';
    for square in puzzle.squares() {
        let properties = properties_of(square);
        rows[square.0].push(if properties.is_empty() {
            '.'
        } else {
            *names.entry(properties).or_insert_with(|| unused.next().expect("there are at most 15 styles"))
        });
    }
    if names.is_empty() {
        return String::new();
    }
    let mut styles: Vec<_> = names.into_iter().map(|(properties, name)| (name, properties.join("; "))).collect();
    styles.sort_unstable();
    let styles: Vec<String> =
        styles.into_iter().map(|(name, properties)| format!("{name} {{ {properties} }}")).collect();
    format!("\n## Design\n\n{}\n\n{}\n", styles.join("\n"), rows.join("\n"))
}
