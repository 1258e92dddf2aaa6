"""Reads comparisons: of a column, a figure or a number of rows with a number, and of two columns of a row."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from sqlglot import exp

from fingerpost.assistants.agents.analytics.planner.measures import Named, parsed
from fingerpost.assistants.agents.analytics.planner.request import Gap, Having, Measure, NotUnderstoodError, Ref, Where
from fingerpost.assistants.agents.analytics.questions.lexicon import Meaning
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS, Assembly

COMPARED = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "="}
_DATES = {"after": ">", "before": "<", "since": ">=", "until": "<=", **COMPARED}
_OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "<>"}
_LESS = re.compile(r"less|menos|cheap|barat|under|below|abaixo|debajo|fewer")


@dataclass(frozen=True, slots=True)
class _Comparison:
    """A comparison with its numbers, and the marks that it reaches over."""

    how: str
    values: tuple[float, ...]
    start: int
    end: int


def read_compared_columns(assembly: Assembly) -> None:
    """Take what compares two columns of a row: `paid after the due date`, `stock below its minimum`."""
    for place in range(len(assembly.marks) - 1, -1, -1):
        mark = assembly.at(place)
        how = next((_DATES[kind] for kind in _DATES if mark and mark.of(kind)), "")
        if not how:
            continue
        for kinds in (("date",), NUMBERS):
            right = assembly.columns(place + 1, *kinds)
            if not right:
                continue
            left = assembly.columns(place - 1, *kinds)
            pairs = [(one, two) for one in left for two in right if one[0] == two[0] and one != two]
            if len(pairs) == 1:
                words = assembly.take(place - 1, place + 2)
                assembly.wheres.append(Where(how, (pairs[0][0],), other=pairs[0][1], words=words))
                break


def read_compared_numbers(assembly: Assembly) -> None:
    """Take a comparison with a number: of a column, or of how many rows there are."""
    place = 0
    while place < len(assembly.marks):
        found = _comparison(assembly, place)
        if found is None:
            place += 1
            continue
        place = max(0, _compared(assembly, found))


def _comparison(assembly: Assembly, place: int) -> _Comparison | None:
    """Return the comparison with a number that begins at a place."""
    mark = assembly.marks[place]
    if mark.of("between") and _number(assembly, place + 1) is not None and assembly.is_(place + 2, "and"):
        low, high = _number(assembly, place + 1), _number(assembly, place + 3)
        if low is not None and high is not None:
            return _Comparison("between", (low, high), place, place + 4)
    how = next((COMPARED[kind] for kind in COMPARED if mark.of(kind)), "")
    if mark.of("priced"):
        how = "<" if _LESS.search(mark.words.lower()) else ">"
    if how and assembly.is_(place + 1, "unit", "currency") and _number(assembly, place + 2) is not None:
        # `over R$ 100`
        assembly.marks[place + 1 : place + 3] = [assembly.marks[place + 2], assembly.marks[place + 1]]
    value = _number(assembly, place + 1)
    if how and value is not None:
        return _Comparison(how, (value,), place, place + 2)
    value = _number(assembly, place)
    if value is None:
        return None
    for kind, after in (("post_ge", ">="), ("post_le", "<=")):
        for behind in (1, 2):
            if assembly.is_(place + behind, kind):
                # `three classes or more`: the word between stays beside the number.
                del assembly.marks[place + behind]
                return _Comparison(after, (value,), place, place + 1)
    return _equal(assembly, place, value)


def _equal(assembly: Assembly, place: int, value: float) -> _Comparison | None:
    """Read `score 5`, `5 stars` and `4 or 5 stars`; a number before what is listed or ranked is a limit."""
    if assembly.is_(place - 1, "top", "bottom", "list"):
        return None
    values, end = [value], place + 1
    while assembly.is_(end, "or", "and") and (more := _number(assembly, end + 1)) is not None:
        values, end = [*values, more], end + 2
    behind = assembly.columns(end, "integer") and not assembly.is_(end, "table")
    before = assembly.columns(place - 1, "integer") and not assembly.is_(place - 1, "table")
    if behind or (before and not assembly.is_(end, "table", "column")):
        return _Comparison("=", tuple(values), place, end)
    return None


def _compared(assembly: Assembly, found: _Comparison) -> int:
    """Take a comparison with what it is of; return the place to go on from."""
    if taken := _per_own_row(assembly, found.start):
        found = replace(found, start=found.start - taken, end=found.end - taken)
    if assembly.is_(found.start - 1, "avg", "sum") and assembly.columns(found.start - 2, *NUMBERS):
        # `precio promedio superior a 200`
        marks, at = assembly.marks, found.start
        marks[at - 2 : at] = [marks[at - 1], marks[at - 2]]
    if assembly.is_(found.start - 1, "not"):
        found = replace(found, how=_OPPOSITE.get(found.how, found.how), start=found.start - 1)
    before = assembly.named(found.start - 1)
    ways = [_of_gap, _of_figure_behind, _of_unit, _of_what_follows, _of_figure_before, _of_what_precedes, _of_amount]
    # In `the amount paid in 3 instalments` it is the instalments that are three.
    counted = _number(assembly, found.start) is not None and assembly.columns(found.end, *NUMBERS)
    if before and not before.weak and not counted:
        # `revenue above 15,000 (item prices)`
        ways.insert(0, _of_figure_before)
    elif assembly.is_(found.end, "currency") and assembly.columns(found.start - 1, *NUMBERS):
        # `freight above 30 reais` is no price.
        assembly.take(found.end, found.end + 1)
        ways.insert(0, _of_what_precedes)
    known = len(assembly.wheres)
    for read in ways:
        place = read(assembly, found)
        if place is not None:
            return _summed(assembly, place) if len(assembly.wheres) > known else place
    return found.end


def _per_own_row(assembly: Assembly, start: int) -> int:
    """Take "per item" before a comparison where it only says whose figure is averaged; return how many marks went."""
    table = assembly.table(start - 1)
    if not table or not assembly.is_(start - 2, "by"):
        return 0
    for column, average in ((start - 3, start - 4), (start - 4, start - 3)):
        refs = assembly.columns(column, *NUMBERS)
        if refs and assembly.is_(average, "avg", "sum"):
            if assembly.is_(average, "sum") or table not in {ref[0] for ref in refs}:
                words = tuple(mark.words for mark in assembly.marks[start - 4 : start])
                raise NotUnderstoodError("it is not clear what is compared", words)
            assembly.take(start - 2, start)
            return 2
    return 0


def _summed(assembly: Assembly, place: int) -> int:
    """Compare the sum of the rows that others have, where it was said: `orders that add up to more than 1,000`."""
    where = assembly.wheres[-1]
    owner = next((table for table in assembly.spoken() if table), "")
    of = {ref[0] for ref in where.refs}
    if not assembly.is_(place - 1, "sum") or not of or not owner or owner in of or len(where.refs) > 1:
        return place
    words = f"{assembly.take(place - 1, place)} {where.words}"
    numbers = tuple(float(value) for value in where.values)
    del assembly.wheres[-1]
    assembly.having.append(Having(Measure("SUM", where.refs, words=words), where.how, numbers, words))
    return place - 1


def _of_gap(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare the time between two dates that are both named: `more than 24 hours from purchase to approval`."""
    hours = assembly.is_(found.end, "hours_unit")
    gaps = [at for at, mark in enumerate(assembly.marks) if isinstance(mark.made, Gap)]
    if not (hours or assembly.is_(found.end, "days_unit")) or len(gaps) != 1:
        return None
    values = tuple(value / 24 if hours else value for value in found.values)
    start, gap = found.start, assembly.marks[gaps[0]]
    words = f"{assembly.take(start, found.end + 1)} {gap.words}"
    assembly.marks.remove(gap)
    where = Where(found.how, values=values, gap=gap.made, words=words, place=gap.start)  # type: ignore[arg-type]
    assembly.wheres.append(where)
    return start if gaps[0] > start else start - 1


