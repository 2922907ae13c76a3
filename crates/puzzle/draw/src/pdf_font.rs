//! The fonts in a PDF file. The embedded ones are written whole, others with the glyphs that are used.
//!
//! A text is a list of glyphs, and a table leads from glyphs back to characters, so that readers can search and copy.

use std::collections::BTreeMap;
use std::io;

use ab_glyph::Font as _;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Name, Pdf, Rect, Ref, Str};

use super::typeface::{Extent, Face, FontId, Fonts, GlyphRun};

/// The embedded fonts with their names in a page, and their names in the file.
const FACES: [(Face, &str, &str); 3] = [
    (Face::Plain, "F1", "DejaVuSansCondensed"),
    (Face::Bold, "F2", "DejaVuSansCondensed-Bold"),
    (Face::Oblique, "F3", "DejaVuSansCondensed-Oblique"),
];

const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The base line of a text: where it begins, and -1 for `up` if rows are counted downward.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BaseLine {
    pub x: f32,
    pub y: f32,
    pub up: f32,
}

/// The fonts of one document.
pub(crate) struct PdfFonts<'f> {
    fonts: &'f Fonts,
    #[cfg(feature = "fonts")]
    reduced: std::cell::RefCell<Vec<super::pdf_subset::Reduced>>,
}

impl<'f> PdfFonts<'f> {
    /// Returns the fonts of a document in which nothing is written yet.
    pub(crate) fn new(fonts: &'f Fonts) -> Self {
        PdfFonts {
            fonts,
            #[cfg(feature = "fonts")]
            reduced: fonts.fallbacks.iter().map(|_| super::pdf_subset::Reduced::default()).collect::<Vec<_>>().into(),
        }
    }

    /// Returns the extent of a text.
    pub(crate) fn extent(&self, face: Face, text: &str) -> Extent {
        self.fonts.extent(face, text)
    }

    /// Returns the width of a text, for a size of 1.
    pub(crate) fn width(&self, face: Face, text: &str) -> f32 {
        self.fonts.width(face, text)
    }

    /// Writes a text in letters of this size.
    pub(crate) fn show(&self, ink: &mut Content, face: Face, size: f32, line: BaseLine, text: &str) {
        self.show_runs(ink, size, line, self.fonts.glyph_runs(face, text));
    }

    /// Writes a text that runs from the right to the left, beginning at its left end.
    pub(crate) fn show_from_right(&self, ink: &mut Content, face: Face, size: f32, line: BaseLine, text: &str) {
        self.show_runs(ink, size, line, self.fonts.glyph_runs_from_right(face, text));
    }

    fn show_runs(&self, ink: &mut Content, size: f32, line: BaseLine, runs: Vec<GlyphRun>) {
        let BaseLine { mut x, y, up } = line;
        for run in runs {
            match run.font {
                FontId::Embedded(face) => {
                    let bytes: Vec<u8> = run.glyphs.iter().flat_map(|glyph| glyph.id.to_be_bytes()).collect();
                    ink.begin_text().set_font(name(face), size);
                    ink.set_text_matrix([1.0, 0.0, 0.0, up, x, y]).show(Str(&bytes)).end_text();
                }
                #[cfg(feature = "fonts")]
                FontId::Fallback(number) => {
                    self.reduced.borrow_mut()[number].show(ink, number, size, BaseLine { x, y, up }, &run);
                }
            }
            x += size * run.width() as f32;
        }
    }
}

/// Returns the name of a font in a page.
fn name(face: Face) -> Name<'static> {
    Name(FACES.iter().find(|(known, ..)| *known == face).map_or(FACES[0].1, |(_, name, _)| *name).as_bytes())
}

