"""Holds a request against its question once more: each denial, comparison, "each" and number has its part in it.

It reads the question for itself, so that it holds for whichever reader made the request, and where two readers agree.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import (
    UNPLACED,
    Gap,
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
    When,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.comparisons import COMPARED
from fingerpost.assistants.agents.analytics.questions.coverage.denied_actors import denied_doers
from fingerpost.assistants.agents.analytics.questions.coverage.enumeration_check import unheld, unheld_values, unused
from fingerpost.assistants.agents.analytics.questions.coverage.filtered_counts import amount_too, two_counts
from fingerpost.assistants.agents.analytics.questions.coverage.unasked_groups import unasked_groups, unlisted_rows
from fingerpost.assistants.agents.analytics.questions.denial import denies, is_not_of
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.reader import COUNTED_ONCE, denied_once, tagged, with_denials
from fingerpost.assistants.agents.analytics.questions.tokens import year_like
from fingerpost.assistants.agents.analytics.questions.words import each

_NAMES = ("table", "column", "value", "adjective", "measure", "condition", "event", "unit", "quote")
_DENIALS = ("not", "without", "except")
_DENIED = ("<>", "null", "not exists", "not known")
_NEVER = each("never nunca jamais jamas")
_EACH = each("each every cada")
_FIRST = ("top", "bottom", "most", "least", "max", "min")
_COUNTS = ("count", "distinct")
_STATISTICS = each("""
    median mediana medianas medians moda variance variancia varianza deviation desvio desviacion percentil percentile
    quartile quartil cuartil correlation correlacao correlacion
