"""Tells whether a question leans on the one before: it begins so, points at it, or leaves out what it is about."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.assistants.agents.analytics.questions.referring import points_at
from fingerpost.assistants.agents.analytics.questions.schema_lexicon import schema_lexicon
from fingerpost.assistants.agents.analytics.questions.tagging import tag
from fingerpost.assistants.agents.analytics.questions.tokens import WORD, Token, tokens, year_like
from fingerpost.assistants.agents.analytics.questions.words import each

_FIRST = each("""
    e and y but mas pero now agora ahora only just so solo apenas unicamente somente same mesmo also tambem
    tambien instead sin sem without drop remove tira quita esquece desses dessas deles delas esse essa isso esos
    esas those them add agrega coloca hide use troca ordenado ordenada sorted separa considera
    considerando contando counting deixa by por somando sumando adding summing then entao entonces
""")
"""First words of a question that goes on from another."""
_POINTING = each("they eles elas ellos ellas eso isso it")
"""Words for what was spoken of before, unless the question names something first."""
_POINTING_BEHIND = _POINTING - each("isso eso it") | each("dele dela")
"""Those of them that a noun before them can only be what is asked of."""
_PLACES = frozenset(("lá", "ali", "aí", "daí", "dali", "allí", "ahí", "allá"))
"""Places that were named before, as they are written: `la` without its accent is an article."""
_ARE = each("sao son foram fueron eram eran somam somaram suman sumaron dao dan valem valen valiam valian")
_ASKS = ("count", "much", "which", "list", "avg", "sum", "max", "min", "percent", "what_we", "most", "least")
_NOUNS = ("table", "column", "measure", "event", "duration", "unit", "days_unit")
_ENOUGH = 3
_NOTHING = Meaning("")


def leans(question: str, allowlist: Allowlist, meanings: Meanings) -> bool:
    """Whether a question leans on the one before; one that stands alone names what it is about and asks for something.

    A question that leans on another without pointing at it says less than a whole one: how many, but not of what.
    """
    pieces = tokens(question)
    words = [token for token in pieces if token.kind == WORD]
    if len(words) < _ENOUGH or words[0].text in _FIRST:
        return True
    if words[0].text in _ARE or words[-1].text in _ARE:
        # `are how many?`, `how many payments are they`
        return True
    marks = [mark for mark in tag(pieces, schema_lexicon(allowlist, meanings)) if not mark.kinds <= {"sign"}]
    if (
        not marks
        or _points_at_place(pieces, marks)
        or any(mark.of("those") for mark in marks)
        or (len(marks[0].tokens) > 1 and marks[0].of("again"))
    ):
        return True
    if (
        _counts_only(marks)
        or _orders_only(marks)
        or _points_at_noun(pieces, marks)
        or _points(marks)
        or _counts_nothing(marks)
        or _names_nothing(marks)
    ):
        return True
    return not (_asks(marks) or _says_all(marks))


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
    return any(mark.of("table", "column") and points_at(pieces, mark.start) for mark in marks)


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


def _says_all(marks: Sequence[Mark]) -> bool:
    """Whether a figure comes first and two things are said of it: `revenue of March 2018 by payment type`."""
    first = next((mark for mark in marks if not mark.kinds <= {"small", "sign"}), None)
    if first is None or not first.of("table", "measure"):
        return False
    conditions = any(mark.of("value", "adjective", "condition") for mark in marks if not mark.of("table", "column"))
    times = any(mark.of("month", "date") for mark in marks) or any(_is_year(mark) for mark in marks)
    rows = first.of("measure") is not None and any(mark.of("table") for mark in marks if mark is not first)
    return conditions + times + rows + any(mark.of("by") for mark in marks) > 1


def _is_year(mark: Mark) -> bool:
    number = mark.of("number")
    return number is not None and year_like(number.number)


def _asks(marks: Sequence[Mark]) -> bool:
    return any(mark.of(*_ASKS) and not mark.of("small", "again") for mark in marks)
