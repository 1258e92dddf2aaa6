"""Edits the last question by a short one: `and in Rio?`, `only the delivered ones`, `by month`, `top 3`."""

from __future__ import annotations

from dataclasses import replace

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import Meanings, columns_of
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    NotUnderstoodError,
    Ref,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.questions.conditions import read_conditions
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_combinations import (
    growth_since,
    joined,
    names_another,
    put_apart,
    share_of_before,
    take_both,
)
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_edits import Edit, Said, read_edits
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_figure import (
    listed,
    measured_tables,
    of_those_that_have,
    rows_instead,
    said_of_rows,
    share_of,
    sum_of_column,
    whose,
    with_measure,
)
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_references import (
    opposite,
    rows_of_another,
    take_pointed_at,
    unlimited,
    widened,
)
from fingerpost.assistants.agents.analytics.questions.follow_ups.follow_up_times import counted_from, within
from fingerpost.assistants.agents.analytics.questions.lexicon import Mark
from fingerpost.assistants.agents.analytics.questions.named_figures import of_rows_named
from fingerpost.assistants.agents.analytics.questions.parse_state import NUMBERS, Assembly, with_meanings
from fingerpost.assistants.agents.analytics.questions.question_target import Asked
from fingerpost.assistants.agents.analytics.questions.reader import known_marks
from fingerpost.assistants.agents.analytics.questions.target_reader import read_asked
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.questions.values import take_apart
from fingerpost.assistants.agents.analytics.questions.words import each
from fingerpost.language.function_words import FIRST_PERSON_POSSESSIVES, POSSESSIVES

THEIRS = POSSESSIVES - FIRST_PERSON_POSSESSIVES - each("your tu tus")
"""Words that say that what is named is of the rows before."""


def follow(
    question: str, before: Request, allowlist: Allowlist, meanings: Meanings, earlier: Request | None = None
) -> Request:
    """Return the request before with what this question changes; raise where it is not clear what that is.

    `earlier` is the request that the one before was made of, where that was an edit too.
    """
    used = frozenset(_columns(before))
    tables = [*before.mentioned, *(ref[0] for ref in used)]
    spoken = {*used, *((table, "") for table in before.mentioned)}
    marks = [_value_again(mark, used) for mark in known_marks(question, allowlist, meanings, spoken)]
    assembly = Assembly(marks, allowlist, meanings, tables=list(dict.fromkeys(tables)), used_before=used)
    take_pointed_at(question, assembly, before)
    if (turned := opposite(assembly, before) or widened(question, assembly, before)) is not None:
        return turned
    both = take_both(question, assembly) and not names_another(assembly)
    edit = Edit(joined(before, earlier)[0] if both else before, assembly)
    said = read_edits(edit)
    read_conditions(assembly)
    take_apart(assembly, edit.found.wheres)
    asked = read_asked(assembly)
    # `that percentage by state` only names what there is.
    asked.percent = asked.percent and not (before.share and before.numerator and asked.groups)
    sum_of_column(asked)
    of_rows_named(asked)
    if (recalled := _recalled(edit.found, earlier, asked)) is not None:
        return recalled
    if asked.percent and (assembly.wheres or asked.subject):
        return share_of(edit.found, asked)
    found = _with_conditions(edit.found, assembly, said)
    apart: Group | None = None
    if asked.compare and not asked.growth:
        # Both are in it already, or it names what is put beside what was asked for.
        found, apart = joined(found, earlier if found == edit.found else edit.found)
    if (rows := listed(found, asked, said)) is not None:
        return rows
    if said.compared:
        found = replace(found, having=(*assembly.having, said.compared))
    if edit.found == before and (counted := rows_instead(found, asked)) is not None:
        asked.measures.append(counted)
    if (others := rows_of_another(found, asked)) is not None:
        return others
    found = with_measure(_told_in_full(of_those_that_have(found, asked, said), asked), asked, said)
    theirs = THEIRS.intersection(token.text for token in tokens(question))
    found = (_with_theirs(found, asked) if theirs else None) or _with_groups(found, asked, said)
    found = put_apart(found, apart) if apart else found
    found = _with_other_names(found, asked)
    found = _with_order(found, asked, said)
    _refuse_unclear(found, asked, said, question)
    if asked.percent:
        found = replace(found, share=True)
    if found == before:
        found = unlimited(question, found)
    if found == before:
        raise NotUnderstoodError("nothing says what is to be changed", (question,))
    return found


