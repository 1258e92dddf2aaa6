"""What a sentence says by its figures: how much, of what, and whether that is used, allowed or left."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from fingerpost.answering.account.dates import Dated, find_dates
from fingerpost.answering.account.figures import MONEY, PERCENT, WrittenFigure, find_figures
from fingerpost.answering.account.vocabulary import (
    CHANGE,
    CUE_PHRASES,
    EACH,
    FUTURE,
    LEFT,
    LIMIT,
    MAKES_UP,
    MEASURES,
    NAME_CUES,
    OVER,
    PLAN_NAMES,
    THINGS,
    TOTAL,
    USED,
    name_of,
    role_of,
)
from fingerpost.language.text import fold
from fingerpost.language.tokens import Phrases, Word, at, glued, listed, words_of

_PHRASES = {
    role: Phrases(phrase.strip() for line in text.splitlines() for phrase in line.split("|"))
    for role, text in CUE_PHRASES.items()
}
_PHRASE_FIRSTS = frozenset(
    phrase.split()[0] for text in CUE_PHRASES.values() for phrase in re.split(r"[|\n]", text) if phrase.strip()
)
_OF = listed("of de del dos das do da / out sobre from")
_BETWEEN_OF = listed("your the tus las los sus seus suas os as its their total an a of un um uma una de")
_OVER_WORDS = listed("over above beyond acima")
_STILL = listed("still ainda todavía aún")
_AT = listed("at em al en")
_SHARE = "share"
"""A percentage of the limit: used, or what the clause before says."""
_STOPS = listed("in on at for to by until before al en para por hasta antes em no na ao ate with con com")
_COMPARATIVES = listed("more less fewer higher lower mas menos mais superior inferior up down extra")
_BREAKS = listed(", ; ( ) — – | !")
_JOINS = listed("and y e so but pero mas while mientras enquanto then leaving which")
_PER = listed("a an per each every al por ao cada / à")
_PER_ALONE = (
    (re.compile(r"dail\w*|diari\w+"), "day"),
    (re.compile(r"monthly|mensual\w*|mensa(?:l|is)"), "month"),
    (re.compile(r"yearly|annual\w*|anua\w+"), "year"),
    (re.compile(r"weekly|semana(?:l|is|les)"), "week"),
    (re.compile(r"hourly"), "hour"),
)
_HEAD_REACH = 4
_WEAKER = {LIMIT: 1.5, TOTAL: 1.0, OVER: -2.0}
"""How much farther the words of a role seem: those that stand beside figures of all kinds."""
_PERIOD_NAMES = frozenset({"hour", "day", "week", "month", "year"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure with what it is said to be.

    role: USED, LIMIT, LEFT …, empty where no word tells; thing: what is counted, empty where no noun follows.
    names: what else the clause names; per: "day", "month", … of a rate; clause: the place of its clause.
    """

    figure: WrittenFigure
    role: str
    thing: str
    names: frozenset[str]
    per: str
    clause: int


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """A sentence: its words, the clauses as ranges of them with what each names, its claims and dates."""

    words: Sequence[Word]
    clauses: Sequence[tuple[int, int]]
    claims: Sequence[Claim]
    dates: Sequence[Dated]
    future: bool
    names: Sequence[frozenset[str]] = ()

    def names_before(self, clause: int) -> frozenset[str]:
        """Return what the nearest clause up to this one names."""
        return next((names for names in reversed(self.names[: clause + 1]) if names), frozenset())

    def clause_at(self, place: int) -> int:
        """Return which clause a word is in."""
        return max(bisect_right(self.clauses, place, key=lambda clause: clause[0]) - 1, 0)


