"""Analytics: questions become SQL, which is checked against an allowlist and run on a read-only connection."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.errors import SettingsError

__all__ = ["SqlError", "check_sql"]


def check_sql(sql: str, dialect: str = "sqlite", allowlist: Allowlist | None = None) -> str:
    """Return the checked statement, or raise SqlError; the default allowlist is that of the demo store."""
    # The command line imports the package too, and must not require sqlglot.
    try:
        from fingerpost.assistants.agents.analytics import sql_check
    except ModuleNotFoundError as error:
        if error.name != "sqlglot":
            raise
        raise SettingsError("SQL is checked with sqlglot: pip install 'fingerpost[analytics]'") from error
    return sql_check.check_sql(sql, dialect, allowlist)
