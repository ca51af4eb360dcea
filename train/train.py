"""Trains the network of Crazy Eights on recorded decisions: train.py OUT RECORDS… [--device cuda] [--minutes 3].

Writes OUT (weights as `Network::parse` of eights-kit reads them) and OUT.log (the course of the training).
The network learns the share of the win of every answer as a search found it, and which answer is best.
"""

import argparse
import hashlib
import struct
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from data import CARDS, CARD_FEATURES, FACTS, MOST_ANSWERS, ROLES, ROWS, SHEET_FEATURES, WEIGHT_UNIT, read_files

MAGIC = b"eightnt2"
ENCODER, WIDTH, SECOND = 48, 128, 32
# Features of sheets whose games the network plays worse than the policy, although it was trained on them: a player who
# is out waits a round (Chodské prší; it won 31.5 ± 3.7 % against `normal`).
LEFT_OUT = [63]
# A difference of one twentieth of the win is decisive.
SHARPNESS = 40.0


class Network(nn.Module):
    """The same sums as `eights_kit::Network`, for a batch."""

    def __init__(self):
        super().__init__()
        self.encoder_in = nn.Linear(CARD_FEATURES, ENCODER)
        self.encoder_out = nn.Linear(ENCODER, ROLES * WIDTH)
        self.facts = nn.Parameter(torch.randn(FACTS, WIDTH) * 0.05)
        self.sheet = nn.Linear(SHEET_FEATURES, WIDTH)
        self.second = nn.Linear(WIDTH, SECOND)
        self.last = nn.Linear(SECOND, 1)
        with torch.no_grad():
            self.encoder_out.weight *= 0.3
            self.last.bias.fill_(0.5)

    def table(self, cards):
        """The rows of every rule set: [files × ROWS, WIDTH]."""
        inner = torch.relu(self.encoder_in(cards))
        rows = self.encoder_out(inner).view(-1, CARDS, ROLES, WIDTH).transpose(1, 2)
        rows = rows.reshape(-1, ROLES * CARDS, WIDTH)
        facts = self.facts.expand(rows.shape[0], FACTS, WIDTH)
        return torch.cat([rows, facts], 1).reshape(-1, WIDTH)

    def forward(self, data, files, answers):
        """Estimates `answers`, each of which belongs to the rule set of `files`."""
        rows = data.rows[answers].long() + files[:, None] * ROWS
        weights = data.weights[answers].float() / WEIGHT_UNIT
        total = F.embedding_bag(rows, self.table(data.cards), per_sample_weights=weights, mode="sum")
        total = torch.relu(total + self.sheet(data.sheets)[files])
        return self.last(torch.relu(self.second(total))).squeeze(1)

    def matrices(self):
        """All weights in the order of the file, inputs before outputs."""
        return [
            self.encoder_in.weight.T, self.encoder_in.bias, self.encoder_out.weight.T, self.encoder_out.bias,
            self.facts, self.sheet.weight.T, self.sheet.bias, self.second.weight.T, self.second.bias,
            self.last.weight.T, self.last.bias,
        ]  # fmt: skip

    @torch.no_grad()
    def load(self, path):
        """Goes on from weights that were written before."""
        raw = open(path, "rb").read()[8:]
        for matrix in self.matrices():
            scale, integers = np.frombuffer(raw, "<f4", 1)[0], np.frombuffer(raw, "<i2", matrix.numel(), 4)
            matrix.copy_(torch.tensor(integers.astype(np.float32) * scale).view(matrix.shape))
            raw = raw[4 + 2 * matrix.numel() :]

    def export(self, data):
        """The file of weights: per matrix a scale and 16-bit integers; then which features occurred in training."""
        out = MAGIC
        for matrix in self.matrices():
            matrix = matrix.detach().float().cpu().contiguous().view(-1)
            scale = max(float(matrix.abs().max()), 1e-9) / 32767
            integers = torch.round(matrix / scale).clamp(-32767, 32767).to(torch.int16)
            out += struct.pack("<f", scale) + integers.numpy().astype("<i2").tobytes()
        return out + known_features(data)


def known_features(data):
    """A byte for every feature of sheets, then of cards: whether it occurred."""
    sheets = (data.sheets != 0).any(0)
    sheets[LEFT_OUT] = False
    return bytes(sheets.tolist()) + bytes((data.cards != 0).flatten(0, 1).any(0).tolist())