def _recalled(found: Request, earlier: Request | None, asked: Asked) -> Request | None:
    """Return what the last two requests are put into together: a share, or what a figure grew by."""
    if asked.assembly.wheres or asked.assembly.whens or asked.subject:
        return None
    if asked.growth:
        return growth_since(found, earlier)
    return share_of_before(found, earlier, asked) if asked.percent else None


def _told_in_full(found: Request, asked: Asked) -> Request:
    """Return a share of each group as the figure that it is of, where that is asked for: `back to the value`."""
    if not found.share or asked.percent or not (asked.worth or asked.counting or asked.much):
        return found
    if found.numerator or found.inner:
        raise NotUnderstoodError("say the whole question again")
    return replace(found, share=False)


def _refuse_unclear(found: Request, asked: Asked, said: Said, question: str) -> None:
    """Refuse what does not go together: lists without rows, shares of shares, comparisons of nothing."""
    figures = said.aggregates or asked.measures
    compared = tuple(having.words for having in found.having)
    lists = asked.listing and not (asked.counting or asked.rank or figures)
    if lists and not found.listed and not found.groups:
        raise NotUnderstoodError("say the whole question again", (question,))
    if found.having and (found.share or asked.percent):
        raise NotUnderstoodError("shares cannot be compared with a number of rows", compared)
    if found.having and not (found.groups or found.over or found.inner):
        raise NotUnderstoodError("nothing says of what each is compared", compared)
    if asked.percent and (asked.groups or not found.groups or found.share or len(found.measures) != 1):
        raise NotUnderstoodError("say the whole question again", (question,))


def _value_again(mark: Mark, used: frozenset[Ref]) -> Mark:
    """Return a word that is a figure and a value as the value of a column that was spoken of: `and invoiced?`."""
    value = mark.of("value", "adjective") if mark.of("measure") else None
    return with_meanings(mark, value) if value and used.intersection(value.refs) else mark


def _with_other_names(found: Request, asked: Asked) -> Request:
    """Return a request with columns in the place of the groups that they are other names of."""
    instead = {old: new for new, old in asked.shown}
    groups = (
        replace(group, refs=(new,))
        if (new := next((instead[ref] for ref in group.refs if ref in instead), None))
        else group
        for group in found.groups
    )
    return replace(found, groups=tuple(groups))


def _columns(request: Request) -> list[Ref]:
    found = [ref for where in request.wheres for ref in where.refs]
    found += [ref for group in (*request.groups, *request.inner) for ref in group.refs]
    found += [ref for measure in request.measures for ref in measure.refs]
    return [ref for ref in found if ref[1]]


def _with_conditions(found: Request, assembly: Assembly, said: Said) -> Request:
    if not (said.only or said.among):
        _refuse_other_place(found, assembly)
    if said.union:
        assembly.wheres[:] = [_with_values_of(where, found) for where in assembly.wheres]
    # Two conditions of one question hold together: `those that arrived on time`.
    wheres = [old for old in found.wheres if not any(_replaces(where, old) for where in assembly.wheres)]
    wheres += assembly.wheres
    whens = found.whens
    if assembly.whens:
        dates = {when.ref for when in found.whens if when.ref}
        date = dates.pop() if len(dates) == 1 else None
        whens = tuple(replace(counted_from(when, found.whens), ref=when.ref or date) for when in assembly.whens)
        whens = tuple(within(when, found.whens) for when in whens)
    having = tuple(assembly.having) or found.having
    return replace(found, wheres=tuple(wheres), whens=whens, having=having)


def _with_values_of(where: Where, found: Request) -> Where:
    """Return a condition with the values that the request before has of the same column: `include Paraná too`."""
    old = next((old for old in found.wheres if old.refs == where.refs and old.how == where.how == "="), None)
    if old is None:
        return where
    values = tuple(dict.fromkeys((*old.values, *where.values)))
    return replace(where, values=values, words=f"{old.words}, {where.words}")


def _refuse_other_place(found: Request, assembly: Assembly) -> None:
    """Refuse a value of another column of a table that has one already: does "Minas" replace "Belo Horizonte"?"""
    for where in assembly.wheres:
        for old in found.wheres:
            same = where.how == old.how == "=" and len(where.refs) == len(old.refs) == 1
            texts = same and all(assembly.kind(one.refs[0]) == "text" for one in (where, old))
            if texts and where.refs[0][0] == old.refs[0][0] and where.refs != old.refs:
                raise NotUnderstoodError(f"say whether it takes the place of {old.words}", (where.words,))


