//! Fonts beyond the embedded ones, for characters that these lack: files that are given, then fonts of the system.
//!
//! Each crate has one task. `harfrust`, the port of `HarfBuzz` that its authors maintain, shapes: it joins Arabic letters, orders the vowels
//! of Hindi, and places marks. `unicode-bidi` orders text from the right to the left, and `unicode-bidi-mirroring` turns its brackets.
//! `fontdb` finds the fonts of the system, and `subsetter` reduces them for a PDF file. Together they have 31 crates (`cargo
//! tree`). The program needs 20 of these for nothing else.
//!
//! Compared with these in November 2026: `rustybuzz` points to `harfrust` as its successor. `parley` (56 crates), `cosmic-text` (42) and
//! `krilla` (68) each hold a shaper, an order from the right and a search for fonts too. `parley` and `cosmic-text` also break lines. But
//! they place glyphs themselves for all text, which would change every picture, and the columns of a printed page would still be ours.
//! `krilla` writes PDF alone, and would replace a writer that works. `fontique` searches by script with the system's own libraries, which
//! differ between systems; here one rule decides everywhere.
//!
//! Rule: the font that has most of the characters that are still lacking is taken first, and so on until none is lacking. So the letters of
//! one word come from one font. Nothing is searched, and no text is shaped, if the embedded fonts have all characters.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use ab_glyph::{Font as _, FontRef, FontVec};
use fontdb::{Database, FaceInfo, Source, Style, Weight};
use harfrust::{Buffer, Direction, ShapeOptions, ShaperFont};
use unicode_bidi::{Level, ParagraphBidiInfo};
use unicode_segmentation::UnicodeSegmentation as _;

use super::typeface::{Face, FontId, Fonts, GlyphRun, PlacedGlyph};

/// A font that is not embedded.
pub(crate) struct Fallback {
    /// Characters and outlines.
    pub outlines: FontVec,
    /// Rules for shaping.
    shaping: harfrust::Font,
    /// The place of the font in its file.
    pub index: u32,
    /// The name in a PDF file.
    pub name: String,
}

/// A file that holds no font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a font: .ttf, .otf or .ttc")]
pub struct NoFont;

impl Fallback {
    /// Reads a font of a database. Returns `None` if a part of it is damaged.
    fn read(fonts: &Database, info: &FaceInfo) -> Option<Self> {
        let (data, index) = fonts.with_face_data(info.id, |data, index| (data.to_vec(), index))?;
        let shaping = harfrust::Font::new(data.clone(), index)?;
        let outlines = FontVec::try_from_vec_and_index(data, index).ok()?;
        outlines.units_per_em()?;
        Some(Fallback { outlines, shaping, index, name: info.post_script_name.clone() })
    }

    /// Returns `true` if the font draws a character. A font of coloured pictures has characters without an outline.
    pub(crate) fn has(&self, letter: char) -> bool {
        has(&self.outlines, letter)
    }

    /// Returns the number of units for a size of 1.
    pub(crate) fn units(&self) -> f32 {
        self.outlines.units_per_em().expect("a font without units is not read")
    }

    /// Returns the height of a glyph above the base line and its depth below, for a size of 1.
    pub(crate) fn heights(&self, id: u16) -> (f64, f64) {
        let heights = |outline: ab_glyph::Outline| {
            let part = |units: f32| f64::from(units / self.units()).max(0.0);
            // The upper edge is the least, as in pixels.
            (part(outline.bounds.min.y), part(-outline.bounds.max.y))
        };
        self.outlines.outline(ab_glyph::GlyphId(id)).map_or((0.0, 0.0), heights)
    }

    /// Returns the glyphs of a text, from the left to the right.
    fn shaped(&self, text: &str, is_rtl: bool) -> Vec<PlacedGlyph> {
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight });
        // A direction is set and the buffer holds characters, which is all that shaping asks for.
        if harfrust::shape(&ShaperFont::new(&self.shaping), &mut buffer, ShapeOptions::new()).is_err() {
            return Vec::new();
        }
        let share = |units: i32| f64::from(units) / f64::from(self.units());
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions());
        let placed = glyphs.map(|(glyph, place)| PlacedGlyph {
            id: u16::try_from(glyph.glyph_id).unwrap_or_default(),
            advance: share(place.x_advance),
            right: share(place.x_offset),
            up: share(place.y_offset),
            begin: glyph.cluster as usize,
        });
        placed.collect()
    }
}

