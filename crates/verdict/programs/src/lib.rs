//! Published programs, re-enacted. Each shares only the grid with the rest of the project.

pub mod ho_2021;
pub mod nanogenmo_2021;
