"""Reads the conditions of a question: times, comparisons, values, and what is there or is missing."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn
from fingerpost.assistants.agents.analytics.planner.meanings import columns_of
from fingerpost.assistants.agents.analytics.planner.request import Having, Measure, NotUnderstoodError, Ref, When, Where
from fingerpost.assistants.agents.analytics.questions.assembly import NUMBERS, Assembly
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark, Meaning
from fingerpost.language.text import fold

_COMPARED = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "="}
_DATES = {"after": ">", "before": "<", "since": ">=", "until": "<=", **_COMPARED}
_OPPOSITE = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "<>"}
_JOINING = ("and", "or")
_YEAR_NAME = re.compile(r"(^|_)(year|yr|ano|anio)(_|$)")
_DATE_WORD = re.compile(r"\b(data|date|fecha|quando|when|cuando)\b")
_LESS = re.compile(r"less|menos|cheap|barat|under|below|abaixo|debajo|fewer")


def read_conditions(assembly: Assembly) -> None:
    """Take all conditions out of the marks."""
    _compare_columns(assembly)
    _times(assembly)
    _compare_numbers(assembly)
    _every_value(assembly)
    _known(assembly)
    _values(assembly)
    _noted(assembly)
    _presence(assembly)


def _every_value(assembly: Assembly) -> None:
    """Take what only says that nothing is left out: `every status included`, `whatever their status`."""
    for place in range(len(assembly.marks) - 1, -1, -1):
        if assembly.columns(place, "text", "boolean") and assembly.is_(place - 1, "whatever"):
            assembly.take(place - 1, place + 1)
        elif assembly.columns(place, "text", "boolean") and assembly.is_(place + 1, "included"):
            start = place - 1 if assembly.is_(place - 1, "by", "small") else place
            assembly.take(start, place + 2)


def _noted(assembly: Assembly) -> None:
    """Take what says that a column is filled: `with the weight noted`."""
    for place in range(len(assembly.marks) - 1, 0, -1):
        refs = assembly.narrowed(assembly.columns(place - 1))
        if assembly.is_(place, "noted") and len(refs) == 1:
            start = place - 2 if assembly.is_(place - 2, "with", "has", "only") else place - 1
            denied = assembly.is_(start - 1, "not", "without")
            at = assembly.marks[place].start
            words = assembly.take(start - denied, place + 1)
            assembly.wheres.append(Where("null" if denied else "not null", refs, words=words, place=at))


def _times(assembly: Assembly) -> None:
    """Take every time, with the date that the word beside it names."""
    place = 0
    while place < len(assembly.marks):
        when = assembly.marks[place].made
        if not isinstance(when, When):
            place += 1
            continue
        if _year_column(assembly, place, when):
            place = 0
            continue
        start, end, ref = place, place + 1, None
        for beside in (place - 1, place + 1, place + 2):
            if beside == place + 2 and not assembly.is_(place + 1, "by"):
                continue
            dates = assembly.narrowed(assembly.columns(beside, "date") or _event(assembly, beside))
            if len(dates) == 1 and not assembly.is_(beside, "table"):
                ref = dates[0]
                start, end = min(start, beside), max(end, beside + 1)
                break
            if beside == place - 1 and (dated := _dated(assembly, beside)):
                # `delivered in May`: the value stays, the time is of its date.
                ref = dated
                break
        ref = ref or _nearest_dated(assembly, place)
        if ref is None and when.unit == "day" and when.back == 0 and when.length == 1 and not assembly.meanings.dates:
            # `in use today` is a state, not a date.
            raise NotUnderstoodError("say which date is meant", (assembly.marks[place].words,))
        words = assembly.take(start, end)
        assembly.whens.append(replace(when, ref=ref, words=words))
        if ref:
            assembly.tables.append(ref[0])
        place = start


def _nearest_dated(assembly: Assembly, place: int) -> Ref | None:
    """Return the table whose rows a time is said of: `reviews of the orders bought in 2017` are placed by the order."""
    for before in range(place - 1, -1, -1):
        mark = assembly.marks[before]
        named = assembly.named(before)
        table = assembly.table(before)
        if named and named.weak and (columns := columns_of(named.select or named.amount)):
            table = table or columns[0][0]
        if table:
            found = assembly.allowlist.table(table)
            dated = dict(assembly.meanings.dates).get(table) or (found.date if found and not found.label else "")
            return (table, dated) if dated else None
        if not mark.of("value", "adjective", "condition", "small", "has", "with"):
            return None
    return None


def _year_column(assembly: Assembly, place: int, when: When) -> bool:
    """Take years that a column of numbers holds: `built before 2017`."""
    refs = assembly.narrowed(ref for ref in assembly.columns(place - 1, "integer") if _YEAR_NAME.search(ref[1].lower()))
    if len(refs) != 1 or len(when.spans) != 1 or any(day and day[5:] != "01-01" for day in when.spans[0]):
        return False
    at = assembly.marks[place].start
    words = assembly.take(place - 1, place + 1)
    for how, day in zip((">=", "<"), when.spans[0], strict=True):
        if day:
            assembly.wheres.append(Where(how, refs, (float(day[:4]),), words=words, place=at))
    return True


def _event(assembly: Assembly, place: int) -> tuple[Ref, ...]:
    mark = assembly.at(place)
    found = mark.of("event") if mark else None
    return found.refs if found else ()


def _dated(assembly: Assembly, place: int) -> Ref | None:
    """Return the date that a value or a condition with a name is placed by."""
    mark = assembly.at(place)
    for meaning in mark.meanings if mark else ():
        if meaning.kind in ("value", "adjective"):
            for entry in assembly.meanings.values:
                dated = dict(entry.dated).get(meaning.value)
                if dated and set(entry.columns) & set(meaning.refs):
                    table, _, column = dated.rpartition(".")
                    return table or entry.columns[0][0], column
        if meaning.kind == "condition" and (dated := assembly.meanings.conditions[int(meaning.number)].dated):
            table, _, column = dated.rpartition(".")
            return table or columns_of(assembly.meanings.conditions[int(meaning.number)].where)[0][0], column
    return None


def _known(assembly: Assembly) -> None:
    """Take every condition that has a name in the file of measures."""
    for place in range(len(assembly.marks) - 1, -1, -1):
        found = assembly.marks[place].of("condition")
        if found is None or assembly.marks[place].made is not None:
            continue
        known = assembly.meanings.conditions[int(found.number)]
        denied = place > 0 and assembly.is_(place - 1, "not", "except", "without")
        if denied and not known.deniable:
            continue
        at, start = assembly.marks[place].start, place - denied
        if set(assembly.columns(start - 1)) & set(columns_of(known.where)) and not assembly.is_(start - 2, "by"):
            start -= 1
        words = assembly.take(start, place + 1)
        assembly.wheres.append(Where("not known" if denied else "known", text=known.where, words=words, place=at))


def _compare_columns(assembly: Assembly) -> None:
    """Take what compares two columns of a row: `paid after the due date`, `stock below its minimum`."""
    for place in range(len(assembly.marks) - 1, -1, -1):
        mark = assembly.marks[place]
        how = next((_DATES[kind] for kind in _DATES if mark.of(kind)), "")
        if not how:
            continue
        for kinds in (("date",), NUMBERS):
            right = assembly.columns(place + 1, *kinds)
            if not right:
                continue
            left = assembly.columns(place - 1, *kinds)
            start = place - 1
            if not left and kinds is NUMBERS:
                left, start = _limited_by(assembly, right), place
            pairs = [(one, two) for one in left for two in right if one[0] == two[0] and one != two]
            if len(pairs) == 1:
                words = assembly.take(start, place + 2)
                assembly.wheres.append(Where(how, (pairs[0][0],), other=pairs[0][1], words=words))
                break


def _limited_by(assembly: Assembly, limits: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Return the column that another is the limit of: `stock` of `stock_min`."""
    found = []
    for table, column in limits:
        allowed = assembly.allowlist.table(table)
        for other in allowed.columns if allowed else ():
            if other.kind in NUMBERS and other.name != column and column.startswith(f"{other.name}_"):
                found.append((table, other.name))
    return tuple(found)


