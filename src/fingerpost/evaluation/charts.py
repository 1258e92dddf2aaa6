"""Charts as inline SVG, without scripts, fonts or other files."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

MISSING = "–"
"""Shown in place of an unknown value."""

MAX_ROUTES = 20
"""Most routes of a confusion matrix that is still readable."""

STYLE = """
.chart { display: block; max-width: 100%; height: auto; font: 12px var(--sans); fill: var(--ink) }
.chart text { fill: var(--ink); font-variant-numeric: tabular-nums }
.chart .name { font: 11px var(--mono) }
.chart .soft { fill: var(--soft) }
.chart .over { fill: var(--paper); font-weight: 600 }
.chart .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round }
.chart .right { fill: var(--right) }
.chart .wrong { fill: var(--wrong) }
.chart .empty, .chart .track { fill: var(--faint) }
.chart .band { fill: var(--right); fill-opacity: .4 }
.chart .bar { fill: var(--right); fill-opacity: .55 }
.chart .dot { fill: var(--wrong); stroke: var(--paper); stroke-width: 1.5px }
.chart .grid { stroke: var(--line) }
.chart .base { stroke: var(--soft) }
.chart .ideal { stroke: var(--soft); stroke-dasharray: 5 4 }
.chart .now { stroke: var(--wrong); stroke-dasharray: 3 3 }
.chart .curve { fill: none; stroke: var(--right); stroke-width: 2px; stroke-linejoin: round }
.chart .layer0 { fill: var(--right) }
.chart .layer1 { fill: var(--teal) }
.chart .layer2 { fill: var(--amber) }
.chart .layer3 { fill: var(--plum) }
.chart .layer4 { fill: var(--wrong) }
.chart .layer5 { fill: var(--soft) }
"""
"""CSS of the charts; the page defines the colours and fonts."""

_LAYER_COLOURS = 6
_MONO = 6.7
"""Width in pixels of one character of a name."""


@dataclass(frozen=True, slots=True)
class _Plot:
    """A plot area with shares from 0 to 1 on the x axis and from 0 to `top` on the y axis."""

    top: float = 1.0
    left: int = 64
    above: int = 28
    width: int = 470
    height: int = 250

    def x(self, share: float) -> float:
        return self.left + self.width * share

    def y(self, share: float) -> float:
        return self.above + self.height * (1 - share / self.top)

    def frame(self, x_label: str, y_label: str, step: float) -> str:
        """Draw the grid, the ticks in percent and the names of both axes."""
        parts = []
        for index in range(round(self.top / step) + 1):
            y = self.y(index * step)
            parts.append(_line(self.left, y, self.left + self.width, y, "grid" if index else "base"))
            parts.append(_text(self.left - 8, y + 4, _tick(index * step), "soft", "end"))
        bottom = self.above + self.height
        parts += [_text(self.x(tenth / 10), bottom + 18, _tick(tenth / 10), "soft") for tenth in range(0, 11, 2)]
        parts.append(_text(self.left + self.width / 2, bottom + 38, x_label))
        parts.append(_text(14, self.above + self.height / 2, y_label, turn=-90))
        return "".join(parts)


def percent(share: float | None, digits: int = 1) -> str:
    """Return a share as a percentage."""
    return MISSING if share is None or math.isnan(share) else f"{share:.{digits}%}"


def most_confused_routes(matrix: Sequence[Sequence[int]]) -> list[int]:
    """Return the indices of the routes with the most mistakes, in the matrix's order."""
    places = range(len(matrix))
    mistakes = [sum(matrix[i]) + sum(row[i] for row in matrix) - 2 * matrix[i][i] for i in places]
    return sorted(sorted(places, key=lambda i: -mistakes[i])[:MAX_ROUTES])


