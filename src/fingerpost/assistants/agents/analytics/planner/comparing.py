"""Reads comparisons with numbers: `more than 3 installments`, `preço acima de 100`, `nota 5`, `10 pedidos ou mais`."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.marking import Mark, Meaning
from fingerpost.assistants.agents.analytics.planner.request import Gap, Having, Measure, Where
from fingerpost.assistants.agents.analytics.planner.sight import Reading
from fingerpost.assistants.agents.analytics.planner.words import ONE
from fingerpost.language.function_words import AND, OR
from fingerpost.language.text import fold

_SIGNS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "eq": "="}
_POST = {"post_ge": ">=", "post_le": "<="}
_AGGREGATES = {"avg": "AVG", "sum": "SUM", "max": "MAX", "min": "MIN"}
_JOINED = AND | OR

Numbers = tuple[float, ...]


def read_comparisons(reading: Reading) -> None:
    """Put together every number with what it is held against, in place."""
    place = 0
    while place < len(reading.marks):
        _comparison(reading, place)
        place += 1
    place = 0
    while place < len(reading.marks):
        _equal(reading, place)
        place += 1


def _comparison(reading: Reading, place: int) -> None:
    """Read a word of comparison and its number, or a number and the "or more" behind it or behind its noun."""
    mark = reading.marks[place]
    if found := mark.of(*_SIGNS):
        number, end = _number(reading, place + 1)
        if number is not None:
            _compared(reading, place, end, _SIGNS[found.kind], (number,))
    elif mark.of("between"):
        low, end = _number(reading, place + 1)
        joined = reading.at(end)
        if low is not None and joined and (joined.of("and") or fold(joined.words) in ("a", "to", "ate")):
            high, end = _number(reading, end + 1)
            if high is not None:
                _compared(reading, place, end, "between", (low, high))
    elif mark.of("number"):
        number, end = _number(reading, place)
        behind = reading.at(end)
        if number is not None and behind and (found := behind.of(*_POST)):
            _compared(reading, place, end + 1, _POST[found.kind], (number,))
            return
        noun = reading.beside(end - 1, 1)
        last = reading.at(noun + 1)
        found = last.of(*_POST) if last else None
        if number is not None and found and reading.marks[noun].of("table", "column", "unit", "days_unit"):
            del reading.marks[noun + 1]
            _compared(reading, place, end, _POST[found.kind], (number,))


def _number(reading: Reading, place: int) -> tuple[float | None, int]:
    """Read a number, with a currency before it and "mil" behind it."""
    mark = reading.at(place)
    while mark and mark.of("unit", "small", "worth", "only") and fold(mark.words) not in ONE:
        place += 1
        mark = reading.at(place)
    if mark is None:
        return None, place
    if fold(mark.words) in ONE:
        return 1.0, place + 1
    number = mark.of("number")
    if number is None:
        return None, place
    behind = reading.at(place + 1)
    if behind and fold(behind.words) in ("mil", "thousand", "k"):
        return number.number * 1000, place + 2
    return number.number, place + 1


def _compared(reading: Reading, start: int, end: int, how: str, values: Numbers) -> None:
    """Find what a number is held against: the noun behind it, or the one before; else it stays, and is not placed."""
    at = reading.beside(end - 1, 1)
    behind = reading.at(at)
    measured = (
        behind is not None and not behind.of("column") and behind.of("unit", "days_unit", "hours_unit") is not None
    )
    if behind and not measured and _with_noun_behind(reading, (start, at), how, values):
        return
    stop = at + 1 if measured else end
    if behind and measured and not behind.of("unit") and _with_time(reading, start, stop, how, values):
        return
    if reading.marks[start].of("priced") or not _with_subject(reading, start, stop, how, values):
        _with_money(reading, (start, end, stop), behind, how, values)


def _with_noun_behind(reading: Reading, places: tuple[int, int], how: str, values: Numbers) -> bool:
    """Hold a number against a column or rows that stand behind it: `more than 3 installments`, `10 pedidos`."""
    start, at = places
    behind = reading.marks[at]
    if reading.is_number(behind):
        # `peso entre 500 e 1000 gramas`
        first, subject, _ = _subject(reading, start)
        column, own = behind.of("column"), subject.of("column") if subject else None
        if own and column and own.refs == column.refs:
            start = first
        words = reading.said(start, at + 1)
        reading.put(start, at + 1, "where", _where(reading, behind, how, values, words))
        return True
    counted = _counted(reading, at)
    if counted is None:
        return False
    measure, end = counted
    words = reading.said(start, end)
    if measure.how == "count" and (how, values) in ((">=", (1.0,)), (">", (0.0,))):
        # At least one is any at all.
        reading.put(start, end, "where", Where("exists", measure.refs, words=words))
    else:
        reading.put(start, end, "having", Having(measure, how, values, words))
    return True


def _with_time(reading: Reading, start: int, stop: int, how: str, values: Numbers) -> bool:
    """Hold days against a time: `took more than 20 days to arrive`, `delivered within 7 days`."""
    last = reading.beside(stop - 1, 1, "take", "until")
    mark = reading.at(last)
    if mark and reading.is_number(mark) and not mark.of("column"):
        words = reading.said(start, last + 1)
        reading.put(start, last + 1, "where", _where(reading, mark, how, values, words))
        return True
    if not reading.marks[stop - 1].of("days_unit") or _subject(reading, start)[1] is not None:
        return False
    words, gap = reading.said(start, stop), _done(reading, start)
    if gap is None and not _takes(reading, start):
        return False
    amount = "" if gap else reading.meanings.duration
    reading.put(start, stop, "where", Where(how, values=values, amount=amount, gap=gap, words=words))
    return True


def _with_subject(reading: Reading, start: int, stop: int, how: str, values: Numbers) -> bool:
    """Hold a number against the column or the figure that stands before it: `preço acima de 100`."""
    first, subject, aggregate = _subject(reading, start)
    words = reading.said(first, stop)
    if subject is None and aggregate:
        start = next(place for place in range(start, -1, -1) if reading.marks[place].of("avg"))
        reading.put(start, stop, "having", Having(Measure("AVG", words=words), how, values, words))
        return True
    if subject is None:
        return False
    measure, column, gap = subject.of("measure"), subject.of("column"), subject.made
    if aggregate or not reading.is_number(subject) or _summed(reading, subject, first):
        made = Measure(
            _AGGREGATES.get(aggregate, "named"),
            column.refs if column else (),
            measure.value if measure else "",
            gap if isinstance(gap, Gap) else None,
            words=words,
        )
        reading.put(first, stop, "having", Having(made, how, values, words))
    else:
        reading.put(first, stop, "where", _where(reading, subject, how, values, words))
    return True


def _with_money(reading: Reading, places: tuple[int, int, int], behind: Mark | None, how: str, values: Numbers) -> None:
    """Hold an amount of money against the table that it stands by: `items cheaper than 50`, `payments over R$ 200`."""
    start, end, stop = places
    unit = behind.of("unit") if behind else None
    # R$ stands before the number.
    unit = unit or next((found for mark in reading.marks[start:end] if (found := mark.of("unit"))), None)
    before = reading.beside(start, -1)
    mark = reading.at(before)
    worth, table = (mark.of("worth"), mark.of("table")) if mark else (None, None)
    money = table is not None and table.refs[0][0] in reading.meanings.money
    if unit is None and reading.meanings.units and (worth or money or reading.marks[start].of("priced")):
        entry = reading.meanings.units[0]
        unit = Meaning("unit", entry.columns, entry.measure)
    if unit:
        _money(reading, before if worth else start, stop, unit, how, values)


def _done(reading: Reading, start: int) -> Gap | None:
    """Return the time until what stands before a comparison was done: `delivered within 7 days`."""
    before = reading.at(reading.beside(start, -1))
    adjective = before.of("adjective") if before else None
    for values in reading.meanings.values:
        for value, column in values.dated:
            if adjective and adjective.value == value and adjective.refs[0] in values.columns:
                return Gap((adjective.refs[0][0], ""), (adjective.refs[0][0], column))
    return None


def _summed(reading: Reading, subject: Mark, first: int) -> bool:
    """Whether an amount is held against all that a row has of it: `customers who spent more than 1000`."""
    named = reading.named(subject)
    if named is None or named.usual != "SUM":
        return False
    place = first - 1
    while (mark := reading.at(place)) and not mark.of("table"):
        place -= 1
    table = mark.of("table") if mark else None
    return any(table and table.refs[0][0] in unit.per for unit in reading.meanings.units)


def _takes(reading: Reading, start: int) -> bool:
    """Whether a verb like "took" stands before a comparison, and the file says what time is meant then."""
    before = reading.at(reading.beside(start, -1, "with", "avg"))
    return bool(reading.meanings.duration and before and before.of("take"))


def _where(reading: Reading, mark: Mark, how: str, values: Numbers, words: str) -> Where:
    column = mark.of("column")
    if column:
        times = column.number or 1
        return Where(how, column.refs, tuple(value * times for value in values), words=words)
    if isinstance(mark.made, Gap):
        return Where(how, values=values, gap=mark.made, words=words)
    return Where(how, values=values, amount=reading.amount(mark), words=words)


def _counted(reading: Reading, place: int) -> tuple[Measure, int] | None:
    """Read what is counted behind a number: `pedidos`, `itens vendidos`, `different categories`."""
    mark = reading.at(place)
    if mark and mark.of("distinct"):
        place = reading.beside(place, 1)
        mark = reading.at(place)
    if mark is None or mark.made is not None:
        return None
    end = place + 1
    behind = reading.at(end)
    if behind and behind.of("distinct"):
        end += 1
    if table := mark.of("table"):
        return Measure("count", table.refs, words=mark.words), end
    if (column := mark.of("column")) and not any(reading.kind_of(ref) == "date" for ref in column.refs):
        return Measure("distinct", column.refs, words=mark.words), end
    named = reading.named(mark)
    if named and named.counted:
        return Measure("count", ((named.counted, ""),), words=mark.words), end
    if named and named.sums and named.select.startswith("COUNT"):
        return Measure("named", name=named.name, words=mark.words), end
    return None


def _subject(reading: Reading, start: int) -> tuple[int, Mark | None, str]:
    """Look before a comparison for what it is about: a column or a figure, with or without "average" beside it."""
    place = reading.beside(start, -1, "with", "worth")
    mark = reading.at(place)
    # The rows that the figure is of may stand in between: `preço médio de item vendido acima de 200`.
    while mark and (mark.of("table") or ((named := reading.named(mark)) and named.weak and not named.amount)):
        place = reading.beside(place, -1, "with", "worth")
        mark = reading.at(place)
        if mark is None or not (mark.of(*_AGGREGATES) or reading.is_number(mark)):
            return start, None, ""
    aggregate = ""
    if mark and (found := mark.of(*_AGGREGATES)) and not mark.of("column", "measure", "gap"):
        aggregate = found.kind
        place = reading.beside(place, -1, "worth")
        mark = reading.at(place)
    if aggregate == "avg" and (mark is None or not mark.of("column", "measure", "gap", "table")):
        # `… only states with an average above 4`
        return place + 1, None, aggregate
    if mark is None or not mark.of("column", "measure", "gap"):
        return start, None, ""
    if not reading.is_number(mark) and not mark.of("measure"):
        return start, None, ""
    first = place
    if not aggregate:
        before = reading.beside(place, -1, "worth")
        ahead = reading.at(before)
        if ahead and (found := ahead.of("avg", "sum")) and not ahead.of("column", "measure"):
            aggregate, first = found.kind, before
    return first, mark, aggregate


def _money(reading: Reading, start: int, end: int, unit: Meaning, how: str, values: Numbers) -> None:
    """Hold a bare amount against the column of the table it stands by, or against what its rows come to."""
    place = start - 1
    while (mark := reading.at(place)) and not mark.of("table") and not reading.named(mark):
        place -= 1
    if mark is None:
        return
    words = reading.said(start, end)
    named, table = reading.named(mark), mark.of("table")
    name = table.refs[0][0] if table else ""
    if named and not table:
        name = next((ref[0] for ref in unit.refs if f"{ref[0]}." in named.select), "")
    own = tuple(ref for ref in unit.refs if ref[0] == name)
    entry = next((entry for entry in reading.meanings.units if entry.columns == unit.refs), None)
    if own:
        reading.put(start, end, "where", Where(how, own, values, words=words))
    elif entry and name in entry.per and entry.measure:
        reading.put(start, end, "having", Having(Measure("named", name=entry.measure, words=words), how, values, words))


def _equal(reading: Reading, place: int) -> None:
    """Read a number beside a column of numbers: `nota 5`, `notas 4 e 5`, `5 estrelas`, `de 1 a 2`."""
    mark = reading.marks[place]
    column = mark.of("column")
    if column is None or not reading.is_number(mark):
        return
    behind = reading.beside(place, 1, "eq", "at_day")
    numbers, end, between = _listed(reading, behind)
    if numbers:
        how = "between" if between else "="
        post = reading.at(end)
        if post and (found := post.of(*_POST)):
            how, end = _POST[found.kind], end + 1
        words = reading.said(place, end)
        reading.put(place, end, "where", Where(how, column.refs, numbers, words=words))
    elif all(reading.kind_of(ref) == "integer" for ref in column.refs):
        _number_before(reading, place, column)


def _number_before(reading: Reading, place: int, column: Meaning) -> None:
    """Read `5 estrelas`, `1 or 2 stars`, `5-star`, `one installment`."""
    before = place - 1
    while (mark := reading.at(before)) and (mark.words == "-" or mark.of("only")):
        before -= 1
    numbers: list[float] = []
    first = place
    while mark := reading.at(before):
        number = mark.of("number")
        if number is None and not (fold(mark.words) in ("one", "uma", "una") and not numbers):
            break
        numbers.insert(0, number.number if number else 1.0)
        first = before
        joined = reading.at(before - 1)
        if joined is None or fold(joined.words) not in _JOINED:
            break
        before -= 2
    ahead = reading.at(reading.beside(first, -1))
    if numbers and not (ahead and ahead.of("top", "bottom", "max", "min")):
        words = reading.said(first, place + 1)
        reading.put(first, place + 1, "where", Where("=", column.refs, tuple(numbers), words=words))


def _listed(reading: Reading, place: int) -> tuple[Numbers, int, bool]:
    """Read numbers that are alternatives, or the two ends of a range."""
    numbers: list[float] = []
    end = place
    while (mark := reading.at(place)) and (number := mark.of("number")):
        numbers.append(number.number)
        end = place + 1
        joined, behind = reading.at(end), reading.at(end + 1)
        if joined and fold(joined.words) in ("a", "to", "ate", "-") and behind and (high := behind.of("number")):
            return (number.number, high.number), end + 2, True
        if not (joined and behind and fold(joined.words) in (*_JOINED, ",") and behind.of("number")):
            break
        place = end + 1
    return tuple(numbers), end, False
