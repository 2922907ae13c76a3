//! Files and folders that are written whole or not at all.

pub mod file;
pub mod folder;
pub mod unfinished;
