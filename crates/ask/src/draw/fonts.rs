//! The fonts of a drawing, with a note on the characters that they lack.

use gridcheck_core::plural::plural;
use gridcheck_draw::typeface::{Face, Fonts, Lacking};

use super::FontOptions;
use crate::failure::Failure;
use crate::host::Host;

/// Maximum number of characters that a note lists.
const MAX_LISTED: usize = 24;
/// Maximum size of a file of fonts. The largest for Chinese, Japanese and Korean has about 100 MB.
const MAX_FILE_BYTES: u64 = 1 << 28;

impl FontOptions {
    /// Returns the fonts for these texts. A note lists the characters that no font has.
    pub(super) fn fonts_for(&self, texts: &[(Face, String)], host: &dyn Host) -> Result<Fonts, Failure> {
        let mut fonts = Fonts::embedded();
        let mut lacking = fonts.lacking(texts);
        for file in &self.fonts {
            let bytes = file.bytes(host, MAX_FILE_BYTES)?;
            fonts.add_file(bytes, &lacking).map_err(|error| Failure::unusable(error).about(file.name()))?;
            lacking = fonts.lacking(texts);
        }
        if !lacking.is_empty() && !self.no_system_fonts {
            fonts.add_system_fonts(&lacking);
            lacking = fonts.lacking(texts);
        }
        if !lacking.is_empty() {
            host.note(note_on(&lacking));
        }
        Ok(fonts)
    }
}

/// Returns the note on characters that no font has.
fn note_on(lacking: &Lacking) -> String {
    let named = |(letter, times): (&char, &usize)| {
        let often = if *times > 1 { format!(", {times} times") } else { String::new() };
        format!("{letter} (U+{:04X}{often})", u32::from(*letter))
    };
    let listed: Vec<String> = lacking.iter().take(MAX_LISTED).map(named).collect();
    let more = match lacking.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "no font has a glyph for {}, drawn as boxes: {}{more}",
        plural(lacking.len(), "character"),
        listed.join(", ")
    )
}
