//! Pictures of grids: for a terminal, as SVG, as PNG, as one HTML page.
//!
//! What a picture shows is decided once, in [`figure`], and where each of many grids stands in [`sheet`]; [`terminal`],
//! [`svg`], [`png`] and [`html`] only put it down in their way. [`order`] sorts grids as in the paper.
//!
//! All of it depends on its arguments alone: the same grids give the same bytes.

pub mod figure;
pub mod html;
pub mod order;
pub mod png;
pub mod sheet;
pub mod svg;
pub mod terminal;
