//! Tables: ruled on a terminal, plain columns in a pipe.

use comfy_table::{CellAlignment, ContentArrangement, Row, Table, presets};

use super::output::Output;

/// A table with these columns and no row yet.
pub fn empty_table(output: &Output, header: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table.load_style(if output.terminal() { presets::UTF8_FULL_CONDENSED } else { presets::NOTHING });
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header);
    if output.colour() {
        table.enforce_styling();
    }
    table
}

/// Numbers are aligned so that their digits stand below each other.
pub fn align_right(table: &mut Table, columns: &[usize]) {
    for &column in columns {
        // The header has these columns.
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}
