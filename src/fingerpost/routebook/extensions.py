"""Extensions: what a package adds to the routing of the routebooks that declare it.

A routebook declares an extension with the file that it reads, relative to the routebook's folder:

    [extensions]
    prices = "prices.json"

The name is that of an entry point of the group `fingerpost.extensions`; it leads to a function that opens the file:

    def open_prices(file: Path) -> Extension: ...
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from fingerpost.errors import RoutebookError
from fingerpost.settings import Settings
from fingerpost.types import Decision, Message, Resolved

EXTENSION_POINTS = "fingerpost.extensions"
"""The entry points of extensions that packages bring, ours among them."""


class Finding(NamedTuple):
    """What an extension's probe found: whether its evidence holds, and what it adds to the decision (or None)."""

    holds: bool
    extra: Any = None


class Extension(Protocol):
    """Adds a probe, context for the language model, and a typed extra to the decisions of one routebook.

    An extra is a frozen dataclass of the extension's own; `str()` of it is shown in the trail.
    """

    @property
    def name(self) -> str:
        """Return the name of its evidence, which guards read, such as "prices"."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of lists that a language model may fill in beside the route."""

    def configured(self, settings: Settings) -> Extension:
        """Return the extension as the settings want it; called once, when a router is built."""

    def digest(self) -> str:
        """Return a text that changes with anything that the extension's results depend on."""

    def probe(self, message: Message, resolved: Resolved) -> Finding:
        """Look for its evidence; runs inline for every message of which a guard reads this evidence."""

    def prompt(self, resolved: Resolved) -> str:
        """Return what a language model is told beside the routes."""

    def read_answer(self, values: Mapping[str, tuple[str, ...]]) -> Any:
        """Return an extra made of the lists that a language model filled in; None where nothing in them is valid."""

    def wire_fields(self, decision: Decision) -> Mapping[str, Any]:
        """Return fields that clients expect at the top level of a decision's JSON."""


def open_extension(file: Path, name: str, folder: Path, value: Any) -> Extension:
    """Open an extension that a routebook file declares."""
    from importlib.metadata import entry_points

    key = f"extensions.{name}"
    if not isinstance(value, str) or value in ("", "..") or Path(value).name != value:
        raise RoutebookError(file, key, value, "must be the name of a file in the routebook's folder")
    points = list(entry_points(group=EXTENSION_POINTS, name=name))
    if not points:
        known = ", ".join(sorted(point.name for point in entry_points(group=EXTENSION_POINTS))) or "none"
        raise RoutebookError(file, key, value, f"no installed package has this extension; installed: {known}")
    extension: Extension = points[0].load()(folder / value)
    return extension
