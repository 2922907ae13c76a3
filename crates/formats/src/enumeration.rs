//! The lengths of an answer's words, as they stand behind a clue: `Ran away (3,2)`.
//!
//! In a [`Puzzle`](super::puzzle::Puzzle) they are the end of the clue, as a solver sees it. Some formats have a field of their own for them. So that
//! nothing is taken for one that is none (`Psalms (23)`), an end in brackets is a length only if it is that of the word.

/// A clue and the lengths behind it, if they add up to the length of its word and can be joined again.
pub(super) fn parted(clue: &str, length: usize) -> (&str, Option<&str>) {
    let found = clue.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    let found = found.filter(|(before, inner)| {
        let parts = inner.split(|character: char| !character.is_ascii_digit());
        let sum: Option<usize> = parts.filter(|part| !part.is_empty()).map(|part| part.parse::<usize>().ok()).sum();
        let is_plain = inner.starts_with(|first: char| first.is_ascii_digit())
            && inner.chars().all(|character| character.is_ascii_digit() || ",-'’ ".contains(character));
        (before.is_empty() || before.ends_with(' ')) && is_plain && sum == Some(length)
    });
    let found = found.map(|(before, inner)| (before.trim_end(), inner));
    let found = found.filter(|(before, inner)| joined(before, inner).trim_start() == clue);
    found.map_or((clue, None), |(before, inner)| (before, Some(inner)))
}

/// A clue with what its field for the lengths says behind it, unless it is there already.
pub(super) fn joined(clue: &str, lengths: &str) -> String {
    let lengths = lengths.trim();
    let lengths = lengths.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(lengths);
    let end = format!("({lengths})");
    if lengths.is_empty() || clue.trim_end().ends_with(&end) { clue.to_owned() } else { format!("{clue} {end}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_word() {
        assert_eq!(parted("Ran away (3,2)", 5), ("Ran away", Some("3,2")));
        assert_eq!(parted("Ran away (3,2)", 6), ("Ran away (3,2)", None));
        assert_eq!(parted("(5)", 5), ("", Some("5")));
        assert_eq!(parted("Psalms (23)", 5), ("Psalms (23)", None));
        // Joined again, there would be one of them.
        assert_eq!(parted("Twice (5) (5)", 5), ("Twice (5) (5)", None));
        for clue in ["", "Clue", "Clue(5)", "Clue (five)", "Clue (,5)", "Clue (5", "Clue (99999999999999999999)"] {
            assert_eq!(parted(clue, 5), (clue, None), "{clue}");
        }
    }

    #[test]
    fn what_is_parted_can_be_joined() {
        assert_eq!(joined("Ran away", "3,2"), "Ran away (3,2)");
        assert_eq!(joined("Ran away (3,2)", "3,2"), "Ran away (3,2)");
        assert_eq!(joined("Ran away", "(3,2)"), "Ran away (3,2)");
        assert_eq!(joined("Ran away", " "), "Ran away");
    }
}
