"""Reads figures that have a name in the file of measures: `revenue`, `the average ticket`, `sold`."""

from __future__ import annotations

from sqlglot import exp

from fingerpost.assistants.agents.analytics.planner.measures import Named, columns_of, parsed
from fingerpost.assistants.agents.analytics.planner.request import Measure, NotUnderstoodError, Where
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import AGGREGATES, Asked, other_noun


def read_named_figure(asked: Asked, place: int, how: str) -> bool:
    """Take a figure that has a name in the file, with an aggregate beside it."""
    assembly = asked.assembly
    named = assembly.named(place)
    if named is None or assembly.is_(place, "table"):
        return bool(how) and _aggregate_of_named(asked, place, how)
    aggregates = [kind for kind in AGGREGATES if assembly.is_(place - 1, kind) or assembly.is_(place + 1, kind)]
    if named.weak or named.adjective or aggregates:
        return False
    own = assembly.columns(place - 1, *NUMBERS)
    if named.order and named.amount and own and not assembly.table(place - 1) and not asked.measures:
        # `the most expensive freight` is the highest freight, and no price.
        how, refs = "MAX" if named.order == "desc" else "MIN", assembly.narrowed(own)
        asked.listing = asked.listing and bool(asked.subject)
        asked.measures.append(Measure(how, refs, words=assembly.take(place - 1, place + 1)))
        return True
    beside = assembly.columns(place + 1, *NUMBERS)
    if named.usual == "SUM" and named.amount and beside and not assembly.table(place + 1):
        # `how much was spent on freight`
        refs = assembly.narrowed(beside)
        asked.measures.append(Measure("SUM", refs, words=assembly.take(place, place + 2)))
        return True
    if named.order:
        asked.rank, asked.single = asked.rank or named.order, True
    asked.measures.append(Measure("named", name=named.name, words=assembly.take(place, place + 1)))
    return True


def _aggregate_of_named(asked: Asked, place: int, how: str) -> bool:
    """Take an aggregate with the figure that stands beside it."""
    assembly = asked.assembly
    beside = assembly.named(place + 1) or assembly.named(place - 1)
    other = place + 1 if assembly.named(place + 1) else place - 1
    if beside is None or beside.weak or beside.adjective or (beside.order and how != beside.usual):
        return False
    if beside.order:
        asked.rank, asked.single = asked.rank or beside.order, True
    if not beside.amount and how == "AVG":
        return False
    start, end = min(place, other), max(place, other) + 1
    if how in ("MAX", "MIN") and (asked.listing or not beside.amount):
        asked.rank, asked.single = asked.rank or ("desc" if how == "MAX" else "asc"), True
        how = how if beside.amount and not asked.listing else "named"
    kind = how if beside.amount else "named"
    asked.measures.append(Measure(kind, name=beside.name, words=assembly.take(start, end)))
    return True


def read_weak_figures(asked: Asked) -> None:
    """Take figures that count only where nothing else is asked for: `sold`, `bought`, `used`."""
    assembly = asked.assembly
    for place in range(len(assembly.marks) - 1, -1, -1):
        named = assembly.named(place)
        if named is None or not (named.weak or named.adjective):
            continue
        if assembly.table(place) and not any(assembly.table(at) for at in range(place)) and not asked.much:
            continue
        tables = [table for at in range(len(assembly.marks)) if at != place and (table := assembly.table(at))]
        words = assembly.take(place, place + 1)
        paid = assembly.narrowed(assembly.columns(place, *NUMBERS))
        if paid and asked.much and not asked.measures and named.usual == "SUM" and named.amount:
            # `how much did they pay in freight`
            asked.measures.append(Measure("SUM", paid, words=f"{words} {assembly.take(place, place + 1)}"))
            continue
        if asked.measures or (tables and not asked.much and not asked.rank and named.weak):
            _tie(asked, named, words, tables)
            continue
        name = named.much if asked.much and named.much else named.name
        if asked.counting and other_noun(asked, -1):
            continue
        asked.measures.append(Measure("named", name=name, words=words))


def _tie(asked: Asked, named: Named, words: str, others: list[str]) -> None:
    """Keep to the rows that a verb speaks of: `sellers who sold something` have items."""
    columns = columns_of(named.select or named.amount)
    tables = {ref[0] for measure in asked.measures for ref in measure.refs} | set(others[:1])
    if columns and tables and columns[0][0] not in tables:
        asked.assembly.wheres.append(Where("exists", ((columns[0][0], ""),), words=words))


def read_definition(asked: Asked, place: int) -> bool:
    """Take a column that only says which definition of a figure is meant: `revenue (item prices)`."""
    numbers = set(asked.assembly.columns(place, *NUMBERS))
    for at, measure in enumerate(asked.measures):
        entry = next((one for one in asked.assembly.meanings.measures if one.name == measure.name), None)
        if entry is None or not entry.select or not numbers or not entry.sums:
            continue
        known = {*columns_of(entry.select), *columns_of(entry.instead or entry.select)}
        if refs := tuple(ref for ref in known if ref in numbers):
            words = f"{measure.words} {asked.assembly.take(place, place + 1)}"
            asked.measures[at] = Measure("SUM", refs, words=words)
            return True
    return False


def said_once(asked: Asked, measures: tuple[Measure, ...]) -> tuple[Measure, ...]:
    """Return measures without one that another only defines: `revenue (sum of the item prices)`."""
    for named in measures:
        entry = next((one for one in asked.assembly.meanings.measures if one.name == named.name), None)
        columns = (
            {*columns_of(entry.select), *columns_of(entry.instead or entry.select)} if entry and entry.select else set()
        )
        ranked = set(columns_of(entry.amount)) if entry and entry.amount and entry.order else set()
        others = [other for other in measures if other is not named]
        if any(set(other.refs) & ranked for other in others):
            # `the heaviest, by mean weight`
            return tuple(others)
        defined = any(set(other.refs) & columns and other.how == "SUM" for other in others)
        if defined and entry and not isinstance(parsed(entry.select), exp.Sum):
            # `average ticket (sum of the item prices)`: the sum is what is averaged, which needs to be said.
            raise NotUnderstoodError("it is not clear which of the two is meant", tuple(one.words for one in measures))
        if defined:
            return tuple(other for other in measures if other is not named)
    return measures


def of_rows_named(asked: Asked) -> None:
    """Take the definition of a figure that the rows named beside it have: `item revenue`."""
    nouns = [*asked.groups, *([asked.subject] if asked.subject else [])]
    for at, measure in enumerate(asked.measures):
        entry = next((one for one in asked.assembly.meanings.measures if one.name == measure.name), None)
        own = {columns[0][0]: columns for text in _definitions(entry) if len(columns := columns_of(text)) == 1}
        said = [one for one in nouns if one.refs and not one.refs[0][1] and one.refs[0][0] in own]
        columns = own[said[0].refs[0][0]] if said else ()
        if columns:
            asked.measures[at] = Measure("SUM", tuple(columns), words=f"{said[0].words} {measure.words}")
            asked.groups = [group for group in asked.groups if group != said[0]]
            asked.subject = None if asked.subject == said[0] else asked.subject


def _definitions(entry: Named | None) -> tuple[str, ...]:
    """Return what a figure with a name is summed from, where there are several such."""
    return (entry.select, entry.instead) if entry and entry.instead else ()
