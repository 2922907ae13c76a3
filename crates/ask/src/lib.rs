//! The reports that the command prints as JSON, for every program that asks the library: the command, and the packages for other languages.
//!
//! Each module answers one question. It has the work that the answer takes, and the form of the report. `docs/schema/answers.json`
//! describes the forms.

pub mod complete;
pub mod convert;
pub mod count;
pub mod grid;
pub mod house;
pub mod json;
pub mod names;
pub mod question;
pub mod repair;
pub mod sample;
pub mod stats;
pub mod symmetry;
pub mod validate;
