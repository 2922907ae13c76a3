//! Charts of distributions: bars for one measure, a heat map for two.
//!
//! The height of a bar, and the darkness of a field, is proportional to the number of grids, or to its logarithm if that is asked for. An
//! axis, or a strip of shades, tells which number has which height or shade. The chart is written as SVG or as PNG.

use std::io::{self, Write};

use super::svg::escaped;
use gridcheck_core::constraint::Distribution;

/// The rule by which a number of grids becomes a height or a shade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// In proportion to the number.
    #[default]
    Linear,
    /// In proportion to its logarithm. A single grid is not 0 high: it has the height of one digit.
    Logarithmic,
}

struct Field {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    colour: [u8; 3],
}

/// A text that begins at, is centred on, or ends at a point.
struct Label {
    x: f64,
    y: f64,
    anchor: &'static str,
    text: String,
    /// `true` if the text is rotated and read upward.
    vertical: bool,
}

struct Chart {
    width: f64,
    height: f64,
    fields: Vec<Field>,
    labels: Vec<Label>,
}

/// Width of the margins, of a step along an axis, and of the highest bar, in pixels.
const MARGIN: f64 = 64.0;
const STEP: f64 = 18.0;
const HIGHEST: f64 = 320.0;
/// Width of the strip of shades beside a heat map, its distance from the map, and the space for its numbers, in pixels.
const STRIP: [f64; 3] = [14.0, 24.0, 48.0];
/// Number of fields of this strip.
const SHADES: usize = 32;
/// The font size, in pixels.
const LETTER: f64 = 11.0;
const MAX_STEPS: u32 = 4000;
/// Maximum number of marks on the axis for numbers of grids, beside 0.
const MAX_MARKS: u128 = 6;
const FAINT: [u8; 3] = [221, 221, 221];
const DARK: [u8; 3] = [17, 17, 17];

impl Scale {
    /// Returns the height or shade for a number of grids, from 0 (no grid) to 1 (`most`).
    fn size(self, grids: u128, most: u128) -> f64 {
        let digits = |number: u128| (number as f64).log10() + 1.0;
        match self {
            _ if grids == 0 => 0.0,
            Scale::Linear => grids as f64 / most.max(1) as f64,
            Scale::Logarithmic => digits(grids) / digits(most.max(1)),
        }
    }

    /// Returns the numbers of grids to mark: a few round ones, or powers of ten.
    fn marks(self, most: u128) -> Vec<u128> {
        let powers = || (0..39).map(|digits| 10_u128.pow(digits)).take_while(|&power| power <= most);
        match self {
            Scale::Linear => {
                let steps = powers().flat_map(|power| [1, 2, 5].map(|few| power.saturating_mul(few)));
                let step = steps.into_iter().find(|step| most / step <= MAX_MARKS).unwrap_or(1);
                (0..=most / step).map(|mark| mark * step).collect()
            }
            Scale::Logarithmic => {
                let every = powers().count().div_ceil(MAX_MARKS as usize).max(1);
                powers().step_by(every).collect()
            }
        }
    }

    /// Returns the words for the axis of the numbers.
    fn name(self) -> &'static str {
        match self {
            Scale::Linear => "grids",
            Scale::Logarithmic => "grids (logarithmic)",
        }
    }
}

