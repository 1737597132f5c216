#!/bin/sh
# The whole way from games to verdicts on many jobs whose truth is known: coverage from 94 to 96 %,
# false claims after Holm in at most 5 % of jobs. Prints what was found.
set -eu
export QUIRKAT_REPETITIONS="${1:-20000}"
cargo test --release -p quirkat --lib balance::synthetic -- --nocapture
