"""Reads what rows have or lack: rows of another table, or something in a column."""

from __future__ import annotations

import re

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import Where
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS, Assembly

_DATE_WORD = re.compile(r"\b(data|date|fecha|quando|when|cuando)\b")

_RANKED = ("by", "most", "least", "max", "min")


def read_presence(assembly: Assembly) -> None:
    """Take what a row has or lacks: rows of another table, or something in a column."""
    place = 0
    while place < len(assembly.marks):
        mark = assembly.marks[place]
        if mark.of("present") and (table := assembly.table(place + 1)):
            # What lacks it was left out.
            words = f"{assembly.marks[place + 1].words} > 0"
            assembly.take(place, place + 2)
            assembly.wheres.append(Where("exists", ((table, ""),), words=words, place=mark.start))
            continue
        if _has_rows(assembly, place):
            table = assembly.table(place + 1)
            words = assembly.take(place, place + 2)
            assembly.wheres.append(Where("exists", ((table, ""),), words=words, place=mark.start))
            continue
        without = mark.of("without", "not", "except") is not None
        if not without and not _present(assembly, place):
            place += 1
            continue
        at = place + 1 if without else place
        at += int(without and assembly.is_(at, "or", "and", "has"))
        end = at
        while (where := _there(assembly, end, without)) is not None:
            assembly.wheres.append(where)
            end += 1
            if not assembly.is_(end, "and", "or") or _there(assembly, end + 1, without) is None:
                break
            end += 1
        if end > at:
            assembly.take(place, end)
        else:
            place += 1


def _has_rows(assembly: Assembly, place: int) -> bool:
    """Whether rows are those that others belong to: `orders with reviews`; `by state, with orders` shows how many."""
    mark, behind = assembly.marks[place], assembly.at(place + 1)
    if behind is None or mark.end != behind.start or not mark.of("with", "has") or mark.of("table", "column"):
        return False
    table, first = assembly.table(place + 1), _first_table(assembly)
    shown = any(other.of("by") for other in assembly.marks[:place]) or assembly.is_(place + 2, "and", "by", "with")
    said = behind.of("value", "measure", "condition") or any(ref[0] != table for ref in assembly.columns(place + 1))
    return bool(table) and not (said or shown) and table != first and assembly.below(table, first)


def _first_table(assembly: Assembly) -> str:
    return next((name for at in range(len(assembly.marks)) if (name := assembly.table(at))), "")


def _present(assembly: Assembly, place: int) -> bool:
    """Whether a mark alone says that something is there: `paid`, which is a date, but not the one of every row."""
    has = assembly.is_(place - 1, "has", "with") and not _shown(assembly, place)
    texts = assembly.columns(place, "text")
    if has and texts and not assembly.is_(place, "table") and not set(texts) & set(assembly.meanings.distinct):
        # What tells people apart is never missing: `customers do we have, people I mean`.
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


def _shown(assembly: Assembly, place: int) -> bool:
    """Whether a column behind "with" is shown beside groups, a ranking or a list: `the 5 best sellers, with city`.

    Behind a noun that is counted it says which of them: `categories by number of reviews with a comment`.
    """
    if not assembly.is_(place - 1, "with"):
        return False
    beside = place > 1 and assembly.marks[place - 2].end == assembly.marks[place - 1].start
    own = beside and assembly.table(place - 2) in {ref[0] for ref in assembly.columns(place)}
    ranked = any(mark.of(*_RANKED) for mark in assembly.marks) or bool(assembly.having)
    ranked = ranked or any((named := assembly.named(at)) and named.order for at in range(len(assembly.marks)))
    if not ranked:
        return not own and any(mark.of("list") for mark in assembly.marks)
    return not (own and assembly.is_(place - 3, "count", "most", "least"))


def _there(assembly: Assembly, place: int, without: bool) -> Where | None:
    """Return what a mark says that rows have or lack."""
    mark = assembly.at(place)
    if mark is None:
        return None
    named = assembly.named(place)
    if without and named and (named.weak or named.adjective) and (columns := columns_of(named.select or named.amount)):
        return Where("not exists", ((columns[0][0], ""),), words=mark.words, place=mark.start)
    table = assembly.table(place)
    if table and (without or assembly.is_(place - 1, "with", "has")) and _first_table(assembly) != table:
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


def read_filled_columns(assembly: Assembly) -> None:
    """Take what says that a column is filled: `with the weight noted`."""
    for place in range(len(assembly.marks) - 1, 0, -1):
        refs = assembly.narrowed(assembly.columns(place - 1))
        if assembly.is_(place, "noted") and len(refs) == 1:
            start = place - 2 if assembly.is_(place - 2, "with", "has", "only") else place - 1
            denied = assembly.is_(start - 1, "not", "without")
            at = assembly.marks[place].start
            words = assembly.take(start - denied, place + 1)
            assembly.wheres.append(Where("null" if denied else "not null", refs, words=words, place=at))