/// Writes the fonts. Returns their names in a page, with their objects.
///
/// # Errors
/// Returns an error if a further font cannot be reduced.
pub(crate) fn write(fonts: &PdfFonts, pdf: &mut Pdf, next: &mut Ref) -> io::Result<Vec<(String, Ref)>> {
    let mut resources = Vec::new();
    for (face, in_page, name) in FACES {
        let font = fonts.fonts.face(face);
        let units = font.units_per_em().expect("the embedded font states its units");
        let per_mille = |value: f32| value * 1000.0 / units;
        let advance = |id| per_mille(font.h_advance_unscaled(ab_glyph::GlyphId(id)));
        let letters: BTreeMap<u16, char> = font.codepoint_ids().map(|(glyph, letter)| (glyph.0, letter)).collect();
        let mut characters = characters();
        for (glyph, letter) in letters {
            characters.pair(glyph, letter);
        }
        let described = DescribedFont {
            name,
            flags: FontFlags::NON_SYMBOLIC,
            widths: (0..font.glyph_count() as u16).map(advance).collect(),
            ascent: per_mille(font.ascent_unscaled()),
            descent: per_mille(font.descent_unscaled()),
            cap_height: 729.0,
            italic_angle: if name.ends_with("Oblique") { -11.0 } else { 0.0 },
            stem: if name.ends_with("Bold") { 140.0 } else { 80.0 },
            outlines: Outlines::TrueType(face.file()),
            characters,
        };
        resources.push((in_page.to_owned(), described.write(pdf, next)));
    }
    #[cfg(feature = "fonts")]
    for (number, (reduced, font)) in fonts.reduced.borrow().iter().zip(&fonts.fonts.fallbacks).enumerate() {
        resources.extend(reduced.write(number, font, pdf, next)?);
    }
    Ok(resources)
}

/// A font as a PDF file describes it. Lengths are in thousandths of its size.
pub(crate) struct DescribedFont<'f> {
    pub name: &'f str,
    pub flags: FontFlags,
    /// The width of each glyph.
    pub widths: Vec<f32>,
    pub ascent: f32,
    pub descent: f32,
    pub cap_height: f32,
    /// The angle of upright strokes, in degrees.
    pub italic_angle: f32,
    /// The width of upright strokes.
    pub stem: f32,
    pub outlines: Outlines<'f>,
    /// The characters that glyphs stand for.
    pub characters: UnicodeCmap,
}

/// The outlines of glyphs, in the form in which a PDF file has them.
#[derive(Clone, Copy)]
pub(crate) enum Outlines<'f> {
    /// A file of `TrueType`.
    TrueType(&'f [u8]),
    /// The table of a font in the Compact Font Format.
    #[cfg(feature = "fonts")]
    Compact(&'f [u8]),
}

/// Returns an empty table from glyphs to characters.
pub(crate) fn characters() -> UnicodeCmap {
    UnicodeCmap::new(Name(b"Characters"), SYSTEM)
}

impl DescribedFont<'_> {
    /// Writes the font, and returns its object.
    pub(crate) fn write(self, pdf: &mut Pdf, next: &mut Ref) -> Ref {
        let DescribedFont { name, flags, widths, ascent, descent, cap_height, italic_angle, stem, .. } = self;
        let [type0, cid, descriptor, stream, cmap] = std::array::from_fn(|_| next.bump());
        let base = Name(name.as_bytes());
        pdf.type0_font(type0)
            .base_font(base)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(cmap);
        let mut described = pdf.cid_font(cid);
        described
            .subtype(match self.outlines {
                Outlines::TrueType(_) => CidFontType::Type2,
                #[cfg(feature = "fonts")]
                Outlines::Compact(_) => CidFontType::Type0,
            })
            .base_font(base)
            .system_info(SYSTEM)
            .font_descriptor(descriptor)
            .default_width(0.0);
        if matches!(self.outlines, Outlines::TrueType(_)) {
            described.cid_to_gid_map_predefined(Name(b"Identity"));
        }
        described.widths().consecutive(0, widths);
        drop(described);
        let mut description = pdf.font_descriptor(descriptor);
        description
            .name(base)
            .flags(flags)
            .bbox(Rect::new(-1000.0, descent, 2000.0, ascent))
            .italic_angle(italic_angle)
            .ascent(ascent)
            .descent(descent)
            .cap_height(cap_height)
            .stem_v(stem);
        match self.outlines {
            Outlines::TrueType(_) => description.font_file2(stream),
            #[cfg(feature = "fonts")]
            Outlines::Compact(_) => description.font_file3(stream),
        };
        drop(description);
        match self.outlines {
            Outlines::TrueType(file) => pdf.stream(stream, file).pair(Name(b"Length1"), file.len() as i32),
            #[cfg(feature = "fonts")]
            Outlines::Compact(table) => pdf.stream(stream, table).pair(Name(b"Subtype"), Name(b"CIDFontType0C")),
        };
        pdf.stream(cmap, self.characters.finish().as_slice());
        type0
    }
}
