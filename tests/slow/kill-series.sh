#!/usr/bin/env bash
# A long series of kills: runs of configs/smoke.toml are killed with SIGKILL at random moments, each
# run several times until it ends, and compared with an uninterrupted run. Only timings may differ.
#   tests/slow/kill-series.sh [KILLS] [SEED]
set -euo pipefail
kills=${1:-200}
RANDOM=${2:-1}
binary=target/release/quirkat
config=configs/smoke.toml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Names and hashes of all files of a run but timings and the lock, which names its process.
hashes() {
    (cd "$1" && find . -type f ! -name 'timings.*' ! -name run.lock -print0 | sort -z | xargs -0 sha256sum)
}

begin=$(date +%s%N)
"$binary" train "$config" --quiet --out "$work/whole" >/dev/null
whole=$((($(date +%s%N) - begin) / 1000))
hashes "$work/whole" >"$work/expected"

done_kills=0
runs=0
while [ "$done_kills" -lt "$kills" ]; do
    rm -rf "$work/run"
    hits=0
    while true; do
        "$binary" train "$config" --quiet --out "$work/run" >/dev/null 2>"$work/stderr" &
        process=$!
        # Up to a third of what a whole run takes.
        sleep "$(awk -v u="$(((RANDOM * 32768 + RANDOM) % (whole / 3 + 1)))" 'BEGIN { printf "%.6f", u / 1e6 }')"
        code=0
        if kill -KILL "$process" 2>/dev/null; then
            wait "$process" 2>/dev/null || code=$?
        else
            wait "$process" || code=$?
        fi
        case $code in
            0) break ;;
            137) hits=$((hits + 1)) ;;
            *) echo "exit code $code after $hits kills: $(cat "$work/stderr")"; exit 1 ;;
        esac
    done
    runs=$((runs + 1))
    done_kills=$((done_kills + hits))
    if ! hashes "$work/run" | diff "$work/expected" - >"$work/differing"; then
        echo "run $runs, killed $hits times, has other files:"
        cat "$work/differing"
        exit 1
    fi
done
echo "$done_kills kills in $runs runs: every run ended with the same files"
