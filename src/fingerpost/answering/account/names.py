"""Names, dates and identifiers of a sentence that do not occur in the data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from itertools import pairwise
from typing import NamedTuple

from fingerpost.answering.account.claims import SentenceReading
from fingerpost.answering.account.dates import Dated, same_date
from fingerpost.answering.account.derive import Derived
from fingerpost.answering.account.quantities import AccountData
from fingerpost.answering.account.vocabulary import (
    COMMON_OPENINGS,
    NAME_CUES,
    PLAN_CUES,
    PLAN_NAMES,
    PROJECTED,
    THINGS,
    UPGRADES,
    date_kind,
    name_of,
)
from fingerpost.language.calendar_words import weekday_numbers
from fingerpost.language.currencies import NAMES as CURRENCY_NAMES
from fingerpost.language.currencies import codes
from fingerpost.language.text import fold
from fingerpost.language.tokens import Word, at, words_of

_FREE = frozenset({"free", "gratis", "gratuito", "gratuita", "gratuit"})
_OPENING = frozenset(':."“«(—–¿¡!?*•-')
_NEVER_NAMES = (
    frozenset(codes(CURRENCY_NAMES)) | frozenset(weekday_numbers()) | {"i", "voce", "usted", "ok", "no", "si"}
)
_BETWEEN = frozenset(
    {"is", "es", "e", ":", '"', "“", "«", "called", "named", "llamado", "chamado", "the", "el", "o", "on"}
)
_IDENTIFIER = re.compile(
    r"(?<![\w$])(?!\d)[a-z]+[-_#/]?\d[\w/-]*|(?<!\d)\d{1,2}:\d{2}(?!\d)|[\w.+-]+@[\w.-]+\w|/[a-z][\w/-]+"
)
_GLUED_CURRENCY = re.compile(r"(?:eur|usd|gbp|brl|r)\d")


class Unknown(NamedTuple):
    """Words first to after of a sentence that say what the data does not; `instead` says it right, or is empty."""

    first: int
    after: int
    instead: str


def unknown_names(reading: SentenceReading, known: AbstractSet[str], plans: Sequence[str]) -> list[Unknown]:
    """Return names that are not among the words of the data and the question, and plans that are not the account's."""
    found = []
    stated = _states(reading, known)
    for place, word in enumerate(reading.words):
        if not word.is_letters or not (word.is_capital or word.folded in PLAN_NAMES):
            continue
        beside, cue = _beside_cue(reading.words, place)
        if not _may_be_name(reading, place, beside, stated):
            continue
        is_known = word.folded in known or name_of(word.folded) in known
        is_known = is_known or (_is_cognate(word.folded, known) and not _is_surname(reading.words, place, known))
        is_plan = beside and cue in PLAN_CUES
        if is_plan and plans and is_known:
            is_known = any(_is_plan(word.folded, plan) for plan in plans) or word.folded not in PLAN_NAMES
        if not is_known:
            found.append(Unknown(place, place + 1, _plan_instead(reading, plans) if is_plan else ""))
    return found


def _plan_instead(reading: SentenceReading, plans: Sequence[str]) -> str:
    """Return the plan of the account, unless the sentence advises another; empty where it is not just one."""
    advises = any(UPGRADES.fullmatch(word.folded) for word in reading.words)
    return plans[0] if len(plans) == 1 and not advises else ""


def known_words(data: AccountData, question: str) -> frozenset[str]:
    """Return the words that names may be: those of the data and the question, and how they compare."""
    found = data.words | {word.folded for word in words_of(question)}
    return frozenset(found | {name_of(word) for word in found})


def plans_of(data: AccountData) -> list[str]:
    """Return the names of the account's plan: under the key of a plan, or beside the word in prose."""
    found = [value for key, value in data.texts if PLAN_CUES & {word.folded for word in words_of(key)}]
    return list(dict.fromkeys(value for value in found if len(value.split()) <= 4))


def _beside_cue(words: Sequence[Word], place: int) -> tuple[bool, str]:
    """Return whether a word stands beside "plan", "project" …, and which of them."""
    if at(words, place + 1) in NAME_CUES:
        return True, at(words, place + 1)
    before = place - 1
    while before > 0 and at(words, before) in _BETWEEN:
        before -= 1
    return (True, at(words, before)) if at(words, before) in NAME_CUES else (False, "")


def _states(reading: SentenceReading, known: AbstractSet[str]) -> bool:
    """Whether a sentence states something of the account: it has a figure, a date, or two known names in a row."""
    if reading.claims or reading.dates:
        return True
    pairs = pairwise(reading.words)
    return any(one.is_capital and other.is_capital and one.folded in known for one, other in pairs)


