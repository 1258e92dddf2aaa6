"""Rows out of scope: whether each was caught, guessed or accepted, and the shares of these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from fingerpost.evaluation.metrics import MIN_ROWS, wilson_interval
from fingerpost.routebook.model import Routebook
from fingerpost.types import Decision

if TYPE_CHECKING:
    from fingerpost.evaluation.evaluate import RowResult

Outcome = Literal["caught", "guessed", "accepted"]


def outcome_of(decision: Decision, book: Routebook) -> Outcome:
    """Return what became of a message that belongs to none of the routes.

    "caught": no route, the out-of-scope route, or the fallback if it is not accepted. "accepted": accepted for a route.
    "guessed": sent to a route other than the fallback, and not accepted.
    """
    if decision.route in (None, book.out_of_scope):
        return "caught"
    if decision.accepted:
        return "accepted"
    return "caught" if decision.route == book.fallback else "guessed"


def out_of_scope_figures(results: Sequence[RowResult], book: Routebook) -> dict[str, Any]:
    """Return the figures of the rows out of scope, and the same by language."""
    rows = [result for result in results if result.outcome is not None]
    languages = sorted({result.row.lang for result in rows if result.row.lang})
    by_lang = {lang: _figures([o for o in rows if o.row.lang == lang], book) for lang in languages}
    return {**_figures(rows, book), "by_lang": by_lang}


def _figures(rows: Sequence[RowResult], book: Routebook) -> dict[str, Any]:
    count = Counter(result.outcome for result in rows)
    to_fallback = [o for o in rows if o.decision.route is not None and o.decision.route == book.fallback]
    return {
        "rows": len(rows),
        "caught": _share(count["caught"], len(rows)),
        "caught_interval": wilson_interval(count["caught"], len(rows)),
        "to_fallback": sum(o.outcome == "caught" for o in to_fallback),
        "guessed": _share(count["guessed"], len(rows)),
        "accepted": _share(count["accepted"], len(rows)),
        "accepted_interval": wilson_interval(count["accepted"], len(rows)),
        "thin": len(rows) < MIN_ROWS,
    }


def _share(count: int, rows: int) -> float | None:
    return round(count / rows, 4) if rows else None
