//! Reading people's grid files, and reading and writing puzzle files.
//!
//! [`text`] knows what lists of grids look like as plain text, and reads them one grid at a time. [`registry`] knows the formats
//! that setters and editors use, one file or folder a format beside it, and which of them a file is in. Their readers fill a
//! [`draft`], of which a [`puzzle`] comes; [`target`] knows what each written format can hold, and hands a puzzle to its writer. [`source`] knows where the
//! bytes come from (a file, a pipe, standard input) and that everything is read once for its errors before anything is done.

mod decode;
mod draft;
mod enumeration;
mod exolve;
mod fault;
mod guardian;
mod html;
mod ipuz;
mod jpz;
mod json;
mod puz;
mod puz_text;
pub mod puzzle;
mod qxw;
pub mod registry;
pub mod source;
mod squares;
pub mod target;
pub mod text;
mod xd;

pub use draft::PuzzleFile;
pub use fault::{Fault, Place, Unwritable};
