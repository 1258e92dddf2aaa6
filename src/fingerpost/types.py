"""The words of Fingerpost as types: what comes in, and what goes out.

Everything here is immutable and safe to share between threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, NamedTuple, TypeVar

from fingerpost.errors import MessageError

SNIPPET = 60
"""Characters of a past message that the intent history keeps."""

CONVERSATION = 20
"""Messages of a conversation that are looked at: questions, answers, and documents that were sent."""

HISTORY = 6
"""Entries of the intent history that a classifier may see (RC-06)."""


EDITOR, ATTACHED = "editor", "attachment"
"""What a message can lean on beside a turn: the text that is open in the editor, or what was attached."""

USES_EDITOR = "EDITOR"
"""The qualifier of a message that is about the text in the editor."""

Extra = TypeVar("Extra")


class Turn(NamedTuple):
    """One past message or answer. `route` is None where nobody recorded it, and so are `layer` and `confidence`."""

    role: str
    text: str
    route: str | None = None
    layer: str | None = None
    confidence: float | None = None


class Attachment(NamedTuple):
    """A file that came with a message."""

    name: str
    mime: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Message:
    """What came in. `turns` takes (role, text), `intent_history` takes (type, topic); both take mappings.

    `hits`: scores of a search that the caller has made already, from 0 to 1, in place of the router's own probe.
    `active_app`: the app that runs for this person in this room, and `app_data` what it holds.
    """

    text: str
    turns: Sequence[Turn] = ()
    intent_history: Sequence[Turn] = ()
    attachments: Sequence[Any] = ()
    editor: str = ""
    selection: str = ""
    extra_context: str = ""
    user_info: Mapping[str, Any] = field(default_factory=dict)
    declared: str | None = None
    active_app: str | None = None
    app_data: Mapping[str, Any] = field(default_factory=dict)
    hits: Sequence[float] | None = None

    def __init__(
        self,
        text: str,
        turns: Iterable[Any] = (),
        intent_history: Iterable[Any] = (),
        attachments: Iterable[Any] = (),
        editor: str = "",
        selection: str = "",
        extra_context: str = "",
        user_info: Mapping[str, Any] | None = None,
        declared: str | None = None,
        active_app: str | None = None,
        app_data: Mapping[str, Any] | None = None,
        hits: Iterable[float] | None = None,
    ) -> None:
        """Take history as people have it, and keep it as turns."""
        if not isinstance(text, str):
            remedy = "decode it first" if isinstance(text, bytes | bytearray) else "give the text that was sent"
            raise MessageError(f"a message's text must be a string, not {type(text).__name__}: {remedy}")
        put = object.__setattr__
        put(self, "text", text)
        put(self, "turns", _read_all("turns", turns, _spoken) if turns else ())
        put(self, "intent_history", _read_all("intent_history", intent_history, _classified) if intent_history else ())
        put(self, "attachments", tuple(attachments))
        put(self, "editor", editor)
        put(self, "selection", selection)
        put(self, "extra_context", extra_context)
        put(self, "user_info", user_info if user_info is not None else {})
        put(self, "declared", declared)
        put(self, "active_app", active_app)
        put(self, "app_data", app_data if app_data is not None else {})
        put(self, "hits", None if hits is None else _scores(hits))


class Resolved(NamedTuple):
    """A message after references were looked at: all that a layer may see.

    `again`: it wants the prior answer in another form. `leans`: "deixis" or "ellipsis" if it cannot be
    understood alone. `turn`: the turn it leans on, if there is one. `on_editor`: it leans on the open code.
    `whole`: the text before it was cut, for rules that look for a phrase anywhere. `history`: the last six
    turns, for a language model that must find out what is meant; empty unless it leans. `complete`: the text with
    what it leans on put in, so that it can be understood alone; empty where it can already. `attached`: files came
    with it, of which the routebook's examples tell. `follows`: in a conversation, how likely it continues what came
    before; None where nobody asked. `addressed`: it calls the assistant by its name, which `text` leaves out.
    """

    text: str
    folded: str
    whole: str
    was_cut: bool = False
    again: bool = False
    leans: str | None = None
    turn: Turn | None = None
    on_editor: bool = False
    history: tuple[Turn, ...] = ()
    complete: str = ""
    attached: bool = False
    follows: float | None = None
    addressed: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A message with its route. `after`: the route of the turn it leans on, "editor", or "attachment".

    `qualifier`: a second word that is learned with the route, such as EDITOR for messages about the open code.
    """

    text: str
    route: str
    after: str | None = None
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """One destination and what it implies.

    `carries_topic` is False for a route such as small talk: a later "and that one?" looks past such a turn.
    `out_of_scope` marks the route that means "none of these". `handler` names who answers; without one it
    follows from the rest: with retrieval "documents" or (validation = "code") "code", else "conversation".
    `offers`: what it does for people, in their words, by language ("pt", "en", "es"). `needs`: below this confidence
    the next likely route is taken, if that needs nothing, or else the routebook's fallback. `app`: it goes to the
    app that runs, if one does. `opens_as`: its messages ask to open an app, and count as messages of the route
    that is named here; `clue` names the clue without which nothing is taken for one. `accept`: a bar of its own, below
    which the student's word for it is not enough and the next layer is asked.
    """

    name: str
    description: str = ""
    examples: Sequence[str] = ()
    retrieval: bool = False
    slot: str = "main"
    validation: str | None = None
    carries_topic: bool = True
    out_of_scope: bool = False
    handler: str | None = None
    offers: Mapping[str, str] = field(default_factory=dict)
    needs: float = 0.0
    app: bool = False
    opens_as: str | None = None
    clue: str | None = None
    accept: float | None = None


