//! The clues of an ipuz file.

use serde_json::{Map, Value};

use super::super::defects::WordReference;
use super::super::draft::{Draft, foreign};
use super::super::enumeration;
use super::super::json::plain;
use gridcheck_layout::words::Direction;

/// Keys of a clue that are read.
const KNOWN: [&str; 4] = ["number", "clue", "enumeration", "answer"];

pub(super) fn read(draft: &mut Draft, lists: &Map<String, Value>) {
    for (name, list) in lists {
        // A list may be named as in "Across:Horizontally".
        let direction = match name.split(':').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "across" => Direction::Across,
            "down" => Direction::Down,
            _ => {
                draft.unread(format!("clues {}", foreign(name)));
                continue;
            }
        };
        if let Some((_, heading)) = name.split_once(':') {
            draft.unread(format!("the heading {} of clues", foreign(heading)));
        }
        draft.unread_if(!list.is_array(), &format!("clues {}", foreign(name)));
        for clue in list.as_array().into_iter().flatten() {
            if !read_one(draft, direction, clue) {
                draft.unread("clues without a number");
            }
        }
    }
}

/// Reads one clue. Returns `false` if it has no number.
fn read_one(draft: &mut Draft, direction: Direction, clue: &Value) -> bool {
    let (number, text, lengths) = match clue {
        Value::Array(pair) => {
            draft.unread_if(pair.len() > 2, "clues of more than two parts");
            (pair.first(), pair.get(1), None)
        }
        Value::Object(object) => {
            // The label counts if there is no number.
            let is_read = |key: &str| KNOWN.contains(&key) || key == "label" && !object.contains_key("number");
            for key in object.keys().filter(|key| !is_read(key)) {
                draft.unread(format!("{} of clues", foreign(key)));
            }
            for key in
                KNOWN.into_iter().filter(|&key| object.get(key).is_some_and(|value| plain(Some(value)).is_none()))
            {
                draft.unread(format!("{key} of clues, which is no text"));
            }
            (object.get("number").or_else(|| object.get("label")), object.get("clue"), object.get("enumeration"))
        }
        _ => return false,
    };
    let Some(number) = plain(number) else { return false };
    draft.unread_if(text.is_some() && plain(text).is_none(), "clues that are no texts");
    let text = draft.plain(&plain(text).unwrap_or_default(), "markup in clues");
    let text = enumeration::join(&text, &plain(lengths).unwrap_or_default());
    let at = WordReference::Number(number);
    if let Value::Object(object) = clue {
        draft.answer(direction, at.clone(), &plain(object.get("answer")).unwrap_or_default());
        if object.contains_key("continued") {
            draft.link(direction, at.clone());
        }
    }
    draft.clue(direction, at, &text);
    true
}