def confusion(routes: Sequence[str], matrix: Sequence[Sequence[int]]) -> str:
    """Return the confusion matrix of expected and given routes, shaded by the share of the row."""
    kept = most_confused_routes(matrix)
    cell = 46 if len(kept) <= 8 else 40 if len(kept) <= 14 else 30
    names = [_short(routes[i], 20) for i in kept]
    room = max((len(name) for name in names), default=0) * _MONO
    # Column names rise at 45 degrees, so they need the same room upwards and beyond the last column.
    left, above, slant = room + 36, room * 0.71 + 42, room * 0.71
    size = cell * len(kept)
    parts = [
        _text(left + size / 2, 14, "given", "soft"),
        _text(12, above + size / 2, "expected", "soft", turn=-90),
    ]
    for place, (i, name) in enumerate(zip(kept, names, strict=True)):
        middle = (place + 0.5) * cell
        parts.append(_text(left - 8, above + middle + 4, name, "name", "end", tip=routes[i]))
        parts.append(_text(left + middle, above - 8, name, "name", "start", turn=-45, tip=routes[i]))
        total = sum(matrix[i])
        for column, j in enumerate(kept):
            tip = f"expected {routes[i]}, given {routes[j]}: {matrix[i][j]} of {total}"
            parts.append(_cell(left + column * cell, above + place * cell, cell, matrix[i][j], total, i == j, tip))
    width = left + size + max(slant - cell / 2, 4)
    return _svg(width, above + size + 4, "Confusion matrix: expected routes in rows, given in columns", parts)


def reliability(bins: Sequence[Mapping[str, Any]]) -> str:
    """Return the reliability diagram: accuracy per confidence bin against the diagonal, with row counts."""
    plot = _Plot()
    parts = [plot.frame("confidence", "accuracy", 0.2)]
    counts = plot.above + plot.height + 62
    parts.append(_text(plot.left - 8, counts, "rows", "soft", "end"))
    labels = []
    for one in bins:
        middle = plot.x((one["low"] + one["high"]) / 2)
        parts.append(_text(middle, counts, f"{one['rows']}", "" if one["rows"] else "soft"))
        if one["accuracy"] is None:
            continue
        left, top = plot.x(one["low"]) + 2, plot.y(one["accuracy"])
        tip = (
            f"confidence {percent(one['low'], 0)} to {percent(one['high'], 0)}: {one['rows']} rows, "
            f"accuracy {percent(one['accuracy'])}, mean confidence {percent(one['confidence'])}"
        )
        width = plot.x(one["high"]) - 2 - left
        parts.append(_rect(left, top, width, plot.y(0) - top, "bar", tip))
        labels.append(_text(middle, top - 8, percent(one["accuracy"], 0), "halo"))
        if one["confidence"] is not None:
            labels.append(_dot(plot.x(one["confidence"]), top, tip))
    parts.append(_line(plot.x(0), plot.y(0), plot.x(1), plot.y(1), "ideal"))
    # Labels come last: the diagonal must not strike them through.
    return _svg(560, counts + 10, "Reliability: accuracy for each bin of confidence", parts + labels)


def risk_coverage(points: Sequence[Sequence[float]], coverage: float, error: float | None) -> str:
    """Return the risk-coverage curve, with the router's current coverage marked."""
    # One wrong row among the first few would stretch the scale to 100% and flatten all the rest.
    steady = [point[1] for point in points if point[0] >= 0.05]
    highest = max([*steady, error or 0.0, 0.01])
    step = next((s for s in (0.0025, 0.005, 0.01, 0.02, 0.05, 0.1) if highest / s <= 5), 0.2)
    plot = _Plot(top=math.ceil(round(highest / step, 6)) * step)
    now = plot.x(coverage)
    label = f"now: coverage {percent(coverage)}, error {percent(error)}"
    side = "end" if coverage > 0.5 else "start"
    parts = [plot.frame("coverage (share of rows accepted)", "error rate among accepted rows", step)]
    path = " ".join(f"{plot.x(x) - plot.left:.1f},{plot.y(y) - plot.above:.1f}" for x, y in points)
    # An inner svg clips what leaves the frame.
    parts.append(
        f'<svg x="{plot.left}" y="{plot.above}" width="{plot.width}" height="{plot.height}">'
        f'<polyline class="curve" points="{path}"/></svg>'
    )
    parts.append(_line(now, plot.above - 8, now, plot.y(0), "now"))
    if error is not None:
        parts.append(_dot(now, plot.y(error), label))
    parts.append(_text(now + (-6 if side == "end" else 6), plot.above - 12, label, "halo", side))
    return _svg(560, plot.above + plot.height + 48, "Risk-coverage curve: error rate over coverage", parts)


