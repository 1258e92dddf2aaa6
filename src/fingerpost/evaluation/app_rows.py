"""Rows of routebooks with apps, and what is measured on them beside the intent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.errors import RowsError
from fingerpost.routebook.apps import AppTarget

if TYPE_CHECKING:
    from fingerpost.evaluation.evaluate import Outcome

ASSISTANT, APP = "assistant", "app"
FAST = ("session", "rules")
"""The layers that ask neither encoder nor model."""


class AppRow(NamedTuple):
    """What is expected beside the intent. `fast`: no judgement is needed, so that a fast path may take it."""

    target: str
    starts: str | None = None
    fast: bool = False


def app_row(where: str, entry: dict[str, Any]) -> AppRow:
    """Read what a row says of apps."""
    target, starts = entry["expected_target"], entry.get("starts_app")
    if target not in (ASSISTANT, APP):
        raise RowsError(f"{where}: expected_target = {target!r} must be {ASSISTANT!r} or {APP!r}")
    if not isinstance(starts, str | None):
        raise RowsError(f"{where}: starts_app = {starts!r} must be the id of an app, or null")
    if target == APP and starts is None and not entry.get("active_app"):
        raise RowsError(
            f"{where}: expected_target = {APP!r}, and no app is active or started: name the one that runs in"
            " active_app, or the one that is opened in starts_app"
        )
    fast = entry.get("fast_path_ok")
    if not isinstance(fast, bool | None):
        raise RowsError(f"{where}: fast_path_ok = {fast!r} must be true or false")
    return AppRow(target, starts, fast is True)


def app_figures(outcomes: Sequence[Outcome], act: str | None) -> dict[str, float | None]:
    """Return the figures of rows with apps; `act` is the route that changes what an app holds.

    `false_actions` is the share, of the rows that should change nothing, of those that were taken for an action or
    opened an app.
    """
    rows = [(outcome, outcome.row.app) for outcome in outcomes if outcome.row.app is not None]
    opened = [(o, app) for o, app in rows if _opens(o)]
    to_open = [(o, app) for o, app in rows if app.starts is not None]
    fast = [(o, app) for o, app in rows if o.decision.layer in FAST]
    resting = [o for o, app in rows if app.target == ASSISTANT or o.row.expected not in (None, act)]
    return {
        "target_accuracy": _share([_target_right(o, app) for o, app in rows]),
        "trigger_precision": _share([_app(o) == app.starts for o, app in opened]),
        "trigger_recall": _share([_opens(o) and _app(o) == app.starts for o, app in to_open]),
        "fast_path_share": _share([o.decision.layer in FAST for o, app in rows if app.fast]),
        "fast_path_precision": _share([went_right(o, app) for o, app in fast]),
        "false_actions": _share([_app(o) is not None and o.decision.route == act for o in resting]),
    }


def went_right(outcome: Outcome, app: AppRow) -> bool:
    """Whether it went to the right place, and where an intent was expected, with that."""
    return _target_right(outcome, app) and outcome.row.expected in (None, outcome.decision.route)


def _target_right(outcome: Outcome, app: AppRow) -> bool:
    if app.target == ASSISTANT:
        return _app(outcome) is None
    return _app(outcome) == (app.starts or outcome.row.message.active_app)


def _app(outcome: Outcome) -> str | None:
    target = outcome.decision.get(AppTarget)
    return None if target is None else target.app


def _opens(outcome: Outcome) -> bool:
    target = outcome.decision.get(AppTarget)
    return target is not None and target.opens


def _share(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
