//! Reads files of grids, and reads and writes puzzle files.
//!
//! | module | task |
//! |---|---|
//! | [`text`] | reads lists of grids as plain text, one grid at a time |
//! | [`registry`] | lists the formats of setters and editors, one file or folder each, with their readers and writers |
//! | [`recognition`] | recognises the format of a file |
//! | [`draft`] | collects what a reader finds, and builds a [`puzzle`] |
//! | `feature` | states all that is known of each [property](puzzle::Feature) of a puzzle |
//! | [`document`] | holds a puzzle while it is edited, as JSON |
//! | [`clue`] | holds all that a puzzle has about one clue |
//! | `clue_file` | reads the clues that a setter keeps beside a grid |
//! | [`rich_text`] | holds a text with markup |
//! | [`extras`] | holds what only the format of a file has |
//! | `changed` | moves the contents of a puzzle to a changed grid |
//! | [`target`] | states what a format can hold of a puzzle, and writes it |
//! | [`source`] | opens a file, a pipe or standard input, and checks all of it for errors before use |

#![expect(clippy::missing_errors_doc, reason = "most functions read a file, and return its first fault")]

/// Defines an enum with a name for each value: `ALL` has the values, and `name` returns the name, as which a value is displayed.
macro_rules! named {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)* }) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$doc])* $value,)*
        }

        impl $type {
            /// All values.
            pub const ALL: [Self; [$($name),*].len()] = [$($type::$value),*];

            /// Returns the name in messages.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

mod changed;
pub mod clue;
mod clue_file;
pub mod correction;
mod decode;
pub mod defects;
pub mod document;
mod draft;
mod enumeration;
mod exolve;
pub mod extras;
mod fault;
mod feature;
mod guardian;
mod html;
mod ipuz;
mod jpz;
mod json;
mod puz;
mod puz_text;
pub mod puzzle;
mod qxw;
pub mod recognition;
pub mod registry;
pub mod rich_text;
mod site_json;
pub mod source;
mod squares;
pub mod target;
pub mod text;
mod xd;

pub use draft::PuzzleFile;
pub use fault::{Fault, Place, Unwritable};
