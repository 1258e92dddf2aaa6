"""Reads the conditions in a question: values and their columns, what is there or is not, and whose date a time is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.clearing import clear_up, drop_grain
from fingerpost.assistants.agents.analytics.planner.comparing import read_comparisons
from fingerpost.assistants.agents.analytics.planner.gaps import read_gaps
from fingerpost.assistants.agents.analytics.planner.marking import Mark, Meaning, Ref, stem
from fingerpost.assistants.agents.analytics.planner.meanings import columns_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError, When, Where
from fingerpost.assistants.agents.analytics.planner.sight import Reading
from fingerpost.language.text import fold

_LISTING = ("and", "or", "compare")
_PASSED = {"small", "in_or_not", "when", "where", "value", "with", "only", "column", "and", "sign"}
_VALUES = ("value", "adjective")
_PARTING = (",", "o", "/", "vs", "versus", "(")
"""What parts the values of a list beside "and" and "or"."""


def read_conditions(reading: Reading) -> None:
    """Put together everything that is a condition, in place."""
    clear_up(reading)
    read_gaps(reading)
    drop_grain(reading)
    read_comparisons(reading)
    _place_times(reading)
    _bind_times(reading)
    _each(reading, _VALUES, _value)
    _each(reading, ("column",), _open_value)
    _each(reading, ("condition",), _known)
    _each(reading, ("not",), _undone)
    _each(reading, ("without",), _absent)
    _each(reading, ("has",), _present)


def _each(reading: Reading, kinds: Sequence[str], read: Callable[[Reading, int], None]) -> None:
    place = 0
    while place < len(reading.marks):
        if reading.marks[place].of(*kinds) and reading.marks[place].made is None:
            read(reading, place)
        place += 1


def _place_times(reading: Reading) -> None:
    """Read `(by review creation date)`, `pela data de aprovação`: the date that times are of."""
    whens = [place for place, mark in enumerate(reading.marks) if isinstance(mark.made, When)]
    for place, mark in enumerate(reading.marks):
        found = mark.of("column", "event") if mark.made is None else None
        by = reading.beside(place, -1)
        before, ahead = reading.at(by), reading.at(by - 1)
        spoken = reading.said(by + 1, place).lower() in ("pela", "pelo", "pela data de", "pela data da")
        aside = before is not None and before.of("by") and ahead is not None and ahead.words in ("(", ",")
        closing = reading.at(place + 1)
        spoken = spoken or (before is not None and before.words == "(" and closing is not None and closing.words == ")")
        if whens and found and (spoken or aside) and all(reading.kind_of(ref) == "date" for ref in found.refs):
            for when in whens:
                made = reading.marks[when].made
                if isinstance(made, When):
                    reading.marks[when] = replace(reading.marks[when], made=replace(made, ref=found.refs[0]))
            reading.marks[place] = replace(mark, meanings=(Meaning("small"),))
            if aside and before:
                reading.marks[by] = replace(before, meanings=(Meaning("small"),))


def _bind_times(reading: Reading) -> None:
    """Give a time the date that the words before it name: `pedidos de 2017`, `entregues em maio`."""
    dates = dict(reading.meanings.dates)
    dated = {(values.columns[0], value): column for values in reading.meanings.values for value, column in values.dated}
    for place, mark in enumerate(reading.marks):
        if not isinstance(mark.made, When) or mark.made.ref:
            continue
        for before in range(place - 1, -1, -1):
            other = reading.marks[before]
            table, adjective = other.of("table"), other.of("adjective")
            ref: Ref | None = None
            if other.of("adjective", "condition") and _has_no_date(reading, before, mark.made, dated):
                break
            if adjective and (found := dated.get((adjective.refs[0], adjective.value))):
                if _speaks_of(reading, before, adjective.refs[0][0]):
                    ref = (adjective.refs[0][0], found)
            elif (known := other.of("condition")) and (column := reading.meanings.conditions[int(known.number)].dated):
                ref = (columns_of(reading.meanings.conditions[int(known.number)].where)[0][0], column)
            elif table and table.refs[0][0] in dates:
                ref = (table.refs[0][0], "")
            elif (event := other.of("event", "column")) and all(reading.kind_of(r) == "date" for r in event.refs):
                ref = event.refs[0]
                reading.marks[before] = replace(other, meanings=(Meaning("small"),))
            elif not table and not other.kinds & _PASSED:
                break
            if ref:
                reading.marks[place] = replace(mark, made=replace(mark.made, ref=ref))
                break


def _has_no_date(reading: Reading, place: int, when: When, dated: Mapping[tuple[Ref, str], str]) -> bool:
    """Whether what stands at a place has no date of its own, so that a time behind it is that of the rows."""
    first = _first_listed(reading, place)
    listed = [meaning for mark in reading.marks[first : place + 1] if (meaning := mark.of("adjective"))]
    if len({dated.get((meaning.refs[0], meaning.value)) for meaning in listed}) > 1:
        # `canceled or delivered in 2018`: only the one has a date of delivery.
        return True
    denied = _denied(reading, first)[0]
    if denied and any(not start or not end for start, end in when.spans):
        # `not delivered before 2018` may have been delivered later, or be an order of before.
        raise NotUnderstoodError("this can mean two things: say what is wanted instead", (when.words,))
    # What was not delivered has no date of delivery.
    return denied


def _first_listed(reading: Reading, place: int) -> int:
    """Return the place of the first of the values that are listed up to this one."""
    before, joined = place - 1, False
    while (mark := reading.at(before)) and not mark.of(*_VALUES):
        if not (mark.of("small", *_LISTING) or mark.words in _PARTING):
            return place
        joined = joined or mark.of(*_LISTING) is not None or mark.words in _PARTING
        before -= 1
    return _first_listed(reading, before) if mark and joined else place


def _speaks_of(reading: Reading, place: int, name: str) -> bool:
    """Whether the table that was named last before a place is this one."""
    tables = [found.refs[0][0] for mark in reading.marks[:place] if (found := mark.of("table", "column"))]
    return not tables or tables[-1] == name


def _value(reading: Reading, place: int) -> None:
    """Read one value and those that are listed with it, with the column, the table and the "not" beside them."""
    meanings = [m for m in reading.marks[place].meanings if m.kind in _VALUES]
    start, end = place, place + 1
    before = reading.beside(place, -1, "eq")
    over = reading.at(before)
    if over and over.of("not", "except"):
        # `estado distinto de entregado`
        before = reading.beside(before, -1, "eq")
    denied_there = over is not None and over.of("not", "except") is not None
    column = _column_beside(reading, before, meanings)
    if column is not None:
        start = before
    else:
        after = reading.at(end)
        opened = after is not None and after.words in ("(", ",")
        column = _column_beside(reading, end + opened, meanings)
        if column is not None:
            end += 1 + opened
            if (closing := reading.at(end)) and closing.words == ")":
                end += 1
    named = reading.at(before)
    if column is None and reading.marks[place].of("quote") and named and named.of("column"):
        # A text in quotes is a value of the column before it, whatever else it is elsewhere.
        return
    if column is None:
        if all(m.bound for m in meanings) and _only_dates(reading, place, meanings):
            reading.marks[place] = replace(reading.marks[place], meanings=(Meaning("small"),))
            return
        meanings = [m for m in meanings if not m.bound]
    else:
        meanings = [m for m in meanings if set(m.refs) & set(column)]
    if not meanings:
        return
    # Of a place that is a city and a state, the one is meant that the question speaks of elsewhere.
    spoken = {ref for mark in reading.marks if (found := mark.of("column")) for ref in found.refs}
    chosen = next((meaning for meaning in meanings if set(meaning.refs) & spoken), meanings[0])
    refs = tuple(ref for ref in chosen.refs if column is None or ref in column)
    values, each, apart = [chosen.value], False, False
    while (more := _more(reading, end, refs)) is not None:
        values.append(more[0])
        # `from boleto and from card` sets them side by side.
        apart = apart or (more[2] and more[1] - end > 2)
        end, each = more[1], each or more[2]
    denied, start = (True, start) if denied_there and start < place else _denied(reading, start)
    refs = _beside_table(reading, start, end, refs)
    values = list(dict.fromkeys(values))
    how = "<>" if denied else "="
    each = each and len(values) > 1 and not denied
    words = reading.said(start, end)
    reading.put(start, end, "where", Where(how, refs, tuple(values), each=each, apart=each and apart, words=words))


def _only_dates(reading: Reading, place: int, meanings: Sequence[Meaning]) -> bool:
    """Whether a word like "created" says no more than when: of another table's rows, or before a time."""
    behind = reading.at(reading.beside(place, 1))
    if behind is not None and isinstance(behind.made, When):
        return True
    return not _speaks_of(reading, place, meanings[0].refs[0][0])


