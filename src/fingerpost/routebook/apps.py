"""Apps as the engine knows them: what opens one, what happened in one, and what a message does to it.

An entry point of the group `fingerpost.apps` names an `App`; a routebook says which of them it runs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

log = logging.getLogger("fingerpost")

APP_POINTS = "fingerpost.apps"
"""The entry points of apps that packages bring, ours among them."""


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

    def __post_init__(self) -> None:
        """Refuse one that would open its app on every message."""
        if not (self.keywords or self.phrases or self.has_image or self.has_url or self.when):
            raise ValueError("a trigger needs something that must hold: keywords, phrases, has_image, has_url or when")


@dataclass(frozen=True, slots=True)
class AppTarget:
    """The app that a message goes to; `opens` tells that the message opens it. An extra of decisions."""

    app: str
    opens: bool = False


INTERRUPTED = "_interrupted"
"""The kind of event by which the engine tells an app that waits that the assistant has spoken since."""


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
    """What one message does: end the session that runs, open another app, and add events to the one that runs then.

    `resumes` is the id of a closed session of the app that is opened: the new one begins with a copy of its events.
    """

    ends: str = ""
    opens: str = ""
    events: tuple[AppEvent, ...] = ()
    resumes: int = 0


class App(Protocol):
    """What the engine asks of an app."""

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

    def waits(self, data: Mapping[str, Any]) -> bool:
        """Whether it has asked something; an event INTERRUPTED tells it that the assistant has spoken since."""

    def expects(self, data: Mapping[str, Any], text: str) -> bool:
        """Whether a message answers what the app has just asked; no judgement is needed then."""


def installed_apps() -> dict[str, App]:
    """Return the apps that packages bring, by their ids; one that cannot be loaded is told of and left out."""
    from importlib.metadata import entry_points

    found: dict[str, App] = {}
    # Ours first: nobody takes the name of one of them.
    points = sorted(entry_points(group=APP_POINTS), key=lambda p: (not p.value.startswith("fingerpost."), p.name))
    for point in points:
        try:
            app = _checked(point.load())
        except (Exception, SystemExit) as error:  # noqa: BLE001 - what somebody's package does is unknown
            log.warning("app %s of an installed package cannot be loaded: %r", point.name, error)
            continue
        if app.id in found:
            log.warning("app %s is brought twice: the one of %s is left out", app.id, point.value)
            continue
        found[app.id] = app
    return found


def _checked(app: App) -> App:
    """Return an app whose description can be read; raise where that is not so."""
    texts, triggers = (app.id, app.name, app.description), list(app.triggers)
    if not all(isinstance(text, str) and text for text in texts):
        raise TypeError("its id, name and description must be texts")
    if not all(isinstance(trigger, Trigger) for trigger in triggers):
        raise TypeError("its triggers must be a list of Trigger")
    return app


def running(apps: Sequence[App], session: AppSession | None) -> App | None:
    """Return the app of a session that goes on; None where it ended, or the app is not installed any more."""
    if session is None or session.ended:
        return None
    return next((app for app in apps if app.id == session.app), None)


def waits(app: App, data: Mapping[str, Any]) -> bool:
    """Whether an app has asked something; one that fails is told so to be safe."""
    try:
        return app.waits(data)
    except Exception as error:  # noqa: BLE001 - what somebody's app does is unknown
        log.warning("app %s cannot tell whether it waits: %r", app.id, error)
        return True
