"""Whether two statements ask the same of a database, whatever they show beside it."""

from __future__ import annotations

from typing import NamedTuple

from sqlglot import exp


class Signature(NamedTuple):
    """What decides the rows of a result: tables, conditions, figures, groups, and how many come."""

    tables: frozenset[str]
    conditions: frozenset[str]
    figures: frozenset[str]
    groups: frozenset[str]
    limit: str


def ask_the_same(one: exp.Select, other: exp.Select) -> bool:
    """Whether two statements have the same conditions, figures and limit; one may group by more names of the same."""
    first, second = _signature(one), _signature(other)
    if first._replace(groups=frozenset()) != second._replace(groups=frozenset()):
        return False
    return first.groups <= second.groups or second.groups <= first.groups


def _signature(select: exp.Select) -> Signature:
    where, group, limit = (select.args.get(name) for name in ("where", "group", "limit"))
    conditions = where.this.flatten() if where and isinstance(where.this, exp.And) else [where.this] if where else []
    # That what is listed has a name decides nothing.
    said = frozenset(_plain(one) for one in conditions if not _is_known(one, group))
    figures = frozenset(_plain(one.this if isinstance(one, exp.Alias) else one) for one in select.expressions)
    return Signature(
        tables=frozenset(table.name for table in select.find_all(exp.Table)),
        conditions=said,
        figures=frozenset(text for text in figures if "(" in text),
        groups=frozenset(_plain(one) for one in group.expressions) if group else frozenset(),
        limit=limit.expression.sql() if limit else "",
    )


def _plain(expression: exp.Expr) -> str:
    return expression.unnest().sql()


def _is_known(condition: exp.Expr, group: exp.Expr | None) -> bool:
    inner = condition.this if isinstance(condition, exp.Not) else None
    if not isinstance(inner, exp.Is) or group is None:
        return False
    return inner.this in group.expressions
