//! The fonts of PDF pages: `DejaVu Sans Condensed` upright, bold and oblique, embedded in the file.
//!
//! A text is a list of glyphs, and a table leads from glyphs back to characters, so that readers can search and copy. Letters that the
//! fonts lack are drawn as a box.

use std::collections::BTreeMap;

use ab_glyph::{Font as _, FontRef};
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Name, Pdf, Rect, Ref, Str};

/// The names of the fonts in a page, their files, and their names in the file.
const FACES: [(Name, &[u8], &str); 3] = [
    (Name(b"F1"), include_bytes!("../font/sans.ttf"), "DejaVuSansCondensed"),
    (Name(b"F2"), include_bytes!("../font/sans-bold.ttf"), "DejaVuSansCondensed-Bold"),
    (Name(b"F3"), include_bytes!("../font/sans-oblique.ttf"), "DejaVuSansCondensed-Oblique"),
];

/// A style of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Face {
    /// Upright.
    #[default]
    Plain,
    /// Bold.
    Bold,
    /// Italic.
    Oblique,
}

/// The fonts, with the number of their units for a size of 1.
pub struct Fonts {
    faces: Vec<(FontRef<'static>, f32)>,
}

const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

impl Fonts {
    /// Reads the embedded fonts.
    ///
    /// # Panics
    /// Panics if an embedded font is damaged.
    pub fn embedded() -> Self {
        let face = |(_, file, _): (Name, &'static [u8], &str)| {
            let font = FontRef::try_from_slice(file).expect("the embedded font is sound");
            let units = font.units_per_em().expect("the embedded font states its units");
            (font, units)
        };
        Fonts { faces: FACES.map(face).into() }
    }

    /// Returns the name of a font in a page.
    pub fn name(face: Face) -> Name<'static> {
        FACES[face as usize].0
    }

    /// Returns the width of a text for a size of 1.
    pub fn width(&self, face: Face, text: &str) -> f32 {
        let (font, units) = &self.faces[face as usize];
        text.chars().map(|letter| font.h_advance_unscaled(font.glyph_id(letter)) / units).sum()
    }

    /// Returns the bytes that show a text.
    pub fn glyphs(&self, face: Face, text: &str) -> Vec<u8> {
        let (font, _) = &self.faces[face as usize];
        text.chars().flat_map(|letter| font.glyph_id(letter).0.to_be_bytes()).collect()
    }

    /// Writes the fonts. Returns their names in a page, with their objects.
    pub fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Vec<(Name<'static>, Ref)> {
        let mut resources = Vec::new();
        for ((in_page, file, name), (font, units)) in FACES.iter().zip(&self.faces) {
            let [type0, cid, descriptor, stream, cmap] = std::array::from_fn(|_| next.bump());
            resources.push((*in_page, type0));
            let base = Name(name.as_bytes());
            let per_mille = |value: f32| value * 1000.0 / units;
            let letters: BTreeMap<u16, char> = font.codepoint_ids().map(|(glyph, letter)| (glyph.0, letter)).collect();
            pdf.type0_font(type0)
                .base_font(base)
                .encoding_predefined(Name(b"Identity-H"))
                .descendant_font(cid)
                .to_unicode(cmap);
            let mut described = pdf.cid_font(cid);
            described
                .subtype(CidFontType::Type2)
                .base_font(base)
                .system_info(SYSTEM)
                .font_descriptor(descriptor)
                .default_width(0.0)
                .cid_to_gid_map_predefined(Name(b"Identity"));
            let widths =
                (0..font.glyph_count() as u16).map(|id| per_mille(font.h_advance_unscaled(ab_glyph::GlyphId(id))));
            described.widths().consecutive(0, widths);
            drop(described);
            let (ascent, descent) = (per_mille(font.ascent_unscaled()), per_mille(font.descent_unscaled()));
            pdf.font_descriptor(descriptor)
                .name(base)
                .flags(FontFlags::NON_SYMBOLIC)
                .bbox(Rect::new(-1000.0, descent, 2000.0, ascent))
                .italic_angle(if name.ends_with("Oblique") { -11.0 } else { 0.0 })
                .ascent(ascent)
                .descent(descent)
                .cap_height(729.0)
                .stem_v(if name.ends_with("Bold") { 140.0 } else { 80.0 })
                .font_file2(stream);
            pdf.stream(stream, file).pair(Name(b"Length1"), file.len() as i32);
            let mut table = UnicodeCmap::<u16>::new(Name(b"Characters"), SYSTEM);
            for (glyph, letter) in letters {
                table.pair(glyph, letter);
            }
            pdf.stream(cmap, table.finish().as_slice());
        }
        resources
    }
}
