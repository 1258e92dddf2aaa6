"""Resolve references: whether a message refers to previous turns, and to which one.

This is the only place where routing reads the history. Layers see only its result, so a self-contained message is
decided the same under every history (RC-03).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

from fingerpost.conversation import lexicon as words
from fingerpost.conversation.assistant_name import strip_assistant_name
from fingerpost.conversation.history import recent_user_turns
from fingerpost.language.function_words import SMALL
from fingerpost.language.text import as_read, cut, fold, undisguised
from fingerpost.observability.facts import CONTEXT_DEPENDENT, record_fact
from fingerpost.types import Message, Resolved, Turn

_TOKEN = re.compile(r"[a-z0-9_]+")
_SPACED = bytes(code if _TOKEN.match(chr(code)) else ord(" ") for code in range(256))
"""For each byte of an ASCII text what stands for it: itself in a word, a space between words."""
_IDENTIFIER = re.compile(r"[a-z][A-Z]|\w_\w|\w\(")
_CLAUSES = re.compile(r"[,;.!?()]+")
_APOSTROPHES = str.maketrans("", "", "'’´`")
MAX_WORDS = 16
"""Words above which a message counts as self-contained."""
MAX_PRONOUN_WORDS, MAX_FRAGMENT_WORDS = 8, 7
"""Words above which a pronoun may refer to a noun of the same message, and above which there is a verb."""


class _Phrases:
    """Finds phrases among tokens, indexed by their first word."""

    def __init__(self, phrases: Collection[str]) -> None:
        self._by_first: dict[str, list[list[str]]] = {}
        self._lasts = frozenset(phrase.split()[-1] for phrase in phrases)
        for phrase in sorted(phrases, key=len, reverse=True):
            first, *rest = phrase.split()
            self._by_first.setdefault(first, []).append(rest)

    def at(self, tokens: list[str], index: int) -> int:
        """Return the length of the longest phrase that starts at an index; 0 if there is none."""
        for rest in self._by_first.get(tokens[index], ()):
            if tokens[index + 1 : index + 1 + len(rest)] == rest:
                return 1 + len(rest)
        return 0

    def within(self, tokens: list[str]) -> bool:
        if self._lasts.isdisjoint(tokens):
            return False
        return any(self.at(tokens, index) for index in range(len(tokens)))

    def without(self, tokens: list[str]) -> list[str]:
        """Return the tokens that belong to no phrase."""
        left, index = [], 0
        while index < len(tokens):
            taken = self.at(tokens, index)
            if not taken:
                left.append(tokens[index])
            index += taken or 1
        return left


_FORM = _Phrases(words.FORM)
_POINTING = _Phrases(words.POINTING_PHRASES)
_CONTINUING = _Phrases(words.CONTINUING)
_SUPPOSING = _Phrases(words.SUPPOSING)
_GREETING = _Phrases(words.GREETING)
_EMPTY_OF_TOPIC = SMALL | words.POINTING | words.GENERIC
_EMPTY_BESIDE_FORM = SMALL | words.POINTING | words.FORM_BESIDE
_BARE = frozenset(words.BARE)


def resolve(message: Message, transparent: Collection[str] = (), name: str | None = None) -> Resolved:
    """Return the resolved references of a message; turns on `transparent` routes are skipped.

    `name` is the assistant's name, which is stripped where a message addresses it.
    """
    whole = undisguised(message.text).strip()
    text, was_cut = cut(whole)
    addressed = False
    if name is not None:
        text, addressed = strip_assistant_name(text, name)
    folded = fold(text)
    tokens = _tokens(folded)
    again = _wants_other_form(tokens)
    leans, turn, on_editor = None, None, False
    # Without history, selection and editor there is nothing to refer to.
    if not again and (message.intent_history or message.turns or message.selection or message.editor):
        leans = _reference_kind(text, folded, tokens)
    if leans:
        record_fact(CONTEXT_DEPENDENT, how=leans)
        turn = referenced_turn(message, transparent)
        # A reference is to the selection first; to the open file only without previous turns.
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
        history=tuple(recent_user_turns(message)) if leans else (),
        addressed=addressed,
    )


def may_need_context(text: str) -> bool:
    """Whether a message would refer to history if there were any; if not, none has to be loaded."""
    seen = as_read(text)
    return read_reference(seen, fold(seen))[1] is not None


def read_reference(text: str, folded: str) -> tuple[bool, str | None]:
    """Return whether a text wants the previous answer in another form, and otherwise its kind of reference."""
    tokens = _tokens(folded)
    again = _wants_other_form(tokens)
    return again, None if again else _reference_kind(text, folded, tokens)


def _tokens(folded: str) -> list[str]:
    """Return the words of a short text; none of a long one, which counts as self-contained."""
    if len(folded) > 12 * MAX_WORDS:
        return []
    plain = _without_apostrophes(folded)
    if plain.isascii():
        # The same as by the pattern, in a third of the time.
        tokens = plain.encode().translate(_SPACED).decode().split(maxsplit=MAX_WORDS)
    else:
        tokens = _TOKEN.findall(plain)
    return tokens if len(tokens) <= MAX_WORDS else []


def _without_apostrophes(folded: str) -> str:
    # Testing for them takes a tenth of the time of translating.
    if "'" in folded or "’" in folded or "´" in folded or "`" in folded:
        return folded.translate(_APOSTROPHES)
    return folded


def _reference_kind(text: str, folded: str, tokens: list[str]) -> str | None:
    if not tokens or _GREETING.at(tokens, 0) or ("?" not in folded and not words.CLOSING.isdisjoint(tokens)):
        return None
    if " ".join(tokens) in _BARE:
        return "ellipsis"
    if _is_deictic(tokens) and not _names_its_subject(text, folded):
        return "deixis"
    return "ellipsis" if _is_continuation(tokens) else None


def _wants_other_form(tokens: list[str]) -> bool:
    if not _FORM.within(tokens):
        return False
    return _EMPTY_BESIDE_FORM.issuperset(_FORM.without(tokens))


def _is_continuation(tokens: list[str]) -> bool:
    """Whether the message is a fragment that continues a previous sentence: "and for lists?"."""
    if _SUPPOSING.at(tokens, 0):
        return len(tokens) <= MAX_FRAGMENT_WORDS and words.OWN.isdisjoint(tokens)
    opening = _CONTINUING.at(tokens, 0)
    rest = tokens[opening:]
    if not rest or not words.CLAUSE.isdisjoint(rest):
        return not rest
    return len(rest) < MAX_FRAGMENT_WORDS - 1 and (opening > 0 or rest[0] in words.FRAGMENT)


def _is_deictic(tokens: list[str]) -> bool:
    """Whether the message refers to something without naming it: "explain this", "por que falla?"."""
    short = len(tokens) <= MAX_FRAGMENT_WORDS
    if len(tokens) <= MAX_PRONOUN_WORDS and _has_free_pronoun(tokens):
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


def _has_free_pronoun(tokens: list[str]) -> bool:
    """Whether there is a pronoun that is not followed by its referent, as in "isso de variáveis"."""
    return any(
        token in words.PRONOUNS and (i + 1 == len(tokens) or tokens[i + 1] not in words.DE)
        for i, token in enumerate(tokens)
    )


def _asks_about_it(tokens: list[str]) -> bool:
    """Whether an auxiliary makes "it" or "that" a pronoun: "is that right?", not "is that language typed?"."""
    for i, (before, it) in enumerate(itertools.pairwise(tokens)):
        rest = tokens[i + 2 :]
        if before in words.AUXILIARY and it in words.ENGLISH and 0 < len(rest) <= 4:
            return it == "it" or rest[0] in SMALL or rest[0] in words.GENERIC
    return False


def _names_its_subject(text: str, folded: str) -> bool:
    """Whether the message contains the referent itself: "cors, where is that set?", "fix this: addVar(…"."""
    if ":" in folded or "\n" in folded.strip() or _IDENTIFIER.search(text):
        return True
    clauses = [_TOKEN.findall(clause) for clause in _CLAUSES.split(_without_apostrophes(folded))]
    return len(clauses) > 1 and any(
        words.POINTING.isdisjoint(clause)
        and any(token not in _EMPTY_OF_TOPIC and token not in words.THINGS for token in clause)
        for clause in clauses
    )


def referenced_turn(message: Message, transparent: Collection[str]) -> Turn | None:
    """Return the turn that a reference is to: the last one that is not on a transparent route."""
    turns = recent_user_turns(message)
    for turn in reversed(turns):
        if turn.route not in transparent:
            return turn
    return turns[-1] if turns else None
