#!/usr/bin/env bash
# Exported networks against burn, and a legal game by the Python example. It builds with the feature `onnx`
# and installs onnxruntime and numpy from PyPI into a folder of its own.
#   tests/export/run.sh [RUN]     the networks of RUN; without it, of a smoke run of every named rule set
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check onnxruntime numpy
python="$folder/venv/bin/python"

cargo build --release --locked --package quirkat --bin quirkat --features onnx
quirkat=${CARGO_TARGET_DIR:-target}/release/quirkat

if [ $# -gt 0 ]; then
    run=$1
else
    run=$folder/run
    # All rule sets, and larger networks than the smoke configuration has.
    sed -e 's/^variants = .*/variants = ["bell", "brainking", "standard", "backward", "promotion", "huffing", "promotion-flying"]/' \
        -e 's/^width = .*/width = 96/' -e 's/^blocks = .*/blocks = 2/' configs/smoke.toml >"$folder/all.toml"
    "$quirkat" train "$folder/all.toml" --out "$run" --quiet >/dev/null
fi

for net in "$run"/nets/*; do
    rules=$(basename "$net")
    "$quirkat" export "net=$run" --rules "$rules" --format safetensors --out "$folder/$rules.safetensors" 2>/dev/null
    "$quirkat" export "net=$run" --rules "$rules" --format onnx --out "$folder/$rules.onnx" \
        --positions "$folder/$rules.jsonl" --count 1000 2>/dev/null
    "$python" tests/export/check.py "$folder/$rules.onnx" "$folder/$rules.jsonl" "$folder/$rules.safetensors"
    # The example's game, replayed by the program.
    "$python" examples/python/play_onnx.py "$folder/$rules.onnx" --jsonl >"$folder/game"
    "$quirkat" rules replay --jsonl <"$folder/game" >"$folder/answer"
    "$python" - "$folder" <<'PYTHON'
import json, pathlib, sys
folder = pathlib.Path(sys.argv[1])
game, answer = (json.loads((folder / name).read_text()) for name in ("game", "answer"))
assert "error" not in answer, answer
assert answer["result"] is not None, "the game did not end"
print(f"{game['ruleset']:<17} a legal game of {len(game['history'])} plies, result {answer['result']} by {answer['reason']}")
PYTHON
done
