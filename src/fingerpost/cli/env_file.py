"""The `.env` of the current folder, as commands take it; a program that uses Fingerpost as a library reads none."""

from __future__ import annotations

import os
from pathlib import Path

from fingerpost.runtime.env_file import read_env_file
from fingerpost.settings import is_setting

ENV_FILE = Path(".env")


def take_env_file() -> None:
    """Add the settings of `.env` to the environment; a variable that is set already stays as it is."""
    for name, value in settings_of_env_file().items():
        os.environ.setdefault(name, value)


def settings_of_env_file() -> dict[str, str]:
    """Return the variables of `.env` that Fingerpost reads; none without a file."""
    try:
        if not ENV_FILE.is_file():
            # Also a folder of that name, such as a virtual environment.
            return {}
    except OSError:
        return {}
    return {name: value for name, value in read_env_file(ENV_FILE).items() if is_setting(name)}
