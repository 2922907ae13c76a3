//! Reads lists of words.

use std::io::BufReader;

use gridcheck_core::plural::plural;
use gridcheck_fill::list::{WordFilter, WordList};
use gridcheck_formats::Fault;

use super::failure::Failure;
use super::host::Host;
use super::input::Input;
use super::usage;

/// The size of the buffer of a list, in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// Reads word lists as one. A note counts the lines that are left out.
///
/// # Errors
/// There is no list, one cannot be read, or none has a usable word.
pub fn read_lists(lists: &[Input], wanted: WordFilter, host: &dyn Host) -> Result<WordList, Failure> {
    if lists.is_empty() {
        return Err(usage!([words] " is missing"));
    }
    let readers = lists.iter().map(|list| Ok(BufReader::with_capacity(BUFFER_BYTES, list.reader(host)?)));
    let readers = readers.collect::<Result<Vec<_>, Failure>>()?;
    let in_list = |(which, fault): &(usize, Fault)| format!("{}:{fault}", lists[*which].name());
    let list = WordList::read_all(readers, wanted).map_err(|fault| Failure::unusable(in_list(&fault)))?;
    if let Some(first) = &list.met().first_bad {
        let lines = plural(list.met().bad, "line");
        host.note(format!("left out {lines} without a usable word, the first: {}", in_list(first)));
    }
    Ok(list)
}