def _of_figure_behind(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare a figure that has a name in the file of measures and stands behind the number."""
    named = assembly.named(found.end)
    return _of_figure(assembly, found, named, found.start, found.end + 1) if named else None


def _of_figure_before(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare a figure that has a name in the file of measures and stands before the comparison."""
    named = assembly.named(found.start - 1)
    return _of_figure(assembly, found, named, found.start - 1, found.end) if named else None


def _of_figure(assembly: Assembly, found: _Comparison, named: Named, first: int, last: int) -> int:
    at = assembly.marks[found.start].start
    words = assembly.take(first, last)
    if first < len(assembly.marks) and assembly.is_(first, "unit", "worth"):
        assembly.take(first, first + 1)
    if named.amount:
        assembly.wheres.append(Where(found.how, values=found.values, amount=named.name, words=words, place=at))
    else:
        measure = Measure("named", name=named.name, words=words)
        assembly.having.append(Having(measure, found.how, found.values, words))
    return first


def _of_unit(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare what the unit behind the number says: days, or the columns that are measured in it."""
    how, values, start, end = found.how, found.values, found.start, found.end
    at = assembly.marks[start].start
    behind = assembly.columns(end, *NUMBERS)
    in_days = assembly.is_(end, "days_unit", "part_day") and not behind
    if in_days and (late := _lateness(assembly, start, end + 1)):
        first, last, gap = late
        words = assembly.take(first, last)
        assembly.wheres.append(Where(how, values=values, gap=gap, words=words, place=at))
        return first
    if in_days and assembly.meanings.duration:
        words = assembly.take(start, end + 1)
        assembly.marks[:] = [mark for mark in assembly.marks if not mark.of("take", "event") or mark.of("column")]
        assembly.wheres.append(Where(how, values=values, amount=assembly.meanings.duration, words=words, place=at))
        return start
    if (spoken := _measured_column(assembly, found)) is not None:
        return _of_spoken(assembly, found, *spoken)
    if (unit := assembly.at(end)) and (unit_of := unit.of("unit")):
        refs = assembly.narrowed(unit_of.refs)
        assembly.wheres.append(Where(how, refs, values, words=assembly.take(start, end + 1), place=at))
        return start
    return None


def _lateness(assembly: Assembly, start: int, end: int) -> tuple[int, int, Gap] | None:
    """Return how far a condition beside a number of days goes, and the time by which one date is past another.

    `late by more than 3 days`: the condition says that a date is after another, and the days are those between them.
    """
    before = start - 2 if assembly.is_(start - 1, "by", "with", "has", "since") else start - 1
    for place, first, last in ((before, before, end), (end, start, end + 1)):
        mark = assembly.at(place)
        known = mark.of("condition") if mark else None
        test = parsed(assembly.meanings.conditions[int(known.number)].where) if known else None
        if isinstance(test, exp.GT) and isinstance(test.this, exp.Column) and isinstance(test.expression, exp.Column):
            later, earlier = ((column.table, column.name) for column in (test.this, test.expression))
            if assembly.kind(later) == assembly.kind(earlier) == "date":
                return first, last, Gap(earlier, later)
    return None


def _measured_column(assembly: Assembly, found: _Comparison) -> tuple[int, Ref] | None:
    """Return the one column that the question names and that the unit behind the number measures."""
    unit = assembly.at(found.end)
    of = unit.of("unit") if unit else None
    named = [
        (at, ref)
        for at in range(len(assembly.marks))
        for ref in assembly.columns(at, *NUMBERS)
        if of and len(of.refs) > 1 and ref in of.refs and not found.start <= at <= found.end
    ]
    return named[0] if len({ref for _, ref in named}) == 1 else None


def _of_spoken(assembly: Assembly, found: _Comparison, place: int, ref: Ref) -> int:
    """Compare a column that is named elsewhere: an aggregate of it where groups are asked for, else its rows."""
    how, values, at = found.how, found.values, assembly.marks[found.start].start
    kind = next((kind for kind in ("avg", "sum") if assembly.is_(place - 1, kind) or assembly.is_(place + 1, kind)), "")
    grouped = any(mark.of("which", "by", "list") and not mark.of("small") for mark in assembly.marks)
    words = assembly.take(found.start, found.end + 1)
    if kind and grouped:
        assembly.having.append(Having(Measure(kind.upper(), (ref,), words=words), how, values, words))
    else:
        assembly.wheres.append(Where(how, (ref,), values, words=words, place=at))
    return found.start


def _of_what_follows(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare what stands behind the number: how many rows of a table, or a column."""
    how, values, start, end = found.how, found.values, found.start, found.end
    at, behind = assembly.marks[start].start, assembly.columns(end, *NUMBERS)
    if table := assembly.table(end):
        noun = assembly.marks[end].words
        words = assembly.take(start, end + 1)
        assembly.having.append(Having(Measure("count", ((table, ""),), words=noun), how, values, words))
        assembly.tables.append(table)
        return start
    texts = assembly.columns(end, "text")
    if texts and not behind and assembly.is_(start, *COMPARED):
        # `more than one kind of payment`
        words = assembly.take(start, end + 1)
        assembly.having.append(Having(Measure("distinct", assembly.narrowed(texts), words=words), how, values, words))
        return start
    if behind:
        refs = assembly.narrowed(behind)
        times = (assembly.marks[end].of("column") or Meaning("")).number or 1
        values = tuple(value * times for value in values)
        assembly.wheres.append(Where(how, refs, values, words=assembly.take(start, end + 1), place=at))
        return start
    return None


def _of_what_precedes(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare the column before the comparison, or an aggregate of it."""
    how, values, start, end = found.how, found.values, found.start, found.end
    at, before = assembly.marks[start].start, assembly.columns(start - 1, *NUMBERS)
    if not before:
        return None
    refs = assembly.narrowed(before)
    if how_far := _aggregate_before(assembly, start - 1):
        kind, first = how_far
        words = assembly.take(first, end)
        assembly.having.append(Having(Measure(kind, refs, words=words), how, values, words))
        return first
    assembly.wheres.append(Where(how, refs, values, words=assembly.take(start - 1, end), place=at))
    return start - 1


def _of_amount(assembly: Assembly, found: _Comparison) -> int | None:
    """Compare what a row comes to, where no column is named: `invoices of more than 200 euros`."""
    start, end = found.start, found.end
    if not assembly.is_(start, *COMPARED, "priced", "between") or not (amount := _one_amount(assembly)):
        return None
    if assembly.is_(start - 1, "has") and not assembly.is_(end, "unit", "worth", "currency"):
        # `contain more than one`: how many, and not how much.
        return None
    at = assembly.marks[start].start
    end += assembly.is_(end, "unit", "worth", "currency")
    words = assembly.take(start, end)
    assembly.wheres.append(Where(found.how, (amount,), found.values, words=words, place=at))
    return start


def _one_amount(assembly: Assembly) -> Ref | None:
    """Return what a row comes to, of the one table that is spoken of and has such a column."""
    found = [(table, amount) for table in assembly.spoken() if (amount := assembly.amount(table))]
    return found[0] if len(found) == 1 else None


def _aggregate_before(assembly: Assembly, place: int) -> tuple[str, int] | None:
    """Return the aggregate beside a column that is compared, and where the two begin."""
    for beside in (place - 1, place + 1):
        for kind, name in (("avg", "AVG"), ("sum", "SUM")):
            if assembly.is_(beside, kind) and not assembly.is_(beside, "table", "column"):
                return name, min(place, beside)
    return None


def _number(assembly: Assembly, place: int) -> float | None:
    mark = assembly.at(place)
    found = mark.of("number") if mark else None
    return found.number if found else None
