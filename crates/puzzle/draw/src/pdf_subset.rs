//! Fonts in a PDF file that are not embedded in the program, reduced to the glyphs that are used.
//!
//! A shaped text is not one glyph for each character, so it stands in the file beside its glyphs (`ActualText`), for searching and copying.

use std::collections::BTreeMap;
use std::io;

use ab_glyph::{Font as _, GlyphId};
use pdf_writer::types::FontFlags;
use pdf_writer::{Content, Name, Pdf, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::fallback::Fallback;
use super::pdf_font::{BaseLine, DescribedFont, Outlines, characters};
use super::typeface::{GlyphRun, PlacedGlyph};

/// The used glyphs of a font, and the text that each stood for first.
#[derive(Default)]
pub(crate) struct Reduced {
    numbers: GlyphRemapper,
    used: BTreeMap<u16, (GlyphId, String)>,
}

impl Reduced {
    /// Writes a text in this font, which is further font `number`.
    pub(crate) fn show(&mut self, ink: &mut Content, number: usize, size: f32, line: BaseLine, run: &GlyphRun) {
        let BaseLine { mut x, y, up } = line;
        ink.begin_marked_content_with_properties(Name(b"Span")).properties().actual_text(TextStr(&run.text));
        ink.begin_text().set_font(Name(name(number).as_bytes()), size);
        for glyph in &run.glyphs {
            let id = self.numbers.remap(glyph.id);
            self.used.entry(id).or_insert_with(|| (GlyphId(glyph.id), text_of(run, glyph).to_owned()));
            let (right, high) = (glyph.right as f32 * size, glyph.up as f32 * size);
            ink.set_text_matrix([1.0, 0.0, 0.0, up, x + right, y + up * high]).show(Str(&id.to_be_bytes()));
            x += glyph.advance as f32 * size;
        }
        ink.end_text().end_marked_content();
    }

    /// Writes the font, if it is used. Returns its name in a page, with its object.
    pub(crate) fn write(
        &self,
        number: usize,
        font: &Fallback,
        pdf: &mut Pdf,
        next: &mut Ref,
    ) -> io::Result<Option<(String, Ref)>> {
        if self.used.is_empty() {
            return Ok(None);
        }
        let unusable = |error| io::Error::other(format!("the font {} cannot be reduced for PDF: {error}", font.name));
        let file = subsetter::subset(font.outlines.as_slice(), font.index, &self.numbers).map_err(unusable)?;
        let per_mille = |value: f32| value * 1000.0 / font.units();
        let advance = |id| per_mille(font.outlines.h_advance_unscaled(GlyphId(id)));
        let ascent = per_mille(font.outlines.ascent_unscaled());
        let mut characters = characters();
        for (id, (_, text)) in &self.used {
            characters.pair_with_multiple(*id, text.chars());
        }
        let described = DescribedFont {
            // Six capital letters mark a reduced font.
            name: &format!("GRIDCK+{}", font.name),
            flags: FontFlags::SYMBOLIC,
            widths: self.numbers.remapped_gids().map(advance).collect(),
            ascent,
            descent: per_mille(font.outlines.descent_unscaled()),
            cap_height: ascent,
            italic_angle: 0.0,
            stem: 80.0,
            outlines: compact_table(&file).map_or(Outlines::TrueType(&file), Outlines::Compact),
            characters,
        };
        Ok(Some((name(number), described.write(pdf, next))))
    }
}

/// Returns the name of a font in a page.
fn name(number: usize) -> String {
    format!("G{number}")
}

/// Returns the text that a glyph stands for: from its first character to that of the next glyph.
fn text_of<'s>(run: &'s GlyphRun, glyph: &PlacedGlyph) -> &'s str {
    let next = run.glyphs.iter().map(|other| other.begin).filter(|&begin| begin > glyph.begin).min();
    &run.text[glyph.begin..next.unwrap_or(run.text.len())]
}

/// Returns the table of outlines of a font in the Compact Font Format, or `None` for a font with outlines of `TrueType`.
fn compact_table(file: &[u8]) -> Option<&[u8]> {
    // After 12 bytes each table has a record: its tag, a checksum, its place and its length, of four bytes each.
    let number = |at: usize| Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize);
    let records = file.get(12..)?.chunks_exact(16);
    let tables = usize::from(u16::from_be_bytes([*file.get(4)?, *file.get(5)?]));
    let at = 12 + 16 * records.take(tables).position(|record| record.starts_with(b"CFF "))?;
    file.get(number(at + 8)?..)?.get(..number(at + 12)?)
}
