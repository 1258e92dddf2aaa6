"""Says what is counted or summed where no column was named for it: rows, different things, what rows come to."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.request import Group, Measure, NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS
from fingerpost.assistants.agents.analytics.questions.question_target import Asked


def counted_rows(asked: Asked) -> Measure:
    """Return the rows that are counted: of the noun, or of the table that the conditions speak of."""
    if asked.subject and asked.subject.refs:
        table, column = asked.subject.refs[0]
        if not column:
            return Measure("count", ((table, ""),), words=asked.subject.words)
        if not asked.counting and asked.assembly.kind(asked.subject.refs[0]) in NUMBERS:
            raise NotUnderstoodError("say whether it is to be summed or averaged", (asked.subject.words,))
        return Measure("distinct", asked.subject.refs, words=asked.subject.words)
    spoken = [table for table in asked.assembly.spoken() if table]
    spoken += [ref[0] for where in asked.assembly.wheres for ref in where.refs]
    found = list(dict.fromkeys(spoken))
    if len(found) == 1:
        return Measure("count", ((found[0], ""),), words=found[0])
    raise NotUnderstoodError("nothing says what is counted", ())


def summed_amount(asked: Asked) -> Measure:
    """Return the sum of what a row comes to, of the one table with such a column that is spoken of."""
    assembly = asked.assembly
    subject = asked.subject
    if subject and subject.refs and subject.refs[0][1] and assembly.kind(subject.refs[0]) in NUMBERS:
        return Measure("SUM", subject.refs, words=subject.words)
    spoken = [*asked.tables, *assembly.spoken(), *(ref[0] for where in assembly.wheres for ref in where.refs)]
    found = [(name, amount) for name in dict.fromkeys(spoken) if (amount := assembly.amount(name))]
    if len(found) != 1:
        raise NotUnderstoodError("nothing says what is summed", tuple(".".join(ref) for ref in found))
    return Measure("SUM", tuple(found), words=found[0][1])


def amount_of(asked: Asked, table: str) -> Measure:
    """Return the sum of what rows of a table come to."""
    amount = asked.assembly.amount(table)
    if not amount:
        raise NotUnderstoodError("nothing says what is summed", (table,))
    return Measure("SUM", ((table, amount),), words=amount)


def worth_of(asked: Asked, measure: Measure) -> Measure:
    """Return what counted rows come to, where an amount was spoken of."""
    table = measure.refs[0][0] if measure.how == "count" else ""
    amount = asked.assembly.amount(table) if table else ""
    return Measure("SUM", ((table, amount),), words=measure.words) if amount else measure


def counted_once(asked: Asked, measure: Measure) -> Measure:
    """Return a count of rows as one of different things; rows without a key of their own are no things."""
    if measure.how == "distinct":
        return measure
    table = asked.assembly.allowlist.table(measure.refs[0][0]) if measure.how == "count" else None
    if table is None:
        raise NotUnderstoodError("this cannot be counted without repetition", (measure.words,))
    column = dict(asked.assembly.meanings.distinct).get(table.name)
    keys = [entry.name for entry in table.columns if entry.key]
    if not column and len(keys) != 1:
        raise NotUnderstoodError("this cannot be counted without repetition", (measure.words,))
    return Measure("distinct", ((table.name, column or keys[0]),), words=measure.words)


def are_events(asked: Asked) -> bool:
    """Whether a noun alone means how many: rows without a name of their own, as sales are."""
    if asked.subject is None or not asked.subject.refs or asked.subject.refs[0][1] or asked.worth or asked.echo:
        return False
    table = asked.assembly.allowlist.table(asked.subject.refs[0][0])
    return table is not None and not table.label


def is_amount(asked: Asked, group: Group) -> bool:
    """Whether a noun is what rows come to, which is summed where nothing else is said."""
    return bool(group.refs) and all(ref[1] and ref[1] == asked.assembly.amount(ref[0]) for ref in group.refs)
