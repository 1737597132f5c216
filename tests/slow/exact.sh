#!/usr/bin/env bash
# Exact values at length: brute force on all positions of 4 men, kings and bans included, and every
# published position by 8-man and 6-man tables built on the way. Some minutes, some gigabytes.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo test --release -p quirkat-solver --test brute_force --test truth -- --ignored --test-threads 1
