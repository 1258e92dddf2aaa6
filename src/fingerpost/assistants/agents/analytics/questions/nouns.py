"""Reads the nouns that are left: the first is what a question is about, the others place or show something."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.request import Group
from fingerpost.assistants.agents.analytics.questions.grouping import group_at
from fingerpost.assistants.agents.analytics.questions.named_figures import read_definition
from fingerpost.assistants.agents.analytics.questions.question_target import Asked, has_label, is_plural


def read_nouns(asked: Asked) -> None:
    """Take the nouns that are left: the first is what the question is about, the others only place it."""
    assembly, place = asked.assembly, 0
    while place < len(assembly.marks):
        number = assembly.marks[place].of("number")
        if number and (assembly.is_(place + 1, "table", "column") or asked.rank) and number.number >= 1:
            asked.limit = int(number.number)
            assembly.take(place, place + 1)
            asked.limited = group_at(asked, place)
            continue
        group = group_at(asked, place) if not assembly.marks[place].of("number") else None
        if group is None:
            names = assembly.is_(place, "echo") and assembly.table(place + 1) and not (asked.measures or asked.groups)
            if names and not asked.counting and not asked.subject and is_plural(assembly.marks[place].words.split()[0]):
                # `the numbers of the orders` are asked for, not how many they are.
                asked.echo = asked.listing = True
                assembly.take(place, place + 1)
            else:
                place += 1
            continue
        if read_definition(asked, place):
            continue
        if _named_again(asked, group):
            assembly.take(place, place + 1)
            continue
        if assembly.is_(place, "echo") and not assembly.table(place):
            # A name is shown with its row anyway.
            asked.echo = asked.listing = True
            assembly.take(place, place + 1)
        elif _placed(asked, place, _with_column(asked, place, group)):
            assembly.take(place, place + 1)
        else:
            place += 1


def _named_again(asked: Asked, group: Group) -> bool:
    """Whether a group is named once more to say which are wanted: `by state, only states with 100 reviews or more`."""
    grouped = {ref for one in asked.groups for ref in one.refs if not one.part}
    figured = {ref[0] for measure in asked.measures for ref in measure.refs}
    held = {ref[0] for having in asked.assembly.having for ref in having.measure.refs}
    # Of other rows than those of the figure it is not clear whether its conditions hold for them too.
    few = (held and (held <= figured or not asked.assembly.wheres)) or (not held and asked.rank and asked.limit)
    return bool(few and grouped & set(group.refs)) and not group.part


def _with_column(asked: Asked, place: int, group: Group) -> Group:
    """Return a table with the column behind it as one noun: `product categories` are asked for, not products."""
    if not group.refs or group.refs[0][1]:
        return group
    assembly, table = asked.assembly, group.refs[0][0]
    asked.tables.append(table)
    column = group_at(asked, place + 1)
    if column and column.refs and column.refs[0][1] and _of_table(asked, place + 1, table):
        refs = tuple(ref for ref in assembly.columns(place + 1) if ref[0] == table)
        group = Group(refs, words=f"{group.words} {column.words}")
        assembly.take(place, place + 1)
    return group


def _placed(asked: Asked, place: int, group: Group) -> bool:
    """Give a noun its place in the question; whether it has one."""
    if asked.subject is None:
        mark = asked.assembly.marks[place]
        behind = asked.single and mark.start > asked.rank_at and asked.assembly.is_(place - 1, "and")
        if behind and mark.of("column") and not mark.of("table"):
            # `which payment was the highest? its value and its type`: types are not what is ranked.
            return False
        column = asked.assembly.marks[place].of("column")
        asked.subject, asked.guessed = group, column is not None and column.bound
    elif _of_rows(asked, group):
        # `the name and the date of birth of the patients`: the rows are what is asked for.
        asked.groups.append(asked.subject)
        asked.subject = group
    elif _is_own_date(asked, group) or (_was_told(asked, group) and (asked.measures or asked.assembly.having)):
        pass
    elif asked.listing and ((not asked.measures and _belongs_to(asked, group)) or _shown_too(asked, place, group)):
        asked.groups.append(group)
    elif _of_ranked_rows(asked, place, group):
        asked.listing = True
        asked.groups.append(group)
    elif (group.part or (group.refs and group.refs[0][1])) and not _was_told(asked, group):
        return False
    return True


def _of_ranked_rows(asked: Asked, place: int, group: Group) -> bool:
    """Whether a column is shown of the rows that are ranked: `the 5 sellers with the most orders, with city`."""
    subject = asked.subject.refs[0] if asked.subject and asked.subject.refs else ("", "")
    beside = asked.assembly.is_(place - 1, "with", "and") and not asked.groups
    # A person can have several cities.
    several = subject[0] in dict(asked.assembly.meanings.distinct)
    own = bool(group.refs) and all(ref[0] == subject[0] and ref[1] for ref in group.refs)
    return bool(asked.rank and beside and own) and not (subject[1] or several)


def _belongs_to(asked: Asked, group: Group) -> bool:
    """Whether the rows that are listed belong to one of another table, whose name is shown too."""
    if not group.refs or group.refs[0][1] or not asked.subject or not asked.subject.refs or asked.subject.refs[0][1]:
        return False
    first, other = asked.subject.refs[0][0], group.refs[0][0]
    return first != other and asked.assembly.graph.up(first, other) is not None and has_label(asked, other)


def _of_table(asked: Asked, place: int, table: str) -> bool:
    """Whether a column of text of a table stands at a place."""
    named = asked.assembly.is_(place, "echo", "table")
    return not named and any(ref[0] == table for ref in asked.assembly.columns(place, "text"))


def _of_rows(asked: Asked, group: Group) -> bool:
    """Whether a table follows a column of its own that was taken for what is asked for."""
    first = asked.subject.refs[0] if asked.subject and asked.subject.refs else ("", "")
    own = bool(group.refs) and not group.refs[0][1] and group.refs[0][0] == first[0] and bool(first[1])
    return own and asked.echo and (asked.listing or not asked.measures)


def _is_own_date(asked: Asked, group: Group) -> bool:
    """Whether a date is the one that every row of a figure has: `deals they signed`."""
    own = {ref[0] for measure in asked.measures for ref in measure.refs}
    tables = [asked.assembly.allowlist.table(ref[0]) for ref in group.refs]
    return bool(own and group.refs) and all(
        table is not None and table.name in own and table.date == ref[1]
        for table, ref in zip(tables, group.refs, strict=True)
    )


def _shown_too(asked: Asked, place: int, group: Group) -> bool:
    """Whether a column was asked for beside the rows: behind an "and", a "with" or a word that lists."""
    if not group.refs or not group.refs[0][1] or asked.assembly.columns(place, "boolean"):
        return False
    before = asked.assembly.at(place - 1)
    return before is None or before.of("and", "with", "list", "echo") is not None


def _was_told(asked: Asked, group: Group) -> bool:
    """Whether a column was already used, and is only named again."""
    used = {ref for where in asked.assembly.wheres for ref in where.refs}
    measures = [*asked.measures, *(having.measure for having in asked.assembly.having)]
    used |= {ref for measure in measures for ref in measure.refs}
    named = [one for one in asked.assembly.meanings.measures if one.name in {measure.name for measure in measures}]
    used |= {ref for entry in named if entry.amount for ref in columns_of(entry.amount)}
    if asked.distinct:
        used |= {pair for pair in asked.assembly.meanings.distinct if pair[0] in {ref[0] for ref in used}}
    return bool(group.refs) and set(group.refs) <= used
