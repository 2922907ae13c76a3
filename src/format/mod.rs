//! Reading people's grid files.
//!
//! [`text`] knows what lists of grids look like as plain text, and reads them one grid at a time; [`source`] knows where the
//! bytes come from (a file, a pipe, standard input) and that a list is read once for its errors before anything is done.

pub mod source;
pub mod text;
