//! Pictures of grids for a terminal, as SVG, PNG and PDF, and as one HTML page, and pictures made of grids.
//!
//! | module | task |
//! |---|---|
//! | [`figure`] | decides the appearance of each square |
//! | [`sheet`] | arranges several grids |
//! | [`caption`] | draws the names below the grids |
//! | [`lengths`] | colours letters by the lengths of their words |
//! | [`terminal`], [`svg`], `png`, `pdf`, [`html`] | write a picture in one format |
//! | `paper` | prints a puzzle with its clues |
//! | `typeface` | holds the fonts, and finds the glyphs of a text |
//! | `fallback` | finds other fonts, and shapes what is written in them |
//! | `font`, `pdf_font`, `pdf_subset` | draw text in pixels, and in PDF |
//! | [`order`] | sorts grids as in Keith's paper |
//! | [`chart`] | draws the distribution of grids by a measure |
//! | `tones` | reads a picture as shades |
//! | `halftone` | finds the grids that show these shades |
//!
//! All output depends on the arguments alone: the same grids give the same bytes.

pub mod caption;
pub mod chart;
#[cfg(feature = "fonts")]
mod fallback;
pub mod figure;
#[cfg(feature = "png")]
mod font;
#[cfg(feature = "halftone")]
pub mod halftone;
pub mod html;
pub mod lengths;
pub mod order;
#[cfg(feature = "pdf")]
pub mod paper;
#[cfg(feature = "pdf")]
pub mod pdf;
#[cfg(feature = "pdf")]
mod pdf_font;
#[cfg(feature = "fonts")]
mod pdf_subset;
#[cfg(feature = "halftone")]
mod photo;
#[cfg(feature = "png")]
pub mod png;
pub mod sheet;
pub mod svg;
pub mod terminal;
#[cfg(feature = "halftone")]
pub mod tones;
#[cfg(any(feature = "pdf", feature = "png"))]
pub mod typeface;