fn has(font: &impl ab_glyph::Font, letter: char) -> bool {
    let id = font.glyph_id(letter);
    id.0 != 0 && font.outline(id).is_some()
}

/// Returns the fonts of a file that have these characters. A collection for Chinese, Japanese and Korean has ten fonts of 20 MB.
///
/// # Errors
/// The file holds no font.
pub(crate) fn from_file(data: Vec<u8>, lacking: BTreeSet<char>) -> Result<Vec<Fallback>, NoFont> {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(data)));
    let is_read = |info: &FaceInfo| fonts.with_face_data(info.id, |data, i| read_outlines(data, i).is_some());
    if !fonts.faces().any(|info| is_read(info) == Some(true)) {
        return Err(NoFont);
    }
    Ok(with_most_characters(&fonts, lacking))
}

/// Returns the fonts of the system that have these characters.
pub(crate) fn from_system(lacking: BTreeSet<char>) -> Vec<Fallback> {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    with_most_characters(&fonts, lacking)
}

/// Reads the outlines of a font. Returns `None` if a part of it is damaged.
fn read_outlines(data: &[u8], index: u32) -> Option<FontRef<'_>> {
    FontRef::try_from_slice_and_index(data, index).ok().filter(|font| font.units_per_em().is_some())
}

/// Returns fonts that have these characters, those with most of them first.
fn with_most_characters(fonts: &Database, mut lacking: BTreeSet<char>) -> Vec<Fallback> {
    let mut infos: Vec<&FaceInfo> = fonts.faces().collect();
    infos.sort_by_cached_key(|info| rank(info));
    let known = |info: &&FaceInfo| -> BTreeSet<char> {
        let read = |data: &[u8], index| -> Option<BTreeSet<char>> {
            let font = read_outlines(data, index)?;
            Some(lacking.iter().copied().filter(|&letter| has(&font, letter)).collect())
        };
        fonts.with_face_data(info.id, read).flatten().unwrap_or_default()
    };
    let mut candidates: Vec<(&FaceInfo, BTreeSet<char>)> = infos.iter().map(|info| (*info, known(info))).collect();
    let mut found = Vec::new();
    while !lacking.is_empty() {
        // Of equal candidates the first is taken.
        let count =
            |(i, (_, known)): (usize, &(_, BTreeSet<char>))| (known.intersection(&lacking).count(), Reverse(i), i);
        let Some((1.., _, best)) = candidates.iter().enumerate().map(count).max() else { break };
        let (info, known) = candidates.remove(best);
        if let Some(font) = Fallback::read(fonts, info) {
            lacking.retain(|letter| !known.contains(letter));
            found.push(font);
        }
    }
    found
}

/// Returns the place of a font among others with the same characters: upright fonts of normal weight first, those without serifs before others.
fn rank(info: &FaceInfo) -> impl Ord + use<> {
    let family = info.families.first().map(|(name, _)| name.clone()).unwrap_or_default();
    let has_serifs = !family.contains("Sans");
    let heavy = info.weight.0.abs_diff(Weight::NORMAL.0);
    let wide = info.stretch.to_number().abs_diff(fontdb::Stretch::Normal.to_number());
    (
        info.style != Style::Normal,
        heavy,
        info.monospaced,
        wide,
        has_serifs,
        family,
        info.post_script_name.clone(),
        info.index,
    )
}

/// Returns the parts of a text from the left to the right. Its first letter with a direction decides the direction of the whole.
pub(crate) fn glyph_runs(fonts: &Fonts, face: Face, text: &str) -> Vec<GlyphRun> {
    let order = ParagraphBidiInfo::new(text, None);
    let (levels, runs) = order.visual_runs(0..text.len());
    runs.into_iter()
        .flat_map(|run: Range<usize>| directed_runs(fonts, face, &text[run.clone()], levels[run.start].is_rtl()))
        .collect()
}

/// Returns the level of a text that has letters from the right to the left, or `None` if it has none.
pub(crate) fn base_level(text: &str) -> Option<Level> {
    let order = ParagraphBidiInfo::new(text, None);
    order.has_rtl().then_some(order.paragraph_level)
}

