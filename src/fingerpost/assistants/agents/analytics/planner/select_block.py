"""One SELECT over one table's rows, each of which is counted once whatever has to be joined to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.join_graph import Edge, Step, graph
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError


@dataclass(slots=True)
class Condition:
    """A condition over the columns of one table; `negative` denies it of all rows that a row has there."""

    table: str
    test: exp.Expr | None
    negative: bool = False


@dataclass(slots=True)
class Output:
    """An expression over the columns of one table, under a name."""

    table: str
    value: exp.Expr
    name: str


class Block:
    """Joins to the rows of `base` what groups and conditions need.

    Tables that references lead to are joined. A condition on a table with many rows for one of `base` becomes an
    IN over those rows; a group by one is joined, and then rows of `base` are made distinct again.
    """

    def __init__(self, allowlist: Allowlist, base: str) -> None:
        """Begin with the rows of one table."""
        self.allowlist, self.graph, self.base = allowlist, graph(allowlist), base
        self.joined: dict[str, Step | None] = {base: None}
        self.many: list[str] = []
        self.beside: set[str] = set()
        """Tables that are joined to say more of rows, which may lack them."""
        self.groups: list[Output] = []
        self.tests: list[exp.Expr] = []

    def group(self, output: Output, *, beside: bool = False) -> None:
        """Group by an expression, whatever it takes to reach its table; rows may lack what only stands `beside`."""
        before = set(self.joined)
        self._reach(output.table)
        if beside:
            self.beside |= self.joined.keys() - before
        else:
            self._need(output.table)
        self.groups.append(output)

    def conditions(self, conditions: Sequence[Condition]) -> list[exp.Expr]:
        """Return conditions as tests of rows of this block; call it when all groups are known."""
        tests: list[exp.Expr] = []
        within: dict[Step, list[Condition]] = {}
        missing = [one for one in conditions if one.negative and one.test is None and not self._near(one.table)]
        inside = {id(one): self._said_of(one.table, conditions) for one in missing}
        taken = {id(other) for others in inside.values() for other in others}
        for condition in conditions:
            if id(condition) in taken:
                continue
            if self._near(condition.table) and condition.test is None and condition.negative:
                tests.append(self._refers_to_none(condition.table))
            elif self._near(condition.table):
                self._reach(condition.table)
                self._need(condition.table)
                # Whoever puts a test into a statement copies it.
                test = condition.test
                tests += [exp.not_(test) if condition.negative else test] if test is not None else []
            elif condition.negative and condition.test is None and len(self.graph.way(self.base, condition.table)) > 2:
                raise NotUnderstoodError(
                    f"it is not clear how {self.base} lacks {condition.table}", (self.base, condition.table)
                )
            elif condition.negative:
                held = [condition, *inside.get(id(condition), ())]
                tests.append(self._in(self._down(condition.table), held, negative=True))
            else:
                within.setdefault(self._down(condition.table), []).append(condition)
        return tests + [self._in(step, held) for step, held in within.items()]

    def select(
        self, measures: Sequence[Output], tests: Sequence[exp.Expr], having: Sequence[exp.Expr] = ()
    ) -> exp.Select:
        """Return the SELECT of all groups and these measures; `having` are tests of groups."""
        if self.many and not all(_once(value) for value in (*(measure.value for measure in measures), *having)):
            return self._distinct(measures, tests, having)
        outputs = [exp.alias_(group.value, group.name) for group in self.groups]
        outputs += [exp.alias_(measure.value, measure.name) for measure in measures]
        found = self._from(exp.select(*outputs), tests)
        if self.groups and (measures or having or not self.shows_rows()):
            found.group_by(*(group.value.copy() for group in self.groups), copy=False)
        return found.having(*(test.copy() for test in having), copy=False) if having else found

    def shows_rows(self) -> bool:
        """Whether each row of the base is a group of its own."""
        table = self.allowlist.table(self.base)
        keys = {column.name for column in table.columns if column.key} if table else set()
        shown = {group.value.name for group in self.groups if group.table == self.base}
        return bool(keys) and keys <= shown and not self.many

    def keys(self) -> list[str]:
        """Return the columns that tell rows of the base apart."""
        table = self.allowlist.table(self.base)
        found = [column.name for column in table.columns if column.key] if table else []
        if not found:
            raise NotUnderstoodError(f"{self.base} has no key, so its rows cannot be counted once each", (self.base,))
        return found

    def _distinct(
        self, measures: Sequence[Output], tests: Sequence[exp.Expr], having: Sequence[exp.Expr]
    ) -> exp.Select:
        """Return a SELECT over rows of the base, each once for each group that it belongs to."""
        needed = dict.fromkeys(self.keys())
        for value in (*(measure.value for measure in measures), *having):
            needed.update(dict.fromkeys(column.name for column in value.find_all(exp.Column)))
        inner = exp.select(*(exp.column(name, table=self.base) for name in needed))
        inner.select(*(exp.alias_(group.value, group.name) for group in self.groups), copy=False).distinct(copy=False)
        rows = self._from(inner, tests).subquery("kept", copy=False)
        outputs: list[exp.Expr] = [exp.column(group.name, table="kept") for group in self.groups]
        outputs += [exp.alias_(_of_kept(measure.value), measure.name) for measure in measures]
        found = exp.select(*outputs).from_(rows, copy=False)
        found.group_by(*(exp.column(group.name, table="kept") for group in self.groups), copy=False)
        return found.having(*(_of_kept(test) for test in having), copy=False) if having else found

    def _from(self, select: exp.Select, tests: Sequence[exp.Expr]) -> exp.Select:
        found = select.from_(exp.table_(self.base), copy=False)
        for step in self.joined.values():
            if step is not None:
                kind = "left" if step.to in self.beside else ""
                found.join(exp.table_(step.to), on=_on(step.edge), join_type=kind, copy=False)
        return found.where(*(test.copy() for test in tests), copy=False) if tests else found

    def _said_of(self, table: str, conditions: Sequence[Condition]) -> list[Condition]:
        """Return the conditions on rows that are missing: `sold nothing in 2018` lacks sales of that year."""
        return [
            other
            for other in conditions
            if other.test is not None and not self._near(other.table) and self.graph.up(table, other.table) is not None
        ]

    def _refers_to_none(self, table: str) -> exp.Expr:
        """Return the test that a row refers to no row of a table."""
        way = self.graph.up(self.base, table)
        if way is None or len(way) != 1:
            raise NotUnderstoodError(f"every row of {self.base} belongs to {table}", (table,))
        return exp.Is(this=exp.column(way[0].edge.child_column, table=self.base), expression=exp.Null())

    def _near(self, table: str) -> bool:
        return any(self.graph.up(start, table) is not None for start in (self.base, *self.many))

    def _reach(self, table: str) -> None:
        """Join a table, over references if they lead there, else over rows that are many."""
        if table in self.joined:
            return
        start = next((start for start in (self.base, *self.many) if self.graph.up(start, table) is not None), self.base)
        for step in self.graph.up(start, table) or self.graph.way(start, table):
            if step.to not in self.joined:
                self.joined[step.to] = step
                if not step.up:
                    self.many.append(step.to)

    def _need(self, table: str) -> None:
        """Keep only rows that have a row of a table, over all that lies between."""
        while table in self.beside:
            self.beside.discard(table)
            step = self.joined[table]
            table = step.edge.child if step else table

    def _down(self, table: str) -> Step:
        """Return the first step of the way to a table that leads to many rows."""
        return next(step for step in self.graph.way(self.base, table) if not step.up)

    def _in(self, step: Step, conditions: Sequence[Condition], *, negative: bool = False) -> exp.Expr:
        """Return the test that a row has rows at the end of a step that the conditions hold for."""
        edge = step.edge
        inner = Block(self.allowlist, edge.child)
        for condition in conditions:
            inner._reach(condition.table)
        # The first is what is denied as a whole; what is denied of what others say of it is so inside.
        tests = [
            exp.not_(one.test) if one.negative and at else one.test
            for at, one in enumerate(conditions)
            if one.test is not None
        ]
        column = exp.column(edge.child_column, table=edge.child)
        if negative:
            # NULL among the values of NOT IN makes it true of nothing.
            tests.append(exp.not_(exp.Is(this=column.copy(), expression=exp.Null())))
        rows = inner._from(exp.select(column.copy()), tests)
        test = exp.In(this=self._own(edge), query=rows.subquery(copy=False))
        return exp.not_(test) if negative else test

    def _own(self, edge: Edge) -> exp.Column:
        """Return the column that the many refer to, or the base's own that refers to the same."""
        for step in self.graph.steps[self.base]:
            if step.up and (step.edge.parent, step.edge.parent_column) == (edge.parent, edge.parent_column):
                return exp.column(step.edge.child_column, table=self.base)
        self._reach(edge.parent)
        return exp.column(edge.parent_column, table=edge.parent)


def _of_kept(value: exp.Expr) -> exp.Expr:
    """Return an expression over the rows that were made distinct."""
    value = value.copy()
    for column in value.find_all(exp.Column):
        column.set("table", exp.to_identifier("kept"))
    return value


def _once(value: exp.Expr) -> bool:
    """Whether an aggregate comes to the same when rows are repeated."""
    return all(
        isinstance(found, exp.Min | exp.Max) or isinstance(found.this, exp.Distinct)
        for found in value.find_all(exp.AggFunc)
    )


def _on(edge: Edge) -> exp.Expr:
    left = exp.column(edge.child_column, table=edge.child)
    return exp.EQ(this=left, expression=exp.column(edge.parent_column, table=edge.parent))
