"""Writes a request as SQL: blocks over single tables, put side by side, over one another, and in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.anti_joins import values_that_lack, without_values
from fingerpost.assistants.agents.analytics.planner.composition_rules import before_first, refuse_mixed
from fingerpost.assistants.agents.analytics.planner.contradictions import refuse_opposed
from fingerpost.assistants.agents.analytics.planner.dialect import number
from fingerpost.assistants.agents.analytics.planner.label_columns import with_labels
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.mixed_currencies import refuse_mixed_currencies
from fingerpost.assistants.agents.analytics.planner.query_composition import (
    opposed,
    part_of,
    percent,
    ranked_within,
    share_of_first,
    stacked,
    stepped,
)
from fingerpost.assistants.agents.analytics.planner.request import (
    Group,
    Having,
    Measure,
    NotUnderstoodError,
    Request,
    Where,
)
from fingerpost.assistants.agents.analytics.planner.schema_binding import Figure, Settler, aggregate, compared, counted
from fingerpost.assistants.agents.analytics.planner.select_block import Block, Output


class Writer:
    """Writes one request for one schema and database."""

    def __init__(self, allowlist: Allowlist, meanings: Meanings, dialect: str, request: Request) -> None:
        """Keep the request, and who decides what its parts mean."""
        self.allowlist, self.request = allowlist, with_labels(request, allowlist, meanings)
        self.settler = Settler(allowlist, meanings, dialect, self.request)

    @cached_property
    def statement(self) -> exp.Select:
        """The whole statement; whoever changes it copies it first."""
        request = self.request
        refuse_mixed(request)
        self._settle_conditions()
        select = self._sides() if request.sides else self._stepped() if request.change else self.selection()
        groups = [self._group_name(group) for group in (*request.within, *request.groups)]
        if request.sides and not request.change:
            groups.insert(0, "side")
        return _titled(select, groups, self._measure_names())

    def selection(self) -> exp.Select:
        """Return the statement of one side, its columns called by their places."""
        if lacking := values_that_lack(self.request, self.settler):
            every, having, column = lacking
            return without_values(self._of(every), self._of(having), column)
        return self._plain_selection()

    def _plain_selection(self) -> exp.Select:
        request = self.request
        if request.over:
            return self._over()
        if request.share:
            return self._share_of_inner() if request.inner else self._share()
        if request.per is not None:
            return self._ratio(request.per)
        if request.listed and not request.having:
            return self._list()
        measures = request.measures or tuple(having.measure for having in request.having)
        select = self._figures(measures, (*request.within, *request.groups))
        if request.within:
            within, groups = len(request.within), len(request.groups)
            return ranked_within(select, within, groups, request.limit or 1, largest=request.order != "asc")
        return self._ordered(select)

    def _part(self, **changes: Any) -> exp.Select:
        """Return the selection of this request with changes, to be put into another."""
        whole = {"sides": (), "change": "", "order": "", "limit": None, **changes}
        select = self._of(replace(self.request, **whole))
        select.set("order", None)
        return select

    def _of(self, request: Request) -> exp.Select:
        return Writer(self.allowlist, self.settler.meanings, self.settler.dialect, request).selection()

    def _sides(self) -> exp.Select:
        """Return the same figures for each side: in rows of their own, or beside one another."""
        request = self.request
        parts = [
            self._part(wheres=(*request.wheres, *side.wheres), whens=(*request.whens, *side.whens))
            for side in request.sides
        ]
        if not request.change:
            return stacked(parts, [side.words for side in request.sides])
        _refuse_dates(request.measures[0])
        groups = [f"group{at + 1}" for at in range(len(request.groups))]
        value = self.settler.figure(request.measures[0], (*request.groups, *request.inner)).value
        plain = not request.share and request.per is None and request.over != "AVG"
        counted = plain and (value is None or isinstance(value, exp.Sum | exp.Count))
        return self._ordered(opposed(parts, groups, request.change, counted=counted))

    def _stepped(self) -> exp.Select:
        """Return what a figure grew by against the time before, from the first time that was named."""
        request = self.request
        _refuse_dates(request.measures[0])
        whens, since = before_first(request, self.settler, self.first_base())
        return stepped(self._part(whens=whens), request.groups[0].part, since)

    def _share_of_inner(self) -> exp.Select:
        """Return what part the first of some groups have together, or how many of them a condition holds for."""
        request = self.request
        if not request.having:
            figure = self.settler.figure(request.measures[0], request.inner)
            if not isinstance(figure.value, exp.Sum | None) or self._block(figure.base, request.inner)[0].many:
                raise NotUnderstoodError("a share is taken of rows or of a sum", (request.measures[0].words,))
            grouped = self._part(share=False, inner=(), groups=request.inner)
            return share_of_first(grouped, request.limit or 1, largest=request.order != "asc")
        ref = request.inner[0].refs[0]
        # What is counted is what is grouped by: people, where rows of customers stand for people.
        whole = Measure("distinct", (ref if ref[1] else self.settler.label(ref[0]),))
        if request.whens and self.settler.date(whole.refs[0][0])[0] != whole.refs[0][0]:
            raise NotUnderstoodError(
                "it is not clear of what the share is", tuple(when.words for when in request.whens)
            )
        # What has no value is no group of those that are counted as the whole.
        there = (Where("not null", (ref,)),) if ref[1] else ()
        held = self._part(share=False, over="COUNT", wheres=(*request.wheres, *there))
        every = self._part(share=False, having=(), inner=(), measures=(whole,), mentioned=())
        return part_of(held, every)

    def _settle_conditions(self) -> None:
        """Refuse conditions and groups that can mean several columns first: no other reason says as much."""
        base = self.first_base()
        for where in self.request.wheres:
            self.settler.condition(where, base)
        for group in (*self.request.within, *self.request.groups):
            self.settler.group(group, base, "")
        refuse_mixed_currencies(self.settler, self.request)

    def _group_name(self, group: Group) -> str:
        if group.part or not group.refs:
            return group.part
        value = self.settler.group(group, self.first_base(), "").value
        return value.name if isinstance(value, exp.Column) else group.part

    def first_base(self) -> str:
        """Return the table whose rows the first figure is of; empty for a list."""
        request = self.request
        measures = request.measures or tuple(having.measure for having in request.having)
        groups = (*request.within, *request.groups, *request.inner)
        return self.settler.figure(measures[0], groups).base if measures else ""

    def listed_table(self) -> str:
        """Return the table whose rows or values are listed; empty where nothing is."""
        groups = self.request.groups
        return self.settler.group(groups[0], "", "").table if groups else ""

    def _measure_names(self) -> list[str]:
        request = self.request
        if request.listed and not request.having:
            return []
        measures = request.measures or tuple(having.measure for having in request.having)
        if request.over == "COUNT":
            names = ["count"]
        elif request.share or request.per is not None:
            names = ["count", "percent"] if request.share and request.inner and request.having else ["percent"]
        else:
            before = f"{request.over.lower()}_" if request.over else ""
            names = [before + self._measure_name(measure) for measure in measures]
        if not request.change:
            return names
        change = f"{request.change}_percent" if request.change == "growth" else request.change
        return ["first", "second", change] if request.sides else [*names, change]

    def _measure_name(self, measure: Measure) -> str:
        if measure.how == "count":
            return f"{measure.refs[0][0]}_count"
        if measure.how in ("first", "last"):
            return f"{measure.how}_{measure.refs[0][0]}"
        of = measure.name or (
            "hours" if measure.hours else "days" if measure.gap else self.settler.choose(measure.refs)[1]
        )
        return of if measure.how == "named" else f"{measure.how.lower()}_{of}"

    def _block(self, base: str, groups: Sequence[Group]) -> tuple[Block, list[exp.Expr]]:
        """Return a block over a table with groups and the tests of the request."""
        request = self.request
        refuse_opposed(self.settler, (*request.wheres, *request.numerator), request.whens, base, request.having)
        block = Block(self.allowlist, base)
        for at, group in enumerate(groups):
            block.group(self.settler.group(group, base, f"group{at + 1}"), beside=group.beside)
        conditions = [self.settler.condition(where, base) for where in request.wheres]
        conditions += [self.settler.during(when, base) for when in request.whens]
        return block, block.conditions(conditions)

    def _selected(
        self, figures: Sequence[Figure], groups: Sequence[Group], held: Sequence[tuple[Having, Figure]] = ()
    ) -> exp.Select:
        """Return figures of one table by groups, and only those groups of which some figures hold."""
        block, tests = self._block(figures[0].base, groups)
        outputs = [Output(block.base, counted(figure, block), figure.name) for figure in figures]
        having = [_held(counted(figure, block), condition) for condition, figure in held]
        return block.select(outputs, tests, having)

    def _figures(self, measures: Sequence[Measure], groups: Sequence[Group]) -> exp.Select:
        """Return the groups with their measures; each table of measures is a block of its own."""
        figures = [self.settler.figure(measure, groups, at) for at, measure in enumerate(measures)]
        bases = list(dict.fromkeys(figure.base for figure in figures))
        hidden = [
            (having, self.settler.figure(having.measure, groups, len(figures) + at))
            for at, having in enumerate(self.request.having)
        ]
        if len(bases) == 1 and all(figure.base == bases[0] for _, figure in hidden):
            return self._selected(figures, groups, hidden)
        if hidden:
            figures += [figure for _, figure in hidden]
            bases = list(dict.fromkeys(figure.base for figure in figures))
        return self._joined(figures, bases, groups, hidden, len(measures))

    def _joined(
        self,
        figures: Sequence[Figure],
        bases: Sequence[str],
        groups: Sequence[Group],
        hidden: Sequence[tuple[Having, Figure]],
        shown: int,
    ) -> exp.Select:
        """Return blocks over several tables side by side, by their groups."""
        blocks = [self._selected([f for f in figures if f.base == base], groups) for base in bases]
        names = [f"part{at + 1}" for at in range(len(blocks))]
        of = dict(zip(bases, names, strict=True))
        wanted = [(f"group{at + 1}", names[0]) for at in range(len(groups))]
        wanted += [(figure.name, of[figure.base]) for figure in figures[:shown]]
        outputs = [exp.alias_(exp.column(name, table=table), name) for name, table in wanted]
        found = exp.select(*outputs).from_(blocks[0].subquery(names[0], copy=False), copy=False)
        for name, block in zip(names[1:], blocks[1:], strict=True):
            if not groups:
                found.join(block.subquery(name, copy=False), join_type="cross", copy=False)
                continue
            same = [
                exp.EQ(
                    this=exp.column(f"group{at + 1}", table=names[0]),
                    expression=exp.column(f"group{at + 1}", table=name),
                )
                for at in range(len(groups))
            ]
            found.join(block.subquery(name, copy=False), on=exp.and_(*same), join_type="left", copy=False)
        for having, figure in hidden:
            value: exp.Expr = exp.column(figure.name, table=of[figure.base])
            if figure.base != bases[0] and (figure.value is None or isinstance(figure.value, exp.Count)):
                # A group without rows has none of them, which is fewer than any number.
                value = exp.Coalesce(this=value, expressions=[number(0)])
            found.where(_held(value, having), copy=False)
        return found

    def _ordered(self, select: exp.Select) -> exp.Select:
        """Rank by the first measure where that was asked; else by time, or the largest first."""
        request = self.request
        groups = [f"group{at + 1}" for at in range(len(request.groups))]
        if not groups:
            return select
        time = any(group.part for group in request.groups)
        if request.order or not time:
            value = exp.Ordered(this=exp.column("value"), desc=request.order != "asc")
            select.order_by(value, copy=False)
        select.order_by(*(exp.column(name) for name in groups), copy=False)
        return select.limit(request.limit, copy=False) if request.limit else select

    def _list(self) -> exp.Select:
        """Return the different values of a column."""
        groups = self.request.groups
        block, tests = self._block(self.settler.group(groups[0], "", "group1").table, groups)
        # What is missing is no value; rows of a table are listed whatever they lack.
        values = block.groups[:1] if sum(not group.beside for group in groups) == 1 and not block.shows_rows() else []
        known = [exp.not_(exp.Is(this=group.value.copy(), expression=exp.Null())) for group in values]
        names = (exp.column(f"group{at + 1}") for at, group in enumerate(groups) if not group.beside)
        return block.select([], [*tests, *known]).order_by(*names, copy=False)

    def _over(self) -> exp.Select:
        """Return the groups put together again: how many there are, or what they have on average."""
        request = self.request
        measures = request.measures or tuple(having.measure for having in request.having)
        if request.over != "COUNT":
            _refuse_dates(measures[0])
        inner = self._figures(measures, (*request.groups, *request.inner))
        outer = [exp.column(f"group{at + 1}", table="grouped") for at in range(len(request.groups))]
        of = exp.Star() if request.over == "COUNT" else exp.column("value", table="grouped")
        value = exp.alias_(aggregate(request.over, of), "value")
        select = exp.select(*(column.copy() for column in outer), value).from_(
            inner.subquery("grouped", copy=False), copy=False
        )
        if outer:
            select.group_by(*(column.copy() for column in outer), copy=False)
        return self._ordered(select)

    def _ratio(self, per: Measure) -> exp.Select:
        """Return one figure as a percentage of another."""
        request = self.request
        for measure in (*request.measures, per):
            _refuse_dates(measure)
        figures = [
            self.settler.figure(measure, request.groups, at) for at, measure in enumerate((*request.measures, per))
        ]
        if figures[0].base != figures[1].base:
            raise NotUnderstoodError("the two figures are of different rows", (per.words,))
        top, bottom = (figure.value for figure in figures)
        if top is None or bottom is None:
            raise NotUnderstoodError("a percentage is of two amounts", (per.words,))
        whole = Figure(figures[0].base, percent(top, bottom), "value")
        return self._ordered(self._selected([whole], request.groups))

    def _share(self) -> exp.Select:
        """Return what part of the rows, or of an amount, some conditions hold for; or each group's part of it."""
        request = self.request
        figure = self.settler.figure(request.measures[0], request.groups)
        if figure.value is not None and not isinstance(figure.value, exp.Sum):
            raise NotUnderstoodError("a share is taken of rows or of a sum", (request.measures[0].words,))
        block, tests = self._block(figure.base, request.groups)
        amount = figure.value.this if figure.value is not None else number(1)
        if request.numerator:
            held = block.conditions([self.settler.condition(where, figure.base) for where in request.numerator])
            if not held:
                raise NotUnderstoodError("the part that is asked for is the whole", (request.numerator[0].words,))
            case = exp.Case().when(exp.and_(*held), amount.copy()).else_(number(0))
            value: exp.Expr = percent(exp.Sum(this=case), exp.Sum(this=amount.copy()))
        else:
            whole = exp.Window(this=exp.Sum(this=exp.Sum(this=amount.copy())))
            value = percent(exp.Sum(this=amount.copy()), whole)
        if block.many:
            raise NotUnderstoodError("the groups overlap, so their parts do not make up a whole")
        return self._ordered(block.select([Output(figure.base, value, "value")], tests))


def _titled(select: exp.Select, groups: Sequence[str], measures: Sequence[str]) -> exp.Select:
    """Give the columns of a result names that say what they are."""
    names: list[str] = []
    for name in (*groups, *measures):
        names.append(name if name not in names else f"{name}_{len(names) + 1}")
    renamed: dict[str, str] = {}
    outputs = []
    for output, name in zip(select.expressions, names, strict=True):
        renamed[output.alias_or_name] = name
        outputs.append(exp.alias_(output.this if isinstance(output, exp.Alias) else output, name, copy=False))
    select.set("expressions", outputs)
    order = select.args.get("order")
    for column in order.find_all(exp.Column) if order else ():
        if column.name in renamed:
            column.set("this", exp.to_identifier(renamed[column.name]))
    return select


def _refuse_dates(measure: Measure) -> None:
    """Refuse to divide or average what is a date: the first or the last."""
    if measure.how in ("first", "last"):
        raise NotUnderstoodError("a date is no amount", (measure.words,))


def _held(value: exp.Expr, having: Having) -> exp.Expr:
    if having.measure.how in ("first", "last"):
        raise NotUnderstoodError("a date is not compared with a number", (having.words,))
    return compared(value.copy(), having.how, having.values)