def _compare_numbers(assembly: Assembly) -> None:
    """Take a comparison with a number: of a column, or of how many rows there are."""
    place = 0
    while place < len(assembly.marks):
        found = _comparison(assembly, place)
        if found is None:
            place += 1
            continue
        how, values, start, end = found
        place = max(0, _compared(assembly, how, values, start, end))


def _comparison(assembly: Assembly, place: int) -> tuple[str, tuple[float, ...], int, int] | None:
    """Return a comparison, its numbers, and from where to where it reaches."""
    mark = assembly.marks[place]
    if mark.of("between") and _number(assembly, place + 1) is not None and assembly.is_(place + 2, "and"):
        low, high = _number(assembly, place + 1), _number(assembly, place + 3)
        if low is not None and high is not None:
            return "between", (low, high), place, place + 4
    how = next((_COMPARED[kind] for kind in _COMPARED if mark.of(kind)), "")
    if mark.of("priced"):
        how = "<" if _LESS.search(mark.words.lower()) else ">"
    if how and assembly.is_(place + 1, "unit", "currency") and _number(assembly, place + 2) is not None:
        # `over R$ 100`
        assembly.marks[place + 1 : place + 3] = [assembly.marks[place + 2], assembly.marks[place + 1]]
    value = _number(assembly, place + 1)
    if how and value is not None:
        return how, (value,), place, place + 2
    value = _number(assembly, place)
    if value is None:
        return None
    for kind, after in (("post_ge", ">="), ("post_le", "<=")):
        for behind in (1, 2):
            if assembly.is_(place + behind, kind):
                # `three classes or more`: the word between stays beside the number.
                del assembly.marks[place + behind]
                return after, (value,), place, place + 1
    return _equal(assembly, place, value)


