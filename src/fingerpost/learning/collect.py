"""Labelled rows out of stored turns: what a person said, what the next message corrected, what the teacher decided.

The student's own decisions are no labels: it would learn what it believes already. Whatever is left out is counted
with the reason, for people to read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from fingerpost.conversation.continuation import following
from fingerpost.conversation.resolve import may_lean, resolve, turn_meant
from fingerpost.language.text import fold
from fingerpost.learning.corrections import meant
from fingerpost.observability.redaction import redact
from fingerpost.routebook.model import ATTACHED, Routebook
from fingerpost.routing.layers.apps import Gate
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import CONVERSATION, Message, Resolved, Turn

PERSON, CORRECTION, TEACHER = "person", "correction", "teacher"
"""Where a label comes from, the most trusted first."""

SURE = 0.5
"""Confidence from which the teacher's word is a label: more likely than not."""

STANDS_ALONE = 0.2
"""In a conversation, how likely at most a message continues it that is taken to stand alone."""

_DECIDERS = ("rules", "llm", "student")
"""Layers whose word on a correcting message is taken: those that stand by what they say."""

UNLABELLED = "nobody but the student, a rule or the memo decided it"
UNSURE = "the teacher was not sure"
UNKNOWN_ROUTE = "the label is no route of the routebook"
EMPTY = "nothing of the text is left"
NAMES_APP = "names a mini-app: what it is depends on what runs"
UNSTORED = "leans on what is not stored, such as the editor or an attachment"
LEANS_ON_WRONG = "leans on the message that it corrects"
MAY_CONTINUE = "may continue the talk before it without a word that shows it"
IS_EXAMPLE = "is an example of the routebook already"
AGAINST_EXAMPLE = "an example of the routebook says otherwise"

_ATTACHED = re.compile(r"\b(?:attach\w*|enclosed|upload\w*|anex\w*|adjunt\w*)\b")


class Labelled(NamedTuple):
    """A message with its label. `after`: the route of the turn it leans on. `cut`: only its first characters are left.

    `source`: "person", "correction" or "teacher". `user` and `session` tell whose it is, for bounds on what one client
    may teach; they go into no file and no log.
    """

    text: str
    route: str
    after: str | None
    source: str
    user: str | None
    session: str
    at: float
    cut: bool

    @property
    def client(self) -> tuple[str, str]:
        """Return who gave it: the user, or the session where the user is unknown."""
        return ("session", self.session) if self.user is None else ("user", self.user)


class Collected(NamedTuple):
    """Rows to learn from, and how many messages were left out for which reason."""

    rows: list[Labelled]
    left_out: Counter[str]


class _Label(NamedTuple):
    """What is known of a message's route. `content`: what a correcting message says was meant."""

    route: str | None
    source: str
    content: str | None = None


def collect(book: Routebook, spoken: Iterable[StoredMessage]) -> Collected:
    """Return the rows that stored messages give, which come session by session, in order."""
    reader = _Reader(book)
    found = Collected([], Counter())
    for _, said in groupby(spoken, key=lambda message: (message.session, message.life)):
        reader.read(list(said), found)
    return found


def plain(text: str) -> str:
    """Return a text without what does not make it another: capitals, accents, spaces, signs at its ends."""
    return " ".join(fold(text).split()).strip(" .!?¿¡,;:…")


def unlabelled(book: Routebook, spoken: Iterable[StoredMessage]) -> list[str]:
    """Return texts that only the student, a rule or the memo decided, whole and standing alone, each once.

    In an order that has nothing to do with what they say: whoever asks about the first hundred asks about a sample.
    """
    reader = _Reader(book)
    found: dict[str, str] = {}
    for _, said in groupby(spoken, key=lambda message: (message.session, message.life)):
        for text in reader.unlabelled(list(said)):
            found.setdefault(plain(text), text)
    return sorted(found.values(), key=lambda text: sha256(text.encode("utf-8", "replace")).digest())


