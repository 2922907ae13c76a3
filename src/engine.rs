//! The engine interface and the engines: those of this project and, with the feature `external`, other people's programs.

pub use gridcheck_engines::*;
#[cfg(feature = "external")]
pub use gridcheck_external::*;
pub use gridcheck_run::*;
