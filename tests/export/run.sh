#!/usr/bin/env bash
# Exported networks against burn, and a legal game by the Python example. It installs onnxruntime and numpy from
# PyPI into a folder of its own, and fails where it cannot.
#   tests/export/run.sh [RUN]     the networks of RUN; without it, of a smoke run of every rule set and of a
#                                 residual network
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check onnxruntime numpy
python="$folder/venv/bin/python"

cargo build --release --locked --package quirkat --bin quirkat
quirkat=${CARGO_TARGET_DIR:-target}/release/quirkat

if [ $# -gt 0 ]; then
    run=$1
else
    run=$folder/run
    # The named rule sets and two that turn the other switches; larger networks than the smoke configuration has.
    "$quirkat" rules show promotion-flying | sed 's/^majority = .*/majority = true/
        s/^land-on-start = .*/land-on-start = false/' >"$folder/majority.toml"
    "$quirkat" rules show promotion | sed 's/^must-continue = .*/must-continue = false/
        s/^capture = .*/capture = "optional"/; s/^rejump = .*/rejump = "other-axis"/
        s/^no-step-back = .*/no-step-back = true/; s/^step = .*/step = "all"/
        s/^later-jump = .*/later-jump = "forward-sideways"/; s/^repetition-draw = .*/repetition-draw = 4/
        s/^no-capture-draw-plies = .*/no-capture-draw-plies = 30/' >"$folder/stop.toml"
    named='"bell", "brainking", "standard", "backward", "promotion", "huffing", "promotion-flying"'
    sed -e "s/^variants = .*/variants = [$named, \"majority.toml\", \"stop.toml\"]/" \
        -e 's/^width = .*/width = 96/' -e 's/^blocks = .*/blocks = 2/' configs/smoke.toml >"$folder/all.toml"
    "$quirkat" train "$folder/all.toml" --out "$run" --quiet >/dev/null
fi

check() {
    local run=$1 rules=$2
    "$quirkat" export "net=$run" --rules "$rules" --format safetensors --out "$folder/$rules.safetensors" 2>/dev/null
    "$quirkat" export "net=$run" --rules "$rules" --format onnx --out "$folder/$rules.onnx" \
        --positions "$folder/$rules.jsonl" --count 1000 2>/dev/null
    "$python" tests/export/check.py "$folder/$rules.onnx" "$folder/$rules.jsonl" "$folder/$rules.safetensors"
    # The example's game, replayed by the program.
    "$python" examples/python/play_onnx.py "$folder/$rules.onnx" --jsonl >"$folder/game"
    # A rule set of the run's own is named by its file.
    if [ -f "$folder/$rules.toml" ]; then
        sed -i "s|\"ruleset\": \"$rules\"|\"ruleset\": \"$folder/$rules.toml\"|" "$folder/game"
    fi
    "$quirkat" rules replay --jsonl <"$folder/game" >"$folder/answer"
    "$python" - "$folder" <<'PYTHON'
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
game, answer = (json.loads((folder / name).read_text()) for name in ("game", "answer"))
assert "error" not in answer, answer
assert answer["result"] is not None, "the game did not end"
print(f"{pathlib.Path(game['ruleset']).stem:<17} a legal game of {len(game['history'])} plies, result {answer['result']} by {answer['reason']}")
PYTHON
}

for net in "$run"/nets/*; do
    check "$run" "$(basename "$net")"
done

if [ $# -eq 0 ]; then
    sed -e 's/^variants = .*/variants = ["bell"]/' -e 's/^width = .*/architecture = "residual"\nchannels = 16/' \
        configs/smoke.toml >"$folder/residual.toml"
    "$quirkat" train "$folder/residual.toml" --out "$folder/residual" --quiet >/dev/null
    check "$folder/residual" bell
fi
