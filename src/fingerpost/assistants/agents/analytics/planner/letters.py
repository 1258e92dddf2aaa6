"""Gives each mark its letter: what it can be in the shape of a question (see `shapes.py`)."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.planner.marking import Mark
from fingerpost.assistants.agents.analytics.planner.meanings import Named
from fingerpost.assistants.agents.analytics.planner.request import Gap
from fingerpost.assistants.agents.analytics.planner.sight import Reading
from fingerpost.assistants.agents.analytics.planner.words import each

PARTS = ("month", "year", "quarter", "weekday", "week", "hour", "month_of_year", "day")
TAKEN = "_"
"""The place of what was read as a condition or a time."""

_LETTERS = {
    "percent": "%", "share": "%", "measured_in": "y", "difference": "f", "count": "c", "much": "q", "desc": "S",
    "asc": "S", "ordered": "O", "ranked": "r", "most": "m", "least": "k", "max": "x", "min": "n", "avg": "a",
    "sum": "s", "worth": "V", "echo": "i", "top": "t", "bottom": "B", "distinct": "u", "once": "U", "and": "&",
    "list": "l", "spread": "h", "whole": "H",
}  # fmt: skip
_PASSED = each("compare small with has sign only again in_or_not onward year_word take at_day")
_ARTICLES = each("los las os as um uma un una an")
_COUNTING = each("contando conta conte count counted counting contar cuenta contada contado contados contadas")
_DONE = each("""
    feito feitos feita feitas realizado realizados realizadas made placed done hechos hechas given written dadas dados
    escritas efetuados efetuadas efectuados recebidos received recibidos gerado gerada generated vendido vendidos
    vendida vendidas vendieron sold comprado comprados compradas bought pagos paid pagados enviados
""")
"""Behind these, "by" names who did it: `pedidos feitos por clientes de SP`."""


def letters_of(reading: Reading, at: int, before: str) -> str | None:
    """Return the letters of a mark; none for a small word, None for one that cannot be placed."""
    for read in (_noun, _time, _word):
        found = read(reading, at, before)
        if found is not None:
            return found
    mark = reading.marks[at]
    if mark.words in (",", ";", ":"):
        return ","
    return "" if mark.kinds & _PASSED else None


def letter_of(named: Named) -> str:
    """Return the letter of a figure with a name."""
    if named.order:
        return "Z"
    if named.adjective:
        return "J"
    if named.amount:
        return "N"
    return "A" if named.sums else "R"


def _noun(reading: Reading, at: int, before: str) -> str | None:
    """Return the letter of what names something of the data."""
    mark = reading.marks[at]
    if named := reading.named(mark):
        return letter_of(named)
    column = mark.of("column")
    if column and not mark.of("table"):
        held = {reading.kind_of(ref) for ref in column.refs}
        if held == {"integer"}:
            return "I"
        return "N" if reading.is_number(mark) else "D" if held == {"date"} else "C"
    return next((letter for kind, letter in (("gap", "N"), ("table", "T"), ("event", "E")) if mark.of(kind)), None)


def _time(reading: Reading, at: int, before: str) -> str | None:
    """Return the letter of what names a time, a number, or an end of time."""
    kinds = reading.marks[at].kinds
    is_part = any(f"part_{part}" in kinds for part in PARTS)
    if is_part and (before[-1:] in tuple("bw9t") or not kinds & {"when_asked", "days_unit", "hours_unit"}):
        return "P"
    if "number" in kinds:
        return "9"
    if kinds & {"first_time", "last_time"}:
        return "WF" if "first_time" in kinds else "WL"
    if kinds & {"first", "last"}:
        return "F" if "first" in kinds else "L"
    return "W" if "when_asked" in kinds else None


def _word(reading: Reading, at: int, before: str) -> str | None:
    """Return the letter of a closed word."""
    mark = reading.marks[at]
    kinds = mark.kinds
    if _is_aside(reading, at, before):
        return ""
    if "as_percent" in kinds:
        return "%"
    if mark.words.lower() in ("pelo", "pela") and "t" in before and _measures(reading, at):
        return "r"
    if "which" in kinds and ("small" not in kinds or not before.strip(f"{TAKEN}&")):
        return "w"
    if "by" in kinds:
        return "b" if _leads(reading, at) else ""
    return next((letter for kind, letter in _LETTERS.items() if kind in kinds), None)


def _is_aside(reading: Reading, at: int, before: str) -> bool:
    """Whether a word says here what is said already, or only how to count."""
    kinds = reading.marks[at].kinds
    if "one_time" in kinds:
        # `contando cada pedido uma vez` says how to count; `bought once` says who is meant.
        return not _COUNTING.isdisjoint(token.text for mark in reading.marks[:at] for token in mark.tokens)
    behind = reading.at(reading.beside(at, 1))
    # `entre os vendedores do Paraná`
    among = "between" in kinds and behind is not None and behind.of("table") is not None
    return among or ("as_percent" in kinds and "%" in before)


def _measures(reading: Reading, at: int) -> bool:
    """Whether a figure stands behind a word."""
    behind = reading.at(reading.beside(at, 1))
    return behind is not None and (reading.is_number(behind) or behind.of("measure", "count", "avg", "sum") is not None)


def _leads(reading: Reading, at: int) -> bool:
    """Whether "by" stands before something to group or rank by: `pago por boleto` does not group."""
    behind_at = reading.beside(at, 1, "with", "list")
    behind = reading.at(behind_at)
    if behind is None or behind.of("sign") or (behind.made is not None and not isinstance(behind.made, Gap)):
        return False
    between = [token.text for mark in reading.marks[at + 1 : behind_at] for token in mark.tokens]
    if not _ARTICLES.isdisjoint(between):
        # `o frete pago por los pedidos de maio`, `cobrado por um item`
        return False
    if reading.is_number(behind) and not any(
        reading.is_number(mark) or mark.of("table") for mark in reading.marks[:at]
    ):
        # `quanto se cobrou por frete`
        return False
    before = reading.at(at - 1)
    if before and behind.of("table") and behind.tokens[0].text.endswith("s"):
        # `vendidos por vendedores de SP` says who sold.
        return not _was_done(reading, before)
    return True


def _was_done(reading: Reading, mark: Mark) -> bool:
    named = reading.named(mark)
    return (named is not None and named.weak) or any(token.text in _DONE for token in mark.tokens)
