//! The native part of the Python package `gridcheck`: it passes arguments to commands of the library, and their answers back.
//!
//! | module | content |
//! |---|---|
//! | `ask` | answers a request |
//! | `command` | runs a command while Python handles signals, notes and progress |
//! | `grids` | iterates over the grids that a command lists |
//! | `grid` | one grid, immutable, and its words |
//!
//! The functions that people call are in the folder `gridcheck`. They turn their arguments into those of a command, and read its JSON.

mod ask;
mod command;
mod grid;
mod grids;

use pyo3::pymodule;

/// The native part of gridcheck.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::ask::ask;
    #[pymodule_export]
    use super::command::{main, run};
    #[pymodule_export]
    use super::grid::{Grid, Word, sheet};
    #[pymodule_export]
    use super::grids::GridIterator;

    use pyo3::prelude::{Bound, PyAnyMethods, PyModule, PyResult};
    use pyo3::{pyfunction, wrap_pyfunction};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let discard = wrap_pyfunction!(discard_unfinished, module)?;
        module.py().import("atexit")?.call_method1("register", (discard,))?;
        Ok(())
    }

    /// Deletes unfinished files before Python ends.
    #[pyfunction]
    fn discard_unfinished() {
        gridcheck::cli::embedded::discard_unfinished();
    }
}
