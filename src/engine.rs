//! What an engine is, and the engines: of this project and, with the feature `external`, programs of other people.

pub use gridcheck_engines::*;
#[cfg(feature = "external")]
pub use gridcheck_external::*;
pub use gridcheck_run::*;
