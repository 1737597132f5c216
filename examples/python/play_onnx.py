#!/usr/bin/env python3
"""Plays a game with an exported network: `pip install onnxruntime numpy`, then

    quirkat export net=runs/quick --rules bell --format onnx --out bell.onnx
    python3 examples/python/play_onnx.py bell.onnx

It reads bell.onnx and its sidecar bell.onnx.json and nothing else. Both sides draw their actions from the
network's policy, without search; --opponent random lets Black draw uniformly. The moves can be checked:

    python3 examples/python/play_onnx.py bell.onnx --jsonl | quirkat rules replay --jsonl
"""

import argparse
import json

import numpy as np
import onnxruntime

from alquerque import Game, Tables


class Network:
    """An ONNX model with its sidecar."""

    def __init__(self, model, sidecar):
        with open(sidecar, encoding="utf-8") as file:
            self.sidecar = json.load(file)
        if (self.sidecar["format"], self.sidecar["format-version"]) != ("quirkat-network", 2):
            raise SystemExit(f"{sidecar}: no sidecar of a quirkat network, or of another version")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        metadata = self.session.get_modelmeta().custom_metadata_map
        if metadata["weights-blake3"] != self.sidecar["network"]["weights-blake3"]:
            raise SystemExit(f"{model} and {sidecar} are of different networks")

    def logits(self, features):
        """Policy logits [N, 290] and W/D/L logits [N, 3] of lists of features that are 1."""
        x = np.zeros((len(features), self.sidecar["features"]["count"]), np.float32)
        for row, ones in zip(x, features):
            row[ones] = 1
        return self.session.run(["policy_logits", "wdl_logits"], {"features": x})

    def think(self, game):
        """Legal actions, their shares, and the mover's probabilities of win, draw and loss."""
        policy, wdl = self.logits([game.features()])
        legal = game.legal()
        return legal, softmax(policy[0][legal]), softmax(wdl[0])


def softmax(x):
    powers = np.exp(np.asarray(x, np.float64) - np.max(x))
    return powers / powers.sum()


def main():
    parser = argparse.ArgumentParser(description="Plays a game with an exported network.")
    parser.add_argument("model")
    parser.add_argument("--sidecar", help="default: MODEL.json")
    parser.add_argument("--opponent", choices=["self", "random"], default="self", help="who plays Black")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--max-plies", type=int, default=1000)
    parser.add_argument("--jsonl", action="store_true", help="one line for `quirkat rules replay --jsonl`")
    arguments = parser.parse_args()

    network = Network(arguments.model, arguments.sidecar or arguments.model + ".json")
    random = np.random.default_rng(arguments.seed)
    game = Game(Tables(network.sidecar))
    while game.result is None and len(game.moves) < arguments.max_plies:
        legal, policy, wdl = network.think(game)
        if arguments.opponent == "random" and not game.white:
            policy = None
        if not arguments.jsonl and len(game.moves) == 0 and not game.chain:
            print("probabilities of the side to move at the start: win {:.2f}, draw {:.2f}, loss {:.2f}".format(*wdl))
        game.play(int(random.choice(legal, p=policy)))
    rules = network.sidecar["rules"]["name"]
    if arguments.jsonl:
        print(json.dumps({"ruleset": rules, "history": game.moves}))
        return
    print(f"{rules}: {' '.join(game.moves)}")
    print(f"result: {game.result or 'not finished'} ({game.reason}), {len(game.moves)} plies")


if __name__ == "__main__":
    main()
