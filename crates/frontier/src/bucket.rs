//! Buckets: the states of a level by what is known of them before any is looked at.

use super::rows::Row;

/// The states of one row's colours, and of its squares below a white square.
pub type Bucket = (Row, Row);
