//! Writes files and folders completely or not at all.
//!
//! Certificates, sorted sums, whatever `--out` names and the files for other people's programs are written so. This crate knows none of
//! them.

pub mod file;
pub mod folder;
mod permissions;
pub mod unfinished;
