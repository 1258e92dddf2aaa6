"""The public data types: messages, routes, verdicts, decisions and answers.

Everything here is immutable and safe to share between threads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, NamedTuple, TypeVar

from fingerpost.errors import MessageError, RoutebookError, short_repr
from fingerpost.runtime.origin import DecisionOrigin

SNIPPET = 60
"""Characters of a past message that are kept in the intent history."""

CONVERSATION = 20
"""Messages of a conversation that are used: questions, answers, and documents that were sent."""

HISTORY = 6
"""Entries of the intent history that a classifier may see (RC-06 of the contract)."""

EDITOR, ATTACHED = "editor", "attachment"
"""What a message can depend on besides an earlier turn: the text in the editor, or an attachment."""

USES_EDITOR = "EDITOR"
"""The qualifier of a message that is about the text in the editor."""

Extra = TypeVar("Extra")


class Turn(NamedTuple):
    """One past message or answer; `route`, `layer` and `confidence` are None if they were not recorded."""

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
    """A message to route, with its context.

    `turns`: the conversation so far, as (role, text) or mappings. `intent_history`: the routes of past messages, as
    (type, topic) or mappings. `editor` and `selection`: the text open in the editor, and the selected part of it.
    `extra_context`, `user_info`: passed on to the answering pipeline. `declared`: a route given by the caller, who
    then skips the layers. `active_app`: the app that is running for this user in this room, and `app_data` its data.
    `hits`: scores from 0 to 1 of a search that the caller has made, used in place of the router's own.
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
        """Convert and check the fields; raise MessageError for those that cannot be used."""
        if not isinstance(text, str):
            remedy = "decode it first" if isinstance(text, bytes | bytearray) else "give the text that was sent"
            raise MessageError(f"a message's text must be a string, not {type(text).__name__}: {remedy}")
        put = object.__setattr__
        put(self, "text", text)
        put(self, "turns", _read_all("turns", turns, _turn) if turns else ())
        put(self, "intent_history", _read_all("intent_history", intent_history, _past_route) if intent_history else ())
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
    """A message after its references were resolved: all that a layer may see.

    `text`: the cleaned text, cut if it was long (`was_cut`). `folded`: the same in lower case without accents.
    `whole`: the text before it was cut, for rules that match a phrase anywhere. `again`: it asks for the previous
    answer in another form. `leans`: "deixis" or "ellipsis" if it depends on an earlier turn or on the editor. `turn`:
    the turn that it depends on, if there is one. `on_editor`: it depends on the text in the editor. `history`: the last
    six turns, for the language model; empty unless it depends on one. `complete`: the text with its references
    replaced, so that it can be understood alone; empty if it already can. `attached`: it comes with files, and the
    routebook has examples with files. `follows`: the probability that it continues the conversation; None if that was
    not estimated. `addressed`: it addresses the assistant by name, which is not in `text`. `file_aside`: it sets its
    own file aside, which is not in `text` unless it says nothing else.
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
    file_aside: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """A training message with its route.

    `after`: what the message depends on: the route of an earlier turn, "editor", or "attachment". `qualifier`: a second
    label learned together with the route, such as EDITOR for messages about the text in the editor.
    """

    text: str
    route: str
    after: str | None = None
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """One destination of messages, and how its messages are answered.

    `retrieval`: answers use passages of documents. `slot`: the model that answers. `validation`: how answers are
    checked ("code" or "context"). `carries_topic`: False for a route such as small talk, whose turns a later "and that
    one?" does not refer to. `out_of_scope`: the route for "none of these". `handler`: the handler that answers; the
    default is "documents" with retrieval ("code" with validation = "code"), else "conversation". `offers`: what the
    route does for people, by language ("pt", "en", "es"). `needs`: the minimum confidence; below it the runner-up is
    used if it has no minimum, else the routebook's fallback. `app`: messages go to the running app. `opens_as`:
    messages ask to open an app and count as messages of the route named here; `clue` is a clue that such a message
    must have. `accept`: the classifier's acceptance threshold for this route, in place of the general one. `title`:
    its name for people. `reply`: the fixed answer, as one text, as several of which the first with values for all its
    `{name}` is used, or as either by language (`routebook/replies.py`). `small_talk`: greetings, thanks and the like
    come here, without examples of its own. `never`: patterns of messages that no classifier may send here.
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
    title: str | Mapping[str, str] = ""
    reply: str | Sequence[str] | Mapping[str, str | Sequence[str]] = ""
    small_talk: bool = False
    never: Sequence[str] = ()

    def __new__(cls, *_: object, **given: object) -> Route:
        """Create a route; the word that semantic-router has for examples is told."""
        if "utterances" in given:
            raise RoutebookError("Route(…)", "utterances", given["utterances"], "are called examples: examples=[…]")
        return object.__new__(cls)


class Fact(NamedTuple):
    """Something that happened while a message was handled, recorded where it happened (`observability/facts.py`)."""

    what: str
    detail: dict[str, Any]


class Degraded(NamedTuple):
    """A part of an answer that came from a lower rung of its ladder: the part, the rung that was used, and why."""

    part: str
    rung: str
    why: str