def read_sentence(text: str, known: AbstractSet[str] | None = None) -> SentenceReading:
    """Return what a sentence says; `known`: the names that count, those of the vocabulary where it is None."""
    words = words_of(text)
    dates = find_dates(words)
    figures = find_figures(words, dates)
    clauses = _clauses(words, figures, dates)
    names = [names_in(words[begin:end], known) for begin, end in clauses]
    reading = SentenceReading(words, clauses, (), dates, FUTURE.search(fold(text)) is not None, names)
    cues, wholes = _cues(words), _wholes(words, figures)
    claims: list[Claim] = []
    for number, figure in enumerate(figures):
        clause = reading.clause_at(figure.first)
        begin, end = clauses[clause]
        thing = _thing(words, figure, end, known)
        whole = figures[number + 1] if wholes.get(number + 1) == number else None
        role = _role(words, figures, number, (begin, end), cues, whole)
        part = claims[wholes[number]] if number in wholes else None
        if part is not None:
            role = LIMIT if part.role in (USED, LEFT, "") else role
            thing = thing or part.thing
            if not part.thing and not part.figure.unit:
                claims[wholes[number]] = replace(part, thing=thing)
        if role in ("", _SHARE):
            role = _inherited(claims, figure, thing) or (USED if role else "")
        claims.append(Claim(figure, role, thing, names[clause],
                            _per(words, figure, begin, end), clause))  # fmt: skip
    return replace(reading, claims=tuple(_labelled(claim, words) for claim in claims))


def _clauses(words: Sequence[Word], figures: Sequence[WrittenFigure], dates: Sequence[Dated]) -> list[tuple[int, int]]:
    """Return the clauses as ranges of words: parted by signs, and by "and" where a figure stands on both sides."""
    spans = [(one.first, one.after) for one in figures] + [(one.first, one.after) for one in dates]
    inside = {place for first, after in spans for place in range(first, after)}
    marks = [figure.first for figure in figures]
    ends: list[int] = []
    begin = 0
    for place, word in enumerate(words):
        if place in inside:
            continue
        passed = bisect_left(marks, place)
        before, after = passed > bisect_left(marks, begin), passed < len(marks)
        # After "Limit:" the figure of the limit follows, also where another stands before.
        labels = word.text == ":" and (not before or (bool(role_of(at(words, place - 1))) and place - 2 in inside))
        if (
            word.text in _BREAKS
            or (word.text == ":" and not labels)
            or (word.folded in _JOINS and before and after and at(words, place + 1) != "far")
        ):
            ends.append(place + 1)
            begin = place + 1
    bounds = [0, *ends, len(words)]
    return [(one, other) for one, other in pairwise(bounds) if other > one] or [(0, len(words))]


def _cues(words: Sequence[Word]) -> list[tuple[int, int, str]]:
    """Return the words that tell what a figure is: first, after and role, phrases before single words."""
    found: list[tuple[int, int, str]] = []
    place = 0
    while place < len(words):
        length, role = 0, ""
        if words[place].folded in _PHRASE_FIRSTS:
            length, role = max((phrases.at(words, place), role) for role, phrases in _PHRASES.items())
        if not length:
            length, role = 1, role_of(words[place].folded) if _is_plain(words, place) else ""
        if role:
            found.append((place, place + length, role))
        place += length
    return found


def _is_plain(words: Sequence[Word], place: int) -> bool:
    """Whether a word is no part of a name: the Free plan, plan Libre."""
    word = words[place]
    if word.folded == "up" and MAKES_UP.fullmatch(at(words, place - 1)):
        return False
    named = at(words, place + 1) in NAME_CUES or (at(words, place - 1) in NAME_CUES and word.is_capital)
    return not (named and word.folded in PLAN_NAMES)


def _wholes(words: Sequence[Word], figures: Sequence[WrittenFigure]) -> dict[int, int]:
    """Return for figures that are the whole of the one before, "3 of 8 users", "3/8", the number of that one."""
    found = {}
    for number in range(1, len(figures)):
        between = words[figures[number - 1].after : figures[number].first]
        all_of = [place for place, word in enumerate(between) if word.folded in _OF]
        if not all_of or all_of[0] > 3 or len(between) > 7 or any(word.text in _BREAKS for word in between):
            continue
        at_of = next((place for place in all_of if at(between, place - 1) == "out"), all_of[0])
        if all(word.folded in _BETWEEN_OF or word.text in "$€" or word.folded == "r" for word in between[at_of + 1 :]):
            found[number] = number - 1
    return found


