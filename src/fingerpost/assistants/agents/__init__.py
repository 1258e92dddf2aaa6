"""The agents assistant: an online store's questions about data, documents and commercial papers."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.allowlist_file import read_allowlist


@cache
def store_allowlist() -> Allowlist:
    """Return the nine tables of the demo store, which is what may be read unless a file says otherwise."""
    return read_allowlist(Path(__file__).with_name("allowlist.json"))
