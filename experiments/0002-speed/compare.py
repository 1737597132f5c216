#!/usr/bin/env python3
"""Inference and training of one network by several programs, one thread each, in time on the processor.

    python3 experiments/0002-speed/compare.py RUN/nets/standard/iter-0001 MODEL.onnx

RUN is a run with a network of the size to compare; MODEL.onnx its export. Needs onnxruntime, numpy and,
for its rows, torch. Programs take turns, round after round; the CSV on stdout has medians and quartiles.
"""

import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

top = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(top / "examples" / "python"))
from alquerque import Game, Tables  # noqa: E402
from play_onnx import Network  # noqa: E402

ROUNDS, SECONDS = 9, 0.7
RATE, DECAY, NORM = 1e-3, 1e-4, 2.0  # as in `TrainingConfig` and the benchmark's step


def features(tables, count, width):
    """Dense rows of positions of random games with a choice, and masks of the illegal actions."""
    random, game = np.random.default_rng(2), Game(tables)
    x, illegal = np.zeros((count, width), np.float32), np.full((count, 290), -1e9, np.float32)
    row = 0
    while row < count:
        legal = game.legal()
        if not legal:
            game = Game(tables)
            continue
        if len(legal) > 1:
            x[row, game.features()] = 1
            illegal[row, legal] = 0
            row += 1
        game.play(int(random.choice(legal)))
    return x, illegal


def nanoseconds(work, count):
    """Time on the processor for each of `count` positions, of all threads."""
    work()
    begun, rounds = time.process_time_ns(), 0
    while True:
        work()
        rounds += 1
        spent = time.process_time_ns() - begun
        if spent > 1e9 * SECONDS:
            return spent / (rounds * count)


def torch_works(sidecar, x, illegal):
    """The same network in PyTorch, eager: inference and a training step."""
    import torch
    from torch import nn

    torch.set_num_threads(1)
    width, blocks = sidecar["network"]["width"], sidecar["network"]["blocks"]

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.input = nn.Linear(x.shape[1], width)
            self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(blocks))
            self.policy, self.wdl = nn.Linear(width, 290), nn.Linear(width, 3)

        def forward(self, x):
            h = torch.relu(self.input(x))
            for block in self.blocks:
                h = h + torch.relu(block(h))
            return self.policy(h), self.wdl(h)

    net = Net()
    x, illegal = torch.from_numpy(x), torch.from_numpy(illegal)
    target = (illegal == 0).float()
    target /= target.sum(1, keepdim=True)
    wdl = torch.full((len(x), 3), 1 / 3)

    def infer(batch):
        with torch.inference_mode():
            net(x[:batch])

    def training(count):
        net = Net()
        optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=DECAY)

        def train():
            policy, value = net(x[:count])
            loss = -(target[:count] * torch.log_softmax(policy + illegal[:count], 1)).sum(1).mean()
            loss = loss - (wdl[:count] * torch.log_softmax(value, 1)).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), NORM)
            optimizer.step()

        return train, count

    name = f"PyTorch {torch.__version__.split('+')[0]} eager"
    return {
        f"{name}, batch 1": (lambda: infer(1), 1),
        f"{name}, batch 32": (lambda: infer(32), 32),
        f"{name} training, batch 256": training(256),
        f"{name} training, batch 1024": training(1024),
    }


def main():
    checkpoint, model = sys.argv[1:]
    network = Network(model, model + ".json")
    x, illegal = features(Tables(network.sidecar), 1024, network.sidecar["features"]["count"])

    def ort(batch):
        network.session.run(None, {"features": x[:batch]})

    works = {f"onnxruntime, batch {batch}": (lambda batch=batch: ort(batch), batch) for batch in (1, 32)}
    try:
        works |= torch_works(network.sidecar, x, illegal)
    except ImportError as error:
        print(f"without PyTorch: {error}", file=sys.stderr)
    own = [str(top / "target/release/examples/network_speed"), checkpoint, str(SECONDS)]
    figures = {}
    for number in range(ROUNDS):
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
        found = json.loads(subprocess.run(own, check=True, capture_output=True).stdout)
        found |= {name: nanoseconds(work, count) for name, (work, count) in works.items()}
        for name, value in found.items():
            figures.setdefault(name, []).append(value)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["what", "rounds", "ns_per_position", "quartile_low", "quartile_high", "positions_per_cpu_s"])
    for name, values in sorted(figures.items()):
        low, median, high = statistics.quantiles(values, n=4)
        out.writerow([name, len(values), *(f"{v:.0f}" for v in (median, low, high)), f"{1e9 / median:.0f}"])


if __name__ == "__main__":
    main()
