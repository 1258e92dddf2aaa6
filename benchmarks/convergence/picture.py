"""Plot of the convergence: the share of a stream that reaches the model, and the accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.convergence.path import Part

WINDOW = 400
COLOURS = ("#0072b2", "#d55e00", "#009e73")
EXPECTED = ((0.0, 0.5, 95, 95), (0.5, 0.75, 10, 20), (0.75, 1.0, 0, 5))
"""Of the stream from here to there, ADR-0008 expects the model's share between these."""


def draw(walked: Mapping[str, Sequence[Part]], file: Path) -> None:
    """Draw both over the streams, each as long as the other."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, (upper, lower) = plt.subplots(2, 1, figsize=(9, 7), layout="constrained", sharex=True)
    for i, (begin, end, low, high) in enumerate(EXPECTED):
        label = "expected by ADR-0008" if not i else None
        upper.fill_between((begin, end), low - 1, high + 1, color="#888888", alpha=0.25, linewidth=0, label=label)
    for (name, parts), colour in zip(walked.items(), COLOURS, strict=True):
        count = sum(len(part.asked) for part in parts)
        for panel, series in (
            (upper, [part.asked for part in parts]),
            (lower, [part.right for part in parts]),
        ):
            panel.plot(*_smooth(series, count), color=colour, label=f"{name} ({count:,} messages)")
        upper.plot([1.0], [100 * parts[-1].after.share], "o", color=colour, clip_on=False)
    upper.set(ylim=(0, 101), xlim=(0, 1))
    lower.set(ylim=(60, 101))
    for panel in (upper, lower):
        panel.grid(visible=True, alpha=0.3)
        for end in (0.25, 0.5, 0.75):
            panel.axvline(end, color="black", linewidth=0.6, linestyle=":")
    upper.set_title("reaches the model, %; dots: rows held back, at the end")
    upper.legend(frameon=False)
    lower.set(
        title="routed right, % (by the model, a rule or the student)", xlabel="share of the stream; dotted: a training"
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    plt.close(figure)


def _smooth(series: Sequence[Sequence[bool]], count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return places and running means, none of them across a training."""
    places: list[Any] = []
    means: list[Any] = []
    begin = 0
    window = min(WINDOW, max(1, count // 10))
    for part in series:
        mean = np.convolve(100 * np.asarray(part, dtype=float), np.ones(window) / window, mode="valid")
        places += [(begin + np.arange(len(mean)) + window / 2) / count, [np.nan]]
        means += [mean, [np.nan]]
        begin += len(part)
    return np.concatenate(places), np.concatenate(means)