class Fact(NamedTuple):
    """Something that happened while a message was handled, noted where it happened (`observability/facts.py`)."""

    what: str
    detail: dict[str, Any]


class Step(NamedTuple):
    """One line of a decision's trail: who spoke, what it said, and how long it took."""

    who: str
    said: str
    micros: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What probes found. `names` are the evidence that guards read, `signals` the same for people and clients.

    `hits` are the scores of documents near to the message; None where nobody searched. `extras` are what extensions of
    the routebook found, for the decision.
    """

    names: frozenset[str] = frozenset()
    signals: tuple[str, ...] = ()
    hits: tuple[float, ...] | None = None
    extras: tuple[Any, ...] = ()


class Verdict(NamedTuple):
    """What a layer decided. `accepted` is False for a guess on which a later layer may improve."""

    route: str | None
    accepted: bool
    confidence: float
    reason: str
    runner_up: str | None = None
    margin: float = 0.0
    signals: tuple[str, ...] = ()
    qualifier: str | None = None
    scope: float | None = None
    extras: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Decision:
    """The outcome for one message, with the trail that led to it.

    `scope` tells how much the message is like anything that was taught; below zero it is out of scope. It is None where
    the classifier was not asked. `qualifier` is a second word that examples teach with the route, such as EDITOR.
    `thread_id` is the name of the session, where there is one. `facts` are what happened on the way. `resolved` is the
    message as the layers saw it; None where nothing of it was read. `extras` are what extensions of the routebook add,
    one frozen dataclass each: `decision.get(SchemaMentions)`.
    """

    route: str | None
    accepted: bool
    confidence: float
    layer: str
    reason: str
    runner_up: str | None = None
    margin: float = 0.0
    signals: tuple[str, ...] = ()
    thread_id: str | None = None
    qualifier: str | None = None
    scope: float | None = None
    extras: tuple[Any, ...] = ()
    trail: tuple[Step, ...] = ()
    facts: tuple[Fact, ...] = ()
    resolved: Resolved | None = field(default=None, repr=False, compare=False)

    def get(self, kind: type[Extra]) -> Extra | None:
        """Return what an extension added, by its type; None where it added nothing."""
        return extra_of(self.extras, kind)

    def extra_values(self) -> dict[str, Any]:
        """Return the fields of all extras in one map, as servers and traces pass them on."""
        return {name: value for extra in self.extras for name, value in asdict(extra).items()}


def extra_of(extras: tuple[Any, ...], kind: type[Extra]) -> Extra | None:
    """Return the extra of a type; None where there is none."""
    return next((extra for extra in extras if isinstance(extra, kind)), None)


def merge_extras(extras: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return extras with those of others; where both have one of a type, its empty fields are filled."""
    for other in others:
        own = extra_of(extras, type(other))
        filled = other
        if own is not None:
            filled = replace(own, **{f.name: getattr(own, f.name) or getattr(other, f.name) for f in fields(own)})
        extras = (*(extra for extra in extras if extra is not own), filled)
    return extras


