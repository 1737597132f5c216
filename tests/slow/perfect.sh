#!/usr/bin/env bash
# The perfect player from 1,000 won positions of 7 men against random and rollout@32 defenders, with
# and without distances, within the draw rules; it names the positions that it did not win. Minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo test --release -p quirkat-solver --test exact_player -- --ignored
