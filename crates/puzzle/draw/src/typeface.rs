//! The fonts of a drawing: four embedded ones of `DejaVu`, reduced to the characters of most European languages.
//!
//! PDF uses `DejaVu Sans Condensed` upright, bold and oblique. PNG uses `DejaVu Sans Mono`, whose letters are equally wide. A character that
//! no font has is drawn as a box, and [`Fonts::lacking`] counts it, so that a command can tell its user.

use std::collections::BTreeMap;

use ab_glyph::{Font as _, FontRef, GlyphId};

/// The width of a letter of [`Face::Mono`], for a size of 1.
pub(crate) const MONO_ADVANCE: f64 = 0.602;

/// A style of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    /// With equally wide letters.
    Mono,
    /// Upright.
    #[cfg(feature = "pdf")]
    Plain,
    /// Bold.
    #[cfg(feature = "pdf")]
    Bold,
    /// Italic.
    #[cfg(feature = "pdf")]
    Oblique,
}

impl Face {
    /// All styles, in the order of their numbers.
    pub(crate) const ALL: &[Face] = &[
        Face::Mono,
        #[cfg(feature = "pdf")]
        Face::Plain,
        #[cfg(feature = "pdf")]
        Face::Bold,
        #[cfg(feature = "pdf")]
        Face::Oblique,
    ];

    /// Returns the file of the embedded font. The licence of the files is beside them.
    pub(crate) fn file(self) -> &'static [u8] {
        match self {
            Face::Mono => include_bytes!("../font/mono.ttf"),
            #[cfg(feature = "pdf")]
            Face::Plain => include_bytes!("../font/sans.ttf"),
            #[cfg(feature = "pdf")]
            Face::Bold => include_bytes!("../font/sans-bold.ttf"),
            #[cfg(feature = "pdf")]
            Face::Oblique => include_bytes!("../font/sans-oblique.ttf"),
        }
    }
}

/// The characters that no font has, each with the number of times that it is drawn.
pub type Lacking = BTreeMap<char, usize>;

/// The fonts of a drawing.
pub struct Fonts {
    /// One font for each [`Face`].
    embedded: Vec<FontRef<'static>>,
}

/// A part of a text in one font.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Stretch {
    pub face: Face,
    /// The glyphs from the left to the right.
    pub glyphs: Vec<PlacedGlyph>,
}

/// A glyph. Lengths are for letters of size 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedGlyph {
    pub id: u16,
    /// The distance to the next glyph.
    pub advance: f64,
}

impl Stretch {
    pub(crate) fn width(&self) -> f64 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}

impl Fonts {
    /// Reads the embedded fonts.
    ///
    /// # Panics
    /// Panics if an embedded font is damaged.
    pub fn embedded() -> Self {
        let font = |face: &Face| FontRef::try_from_slice(face.file()).expect("the embedded font is sound");
        Fonts { embedded: Face::ALL.iter().map(font).collect() }
    }

    /// Returns an embedded font.
    pub(crate) fn face(&self, face: Face) -> &FontRef<'static> {
        &self.embedded[face as usize]
    }

    /// Returns the characters of these texts that no font has.
    pub fn lacking(&self, texts: &[(Face, String)]) -> Lacking {
        let mut lacking = Lacking::new();
        for &(face, ref text) in texts {
            for letter in text.chars().filter(|&letter| is_visible(letter) && self.glyph(face, letter).is_none()) {
                *lacking.entry(letter).or_default() += 1;
            }
        }
        lacking
    }

    /// Returns the glyphs of a text.
    pub(crate) fn set(&self, face: Face, text: &str) -> Vec<Stretch> {
        let placed = |letter: char| {
            let blank = if is_visible(letter) { letter } else { ' ' };
            let id = self.glyph(face, letter).unwrap_or_else(|| self.glyph(face, blank).unwrap_or_default());
            PlacedGlyph { id: id.0, advance: self.advance(face, id) }
        };
        vec![Stretch { face, glyphs: text.chars().map(placed).collect() }]
    }

    /// Returns the width of a text, for a size of 1.
    #[cfg(feature = "pdf")]
    pub(crate) fn width(&self, face: Face, text: &str) -> f32 {
        self.set(face, text).iter().flat_map(|stretch| &stretch.glyphs).map(|glyph| glyph.advance as f32).sum()
    }

    fn glyph(&self, face: Face, letter: char) -> Option<GlyphId> {
        Some(self.face(face).glyph_id(letter)).filter(|id| id.0 != 0)
    }

    fn advance(&self, face: Face, id: GlyphId) -> f64 {
        if face == Face::Mono {
            return MONO_ADVANCE;
        }
        let font = self.face(face);
        let units = font.units_per_em().expect("the embedded font states its units");
        f64::from(font.h_advance_unscaled(id) / units)
    }
}

/// Returns `false` for blanks and for characters that only direct how others are drawn.
pub(crate) fn is_visible(letter: char) -> bool {
    let is_direction = matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}');
    !(is_direction || letter.is_whitespace() || letter.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_without_a_glyph_are_counted() {
        let texts = [(Face::Mono, "a\u{6f22}é \u{6f22}\u{200d}".to_owned()), (Face::Mono, "\u{d55c}\n".to_owned())];
        assert_eq!(Fonts::embedded().lacking(&texts), [('\u{6f22}', 2), ('\u{d55c}', 1)].into());
    }
}
