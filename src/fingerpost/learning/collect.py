"""Collect labelled rows from stored turns: by people, by corrections in the next message, by the teacher, uncorrected.

Uncorrected are confident decisions of the student that were answered, and after which the person went on without an
objection. They only teach: they set no threshold and judge no challenger, or the student would prove itself right. A
label that breaks the contract is no label, whoever gave it. Rows left out are counted by reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from fingerpost.conversation.continuation import continuation_probability
from fingerpost.conversation.resolve import may_need_context, referenced_turn, resolve
from fingerpost.evaluation.rows import UNCORRECTED
from fingerpost.language.text import fold
from fingerpost.learning.corrections import corrected_request, may_object
from fingerpost.learning.label_contract import LabelContract
from fingerpost.observability.redaction import redact
from fingerpost.routebook.model import Routebook
from fingerpost.routing.layers.apps import AppMatcher
from fingerpost.stores.stored_messages import StoredMessage
from fingerpost.types import ATTACHED, CONVERSATION, Message, Resolved, Turn

PERSON, CORRECTION, TEACHER = "person", "correction", "teacher"
"""The sources of a label that others than the student gave, most trusted first; the teacher is the language model."""

MIN_TEACHER_CONFIDENCE = 0.5
"""Confidence at which the teacher's decision is used as a label."""

MIN_UNCORRECTED_CONFIDENCE = 0.95
"""Confidence from which on a decision of the student that nobody corrected is used as a label."""

MAX_CONTINUATION_PROBABILITY = 0.2
"""Probability of continuing the conversation up to which a message counts as self-contained."""

_TRUSTED_LAYERS = ("rules", "llm", "student")
"""Layers whose decision on a correcting message is used as a label."""

_UNDECIDED_LAYERS = ("fallback", "small_talk", "choice")
"""Layers of a message with which a person does not go on: "you are stupid" or "that is of no use"."""

UNLABELLED = "decided only by a rule, the memo, the caller or a fallback"
CHOICE = "chooses between routes that were offered: the message that it is about has the label"
UNSURE = "the teacher was unsure"
UNSURE_STUDENT = f"decided only by the classifier, with a confidence below {MIN_UNCORRECTED_CONFIDENCE}"
UNANSWERED = "decided only by the classifier, and not known to be answered"
LAST = "decided only by the classifier, and the last message of its session"
OBJECTED = "the next message may object to the answer"
UNDECIDED_NEXT = "decided only by the classifier, and the next message is small talk or was not understood"
OBJECTS = "may object to the answer before it"
LEANS = "decided only by the classifier, and refers to an earlier message whose route may be wrong itself"
BREAKS_CONTRACT = "the label breaks the contract"
UNKNOWN_ROUTE = "the label is not a route of the routebook"
EMPTY = "empty text"
NAMES_APP = "names an app: its route depends on which app runs"
MISSING_CONTEXT = "refers to context that is not stored, such as the editor or an attachment"
REFERS_TO_CORRECTED = "refers to the message that it corrects"
MAY_CONTINUE = "may continue the conversation without saying so"
IS_EXAMPLE = "already an example of the routebook"
CONTRADICTS_EXAMPLE = "contradicts an example of the routebook"

_ATTACHED = re.compile(r"\b(?:attach\w*|enclosed|upload\w*|anex\w*|adjunt\w*)\b")


class LabelledRow(NamedTuple):
    """A message with its label.

    `after`: the route of the turn it refers to. `source`: "person", "correction", "teacher" or "uncorrected". `cut`:
    the text is truncated. `user` and `session` limit how much one client can teach; they are never written to a file or
    log, and neither is `next_text`, the message after an uncorrected one, which may say the same again.
    """

    text: str
    route: str
    after: str | None
    source: str
    user: str | None
    session: str
    at: float
    cut: bool
    next_text: str | None = None

    @property
    def client(self) -> tuple[str, str]:
        """Return who gave the label: the user, or the session if the user is unknown."""
        return ("session", self.session) if self.user is None else ("user", self.user)


class CollectedRows(NamedTuple):
    """Labelled rows, and the number of messages left out by reason."""

    rows: list[LabelledRow]
    left_out: Counter[str]