def _role(
    words: Sequence[Word],
    figures: Sequence[WrittenFigure],
    number: int,
    clause: tuple[int, int],
    cues: Sequence[tuple[int, int, str]],
    whole: WrittenFigure | None,
) -> str:
    """Return the role that the nearest word of the clause tells; the one before a figure where two are as near.

    `whole`: what the figure is a part of, whose own words tell nothing of it: a quarter of the 120 GB available.
    """
    figure = figures[number]
    if beyond := _beyond(words, figure):
        return beyond
    best: tuple[float, str] = (99.0, "")
    inside = [cue for cue in cues if clause[0] <= cue[0] and cue[1] <= clause[1]]
    for first, after, role in inside:
        if figure.begin <= first < figure.after:
            continue
        if figure.unit == PERCENT and whole is not None and number and whole.after <= first <= whole.after + 1:
            continue
        if _is_decisive(words, figure, first, after):
            return LIMIT if role_of(at(words, after - 1)) == LIMIT else role
        before = after <= figure.first
        between = (after, figure.first) if before else (figure.after, first)
        crossed = sum(between[0] <= other.first < between[1] for other in figures)
        far = between[1] - between[0] + (0.0 if before else 0.5) + 3 * crossed + _WEAKER.get(role, 0.0)
        if at(words, first) in _STILL and after == first + 1:
            far += 2.0
        if role == CHANGE:
            # "Usage grew by 20 %" is a change, "300 more used" none.
            far += 1.5 if at(words, first) in _COMPARATIVES else -1.5
        best = min(best, (far, role))
    role = best[1]
    if role == USED and whole is None and any(other == TOTAL for _, _, other in inside):
        role = TOTAL
    if figure.unit == PERCENT and role in (LIMIT, TOTAL, ""):
        # "90 % of the limit", "storage is at 40 %" are used, unless the clause before says what is left.
        of_it = bool(role) or at(words, figure.first - 1) in _AT
        role = _SHARE if of_it else ""
    return role


def _beyond(words: Sequence[Word], figure: WrittenFigure) -> str:
    """Return OVER for "450 minutes over the …", LEFT for "450 below the …"."""
    for place in (figure.after, figure.after + 1):
        word, following = at(words, place), at(words, place + 1)
        if word in _OVER_WORDS and following in _BETWEEN_OF and figure.unit != PERCENT:
            return OVER
        if place == figure.after and not words[place : place + 1]:
            break
    return ""


def _is_decisive(words: Sequence[Word], figure: WrittenFigure, first: int, after: int) -> bool:
    """Whether a cue is tied to a figure by more than nearness: "limit: 300", "límite de 300", "25 % more"."""
    if after == figure.first - 1 and at(words, after) in (":", "=", "of", "de"):
        return at(words, after) in (":", "=") or role_of(at(words, after - 1)) == LIMIT
    return first == figure.after and role_of(at(words, first)) == CHANGE


def _inherited(claims: Sequence[Claim], figure: WrittenFigure, thing: str) -> str:
    """Return the role of the claim before, "te quedan 300, un 15 %", unless another thing is counted."""
    # "3.600 de 12.000, un 30 %": past the whole, its part.
    passed = len(claims) > 1 and claims[-1].role == LIMIT and claims[-2].role in (USED, LEFT)
    last = claims[-2] if passed else claims[-1] if claims else None
    if last is None or last.role not in (USED, LEFT, OVER, CHANGE) or MONEY in (figure.unit, last.figure.unit):
        return ""
    return last.role if thing in ("", last.thing) or not last.thing else ""


