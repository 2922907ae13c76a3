//! Defines buckets: the states of a level, grouped by data that is known before any state is computed.

use super::rows::Row;

/// The states that share the colours of a row and the set of its squares below a white square.
pub type Bucket = (Row, Row);
