#!/usr/bin/env bash
# Every row of tests/data/rules/perft.csv by the command line, the large ones included; exit code 1
# when one differs.
set -euo pipefail
binary=${1:-target/release/quirkat}
here=$(dirname "$0")
wrong=0
rows=0
while IFS=, read -r rules _ unit depth nodes fen; do
    fen=${fen%$'\r'}
    counted=$("$binary" rules perft --rules "$rules" --unit "$unit" --position "$fen" "$depth" | tail -1)
    rows=$((rows + 1))
    if [ "$counted" != "$nodes" ]; then
        echo "$rules $unit $depth '$fen': counted $counted, not $nodes"
        wrong=1
    fi
done < <(tail -n +2 "$here/../data/rules/perft.csv")
echo "$rows rows"
exit $wrong
