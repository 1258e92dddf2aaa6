"""Mini-apps as the engine knows them: what opens one, what happened in one, and what a message does to it.

An entry point of the group `fingerpost.miniapps` names an `App`; a routebook says which of them it runs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from fingerpost.types import Route, Turn

log = logging.getLogger("fingerpost")

APP_POINTS = "fingerpost.miniapps"
"""The entry points of mini-apps that packages bring, ours among them."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """What opens an app; all that is given must hold.

    `phrases` open it for certain. `keywords` name its matter: a message that holds one opens the app only where it
    also asks to begin something, which the router judges. Both are looked for as whole words in any case, with and
    without accents. `has_image`, `has_url`: such a thing came along. `when`: a condition on what the active app
    holds (empty where none is active).
    """

    keywords: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    has_image: bool = False
    has_url: bool = False
    when: Callable[[Mapping[str, Any]], bool] | None = None


class AppEvent(NamedTuple):
    """Something that happened in an app; `values` can be written as JSON. `request` names the message that did it."""

    kind: str
    values: Mapping[str, Any] = {}
    request: str = ""
    at: float = 0.0


class AppSession(NamedTuple):
    """One run of an app for a user in a room: all its events, oldest first.

    `ended` tells how it ended: "" while it runs, else "done", "cancelled", "switched" or "expired".
    """

    id: int
    app: str
    events: tuple[AppEvent, ...] = ()
    ended: str = ""


class AppChange(NamedTuple):
    """What one message does: end the session that runs, open another app, and add events to the one that runs then."""

    ends: str = ""
    opens: str = ""
    events: tuple[AppEvent, ...] = ()


class App(Protocol):
    """What the engine asks of a mini-app."""

    @property
    def id(self) -> str:
        """Return its name for programs, such as trip_planner."""

    @property
    def name(self) -> str:
        """Return its name for people."""

    @property
    def description(self) -> str:
        """Return what it keeps and does, in a sentence."""

    @property
    def triggers(self) -> Sequence[Trigger]:
        """Return what opens it: any one of these."""

    def data(self, events: Sequence[AppEvent]) -> Mapping[str, Any]:
        """Return what it holds after these events, ready for JSON."""

    def expects(self, data: Mapping[str, Any], text: str) -> bool:
        """Whether a message answers what the app has just asked; no judgement is needed then."""


def installed_apps() -> dict[str, App]:
    """Return the mini-apps that packages bring, by their ids; one that cannot be loaded is told of and left out."""
    from importlib.metadata import entry_points

    found: dict[str, App] = {}
    for point in sorted(entry_points(group=APP_POINTS), key=lambda point: point.name):
        try:
            app: App = point.load()
        except Exception as error:  # noqa: BLE001 - what somebody's package does when it is imported is unknown
            log.warning("mini-app %s of an installed package cannot be loaded: %r", point.name, error)
            continue
        if app.id in found:
            log.warning("mini-app %s is brought twice: the one of %s is left out", app.id, point.value)
            continue
        found[app.id] = app
    return found


def speaks(turns: Sequence[Turn], routes: Sequence[Route]) -> bool:
    """Whether the last answer was a mini-app's, so that a question of it still waits; True where nobody knows."""
    last = next((turn.route for turn in reversed(turns) if turn.role == "assistant"), None)
    return not any(route.name == last and not route.app for route in routes)


def running(apps: Sequence[App], session: AppSession | None) -> App | None:
    """Return the app of a session that goes on; None where it ended, or the app is not installed any more."""
    if session is None or session.ended:
        return None
    return next((app for app in apps if app.id == session.app), None)
