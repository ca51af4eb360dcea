"""The network of Crazy Eights, which estimates every answer, and the decisions that it learns from.

It learns the share of the win of every answer as a search found it, and which answer is best.

A file of the example `record` is little-endian: `eightrec`; the numbers of decisions, answers and rows (u32 each); the
features of 256 cards (f32, 36 each) and of the sheet (f32, 96); then one array after another: answers per decision
(u8); share of the win (f32), simulated games (u32) and number of rows (u16) of each answer; the rows (u16) and their
weights (u8, twelfths).
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

BATCH, WEIGHT_DECAY = 4096, 1e-4
CARDS, CARD_FEATURES, SHEET_FEATURES = 256, 36, 96
ROLES, FACTS = 8, 96
ROWS = ROLES * CARDS + FACTS
WEIGHT_UNIT = 12
# An answer has at most this many rows, a decision this many answers; more are left out.
MOST_ROWS, MOST_ANSWERS = 144, 24


@dataclass
class Data:
    """All decisions of several files; `sheets` and `cards` have one entry per file."""

    names: list
    cards: torch.Tensor
    sheets: torch.Tensor
    file_of: torch.Tensor  # per decision
    first: torch.Tensor  # index of the first answer, per decision
    count: torch.Tensor  # number of answers, per decision
    share: torch.Tensor  # per answer
    visits: torch.Tensor
    rows: torch.Tensor  # [answers, MOST_ROWS]
    weights: torch.Tensor

    def to(self, device):
        moved = {k: v.to(device) if torch.is_tensor(v) else v for k, v in self.__dict__.items()}
        return Data(**moved)


def read_file(path):
    """The arrays of a file, or nothing if the network knows no card of it."""
    raw = Path(path).read_bytes()
    if raw[:8] != b"eightrec":
        raise SystemExit(f"{path} was not written by the example record")
    decisions, answers, entries = np.frombuffer(raw, "<u4", 3, 8)
    if not entries:
        return None
    at = 20

    def take(dtype, n):
        nonlocal at
        out = np.frombuffer(raw, dtype, n, at)
        at += out.nbytes
        return out

    cards = take("<f4", CARDS * CARD_FEATURES).reshape(CARDS, CARD_FEATURES)
    sheet = take("<f4", SHEET_FEATURES)
    count = take("u1", decisions).astype(np.int64)
    share, visits, length = take("<f4", answers), take("<u4", answers), take("<u2", answers).astype(np.int64)
    rows, weights = take("<u2", entries), take("u1", entries)
    # Pad the rows of every answer to the same length.
    start = np.concatenate([[0], np.cumsum(length)[:-1]]) if answers else np.zeros(0, np.int64)
    column = np.arange(MOST_ROWS)
    inside = column[None, :] < length[:, None]
    index = np.where(inside, start[:, None] + column[None, :], 0)
    padded_rows = np.where(inside, rows[index], 0).astype(np.int16)
    padded_weights = np.where(inside, weights[index], 0).astype(np.uint8)
    return cards, sheet, count, share, visits, padded_rows, padded_weights


def read(paths, device):
    parts = [(Path(path).stem, read_file(path)) for path in sorted(paths)]
    parts = [(name, part) for name, part in parts if part]
    counts = np.concatenate([part[2] for _, part in parts])
    data = Data(
        names=[name for name, _ in parts],
        cards=torch.tensor(np.stack([part[0] for _, part in parts])),
        sheets=torch.tensor(np.stack([part[1] for _, part in parts])),
        file_of=torch.tensor(np.concatenate([np.full(len(part[2]), i) for i, (_, part) in enumerate(parts)])),
        first=torch.tensor(np.concatenate([[0], np.cumsum(counts)[:-1]])),
        count=torch.tensor(counts),
        share=torch.tensor(np.concatenate([part[3] for _, part in parts])),
        visits=torch.tensor(np.concatenate([part[4] for _, part in parts]).astype(np.float32)),
        rows=torch.tensor(np.concatenate([part[5] for _, part in parts])),
        weights=torch.tensor(np.concatenate([part[6] for _, part in parts])),
    )
    return data.to(device)


MAGIC = b"eightnt2"
ENCODER, WIDTH, SECOND = 48, 128, 32
# Features of sheets whose games the network plays worse than the policy, although it was trained on them: a player who
# is out waits a round (Chodské prší; it won 31.5 ± 3.7 % against `normal`).
LEFT_OUT = [63]
# A difference of one twentieth of the win is decisive.
SHARPNESS = 40.0


class Network(nn.Module):
    """The same sums as `eights_kit::Network`, for a batch."""

    def __init__(self, data):
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

    def limit(self):
        """These weights need no limits."""

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
    return 10 * value + 0.2 * policy, {"value": value.sqrt(), "policy": policy}


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


def describe(data):
    return f"{len(data.count)} decisions, {len(data.share)} answers, {len(data.names)} files"


def split(data):
    """Decisions to judge the network by, and those to learn from."""
    total = len(data.count)
    shuffled = torch.randperm(total, device=data.count.device)
    return shuffled[: max(total // 20, 1)], shuffled[max(total // 20, 1) :]


def judge(network, data, held):
    """How well the network does on decisions that it did not learn from, and the same for every file."""
    lost, per_file = regret_of(network, data, held)
    lines = [f"  {name}: {points:.3f}" for name, points in sorted(per_file.items())]
    return f"regret on held-out decisions {lost:.3f} points", lines
