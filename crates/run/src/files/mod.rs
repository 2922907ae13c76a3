//! Writes files and folders completely or not at all.

pub mod file;
pub mod folder;
mod permissions;
pub mod unfinished;