def _is_surname(words: Sequence[Word], place: int, known: AbstractSet[str]) -> bool:
    """Whether a name follows a first name that is known: it has no other form in another language."""
    before = words[place - 1] if place else None
    return before is not None and before.is_capital and before.folded in known and len(before.text) > 1


def _may_be_name(reading: SentenceReading, place: int, beside: bool, stated: bool) -> bool:
    """Whether a word may be a name: a capital inside a sentence that states something, or a plan's name."""
    word = reading.words[place]
    if word.folded in _NEVER_NAMES or any(dated.first <= place < dated.after for dated in reading.dates):
        return False
    if beside and word.folded in PLAN_NAMES:
        return True
    # At the begin of a sentence only a name of several words can be told: "Globex Corp has …".
    following = reading.words[place + 1] if place + 1 < len(reading.words) else word
    several = following.is_capital and not following.text.isupper() and word.folded not in COMMON_OPENINGS
    opens = (place == 0 and not several) or (place > 0 and at(reading.words, place - 1) in _OPENING)
    if not word.is_capital or opens or name_of(word.folded) in THINGS or word.folded in NAME_CUES:
        return False
    if beside:
        return True
    return stated and not (word.text.isupper() and len(word.text) <= 5)


def _is_cognate(word: str, known: AbstractSet[str]) -> bool:
    """Whether a name is one of the data in another language: Básico and Basic, Profesional and Professional."""
    if word in _FREE:
        return not _FREE.isdisjoint(known)
    return len(word) >= 5 and any(other[:4] == word[:4] and abs(len(other) - len(word)) <= 3 for other in known)


def _is_plan(word: str, plan: str) -> bool:
    said = {one.folded for one in words_of(plan)}
    return word in said or _is_cognate(word, said)


def unknown_identifiers(sentence: str, data: AccountData, question: str) -> bool:
    """Whether a sentence has a time of day, an address or an identifier that nobody sent."""
    sent = data.text + fold(question)
    return any(found not in sent and not _GLUED_CURRENCY.match(found) for found in _IDENTIFIER.findall(fold(sentence)))


def unknown_dates(
    reading: SentenceReading,
    data: AccountData,
    known: Sequence[Derived],
    day_first: bool,
    months: AbstractSet[int] = frozenset(),
) -> Iterator[tuple[Dated, tuple[int, int, int] | None]]:
    """Yield the dates of a sentence that are wrong, each with the right one where just one can be meant.

    `months`: those that rows of the data are of.
    """
    kinds = {one.kind for one in data.dates if one.kind}
    spoken = {int(name[6:]) for name in data.names if name.startswith("month ")} | _months_in(data.words) | months
    for dated in reading.dates:
        readings = dated.readings[: 1 if day_first else 2]
        kind = _kind_said(reading, dated)
        kind = kind if kind in kinds else ""
        fitting = [one for one in data.dates if not kind or one.kind in (kind, "")]
        if any(same_date(day, one.day) for one in fitting for day in readings):
            continue
        day = readings[0]
        if not day[2] and (day[1] in spoken or (not kind and any(one.day[1] == day[1] % 12 + 1 for one in data.dates))):
            continue
        if any(same_date(day, run_out) for run_out in _run_outs(data, known)):
            continue
        days = {one.day for one in fitting if not kind or one.kind == kind}
        yield dated, days.pop() if len(days) == 1 else None


def _kind_said(reading: SentenceReading, dated: Dated) -> str:
    """Return what a date is said to be of: by the words of its clause before it, else by those after it."""
    begin, end = reading.clauses[reading.clause_at(dated.first)]
    before = " ".join(word.folded for word in reading.words[begin : dated.first])
    return date_kind(before) or date_kind(" ".join(word.folded for word in reading.words[dated.after : end]))


def _months_in(known: set[str]) -> set[int]:
    return {int(name[6:]) for word in known if (name := name_of(word)).startswith("month ")}


def _run_outs(data: AccountData, known: Sequence[Derived]) -> Iterator[tuple[int, int, int]]:
    """Yield the days on which something is used up, as far as today is known."""
    today = next((date(*one.day) for one in data.dates if one.kind == "today" and all(one.day)), None)
    for one in known:
        if today is not None and one.role == PROJECTED and one.things == {"day"} and one.value < 3650:
            for days in (int(one.value), int(one.value) + 1):
                found = today + timedelta(days=days)
                yield found.year, found.month, found.day
