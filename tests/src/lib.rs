//! End-to-end tests of the binary.
