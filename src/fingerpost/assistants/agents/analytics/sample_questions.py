"""Questions to try a database with, made from its allowlist in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, zip_longest

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.column_names import has_key_word, words_of
from fingerpost.assistants.agents.analytics.table_roles import is_price

LANGUAGES = ("en", "es", "pt")
TABLES = 3
"""Tables that questions are made for."""

_FORMS = {
    "en": {
        "count": "How many {table}?",
        "group": "Number of {table} by {column}",
        "sum": "Total {amount} of {table} by {column}",
        "mean": "Average {amount} of {table} by {column}",
        "time": "Number of {table} per month",
        "value": "Number of {table} with {column} {value}",
    },
    "es": {
        "count": "¿Cantidad de {table}?",
        "group": "Cantidad de {table} por {column}",
        "sum": "Total de {amount} de {table} por {column}",
        "mean": "Promedio de {amount} de {table} por {column}",
        "time": "Cantidad de {table} por mes",
        "value": "Cantidad de {table} con {column} {value}",
    },
    "pt": {
        "count": "Quantidade de {table}?",
        "group": "Quantidade de {table} por {column}",
        "sum": "Total de {amount} de {table} por {column}",
        "mean": "Média de {amount} de {table} por {column}",
        "time": "Quantidade de {table} por mês",
        "value": "Quantidade de {table} com {column} {value}",
    },
}


def sample_questions(allowlist: Allowlist, language: str, most: int) -> list[str]:
    """Return questions on the tables with the most to ask for: counts, sums by group, over time, by a known value."""
    tables = sorted(allowlist.tables, key=_richness, reverse=True)[:TABLES]
    of_tables = [list(_questions(table, language)) for table in tables]
    # The first of each table, then the second of each.
    mixed = (question for row in zip_longest(*of_tables) for question in row if question)
    return list(islice(mixed, most))


def _richness(table: AllowedTable) -> int:
    """Return how much there is to ask about a table: events that come to something, with categories."""
    references = sum(column.references is not None for column in table.columns)
    return 4 * bool(table.amount) + 2 * bool(table.date) + 2 * bool(_category(table)) + references


def _questions(table: AllowedTable, language: str) -> Iterator[str]:
    forms, name, category = _FORMS[language], _spoken(table.name), _category(table)
    if category is not None:
        column = _spoken(category.name)
        if table.amount:
            yield forms["mean" if is_price(table.amount) else "sum"].format(
                amount=_spoken(table.amount), table=name, column=column
            )
        else:
            yield forms["group"].format(table=name, column=column)
    if table.date:
        yield forms["time"].format(table=name)
    if category is not None:
        yield forms["value"].format(table=name, column=_spoken(category.name), value=category.values[0])
    yield forms["count"].format(table=name)


def _category(table: AllowedTable) -> AllowedColumn | None:
    """Return the first column whose values are known and name no row; a code only where there is nothing else."""
    known = [column for column in table.columns if column.values and not column.key and column.name not in table.label]
    return min(known, key=lambda column: has_key_word(column.name), default=None)


def _spoken(name: str) -> str:
    """Return a name as words."""
    return " ".join(words_of(name)) or name