class _Reader:
    """Reads the messages of one life of a session at a time."""

    def __init__(self, book: Routebook) -> None:
        self._book, self._names, self._transparent = book, frozenset(book.names), book.transparent
        self._gate = Gate(book) if book.apps else None
        self._attaches = any(example.after == ATTACHED for example in book.examples)
        self._examples = {(fold(example.text).strip(), example.after): example.route for example in book.examples}

    def read(self, said: Sequence[StoredMessage], found: Collected) -> None:
        labels = _labels(said)
        turns: list[Turn] = []
        for message, label in zip(said, labels, strict=True):
            row = self._row(message, label, turns)
            if isinstance(row, Labelled):
                found.rows.append(row)
            else:
                found.left_out[row] += 1
            known = label.route if label is not None and label.source != TEACHER else message.route
            turns.append(Turn("user", message.text, known))
            del turns[:-CONVERSATION]

    def unlabelled(self, said: Sequence[StoredMessage]) -> Iterator[str]:
        turns: list[Turn] = []
        for message, label in zip(said, _labels(said), strict=True):
            if label is None and message.route in self._names and message.layer != "llm" and not message.cut:
                # As though somebody had labelled it, to see whether that would give a row that stands alone.
                row = self._row(message, _Label(message.route, TEACHER), turns)
                if isinstance(row, Labelled) and row.after is None:
                    yield row.text
            turns.append(Turn("user", message.text, message.route))
            del turns[:-CONVERSATION]

    def _row(self, said: StoredMessage, label: _Label | None, turns: Sequence[Turn]) -> Labelled | str:
        """Return the row of a message, or why there is none."""
        if label is None:
            return UNSURE if said.layer == "llm" else UNLABELLED
        if label.route not in self._names:
            return UNKNOWN_ROUTE
        message = Message(label.content or said.text, turns=turns)
        resolved = resolve(message, self._transparent, self._book.assistant)
        after, why = self._leans_on(message, resolved, label)
        if why is not None:
            return why
        # What lives longer than its session holds no address and no key.
        text = redact(resolved.text if resolved.addressed else resolved.whole)
        taught = self._examples.get((fold(text).strip(), after))
        if taught is not None:
            return IS_EXAMPLE if taught == label.route else AGAINST_EXAMPLE
        return Labelled(text, str(label.route), after, label.source, said.user, said.session, said.at, said.cut)

    def _leans_on(self, message: Message, resolved: Resolved, label: _Label) -> tuple[str | None, str | None]:
        """Return the route of the turn that a message leans on, if it does, and why it is no row, if it is none."""
        if not resolved.text.strip():
            return None, EMPTY
        if self._gate is not None:
            # There what a message is does not follow from what was said before, but from what runs.
            naming = self._gate.name(message, resolved)
            return None, NAMES_APP if naming.certain is not None or naming.likely is not None else None
        # Where nothing was said before, it leaned on what was shown.
        if resolved.leans or (not message.turns and may_lean(resolved.text)):
            after = resolved.turn.route if resolved.turn is not None else None
            if after not in self._names:
                return None, UNSTORED
            return after, None if label.content is None else LEANS_ON_WRONG
        if self._attaches and _ATTACHED.search(resolved.folded):
            return None, UNSTORED
        return None, MAY_CONTINUE if self._may_continue(message, resolved, label.route) else None

    def _may_continue(self, message: Message, resolved: Resolved, route: str | None) -> bool:
        """Whether a message has the route of the talk before it, and may have it for that reason alone."""
        if not self._book.conversation or not message.turns:
            return False
        before = turn_meant(message, self._transparent)
        return before is not None and before.route == route and following(resolved, message, None) >= STANDS_ALONE


def _labels(said: Sequence[StoredMessage]) -> list[_Label | None]:
    """Return the label of each message: a person's word, else the next message's correction, else the teacher's.

    From the end backwards: a correction may be corrected itself, and its last word counts for all before it.
    """
    labels: list[_Label | None] = [None] * len(said)
    # What the message behind says was meant, if it is a correction that somebody stands by.
    corrects_to: str | None = None
    for place in range(len(said) - 1, -1, -1):
        message = said[place]
        content = meant(message.text) if place else None
        if message.corrected is not None:
            label: _Label | None = _Label(message.corrected, PERSON, content)
        elif corrects_to is not None and corrects_to != message.route:
            label = _Label(corrects_to, CORRECTION, content)
        elif content is not None and _stands_by(message) and message.route != said[place - 1].route:
            label = _Label(message.route, CORRECTION, content)
        elif message.layer == "llm" and _stands_by(message):
            label = _Label(message.route, TEACHER, content)
        else:
            label = None
        labels[place] = label
        corrects_to = label.route if label is not None and content is not None and label.source != TEACHER else None
    return labels


def _stands_by(message: StoredMessage) -> bool:
    """Whether a layer decided that stands by what it says; a student's guess that was not accepted is none."""
    if message.route is None or message.layer not in _DECIDERS:
        return False
    return message.layer != "llm" or (message.confidence or 0.0) >= SURE
