"""The profile of a database in a few lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.database_profile import Profile

MOST = 30
"""Names listed in a line at most."""


def report_profile(profile: Profile, written: Allowlist, *, values: bool) -> Iterator[str]:
    """Yield lines on a profile of which an allowlist was written; tables outside of it are not mentioned."""
    there = {
        f"{table.name}.{column.name}": column for table in written.tables for column in table.columns
    }  # fmt: skip
    if profile.refused:
        yield f"left out, this user cannot read it: {_listed(profile.refused)}"
    for why in dict.fromkeys(profile.unread.values()):
        names = [name for name, reason in profile.unread.items() if reason == why]
        yield f"not looked into ({why}; --seconds gives more time): {_listed(names)}"
    found = [line for line in profile.references if line.partition(" ")[0] in there]
    if found:
        yield f"references found by names and values, check them: {_listed(found)}"
    newest = dict.fromkeys(table.name for table in written.tables if f"{table.name}.{table.date}" in profile.newest)
    dates = {table.name: table.date for table in written.tables}
    if newest:
        shown = [f"{name} {profile.newest[f'{name}.{dates[name]}']}" for name in newest]
        yield f"newest row: {_listed(shown)}"
    amounts = [f"{table.name}.{table.amount}" for table in written.tables if table.amount]
    if amounts:
        yield f'what a row comes to, check it ("amount" in the file): {_listed(amounts)}'
    others = [
        f"{name} {date}"
        for name, date in profile.newest.items()
        if name in there and name.rpartition(".")[2] != dates[name.rpartition(".")[0]]
    ]
    if others:
        yield f"newest of other dates: {_listed(others)}"
    kept = [f"{name} ({count})" for name, count in profile.kept.items() if name in there]
    if kept:
        yield f"values kept of (--no-values keeps none): {_listed(kept)}"
    elif not values:
        yield "no values were kept; those already in the file stay"


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more