class _Label(NamedTuple):
    """The label of a message. `content`: the request that a correcting message states."""

    route: str | None
    source: str
    content: str | None = None
    next_text: str | None = None


def collect(book: Routebook, messages: Iterable[StoredMessage]) -> CollectedRows:
    """Return the labelled rows of stored messages, which must come session by session, in order."""
    reader = _SessionReader(book)
    found = CollectedRows([], Counter())
    for _, session in groupby(messages, key=lambda message: (message.session, message.life)):
        reader.read(list(session), found)
    return found


def normalized(text: str) -> str:
    """Return a text without case, accents, repeated spaces and punctuation at its ends."""
    return " ".join(fold(text).split()).strip(" .!?¿¡,;:…")


def unlabelled_texts(book: Routebook, messages: Iterable[StoredMessage]) -> list[str]:
    """Return distinct texts without a label that are complete and self-contained.

    They are sorted by hash, so that the first hundred are a random sample.
    """
    reader = _SessionReader(book)
    found: dict[str, str] = {}
    for _, session in groupby(messages, key=lambda message: (message.session, message.life)):
        for text in reader.unlabelled(list(session)):
            found.setdefault(normalized(text), text)
    return sorted(found.values(), key=lambda text: sha256(text.encode("utf-8", "replace")).digest())


class _SessionReader:
    """Reads the messages of one session at a time."""

    def __init__(self, book: Routebook) -> None:
        self._book, self._names, self._transparent = book, frozenset(book.names), book.transparent
        self._contract = LabelContract(book)
        self._apps = AppMatcher(book) if book.apps else None
        self._attaches = any(example.after == ATTACHED for example in book.examples)
        self._examples = {(fold(example.text).strip(), example.after): example.route for example in book.examples}

    def read(self, messages: Sequence[StoredMessage], found: CollectedRows) -> None:
        turns: list[Turn] = []
        for place, (message, label) in enumerate(zip(messages, _labels(messages), strict=True)):
            given = label if label is not None else _uncorrected(messages, place)
            row = given if isinstance(given, str) else self._row(message, given, turns)
            if isinstance(row, LabelledRow):
                found.rows.append(row)
            else:
                found.left_out[row] += 1
            known = label.route if label is not None and label.source != TEACHER else message.corrected or message.route
            turns.append(Turn("user", message.text, known))
            del turns[:-CONVERSATION]

    def unlabelled(self, messages: Sequence[StoredMessage]) -> Iterator[str]:
        turns: list[Turn] = []
        for message, label in zip(messages, _labels(messages), strict=True):
            # A choice ("the second") is no message of its route: the message that it is about has the label.
            decided = message.layer in ("llm", "choice")
            if label is None and message.route in self._names and not decided and not message.cut:
                # With a hypothetical label, to check whether the message would give a self-contained row.
                row = self._row(message, _Label(message.route, TEACHER), turns)
                if isinstance(row, LabelledRow) and row.after is None:
                    yield row.text
            turns.append(Turn("user", message.text, message.route))
            del turns[:-CONVERSATION]

    def _row(self, stored: StoredMessage, label: _Label, turns: Sequence[Turn]) -> LabelledRow | str:
        """Return the row of a message, or the reason why there is none."""
        if label.route not in self._names:
            return UNKNOWN_ROUTE
        message = Message(label.content or stored.text, turns=turns)
        if self._contract.is_broken_by(message.text, label.route, given_by_person=label.source == PERSON):
            return BREAKS_CONTRACT
        resolved = resolve(message, self._transparent, self._book.assistant)
        after, reason = self._reference(message, resolved, label)
        if reason is not None:
            return reason
        if after is not None and label.source == UNCORRECTED:
            return LEANS
        # Rows outlive their session, so personal data and keys are redacted.
        text = redact(resolved.text if resolved.addressed else resolved.whole)
        example_route = self._examples.get((fold(text).strip(), after))
        if example_route is not None:
            return IS_EXAMPLE if example_route == label.route else CONTRADICTS_EXAMPLE
        who = stored.user, stored.session, stored.at
        return LabelledRow(text, str(label.route), after, label.source, *who, stored.cut, label.next_text)

    def _reference(self, message: Message, resolved: Resolved, label: _Label) -> tuple[str | None, str | None]:
        """Return the route of the turn that a message refers to, if any, and the reason to leave it out, if any."""
        if not resolved.text.strip():
            return None, EMPTY
        if self._apps is not None:
            # With apps the route depends on which app runs, not on the previous turns.
            naming = self._apps.find_mention(message, resolved)
            return None, NAMES_APP if naming.certain is not None or naming.likely is not None else None
        # Without previous turns, a reference is to the editor or to an attachment.
        if resolved.leans or (not message.turns and may_need_context(resolved.text)):
            after = resolved.turn.route if resolved.turn is not None else None
            if after not in self._names:
                return None, MISSING_CONTEXT
            return after, None if label.content is None else REFERS_TO_CORRECTED
        if self._attaches and _ATTACHED.search(resolved.folded):
            return None, MISSING_CONTEXT
        return None, MAY_CONTINUE if self._may_continue(message, resolved, label.route) else None

    def _may_continue(self, message: Message, resolved: Resolved, route: str | None) -> bool:
        """Whether a message has the route of the conversation before it, and may have it only for that reason."""
        if not self._book.conversation or not message.turns:
            return False
        before = referenced_turn(message, self._transparent)
        return (
            before is not None
            and before.route == route
            and continuation_probability(resolved, message, None) >= MAX_CONTINUATION_PROBABILITY
        )


