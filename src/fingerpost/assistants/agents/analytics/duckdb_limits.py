"""Limits of DuckDB, which runs in the process that asks it: memory, temporary files, and the size of a row."""

from __future__ import annotations

import tempfile
from pathlib import Path
from uuid import uuid4

MEMORY = 400
"""Maximum memory of all queries to a database together, in MB; what is sorted goes to temporary files before that."""
TEMPORARY_FILES = 500
"""Maximum size of the temporary files of a database, in MB."""
ROW = 100_000
"""Maximum size of a row in bytes, as text, as in PostgreSQL: a list takes several times its size in Python."""

_ROW = "fingerpost: row"
_REASONS = {
    _ROW: f"a row of the result has more than {ROW:,} bytes: leave long columns out, or ask for a part of the text",
    "Out of Memory Error": f"the query needed more than {MEMORY} MB of memory, or {TEMPORARY_FILES} MB of temporary"
    " files, and was ended: ask for fewer rows, or count them in place of a list",
}
"""What to say, by a part of DuckDB's message."""


def settings() -> dict[str, str]:
    """Return the settings that limit a new database; its temporary files are not written beside it."""
    return {
        "memory_limit": f"{MEMORY}MB",
        "max_temp_directory_size": f"{TEMPORARY_FILES}MB",
        # DuckDB makes the folder where it needs it, and removes it.
        "temp_directory": str(Path(tempfile.gettempdir()) / f"fingerpost-{uuid4().hex}"),
    }


def limit_statement(sql: str) -> str:
    """Return a statement with the same rows that fails at a row that is too large."""
    row = "fingerpost_row"
    while row in sql:
        # As the name of a column it would not be the whole row.
        row += "_"
    return (
        f"SELECT {row}.* FROM (\n{sql}\n) AS {row} "  # noqa: S608 - checked
        f"WHERE CASE WHEN STRLEN(CAST({row} AS VARCHAR)) <= {ROW} THEN TRUE ELSE ERROR('{_ROW}') END"
    )


def exceeded_limit(said: str) -> str | None:
    """Return what to say where an error message of DuckDB comes from one of the limits."""
    return next((reason for mark, reason in _REASONS.items() if mark in said), None)
