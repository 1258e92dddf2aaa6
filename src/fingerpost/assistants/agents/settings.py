"""What the agents assistant reads from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import number_of, text_of


@dataclass(frozen=True, slots=True)
class AnalyticsSettings:
    """The database that questions about data are put to.

    `url` is None where there is none; a query ends after `timeout` seconds; `allowlist` is a file that replaces the
    routebook's own.
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
            remedy = "nobody has that home: name the file in full"
            raise SettingsError(f"FINGERPOST_ALLOWLIST = {file!r}: {remedy}") from error
        return cls(
            url=text_of(env, "FINGERPOST_ANALYTICS_URL") or None,
            timeout=number_of(env, "FINGERPOST_ANALYTICS_TIMEOUT", 10.0),
            allowlist=allowlist,
        )