def _column_beside(reading: Reading, place: int, meanings: Sequence[Meaning]) -> tuple[Ref, ...] | None:
    """Return the column that stands beside a value, if it can be its column."""
    mark = reading.at(place)
    if mark is None or mark.made is not None:
        return None
    column = mark.of("column")
    if column and any(set(meaning.refs) & set(column.refs) for meaning in meanings):
        return column.refs
    said = {stem(token.text) for token in mark.tokens}
    for values in reading.meanings.values:
        own = [meaning for meaning in meanings if set(meaning.refs) & set(values.columns)]
        if own and said & {stem(fold(word)) for word in values.beside}:
            return values.columns
    return None


def _more(reading: Reading, end: int, refs: tuple[Ref, ...]) -> tuple[str, int, bool] | None:
    """Read another value of the same column behind a comma, "and" or "or"; say whether it was "and"."""
    joined = reading.at(end)
    if joined is None or not (joined.of(*_LISTING) or joined.words in _PARTING):
        return None
    if joined.words == "," and (second := reading.at(end + 1)) and second.of(*_LISTING):
        end += 1
        joined = second
    place = reading.beside(end, 1)
    mark = reading.at(place)
    found = [m for m in mark.meanings if m.kind in _VALUES] if mark else []
    # `estado de SP e estado do RJ`
    if mark and not found and (column := mark.of("column")) and set(column.refs) & set(refs):
        place = reading.beside(place, 1)
        mark = reading.at(place)
        found = [m for m in mark.meanings if m.kind in _VALUES] if mark else []
    for meaning in found:
        if set(meaning.refs) & set(refs):
            both = bool(joined.of("and", "compare")) or joined.words == ","
            behind = reading.at(place + 1)
            closed = joined.words == "(" and behind is not None and behind.words == ")"
            return meaning.value, place + 1 + closed, both
    return None


