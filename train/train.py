"""Trains a network on what the example `record` wrote: train.py OUT RECORDS… [--network cards] [--minutes 3].

Writes OUT (the weights as eights-kit reads them), OUT.log (the course of the training) and OUT.svg (the same, drawn).
Meanwhile OUT.checkpoint has the weights so far, as OUT will; `--go-on-from` takes either. `answers.py` has the network
that estimates answers, `cards.py` those that value positions and read cards, `values.py` that of Crazy 8-Ball.
"""

import argparse
import hashlib
import time
from pathlib import Path

import torch
from torch import nn

import answers
import cards
import plot
import values

NETWORKS = {"answers": answers, "cards": cards, "values": values}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("records", nargs="+")
    parser.add_argument("--network", choices=NETWORKS, default="answers")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--go-on-from", help="weights to start with")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    game = NETWORKS[args.network]
    batch = args.batch or game.BATCH
    data = game.read(args.records, args.device)
    log = open(args.out + ".log", "w")

    def say(text):
        print(text, flush=True)
        log.write(text + "\n")
        log.flush()

    say(f"{game.describe(data)}, {args.device}")
    held, kept = game.split(data)
    network = game.Network(data).to(args.device)
    if args.go_on_from:
        network.load(args.go_on_from)
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=game.WEIGHT_DECAY)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    checkpoint = Path(args.out + ".checkpoint")
    began, step, seconds = time.time(), 0, args.minutes * 60
    while (done := (time.time() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = args.rate * (0.5 + 0.5 * torch.cos(torch.tensor(torch.pi * done)).item()) + 1e-5
        decisions = kept[torch.randint(len(kept), (batch,), device=args.device)]
        loss, parts = game.loss_of(network, data, decisions)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        network.limit()
        average.update_parameters(network)
        if step % 500 == 0:
            shown = ", ".join(f"{name} {part.item():.4f}" for name, part in parts.items())
            say(f"{time.time() - began:6.1f} s, step {step}: {shown}, {game.judge(average.module, data, held)[0]}")
            checkpoint.write_bytes(average.module.export(data))
        step += 1
    verdict, lines = game.judge(average.module, data, held)
    say("\n".join([f"{step} steps of {batch}; {verdict}", *lines]))
    weights = average.module.export(data)
    Path(args.out).write_bytes(weights)
    checkpoint.unlink(missing_ok=True)
    say(f"{args.out}: {len(weights)} bytes, SHA-256 {hashlib.sha256(weights).hexdigest()}")
    log.close()
    plot.main(args.out + ".log", args.out + ".svg")


if __name__ == "__main__":
    main()
