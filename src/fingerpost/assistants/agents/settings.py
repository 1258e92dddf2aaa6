"""Settings of the agents assistant, read from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import number_of, text_of

NAME_SECONDS = 1.0
"""Time for looking up the names of a question in the database."""


@dataclass(frozen=True, slots=True)
class AnalyticsSettings:
    """Settings of the analytics database.

    `url` is None where no database is configured; `timeout` is the query timeout in seconds; `allowlist` is a file that
    replaces the allowlist of the routebook; `name_seconds` is the time for looking up names in a question, 0 for none.
    """

    variables: ClassVar[tuple[str, ...]] = (
        "FINGERPOST_ANALYTICS_URL",
        "FINGERPOST_ANALYTICS_TIMEOUT",
        "FINGERPOST_ALLOWLIST",
        "FINGERPOST_ANALYTICS_NAME_SECONDS",
    )

    url: str | None = field(default=None, repr=False)
    timeout: float = 10.0
    allowlist: Path | None = None
    name_seconds: float = NAME_SECONDS

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> AnalyticsSettings:
        """Read and check the environment variables of this section."""
        file = text_of(env, "FINGERPOST_ALLOWLIST")
        try:
            allowlist = Path(file).expanduser() if file else None
        except RuntimeError as error:
            remedy = "the home directory is unknown: give the full path"
            raise SettingsError(f"FINGERPOST_ALLOWLIST = {file!r}: {remedy}") from error
        return cls(
            url=text_of(env, "FINGERPOST_ANALYTICS_URL") or None,
            timeout=number_of(env, "FINGERPOST_ANALYTICS_TIMEOUT", 10.0),
            allowlist=allowlist,
            name_seconds=number_of(env, "FINGERPOST_ANALYTICS_NAME_SECONDS", NAME_SECONDS, minimum=0),
        )
