"""Opens DuckDB files, and folders of Parquet and CSV files as a database; reads their schema."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable
from fingerpost.assistants.agents.analytics.duckdb_limits import settings
from fingerpost.errors import SettingsError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

READERS = {".parquet": "read_parquet", ".csv": "read_csv"}
"""Functions that read files, by suffix."""
MOST_FILES = 1000

_COLUMNS = """SELECT table_name, column_name, data_type, comment FROM duckdb_columns()
WHERE NOT internal AND schema_name = 'main' ORDER BY table_name, column_index"""
_CONSTRAINTS = """SELECT table_name, constraint_type, constraint_column_names, referenced_table,
referenced_column_names FROM duckdb_constraints() WHERE schema_name = 'main'"""
_VIEWS = "SELECT view_name FROM duckdb_views() WHERE NOT internal AND schema_name = 'main'"
_KINDS = (
    ("boolean", ("BOOLEAN",)),
    ("number", ("DECIMAL", "DOUBLE", "FLOAT", "REAL")),
    ("date", ("DATE", "TIMESTAMP")),
    (
        "integer",
        ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"),
    ),
)


def is_folder(url: URL) -> bool:
    """Return whether a URL names a folder of files."""
    return bool(url.database) and Path(str(url.database)).is_dir()


def open_duckdb(url: URL) -> Engine:
    """Return an engine that reads a DuckDB file, or the files of a folder, and nothing else of the disk."""
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    if not is_folder(url):
        # Otherwise DuckDB can read any file of the machine.
        config = {"enable_external_access": False, **settings(), "lock_configuration": True}
        return create_engine(url, connect_args={"read_only": True, "config": config})
    import duckdb
    from duckdb_engine import ConnectionWrapper

    folder = Path(str(url.database)).resolve()
    base = duckdb.connect(":memory:", config={**settings()})
    # Before the views: a CSV file is looked into when its view is made.
    base.execute(f"SET allowed_directories = [{_literal(str(folder))}]")
    base.execute("SET enable_external_access = false")
    for name, file in _files(folder):
        try:
            reader = f"{READERS[file.suffix.lower()]}({_literal(str(file))})"
            base.execute(f"CREATE VIEW {_quoted(name)} AS SELECT * FROM {reader}")  # noqa: S608 - quoted
        except duckdb.Error as error:
            said = str(error).splitlines()[0]
            raise SettingsError(
                f"{file} cannot be read ({said}): mend the file, or take it out of the folder"
            ) from error
    base.execute("SET lock_configuration = true")
    return create_engine(url, creator=lambda: ConnectionWrapper(base.cursor()), poolclass=NullPool)


def duckdb_tables(connection: Connection, *, files: bool) -> tuple[list[AllowedTable], frozenset[str]]:
    """Return the tables and views of a DuckDB database, and the names of its views; `files` stand for tables."""
    columns: dict[str, list[AllowedColumn]] = {}
    for table, name, type_, comment in connection.exec_driver_sql(_COLUMNS):
        columns.setdefault(table, []).append(AllowedColumn(name, _kind(type_), comment or ""))
    keys: dict[str, set[str]] = {}
    references: dict[tuple[str, str], tuple[str, str]] = {}
    for table, kind, names, other, of_other in connection.exec_driver_sql(_CONSTRAINTS):
        if kind == "PRIMARY KEY":
            keys[table] = set(names)
        elif kind == "FOREIGN KEY" and len(names) == 1:
            references[table, names[0]] = (other, of_other[0])
    tables = [
        AllowedTable(table, tuple(_with_constraints(table, column, keys, references) for column in found))
        for table, found in columns.items()
        if table.strip()
    ]
    views = frozenset() if files else frozenset(name for (name,) in connection.exec_driver_sql(_VIEWS))
    return tables, views


def _with_constraints(
    table: str,
    column: AllowedColumn,
    keys: dict[str, set[str]],
    references: dict[tuple[str, str], tuple[str, str]],
) -> AllowedColumn:
    to = references.get((table, column.name))
    return AllowedColumn(
        column.name, column.kind, column.comment, references=to, key=column.name in keys.get(table, set())
    )


def _kind(type_: Any) -> str:
    return next((kind for kind, starts in _KINDS if str(type_).startswith(starts) and "[" not in str(type_)), "text")


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder with their names as tables; links that lead out of the folder are left out."""
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() in READERS and file.is_file())
    if not files:
        raise SettingsError(f"{folder} has no *.parquet or *.csv files: name a folder that has some")
    if len(files) > MOST_FILES:
        raise SettingsError(f"{folder} has {len(files)} files, and {MOST_FILES} can be read: name a smaller folder")
    taken: set[str] = set()
    for file in files:
        if file.resolve().parent == folder:
            name = file.stem if file.stem.lower() not in taken else file.name.replace(".", "_")
            taken.add(name.lower())
            yield name, file


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
