"""Names that are spelled much like an unknown one, for messages about slips of the keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.language.text import fold


def meant(given: str, known: Iterable[str]) -> str:
    """Return " (is NAME meant?)" with the known name that is spelled most like the given one; empty if none is."""
    from difflib import get_close_matches

    spelled = {fold(name): name for name in known}
    near = get_close_matches(fold(given), spelled, 1)
    return f" (is {spelled[near[0]]} meant?)" if near else ""


def no_such_route(given: str, names: Sequence[str]) -> str:
    """Return what to do about an unknown route."""
    return f"no such route{meant(given, names)}; routes: {', '.join(names)}"