def layers(shares: Mapping[str, float]) -> str:
    """Return a stacked bar of the share of rows that each layer decided, with a legend."""
    width, height, columns, slot = 560, 36, 3, 188
    parts = [_rect(0, 0, width, height, "track")]
    start = 0.0
    for index, (name, share) in enumerate(shares.items()):
        colour = f"layer{index % _LAYER_COLOURS}"
        tip = f"{name}: {percent(share)}"
        parts.append(_rect(start, 0, share * width, height, colour, tip))
        # Narrower pieces have no room for a number; the legend has it.
        if share >= 0.08:
            parts.append(_text(start + share * width / 2, height / 2 + 4, percent(share, 0), "over"))
        start += share * width
        x, y = index % columns * slot, height + 16 + index // columns * 22
        parts.append(_rect(x, y, 12, 12, colour))
        parts.append(_text(x + 18, y + 10, f"{_short(name, 16)} {percent(share)}", "name", "start", tip=tip))
    rows = math.ceil(len(shares) / columns)
    return _svg(width, height + 12 + rows * 22, "Share of rows decided by each layer", parts)


def interval(accuracy: float, low: float, high: float, floor: float) -> str:
    """Return an accuracy and its interval on a scale from `floor` to 1."""
    width, height = 120, 14

    def x(share: float) -> float:
        return width * max(share - floor, 0.0) / (1 - floor)

    tip = f"{percent(accuracy)}, interval {percent(low)} to {percent(high)}"
    parts = [
        _rect(0, 5, width, 4, "track"),
        _rect(x(low), 3, max(x(high) - x(low), 1), 8, "band", tip),
        _rect(min(max(x(accuracy) - 1.5, 0), width - 3), 0, 3, height, "right", tip),
    ]
    return _svg(width, height, tip, parts)


def _cell(x: float, y: float, size: int, count: int, total: int, right: bool, tip: str) -> str:
    if not count:
        return _rect(x + 1, y + 1, size - 2, size - 2, "empty", tip)
    # The square root lifts rare mistakes, which matter most, out of the pale end.
    shade = 0.12 + 0.88 * math.sqrt(count / total)
    box = _rect(x + 1, y + 1, size - 2, size - 2, "right" if right else "wrong", tip, shade)
    return box + _text(x + size / 2, y + size / 2 + 4, f"{count}", "name over" if shade > 0.76 else "name", tip=tip)


def _tick(share: float) -> str:
    return f"{round(share * 100, 4):g}%"


def _short(name: str, max_characters: int) -> str:
    return name if len(name) <= max_characters else name[: max_characters - 1] + "…"


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>" if text else ""


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "middle", turn: int = 0, tip: str = "") -> str:
    turned = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}{turned}>{escape(text)}{_tip(tip)}</text>'


def _rect(x: float, y: float, width: float, height: float, kind: str, tip: str = "", shade: float = 1.0) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    faded = f' fill-opacity="{shade:.2f}"' if shade < 1 else ""
    return f'<rect class="{kind}" {place}{faded}>{_tip(tip)}</rect>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _dot(x: float, y: float, tip: str) -> str:
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4.5">{_tip(tip)}</circle>'


def _svg(width: float, height: float, label: str, parts: Sequence[str]) -> str:
    box = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg class="chart" role="img" aria-label="{escape(label)}" {box}>{"".join(parts)}</svg>'