def _equal(assembly: Assembly, place: int, value: float) -> tuple[str, tuple[float, ...], int, int] | None:
    """Read `score 5`, `5 stars` and `4 or 5 stars`; a number before what is listed or ranked is a limit."""
    if assembly.is_(place - 1, "top", "bottom", "list"):
        return None
    values, end = [value], place + 1
    while assembly.is_(end, "or", "and") and (more := _number(assembly, end + 1)) is not None:
        values, end = [*values, more], end + 2
    behind = assembly.columns(end, "integer") and not assembly.is_(end, "table")
    before = assembly.columns(place - 1, "integer") and not assembly.is_(place - 1, "table")
    if behind or (before and not assembly.is_(end, "table", "column")):
        return "=", tuple(values), place, end
    return None


def _compared(assembly: Assembly, how: str, values: tuple[float, ...], start: int, end: int) -> int:
    """Take a comparison with what it is of; return the place to go on from."""
    if assembly.is_(start - 1, "avg", "sum") and assembly.columns(start - 2, *NUMBERS):
        # `precio promedio superior a 200`
        assembly.marks[start - 2 : start] = [assembly.marks[start - 1], assembly.marks[start - 2]]
    if assembly.is_(start - 1, "not"):
        how, start = _OPPOSITE.get(how, how), start - 1
    behind, before = assembly.columns(end, *NUMBERS), assembly.columns(start - 1, *NUMBERS)
    at = assembly.marks[start].start
    if named := assembly.named(end) or assembly.named(start - 1):
        first = start if assembly.named(end) else start - 1
        last = end + 1 if assembly.named(end) else end
        words = assembly.take(first, last)
        if first < len(assembly.marks) and assembly.is_(first, "unit", "worth"):
            assembly.take(first, first + 1)
        if named.amount:
            assembly.wheres.append(Where(how, values=values, amount=named.name, words=words, place=at))
        else:
            assembly.having.append(Having(Measure("named", name=named.name, words=words), how, values, words))
        return first
    if assembly.is_(end, "days_unit", "part_day") and assembly.meanings.duration and not behind:
        words = assembly.take(start, end + 1)
        assembly.marks[:] = [mark for mark in assembly.marks if not mark.of("take", "event") or mark.of("column")]
        assembly.wheres.append(Where(how, values=values, amount=assembly.meanings.duration, words=words, place=at))
        return start
    if (unit := assembly.at(end)) and (unit_of := unit.of("unit")):
        refs = assembly.narrowed(unit_of.refs)
        assembly.wheres.append(Where(how, refs, values, words=assembly.take(start, end + 1), place=at))
        return start
    if table := assembly.table(end):
        words = assembly.take(start, end + 1)
        assembly.having.append(Having(Measure("count", ((table, ""),), words=words), how, values, words))
        assembly.tables.append(table)
    elif behind:
        refs = assembly.narrowed(behind)
        times = (assembly.marks[end].of("column") or Meaning("")).number or 1
        values = tuple(value * times for value in values)
        assembly.wheres.append(Where(how, refs, values, words=assembly.take(start, end + 1), place=at))
    elif before and (how_far := _aggregate_before(assembly, start - 1)):
        kind, first = how_far
        refs = assembly.narrowed(before)
        words = assembly.take(first, end)
        assembly.having.append(Having(Measure(kind, refs, words=words), how, values, words))
        return first
    elif before:
        refs = assembly.narrowed(before)
        assembly.wheres.append(Where(how, refs, values, words=assembly.take(start - 1, end), place=at))
        return start - 1
    elif assembly.is_(start, *_COMPARED, "priced", "between") and (amount := _one_amount(assembly)):
        # `invoices of more than 200 euros`
        end += assembly.is_(end, "unit", "worth", "currency")
        assembly.wheres.append(Where(how, (amount,), values, words=assembly.take(start, end), place=at))
    else:
        return end
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