impl Chart {
    fn of(distribution: &Distribution, title: &str, scale: Scale) -> io::Result<Self> {
        let most = distribution.grids.values().copied().max().unwrap_or(0);
        let range = |axis: usize| {
            let values = || distribution.grids.keys().filter_map(|values| values.get(axis).copied());
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let (left, right) = range(0);
        let (low, high) = range(1);
        if right - left > MAX_STEPS || high - low > MAX_STEPS {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "too many values for a chart"));
        }
        let two = distribution.by.len() > 1;
        let wide = f64::from(right - left + 1) * STEP;
        let high_pixels = if two { f64::from(high - low + 1) * STEP } else { HIGHEST };
        let beside = if two { STRIP.iter().sum() } else { 0.0 };
        let mut chart = Chart {
            width: wide + beside + 2.0 * MARGIN,
            height: high_pixels.max(if two { HIGHEST / 2.0 } else { 0.0 }) + 2.0 * MARGIN,
            fields: Vec::new(),
            labels: Vec::new(),
        };
        let bottom = MARGIN + high_pixels;
        let x = |value: u32| MARGIN + f64::from(value - left) * STEP;
        let y = |value: u32| bottom - f64::from(value - low + 1) * STEP;
        if two {
            chart.strip(most, scale, MARGIN + wide + STRIP[1]);
        } else {
            chart.axis(most, scale, wide);
        }
        for (values, &grids) in &distribution.grids {
            let size = scale.size(grids, most);
            match values[..] {
                [value] => {
                    let height = HIGHEST * size;
                    chart.field((x(value) + 1.0, bottom - height), (STEP - 2.0, height), colour(0.7));
                    let along = x(value) + STEP / 2.0 + LETTER / 3.0;
                    chart.label(along, bottom - height - 4.0, "start", short(grids), true);
                }
                [value, other] => chart.field((x(value), y(other)), (STEP, STEP), colour(size)),
                _ => {}
            }
        }
        for value in (left..=right).filter(|value| two || value % 2 == left % 2) {
            chart.label(x(value) + STEP / 2.0, bottom + LETTER + 4.0, "middle", value.to_string(), false);
        }
        for value in (low..=high).filter(|_| two) {
            chart.label(MARGIN - 4.0, y(value) + STEP / 2.0 + LETTER / 3.0, "end", value.to_string(), false);
        }
        chart.label(MARGIN, MARGIN / 4.0, "start", title.to_owned(), false);
        let name = |axis: usize| distribution.by.get(axis).map(ToString::to_string).unwrap_or_default();
        chart.label(MARGIN + wide / 2.0, bottom + 2.5 * LETTER + 8.0, "middle", name(0), false);
        let upward = if two { name(1) } else { scale.name().to_owned() };
        chart.label(LETTER, MARGIN + high_pixels / 2.0, "middle", upward, true);
        chart.width = chart.width.max(2.0 * MARGIN + 0.61 * LETTER * title.chars().count() as f64);
        Ok(chart)
    }

    /// Draws the axis for numbers of grids: a line with numbers at the left, and a faint line across at each.
    fn axis(&mut self, most: u128, scale: Scale, wide: f64) {
        let bottom = MARGIN + HIGHEST;
        for mark in scale.marks(most) {
            let y = bottom - HIGHEST * scale.size(mark, most);
            self.field((MARGIN, y), (wide, 1.0), FAINT);
            self.label(MARGIN - 6.0, y + LETTER / 3.0, "end", short(mark), false);
        }
        self.field((MARGIN - 1.0, MARGIN), (1.0, HIGHEST), DARK);
        self.field((MARGIN - 1.0, bottom), (wide + 1.0, 1.0), DARK);
    }

    /// Draws the strip that tells which number of grids has which shade.
    fn strip(&mut self, most: u128, scale: Scale, left: f64) {
        let high = HIGHEST / 2.0;
        let step = high / SHADES as f64;
        for i in 0..SHADES {
            let shade = (i as f64 + 0.5) / SHADES as f64;
            self.field((left, MARGIN + high - (i + 1) as f64 * step), (STRIP[0], step), colour(shade));
        }
        for mark in scale.marks(most) {
            let y = MARGIN + high * (1.0 - scale.size(mark, most));
            self.field((left + STRIP[0], y), (3.0, 1.0), DARK);
            self.label(left + STRIP[0] + 6.0, y + LETTER / 3.0, "start", short(mark), false);
        }
        self.label(left, MARGIN - LETTER, "start", scale.name().to_owned(), false);
    }

    fn field(&mut self, (left, top): (f64, f64), (width, height): (f64, f64), colour: [u8; 3]) {
        self.fields.push(Field { left, top, width, height, colour });
    }

    fn label(&mut self, x: f64, y: f64, anchor: &'static str, text: String, vertical: bool) {
        self.labels.push(Label { x, y, anchor, text, vertical });
    }
}

/// Returns a number in a few characters, as in 60.4M.
fn short(number: u128) -> String {
    let digits = number.to_string();
    if digits.len() <= 5 {
        return digits;
    }
    let thousands = (digits.len() - 1) / 3;
    let (whole, rest) = digits.split_at(digits.len() - 3 * thousands);
    let unit = ["", "k", "M", "G", "T", "P", "E"].get(thousands).copied();
    match unit {
        Some(unit) if whole.len() < 3 => format!("{whole}.{}{unit}", &rest[..1]),
        Some(unit) => format!("{whole}{unit}"),
        None => format!("{}e{}", &digits[..1], digits.len() - 1),
    }
}

/// Returns the colour of a shade, from the lightest at 0 to the darkest at 1.
fn colour(shade: f64) -> [u8; 3] {
    let (light, dark) = ([222.0, 235.0, 247.0], [8.0, 48.0, 107.0]);
    [0, 1, 2].map(|i| (light[i] + (dark[i] - light[i]) * shade) as u8)
}

