"""Reads figures: rows that are counted, an aggregate with its column, the time between two dates."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.request import Gap, Group, Measure, NotUnderstoodError, Ref
from fingerpost.assistants.agents.analytics.questions.first_last_dates import read_edge_date
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.named_figures import read_named_figure
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import AGGREGATES, Asked, is_plural, part_at


def read_figures(asked: Asked) -> None:
    """Take figures: an aggregate with its column, rows that are counted, a figure with a name."""
    assembly, place = asked.assembly, 0
    both = assembly.table(2) and assembly.is_(3, "by")
    if assembly.table(0) and assembly.is_(1, "and") and both:
        # `orders and users by group`
        for at in (0, 2):
            asked.add_count(assembly.table(at), assembly.marks[at].words)
        assembly.take(0, 3)
    elif assembly.table(0) and assembly.is_(1, "and") and (assembly.named(2) or assembly.is_(2, *AGGREGATES)):
        # `orders and revenue by month`
        asked.add_count(assembly.table(0), assembly.marks[0].words)
        assembly.take(0, 2)
    while place < len(assembly.marks):
        mark = assembly.marks[place]
        how = _aggregate(mark)
        if mark.of("count") and not mark.of("table", "column"):
            _count(asked, place)
        elif isinstance(mark.made, Gap):
            _gap(asked, place, mark.made)
            place = 0
        elif mark.of("difference"):
            asked.difference = True
            assembly.take(place, place + 1)
        elif _whole_figure(asked, place, how):
            place = 0
        elif not _sum_of_rows(asked, place, how) and not _average(asked, place, how):
            place += 1


def _aggregate(mark: Mark) -> str:
    """Return the aggregate that a mark names."""
    return next((AGGREGATES[kind] for kind in AGGREGATES if mark.of(kind) and not mark.of("table", "column")), "")


def _whole_figure(asked: Asked, place: int, how: str) -> bool:
    """Take a figure whose words stand side by side: an edge of time, a figure with a name, or one of a column."""
    if edge := read_edge_date(asked, place):
        asked.measures.append(edge)
        return True
    if read_named_figure(asked, place, how):
        return True
    if how and (found := _beside(asked, place)):
        _measure(asked, how, place, *found)
        return True
    return False


def _sum_of_rows(asked: Asked, place: int, how: str) -> bool:
    """Take "the total" of rows."""
    if how != "SUM":
        return False
    if counted := _total_of(asked, place):
        asked.counting = True
        asked.measures.append(counted)
    else:
        # `the total of the invoices`: what each comes to, or how many there are where that was asked.
        asked.much = True
        asked.assembly.take(place, place + 1)
    return True


def _average(asked: Asked, place: int, how: str) -> bool:
    """Take "the average" of rows, of what was counted, or of what rows come to."""
    if how != "AVG":
        return False
    if _average_of_rows(asked, place):
        return True
    if asked.counting and asked.measures:
        asked.averaged = True
        asked.assembly.take(place, place + 1)
        return True
    if ref := _amount_beside(asked, place):
        asked.assembly.take(place, place + 1)
        asked.measures.append(Measure("AVG", (ref,), words=ref[1].replace("_", " ")))
        return True
    return False


def _gap(asked: Asked, place: int, gap: Gap) -> None:
    """Take the time between two dates, with the aggregate beside it."""
    assembly, mark = asked.assembly, asked.assembly.marks[place]
    kinds = [kind for kind in AGGREGATES if assembly.is_(place - 1, kind) or assembly.is_(place + 1, kind)]
    beside = {place - 1, place + 1} if kinds else set()
    hours = any(other.of("hours_unit") and not other.of("table", "column") for other in assembly.marks)
    how_far = AGGREGATES[kinds[0]] if kinds else "AVG"
    asked.measures.append(Measure(how_far, gap=gap, hours=hours, words=mark.words))
    gone = {at for at in beside if 0 <= at < len(assembly.marks) and assembly.is_(at, *kinds)} | {place}
    kept = [other for at, other in enumerate(assembly.marks) if at not in gone]
    assembly.marks[:] = [m for m in kept if not m.of("duration", "days_unit", "hours_unit", "take", "much")]
    asked.much = asked.counting = False


def _count(asked: Asked, place: int) -> None:
    """Take "how many" with what it counts; what comes later is counted where nothing stands beside it."""
    assembly = asked.assembly
    if assembly.is_(place - 1, "by") and assembly.columns(place + 1, "integer"):
        # `by number of instalments`
        assembly.take(place, place + 1)
        return
    asked.counting = True
    asked.counts += 1
    nouns = any(assembly.is_(at, "table", "column") for at in range(place))
    asked.count_first = asked.count_first or not (nouns or asked.listing or asked.measures)
    assembly.take(place, place + 1)
    named = assembly.named(place)
    if table := (named.counted if named and named.counted else assembly.table(place)):
        asked.add_count(table, assembly.take(place, place + 1))
    elif refs := assembly.columns(place):
        numbers = assembly.narrowed(assembly.columns(place, *NUMBERS))
        words = assembly.take(place, place + 1)
        if numbers:
            asked.measures.append(Measure("SUM", numbers, words=words))
        else:
            asked.measures.append(Measure("distinct", assembly.narrowed(refs), words=words))


def _total_of(asked: Asked, place: int) -> Measure | None:
    """Take "total orders", which counts them; of rows that are amounts, "the total" is what they come to."""
    table = asked.assembly.table(place + 1)
    if not table or asked.much or asked.counting or asked.worth or asked.assembly.columns(place - 1, *NUMBERS):
        return None
    if asked.assembly.is_(place, "strict"):
        return None
    named = asked.assembly.named(place + 1)
    if named and named.weak and named.amount and not asked.assembly.marks[place + 1].words.lower().endswith("s"):
        # `total pago` is what was paid in Portuguese, where payments would stand in the plural.
        return Measure("SUM", name=named.name, words=asked.assembly.take(place, place + 2))
    if table in asked.assembly.meanings.money:
        raise NotUnderstoodError(
            "say whether they are to be counted or summed", (asked.assembly.marks[place + 1].words,)
        )
    if not asked.assembly.meanings.measures and asked.assembly.amount(table):
        return None
    asked.tables.append(table)
    return Measure("count", ((table, ""),), words=asked.assembly.take(place, place + 2))


def read_average_said_first(asked: Asked) -> None:
    """Take "on average" that was said first: `on average, how many items has an order?`."""
    assembly = asked.assembly
    left = [at for at, mark in enumerate(assembly.marks) if mark.of("avg") and not mark.of("table", "column")]
    if len(left) != 1 or len(asked.measures) != 1 or asked.measures[0].how != "count":
        return
    if not asked.groups and asked.subject:
        asked.groups, asked.subject = [asked.subject], None
    rows = [group for group in asked.groups if group.refs and not group.refs[0][1]]
    asked.averaged = len(asked.groups) == 1 or len(rows) == 1
    if asked.averaged:
        assembly.take(left[0], left[0] + 1)


def _average_of_rows(asked: Asked, place: int) -> bool:
    """Take `average items per order` and `average monthly revenue`: a figure for each, and the average of those."""
    assembly = asked.assembly
    table, by = assembly.table(place + 1), assembly.is_(place + 2, "by")
    named = assembly.named(place + 1)
    if named and named.amount and named.usual == "SUM" and asked.worth and by and assembly.table(place + 3) != table:
        # `the average amount paid per order`
        asked.averaged = assembly.table(place + 3) in assembly.meanings.single
        how = "SUM" if asked.averaged else "AVG"
        asked.measures.append(Measure(how, name=named.name, words=assembly.take(place, place + 2)))
        return True
    amount = assembly.amount(table) if table else ""
    if table and by and assembly.table(place + 3) not in ("", table):
        if asked.worth and amount and table in assembly.meanings.mean:
            # `average value paid per order`
            asked.averaged = True
            asked.measures.append(Measure("SUM", ((table, amount),), words=assembly.take(place, place + 2)))
            asked.tables.append(table)
            return True
        if amount and not is_plural(assembly.marks[place + 1].words):
            # `the average payment per order` is one of amounts, `the average items` one of how many there are.
            return False
        asked.counting = asked.averaged = True
        words = assembly.take(place, place + 2)
        asked.measures.append(Measure("count", ((table, ""),), words=words))
        asked.tables.append(table)
        return True
    if (part := part_at(asked, place + 1)) and (assembly.named(place + 2) or assembly.table(place + 2)):
        asked.averaged = True
        asked.groups.append(Group(part=part, words=assembly.marks[place + 1].words))
        assembly.take(place, place + 2)
        return True
    return False


def _amount_beside(asked: Asked, place: int) -> Ref | None:
    """Return what a row of the table beside an aggregate comes to: `the average invoice`."""
    for other in (place + 1, place - 1):
        table = asked.assembly.table(other)
        if table and (amount := asked.assembly.amount(table)):
            return table, amount
    return None


def _beside(asked: Asked, place: int) -> tuple[int, tuple[Ref, ...]] | None:
    """Return the place and the columns of numbers that an aggregate is of; a word that names a table comes last."""
    places = sorted((place + 1, place - 1, place + 2), key=lambda other: asked.assembly.is_(other, "table"))
    for other in places:
        refs = asked.assembly.columns(other, *NUMBERS)
        if refs and (other != place + 2 or asked.assembly.is_(place + 1, "sum", "worth", "count", "of")):
            return other, refs
    return None


def _measure(asked: Asked, how: str, place: int, other: int, refs: tuple[Ref, ...]) -> None:
    assembly = asked.assembly
    if how in ("MAX", "MIN") and asked.listing:
        # `which state has the highest freight`: one is asked for.
        asked.single = asked.single or (not asked.rank and not asked.measures and other == place + 1)
        asked.rank = asked.rank or ("desc" if how == "MAX" else "asc")
    start, end = min(place, other), max(place, other) + 1
    ranks = assembly.is_(end, "avg", "sum") and not assembly.columns(end + 1, *NUMBERS)
    if how in ("MAX", "MIN") and asked.listing and other == place + 1 and ranks:
        # `which state had the highest total freight`: the states are ranked by their totals.
        how, end, asked.single = "AVG" if assembly.is_(end, "avg") else "SUM", end + 1, True
    refs, words = assembly.narrowed(refs), assembly.marks[other].words
    assembly.take(start, end)
    asked.measures.append(Measure(how, refs, words=words))
