#!/usr/bin/env python3
"""Compares an exported network with burn: check.py MODEL.onnx POSITIONS.jsonl [MODEL.safetensors]

POSITIONS.jsonl is what `quirkat export --positions` wrote: positions of random games with burn's own logits.
The program checks that
- the Python game of examples/python, which knows only the sidecar, finds the same features and legal actions,
- onnxruntime gives the same logits, to 1e-4 * max(1, |x|), and the same probabilities, to 1e-5, for the
  positions and for the sidecar's test vectors, in batches of any size,
- the safetensors, computed by the sidecar's `forward`, do the same.
It prints the largest differences and ends with exit code 1 when something differs.
"""

import json
import pathlib
import re
import struct
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "python"))
from alquerque import Game, Tables  # noqa: E402
from play_onnx import Network, softmax  # noqa: E402

LOGITS, PROBABILITIES = 1e-4, 1e-5


def expect(true, what):
    if not true:
        sys.exit(f"check.py: {what}")


def replay(tables, records):
    """The records' features and legal actions, found anew."""
    game, number = None, None
    for line, record in enumerate(records, 1):
        if record["game"] != number:
            expect(game is None or game.result, f"line {line}: the game before did not end")
            game, number = Game(tables), record["game"]
        expect(game.features() == record["features"], f"line {line}: other features: {record['position']}")
        expect(game.legal() == record["legal"], f"line {line}: other legal actions: {record['position']}")
        game.play(record["action"])


def in_batches(logits, features):
    """Batches of 1, 2, 3, … so that no shape is special."""
    parts, at, size = [], 0, 1
    while at < len(features):
        parts.append(logits(features[at : at + size]))
        at, size = at + size, size + 1
    return [np.concatenate(part) for part in zip(*parts)]


def largest_differences(records, policy, wdl):
    """Of logits over max(1, |x|), and of probabilities."""
    logits, probabilities = 0.0, 0.0
    for record, own_policy, own_wdl in zip(records, policy, wdl, strict=True):
        legal = record["legal"]
        burn_policy, burn_wdl = np.array(record["policy-logits"]), np.array(record["wdl-logits"])
        for own, burn in (own_policy, burn_policy), (own_wdl, burn_wdl):
            expect(own.shape == burn.shape, "another shape")
            logits = max(logits, np.max(np.abs(own - burn) / np.maximum(1, np.abs(burn))))
        for own, burn in (own_policy[legal], burn_policy[legal]), (own_wdl, burn_wdl):
            probabilities = max(probabilities, np.max(np.abs(softmax(own) - softmax(burn))))
    return logits, probabilities


def safetensors(path):
    """Reads the file as its specification says: length, JSON header, tensors."""
    data = pathlib.Path(path).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__")
    tensor = {}
    for name, entry in header.items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        tensor[name] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"])
    return tensor


def linear(weight, bias):
    return lambda x: x @ weight.T + bias


def convolution(weight, bias):
    """Of 3x3 on the board, zeros beyond the edge."""

    def apply(x):
        padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
        taps = [np.einsum("ncrf,oc->norf", padded[:, :, i : i + 5, j : j + 5], weight[:, :, i, j]) for i in range(3) for j in range(3)]
        return sum(taps) + bias[:, None, None]

    return apply


class Array(np.ndarray):
    """An array in which `x[a:b]` are columns and a sum with [N, c] goes to every point of [N, c, 5, 5]."""

    def __getitem__(self, key):
        return super().__getitem__((slice(None), key))

    def __add__(self, other):
        other = np.asarray(other)
        return np.add(self, other[..., None, None] if self.ndim == 4 and other.ndim == 2 else other)


def forward(sidecar, tensor):
    """The sidecar's `forward` lines, carried out with the tensors."""
    for entry in sidecar["network"]["tensors"]:
        expect(tensor[entry["name"]].shape == tuple(entry["shape"]), f"{entry['name']} has another shape")
    layers = {}
    for name in {name.rpartition(".")[0] for name in tensor}:
        weight, bias = tensor[f"{name}.weight"], tensor[f"{name}.bias"]
        make = convolution if weight.ndim == 4 else linear
        layers[name] = lambda x, layer=make(weight, bias): layer(np.asarray(x)).view(Array)
    functions = {
        "relu": lambda x: np.maximum(x, 0),
        "board": lambda x, c: x.reshape(-1, c, 5, 5),
        "points": lambda x: x.reshape(len(np.asarray(x)), -1),
        "layer": lambda name, x: layers[name](x),
    }
    # `blocks.0(x)` is no Python: `layer("blocks.0", x)` is.
    names = "|".join(re.escape(name) for name in sorted(layers, key=len, reverse=True))
    lines = [re.sub(rf"(?<![\w.])({names})\(", r'layer("\1", ', line) for line in sidecar["network"]["forward"]]

    def logits(features):
        x = np.zeros((len(features), sidecar["features"]["count"]), np.float32)
        for row, ones in zip(x, features):
            row[ones] = 1
        values = {"features": x.view(Array)}
        exec("\n".join(lines), {"__builtins__": {}, **functions}, values)
        return np.asarray(values["policy_logits"]), np.asarray(values["wdl_logits"])

    return logits


def vector_logits(vector):
    """A test vector as a record: logits of illegal actions are not told."""
    policy = np.zeros(290)
    policy[vector["legal"]] = vector["policy-logits"]
    return {**vector, "policy-logits": policy}


def main():
    model, positions, *weights = sys.argv[1:]
    network = Network(model, model + ".json")
    sidecar = network.sidecar
    tables = Tables(sidecar)
    with open(positions, encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    expect(records, "no positions")
    replay(tables, records)

    vectors = [vector_logits(vector) for vector in sidecar["test-vectors"]]
    for vector in vectors:
        game = Game(tables)
        for action in vector["actions"]:
            game.play(action)
        expect(game.features() == vector["features"], "a test vector has other features")
        expect(game.legal() == vector["legal"], "a test vector has other legal actions")

    forms = [("onnxruntime", network.logits)]
    forms += [("safetensors", forward(sidecar, safetensors(path))) for path in weights]
    for name, logits in forms:
        policy, wdl = in_batches(logits, [record["features"] for record in records])
        found = largest_differences(records, policy, wdl)
        policy, wdl = logits([vector["features"] for vector in vectors])
        masked = np.zeros_like(policy)
        for row, own, vector in zip(masked, policy, vectors):
            row[vector["legal"]] = own[vector["legal"]]
        found = np.maximum(found, largest_differences(vectors, masked, wdl))
        print(
            f"{sidecar['rules']['name']:<17} {name}: {len(records)} positions and {len(vectors)} vectors, largest "
            f"difference from burn: logits {found[0]:.1e}, probabilities {found[1]:.1e}",
            flush=True,
        )
        expect(found[0] <= LOGITS and found[1] <= PROBABILITIES, f"{name} differs from burn")


if __name__ == "__main__":
    main()
