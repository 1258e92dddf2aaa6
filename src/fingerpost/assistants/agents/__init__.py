"""The agents assistant of an online store: analytics over its database, document search and commercial documents."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist


@cache
def store_allowlist() -> Allowlist:
    """Return the default allowlist: the nine tables of the demo store."""
    return read_allowlist(Path(__file__).with_name("allowlist.json"))
