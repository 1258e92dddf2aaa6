"""Plot of the growth table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.growth import EXAMPLES, ROUTES, WITHOUT_NGRAMS, Size

PANELS = (
    ("route_micros", "a decision after the encoder, µs"),
    ("fit_seconds", "fitting, s"),
    ("array_megabytes", "the student's arrays, MB"),
    ("peak_megabytes", "peak memory while fitting, MB"),
)
COLOURS = ("#0072b2", "#d55e00", "#009e73")


def draw(sizes: Sequence[Size], limit: float, file: Path) -> None:
    """Draw each cost over the number of examples, one line a number of routes."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import FuncFormatter, LogLocator

    figure, axes = plt.subplots(2, 2, figsize=(10, 7), layout="constrained")
    for panel, (figure_of, title) in zip(axes.flat, PANELS, strict=True):
        for i, (routes, colour) in enumerate(zip(ROUTES, COLOURS, strict=True)):
            mine = [size for size in sizes if size.routes == routes]
            points = [(size.examples, getattr(size, figure_of)) for size in mine]
            known = [(x, y) for x, y in points if y is not None]
            panel.plot(*zip(*known, strict=True) if known else ((), ()), "o-", color=colour, label=f"{routes:,} routes")
            if figure_of == "fit_seconds":
                ended = [size.examples for size in mine if size.fit_seconds is None and size.route_micros is not None]
                # Of different sizes, for they all lie on the limit.
                panel.plot(ended, [limit] * len(ended), "^", color=colour, fillstyle="none", markersize=14 - 4 * i)
        panel.set(xscale="log", yscale="log", xlabel="examples", title=title)
        panel.set_xticks(EXAMPLES, [f"{count:,}" for count in EXAMPLES])
        panel.minorticks_off()
        panel.grid(visible=True, alpha=0.3)
        if figure_of == "route_micros":
            # It hardly grows, which a logarithm from its smallest value up would hide.
            panel.set(yscale="linear", ylim=(0, None))
            continue
        panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        panel.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
    axes.flat[0].legend(frameon=False)
    if any(size.fit_seconds is None and size.route_micros is not None for size in sizes):
        axes.flat[1].plot([], [], "^", color="black", fillstyle="none", label=f"ended after {limit:.0f} s")
        axes.flat[1].legend(frameon=False)
    figure.suptitle(f"How Fingerpost's cost grows\n{WITHOUT_NGRAMS}")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    plt.close(figure)
