"""Settings of the agents assistant, read from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import number_of, optional_of, read_fields, setting, text_of

NAME_SECONDS = 1.0
"""Time for looking up the names of a question in the database."""


def _allowlist(env: Mapping[str, str], name: str) -> Path | None:
    file = text_of(env, name)
    try:
        return Path(file).expanduser() if file else None
    except RuntimeError as error:
        raise SettingsError(f"{name} = {file!r}: the home directory is unknown: give the full path") from error


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

    url: str | None = setting("FINGERPOST_ANALYTICS_URL", optional_of, text_of, secret=True)
    timeout: float = setting("FINGERPOST_ANALYTICS_TIMEOUT", number_of, 10.0)
    allowlist: Path | None = setting("FINGERPOST_ALLOWLIST", _allowlist)
    name_seconds: float = setting("FINGERPOST_ANALYTICS_NAME_SECONDS", number_of, NAME_SECONDS, minimum=0)

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> AnalyticsSettings:
        """Read and check the environment variables of this section."""
        return cls(**read_fields(cls, env))
