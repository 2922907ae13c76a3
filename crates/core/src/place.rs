//! Converts byte offsets of a text into lines and columns.

/// Returns the line and the column of byte `offset`, both from 1, columns counted in characters. If there is no such byte, it returns those
/// of the end of the text.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let row = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, row.chars().count() + 1)
}

/// Returns the byte offset of a fault that the parser of TOML has found, and its message on one line.
pub fn toml_fault(error: &toml::de::Error) -> (usize, String) {
    let words: Vec<&str> = error.message().split_whitespace().collect();
    (error.span().map_or(0, |span| span.start), words.join(" "))
}

/// Returns the byte offset of `part`, a slice of `text`, in it.
pub fn offset_of(text: &str, part: &str) -> usize {
    part.as_ptr().addr().wrapping_sub(text.as_ptr().addr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn returns_the_byte_offset_of_a_slice() {
        let text = "é\nbé.";
        assert_eq!([&text[0..], &text[3..4], &text[7..]].map(|part| offset_of(text, part)), [0, 3, 7]);
    }

    #[test]
    fn characters_are_counted_and_not_bytes() {
        let text = "é\nbé.";
        assert_eq!(
            [0, 2, 3, 6, 99].map(|offset| line_and_column(text, offset)),
            [(1, 1), (1, 2), (2, 1), (2, 3), (2, 4)]
        );
    }
}
