//! Text in pixels.

use ab_glyph::{GlyphId, OutlinedGlyph, Point, PxScale, point};

use super::typeface::{Face, FontId, Fonts};

/// The place of a text: the left end of its base line, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextStart {
    /// Distance to the right.
    pub x: f64,
    /// Distance downward.
    pub y: f64,
}

/// Calls `dot` for each pixel that a text covers, with its distance to the right and downward and the covered share of it, from 0 to 1.
/// `size` is the size of the font in pixels.
pub(crate) fn draw(
    fonts: &Fonts,
    text: &str,
    size: f64,
    TextStart { x, y }: TextStart,
    mut dot: impl FnMut(i64, i64, f64),
) {
    let mut begin = 0.0;
    for run in fonts.glyph_runs(Face::Mono, text) {
        for glyph in &run.glyphs {
            let place = point((x + (begin + glyph.right) * size) as f32, (y - glyph.up * size) as f32);
            begin += glyph.advance;
            let outline = match run.font {
                FontId::Embedded(face) => outlined(fonts.face(face), glyph.id, size, place),
                #[cfg(feature = "fonts")]
                FontId::Fallback(number) => outlined(&fonts.fallbacks[number].outlines, glyph.id, size, place),
            };
            // A blank has no outline.
            let Some(outline) = outline else { continue };
            let bounds = outline.px_bounds();
            let (left, top) = (bounds.min.x as i64, bounds.min.y as i64);
            outline.draw(|x, y, share| dot(left + i64::from(x), top + i64::from(y), f64::from(share)));
        }
    }
}

fn outlined(font: &impl ab_glyph::Font, id: u16, size: f64, place: Point) -> Option<OutlinedGlyph> {
    let units = font.units_per_em().expect("a font without units is not read");
    let scale = PxScale::from(size as f32 * font.height_unscaled() / units);
    font.outline_glyph(GlyphId(id).with_scale_and_position(scale, place))
}

/// Returns the width of a text, in pixels.
pub(crate) fn width(fonts: &Fonts, text: &str, size: f64) -> f64 {
    fonts.extent(Face::Mono, text).width * size
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text as rows of dots. Each dot is covered by half at least.
    fn drawn(text: &str) -> Vec<String> {
        let fonts = Fonts::embedded();
        let mut rows = vec![vec![' '; width(&fonts, text, 14.0).ceil() as usize]; 14];
        draw(&fonts, text, 14.0, TextStart { x: 0.0, y: 11.0 }, |x, y, share| {
            if share >= 0.5 {
                rows[y as usize][x as usize] = '#';
            }
        });
        rows.into_iter().map(|row| row.into_iter().collect()).collect()
    }

    #[test]
    fn draws_baselines_descenders_accents_and_a_missing_glyph_box() {
        let picture = drawn("Lg");
        let dots = |rows: std::ops::Range<usize>, columns: std::ops::Range<usize>| {
            picture[rows].iter().map(|row| row[columns.clone()].matches('#').count()).sum::<usize>()
        };
        assert!(dots(0..11, 0..8) > 10 && dots(11..14, 0..8) == 0, "an L stands on its line: {picture:#?}");
        assert!(dots(11..14, 8..17) > 2, "a g reaches below it: {picture:#?}");
        assert_ne!(drawn("é"), drawn("e"), "accents are drawn");
        assert_eq!(drawn("\u{6f22}"), drawn("\u{6f23}"), "a box stands for what the font lacks");
        assert_ne!(drawn("\u{6f22}"), drawn(" "), "the box is seen");
        assert_eq!(drawn(" ").concat().trim(), "");
    }
}
