#!/usr/bin/env bash
# Ends, tears, refuses or fills up every single operation on a file of a small run, and sees the run to the same
# files each time. Some minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
QUIRKAT_TEST_ALL_FAULTS=1 cargo test --release -p quirkat --test e2e -- faults --nocapture --test-threads 2