def _replaces(new: Where, old: Where) -> bool:
    """Whether a condition takes the place of another: one on the same column, unless one of them denies."""
    if (new.how == "<>") != (old.how == "<>"):
        return False
    columns, others = ({*where.refs, *(columns_of(where.text) if where.text else ())} for where in (new, old))
    return bool(columns & others)


def _with_theirs(found: Request, asked: Asked) -> Request | None:
    """Return the request with a column of its rows beside them: `and their cities?`; None where none is named.

    Of another column, each of the groups may have several.
    """
    subject = asked.subject
    if not subject or not subject.refs or not subject.refs[0][1] or asked.groups or asked.measures or not found.groups:
        return None
    if (column := said_of_rows(subject, found)) is None:
        raise NotUnderstoodError("each of the rows before may have several of these", (subject.words,))
    return replace(found, groups=(*found.groups, column))


def _with_groups(found: Request, asked: Asked, said: Said) -> Request:
    groups = list(asked.groups)
    if said.whole:
        groups.append(said.whole)
    subject = asked.subject
    again = [one for one in found.groups if subject and (one.part, set(one.refs)) == (subject.part, set(subject.refs))]
    again += [one for one in found.groups if subject and subject.part and one.part == subject.part]
    if again and asked.rank and (asked.limit or asked.listing or asked.single):
        # `the best three months`, `which month was the worst?` of what is by month.
        found = found if asked.limit else replace(found, limit=1, order=asked.rank)
        subject = None
    if not subject and asked.rank and asked.single and asked.listing and found.groups and not found.limit:
        # `which of them had the most?`
        return replace(found, limit=1, order=asked.rank)
    if subject and subject.part:
        raise NotUnderstoodError("say what is wanted of it", (subject.words,))
    if subject and whose(subject, groups):
        subject = None
    shown = said.shown_too or (found.limit == 1 and asked.listing)
    if subject and shown and not asked.groups and (column := said_of_rows(subject, found)):
        # `of which city is it?`, `with the city`
        return replace(found, groups=(*found.groups, column))
    if subject and subject.refs and subject.refs[0][1]:
        if all(asked.assembly.kind(ref) in NUMBERS for ref in subject.refs) and not asked.listing:
            raise NotUnderstoodError("say what is wanted of it", (subject.words,))
        groups.append(subject)
    elif subject and subject.refs and subject.refs[0][0] not in measured_tables(found, asked.assembly.meanings):
        conditions = asked.assembly.wheres or asked.assembly.whens
        if not conditions and not any(subject.refs[0][0] == ref[0] for group in found.groups for ref in group.refs):
            raise NotUnderstoodError("say the whole question again", (subject.words,))
        found = replace(found, mentioned=tuple(dict.fromkeys((*found.mentioned, subject.refs[0][0]))))
    if not groups:
        return found
    if found.over or found.listed:
        raise NotUnderstoodError("say the whole question again", tuple(group.words for group in groups))
    # Of one value there is nothing to be told apart: `by number of instalments` after `in 3 instalments`.
    split = {ref for group in groups if not group.part for ref in group.refs}
    own = asked.assembly.wheres
    wheres = tuple(
        one for one in found.wheres if one in own or one.how != "=" or len(one.values) > 1 or not split & set(one.refs)
    )
    return replace(found, groups=(*found.groups, *groups) if said.adding else tuple(groups), wheres=wheres)


def _other_edge(found: Request, rank: str) -> Request:
    """Return the highest or the lowest of what was one of them before: `and the lowest?`."""
    if not found.measures or any(measure.how not in ("MAX", "MIN") for measure in found.measures):
        raise NotUnderstoodError("there is nothing to be ranked", ())
    how = "MAX" if rank == "desc" else "MIN"
    return replace(found, measures=tuple(replace(measure, how=how) for measure in found.measures))


def _with_order(found: Request, asked: Asked, said: Said) -> Request:
    if said.flip:
        found = replace(found, order={"asc": "desc", "desc": "asc"}[found.order or "desc"])
    if asked.rank and not found.groups and not asked.measures:
        return _other_edge(found, asked.rank)
    if asked.rank:
        found = replace(found, order=(said.first and found.order) or asked.rank)
    if asked.limit:
        if not found.groups:
            raise NotUnderstoodError("there is nothing to be ranked", ())
        found = replace(found, limit=asked.limit, order=found.order or "desc")
    if said.order:
        found = replace(found, order=said.order)
    if said.limit:
        found = replace(found, limit=said.limit, order=found.order or "desc")
    return found
