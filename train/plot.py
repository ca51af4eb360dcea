"""Draws the course of a training as an SVG: plot.py LOG [SVG]. One panel for every number in the log."""

import re
import sys
from html import escape
from pathlib import Path

LINE = re.compile(r"^ *([0-9.]+) s, step ([0-9]+): (.*)$")
PART = re.compile(r"([a-z][a-z -]*?) ([0-9]+\.[0-9]+)( points)?(?:, |$)")
WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 110, 70, 50, 46


def courses(log):
    """The numbers of a log by name: a list of (seconds, value) for every training in it, one after the other in time.

    Before the first step of a training all numbers are far off, so that is left out.
    """
    found, began, seconds, run = {}, 0.0, 0.0, 0
    for match in filter(None, map(LINE.match, log.splitlines())):
        if match[2] == "0":
            began, run = seconds, run + 1
            continue
        seconds = began + float(match[1])
        for name, value, unit in PART.findall(match[3]):
            runs = found.setdefault(f"{name}, {unit.strip()}" if unit else name, {})
            runs.setdefault(run, []).append((seconds, float(value)))
    return {name: list(runs.values()) for name, runs in found.items()}


def panel(name, runs, whole, top):
    """A line for each training, with the highest, the lowest and the last value."""
    values = [value for run in runs for _, value in run]
    low, high = min(values), max(values)
    x = lambda at: LEFT + (WIDTH - LEFT - 20) * at / whole
    y = lambda value: top + HEIGHT * (high - value) / (high - low or 1.0)
    label = lambda value: f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.4g}</text>'
    lines = [
        f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{escape(name)}: {values[-1]:.4g} in the end</text>',
        f'<path d="M{LEFT},{top}V{top + HEIGHT}H{WIDTH - 20}" fill="none" stroke="#888"/>',
    ]
    for run in runs:
        points = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in run)
        lines.append(f'<polyline points="{points}" fill="none" stroke="#1463a5" stroke-width="1.5"/>')
    return [*lines, label(high), label(low)]


def draw(log, title):
    """The SVG for the text of a log; nothing if that shows no course."""
    found = courses(log)
    if not found:
        return None
    bottom = TOP + (HEIGHT + GAP) * len(found)
    whole = max(runs[-1][-1][0] for runs in found.values())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{bottom}" fill="#fff"/>',
        f'<text x="{LEFT}" y="18">{escape(title)}, {whole:.0f} s of training from left to right</text>',
    ]
    for at, (name, runs) in enumerate(found.items()):
        lines += panel(name, runs, whole, TOP + at * (HEIGHT + GAP))
    return "\n".join([*lines, "</svg>", ""])


def main(log, out=None):
    log = Path(log)
    svg = draw(log.read_text(), log.name)
    if svg:
        Path(out or log.with_suffix(".svg")).write_text(svg)
    else:
        print(f"{log} is not drawn: it has no line such as “6.9 s, step 500: value 0.0605”")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
