//! The fonts of a drawing: four embedded ones of `DejaVu`, reduced to the characters of most European languages.
//!
//! PDF uses `DejaVu Sans Condensed` upright, bold and oblique. PNG uses `DejaVu Sans Mono`, whose letters are equally wide. A character that
//! they lack comes from a further font, if there is one. One that no font has is drawn as a box, and [`Fonts::lacking`] counts it, so that a
//! command can tell its user.

use std::collections::BTreeMap;

use ab_glyph::{Font as _, FontRef, GlyphId};
use gridcheck_core::visible::hides;
use unicode_normalization::UnicodeNormalization as _;

#[cfg(feature = "fonts")]
pub use super::fallback::NoFont;
#[cfg(feature = "fonts")]
use super::fallback::{self, Fallback};

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
    /// Further fonts, for what the embedded ones lack.
    #[cfg(feature = "fonts")]
    pub(crate) fallbacks: Vec<Fallback>,
}

/// A part of a text in one font.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GlyphRun {
    pub font: FontId,
    /// The glyphs from the left to the right.
    pub glyphs: Vec<PlacedGlyph>,
    /// The text, in the order in which it is read.
    pub text: String,
}

/// The extent of a text of size 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Extent {
    pub width: f64,
    /// The height above the base line of glyphs that are not embedded. They can be higher and deeper than the others.
    pub above: f64,
    /// The depth of these glyphs below the base line.
    pub below: f64,
}

/// One of the fonts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FontId {
    Embedded(Face),
    /// The number of a further font.
    #[cfg(feature = "fonts")]
    Fallback(usize),
}

/// A glyph. Lengths are for letters of size 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PlacedGlyph {
    pub id: u16,
    /// The distance to the next glyph.
    pub advance: f64,
    /// The distance to the right by which the glyph is moved.
    pub right: f64,
    /// The distance upward by which the glyph is moved.
    pub up: f64,
    /// The place of its first character in the text, in bytes.
    pub begin: usize,
}