class Passage(NamedTuple):
    """A piece of a document: which file, under which heading, and how many pieces stand before it."""

    file: str
    heading: str
    text: str
    number: int = 0


class Part(NamedTuple):
    """One part of an answer: its kind ("text", "code", "citation", "table", "card"), its text, and its values."""

    kind: str
    text: str
    values: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back. `status` is that of the validation: "", INVALID_UNRESOLVED or PARSER_UNAVAILABLE.

    `notes` say to people what they must know of it: that its code failed the parser and where, that it was not
    checked, or that it was cut short. `trace` is what the parser said of code that failed.
    `cut` tells why it ended early: "time", "length" or "repeats".
    """

    decision: Decision
    parts: tuple[Part, ...]
    status: str = ""
    trace: str = ""
    notes: tuple[str, ...] = ()
    cut: str = ""

    @property
    def text(self) -> str:
        """Return all that was said, as one text."""
        return "\n\n".join(part.text for part in self.parts if part.kind == "text")

    @property
    def code(self) -> str:
        """Return the code that is in the text, apart from it."""
        return "\n\n".join(part.text for part in self.parts if part.kind == "code")

    @property
    def citations(self) -> tuple[Part, ...]:
        """Return the passages that it rests on: `values` hold file, heading and number."""
        return tuple(part for part in self.parts if part.kind == "citation")


def _scores(hits: Any) -> tuple[float, ...]:
    try:
        scores = tuple(float(score) for score in hits)
        sound = not isinstance(hits, str) and not any(map(math.isnan, scores))
    except (TypeError, ValueError):
        sound = False
    if not sound:
        raise MessageError(f"hits must be a list of scores from 0 to 1, not {_short(hits)}")
    return scores


def _read_all(name: str, entries: Any, read: Callable[[Any], Turn]) -> tuple[Turn, ...]:
    if isinstance(entries, str | Mapping) or not isinstance(entries, Iterable):
        raise MessageError(f"{name} must be a list of turns, not {_short(entries)}")
    return tuple(map(read, entries))


def _spoken(entry: Any) -> Turn:
    if isinstance(entry, Turn):
        return entry
    if isinstance(entry, Mapping):
        text = entry.get("content", entry.get("text"))
        route = entry.get("route")
        if isinstance(entry.get("role"), str) and isinstance(text, str) and isinstance(route, str | None):
            return Turn(entry["role"], text, route)
    elif isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 2:
        role, text = entry
        if isinstance(role, str) and isinstance(text, str):
            return Turn(role, text)
    raise MessageError(f'a turn must be (role, text) or {{"role": …, "content": …}}, not {_short(entry)}')


def _classified(entry: Any) -> Turn:
    if isinstance(entry, Turn):
        return entry
    if isinstance(entry, Mapping):
        entry = (entry.get("type"), entry.get("topic"))
    if isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 2:
        route, topic = entry
        if isinstance(route, str) and isinstance(topic, str):
            return Turn("user", topic[:SNIPPET], route)
    raise MessageError(
        f'an entry of the intent history must be (type, topic) or {{"type": …, "topic": …}}, not {_short(entry)}'
    )


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else shown[:77] + "…"
