"""Changes what a follow-up says of the figure: another one, a share, a list of what was counted."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.planner.measures import Meanings, Named, columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Measure,
    NotUnderstoodError,
    Ref,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.amounts import amount_of
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_edits import Said
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import Asked


def share_of(found: Request, asked: Asked) -> Request:
    """Return the rows that were counted as a share of more of them: `what percentage of the delivered is that?`."""
    assembly, counted = asked.assembly, found.measures
    words = tuple(where.words for where in assembly.wheres) or (asked.subject.words if asked.subject else "",)
    if len(counted) != 1 or counted[0].how != "count" or found.share or found.having or assembly.whens:
        raise NotUnderstoodError("say the whole question again", words)
    if asked.subject and asked.subject.refs != counted[0].refs and not whose(asked.subject, list(found.groups)):
        raise NotUnderstoodError("say the whole question again", words)
    if any(group.refs not in [one.refs for one in found.groups] for group in asked.groups):
        raise NotUnderstoodError("say the whole question again", words)
    whole = [(where.refs, where.values, where.text) for where in assembly.wheres]
    said = [where for where in found.wheres if (where.refs, where.values, where.text) not in whole]
    # What is said of other tables holds for the whole too: late orders from Bahia are a share of those from Bahia.
    own = tuple(where for where in said if _tables(where) == {counted[0].refs[0][0]})
    others = tuple(where for where in said if where not in own)
    if not own:
        raise NotUnderstoodError("it is not clear of what the share is", words)
    wheres = (*others, *assembly.wheres)
    return replace(found, share=True, numerator=own, wheres=wheres, order="", limit=None)


def _tables(where: Where) -> set[str]:
    return {table for table, _ in (*where.refs, *(columns_of(where.text) if where.text else ()))}


def listed(found: Request, asked: Asked, said: Said) -> Request | None:
    """Return a list of the rows that were counted: `list their ids`, `which ones are they?`."""
    if not asked.listing or asked.measures or asked.rank or asked.limit or asked.counting or found.listed:
        return None
    if found.share or (found.groups and not said.named):
        # Of a share it is not clear which rows are meant: those of the part, or all of them.
        return None
    if found.over == "COUNT":
        rows, kept = found.inner[0], replace(found, over="", inner=())
    elif len(found.measures) == 1 and found.measures[0].how in ("count", "distinct"):
        rows, kept = Group(found.measures[0].refs, words=found.measures[0].words), found
    else:
        return None
    if asked.subject and asked.subject.refs and asked.subject.refs[0][1] and not said.shown_too and not said.named:
        # `list their cities`
        rows, shown = asked.subject, list(asked.groups)
        return replace(kept, measures=(), groups=(rows, *shown), listed=True, order="", limit=None, having=())
    shown = [*asked.groups, *([asked.subject] if asked.subject and asked.subject.refs != rows.refs else [])]
    if any(not group.refs or group.refs[0][0] != rows.refs[0][0] or not group.refs[0][1] for group in shown):
        return None
    having = kept.having if found.over else ()
    return replace(kept, measures=(), groups=(rows, *shown), listed=True, order="", limit=None, having=having)


def sum_of_column(asked: Asked) -> None:
    """Sum a column of numbers that is asked for with "how much": `what do they come to in price`."""
    subject, assembly = asked.subject, asked.assembly
    numbers = subject is not None and subject.refs and all(assembly.kind(ref) in NUMBERS for ref in subject.refs)
    if subject and numbers and asked.much and not asked.measures:
        asked.measures.append(Measure("SUM", subject.refs, words=subject.words))
        asked.subject = None


def of_those_that_have(found: Request, asked: Asked, said: Said) -> Request:
    """Return the rows that were counted, of which rows of another table are there: `how many of those were sold?`."""
    assembly, counted = asked.assembly, found.measures
    entry = next((one for one in assembly.meanings.measures if [one.name] == [of.name for of in asked.measures]), None)
    if not (said.among and asked.counting and entry and entry.weak) or found.groups or assembly.whens:
        # A time may be that of either rows.
        return found
    others = {table for table, _ in columns_of(entry.select or entry.amount)}
    tables = {ref[0] for one in counted if one.how in ("count", "distinct") for ref in one.refs}
    if len(others) != 1 or len(tables) != 1 or others == tables or not assembly.below(*others, *tables):
        return found
    where = Where("exists", ((others.pop(), ""),), words=asked.measures.pop().words)
    return replace(found, wheres=(*found.wheres, where))


def with_measure(found: Request, asked: Asked, said: Said) -> Request:
    """Return a request with the figure that a follow-up asks for."""
    aggregates = said.aggregates
    measures = tuple(asked.measures)
    entries = {one.name: one for one in asked.assembly.meanings.measures}
    if said.only and not asked.counting and not asked.much:
        # `only what was bought in 2018` says which rows count, and no other figure.
        measures = tuple(measure for measure in measures if not (measure.name and entries[measure.name].weak))
    if asked.counting and not measures and found.listed:
        table, column = found.groups[0].refs[0]
        measure = Measure("distinct" if column else "count", ((table, column),), words=found.groups[0].words)
        return replace(found, measures=(measure,), groups=(), listed=False, order="", limit=None)
    if aggregates == ("SUM",) and not measures and not asked.groups and _can_be_summed(found, entries):
        # `the total`: of everything, and not of each group.
        return replace(found, groups=(), having=(), order="", limit=None)
    if not measures and not aggregates and (other := _of_other_column(found, asked, entries)) is not None:
        # `and the freight?` after the average price: the same of another column.
        asked.subject, measures = None, (other,)
    if asked.counting and not measures and not asked.subject and (rows := _rows_of_figure(found, entries)):
        return replace(found, measures=(rows,))
    if aggregates and not measures:
        taken = [(measure, how) for how in aggregates for measure in found.measures]
        measures = tuple(_taken(measure, how, asked.assembly.meanings) for measure, how in taken)
    elif asked.much and not measures and found.measures and all(one.how == "count" for one in found.measures):
        measures = (_worth_of_rows(asked, found.measures[0]),)
    if not measures:
        return found
    if (
        asked.single
        and (found.groups or said.whole)
        and len(measures) == 1
        and measures[0].how in ("named", "MAX", "MIN")
    ):
        # `the three fastest`: the order changes, the figure stays.
        if not measured_tables(found, asked.assembly.meanings) & {ref[0] for ref in _figures_of(measures[0], entries)}:
            raise NotUnderstoodError("say the whole question again", (measures[0].words,))
        return found
    if asked.counting and any(measure.name and entries[measure.name].weak for measure in measures):
        raise NotUnderstoodError("say the whole question again", tuple(measure.words for measure in measures))
    if found.share or found.over or found.per is not None or (found.listed and not found.having):
        raise NotUnderstoodError("say the whole question again", tuple(measure.words for measure in measures))
    return replace(found, measures=(*found.measures, *measures) if said.adding else measures, listed=False)


def _of_other_column(found: Request, asked: Asked, entries: dict[str, Named]) -> Measure | None:
    """Return the figure before taken of the column of numbers that alone is named; None where it is no such figure."""
    subject = asked.subject
    if not subject or asked.listing or asked.rank or asked.groups or len(found.measures) != 1 or subject.part:
        return None
    if not subject.refs or any(not ref[1] or asked.assembly.kind(ref) not in NUMBERS for ref in subject.refs):
        return None
    first = found.measures[0]
    entry = entries.get(first.name)
    if set(subject.refs) & _figures_of(first, entries):
        # `in kilos`: a unit, and no other column.
        return None
    how = first.how if first.how != "named" or entry is None else entry.usual if entry.amount else ""
    if entry and not entry.amount and entry.sums and entry.select.startswith("SUM("):
        how = "SUM"
    return Measure(how, subject.refs, words=subject.words) if how in ("SUM", "AVG", "MIN", "MAX") else None


def _worth_of_rows(asked: Asked, counted: Measure) -> Measure:
    """Return what rows that were counted come to: their amount, or the figure that money is named for beside them."""
    table = counted.refs[0][0]
    for unit in asked.assembly.meanings.units:
        if unit.measure and table in unit.per and not asked.assembly.amount(table):
            return Measure("named", name=unit.measure, words=counted.words)
    return amount_of(asked, table)


def measured_tables(found: Request, meanings: Meanings) -> set[str]:
    """Return the tables whose columns the figures of a request are taken of."""
    entries = {one.name: one for one in meanings.measures}
    return {ref[0] for one in found.measures for ref in _figures_of(one, entries)}


def _figures_of(measure: Measure, entries: dict[str, Named]) -> set[Ref]:
    """Return the columns that a figure is taken of."""
    entry = entries.get(measure.name)
    return {*measure.refs, *(columns_of(entry.amount or entry.select) if entry else ())}


def _rows_of_figure(found: Request, entries: dict[str, Named]) -> Measure | None:
    """Return the rows that a figure was of, to be counted: `and how many were they?`."""
    if len(found.measures) != 1 or found.listed or found.share or found.over or found.per is not None:
        return None
    first = found.measures[0]
    entry = entries.get(first.name)
    columns = (columns_of(entry.amount or entry.select) if entry else ()) or first.refs
    tables = {table for table, _ in columns}
    if first.how in ("count", "distinct", "first", "last") or len(tables) != 1:
        return None
    return Measure("count", ((tables.pop(), ""),), words=first.words)


def rows_instead(found: Request, asked: Asked) -> Measure | None:
    """Count the rows that a figure was of, where they alone are named: `and in units sold?`."""
    subject, assembly = asked.subject, asked.assembly
    if not subject or not subject.refs or subject.refs[0][1] or asked.measures or asked.rank:
        return None
    if assembly.wheres or assembly.whens:
        return None
    summed = [measure for measure in found.measures if measure.how in ("SUM", "AVG", "named")]
    measured = measured_tables(replace(found, measures=tuple(summed)), assembly.meanings)
    return Measure("count", subject.refs, words=subject.words) if subject.refs[0][0] in measured else None


def _can_be_summed(found: Request, entries: dict[str, Named]) -> bool:
    """Whether the figure of a whole is the sum of the figures of its groups."""
    return all(one.how in ("count", "SUM") or (one.name and entries[one.name].sums) for one in found.measures)


def _taken(measure: Measure, how: str, meanings: Meanings) -> Measure:
    """Return a figure taken another way; what is counted, or is a figure by itself, cannot be."""
    entry = next((one for one in meanings.measures if one.name == measure.name), None)
    if measure.how in ("count", "distinct", "first", "last") or (entry and not entry.amount):
        raise NotUnderstoodError("this figure cannot be taken so", (measure.words,))
    return replace(measure, how=how)


def whose(subject: Group, groups: list[Group]) -> bool:
    """Whether a noun only says whose the column is that rows are grouped by: `by state of the customer`."""
    table, column = subject.refs[0] if subject.refs else ("", "")
    return not column and any(table == ref[0] for group in groups for ref in group.refs if ref[1])


def said_of_rows(subject: Group, found: Request) -> Group | None:
    """Return the column of a noun that each row has one of, where a request is by rows; None where it is by others."""
    rows = [group.refs[0][0] for group in found.groups if len(group.refs) == 1 and not group.refs[0][1]]
    refs = tuple(ref for ref in subject.refs if ref[1] and rows == [ref[0]] and len(found.groups) == 1)
    return replace(subject, refs=refs) if refs else None
