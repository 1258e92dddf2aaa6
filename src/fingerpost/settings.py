"""What the environment says, read once at start and frozen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fingerpost.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Settings:
    """`cache`: where students and embeddings are kept between runs; None keeps nothing."""

    cache: Path | None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read FINGERPOST_CACHE (a folder, or `off`), else the user's cache folder."""
        env = os.environ if environment is None else environment
        value = env.get("FINGERPOST_CACHE", "").strip()
        if value.lower() == "off":
            return cls(cache=None)
        if value:
            try:
                folder = Path(value).expanduser()
                usable = folder.is_dir() or not folder.exists()
            except (OSError, RuntimeError, ValueError) as error:
                raise SettingsError(f"FINGERPOST_CACHE = {value!r}: {error}: name a folder, or `off`") from error
            if not usable:
                raise SettingsError(f"FINGERPOST_CACHE = {value!r} is a file: name a folder, or `off`")
            return cls(cache=folder)
        base = env.get("XDG_CACHE_HOME")
        try:
            return cls(cache=(Path(base) if base else Path("~/.cache").expanduser()) / "fingerpost")
        except RuntimeError:
            # Nobody is at home, as in a container whose user has no entry: keep nothing.
            return cls(cache=None)
