"""Apps as the engine sees them: their triggers, their sessions and events, and the changes a message makes.

An entry point of the group `fingerpost.apps` names an `App`; a routebook lists those it runs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

log = logging.getLogger("fingerpost")

APP_POINTS = "fingerpost.apps"
"""The entry-point group of apps, our own included."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """The conditions that open an app; all that are given must hold.

    `phrases` open it for certain. `keywords` name its subject: a message that contains one opens the app only if it
    also asks to start something, which the router decides. Both match whole words, ignoring case and accents.
    `examples`: messages that open it, as people type them; messages in such words may open it without a keyword.
    `has_image`, `has_url`: the message comes with one. `when`: a condition on the data of the active app (empty if
    none is active).
    """

    keywords: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    has_image: bool = False
    has_url: bool = False
    when: Callable[[Mapping[str, Any]], bool] | None = None

    def __post_init__(self) -> None:
        """Reject a trigger without conditions: it would open its app on every message."""
        if not (self.keywords or self.phrases or self.examples or self.has_image or self.has_url or self.when):
            raise ValueError("a trigger needs a condition: keywords, phrases, examples, has_image, has_url or when")


@dataclass(frozen=True, slots=True)
class AppTarget:
    """The app that a message goes to, as an extra of the decision; `opens`: the message opens it."""

    app: str
    opens: bool = False


INTERRUPTED = "_interrupted"
"""The kind of event that tells a waiting app that the assistant has answered in between."""


class AppEvent(NamedTuple):
    """Something that happened in an app; `values` must be JSON. `request` is the id of the message that caused it."""

    kind: str
    values: Mapping[str, Any] = {}
    request: str = ""
    at: float = 0.0


class AppSession(NamedTuple):
    """One run of an app for a user in a room, with all its events, oldest first.

    `ended`: "" while it is running, else "done", "cancelled", "switched" or "expired".
    """

    id: int
    app: str
    events: tuple[AppEvent, ...] = ()
    ended: str = ""


class AppChange(NamedTuple):
    """The changes that one message makes.

    `ends`: how the running session ends. `opens`: the app that is opened. `events`: added to the session that runs
    after that. `resumes`: the id of a closed session of the opened app, whose events the new one starts with.
    """

    ends: str = ""
    opens: str = ""
    events: tuple[AppEvent, ...] = ()
    resumes: int = 0


class App(Protocol):
    """The interface of an app.

    One with a reader of its own may also have `route_for(data, text)`, which returns the route of a message that it is
    sure of, or None: then no classifier is asked. With `async route_by_model(chooser, data, text, said_last)` it may
    have a language model read a message of which the classifier is not sure; `chooser` is a `LabelChooser`.
    """

    @property
    def id(self) -> str:
        """Return the identifier, such as trip_planner."""

    @property
    def name(self) -> str:
        """Return the name for people."""

    @property
    def description(self) -> str:
        """Return a one-sentence description of what the app does."""

    @property
    def triggers(self) -> Sequence[Trigger]:
        """Return the triggers; any one of them opens the app."""

    def data(self, events: Sequence[AppEvent]) -> Mapping[str, Any]:
        """Return the app's data after these events, as JSON values."""

    def waits(self, data: Mapping[str, Any]) -> bool:
        """Whether the app waits for an answer; an INTERRUPTED event tells it that the assistant answered in between."""

    def expects(self, data: Mapping[str, Any], text: str) -> bool:
        """Whether a message answers the app's last question; if so, it is not classified."""


def installed_apps() -> dict[str, App]:
    """Return the installed apps by id; one that cannot be loaded is logged and left out."""
    from importlib.metadata import entry_points

    found: dict[str, App] = {}
    # Our own first, so that no other package can take their ids.
    points = sorted(entry_points(group=APP_POINTS), key=lambda p: (not p.value.startswith("fingerpost."), p.name))
    for point in points:
        try:
            app = _checked(point.load())
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a package is third-party code and may raise anything
            log.warning("app %s of an installed package cannot be loaded: %r", point.name, error)
            continue
        if app.id in found:
            log.warning("app %s is installed twice: the one of %s is left out", app.id, point.value)
            continue
        found[app.id] = app
    return found


def _checked(app: App) -> App:
    """Return an app after checking its attributes; raise TypeError if one is invalid."""
    texts, triggers = (app.id, app.name, app.description), list(app.triggers)
    if not all(isinstance(text, str) and text for text in texts):
        raise TypeError("its id, name and description must be strings that are not empty")
    if not all(isinstance(trigger, Trigger) for trigger in triggers):
        raise TypeError("its triggers must be a list of Trigger")
    return app


def running(apps: Sequence[App], session: AppSession | None) -> App | None:
    """Return the app of a running session; None if the session has ended or the app is not installed."""
    if session is None or session.ended:
        return None
    return next((app for app in apps if app.id == session.app), None)


def waits(app: App, data: Mapping[str, Any]) -> bool:
    """Whether an app waits for an answer; True to be safe if the app raises."""
    try:
        return app.waits(data)
    except Exception as error:  # noqa: BLE001 - an app is third-party code and may raise anything
        log.warning("app %s cannot tell whether it waits: %r", app.id, error)
        return True
