"""Reads the values in a question as conditions: the column of each, several of one column, and what is denied."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn
from fingerpost.assistants.agents.analytics.planner.request import Ref, Where
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.parse_state import Assembly
from fingerpost.assistants.agents.analytics.questions.tokens import is_code
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.text import fold

_EACH = each("each every cada")
"""Words that ask for groups one by one."""


def read_values(assembly: Assembly) -> None:
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
            joined = int(assembly.is_(end, "and", "or", "compare"))
            # `by card or by transfer`
            joined += joined and assembly.is_(end + 1, "with", "has", "by")
            more = _value(assembly, end + joined)
            if not more or not set(more[0]) & set(refs):
                break
            if joined and assembly.is_(end, "compare") and refs[0] not in assembly.compared:
                assembly.compared.append(refs[0])
            values, end = (*values, *more[1]), end + joined + 1
        grouped = assembly.is_(start - 2, "by")
        rows = assembly.table(start - 1) if _code_of(assembly, start, start - 1) else ""
        assembly.tables += [rows] if rows else []
        named = set(assembly.columns(start - 1)) & set(refs) and not assembly.is_(start - 1, "table") and not grouped
        if named or rows:
            start -= 1
        elif set(assembly.columns(end)) & set(refs) and not assembly.is_(end, "table"):
            end += 1
        denied = assembly.is_(start - 1, "not", "except", "without", "differs")
        at_verb = start - 2 if assembly.is_(start - 1, "with", "has") else start - 1
        verb = assembly.named(at_verb)
        if verb and verb.weak and not assembly.table(at_verb) and assembly.is_(at_verb - 1, "not", "without"):
            # `not paid by card`: what is denied is the card.
            denied, start = True, at_verb
        if not denied and assembly.table(start - 1) and assembly.is_(start - 2, "except", "drop"):
            # `sin contar pedidos cancelados`
            denied, start = True, start - 1
        start -= denied
        at = assembly.marks[place].start
        each_at = start - 2 if assembly.is_(start - 1, "those") else start - 1
        if not denied and len(values) > 1 and is_each(assembly.at(each_at)):
            # `in each of SP and RJ`, `in each of these states: SP and RJ`
            assembly.each.append(refs)
            start = each_at
        assembly.wheres.append(Where("<>" if denied else "=", refs, values, words=assembly.take(start, end), place=at))
        place = start
    take_apart(assembly)


def take_apart(assembly: Assembly, before: Sequence[Where] = ()) -> bool:
    """Take "separately": each of several values is answered for itself; whether there were such."""
    places = [at for at, mark in enumerate(assembly.marks) if mark.of("apart")]
    several = [one for one in (*assembly.wheres, *before) if one.how == "=" and len(one.values) > 1 and one.refs]
    if not places or len(several) != 1:
        return False
    for place in reversed(places):
        assembly.take(place, place + 1)
    if several[0].refs not in assembly.each:
        assembly.each.append(several[0].refs)
    return True


def is_each(mark: Mark | None) -> bool:
    """Whether a mark asks for groups one by one: `in each`, `cada`."""
    return mark is not None and bool(mark.of("by")) and bool(_EACH & {token.text for token in mark.tokens})


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
    if len({ref[0] for ref in refs}) == 1 and len(refs) > 1:
        # A place that is a city and a state: the wider of the two.
        refs = tuple(sorted(refs, key=lambda ref: len((assembly.column(ref) or AllowedColumn("")).values) or 999)[:1])
    return refs, tuple(dict.fromkeys(value for ref, value in near if ref in refs))


def _named_value(
    assembly: Assembly, place: int, beside: set[Ref]
) -> tuple[tuple[Ref, ...], tuple[str | float, ...]] | None:
    """Return a text in quotes, or a name, as a value of the column beside it."""
    mark = assembly.marks[place]
    quoted = mark.of("quote")
    texts = tuple(ref for ref in beside if assembly.kind(ref) == "text")
    key = _code_of(assembly, place, place - 1) if not texts else None
    if quoted is None or not (texts or key):
        return None
    if key:
        return (key,), (quoted.value,)
    spelled = (quoted.value, quoted.value.lower(), fold(quoted.value))
    return assembly.narrowed(texts), tuple(dict.fromkeys(spelled))


def _code_of(assembly: Assembly, place: int, noun: int) -> Ref | None:
    """Return the key that rows of the table named beside a code are filed under: `the seller f166cdcf`."""
    mark = assembly.at(place)
    if mark is None or not (len(mark.tokens) == 1 and is_code(mark.tokens[0])):
        return None
    # `product weight of 22460ac9`: a column names its rows too.
    named = {ref[0] for ref in assembly.columns(noun)} if not assembly.table(noun) else {assembly.table(noun)}
    table = assembly.allowlist.table(named.pop()) if len(named) == 1 else None
    if table is None:
        return None
    keys = [column for column in table.columns if column.key]
    return (table.name, keys[0].name) if len(keys) == 1 and keys[0].kind == "text" else None


def _apart(assembly: Assembly, place: int, table: str) -> int:
    """Return how many marks lie between a place and the nearest mark that names a table."""
    found = [abs(place - other) for other in range(len(assembly.marks)) if assembly.table(other) == table]
    return min(found, default=50)


def read_every_value(assembly: Assembly) -> None:
    """Take what only says that nothing is left out: `every status included`, `whatever their status`."""
    for place in range(len(assembly.marks) - 1, -1, -1):
        if assembly.columns(place, "text", "boolean") and assembly.is_(place - 1, "whatever"):
            assembly.take(place - 1, place + 1)
        elif assembly.columns(place, "text", "boolean") and assembly.is_(place + 1, "included"):
            start = place - 1 if assembly.is_(place - 1, "by", "small") else place
            assembly.take(start, place + 2)
