//! What was asked and how, and how to get the numbers again.

pub(super) mod dictionary;
pub(super) mod method;
pub(super) mod reproduce;