/// Writes the chart as SVG.
///
/// # Errors
/// Returns an error if the distribution has too many values, or if `out` cannot be written.
pub fn svg(out: &mut impl Write, distribution: &Distribution, title: &str, scale: Scale) -> io::Result<()> {
    let chart = Chart::of(distribution, title, scale)?;
    let (width, height) = (chart.width, chart.height);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<style>text{{fill:#111;font-family:Helvetica,Arial,sans-serif;font-size:{LETTER}px}}</style>")?;
    writeln!(out, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
    for Field { left, top, width, height, colour: [red, green, blue] } in &chart.fields {
        writeln!(
            out,
            r##"<rect x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}" fill="#{red:02x}{green:02x}{blue:02x}"/>"##
        )?;
    }
    for Label { x, y, anchor, text, vertical } in &chart.labels {
        let turn = if *vertical { format!(r#" transform="rotate(-90 {x:.1} {y:.1})""#) } else { String::new() };
        writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}"{turn}>{}</text>"#, escaped(text))?;
    }
    writeln!(out, "</svg>")
}

/// Writes the chart as PNG.
///
/// # Errors
/// Returns an error if the distribution has too many values, or if `out` cannot be written.
#[cfg(feature = "png")]
pub fn png(out: &mut impl Write, distribution: &Distribution, title: &str, scale: Scale) -> io::Result<()> {
    use super::font::{self, TextStart};
    use super::typeface::Fonts;

    let (chart, fonts) = (Chart::of(distribution, title, scale)?, Fonts::embedded());
    let (width, height) = (chart.width.ceil() as usize, chart.height.ceil() as usize);
    let mut pixels = vec![255_u8; 3 * width * height];
    // Covers a share of a pixel, from 0 to 1, with a colour.
    let mut dot = |x: f64, y: f64, colour: [u8; 3], share: f64| {
        let (x, y) = (x.round(), y.round());
        if x >= 0.0 && y >= 0.0 && (x as usize) < width && (y as usize) < height {
            let at = 3 * (y as usize * width + x as usize);
            for (pixel, part) in pixels[at..at + 3].iter_mut().zip(colour) {
                *pixel = (f64::from(*pixel) * (1.0 - share) + f64::from(part) * share).round() as u8;
            }
        }
    };
    for Field { left, top, width, height, colour } in &chart.fields {
        for down in 0..(height.ceil() as usize) {
            for right in 0..(width.ceil() as usize) {
                dot(left + right as f64, top + down as f64, *colour, 1.0);
            }
        }
    }
    for Label { x, y, anchor, text, vertical } in &chart.labels {
        let long = font::width(&fonts, text, LETTER);
        let begin = match *anchor {
            "middle" => -long / 2.0,
            "end" => -long,
            _ => 0.0,
        };
        font::draw(&fonts, text, LETTER, TextStart { x: begin, y: 0.0 }, |along, across, share| {
            let (along, across) = (along as f64, across as f64);
            let (dx, dy) = if *vertical { (across, -along) } else { (along, across) };
            dot(x + dx, y + dy, DARK, share.min(1.0));
        });
    }
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_few_and_round() {
        assert_eq!(Scale::Linear.marks(0), [0]);
        assert_eq!(Scale::Linear.marks(5), [0, 1, 2, 3, 4, 5]);
        assert_eq!(Scale::Linear.marks(61), [0, 10, 20, 30, 40, 50, 60]);
        assert_eq!(Scale::Linear.marks(68_956), [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]);
        assert_eq!(Scale::Logarithmic.marks(1234), [1, 10, 100, 1000]);
        for most in [0, 1, 7, 10, 99, 1_000_000, u128::MAX] {
            for scale in [Scale::Linear, Scale::Logarithmic] {
                let marks = scale.marks(most);
                assert!(marks.len() <= 7 && marks.iter().all(|&mark| mark <= most), "{scale:?} {most}: {marks:?}");
            }
        }
    }

    #[test]
    fn bar_height_follows_the_linear_or_logarithmic_scale() {
        let percent = |scale: Scale, grids, most| (100.0 * scale.size(grids, most)).round() as u32;
        assert_eq!([0, 50, 100].map(|grids| percent(Scale::Linear, grids, 100)), [0, 50, 100]);
        assert_eq!([0, 10, 100].map(|grids| percent(Scale::Logarithmic, grids, 1000)), [0, 50, 75]);
    }
}