impl GlyphRun {
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
        Fonts {
            embedded: Face::ALL.iter().map(font).collect(),
            #[cfg(feature = "fonts")]
            fallbacks: Vec::new(),
        }
    }

    /// Returns an embedded font.
    pub(crate) fn face(&self, face: Face) -> &FontRef<'static> {
        &self.embedded[face as usize]
    }

    /// Adds those fonts of a file that have characters which no font has yet.
    ///
    /// # Errors
    /// The file holds no font.
    #[cfg(feature = "fonts")]
    pub fn add_file(&mut self, data: Vec<u8>, lacking: &Lacking) -> Result<(), NoFont> {
        self.fallbacks.extend(fallback::from_file(data, lacking.keys().copied().collect())?);
        Ok(())
    }

    /// Adds those fonts of the system that have characters which no font has yet.
    #[cfg(feature = "fonts")]
    pub fn add_system_fonts(&mut self, lacking: &Lacking) {
        self.fallbacks.extend(fallback::from_system(lacking.keys().copied().collect()));
    }

    /// Returns the characters of these texts that no font has.
    pub fn lacking(&self, texts: &[(Face, String)]) -> Lacking {
        let mut lacking = Lacking::new();
        for &(face, ref text) in texts {
            for letter in text.nfc().filter(|&letter| !self.has(face, letter)) {
                *lacking.entry(letter).or_default() += 1;
            }
        }
        lacking
    }

    /// Returns `true` if some font has a character, or if nothing is drawn for it.
    fn has(&self, face: Face, letter: char) -> bool {
        self.font_of(face, letter.encode_utf8(&mut [0; 4]), None).is_some()
    }

    /// Returns the first font that has all characters of a text, if possible the font `before`.
    pub(crate) fn font_of(&self, face: Face, text: &str, before: Option<FontId>) -> Option<FontId> {
        let own = FontId::Embedded(face);
        let is_blank = !text.chars().any(is_visible);
        let before = before.filter(|&before| before != own || is_blank);
        #[cfg(feature = "fonts")]
        let others = [FontId::Embedded(Face::Plain)].into_iter().chain((0..self.fallbacks.len()).map(FontId::Fallback));
        #[cfg(not(feature = "fonts"))]
        let others = [];
        let has_all = |font: &FontId| text.chars().all(|letter| !is_visible(letter) || self.has_glyph(*font, letter));
        // A blank between two words of one font does not separate them.
        let first = if is_blank { before.or(Some(own)) } else { Some(own) };
        first.into_iter().chain(before).chain(others).find(has_all)
    }

    fn has_glyph(&self, font: FontId, letter: char) -> bool {
        match font {
            FontId::Embedded(face) => self.glyph(face, letter).is_some(),
            #[cfg(feature = "fonts")]
            FontId::Fallback(number) => self.fallbacks[number].has(letter),
        }
    }

    /// Returns the parts of a text in their fonts, from the left to the right.
    pub(crate) fn glyph_runs(&self, face: Face, text: &str) -> Vec<GlyphRun> {
        let text: &str = &text.nfc().collect::<String>();
        #[cfg(feature = "fonts")]
        if text.chars().any(|letter| is_visible(letter) && self.glyph(face, letter).is_none()) {
            return fallback::glyph_runs(self, face, text);
        }
        vec![GlyphRun {
            font: FontId::Embedded(face),
            glyphs: self.plain(face, text.char_indices()),
            text: text.to_owned(),
        }]
    }

    /// Returns the parts of a text that runs from the right to the left, from the left to the right.
    #[cfg(feature = "pdf")]
    pub(crate) fn glyph_runs_from_right(&self, face: Face, text: &str) -> Vec<GlyphRun> {
        #[cfg(feature = "fonts")]
        let runs = fallback::directed_runs(self, face, &text.nfc().collect::<String>(), true);
        #[cfg(not(feature = "fonts"))]
        let runs = self.glyph_runs(face, text);
        runs
    }

    /// Returns the glyphs of an embedded font for these characters with their places in the text, one for each that is not hidden.
    pub(crate) fn plain(&self, face: Face, letters: impl Iterator<Item = (usize, char)>) -> Vec<PlacedGlyph> {
        let placed = |(begin, letter): (usize, char)| {
            let letter = if letter.is_whitespace() { ' ' } else { letter };
            let id = self.glyph(face, letter).unwrap_or_default();
            PlacedGlyph { id: id.0, advance: self.advance(face, id), right: 0.0, up: 0.0, begin }
        };
        letters.filter(|(_, letter)| letter.is_whitespace() || is_visible(*letter)).map(placed).collect()
    }

    /// Returns the extent of a text.
    pub(crate) fn extent(&self, face: Face, text: &str) -> Extent {
        let mut extent = Extent { width: 0.0, above: 0.0, below: 0.0 };
        for run in self.glyph_runs(face, text) {
            extent.width += run.width();
            #[cfg(feature = "fonts")]
            if let FontId::Fallback(number) = run.font {
                for (glyph, (above, below)) in
                    run.glyphs.iter().map(|glyph| (glyph, self.fallbacks[number].heights(glyph.id)))
                {
                    extent.above = extent.above.max(above + glyph.up);
                    extent.below = extent.below.max(below - glyph.up);
                }
            }
        }
        extent
    }

    /// Returns the width of a text, for a size of 1.
    #[cfg(feature = "pdf")]
    pub(crate) fn width(&self, face: Face, text: &str) -> f32 {
        self.glyph_runs(face, text).iter().flat_map(|run| &run.glyphs).map(|glyph| glyph.advance as f32).sum()
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
    let selects_variant = matches!(letter, '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}');
    !(letter.is_whitespace() || hides(letter) || selects_variant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_has_a_box_for_what_it_lacks() {
        for face in Face::ALL {
            assert!(Fonts::embedded().face(*face).outline(GlyphId::default()).is_some(), "{face:?}");
        }
    }

    /// Clues of cards and music have them.
    #[test]
    #[cfg(feature = "pdf")]
    fn every_style_has_suits_and_musical_signs() {
        let fonts = Fonts::embedded();
        for face in [Face::Plain, Face::Bold, Face::Oblique] {
            assert_eq!(fonts.lacking(&[(face, "♠♡♢♣♤♥♦♧★☆♩♪♫♬♭♮♯".to_owned())]), Lacking::new(), "{face:?}");
        }
    }

    #[test]
    fn a_letter_with_its_mark_is_that_letter_of_the_font() {
        let fonts = Fonts::embedded();
        assert_eq!(fonts.glyph_runs(Face::Mono, "e\u{301}"), fonts.glyph_runs(Face::Mono, "é"));
        assert_eq!(fonts.lacking(&[(Face::Mono, "e\u{301}".to_owned())]), Lacking::new());
    }

    #[test]
    fn hidden_characters_take_no_room() {
        let glyphs = |text: &str| {
            let runs = Fonts::embedded().glyph_runs(Face::Mono, text);
            runs.into_iter().flat_map(|run| run.glyphs).map(|glyph| glyph.id).collect::<Vec<_>>()
        };
        assert_eq!(glyphs("a\u{200b}b\u{ad}c\td"), glyphs("abc d"));
    }

    #[test]
    fn characters_without_a_glyph_are_counted() {
        let texts = [(Face::Mono, "a\u{6f22}é \u{6f22}\u{200d}".to_owned()), (Face::Mono, "\u{d55c}\n".to_owned())];
        assert_eq!(Fonts::embedded().lacking(&texts), [('\u{6f22}', 2), ('\u{d55c}', 1)].into());
    }
}
