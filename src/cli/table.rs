//! Tables: ruled and as wide as the terminal, or plain columns in a pipe.

use std::io::{self, Write};

use comfy_table::{Cell, CellAlignment, Color, ColumnConstraint, ContentArrangement, Row, Table, presets};

use super::Output;

/// Creates a table with these columns and no rows.
pub(super) fn empty_table(output: &Output, header: impl Into<Row>) -> Table {
    indented_table(output, 0, header)
}

/// Creates an empty table for lines that are printed with this indent.
pub(super) fn indented_table(output: &Output, indent: usize, header: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table.load_style(if output.terminal() { presets::UTF8_FULL_CONDENSED } else { presets::NOTHING });
    match output.width() {
        Some(width) => {
            table.set_width(u16::try_from(width.saturating_sub(indent)).unwrap_or(u16::MAX));
            table.set_content_arrangement(ContentArrangement::Dynamic);
        }
        None => {
            table.set_content_arrangement(ContentArrangement::Disabled);
        }
    }
    table.set_header(header);
    if output.colour() {
        table.enforce_styling();
    }
    table
}

/// Prints a table without the padding at the ends of its lines.
pub(super) fn print_table(output: &mut Output, table: &Table) -> io::Result<()> {
    table.lines().try_for_each(|line| writeln!(output, "{}", line.trim()))
}

/// Aligns columns of numbers to the right and never wraps them.
pub(super) fn align_right(table: &mut Table, columns: &[usize]) {
    for &column in columns {
        // Callers pass columns that the header has.
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
}

/// Returns a cell, with this colour if colours are on.
pub(super) fn coloured(output: &Output, text: impl ToString, colour: Color) -> Cell {
    let cell = Cell::new(text);
    if output.colour() { cell.fg(colour) } else { cell }
}

/// Returns a cell that says whether a party agrees.
pub(super) fn agreement(output: &Output, agrees: bool) -> Cell {
    if agrees { coloured(output, "yes", Color::Green) } else { coloured(output, "NO", Color::Red) }
}