def _values(assembly: Assembly) -> None:
    """Take every value, with the name of its column before it and a denial."""
    place = 0
    while place < len(assembly.marks):
        found = _value(assembly, place)
        if found is None:
            place += 1
            continue
        refs, values = found
        start, end = place, place + 1
        if assembly.is_(start - 1, "includes"):
            # `also those who left`: nothing is left out.
            assembly.take(start - 1, end)
            place = start - 1
            continue
        while True:
            joined = assembly.is_(end, *_JOINING, "compare")
            more = _value(assembly, end + joined)
            if not more or not set(more[0]) & set(refs):
                break
            if joined and assembly.is_(end, "compare"):
                assembly.compared.append(refs[0])
            values, end = (*values, *more[1]), end + joined + 1
        grouped = assembly.is_(start - 2, "by")
        if set(assembly.columns(start - 1)) & set(refs) and not assembly.is_(start - 1, "table") and not grouped:
            start -= 1
        elif set(assembly.columns(end)) & set(refs) and not assembly.is_(end, "table"):
            end += 1
        denied = assembly.is_(start - 1, "not", "except", "without", "differs")
        at_verb = start - 2 if assembly.is_(start - 1, "with", "has") else start - 1
        verb = assembly.named(at_verb)
        if verb and verb.weak and not assembly.table(at_verb) and assembly.is_(at_verb - 1, "not", "without"):
            # `not paid by card`: what is denied is the card.
            denied, start = True, at_verb
        start -= denied
        at = assembly.marks[place].start
        assembly.wheres.append(Where("<>" if denied else "=", refs, values, words=assembly.take(start, end), place=at))
        place = start


def _value(assembly: Assembly, place: int) -> tuple[tuple[Ref, ...], tuple[str | float, ...]] | None:
    """Return the columns and the values that a mark stands for: nearest to a table that is named."""
    mark = assembly.at(place)
    if mark is None or mark.made is not None or mark.of("table"):
        return None
    beside = {*assembly.columns(place - 1), *assembly.columns(place + 1)}
    options: list[tuple[Ref, str | float]] = [
        (ref, meaning.value)
        for meaning in mark.meanings
        if meaning.kind in ("value", "adjective")
        for ref in meaning.refs
        if not meaning.bound or ref in beside
    ]
    options += [(ref, 1.0) for ref in assembly.columns(place, "boolean")]
    if not options:
        return _named_value(assembly, place, beside)
    if of_column := [option for option in options if option[0] in beside]:
        options = of_column
    if again := [option for option in options if option[0] in assembly.used_before]:
        options = again
    best = min(_apart(assembly, place, ref[0]) for ref, _ in options)
    near = [(ref, value) for ref, value in options if _apart(assembly, place, ref[0]) == best]
    refs = assembly.narrowed(dict.fromkeys(ref for ref, _ in near))
    labels = [ref for ref in refs if _is_label(assembly, ref)]
    if len({ref[0] for ref in refs}) == 1 and len(refs) > 1:
        # A place that is a city and a state: the wider of the two.
        refs = tuple(sorted(refs, key=lambda ref: len((assembly.column(ref) or AllowedColumn("")).values) or 999)[:1])
    chosen = labels[:1] or refs
    return tuple(chosen), tuple(dict.fromkeys(value for ref, value in near if ref in chosen))


