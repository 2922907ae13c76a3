//! Reading people's grid files, and writing puzzle files.
//!
//! [`text`] knows what lists of grids look like as plain text, and reads them one grid at a time. [`puzzle`] knows the formats
//! that setters and editors use, one file a format beside it, and which of them a file is in. [`source`] knows where the
//! bytes come from (a file, a pipe, standard input) and that everything is read once for its errors before anything is done.

mod decode;
pub mod exolve;
mod fault;
mod guardian;
pub mod ipuz;
mod jpz;
mod json;
mod puz;
mod puz_text;
pub mod puzzle;
mod qxw;
pub mod source;
mod squares;
pub mod text;
mod xd;

pub use fault::{Fault, Place};
