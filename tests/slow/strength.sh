#!/usr/bin/env bash
# The strength that configs/quick.toml must reach, from its run folder:
#   tests/slow/strength.sh runs/quick
# 400 games from 200 openings with colours swapped for each line; exit code 1 when one falls short.
set -euo pipefail
run=${1:?usage: strength.sh RUN [BINARY]}
binary=${2:-target/release/quirkat}
short=0

# line VARIANT AGENT OPPONENT WHAT LEAST: WHAT is `score` or `low`, the end of the interval
line() {
    local text score value
    text=$("$binary" match "$2" "$3" --rules "$1" --games 400 --quiet)
    score=$(grep '^score' <<<"$text")
    case $4 in
        score) value=$(sed -E 's/^score ([0-9.]+) %.*/\1/' <<<"$score") ;;
        low) value=$(sed -E 's/.*\[([0-9.]+),.*/\1/' <<<"$score") ;;
    esac
    local verdict=ok
    if awk -v v="$value" -v l="$5" 'BEGIN { exit !(v < l) }'; then verdict=SHORT; short=1; fi
    printf '%-12s %-38s %-42s %-6s %s\n' "$1" "$2" "$3" "$verdict" "$score"
}

for variant in bell brainking standard backward promotion huffing; do
    agent="net=$run"
    line "$variant" "$agent@32" random score 98
    line "$variant" "$agent@0" random score 80
    line "$variant" "$agent@32" "net=$run/nets/$variant/iter-0000@32" low 50
    [ "$variant" = huffing ] || line "$variant" "$agent@32" rollout@32 low 50
done
exit $short
