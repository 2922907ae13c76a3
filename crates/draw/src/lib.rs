//! Pictures of grids: for a terminal, as SVG, as PNG, as one HTML page; and pictures made of grids.
//!
//! What a picture shows is decided once, in [`figure`], where each of many grids stands in [`sheet`], how its name is written
//! below it in [`caption`], and how letters show the lengths of their words in [`lengths`]; [`terminal`], [`svg`], [`png`] and
//! [`html`] only put it down in their way. [`order`] sorts grids as in the paper. [`chart`] shows how many grids there are of what
//! measure. [`tones`] reads somebody's picture as shades, and [`halftone`] finds the grids that show them.
//!
//! All of it depends on its arguments alone: the same grids give the same bytes.

pub mod caption;
pub mod chart;
pub mod figure;
#[cfg(feature = "halftone")]
pub mod halftone;
pub mod html;
pub mod lengths;
pub mod order;
#[cfg(feature = "halftone")]
mod photo;
#[cfg(feature = "png")]
pub mod png;
pub mod sheet;
pub mod svg;
pub mod terminal;
#[cfg(feature = "halftone")]
pub mod tones;
