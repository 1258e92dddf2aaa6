"""An allowlist out of a database's own schema: tables, columns, keys, references and comments."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.read_only_database import QueryError, open_engine, parse_url
from fingerpost.observability.events import log_event

if TYPE_CHECKING:
    from sqlalchemy.engine.reflection import Inspector
    from sqlalchemy.types import TypeEngine

_MOMENT = re.compile(r"(date|datetime|timestamp|fecha)$|_(at|dt)$|^(data|dt|fecha|date)_")


def reflect(url: str) -> Allowlist:
    """Read which tables and views a database has; no row is read."""
    found = parse_url(url)
    from sqlalchemy import inspect
    from sqlalchemy.exc import SQLAlchemyError

    # Options may hold a password too.
    place = found.set(query={}).render_as_string(hide_password=True)
    engine = open_engine(found)
    try:
        # One connection for all: SQLite reads the whole schema anew with each.
        with engine.connect() as connection:
            tables = _tables(inspect(connection))
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise QueryError(
            f"the schema of {place} cannot be read ({said}): check the URL, and that this user may see it"
        ) from error
    finally:
        engine.dispose()
    if not tables:
        raise QueryError(f"{place} has no tables: check that the URL names the right database and schema")
    return Allowlist(tuple(_bound(tables)))


def merge_allowlists(old: Allowlist, new: Allowlist) -> Allowlist:
    """Return what an allowlist names and a database still has, with all that people wrote, and types as they are now.

    What it does not name was perhaps left out on purpose, and is not allowed by this.
    """
    tables = []
    for before in old.tables:
        now = new.table(before.name)
        columns = [
            replace(
                column,
                # SQLite has no type for these, so a person's word counts.
                kind=column.kind if column.kind in ("date", "boolean") else known.kind,
                key=known.key,
                references=known.references or column.references,
                comment=column.comment or known.comment,
            )
            for column in before.columns
            if now is not None and (known := now.column(column.name)) is not None
        ]
        if now is not None and columns:
            tables.append(replace(before, columns=tuple(columns), comment=before.comment or now.comment))
    return Allowlist(tuple(_bound(tables)), old.ignored)


def missing_names(old: Allowlist, new: Allowlist) -> list[str]:
    """Return what an allowlist names and a database no longer has."""
    found = []
    for table in old.tables:
        now = new.table(table.name)
        if now is None:
            found.append(table.name)
        else:
            found += [f"{table.name}.{column.name}" for column in table.columns if now.column(column.name) is None]
    return found


def _tables(inspector: Inspector) -> list[AllowedTable]:
    """Return all tables and then all views, each question asked once for all of them."""
    from sqlalchemy.engine.reflection import ObjectKind

    everything = ObjectKind.ANY
    columns, keys = inspector.get_multi_columns(kind=everything), inspector.get_multi_pk_constraint(kind=everything)
    references = inspector.get_multi_foreign_keys(kind=everything)
    try:
        comments: Mapping[Any, Any] = inspector.get_multi_table_comment(kind=everything)
    except NotImplementedError:
        # SQLite has no comments.
        comments = {}
    found = []
    for name in [*inspector.get_table_names(), *inspector.get_view_names()]:
        at = (None, name)
        key = keys.get(at)
        of_key = set(key["constrained_columns"]) if key else set()
        comment = (comments.get(at) or {}).get("text")
        table = _table(name, columns.get(at, []), of_key, references.get(at, []), comment)
        if name.strip() and table.columns:
            found.append(table)
        else:
            lacks = "column with a name" if name.strip() else "name"
            log_event(f"[allowlist] the table {name!r} has no {lacks} and is left out", logging.WARNING)
    return found


def _table(
    name: str,
    columns: Iterable[Mapping[str, Any]],
    keys: set[str],
    constraints: Iterable[Mapping[str, Any]],
    comment: str | None,
) -> AllowedTable:
    references: dict[str, tuple[str, str]] = {}
    for constraint in constraints:
        # One over several columns has no single one to point to, and one into another schema cannot be asked.
        if len(constraint["constrained_columns"]) == 1 and not constraint.get("referred_schema"):
            references[constraint["constrained_columns"][0]] = (
                constraint["referred_table"],
                (constraint["referred_columns"] or [constraint["constrained_columns"][0]])[0],
            )
    return AllowedTable(
        name,
        tuple(
            AllowedColumn(
                str(column["name"]),
                _kind(column["type"], str(column["name"])),
                column.get("comment") or "",
                references=references.get(column["name"]),
                key=column["name"] in keys,
            )
            for column in columns
            # SQLite takes a column without a name too.
            if str(column["name"]).strip()
        ),
        comment or "",
    )


def _kind(type_: TypeEngine[Any], name: str) -> str:
    from sqlalchemy import types

    kinds: list[tuple[str, tuple[type[Any], ...]]] = [
        ("boolean", (types.Boolean,)),
        ("integer", (types.Integer,)),
        ("number", (types.Numeric, types.Float)),
        ("date", (types.Date, types.DateTime, types.Time)),
    ]
    found = next((kind for kind, classes in kinds if isinstance(type_, classes)), "text")
    # SQLite has no type for dates, so that a text is one by its name.
    return "date" if found == "text" and _MOMENT.search(name.lower()) else found


def _bound(tables: Iterable[AllowedTable]) -> list[AllowedTable]:
    """Return tables without references to what is not among them."""
    tables = list(tables)
    known = {(table.name, column.name) for table in tables for column in table.columns}
    return [
        replace(
            table,
            columns=tuple(
                column if column.references in known else replace(column, references=None) for column in table.columns
            ),
        )
        for table in tables
    ]
