"""Whether two statements ask the same of a database, whatever they show beside it."""

from __future__ import annotations

from typing import NamedTuple

from sqlglot import exp


class Signature(NamedTuple):
    """What decides the rows of a result: tables, conditions, figures, groups, and what comes first."""

    tables: frozenset[str]
    conditions: frozenset[str]
    figures: frozenset[str]
    groups: frozenset[str]
    limit: str
    order: str
    inner: frozenset[Signature]
    """Those of the statements inside it."""


def ask_the_same(one: exp.Select, other: exp.Select) -> bool:
    """Whether two statements differ in nothing that decides rows; one may group by more names of the same."""
    first, second = _signature(one), _signature(other)
    if first._replace(groups=frozenset()) != second._replace(groups=frozenset()):
        return False
    if first.figures and not (first.groups and second.groups):
        # One figure of everything is not one of each.
        return first.groups == second.groups
    return first.groups <= second.groups or second.groups <= first.groups


def _signature(select: exp.Select) -> Signature:
    where, having, group = (select.args.get(name) for name in ("where", "having", "group"))
    limit, order = select.args.get("limit"), select.args.get("order")
    # That what is listed has a name decides nothing.
    said = frozenset(_plain(one) for one in _all_of(where) if not _is_known(one, group))
    figures = frozenset(_plain(one.this if isinstance(one, exp.Alias) else one) for one in select.expressions)
    inner = (one for one in select.find_all(exp.Select) if one is not select and one.parent_select is select)
    return Signature(
        tables=frozenset(table.name for table in select.find_all(exp.Table)),
        conditions=said | {f"having {_plain(one)}" for one in _all_of(having)},
        figures=frozenset(text for text in figures if "(" in text),
        groups=frozenset(_plain(one) for one in group.expressions) if group else frozenset(),
        limit=limit.expression.sql() if limit else "",
        # The order of rows of which all come decides nothing.
        order=str(bool(order.expressions[0].args.get("desc"))) if limit and order else "",
        inner=frozenset(map(_signature, inner)),
    )


def _all_of(clause: exp.Expr | None) -> list[exp.Expr]:
    """Return the conditions of a clause that must all hold."""
    if clause is None:
        return []
    return list(clause.this.flatten()) if isinstance(clause.this, exp.And) else [clause.this]


def _plain(expression: exp.Expr) -> str:
    return expression.unnest().sql()


def _is_known(condition: exp.Expr, group: exp.Expr | None) -> bool:
    """Whether a condition says that the one value which is listed is there; among several it chooses rows."""
    inner = condition.this if isinstance(condition, exp.Not) else None
    return isinstance(inner, exp.Is) and group is not None and group.expressions == [inner.this]
