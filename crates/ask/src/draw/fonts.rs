//! The fonts of a drawing, with a note on the characters that they lack.

use gridcheck_core::plural::plural;
use gridcheck_draw::typeface::{Face, Fonts, Lacking};

use crate::host::Host;

/// Maximum number of characters that a note lists.
const MAX_LISTED: usize = 24;

/// Returns the fonts for these texts. A note lists the characters that no font has.
pub(super) fn fonts_for(texts: Vec<(Face, String)>, host: &dyn Host) -> Fonts {
    let fonts = Fonts::embedded();
    let lacking = fonts.lacking(&texts);
    if !lacking.is_empty() {
        host.note(note_on(&lacking));
    }
    fonts
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