def _named_value(
    assembly: Assembly, place: int, beside: set[Ref]
) -> tuple[tuple[Ref, ...], tuple[str | float, ...]] | None:
    """Return a text in quotes, or a name, as a value of the column beside it."""
    mark = assembly.marks[place]
    quoted = mark.of("quote")
    texts = tuple(ref for ref in beside if assembly.kind(ref) == "text")
    if quoted is None or not texts:
        return None
    spelled = (quoted.value, quoted.value.lower(), fold(quoted.value))
    return assembly.narrowed(texts), tuple(dict.fromkeys(spelled))


def _is_label(assembly: Assembly, ref: Ref) -> bool:
    table = assembly.allowlist.table(ref[0])
    return table is not None and ref[1] in table.label


def _apart(assembly: Assembly, place: int, table: str) -> int:
    """Return how many marks lie between a place and the nearest mark that names a table."""
    found = [abs(place - other) for other in range(len(assembly.marks)) if assembly.table(other) == table]
    return min(found, default=50)


def _presence(assembly: Assembly) -> None:
    """Take what a row has or lacks: rows of another table, or something in a column."""
    place = 0
    while place < len(assembly.marks):
        mark = assembly.marks[place]
        without = mark.of("without", "not", "except") is not None
        if not without and not _present(assembly, place):
            place += 1
            continue
        at = place + 1 if without else place
        at += int(without and assembly.is_(at, "or", "and", "has"))
        if without and assembly.columns(at, "date") and (table := assembly.table(at + 1)):
            if table in {ref[0] for ref in assembly.columns(at, "date")}:
                # `never signed a deal`: the deal is what is missing.
                at += 1
        end = at
        while (where := _there(assembly, end, without)) is not None:
            assembly.wheres.append(where)
            end += 1
            if not assembly.is_(end, *_JOINING) or _there(assembly, end + 1, without) is None:
                break
            end += 1
        if end > at:
            assembly.take(place, end)
        else:
            place += 1


def _present(assembly: Assembly, place: int) -> bool:
    """Whether a mark alone says that something is there: `paid`, which is a date, but not the one of every row."""
    grouped = any(mark.of("by") for mark in assembly.marks) and assembly.is_(place - 1, "with")
    has = assembly.is_(place - 1, "has", "with") and not grouped
    if has and assembly.columns(place, "text") and not assembly.is_(place, "table"):
        return not assembly.is_(place + 1, "avg", "sum", "max", "min", "number")
    dates = assembly.narrowed(assembly.columns(place, "date"))
    if not dates or assembly.is_(place, "table", "value") or assembly.is_(place - 1, "by"):
        return False
    edges = ("first", "last", "max", "min", "most", "least")
    if (
        assembly.is_(place - 1, *edges)
        or assembly.is_(place + 1, *edges)
        or _DATE_WORD.search(assembly.marks[place].words.lower())
    ):
        # A date that is asked for.
        return False
    return not any((table := assembly.allowlist.table(ref[0])) and table.date == ref[1] for ref in dates)


def _there(assembly: Assembly, place: int, without: bool) -> Where | None:
    mark = assembly.at(place)
    if mark is None:
        return None
    named = assembly.named(place)
    if without and named and (named.weak or named.adjective) and (columns := columns_of(named.select or named.amount)):
        return Where("not exists", ((columns[0][0], ""),), words=mark.words, place=mark.start)
    table = assembly.table(place)
    if table and (without or assembly.is_(place - 1, "with", "has")) and assembly.spoken()[:1] != [table]:
        how = "not exists" if without else "exists"
        return Where(how, ((table, ""),), words=mark.words, place=mark.start)
    if table and without:
        return Where("not exists", ((table, ""),), words=mark.words, place=mark.start)
    refs = assembly.narrowed(assembly.columns(place))
    found = mark.of("column")
    weak = found is not None and found.bound and assembly.kind(refs[0]) in NUMBERS
    if len(refs) == 1 and not weak and (without or assembly.kind(refs[0]) in ("date", "text")):
        return Where("null" if without else "not null", refs, words=mark.words, place=mark.start)
    return None


def with_made(mark: Mark, made: object) -> Mark:
    """Return a mark that stands for a part that was read."""
    return replace(mark, made=made, meanings=(Meaning("made"),))