/// Returns parts of a line in the order in which they are seen, each with its number, its text, and `true` if it runs from the right. A
/// part that runs in both directions is divided.
pub(crate) fn in_visual_order<'t>(parts: impl Iterator<Item = &'t str>, base: Level) -> Vec<(usize, String, bool)> {
    let (mut line, mut begins) = (String::new(), Vec::new());
    for part in parts {
        begins.push(line.len());
        line.push_str(part);
    }
    let order = ParagraphBidiInfo::new(&line, Some(base));
    let levels = order.reordered_levels(0..line.len());
    let mut cut: Vec<(usize, String, Level)> = Vec::new();
    for (i, letter) in line.char_indices() {
        let number = begins.partition_point(|&begin| begin <= i) - 1;
        match cut.last_mut() {
            Some((last, text, level)) if *last == number && *level == levels[i] => text.push(letter),
            _ => cut.push((number, letter.to_string(), levels[i])),
        }
    }
    let seen = ParagraphBidiInfo::reorder_visual(&cut.iter().map(|part| part.2).collect::<Vec<_>>());
    seen.into_iter().map(|i| (cut[i].0, cut[i].1.clone(), cut[i].2.is_rtl())).collect()
}

/// Returns the parts of a text of one direction, from the left to the right.
pub(crate) fn directed_runs(fonts: &Fonts, face: Face, text: &str, is_rtl: bool) -> Vec<GlyphRun> {
    let mut parts: Vec<(FontId, String)> = Vec::new();
    for cluster in text.graphemes(true) {
        let before = parts.last().map(|(font, _)| *font);
        match fonts.font_of(face, cluster, before) {
            Some(font) => add(&mut parts, font, cluster),
            // No font has all characters of the cluster.
            None => {
                for letter in cluster.chars() {
                    let mut bytes = [0; 4];
                    let letter = letter.encode_utf8(&mut bytes);
                    add(&mut parts, fonts.font_of(face, letter, before).unwrap_or(FontId::Embedded(face)), letter);
                }
            }
        }
    }
    let mut runs: Vec<GlyphRun> = parts.into_iter().map(|(font, text)| glyph_run(fonts, font, text, is_rtl)).collect();
    if is_rtl {
        runs.reverse();
    }
    runs
}

fn add(parts: &mut Vec<(FontId, String)>, font: FontId, text: &str) {
    match parts.last_mut() {
        Some((last, before)) if *last == font => before.push_str(text),
        _ => parts.push((font, text.to_owned())),
    }
}

fn glyph_run(fonts: &Fonts, font: FontId, text: String, is_rtl: bool) -> GlyphRun {
    let glyphs = match font {
        FontId::Fallback(number) => fonts.fallbacks[number].shaped(&text, is_rtl),
        FontId::Embedded(face) if is_rtl => {
            let mirrored = |letter: char| unicode_bidi_mirroring::get_mirrored(letter).unwrap_or(letter);
            fonts.plain(face, text.char_indices().rev().map(|(begin, letter)| (begin, mirrored(letter))))
        }
        FontId::Embedded(face) => fonts.plain(face, text.char_indices()),
    };
    GlyphRun { font, glyphs, text }
}

#[cfg(test)]
mod tests {
    use super::super::typeface::Lacking;
    use super::*;

    /// Returns the embedded fonts, with that for PDF as a further one in the place of a file.
    fn with_file() -> Fonts {
        let mut fonts = Fonts::embedded();
        fonts.add_file(Face::Bold.file().to_vec(), &[('Ж', 1)].into()).expect("it is a font");
        fonts
    }

    #[test]
    fn a_file_without_a_font_is_refused() {
        assert_eq!(Fonts::embedded().add_file(b"no font".to_vec(), &Lacking::new()), Err(NoFont));
        assert_eq!(with_file().fallbacks[0].name, "DejaVuSansCondensed-Bold");
    }

    #[test]
    fn characters_come_from_the_first_font_that_has_them() {
        let fonts = with_file();
        let mono = FontId::Embedded(Face::Mono);
        let parts: Vec<_> =
            fonts.glyph_runs(Face::Mono, "aЖ Жb").into_iter().map(|part| (part.font, part.text)).collect();
        let part = |font, text: &str| (font, text.to_owned());
        assert_eq!(parts, [part(mono, "a"), part(FontId::Embedded(Face::Plain), "Ж Ж"), part(mono, "b")]);
    }

