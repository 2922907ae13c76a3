//! Text in pixels.

use ab_glyph::{Font as _, GlyphId, PxScale, point};

use super::typeface::{Face, Fonts};

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
    for stretch in fonts.set(Face::Mono, text) {
        let font = fonts.face(stretch.face);
        let units = font.units_per_em().expect("the embedded font states its units");
        let scale = PxScale::from(size as f32 * font.height_unscaled() / units);
        for glyph in &stretch.glyphs {
            let place = point((x + begin * size) as f32, y as f32);
            begin += glyph.advance;
            // A blank has no outline.
            let placed = GlyphId(glyph.id).with_scale_and_position(scale, place);
            let Some(outline) = font.outline_glyph(placed) else { continue };
            let bounds = outline.px_bounds();
            let (left, top) = (bounds.min.x as i64, bounds.min.y as i64);
            outline.draw(|x, y, share| dot(left + i64::from(x), top + i64::from(y), f64::from(share)));
        }
    }
}

/// Returns the width of a text, in pixels.
pub(crate) fn width(fonts: &Fonts, text: &str, size: f64) -> f64 {
    fonts.set(Face::Mono, text).iter().map(|stretch| stretch.width()).sum::<f64>() * size
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
        assert_eq!(drawn(" ").concat().trim(), "");
    }
}