class Step(NamedTuple):
    """One step of a decision's trail: the layer (`who`), its result (`said`), and its time in microseconds."""

    who: str
    said: str
    micros: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """The results of the probes.

    `names`: the evidence that is present, for guards. `signals`: the same for people and clients. `hits`: the scores of
    passages near the message; None if no search was made. `extras`: those of the routebook's extensions.
    """

    names: frozenset[str] = frozenset()
    signals: tuple[str, ...] = ()
    hits: tuple[float, ...] | None = None
    extras: tuple[Any, ...] = ()


class Verdict(NamedTuple):
    """The result of one layer; `accepted` is False for a guess that a later layer may replace."""

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
class Decision(DecisionOrigin):
    """The outcome for one message, with the trail of how it was reached.

    `accepted`: False for a best guess. `layer`: the layer that decided. `runner_up` and `margin`: the next route, and
    the distance in confidence to it. `signals`: findings for clients. `thread_id`: the session's name, if there is
    one. `qualifier`: a second label learned together with the route, such as EDITOR. `scope`: how similar the message
    is to the examples; below zero it is out of scope, None if the classifier was not asked. `facts`: what happened on
    the way. `resolved`: the message as the layers saw it; None if it was not resolved. `extras`: one frozen dataclass
    per extension of the routebook: `decision.get(SchemaMentions)`. `decision.explain()` tells why.
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
        """Return the extra of a type; None if there is none."""
        return extra_of(self.extras, kind)

    def extra_values(self) -> dict[str, Any]:
        """Return the fields of all extras in one map, for servers and traces."""
        return {name: value for extra in self.extras for name, value in asdict(extra).items()}


def extra_of(extras: tuple[Any, ...], kind: type[Extra]) -> Extra | None:
    """Return the extra of a type; None if there is none."""
    return next((extra for extra in extras if isinstance(extra, kind)), None)


def merge_extras(extras: tuple[Any, ...], others: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return both lists of extras as one; of two of one type, the second fills the empty fields of the first."""
    for other in others:
        own = extra_of(extras, type(other))
        filled = other
        if own is not None:
            filled = replace(own, **{f.name: getattr(own, f.name) or getattr(other, f.name) for f in fields(own)})
        extras = (*(extra for extra in extras if extra is not own), filled)
    return extras


class Passage(NamedTuple):
    """A passage of a document: its file, its heading, its text, and its position in the document."""

    file: str
    heading: str
    text: str
    number: int = 0


class Part(NamedTuple):
    """One part of an answer: its kind (text, code, citation, table, card or choice), its text, and its values."""

    kind: str
    text: str
    values: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and the decision that it is based on.

    `status`: the result of validation: "", INVALID_UNRESOLVED or PARSER_UNAVAILABLE. `trace`: the parser's report on
    code that failed. `notes`: what people must know about the answer: that its code failed the parser and where, that
    it or a part of it was not checked, or that it was cut short. `cut`: why it ended early: "time", "length",
    "repeats" or "broken". `checked`: how much of its code the parser saw: "all", "partly" or "none", and "" where the
    route checks none; an empty `status` with "none" says that nothing is known of the code. `degraded`: its parts that
    came from a lower rung, those of the decision included.
    """

    decision: Decision
    parts: tuple[Part, ...]
    status: str = ""
    trace: str = ""
    notes: tuple[str, ...] = ()
    cut: str = ""
    checked: str = ""
    degraded: tuple[Degraded, ...] = ()

    @property
    def text(self) -> str:
        """Return the text parts as one text."""
        return "\n\n".join(part.text for part in self.parts if part.kind == "text")

    @property
    def code(self) -> str:
        """Return the code parts as one text."""
        return "\n\n".join(part.text for part in self.parts if part.kind == "code")

    @property
    def citations(self) -> tuple[Part, ...]:
        """Return the cited passages; their `values` have file, heading and number."""
        return tuple(part for part in self.parts if part.kind == "citation")


def _scores(hits: Any) -> tuple[float, ...]:
    try:
        scores = tuple(float(score) for score in hits)
        valid = not isinstance(hits, str) and not any(map(math.isnan, scores))
    except (TypeError, ValueError):
        valid = False
    if not valid:
        raise MessageError(f"hits must be a list of scores from 0 to 1, not {short_repr(hits)}")
    return scores


def _read_all(name: str, entries: Any, read: Callable[[Any], Turn]) -> tuple[Turn, ...]:
    if isinstance(entries, str | Mapping) or not isinstance(entries, Iterable):
        raise MessageError(f"{name} must be a list of turns, not {short_repr(entries)}")
    return tuple(map(read, entries))


def _turn(entry: Any) -> Turn:
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
    raise MessageError(f'a turn must be (role, text) or {{"role": …, "content": …}}, not {short_repr(entry)}')


def _past_route(entry: Any) -> Turn:
    if isinstance(entry, Turn):
        return entry
    if isinstance(entry, Mapping):
        entry = (entry.get("type"), entry.get("topic"))
    if isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 2:
        route, topic = entry
        if isinstance(route, str) and isinstance(topic, str):
            return Turn("user", topic[:SNIPPET], route)
    raise MessageError(
        f'an entry of the intent history must be (type, topic) or {{"type": …, "topic": …}}, not {short_repr(entry)}'
    )