    /// A font with Hebrew letters and marks, and with four Arabic letters.
    const HEBREW_ARABIC: &[u8] = include_bytes!("../../../../fixtures/fonts/hebrew-arabic.ttf");

    #[test]
    fn a_file_gives_only_fonts_that_have_a_lacking_character() {
        let added = |lacking| {
            let mut fonts = Fonts::embedded();
            fonts.add_file(HEBREW_ARABIC.to_vec(), &[(lacking, 1)].into()).expect("it is a font");
            fonts.fallbacks.len()
        };
        assert_eq!((added('ש'), added('漢')), (1, 0));
    }

    #[test]
    fn arabic_letters_are_joined_and_hebrew_marks_stand_under_their_letters() {
        let mut fonts = Fonts::embedded();
        fonts.add_file(HEBREW_ARABIC.to_vec(), &[('ש', 1), ('س', 1)].into()).expect("it is a font");
        let glyphs =
            |text: &str| fonts.glyph_runs(Face::Plain, text).into_iter().flat_map(|run| run.glyphs).collect::<Vec<_>>();
        let numbers = |text: &str| glyphs(text).into_iter().map(|glyph| glyph.id).collect::<Vec<_>>();
        let apart: Vec<u16> = "سلام".chars().rev().flat_map(|letter| numbers(&letter.to_string())).collect();
        let joined = numbers("سلام");
        assert_eq!((apart.len(), joined.len()), (4, 3), "two letters in the middle are one glyph");
        assert_eq!(joined[0], apart[0], "the last letter stands at the left, not joined after an alef");
        assert_ne!(joined[2], apart[3], "the first letter is joined");
        let [mark, letter] = &glyphs("ש\u{5b8}")[..] else { panic!("a letter and its mark") };
        assert!(letter.advance > 0.5 && mark.advance.abs() < 1e-9 && mark.begin == letter.begin, "{mark:?} {letter:?}");
    }

    #[test]
    fn shaped_text_has_the_widths_of_the_font() {
        let fonts = with_file();
        let shaped = fonts.fallbacks[0].shaped("Жук", false);
        let plain = fonts.plain(Face::Bold, "Жук".char_indices());
        assert_eq!(
            shaped.iter().map(|glyph| glyph.id).collect::<Vec<_>>(),
            plain.iter().map(|glyph| glyph.id).collect::<Vec<_>>()
        );
        assert_eq!(shaped.iter().map(|glyph| glyph.begin).collect::<Vec<_>>(), [0, 2, 4]);
        assert!(shaped.iter().zip(&plain).all(|(shaped, plain)| (shaped.advance - plain.advance).abs() < 0.2));
    }

    /// Neither word has a glyph in an embedded font, so each letter is a box; their order is seen by their texts.
    #[test]
    fn text_from_the_right_is_reversed_and_its_brackets_are_mirrored() {
        let fonts = Fonts::embedded();
        let texts =
            |text: &str| fonts.glyph_runs(Face::Plain, text).into_iter().map(|part| part.text).collect::<Vec<_>>();
        assert_eq!(texts("abc שלום").len(), 2);
        assert_eq!(texts("שלום abc"), ["abc", "שלום "]);
        let bracket = |text: &str| fonts.plain(Face::Plain, text.char_indices())[0].id;
        let turned = directed_runs(&fonts, Face::Plain, "(a", true);
        assert_eq!(turned[0].glyphs.iter().map(|glyph| glyph.id).collect::<Vec<_>>(), [bracket("a"), bracket(")")]);
    }

    #[test]
    fn the_words_of_a_line_are_seen_from_the_right() {
        let level = base_level("שלום עולם (5)").expect("it runs from the right");
        let seen = in_visual_order(["שלום", " ", "עולם", " ", "(5)"].into_iter(), level);
        let texts: Vec<_> = seen.iter().map(|(number, text, is_rtl)| (*number, &**text, *is_rtl)).collect();
        let expected = [
            (4, ")", true),
            (4, "5", false),
            (4, "(", true),
            (3, " ", true),
            (2, "עולם", true),
            (1, " ", true),
            (0, "שלום", true),
        ];
        assert_eq!(texts, expected);
        assert_eq!(base_level("abc 5"), None);
    }
}
