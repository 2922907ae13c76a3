//! A grid in Python: immutable, with its words and its picture.

use gridcheck::draw::figure::Look;
use gridcheck::draw::sheet::Sheet;
use gridcheck::draw::svg;
use gridcheck::grid::{self, GridError};
use gridcheck::words::{self, Words};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use super::attended::exception;

/// Pixels for each square of a picture.
const PIXELS: usize = 18;
/// Pixels for each square of a sheet of several grids.
const SHEET_PIXELS: usize = 10;

/// A grid of black and white squares. It is immutable; two grids are equal if their squares are.
#[pyclass(frozen, eq, hash, module = "gridcheck", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Grid(pub grid::Grid);

#[pymethods]
impl Grid {
    /// Creates a grid from its rows, strings of "#" for black and "." for white, from the top.
    ///
    /// Raises Error if a row has another character or another length than the first one, if there is no square, or if there are more than
    /// 64 rows or columns.
    #[classmethod]
    #[allow(clippy::needless_pass_by_value, reason = "Python's rows are copied")]
    fn from_rows(_class: &Bound<'_, PyType>, rows: Vec<String>) -> PyResult<Self> {
        // The library's parser takes separators and white space, which no row has here.
        let odd = rows.iter().zip(1..).find_map(|(text, row)| {
            let (column, found) = text.chars().enumerate().find(|(_, found)| !matches!(found, '#' | '.'))?;
            Some(GridError::Character { row, column: column + 1, found })
        });
        let is_empty = rows.iter().any(String::is_empty);
        let grid = odd.or(is_empty.then_some(GridError::Empty)).map_or_else(|| rows.join("/").parse(), Err);
        grid.map(Grid).map_err(|error| exception(error.to_string(), 2))
    }

    /// Creates a grid from a `NumPy` array of bool, of the shape (rows, columns): True for white.
    ///
    /// Raises `TypeError` for another array or another value, and Error if there is no square, or if there are more than 64 rows or columns.
    #[classmethod]
    fn from_numpy(class: &Bound<'_, PyType>, array: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_bool = || -> PyResult<bool> {
            let kind: char = array.getattr("dtype")?.getattr("kind")?.extract()?;
            let sides: usize = array.getattr("ndim")?.extract()?;
            Ok(kind == 'b' && sides == 2)
        };
        if !is_bool().unwrap_or(false) {
            let kind = array.get_type().name()?;
            let expected = "a NumPy array of bool with two dimensions";
            return Err(PyTypeError::new_err(format!("array: expected {expected}, got {kind}")));
        }
        let rows: Vec<Vec<bool>> = array.call_method0("tolist")?.extract()?;
        let written = |row: Vec<bool>| row.into_iter().map(|is_white| if is_white { '.' } else { '#' }).collect();
        Self::from_rows(class, rows.into_iter().map(written).collect())
    }

    /// The rows from the top, "#" for black and "." for white.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.to_string().lines().collect::<Vec<_>>())
    }

    /// The number of rows and of columns.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.height(), self.0.width())
    }

    /// Returns the words in the order of their numbers, across before down.
    fn words(&self) -> Vec<Word> {
        Words::of(&self.0).words.iter().map(Word::from).collect()
    }

    /// Returns a `NumPy` array of bool, of the shape (rows, columns): True for white. It needs the package numpy.
    fn numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (height, width) = self.size();
        let squares: Vec<u8> = (0..height * width).map(|i| self.0.is_white(i / width, i % width).into()).collect();
        let array = py.import("numpy")?.call_method1("frombuffer", (PyBytes::new(py, &squares), "bool"))?;
        array.call_method1("reshape", (height, width))?.call_method0("copy")
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        picture(std::slice::from_ref(&self.0), PIXELS)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Grid.from_rows({})", self.rows(py)?.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyTuple>,))> {
        Ok((py.get_type::<Grid>().getattr("from_rows")?, (self.rows(py)?,)))
    }
}

/// A word of a grid: a run of two or more white squares.
#[pyclass(frozen, eq, hash, get_all, module = "gridcheck")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Word {
    /// The clue number.
    number: usize,
    /// "across" or "down".
    direction: &'static str,
    /// The row of the first square, from 1.
    row: usize,
    /// The column of the first square, from 1.
    column: usize,
    /// The number of letters.
    length: usize,
    /// The checking pattern: "C" for each letter that is in a word the other way too, and "U" for each other one.
    checking: String,
}

#[pymethods]
impl Word {
    fn __repr__(&self) -> String {
        let Word { number, direction, row, column, length, checking } = self;
        format!(
            "Word(number={number}, direction='{direction}', row={row}, column={column}, length={length}, checking='{checking}')"
        )
    }
}

impl From<&words::Word> for Word {
    fn from(word: &words::Word) -> Self {
        let direction = match word.direction {
            words::Direction::Across => "across",
            words::Direction::Down => "down",
        };
        let checking = (0..word.length).map(|i| if word.is_checked(i) { 'C' } else { 'U' }).collect();
        let words::Word { number, row, column, length, .. } = *word;
        Word { number, direction, row: row + 1, column: column + 1, length, checking }
    }
}

/// Draws grids on one sheet, as SVG.
#[pyfunction]
pub(crate) fn sheet(grids: Vec<Grid>) -> PyResult<String> {
    picture(&grids.into_iter().map(|grid| grid.0).collect::<Vec<_>>(), SHEET_PIXELS)
}

fn picture(grids: &[grid::Grid], pixels: usize) -> PyResult<String> {
    let mut svg = Vec::new();
    svg::write(&mut svg, grids, &Look::default(), &Sheet::spaced(grids, None), pixels)?;
    Ok(String::from_utf8(svg)?)
}
