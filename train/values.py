"""The network of Crazy 8-Ball, which says who will win a position with all cards known, and the positions it learns from.

It learns who won. A file of the example `record` is little-endian: `eightpos`; the numbers of positions and of rows of
the network (u32 each); the rows of every position (u16, MOST_ROWS each, padded with 65,535); who won (u8: the share of
the player to act, in 240ths). Positions of one hand follow each other.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

BATCH, WEIGHT_DECAY = 16_384, 1e-5
MAGIC = b"eightval"
# As in `ValueNetwork` of eights-kit.
MOST_ROWS, WIDTH, SECOND = 48, 64, 32
ONE, WEIGHT_ONE = 256, 1024
# The whole win, as outcomes are written.
WHOLE = 240
MOST = 8 - 1 / ONE
# This many positions at the beginning of the first file are not learnt from, nor the rest of the hand that is cut.
HELD, REST_OF_HAND = 200_000, 300


@dataclass
class Data:
    """All positions of several files."""

    n_files: int
    n_rows: int
    rows: torch.Tensor  # [positions, MOST_ROWS]
    outcomes: torch.Tensor


def read_file(path):
    raw = np.frombuffer(Path(path).read_bytes(), np.uint8)
    if raw[:8].tobytes() != b"eightpos":
        raise SystemExit(f"{path} was not written by the example record for this game")
    n, n_rows = raw[8:16].view("<u4").tolist()
    end = 16 + 2 * MOST_ROWS * n
    return n_rows, raw[16:end].view("<i2").reshape(n, MOST_ROWS), raw[end : end + n]


def read(paths, device):
    rows, outcomes = [], []
    for path in sorted(paths):
        n_rows, part, won = read_file(path)
        rows.append(torch.tensor(np.where(part < 0, n_rows, part), device=device))
        outcomes.append(torch.tensor(won, device=device))
    return Data(n_files=len(paths), n_rows=n_rows, rows=torch.cat(rows), outcomes=torch.cat(outcomes))


def describe(data):
    return f"{len(data.outcomes)} positions, {data.n_rows} rows, {data.n_files} files"


def split(data):
    """Positions to judge the network by, and those to learn from."""
    everything = torch.arange(len(data.outcomes), device=data.outcomes.device)
    held = min(HELD, len(everything) // 20)
    return everything[:held], everything[held + REST_OF_HAND :]


class Network(nn.Module):
    """The same sums as `eights_kit::ValueNetwork`, for a batch."""

    def __init__(self, data):
        super().__init__()
        self.n_rows = data.n_rows
        self.rows = nn.EmbeddingBag(data.n_rows + 1, WIDTH, mode="sum", padding_idx=data.n_rows)
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.second = nn.Linear(WIDTH, SECOND)
        self.last = nn.Linear(SECOND, 1)
        with torch.no_grad():
            nn.init.normal_(self.rows.weight, std=0.05)
            self.rows.weight[data.n_rows] = 0

    def forward(self, rows):
        first = (self.rows(rows.int()) + self.bias).clamp(0, MOST)
        last = self.last(self.second(first).clamp(0, MOST)).squeeze(1)
        return 0.5 + 0.5 * last / torch.sqrt(1 + last * last)

    @torch.no_grad()
    def limit(self):
        """Keeps the weights so small that no sum overflows."""
        for weights, most in [(self.rows.weight, 2.5), (self.bias, 2.5), (self.second.weight, 4), (self.last.weight, 16)]:
            weights.clamp_(-most, most)

    def matrices(self):
        """All weights in the order of the file, and what counts as one."""
        return [
            (self.rows.weight[: self.n_rows], ONE), (self.bias, ONE), (self.second.weight, WEIGHT_ONE),
            (self.second.bias, ONE), (self.last.weight, WEIGHT_ONE), (self.last.bias, ONE),
        ]  # fmt: skip

    @torch.no_grad()
    def load(self, path):
        """Goes on from weights that were written before."""
        numbers = np.frombuffer(Path(path).read_bytes()[len(MAGIC) :], "<i2").astype(np.float32)
        for matrix, one in self.matrices():
            matrix.copy_(torch.tensor(numbers[: matrix.numel()] / one).view(matrix.shape))
            numbers = numbers[matrix.numel() :]

    def export(self, data):
        """The file of weights: 16-bit integers, matrix after matrix."""
        out = MAGIC
        for matrix, one in self.matrices():
            integers = torch.round(matrix.detach().float().cpu() * one).clamp(-32767, 32767)
            out += integers.contiguous().numpy().astype("<i2").tobytes()
        return out


def cross_entropy(guess, won):
    guess = guess.clamp(1e-4, 1 - 1e-4)
    return -(won * guess.log() + (1 - won) * (1 - guess).log()).mean()


def loss_of(network, data, positions):
    loss = cross_entropy(network(data.rows[positions]), data.outcomes[positions].float() / WHOLE)
    return loss, {"loss": loss}


@torch.no_grad()
def judge(network, data, held):
    """How well the network does on positions that it did not learn from."""
    guess = torch.cat([network(data.rows[part]) for part in held.split(65_536)])
    won = data.outcomes[held].float() / WHOLE
    loss, square = cross_entropy(guess, won), ((guess - won) ** 2).mean()
    return f"held-out loss {loss.item():.4f}, squared error {square.item():.4f}", []
