"""What expressions of a query are: constants, parts of dates, shares, conditions that must all hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlglot import exp

_FORMATS = {
    "%Y": "year", "%Y-%m": "month", "%m": "month_of_year", "%Y-%m-%d": "day", "%d": "day", "%w": "weekday",
    "%H": "hour",
}  # fmt: skip
"""Parts of a date as `strftime` names them."""
_BEGINNINGS = {"4": "year", "7": "month", "10": "day"}
"""Parts of a date by how many of its letters are taken."""
_FORMATTED = re.compile(r"STRFTIME\('([^']+)'", re.IGNORECASE)
_BEGINNING = re.compile(r"SUBSTR(?:ING)?\([^,]+,\s*1,\s*(\d+)\)", re.IGNORECASE)
_MONTH = re.compile(r"SUBSTR(?:ING)?\([^,]+,\s*6,\s*2\)", re.IGNORECASE)
_DAY = re.compile(r"DATE\(", re.IGNORECASE)
_SAME_VALUE = re.compile(r"(ROUND|COALESCE|IFNULL|LOWER|UPPER|ABS)\(", re.IGNORECASE)


class UnsupportedQueryError(ValueError):
    """A query has a shape that roles and heads cannot say."""


def unaliased(expression: exp.Expr) -> exp.Expr:
    found: exp.Expr = expression.this if isinstance(expression, exp.Alias) else expression
    return found


def constant(expression: exp.Expr) -> str | float | None:
    """Return the value of a constant; None for anything else."""
    plain = expression.unnest()
    if isinstance(plain, exp.Neg) and isinstance(plain.this, exp.Literal):
        return -float(plain.this.this)
    if isinstance(plain, exp.Literal):
        return str(plain.this) if plain.is_string else float(plain.this)
    return float(plain.this) if isinstance(plain, exp.Boolean) else None


def conjuncts(clause: exp.Expr | None) -> Iterator[exp.Expr]:
    """Yield the conditions that must all hold."""
    if clause is None:
        return
    condition = clause.this.unnest() if isinstance(clause, exp.Where | exp.Having) else clause.unnest()
    if isinstance(condition, exp.And):
        yield from conjuncts(condition.this)
        yield from conjuncts(condition.expression)
    else:
        yield condition


def is_join(condition: exp.Expr) -> bool:
    """Whether a condition of a subquery only ties it to the rows outside, or leaves out empty ones."""
    plain = condition.this if isinstance(condition, exp.Not) else condition
    if isinstance(plain, exp.Is):
        return True
    return isinstance(plain, exp.EQ) and all(isinstance(side, exp.Column) for side in (plain.this, plain.expression))


def is_condition(expression: exp.Expr) -> bool:
    """Whether an expression is true or false, so that its sum counts and its mean is a share."""
    return isinstance(expression.unnest(), exp.EQ | exp.In | exp.Is | exp.Not | exp.And)


def without_factor(expression: exp.Expr) -> exp.Expr:
    """Return what is rounded, made decimal, or multiplied by a hundred to a percentage."""
    plain = expression.unnest()
    while True:
        if isinstance(plain, exp.Round | exp.Cast):
            plain = plain.this.unnest()
        elif isinstance(plain, exp.Mul) and constant(plain.this) in (1.0, 100.0):
            plain = plain.expression.unnest()
        elif isinstance(plain, exp.Mul) and constant(plain.expression) in (1.0, 100.0):
            plain = plain.this.unnest()
        else:
            return plain


def is_made_decimal(expression: exp.Expr) -> bool:
    """Whether an expression is multiplied or divided by one, which changes its type only."""
    return isinstance(expression, exp.Mul | exp.Div) and constant(expression.expression) == 1.0


def column_and_part(expression: exp.Expr) -> tuple[exp.Column, str]:
    """Return the one column in an expression, and the part of a date that is taken of it, if any is."""
    if isinstance(expression, exp.Column):
        return expression, ""
    text = expression.sql(dialect="sqlite")
    columns = list(expression.find_all(exp.Column))
    if len(columns) != 1:
        raise UnsupportedQueryError(f"{text}: this is of no column, or of several")
    part = part_of_date(text)
    if part is None and isinstance(expression, exp.Cast):
        return column_and_part(expression.this)
    if part is None:
        raise UnsupportedQueryError(f"{text}: this is no column and no part of a date")
    return columns[0], part


def part_of_date(text: str) -> str | None:
    """Return the part of a date that an expression takes, nothing where it leaves a value as it is, else None."""
    if found := _FORMATTED.search(text):
        return _FORMATS.get(found[1])
    if found := _BEGINNING.search(text):
        return _BEGINNINGS.get(found[1])
    if _MONTH.search(text):
        return "month_of_year"
    if _DAY.match(text):
        return "day"
    return "" if _SAME_VALUE.match(text) else None
