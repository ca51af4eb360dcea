"""The networks that value positions where cards differ from rule set to rule set, and the positions they learn from.

A network reads the features of every card by an encoder, once per rule set, and so knows cards that it has not seen. It
learns who won. A file of the example `record` is little-endian: `eightpcd`; the numbers of positions, cards, features of
a card, roles, features of the sheet, facts, and rows of a position (u32 each); the features of the cards and of the sheet
(f32); the rows of every position (u16, padded with 65,535; first come the facts, then the roles of the first card, of the
second and so on); who won (u8: the share of the seat that looks, in 240ths). Positions of one hand follow each other.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from values import HELD, MOST, ONE, REST_OF_HAND, SECOND, WEIGHT_ONE, WHOLE, WIDTH, cross_entropy

BATCH, WEIGHT_DECAY = 16_384, 1e-5
MAGIC = b"eightvcd"
ENCODER = 48
# Rows have at most this weight, as in `CardValueNetwork` of eights-kit.
MOST_IN_ROW = 2.5


@dataclass
class Data:
    """All positions of several files; `cards` and `sheets` have one entry per file."""

    names: list
    n_facts: int
    n_roles: int
    cards: torch.Tensor  # [files, cards, features], padded with zeros
    sheets: torch.Tensor
    rows: torch.Tensor  # [positions, rows]
    files: torch.Tensor  # per position
    outcomes: torch.Tensor
    starts: list  # the first position of every file


def read_file(path):
    raw = np.frombuffer(Path(path).read_bytes(), np.uint8)
    if raw[:8].tobytes() != b"eightpcd":
        raise SystemExit(f"{path} was not written by the example record for this game")
    n, n_cards, features, roles, sheet, facts, most_rows = raw[8:36].view("<u4").tolist()
    at = 36 + 4 * (n_cards * features + sheet)
    known = raw[36:at].view("<f4")
    end = at + 2 * n * most_rows
    rows = raw[at:end].view("<i2").reshape(n, most_rows)
    cards = known[: n_cards * features].reshape(n_cards, features)
    return cards, known[n_cards * features :], roles, facts, rows, raw[end : end + n]


def read(paths, device):
    parts = [(Path(path).stem, read_file(path)) for path in sorted(paths)]
    parts = [(name, part) for name, part in parts if len(part[5])]
    most_cards = max(len(part[0]) for _, part in parts)
    cards = np.zeros((len(parts), most_cards, parts[0][1][0].shape[1]), np.float32)
    for i, (_, part) in enumerate(parts):
        cards[i, : len(part[0])] = part[0]
    counts = [len(part[5]) for _, part in parts]
    return Data(
        names=[name for name, _ in parts],
        n_facts=parts[0][1][3],
        n_roles=parts[0][1][2],
        cards=torch.tensor(cards, device=device),
        sheets=torch.tensor(np.stack([part[1] for _, part in parts]), device=device),
        rows=torch.cat([torch.tensor(part[4], device=device) for _, part in parts]),
        files=torch.repeat_interleave(torch.arange(len(parts), device=device), torch.tensor(counts, device=device)),
        outcomes=torch.cat([torch.tensor(part[5], device=device) for _, part in parts]),
        starts=np.concatenate([[0], np.cumsum(counts)]).tolist(),
    )


def describe(data):
    return f"{len(data.outcomes)} positions, {len(data.names)} files"


def split(data):
    """Positions to judge the network by, the first of every file, and those to learn from."""
    held, kept = [], []
    for first, end in zip(data.starts, data.starts[1:]):
        part = torch.arange(first, end, device=data.outcomes.device)
        n = min(HELD // len(data.names), len(part) // 20)
        held.append(part[:n])
        kept.append(part[n + REST_OF_HAND :])
    return torch.cat(held), torch.cat(kept)


class Network(nn.Module):
    """The same sums as `eights_kit::CardValueNetwork`, for a batch."""

    def __init__(self, data):
        super().__init__()
        self.n_facts, self.n_roles = data.n_facts, data.n_roles
        features, sheet = data.cards.shape[2], data.sheets.shape[1]
        self.encoder_in = nn.Linear(features, ENCODER)
        self.encoder_out = nn.Linear(ENCODER, self.n_roles * WIDTH)
        self.facts = nn.Parameter(torch.randn(self.n_facts, WIDTH) * 0.05)
        self.sheet = nn.Linear(sheet, WIDTH, bias=False)
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.second = nn.Linear(WIDTH, SECOND)
        self.last = nn.Linear(SECOND, 1)
        # Which features of sheets and cards occurred in training, in earlier rounds, too.
        self.known = torch.cat([(data.sheets != 0).any(0), (data.cards != 0).flatten(0, 1).any(0)])
        with torch.no_grad():
            self.encoder_out.weight *= 0.2
            self.encoder_out.bias *= 0.2
            self.sheet.weight *= 0.2

    def table(self, cards):
        """The rows of every rule set, and a last one of zeros for each: [files × rows, WIDTH]."""
        rows = self.encoder_out(torch.relu(self.encoder_in(cards)))
        rows = rows.view(cards.shape[0], -1, WIDTH).clamp(-MOST_IN_ROW, MOST_IN_ROW)
        facts = self.facts.expand(cards.shape[0], -1, -1)
        nothing = torch.zeros(cards.shape[0], 1, WIDTH, device=cards.device)
        return torch.cat([facts, rows, nothing], 1)

    def forward(self, data, positions):
        table = self.table(data.cards)
        n_rows, files = table.shape[1], data.files[positions]
        rows = data.rows[positions].long()
        rows = torch.where(rows < 0, n_rows - 1, rows) + files[:, None] * n_rows
        first = nn.functional.embedding_bag(rows, table.view(-1, WIDTH), mode="sum")
        first = (first + self.bias + self.sheet(data.sheets)[files]).clamp(0, MOST)
        last = self.last(self.second(first).clamp(0, MOST)).squeeze(1)
        return 0.5 + 0.5 * last / torch.sqrt(1 + last * last)

    @torch.no_grad()
    def limit(self):
        """Keeps the weights so small that no sum overflows."""
        for weights, most in [
            (self.facts, MOST_IN_ROW), (self.bias, MOST_IN_ROW), (self.second.weight, 4), (self.last.weight, 16)
        ]:  # fmt: skip
            weights.clamp_(-most, most)

    def scaled(self):
        """The matrices that are written with a scale, inputs before outputs."""
        return [
            self.encoder_in.weight.T, self.encoder_in.bias, self.encoder_out.weight.T, self.encoder_out.bias,
            self.sheet.weight.T,
        ]  # fmt: skip

    def integers(self):
        """The others, and what counts as one."""
        return [
            (self.facts, ONE), (self.bias, ONE), (self.second.weight, WEIGHT_ONE), (self.second.bias, ONE),
            (self.last.weight, WEIGHT_ONE), (self.last.bias, ONE),
        ]  # fmt: skip

    @torch.no_grad()
    def load(self, path):
        """Goes on from weights that were written before."""
        raw = Path(path).read_bytes()[len(MAGIC) :]
        for matrix in self.scaled():
            scale, integers = np.frombuffer(raw, "<f4", 1)[0], np.frombuffer(raw, "<i2", matrix.numel(), 4)
            matrix.copy_(torch.tensor(integers.astype(np.float32) * scale).view(matrix.shape))
            raw = raw[4 + 2 * matrix.numel() :]
        known = np.frombuffer(raw, np.uint8, len(self.known)) != 0
        self.known |= torch.tensor(known, device=self.known.device)
        raw = raw[len(known) :]
        for matrix, one in self.integers():
            matrix.copy_(torch.tensor(np.frombuffer(raw, "<i2", matrix.numel()) / np.float32(one)).view(matrix.shape))
            raw = raw[2 * matrix.numel() :]

    @torch.no_grad()
    def export(self, data):
        """The file of weights: matrices with a scale; which features occurred in training; then 16-bit integers."""
        out = MAGIC
        for matrix in self.scaled():
            matrix = matrix.float().cpu().contiguous().view(-1)
            scale = max(float(matrix.abs().max()), 1e-9) / 32767
            out += struct.pack("<f", scale) + torch.round(matrix / scale).to(torch.int16).numpy().astype("<i2").tobytes()
        out += bytes(self.known.tolist())
        for matrix, one in self.integers():
            integers = torch.round(matrix.float().cpu() * one).clamp(-32767, 32767)
            out += integers.contiguous().numpy().astype("<i2").tobytes()
        return out


def loss_of(network, data, positions):
    loss = cross_entropy(network(data, positions), data.outcomes[positions].float() / WHOLE)
    return loss, {"loss": loss}


@torch.no_grad()
def judge(network, data, held):
    """How well the network does on positions that it did not learn from, and the same for every file."""
    guess = torch.cat([network(data, part) for part in held.split(65_536)])
    won = data.outcomes[held].float() / WHOLE
    square = (guess - won) ** 2
    spread = (won - won.mean()) ** 2
    lines = []
    for i, name in enumerate(data.names):
        here = data.files[held] == i
        if here.any():
            lines.append(f"  {name}: squared error {square[here].mean().item():.4f} of {won[here].var().item():.4f}")
    return (
        f"held-out loss {cross_entropy(guess, won).item():.4f}, squared error {square.mean().item():.4f} of {spread.mean().item():.4f}",
        lines,
    )
