"""Builds an allowlist by reflecting a database schema: tables, columns, keys, references and comments."""

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
    from sqlalchemy import URL, Connection
    from sqlalchemy.engine.reflection import Inspector
    from sqlalchemy.types import TypeEngine

_DATE_NAME = re.compile(r"(date|datetime|timestamp|fecha)$|_(at|dt)$|^(data|dt|fecha|date)_")


def reflect(url: str) -> Allowlist:
    """Return an allowlist of all tables and views of a database; no rows are read."""
    return reflect_with_views(url)[0]


def reflect_with_views(url: str) -> tuple[Allowlist, frozenset[str]]:
    """Return the same, and the names of the views."""
    found = parse_url(url)
    from sqlalchemy.exc import SQLAlchemyError

    # URL options may contain a password too.
    place = found.set(query={}).render_as_string(hide_password=True)
    engine = open_engine(found)
    try:
        # One connection for all queries: SQLite rereads the schema with each connection.
        with engine.connect() as connection:
            tables, views = _tables_and_views(connection, found)
    except SQLAlchemyError as error:
        said = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise QueryError(
            f"the schema of {place} cannot be read ({said}): check the URL, and that this user may see it"
        ) from error
    finally:
        engine.dispose()
    if not tables:
        raise QueryError(f"{place} has no tables: check that the URL names the right database and schema")
    return Allowlist(tuple(without_dangling_references(tables))), views


def merge_allowlists(old: Allowlist, new: Allowlist) -> Allowlist:
    """Return the old allowlist without what the database no longer has, with current types and the edits of users.

    Tables and columns that the old allowlist leaves out stay disallowed: they may be left out on purpose.
    """
    tables = []
    for before in old.tables:
        now = new.table(before.name)
        columns = [
            replace(
                column,
                # SQLite has no types for these, so the edited type is kept.
                kind=column.kind if column.kind in ("date", "boolean") else known.kind,
                key=known.key,
                references=_reference(new, column, known),
                comment=column.comment or known.comment,
                values=column.values or known.values,
            )
            for column in before.columns
            if now is not None and (known := now.column(column.name)) is not None
        ]
        if now is not None and columns:
            tables.append(_with_roles(replace(before, columns=tuple(columns)), now))
    return Allowlist(tuple(without_dangling_references(tables)), old.ignored)


def _reference(new: Allowlist, before: AllowedColumn, now: AllowedColumn) -> tuple[str, str] | None:
    """Return the reference that a user wrote, where the database still has what it names, else that of the database."""
    if before.references:
        table = new.table(before.references[0])
        if table is not None and table.column(before.references[1]) is not None:
            return before.references
    return now.references


def _with_roles(before: AllowedTable, now: AllowedTable) -> AllowedTable:
    """Return a table with its comment and roles, and those of the database where it has none."""
    there = {column.name for column in before.columns}
    label = tuple(name for name in before.label if name in there) or now.label
    date, amount = (
        next((name for name in (getattr(before, role), getattr(now, role)) if name in there), "")
        for role in ("date", "amount")
    )
    return replace(
        before,
        comment=before.comment or now.comment,
        label=label if there.issuperset(label) else (),
        date=date,
        amount=amount,
    )


def missing_names(old: Allowlist, new: Allowlist) -> list[str]:
    """Return the tables and columns of an allowlist that another one lacks."""
    found = []
    for table in old.tables:
        now = new.table(table.name)
        if now is None:
            found.append(table.name)
        else:
            found += [f"{table.name}.{column.name}" for column in table.columns if now.column(column.name) is None]
    return found


def _tables_and_views(connection: Connection, url: URL) -> tuple[list[AllowedTable], frozenset[str]]:
    if url.get_backend_name() == "duckdb":
        from fingerpost.assistants.agents.analytics.duckdb_files import duckdb_tables, is_folder

        return duckdb_tables(connection, files=is_folder(url))
    from sqlalchemy import inspect

    inspector = inspect(connection)
    return _tables(inspector), frozenset(inspector.get_view_names())


def _tables(inspector: Inspector) -> list[AllowedTable]:
    """Return all tables and then all views, with one bulk query per kind of metadata."""
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
        # Composite keys and references into other schemas are not supported.
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
            # SQLite allows columns without a name.
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
    # SQLite has no date type, so text columns are recognized as dates by name.
    return "date" if found == "text" and _DATE_NAME.search(name.lower()) else found


def without_dangling_references(tables: Iterable[AllowedTable]) -> list[AllowedTable]:
    """Return tables without references to tables outside of them."""
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
