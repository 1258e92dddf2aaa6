"""The path as a picture: how much of a stream reaches the model, and how much is routed right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

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
        for panel, series in (
            (upper, [part.asked for part in parts]),
            (lower, [part.right for part in parts]),
        ):
            values = 100 * np.concatenate([np.asarray(one, dtype=float) for one in series])
            panel.plot(*_smooth(values), color=colour, label=f"{name} ({len(values):,} messages)")
        upper.plot([1.0], [100 * parts[-1].after.share], "o", color=colour, clip_on=False)
    for panel in (upper, lower):
        panel.set(ylim=(0, 101), xlim=(0, 1))
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


def _smooth(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    window = min(WINDOW, max(1, len(values) // 10))
    mean = np.convolve(values, np.ones(window) / window, mode="valid")
    return (np.arange(len(mean)) + window / 2) / len(values), mean