def _labels(messages: Sequence[StoredMessage]) -> list[_Label | None]:
    """Return the label of each message: by a person, else by the next message's correction, else by the teacher.

    From the last to the first: a correction may be corrected itself, and the last one counts for all before it.
    """
    labels: list[_Label | None] = [None] * len(messages)
    # The route that the next message corrects to, if it is a confident correction.
    corrects_to: str | None = None
    for place in range(len(messages) - 1, -1, -1):
        message = messages[place]
        if message.layer == "choice" or (message.layer == "small_talk" and message.corrected is None):
            # "the second", or "ok" between an answer and its correction: the correction is about what was before.
            continue
        content = corrected_request(message.text) if place else None
        if message.corrected is not None:
            label: _Label | None = _Label(message.corrected, PERSON, content)
        elif corrects_to is not None and corrects_to != message.route:
            label = _Label(corrects_to, CORRECTION, content)
        elif content is not None and _is_confident(message) and message.route != messages[place - 1].route:
            label = _Label(message.route, CORRECTION, content)
        elif message.layer == "llm" and _is_confident(message) and not _is_objected(messages, place):
            label = _Label(message.route, TEACHER, content)
        else:
            label = None
        labels[place] = label
        corrects_to = label.route if label is not None and content is not None and label.source != TEACHER else None
    return labels


def _uncorrected(messages: Sequence[StoredMessage], place: int) -> _Label | str:
    """Return the label of a message that the student alone labels, or the reason why it has none."""
    message = messages[place]
    if message.layer == "choice":
        return CHOICE
    if message.layer == "llm":
        return OBJECTED if _is_confident(message) else UNSURE
    if message.layer != "student" or message.route is None:
        return UNLABELLED
    faults = {
        UNSURE_STUDENT: (message.confidence or 0.0) < MIN_UNCORRECTED_CONFIDENCE,
        UNANSWERED: message.outcome != "answered",
        LAST: place + 1 == len(messages),
        OBJECTED: _is_objected(messages, place),
        # Decided as what it objects to was, or it would be a correction.
        OBJECTS: place > 0 and may_object(message.text),
        UNDECIDED_NEXT: place + 1 < len(messages) and messages[place + 1].layer in _UNDECIDED_LAYERS,
    }
    fault = next((reason for reason, applies in faults.items() if applies), None)
    return fault or _Label(message.route, UNCORRECTED, next_text=messages[place + 1].text)


def _is_objected(messages: Sequence[StoredMessage], place: int) -> bool:
    """Whether the message after it may object to the answer."""
    return place + 1 < len(messages) and may_object(messages[place + 1].text)


def _is_confident(message: StoredMessage) -> bool:
    """Whether a trusted layer decided the message with enough confidence."""
    if message.route is None or message.layer not in _TRUSTED_LAYERS:
        return False
    return message.layer != "llm" or (message.confidence or 0.0) >= MIN_TEACHER_CONFIDENCE
