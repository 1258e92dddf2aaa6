"""Resolve: does a message lean on what came before, and on which turn?

The one place where history is read for routing. Layers see only what this returns, so a message that
does not lean is decided alike under every history (RC-03).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

from fingerpost.conversation.assistant_name import without_name
from fingerpost.conversation.history import recent
from fingerpost.language import lexicon as words
from fingerpost.language.text import clean, cut, fold
from fingerpost.observability.facts import LEANS, note
from fingerpost.types import Message, Resolved, Turn

_TOKEN = re.compile(r"[a-z0-9_]+")
_IDENTIFIER = re.compile(r"[a-z][A-Z]|\w_\w|\w\(")
_CLAUSES = re.compile(r"[,;.!?()]+")
_APOSTROPHES = str.maketrans("", "", "'’´`")
LONGEST = 16
"""Words beyond which a message is taken to stand on its own feet."""
SENTENCE, FRAGMENT = 8, 7
"""Words beyond which a pronoun may find its noun in the same message, and beyond which there is a verb."""


class _Phrases:
    """Finds phrases among tokens by their first word, which most tokens are not."""

    def __init__(self, phrases: Collection[str]) -> None:
        self._by_first: dict[str, list[list[str]]] = {}
        self._lasts = frozenset(phrase.split()[-1] for phrase in phrases)
        for phrase in sorted(phrases, key=len, reverse=True):
            first, *rest = phrase.split()
            self._by_first.setdefault(first, []).append(rest)

    def at(self, tokens: list[str], place: int) -> int:
        """Return how many tokens the longest phrase at this place takes; 0 if none stands there."""
        for rest in self._by_first.get(tokens[place], ()):
            if tokens[place + 1 : place + 1 + len(rest)] == rest:
                return 1 + len(rest)
        return 0

    def within(self, tokens: list[str]) -> bool:
        if self._lasts.isdisjoint(tokens):
            return False
        return any(self.at(tokens, place) for place in range(len(tokens)))

    def without(self, tokens: list[str]) -> list[str]:
        """Return the tokens that belong to no phrase."""
        left, place = [], 0
        while place < len(tokens):
            taken = self.at(tokens, place)
            if not taken:
                left.append(tokens[place])
            place += taken or 1
        return left


_FORM = _Phrases(words.FORM)
_POINTING = _Phrases(words.POINTING_PHRASES)
_CONTINUING = _Phrases(words.CONTINUING)
_SUPPOSING = _Phrases(words.SUPPOSING)
_GREETING = _Phrases(words.GREETING)
_EMPTY_OF_TOPIC = words.SMALL | words.POINTING | words.GENERIC
_EMPTY_BESIDE_FORM = words.SMALL | words.POINTING | words.FORM_BESIDE
_BARE = frozenset(words.BARE)


def resolve(message: Message, transparent: Collection[str] = (), name: str | None = None) -> Resolved:
    """Look at a message's references; turns on `transparent` routes are looked past.

    `name` is that of the assistant: where it is called by it, the layers see the text without.
    """
    whole = clean(message.text).strip()
    text, was_cut = cut(whole)
    addressed = False
    if name is not None:
        text, addressed = without_name(text, name)
    folded = fold(text)
    tokens = _tokens(folded)
    again = _wants_again(tokens)
    leans, turn, on_editor = None, None, False
    # Where nothing was said or shown, there is nothing to lean on.
    if not again and (message.intent_history or message.turns or message.selection or message.editor):
        leans = _leans(text, folded, tokens)
    if leans:
        note(LEANS, how=leans)
        turn = turn_meant(message, transparent)
        # A selection is what a finger points at; open code only matters where nothing was said.
        on_editor = bool(message.selection) or (turn is None and bool(message.editor))
    return Resolved(
        text=text,
        folded=folded,
        whole=whole,
        was_cut=was_cut,
        again=again,
        leans=leans,
        turn=None if on_editor else turn,
        on_editor=on_editor,
        history=tuple(recent(message)) if leans else (),
        addressed=addressed,
    )


def may_lean(text: str) -> bool:
    """Whether a message would lean on history if there were any; if not, nobody needs to look for it."""
    seen = cut(clean(text).strip())[0]
    return read(seen, fold(seen))[1] is not None


def read(text: str, folded: str) -> tuple[bool, str | None]:
    """Return whether a text wants the prior answer in another form, and how it leans if it does not."""
    tokens = _tokens(folded)
    again = _wants_again(tokens)
    return again, None if again else _leans(text, folded, tokens)


def _tokens(folded: str) -> list[str]:
    """Return the words of a short text; a long one stands on its own feet and has none that matter here."""
    if len(folded) > 12 * LONGEST:
        return []
    tokens = _TOKEN.findall(_without_apostrophes(folded))
    return tokens if len(tokens) <= LONGEST else []


def _without_apostrophes(folded: str) -> str:
    # Looking for them takes a tenth of the time of translating.
    if "'" in folded or "’" in folded or "´" in folded or "`" in folded:
        return folded.translate(_APOSTROPHES)
    return folded


def _leans(text: str, folded: str, tokens: list[str]) -> str | None:
    if not tokens or _GREETING.at(tokens, 0) or ("?" not in folded and not words.CLOSING.isdisjoint(tokens)):
        return None
    if " ".join(tokens) in _BARE:
        return "ellipsis"
    if _points(tokens) and not _names_it(text, folded):
        return "deixis"
    return "ellipsis" if _continues(tokens) else None


def _wants_again(tokens: list[str]) -> bool:
    if not _FORM.within(tokens):
        return False
    return _EMPTY_BESIDE_FORM.issuperset(_FORM.without(tokens))


def _continues(tokens: list[str]) -> bool:
    """Whether this is a fragment that only a sentence before it completes: "and for lists?"."""
    if _SUPPOSING.at(tokens, 0):
        return len(tokens) <= FRAGMENT and words.OWN.isdisjoint(tokens)
    opening = _CONTINUING.at(tokens, 0)
    rest = tokens[opening:]
    if not rest or not words.CLAUSE.isdisjoint(rest):
        return not rest
    return len(rest) < FRAGMENT - 1 and (opening > 0 or rest[0] in words.FRAGMENT)


def _points(tokens: list[str]) -> bool:
    """Whether this speaks of something without naming it: "explain this", "por que falla?"."""
    short = len(tokens) <= FRAGMENT
    if len(tokens) <= SENTENCE and _stands_alone(tokens):
        return True
    if short and (tokens[-1] in words.ENGLISH or _asks_about_it(tokens)):
        return True
    pointing = not words.POINTING.isdisjoint(tokens) or _POINTING.within(tokens)
    if not pointing and (not short or words.GENERIC.isdisjoint(tokens) or not words.NAMING.isdisjoint(tokens)):
        return False
    return all(
        token in _EMPTY_OF_TOPIC or (token in words.THINGS and not words.POINTING.isdisjoint(tokens[max(i - 2, 0) : i]))
        for i, token in enumerate(_POINTING.without(tokens))
    )


def _stands_alone(tokens: list[str]) -> bool:
    """Whether a pronoun of these never names its thing behind it, as "isso de variáveis" does."""
    return any(
        token in words.PRONOUNS and (i + 1 == len(tokens) or tokens[i + 1] not in words.DE)
        for i, token in enumerate(tokens)
    )


def _asks_about_it(tokens: list[str]) -> bool:
    """Whether an auxiliary makes "it" or "that" a pronoun: "is that right?", not "is that language typed?"."""
    for i, (before, it) in enumerate(itertools.pairwise(tokens)):
        rest = tokens[i + 2 :]
        if before in words.AUXILIARY and it in words.ENGLISH and 0 < len(rest) <= 4:
            return it == "it" or rest[0] in words.SMALL or rest[0] in words.GENERIC
    return False


def _names_it(text: str, folded: str) -> bool:
    """Whether the message brings what it points at: "cors, where is that set?", "fix this: addVar(…"."""
    if ":" in folded or "\n" in folded.strip() or _IDENTIFIER.search(text):
        return True
    clauses = [_TOKEN.findall(clause) for clause in _CLAUSES.split(_without_apostrophes(folded))]
    return len(clauses) > 1 and any(
        words.POINTING.isdisjoint(clause)
        and any(token not in _EMPTY_OF_TOPIC and token not in words.THINGS for token in clause)
        for clause in clauses
    )


def turn_meant(message: Message, transparent: Collection[str]) -> Turn | None:
    """Return the turn that a message leans on if it leans: the last that is not on a transparent route."""
    turns = recent(message)
    for turn in reversed(turns):
        if turn.route not in transparent:
            return turn
    return turns[-1] if turns else None
