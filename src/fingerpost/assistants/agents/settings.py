"""Settings of the agents assistant, read from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import number_of, text_of


@dataclass(frozen=True, slots=True)
class AnalyticsSettings:
    """Settings of the analytics database.

    `url` is None where no database is configured; `timeout` is the query timeout in seconds; `allowlist` is a file that
    replaces the allowlist of the routebook.
    """

    variables: ClassVar[tuple[str, ...]] = (
        "FINGERPOST_ANALYTICS_URL",
        "FINGERPOST_ANALYTICS_TIMEOUT",
        "FINGERPOST_ALLOWLIST",
    )

    url: str | None = field(default=None, repr=False)
    timeout: float = 10.0
    allowlist: Path | None = None

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> AnalyticsSettings:
        """Read and check FINGERPOST_ANALYTICS_URL, FINGERPOST_ANALYTICS_TIMEOUT and FINGERPOST_ALLOWLIST."""
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
        )