def _denied(reading: Reading, start: int) -> tuple[bool, int]:
    before = reading.beside(start, -1, "with")
    mark = reading.at(before)
    # `não foram pagos com boleto`
    if mark and (named := reading.named(mark)) and named.weak:
        before = reading.beside(before, -1)
        mark = reading.at(before)
    # `sin los pedidos cancelados`
    if (
        mark
        and mark.of("table")
        and (ahead := reading.at(reading.beside(before, -1)))
        and ahead.of("without", "except")
    ):
        return True, reading.beside(before, -1)
    if mark and mark.of("not", "except"):
        return True, before
    return False, start


def _beside_table(reading: Reading, start: int, end: int, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """Return the columns of the table that stands right before or behind a value: `vendedores de SP`."""
    if len(refs) > 1:
        for place in (reading.beside(start, -1, "with"), reading.beside(end - 1, 1)):
            mark = reading.at(place)
            table = mark.of("table") if mark else None
            if own := tuple(ref for ref in refs if table and ref[0] == table.refs[0][0]):
                return own
    return refs


def _open_value(reading: Reading, place: int) -> None:
    """Read a text in quotes, or names that nobody knows, behind a column of text that has no list of values."""
    column = reading.marks[place].of("column")
    if column is None or not all(reading.kind_of(ref) == "text" for ref in column.refs):
        return
    behind = end = reading.beside(place, 1, "eq")
    texts: list[str] = []
    mark = reading.at(behind)
    if mark and (quote := mark.of("quote")):
        texts, end = [quote.value], behind + 1
    elif not any(found.values for ref in column.refs if (found := reading.column(ref))):
        while (mark := reading.at(end)) and not mark.meanings and mark.tokens and mark.tokens[0].raw[:1].isupper():
            texts.append(mark.words)
            end += 1
    if not texts:
        return
    said = " ".join(texts)
    denied, start = _denied(reading, place)
    if denied:
        raise NotUnderstoodError("this is no value that is known, so nothing can be left out by it", (said,))
    values = tuple(dict.fromkeys((said, said.lower(), fold(said))))
    refs = _beside_table(reading, start, end, column.refs)
    reading.put(start, end, "where", Where("like", refs, values, words=reading.said(start, end)))


def _known(reading: Reading, place: int) -> None:
    """Read a condition that has a name: `late`, `à vista`."""
    found = reading.marks[place].of("condition")
    if found is None:
        return
    known = reading.meanings.conditions[int(found.number)]
    denied, start = _denied(reading, place)
    said = reading.said(start, place + 1)
    if denied and not known.deniable:
        raise NotUnderstoodError("this can mean two things: say what is wanted instead", (said,))
    how = "not known" if denied else "known"
    reading.put(start, place + 1, "where", Where(how, text=known.where, words=said))
    if known.says and not any(mark.of("table") for mark in reading.marks):
        mark = reading.marks[start]
        table = Meaning("table", ((known.says[0], ""),))
        reading.marks.insert(start, Mark(mark.words, mark.start, mark.start, (table,), mark.tokens))


def _undone(reading: Reading, place: int) -> None:
    """Read `never sold`, `que nunca compraram`: that there is no row of it."""
    behind = reading.beside(place, 1)
    mark = reading.at(behind)
    named = reading.named(mark) if mark else None
    after = reading.at(reading.beside(behind, 1, "with"))
    if named and named.weak and not named.amount and not (after and after.of(*_VALUES)):
        table = columns_of(named.select)[0][0]
        said = reading.said(place, behind + 1)
        reading.put(place, behind + 1, "where", Where("not exists", ((table, ""),), words=said))


def _absent(reading: Reading, place: int) -> None:
    """Read `sem comentário`, `without reviews`."""
    behind = reading.beside(place, 1, "distinct")
    mark = reading.at(behind)
    if mark is None or mark.made is not None:
        return
    if column := mark.of("column", "event"):
        start, how = place, "null"
        before = reading.beside(place, -1, "with")
        ahead = reading.at(reading.beside(before, -1))
        rows = reading.at(before)
        if rows and rows.of("table") and ahead and ahead.of("except"):
            # `excluding reviews with no title`
            start, how = reading.beside(before, -1), "not null"
        said = reading.said(start, behind + 1)
        reading.put(start, behind + 1, "where", Where(how, column.refs, words=said))
    elif table := mark.of("table"):
        reading.put(place, behind + 1, "where", Where("not exists", table.refs, words=reading.said(place, behind + 1)))


def _present(reading: Reading, place: int) -> None:
    """Read `com comentário`, `that have a title`: a text that is free and not empty."""
    behind = reading.beside(place, 1, "with", "distinct")
    mark = reading.at(behind)
    column = mark.of("column") if mark and mark.made is None else None
    if column and not _is_named(reading, column) and any(other.of("table") for other in reading.marks[:place]):
        kinds = {reading.kind_of(ref) for ref in column.refs}
        if kinds in ({"text"}, {"date"}):
            reading.put(
                place, behind + 1, "where", Where("not null", column.refs, words=reading.said(place, behind + 1))
            )


def _is_named(reading: Reading, column: Meaning) -> bool:
    """Whether a column holds names that people group by, and not free text."""
    named = {ref for values in reading.meanings.values for ref in values.columns}
    for ref in column.refs:
        found = reading.column(ref)
        if found and (found.values or found.key or found.references or ref in named):
            return True
        if ref[1] in dict(reading.meanings.labels).values():
            return True
    return False