def _thing(words: Sequence[Word], figure: WrittenFigure, end: int, known: AbstractSet[str] | None) -> str:
    """Return what a figure counts: the first known noun after it."""
    if figure.unit:
        return ""
    for place in range(figure.after, min(figure.after + _HEAD_REACH, end)):
        word = words[place]
        is_rate = word.folded in _PER and name_of(at(words, place + 1)) in _PERIOD_NAMES
        if word.is_digits or word.text in "/%(" or is_rate or word.folded in _STOPS - _PER:
            break
        name = name_of(word.folded)
        is_next = place == figure.after
        if word.is_letters and (name in THINGS or (known is not None and is_next and name in known)):
            after = name_of(at(words, place + 1))
            # "Function invocations" are invocations; "GB storage" is in gigabytes.
            return after if after in THINGS and name not in MEASURES and not known_measure(after) else name
    return ""


def known_measure(name: str) -> bool:
    """Whether a thing is a measure, or a length of time."""
    return name in MEASURES or name in _PERIOD_NAMES


def _labelled(claim: Claim, words: Sequence[Word]) -> Claim:
    """Return a claim with the thing of the label before its figure, where it has none: "Days left: 10"."""
    figure = claim.figure
    if claim.thing or figure.unit or at(words, figure.first - 1) != ":":
        return claim
    names = (name_of(word.folded) for word in words[: figure.first])
    return replace(claim, thing=next((name for name in names if name in THINGS), ""))


def names_in(words: Sequence[Word], known: AbstractSet[str] | None = None) -> frozenset[str]:
    """Return what some words name: those that are known, or the things of the vocabulary; q1 is one name."""
    names = {name_of(word.folded) for word in words if word.is_letters}
    for place in range(1, len(words)):
        if words[place].is_digits and words[place - 1].is_letters and glued(words, place):
            names.add(words[place - 1].folded + words[place].folded)
    return frozenset(names & THINGS.keys() if known is None else names & known)


def _per(words: Sequence[Word], figure: WrittenFigure, begin: int, end: int) -> str:
    """Return the period of a rate: "300 calls a day", "300 llamadas diarias", "49 €/mes"; or the thing of a price."""
    if figure.unit == PERCENT:
        return ""
    if after := _per_after(words, figure, end):
        return after
    # "Each call costs 0.03 €."
    for place in range(begin, figure.first):
        if at(words, place) in EACH:
            each = (name_of(at(words, place + step)) for step in (1, 2))
            if found := next((name for name in each if name in THINGS), ""):
                return found
    # "Calls a day: 300."
    if at(words, figure.first - 1) == ":":
        return period_in(" ".join(word.text for word in words[: figure.first]))
    # "Over a year, the plan costs 300 euros."
    nearby = [*words[: figure.first], *words[figure.after : end]]
    of_year = any(name_of(word.folded) == "year" or period_of(word.folded) == "year" for word in nearby)
    return "year" if figure.unit == MONEY and of_year else ""


def _per_after(words: Sequence[Word], figure: WrittenFigure, end: int) -> str:
    for place in range(figure.after, min(figure.after + _HEAD_REACH + 1, end)):
        if words[place].is_digits or at(words, place + 1).isdecimal():
            return ""
        for step in (1, 2):
            name = name_of(at(words, place + step))
            # "Respecto al mes anterior" is no rate.
            if at(words, place) in _PER and name in THINGS and name_of(at(words, place + step + 1)) != "previous":
                return name
        if alone := period_of(words[place].folded):
            return alone
    return ""


@lru_cache(maxsize=4096)
def period_of(word: str) -> str:
    """Return the period of an adverb or adjective: "day" of daily, diario; "" for other words."""
    return next((period for pattern, period in _PER_ALONE if pattern.fullmatch(word)), "")


def period_in(text: str) -> str:
    """Return the period of the first rate that a text names: "consumo por dia"; "" where it names none."""
    words = words_of(text)
    for place, word in enumerate(words):
        name = name_of(at(words, place + 1))
        if word.folded in _PER and name in _PERIOD_NAMES:
            return name
        if alone := period_of(word.folded):
            return alone
    return ""
