"""Messages that open a mini-app, and others near them, through the router without a language model.

`python -m benchmarks openings` reads `tests/data/openings.jsonl`, which nobody opens: only totals are shown.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.app_conversations import APPS
from benchmarks.report import Check
from fingerpost import Message, Router
from fingerpost.routebook.apps import AppTarget
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings

FILE = Path(__file__).parent.parent / "tests" / "data" / "openings.jsonl"


class Opening(NamedTuple):
    """A message and the app that it opens; empty for none."""

    text: str
    app: str


def checks(cache: Path) -> Iterator[Check]:
    """Yield the share of openings that reach their app, and how many other messages open one."""
    logging.disable()
    try:
        router = Router.from_routebook("miniapps", settings=Settings(cache=cache), memo=Memo(size=0)).warm()
        yield from judged(router, read(FILE))
    finally:
        logging.disable(logging.NOTSET)


def read(file: Path) -> list[Opening]:
    """Read messages, one a line: `{"text": …, "app": "trip"}`."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [Opening(row["text"], APPS[row["app"]] if row["app"] else "") for row in rows]


def judged(router: Router, rows: Sequence[Opening]) -> Iterator[Check]:
    """Yield both figures, with how many messages they are of."""
    openings = [(row, opened(router, row.text)) for row in rows if row.app]
    found = sum(row.app == app for row, app in openings)
    others = [opened(router, row.text) for row in rows if not row.app]
    elsewhere = sum(app not in ("", row.app) for row, app in openings)
    note = f"{found} of {len(openings)}; {elsewhere} open another app"
    yield Check("miniapps: openings found", found / max(1, len(openings)), 0.95, at_least=True, note=note)
    yield Check("miniapps: other messages that open an app", sum(map(bool, others)), 1, note=f"of {len(others)}")


def opened(router: Router, text: str) -> str:
    """Return the app that a message opens; empty for none."""
    target = router.route(Message(text)).get(AppTarget)
    return target.app if target is not None and target.opens else ""
