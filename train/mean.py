"""The mean of two networks of Crazy Eights that estimate answers: mean.py OUT ONE OTHER [SHARE].

SHARE is the part of OTHER, a half by default. Both must come from the same weights, as when OTHER was trained with
`--go-on-from ONE`. What a network learnt from one mix of rule sets and the other from another is then kept in part, and
single hands that either has learnt by heart count less.
"""

import argparse
import struct
from pathlib import Path

import numpy as np

from answers import CARD_FEATURES, ENCODER, FACTS, MAGIC, ROLES, SECOND, SHEET_FEATURES, WIDTH

# The numbers of weights of the matrices, in the order of the file.
SIZES = [
    CARD_FEATURES * ENCODER, ENCODER, ENCODER * ROLES * WIDTH, ROLES * WIDTH, FACTS * WIDTH, SHEET_FEATURES * WIDTH, WIDTH,
    WIDTH * SECOND, SECOND, SECOND, 1,
]  # fmt: skip


def read(path):
    """The matrices of a file, and which features occurred in training."""
    raw = Path(path).read_bytes()
    if not raw.startswith(MAGIC):
        raise SystemExit(f"{path} was not written by train.py for Crazy Eights")
    raw, matrices = raw[len(MAGIC) :], []
    for size in SIZES:
        scale, integers = np.frombuffer(raw, "<f4", 1)[0], np.frombuffer(raw, "<i2", size, 4)
        matrices.append(integers.astype(np.float64) * scale)
        raw = raw[4 + 2 * size :]
    return matrices, np.frombuffer(raw, np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("share", type=float, nargs="?", default=0.5)
    args = parser.parse_args()
    (ones, known), (others, also_known) = read(args.one), read(args.other)
    out = MAGIC
    for one, other in zip(ones, others):
        matrix = (1 - args.share) * one + args.share * other
        scale = max(abs(matrix).max(), 1e-9) / 32767
        out += struct.pack("<f", scale) + np.clip(np.round(matrix / scale), -32767, 32767).astype("<i2").tobytes()
    Path(args.out).write_bytes(out + (known | also_known).tobytes())


if __name__ == "__main__":
    main()
