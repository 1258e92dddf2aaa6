"""Resolve: does a message lean on what came before, and on which turn?

The one place where history is read for routing. Layers see only what this returns, so a message that
does not lean is decided alike under every history (RC-03).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

from fingerpost.conversation import lexicon as words
from fingerpost.conversation.history import recent
from fingerpost.text import clean, cut, fold
from fingerpost.types import Message, Resolved, Turn

_TOKEN = re.compile(r"[a-z0-9_]+")
_CLAUSES = re.compile(r"[,;.!?()]+")
_APOSTROPHE = re.compile(r"['’´`]")
LONGEST = 16
"""Words beyond which a message is taken to stand on its own feet."""
SENTENCE, FRAGMENT = 8, 7
"""Words beyond which a pronoun may find its noun in the same message, and beyond which there is a verb."""


def _phrases(phrases: Collection[str]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


_FORM = _phrases(words.FORM)
_POINTING_PHRASE = _phrases(words.POINTING_PHRASES)
_CONTINUING = re.compile(rf"(?:{'|'.join(sorted(words.CONTINUING, key=len, reverse=True))})\b")
_SUPPOSING = re.compile(rf"(?:{'|'.join(words.SUPPOSING)})\b")
_EMPTY_OF_TOPIC = words.SMALL | words.POINTING | words.GENERIC
_EMPTY_BESIDE_FORM = words.SMALL | words.POINTING | words.FORM_BESIDE
_BARE = frozenset(words.BARE)


def resolve(message: Message, transparent: Collection[str] = ()) -> Resolved:
    """Look at a message's references; turns on `transparent` routes are looked past."""
    whole = clean(message.text)
    text, was_cut = cut(whole)
    folded = fold(text)
    again, leans = read(folded)
    turn, on_editor = None, False
    if leans:
        turn = _turn_meant(message, transparent)
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
    )


def read(folded: str) -> tuple[bool, str | None]:
    """Return whether a folded text wants the prior answer in another form, and how it leans if it does not."""
    if len(folded) > 12 * LONGEST:
        return False, None
    tokens = _TOKEN.findall(_APOSTROPHE.sub("", folded))
    if not tokens or len(tokens) > LONGEST:
        return False, None
    plain = " ".join(tokens)
    if _wants_again(plain):
        return True, None
    if plain in _BARE:
        return False, "ellipsis"
    if _continues(plain, tokens):
        return False, "ellipsis"
    return False, "deixis" if _points(tokens, plain) and not _names_it(folded) else None


def _wants_again(plain: str) -> bool:
    if not _FORM.search(plain):
        return False
    return all(token in _EMPTY_BESIDE_FORM for token in _FORM.sub(" ", plain).split())


def _continues(plain: str, tokens: list[str]) -> bool:
    """Whether this is a fragment that only a sentence before it completes: "and for lists?"."""
    if _SUPPOSING.match(plain):
        return len(tokens) <= FRAGMENT and not words.OWN.intersection(tokens)
    opening = _CONTINUING.match(plain)
    rest = plain[opening.end() :].split() if opening else tokens
    if not rest or words.CLAUSE.intersection(rest):
        return not rest
    return len(rest) < FRAGMENT if opening else rest[0] in words.FRAGMENT and len(rest) < FRAGMENT - 1


def _points(tokens: list[str], plain: str) -> bool:
    """Whether this speaks of something without naming it: "explain this", "por que falla?"."""
    short = len(tokens) <= FRAGMENT
    if len(tokens) <= SENTENCE and words.PRONOUNS.intersection(tokens):
        return True
    if short and (tokens[-1] in words.ENGLISH or _asks_about_it(tokens)):
        return True
    pointing = bool(words.POINTING.intersection(tokens)) or _POINTING_PHRASE.search(plain) is not None
    if not pointing and not (short and words.GENERIC.intersection(tokens)):
        return False
    return all(
        token in _EMPTY_OF_TOPIC or (token in words.THINGS and words.POINTING.intersection(tokens[max(i - 2, 0) : i]))
        for i, token in enumerate(tokens)
    )


def _asks_about_it(tokens: list[str]) -> bool:
    return any(
        before in words.AUXILIARY and it in words.ENGLISH and 0 < len(tokens) - i - 2 <= 4
        for i, (before, it) in enumerate(itertools.pairwise(tokens))
    )


def _names_it(folded: str) -> bool:
    """Whether the message brings what it points at: "cors, where is that set?", "fix this: addVar(…"."""
    if ":" in folded or "\n" in folded.strip():
        return True
    clauses = [_TOKEN.findall(clause) for clause in _CLAUSES.split(_APOSTROPHE.sub("", folded))]
    return len(clauses) > 1 and any(
        not words.POINTING.intersection(clause)
        and any(token not in _EMPTY_OF_TOPIC and token not in words.THINGS for token in clause)
        for clause in clauses
    )


def _turn_meant(message: Message, transparent: Collection[str]) -> Turn | None:
    turns = recent(message)
    for turn in reversed(turns):
        if turn.route not in transparent:
            return turn
    return turns[-1] if turns else None
