"""Tells whether a question leans on the one before: it begins so, points at it, or leaves out what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.coverage.coverage_check import accounted
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_references import points_at
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import tag
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, Token, tokens
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.function_words import AND, FOR, IN, POSSESSIVES, WITH, WITHOUT

_FIRST = each("""
    e and y but mas pero now agora ahora only just so solo apenas unicamente somente same mesmo also tambem
    tambien instead sin sem without drop remove tira quita esquece desses dessas deles delas esse essa isso esos
    esas those them add agrega coloca hide use troca ordenado ordenada sorted separa considera
    considerando contando counting deixa by por somando sumando adding summing then entao entonces
""")
"""First words of a question that goes on from another."""
_POINTING = each("they eles elas ellos ellas he she ele ela ella eso isso it")
"""Words for what was spoken of before, unless the question names something first."""
_POINTING_BEHIND = _POINTING - each("isso eso it") | each("dele dela")
"""Those of them that a noun before them can only be what is asked of."""
_PLACES = frozenset(("lá", "ali", "aí", "daí", "dali", "allí", "ahí", "allá"))
"""Places that were named before, as they are written: `la` without its accent is an article."""
_ARE = each("sao son foram fueron eram eran somam somaram suman sumaron dao dan valem valen valiam valian")
_ASKS = ("count", "much", "which", "list", "avg", "sum", "max", "min", "percent", "what_we", "most", "least")
_NOUNS = ("table", "column", "measure", "event", "duration", "unit", "days_unit")
_EDITS = ("drop", "instead", "instead_of", "adding", "ungroup", "flip", "resize")
"""Kinds of first words that change what was asked before."""
_BEFORE_NOUNS = FOR | IN | WITH | WITHOUT | each("by per of from pros pras aos")
"""Prepositions that a question begins with which is only a part of one."""
_CLAUSE = frozenset(",;:.?") | AND
_ENOUGH = 3
_NOTHING = Meaning("")


class Standing(Enum):
    """How a question stands to the one before."""

    LEANS = "leans"
    EITHER = "either"
    """It names rows and what holds for them, and asks for nothing: alone, or as what is left of those before."""
    WHOLE = "whole"


def standing(question: str, allowlist: Allowlist, meanings: Meanings) -> Standing:
    """Return whether a question leans on the one before, or stands alone: it names what it is about, and asks for it.

    A question that leans on another without pointing at it says less than a whole one: how many, but not of what. One
    that asks in no such words is whole where it can be read alone, with its figure and its groups or its order.
    """
    pieces = tokens(question)
    marks = [mark for mark in tag(pieces, schema_lexicon(allowlist, meanings)) if not mark.kinds <= {"sign"}]
    while len(marks) > 1 and len(marks[0].tokens) > 1 and marks[0].kinds <= {"small"}:
        # `por favor`
        del marks[0]
    words = [token for token in pieces[marks[0].start if marks else 0 :] if token.kind == WORD]
    if not marks or len(words) < _ENOUGH or words[0].text in _FIRST or words[0].text in _ARE:
        return Standing.LEANS
    # `payments: how many are they`, `how many payments are they`
    ends = words[-1].text in _ARE and not _clause_before(pieces, marks, len(pieces))
    if ends or _points_at_place(pieces, marks) or _points_outside(pieces, marks):
        return Standing.LEANS
    if marks[0].of(*_EDITS) or (len(marks[0].tokens) > 1 and marks[0].of("again")):
        return Standing.LEANS
    if (
        _counts_only(marks)
        or _orders_only(marks)
        or _points_at_noun(pieces, marks)
        or _points(marks)
        or _counts_nothing(marks)
        or _names_nothing(marks)
    ):
        return Standing.LEANS
    if _asks(marks):
        return Standing.WHOLE
    return _read_alone(question, pieces, marks, allowlist, meanings)


def _read_alone(
    question: str, pieces: Sequence[Token], marks: Sequence[Mark], allowlist: Allowlist, meanings: Meanings
) -> Standing:
    """Return how a question stands that asks in no words for it: `top 5 cities by freight`, `delivered orders`."""
    if marks[0].tokens[0].text in _BEFORE_NOUNS or marks[0].of("by"):
        # `for payments over 300`
        return Standing.LEANS
    try:
        found = accounted(question, read_question(question, allowlist, meanings), allowlist, meanings)
    except NotUnderstoodError:
        return Standing.LEANS
    if (found.groups and not found.listed) or found.order or found.share:
        return Standing.WHOLE
    if any(measure.how in ("first", "last") for measure in found.measures):
        # `when was the first purchase made?`
        return Standing.WHOLE
    figure_of_rows = bool(found.mentioned) and any(measure.how == "named" for measure in found.measures)
    said = figure_of_rows + len(found.wheres) + len(found.whens) + len(found.having)
    if any(mark.of("only") for mark in marks) or not said:
        return Standing.LEANS
    return Standing.WHOLE if said > 1 else Standing.EITHER


def _clause_before(pieces: Sequence[Token], marks: Sequence[Mark], end: int) -> bool:
    """Whether a clause that stands before the one that ends here names something: `payments of May: how many?`."""
    cut = max((at for at, piece in enumerate(pieces[: end - 1]) if piece.text in _CLAUSE), default=-1)
    return any(mark.of(*_NOUNS) and mark.end <= cut for mark in marks)


def _listed_behind(pieces: Sequence[Token], marks: Sequence[Mark], start: int) -> bool:
    """Whether what is pointed at is listed behind a colon: `in each of these states: SP and RJ`."""
    colon = next((at for at in range(start, len(pieces)) if pieces[at].text == ":"), len(pieces))
    return any(mark.of("value") and mark.start > colon for mark in marks)


def _points_outside(pieces: Sequence[Token], marks: Sequence[Mark]) -> bool:
    """Whether a word such as "those" points at what the question does not name itself.

    It does so in another clause than the one that it points from: `which states there are, and how many in each of
    those`; a "their" also behind it.
    """
    for mark in marks:
        if not mark.of("those") or _listed_behind(pieces, marks, mark.end):
            continue
        named = any(other.of(*_NOUNS) and other.end <= mark.start for other in marks)
        owned = named and mark.words.lower() in POSSESSIVES
        if not (owned or _clause_before(pieces, marks, mark.start + 1)):
            return True
    return False


def _counts_only(marks: Sequence[Mark]) -> bool:
    """Whether no more is said than what is counted: `count only those that …`, `how many orders?`."""
    if len(marks) < 2 or not marks[0].of("count"):
        return False
    return marks[1].of("only") is not None or (len(marks) == 2 and marks[1].of("table") is not None)


def _orders_only(marks: Sequence[Mark]) -> bool:
    """Whether no more is said than how rows are to be ordered: `sort from who sold most to who sold least`."""
    return marks[0].of("ordered") is not None and not any(mark.of("table", "column", "value") for mark in marks[1:])


def _points(marks: Sequence[Mark]) -> bool:
    """Whether a word such as "they" stands for what was named before: `the total they paid`, `are they late?`.

    Before any noun it does; behind a noun too where that is what is asked for: `how many orders did they place?`.
    """
    asked = named = False
    for mark in marks:
        if mark.words.lower() in (_POINTING_BEHIND if asked else _POINTING):
            return True
        if mark.of(*_NOUNS, "value", "adjective"):
            if named or not asked:
                return False
            named = True
        asked = asked or mark.of("count", "which", "much") is not None
    return False


def _points_at_place(pieces: list[Token], marks: Sequence[Mark]) -> bool:
    """Whether a word such as "there" stands for a place that the question before it does not name."""
    first = next((at for at, piece in enumerate(pieces) if piece.raw.lower() in _PLACES), None)
    return first is not None and not any(_is_name(mark) for mark in marks if 0 < mark.start < first)


def _is_name(mark: Mark) -> bool:
    """Whether words are a value, or an unknown word with a capital."""
    return mark.of("value") is not None or (not mark.meanings and mark.words[:1].isupper())


def _points_at_noun(pieces: list[Token], marks: Sequence[Mark]) -> bool:
    """Whether a demonstrative stands before a noun: `how many of this category`."""
    return any(
        mark.of("table", "column") and points_at(pieces, mark.start) and not _listed_behind(pieces, marks, mark.start)
        for mark in marks
    )


def _counts_nothing(marks: Sequence[Mark]) -> bool:
    """Whether "how many" stands before a verb, and not before what is counted: `quantos têm mais de 2 fotos?`."""
    for at, mark in enumerate(marks[:-1]):
        if (
            mark.of("count")
            and len(mark.tokens[-1].text) > 3
            and mark.tokens[-1].text[:5] in ("quant", "cuant", "many")
        ):
            behind = marks[at + 1]
            return behind.of("has", "gt", "ge", "lt", "le") is not None and behind.of(*_NOUNS) is None
    return False


def _names_nothing(marks: Sequence[Mark]) -> bool:
    """Whether no row, figure or column of one table alone is named: `¿de qué ciudad es?`."""
    named = [mark for mark in marks if mark.of(*_NOUNS)]
    return all(
        mark.of("table", "measure", "event", "duration", "unit", "days_unit") is None
        and len({ref[0] for ref in (mark.of("column") or _NOTHING).refs}) > 1
        for mark in named
    )


def _asks(marks: Sequence[Mark]) -> bool:
    return any(mark.of(*_ASKS) and not mark.of("small", "again") for mark in marks)
