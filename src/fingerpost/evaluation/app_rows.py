"""Evaluation rows of routebooks with apps, and the figures measured on them beside the intent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.errors import RowsError
from fingerpost.routebook.apps import AppTarget

if TYPE_CHECKING:
    from fingerpost.evaluation.evaluate import RowResult

ASSISTANT, APP = "assistant", "app"
FAST_LAYERS = ("session", "rules")
"""The layers that use neither encoder nor model."""


class AppRow(NamedTuple):
    """What is expected beside the intent. `fast`: the row can be decided without encoder and model."""

    target: str
    starts: str | None = None
    fast: bool = False


def read_app_row(where: str, entry: dict[str, Any]) -> AppRow:
    """Return the app fields of a row; raises RowsError if they are invalid."""
    target, starts = entry["expected_target"], entry.get("starts_app")
    if target not in (ASSISTANT, APP):
        raise RowsError(f"{where}: expected_target = {target!r} must be {ASSISTANT!r} or {APP!r}")
    if not isinstance(starts, str | None):
        raise RowsError(f"{where}: starts_app = {starts!r} must be the id of an app, or null")
    if target == APP and starts is None and not entry.get("active_app"):
        raise RowsError(
            f"{where}: expected_target = {APP!r}, and no app is active or started: name the running one in"
            " active_app, or the one to open in starts_app"
        )
    fast = entry.get("fast_path_ok")
    if not isinstance(fast, bool | None):
        raise RowsError(f"{where}: fast_path_ok = {fast!r} must be true or false")
    return AppRow(target, starts, fast is True)


def app_figures(results: Sequence[RowResult], act: str | None) -> dict[str, float | None]:
    """Return the figures of rows with apps; `act` is the route that changes an app's state.

    `false_actions` is the share of rows that should change nothing but were taken for an action or opened an app.
    """
    rows = [(result, result.row.app) for result in results if result.row.app is not None]
    opened = [(o, app) for o, app in rows if _opens(o)]
    to_open = [(o, app) for o, app in rows if app.starts is not None]
    fast = [(o, app) for o, app in rows if o.decision.layer in FAST_LAYERS]
    without_action = [o for o, app in rows if app.target == ASSISTANT or o.row.expected not in (None, act)]
    return {
        "target_accuracy": _share([_is_target_correct(o, app) for o, app in rows]),
        "trigger_precision": _share([_app(o) == app.starts for o, app in opened]),
        "trigger_recall": _share([_opens(o) and _app(o) == app.starts for o, app in to_open]),
        "fast_path_share": _share([o.decision.layer in FAST_LAYERS for o, app in rows if app.fast]),
        "fast_path_precision": _share([is_correct(o, app) for o, app in fast]),
        "false_actions": _share([_app(o) is not None and o.decision.route == act for o in without_action]),
    }


def is_correct(result: RowResult, app: AppRow) -> bool:
    """Whether target and, if one was expected, intent are right."""
    return _is_target_correct(result, app) and result.row.expected in (None, result.decision.route)


def _is_target_correct(result: RowResult, app: AppRow) -> bool:
    if app.target == ASSISTANT:
        return _app(result) is None
    return _app(result) == (app.starts or result.row.message.active_app)


def _app(result: RowResult) -> str | None:
    target = result.decision.get(AppTarget)
    return None if target is None else target.app


def _opens(result: RowResult) -> bool:
    target = result.decision.get(AppTarget)
    return target is not None and target.opens


def _share(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
