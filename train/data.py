"""Reads the files that the example `record` writes.

A file is little-endian: `eightrec`; the numbers of decisions, answers and rows (u32 each); the features of 256 cards
(f32, 36 each) and of the sheet (f32, 96); then one array after another: answers per decision (u8); share of the win
(f32), simulated games (u32) and number of rows (u16) of each answer; the rows (u16) and their weights (u8, twelfths).
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

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
    raw = Path(path).read_bytes()
    if raw[:8] != b"eightrec":
        raise SystemExit(f"{path} was not written by the example record")
    decisions, answers, entries = np.frombuffer(raw, "<u4", 3, 8)
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


def read_files(paths):
    parts = [(Path(path).stem, read_file(path)) for path in sorted(paths)]
    parts = [(name, part) for name, part in parts if len(part[2])]
    counts = np.concatenate([part[2] for _, part in parts])
    return Data(
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