def batch_of(data, decisions):
    """The answers of some decisions as a matrix, and which entries of it exist."""
    count = data.count[decisions].clamp(max=MOST_ANSWERS)
    column = torch.arange(MOST_ANSWERS, device=count.device)
    exists = column[None, :] < count[:, None]
    answers = data.first[decisions][:, None] + column[None, :]
    return torch.where(exists, answers, data.first[decisions][:, None]), exists


def estimates(network, data, decisions):
    answers, exists = batch_of(data, decisions)
    files = data.file_of[decisions][:, None].expand_as(answers)
    guess = torch.zeros(answers.shape, device=answers.device)
    guess[exists] = network(data, files[exists], answers[exists])
    return guess, data.share[answers], data.visits[answers], exists


def loss_of(network, data, decisions):
    guess, share, visits, exists = estimates(network, data, decisions)
    trust = torch.where(exists, visits / (visits + 100), torch.zeros_like(visits))
    value = (trust * (guess - share) ** 2).sum() / trust.sum()
    # Answers that were dropped early are known to be worse, but not by how much.
    seen = exists & (visits >= 8)
    target = torch.softmax((share * SHARPNESS).masked_fill(~seen, -1e4), 1)
    chosen = torch.log_softmax((guess * SHARPNESS).masked_fill(~seen, -1e4), 1)
    policy = -(target * chosen).sum(1).mean()
    return value, policy


@torch.no_grad()
def regret_of(network, data, decisions):
    """How much the network's favourite loses against the answer that won most, in points; per file, too."""
    lost = []
    for part in decisions.split(8192):
        guess, share, visits, exists = estimates(network, data, part)
        seen = exists & (visits >= 8)
        best = share.masked_fill(~seen, -1).amax(1)
        mine = share.gather(1, guess.masked_fill(~seen, -1e4).argmax(1, keepdim=True)).squeeze(1)
        lost.append(100 * (best - mine).clamp(min=0))
    lost = torch.cat(lost)
    files = data.file_of[decisions]
    per_file = {name: lost[files == i].mean().item() for i, name in enumerate(data.names) if (files == i).any()}
    return lost.mean().item(), per_file


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("records", nargs="+")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--go-on-from", help="weights to start with")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    data = read_files(args.records).to(args.device)
    log = open(args.out + ".log", "w")

    def say(text):
        print(text, flush=True)
        log.write(text + "\n")
        log.flush()

    total = len(data.count)
    say(f"{total} decisions, {len(data.share)} answers, {len(data.names)} files, {args.device}")
    shuffled = torch.randperm(total, device=args.device)
    held, kept = shuffled[: max(total // 20, 1)], shuffled[max(total // 20, 1) :]
    network = Network().to(args.device)
    if args.go_on_from:
        network.load(args.go_on_from)
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, weight_decay=1e-4)
    average = torch.optim.swa_utils.AveragedModel(network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998))
    began, step, seconds = time.time(), 0, args.minutes * 60
    while (done := (time.time() - began) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = args.rate * (0.5 + 0.5 * torch.cos(torch.tensor(torch.pi * done)).item()) + 1e-5
        decisions = kept[torch.randint(len(kept), (args.batch,), device=args.device)]
        value, policy = loss_of(network, data, decisions)
        optimiser.zero_grad()
        (10 * value + 0.2 * policy).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        average.update_parameters(network)
        if step % 500 == 0:
            lost, _ = regret_of(average.module, data, held)
            say(f"{time.time() - began:6.1f} s, step {step}: value {value.item() ** 0.5:.4f}, policy {policy.item():.4f}, regret {lost:.3f}")
        step += 1
    network = average.module
    lost, per_file = regret_of(network, data, held)
    say(f"{step} steps of {args.batch}; regret on held-out decisions {lost:.3f} points")
    for name, points in sorted(per_file.items()):
        say(f"  {name}: {points:.3f}")
    weights = network.export(data)
    with open(args.out, "wb") as file:
        file.write(weights)
    say(f"{args.out}: {len(weights)} bytes, SHA-256 {hashlib.sha256(weights).hexdigest()}")


if __name__ == "__main__":
    main()
