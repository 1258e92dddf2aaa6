"""The decision columns that routing adds to a row, and the renaming of input columns with the same names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class DecisionColumns(NamedTuple):
    """The columns added to a row; `error` says why the row was not routed, or which layer failed."""

    route: str | None = None
    accepted: bool | None = None
    confidence: float | None = None
    layer: str | None = None
    runner_up: str | None = None
    reason: str | None = None
    error: str | None = None


class UnreadableText(NamedTuple):
    """A placeholder for a text that could not be read, with the reason."""

    reason: str


def renamed_input_columns(names: Sequence[str]) -> list[str]:
    """Return the input's column names, with names that routing adds renamed: `route` becomes `input_route`."""
    taken = {*names, *DecisionColumns._fields}
    renamed = []
    for name in names:
        new_name = name
        if name in DecisionColumns._fields:
            while new_name in taken:
                new_name = f"input_{new_name}"
            taken.add(new_name)
        renamed.append(new_name)
    return renamed
