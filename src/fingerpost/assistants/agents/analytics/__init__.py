"""Questions about data: SQL that is planned, checked against an allowlist, and run without any right to write."""

from __future__ import annotations

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.errors import SqlError
from fingerpost.errors import SettingsError

__all__ = ["SqlError", "check_sql"]


def check_sql(sql: str, dialect: str = "sqlite", allowlist: Allowlist | None = None) -> str:
    """Return a statement as it may be run, or raise SqlError; without an allowlist the store's nine tables count."""
    # The package is imported to find commands too, which must not need sqlglot.
    try:
        from fingerpost.assistants.agents.analytics import sql_check
    except ModuleNotFoundError as error:
        if error.name != "sqlglot":
            raise
        raise SettingsError("SQL is checked with sqlglot: pip install 'fingerpost[analytics]'") from error
    return sql_check.check_sql(sql, dialect, allowlist)
