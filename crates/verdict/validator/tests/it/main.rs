//! Tests the validator from outside.

mod rules;