""")
_THAN = ("que", "do que", "than")
_BOTH = each("both ambos ambas")
_TIMES = (1.0, 100.0, 1000.0, 1_000_000.0, 1 / 24)
"""What a number is written in: as it is, as a hundredth, in thousands, in millions, or hours as days."""
_TURNED = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "<>"}
_BESIDE = {">": (">=", 1), ">=": (">", -1), "<": ("<=", -1), "<=": ("<", 1)}
"""What says the same of whole numbers: more than 2 is at least 3."""


def accounted(question: str, request: Request, allowlist: Allowlist, meanings: Meanings) -> Request:
    """Return the request; raise NotUnderstoodError with the words of the question that have no part in it."""
    marks = denied_once(with_denials([*tagged(question, allowlist, meanings)], question))
    said = [mark for mark in marks if not mark.kinds <= {"small", "sign"} or mark.of("compare")]
    parts = list(_parts(request))
    missing = [*_denials(said, marks, parts, question), *_comparisons(said, parts), *_numbers(said, parts)]
    ranking = frozenset(named.name for named in meanings.measures if named.order)
    missing += [*_each(said, request, parts, ranking), *_side_by_side(said, request, parts)]
    missing += [*_said_too(marks), *_money(said, parts), *_said_but(said)]
    missing += denied_doers(marks, [mark for at, mark in enumerate(marks) if _denial(marks, at, question)], parts)
    missing += two_counts(said, request) + amount_too(said, request, meanings)
    missing += _grouped_by_one(request)
    missing += unasked_groups(said, request) + unlisted_rows(said, request)
    missing += [*unheld(marks, parts, meanings), *_averages(said, request, parts, meanings)]
    missing += _unknown_figures(said, request) + unheld_values(said, parts)
    missing += _said_again(said, request) + _more_than_another(marks)
    missing += _counted_once(question, parts, allowlist, meanings)
    shared = request.share or request.per is not None
    missing += [] if shared else [mark.words for mark in said if mark.of("share") and not _named(mark)]
    if missing:
        raise NotUnderstoodError(UNPLACED, tuple(dict.fromkeys(missing)))
    return request


def _unknown_figures(said: Sequence[Mark], request: Request) -> list[str]:
    """Return words for figures that are never computed, and "both" beside values of which any one is enough."""
    either = any(where.how == "=" and len(where.values) > 1 for where in request.wheres)
    words = _STATISTICS | _BOTH if either else _STATISTICS
    return [mark.words for mark in said if not _named(mark) and words.intersection(one.text for one in mark.tokens)]


def _said_again(said: Sequence[Mark], request: Request) -> list[str]:
    """Return "total" beside a figure that is asked for twice: what `late orders` are, `total orders` are not."""
    figures = [(one.how, one.refs, one.name, one.gap) for one in request.measures]
    again = len(figures) > len(set(figures)) and bool(request.wheres)
    return [mark.words for mark in said if again and mark.of("sum") and not _named(mark)]


def _more_than_another(marks: Sequence[Mark]) -> list[str]:
    """Return one figure that is held against another: `estados con más ventas que frete`."""
    found = zip(marks, marks[1:], marks[2:], marks[3:], strict=False)
    return [
        f"{two.words} {than.words} {other.words}"
        for one, two, than, other in found
        if one.of("most", "least") and _named(two) and than.words.lower() in _THAN and _named(other)
    ]


def _averages(said: Sequence[Mark], request: Request, parts: Sequence[Any], meanings: Meanings) -> list[str]:
    """Return words for an average where the request averages nothing."""
    amounts = {one.name for one in meanings.measures}
    averaged = any(isinstance(part, Measure) and (part.how == "AVG" or part.name in amounts) for part in parts)
    averaged = averaged or request.over == "AVG"
    return [] if averaged else [mark.words for mark in said if mark.of("avg") and not _named(mark)]


def accounted_edit(
    question: str, request: Request, before: Request, allowlist: Allowlist, meanings: Meanings, *, whole: bool = False
) -> Request:
    """Return the request that a question made of the one before; raise NotUnderstoodError as `accounted` does.

    What is taken away or replaced may be denied, and is named by what it was: `without those below 3`, `10, not 5`. One
    that is `whole`, and was not understood by itself, may well be no edit: all that it names has its part.
    """
    marks = denied_once(with_denials([*tagged(question, allowlist, meanings)], question))
    said = [mark for mark in marks if not mark.kinds <= {"small", "sign"}]
    parts, old = list(_parts(request)), list(_parts(before))
    missing = [] if any(mark.of("drop") for mark in said) else _comparisons(said, [*parts, *old])
    # `the two side by side` says how many there are.
    missing += _numbers([mark for mark in said if not _counts_them(mark, request)], [*parts, *old])
    figures = [[(one.how, one.refs, one.name) for one in of.measures] for of in (request, before)]
    if len(parts) >= len(old) and figures[0] == figures[1]:
        missing += _denials(said, marks, parts, question)
    missing += unused(said, [*parts, *old], meanings) if whole else []
    missing += _counted_once(question, parts, allowlist, meanings)
    once = request.listed or any(isinstance(part, Measure) and part.how == "distinct" for part in parts)
    missing += [] if once else [mark.words for mark in said if mark.of("once") and not _named(mark)]
    gone = [two for one, two in pairwise(said) if one.of("instead_of", "not", "without", "drop")]
    missing += _averages([mark for mark in said if mark not in gone], request, parts, meanings)
    if missing:
        raise NotUnderstoodError(UNPLACED, tuple(dict.fromkeys(missing)))
    if any(_adds_up(group, request) for group in before.groups if group not in request.groups):
        raise NotUnderstoodError("what was put side by side would be added up: say which one is meant", (question,))
    return request


def _counts_them(mark: Mark, request: Request) -> bool:
    """Whether a number says how many values, times or sides a request puts together."""
    number = mark.of("number")
    together = [len(where.values) for where in request.wheres if where.how == "="]
    together += [len(request.sides), *(len(when.spans) for when in request.whens)]
    return number is not None and number.number > 1 and number.number in together


def _adds_up(group: Group, request: Request) -> bool:
    """Whether several values or times were shown apart by a group that is no longer there."""
    kept = [
        one
        for one in (*request.groups, *request.within, *request.inner)
        if (one.refs, one.part) == (group.refs, group.part)
    ]
    if kept:
        return False
    if group.part:
        return sum(len(when.spans) for when in request.whens) > 1
    of_group = (where for where in request.wheres if where.how == "=" and set(where.refs) & set(group.refs))
    return any(len(where.values) > 1 for where in of_group)


def _parts(found: Any) -> Iterator[Any]:
    """Yield every part of a request, and the parts of those."""
    if isinstance(found, tuple):
        for one in found:
            yield from _parts(one)
    elif is_dataclass(found):
        yield found
        for one in fields(found):
            yield from _parts(getattr(found, one.name))


def _named(mark: Mark) -> bool:
    """Whether words are a name of the schema, which may hold a denial or a number of its own."""
    return mark.of(*_NAMES) is not None


def _denial(marks: Sequence[Mark], at: int, question: str) -> bool:
    """Whether a mark denies something."""
    mark = marks[at]
    if mark.of("in_or_not"):
        return denies(marks, at, question) is not False
    return is_not_of(marks, at) or (mark.of(*_DENIALS) is not None and not _named(mark))


def _denials(said: Sequence[Mark], marks: Sequence[Mark], parts: Sequence[Any], question: str) -> list[str]:
    """Return the denials that no part of the request holds, with what they deny."""
    found = [mark for at, mark in enumerate(marks) if _denial(marks, at, question)]
    # `nobody` and `never` beside a `not` deny nothing more.
    plain = [mark for mark in found if mark.tokens[0].text not in _NEVER]
    found = plain or found[:1] or [mark for mark in marks if mark.of("none") and not _named(mark)]
    turned = {said[at - 1].start for at, _, _, follows in _compared(said) if follows and at}
    found = [mark for mark in found if mark.start not in turned and not _left_out(mark, said, parts)]
    lacking = len(found) - sum(map(_denied, parts))
    if lacking <= 0:
        return []
    behind = {mark.start: next((other.words for other in said if other.start >= mark.end), "") for mark in found}
    return [f"{mark.words} {behind[mark.start]}".strip() for mark in found]


def _left_out(denial: Mark, said: Sequence[Mark], parts: Sequence[Any]) -> bool:
    """Whether a denial is of an amount beside which another is summed: `revenue without freight`."""
    behind = next((mark for mark in said if mark.start >= denial.end), None)
    column = behind.of("column") if behind else None
    summed = {ref for part in parts if isinstance(part, Measure) and part.how == "SUM" for ref in part.refs}
    tables = {ref[0] for ref in summed}
    return column is not None and any(ref[0] in tables and ref not in summed for ref in column.refs)


def _denied(part: Any) -> int:
    """Return how many denials a part of the request stands for."""
    if isinstance(part, Where) and part.how in _DENIED:
        return max(1, len(part.values))
    nothing = (("=", 0), ("<=", 0), ("<", 1))
    return int(isinstance(part, Where | Having) and (part.how, *part.values) in nothing)


def _compares(mark: Mark, *, behind: bool = False) -> str:
    """Return how a mark compares the number behind it, or the one before it; empty where it does not."""
    kinds = {"post_ge": ">=", "post_le": "<="} if behind else {**COMPARED, "between": "between"}
    return "" if _named(mark) else next((how for kind, how in kinds.items() if mark.of(kind)), "")


def _compared(said: Sequence[Mark]) -> Iterator[tuple[int, str, Mark, bool]]:
    """Yield the comparisons with a number: where each stands, how it compares, the number, and whether that is behind.

    What is denied is turned: not above 3 is at most 3.
    """
    for at, mark in enumerate(said):
        how, number, follows = _compares(mark), _number_beside(said[at + 1 :]), True
        if not how or number is None:
            how, number, follows = _compares(mark, behind=True), _number_beside(said[:at][::-1]), False
        if how and number is not None:
            denied = follows and at > 0 and said[at - 1].of(*_DENIALS) is not None and not _named(said[at - 1])
            yield at, _TURNED.get(how, how) if denied else how, number, follows


def _comparisons(said: Sequence[Mark], parts: Sequence[Any]) -> list[str]:
    """Return the comparisons with a number that no part of the request holds as they were said."""
    missing = []
    for at, how, number, follows in _compared(said):
        value = number.of("number")
        if value and not any(_holds(part, how, value.number) for part in parts):
            words = (said[at].words, number.words)
            missing.append(" ".join(words if follows else words[::-1]))
    return missing


def _number_beside(said: Sequence[Mark]) -> Mark | None:
    """Return the first mark that is a number, or the second where a unit or a name stands before it."""
    if said and said[0].of("number"):
        return said[0]
    return said[1] if len(said) > 1 and said[1].of("number") and said[0].of("currency", *_NAMES) else None


def _holds(part: Any, how: str, number: float) -> bool:
    """Whether a part of a request compares something with a number in this way; years are compared as times."""
    if isinstance(part, When):
        return number in _numbers_of(part)
    if isinstance(part, Where) and part.how == "exists":
        return (how, number) in ((">=", 1), (">", 0))
    if not isinstance(part, Where | Having) or not part.values:
        return False
    values = {one for one in part.values if isinstance(one, int | float)}
    if part.how == "between":
        return how in (">=", "between", "<=") and _among(number, values)
    if how == "between":
        return part.how in (">=", ">", "<=", "<") and _among(number, values)
    other, by = _BESIDE.get(how, ("", 0))
    return (part.how == how and _among(number, values)) or (part.how == other and number + by in values)


def _among(number: float, values: set[float]) -> bool:
    """Whether a number is among the values, in whatever it is written."""
    return any(abs(number * times - value) < 1e-6 for times in _TIMES for value in values)


def _numbers(said: Sequence[Mark], parts: Sequence[Any]) -> list[str]:
    """Return the numbers that stand nowhere in the request; those inside a name are part of it."""
    known = {number for part in parts for number in _numbers_of(part)}
    found = [(mark.words, number.number) for mark in said if (number := mark.of("number")) and not _named(mark)]
    return [words for words, number in found if not _among(number, known)]


def _numbers_of(part: Any) -> set[float]:
    """Return the numbers that a part of a request holds itself."""
    if isinstance(part, Where | Having):
        # That there are rows is at least one, that there are none is zero.
        found = {"exists": {1.0}, "not exists": {0.0}}.get(part.how, set[float]())
        texts = [one for one in part.values if isinstance(one, str)]
        texts += [part.text] if isinstance(part, Where) else []
        found |= {float(digits) for one in texts for digits in re.findall(r"\d{1,18}", one)}
        return found | {float(one) for one in part.values if not isinstance(one, str)}
    if isinstance(part, Request):
        return {float(part.limit)} if part.limit else set()
    if not isinstance(part, When):
        return set()
    found = {float(abs(number)) for number in (*part.numbers, part.length, part.back, part.day)}
    return found | {number for span in part.spans for day in span if day for number in _numbers_of_day(day)}


def _numbers_of_day(day: str) -> set[float]:
    """Return the numbers of a day by which a time ends or begins, and of the day before it."""
    end = datetime.date.fromisoformat(day)
    days = (end, end - datetime.timedelta(days=1))
    return {float(number) for one in days for number in (one.year, one.year % 100, one.month, one.day)}


def _each(said: Sequence[Mark], request: Request, parts: Sequence[Any], ranking: frozenset[str]) -> list[str]:
    """Return the "each" of a question that is by no group, or of which a ranking is to be made anew.

    `ranking`: measures that rank by themselves, as `best-selling` does.
    """
    found = [mark.words for mark in said if mark.of("by") and _EACH & {token.text for token in mark.tokens}]
    groups = {(part.refs, part.part) for part in parts if isinstance(part, Group)}
    edges = any(isinstance(part, Measure) and part.how in ("MAX", "MIN") for part in parts)
    first = [mark for mark in said if mark.of(*_FIRST) and not _named(mark)]
    first += [mark for mark in said if (measure := mark.of("measure")) and measure.value in ranking]
    # `the top five, with how many each` ranks once.
    anew = [one.words for one, other in pairwise(said) if one.words in found and _named(other)]
    if anew and (request.order or request.limit) and first and not edges and len(groups) < 2:
        return [f"{first[0].words} {words}" for words in anew]
    return [] if groups or request.share else found


def _said_too(marks: Sequence[Mark]) -> list[str]:
    """Return an "also" at the end of a question that asks for nothing itself: `vale para vendedores também?`."""
    asks = any(mark.of("list", "which", "count", "much", "measure", "avg", "sum", "max", "min") for mark in marks)
    last = [mark for mark in marks if not mark.of("sign")][-1:]
    return [mark.words for mark in last if mark.of("also") and not asks]


def _said_but(said: Sequence[Mark]) -> list[str]:
    """Return a "but" before a value inside a question, which may leave it out or keep it alone."""
    pairs = [(one, two) for one, two in pairwise(said[1:]) if one.words.lower() == "but" and not one.of("except")]
    return [f"{one.words} {two.words}" for one, two in pairs if two.of("value", "adjective")]


def _grouped_by_one(request: Request) -> list[str]:
    """Return groups by a column of which one value alone is asked for: another column of that name may be meant."""
    fixed = {where.refs for where in request.wheres if where.how == "=" and len(where.values) == 1}
    return [group.words for group in request.groups if not request.listed and not group.part and group.refs in fixed]


def _counted_once(question: str, parts: Sequence[Any], allowlist: Allowlist, meanings: Meanings) -> list[str]:
    """Return the things that were to be counted once each, where the request counts none of them."""
    counted = {ref[0] for part in parts if isinstance(part, Measure) and part.how in _COUNTS for ref in part.refs}
    found = []
    for said in COUNTED_ONCE.finditer(question):
        marks = tagged(said[1], allowlist, meanings)
        tables = {ref[0] for mark in marks if (name := mark.of("table", "column")) for ref in name.refs}
        found += [] if tables & counted else [said[0]]
    return found


def _side_by_side(said: Sequence[Mark], request: Request, parts: Sequence[Any]) -> list[str]:
    """Return what puts two things side by side that the request puts into one figure."""
    held = [(part.refs, part.how) for part in parts if isinstance(part, Where) and part.values]
    apart = len(held) > len(set(held)) or sum(isinstance(part, When) for part in parts) > 1
    figures = sum(isinstance(part, Measure) for part in parts)
    beside = any(isinstance(part, Gap) or (isinstance(part, Where) and part.other) for part in parts)
    if request.groups or request.sides or figures > 1 or apart or beside:
        return []
    marks = enumerate(said)
    # `10 x` is a number of instalments.
    found = [
        one.words
        for at, one in marks
        if one.of("compare") and not (at and one.words == "x" and said[at - 1].of("number"))
    ]
    plain = [mark for mark in said if not mark.of("small")]
    return found + [f"{one.words} {other.words}" for one, other in pairwise(plain) if _again(one, other, plain)]


def _again(one: Mark, other: Mark, said: Sequence[Mark]) -> bool:
    """Whether a year is named again with an "in" of its own: `in 2017 and in 2018`."""
    years = [mark for mark in said if (number := mark.of("number")) and year_like(number.number)]
    return one.of("and") is not None and other in years[1:] and other.start > one.end


def _money(said: Sequence[Mark], parts: Sequence[Any]) -> list[str]:
    """Return words for money where nothing but rows are counted, or a day is found."""
    figures = [part for part in parts if isinstance(part, Measure | Having)]
    numbers = any(isinstance(part, Where) and (part.amount or _has_number(part)) for part in parts)
    others = all(isinstance(part, Measure) and part.how in ("count", "first", "last") for part in figures)
    words = [mark.words for mark in said if mark.of("worth") and not _named(mark)]
    return words if figures and others and not numbers else []


def _has_number(where: Where) -> bool:
    return any(not isinstance(value, str) for value in where.values)
