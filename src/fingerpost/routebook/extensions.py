"""Extensions: additions of a package to the routing of the routebooks that declare them.

A routebook declares an extension with the file it reads, relative to the routebook's folder:

    [extensions]
    prices = "prices.json"

The name is that of an entry point of the group `fingerpost.extensions`, a function that opens the file:

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
"""The entry-point group of extensions, our own included."""


class ProbeResult(NamedTuple):
    """The result of an extension's probe: whether its evidence is present, and its extra for the decision (or None)."""

    holds: bool
    extra: Any = None


class Extension(Protocol):
    """A probe, context for the language model, and a typed extra for the decisions of one routebook.

    An extra is a frozen dataclass of the extension's own; its `str()` is shown in the trail.
    """

    @property
    def name(self) -> str:
        """Return the name of its evidence, which guards read, such as "prices"."""

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of lists that a language model may fill in together with the route."""

    def configured(self, settings: Settings) -> Extension:
        """Return the extension with the settings applied; called once, when a router is built."""

    def digest(self) -> str:
        """Return a string that changes with anything that the extension's results depend on."""

    def probe(self, message: Message, resolved: Resolved) -> ProbeResult:
        """Return whether the evidence is present; runs inline for every message if a guard reads this evidence."""

    def prompt(self, resolved: Resolved) -> str:
        """Return the extension's part of the language model's prompt."""

    def read_answer(self, values: Mapping[str, tuple[str, ...]]) -> Any:
        """Return an extra from the lists that a language model filled in; None if nothing in them is valid."""

    def wire_fields(self, decision: Decision) -> Mapping[str, Any]:
        """Return fields that clients expect at the top level of a decision's JSON."""


def open_extension(file: Path, name: str, folder: Path, value: Any) -> Extension:
    """Return an extension that a routebook declares."""
    from importlib.metadata import entry_points

    key = f"extensions.{name}"
    if not isinstance(value, str) or value in ("", "..") or Path(value).name != value:
        raise RoutebookError(file, key, value, "must be the name of a file in the routebook's folder")
    points = list(entry_points(group=EXTENSION_POINTS, name=name))
    if not points:
        known = ", ".join(sorted(point.name for point in entry_points(group=EXTENSION_POINTS))) or "none"
        raise RoutebookError(file, key, value, f"no installed package has this extension; installed: {known}")
    extension: Extension = points[0].load()(folder / value)
    if extension.name != name:
        remedy = f"opens an extension that calls itself {extension.name!r}: its package must name both alike"
        raise RoutebookError(file, key, value, remedy)
    return extension
