//! The native part of the Python package `gridcheck`: it passes requests to the library, and their reports back.
//!
//! | module | content |
//! |---|---|
//! | `ask` | answers a request |
//! | `attended` | a request that is answered while Python handles signals, notes and progress |
//! | `grids` | iterates over the grids that a command lists |
//! | `grid` | one grid, immutable, and its words |
//!
//! The functions that people call are in the folder `gridcheck`. They turn their arguments into a request, and read its JSON.

mod ask;
mod attended;
mod grid;
mod grids;

use pyo3::pymodule;

/// The native part of gridcheck.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::ask::ask;
    #[pymodule_export]
    use super::grid::{Grid, Word, sheet};
    #[pymodule_export]
    use super::grids::GridIterator;

    use std::ffi::OsString;

    use pyo3::prelude::{Bound, PyAnyMethods, PyModule, PyModuleMethods, PyResult, Python};
    use pyo3::{pyfunction, wrap_pyfunction};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        PyModuleMethods::add(module, "__version__", env!("CARGO_PKG_VERSION"))?;
        let discard = wrap_pyfunction!(discard_unfinished, module)?;
        module.py().import("atexit")?.call_method1("register", (discard,))?;
        Ok(())
    }

    /// Runs the program `gridcheck` with these arguments, the name of the program first, and ends the process with its exit code.
    #[pyfunction]
    fn main(py: Python<'_>, arguments: Vec<OsString>) {
        py.detach(|| std::process::exit(gridcheck::cli::main(arguments).into()));
    }

    /// Deletes unfinished files before Python ends.
    #[pyfunction]
    fn discard_unfinished() {
        gridcheck::unfinished::discard();
    }
}
