"""The lines on a profile."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="databases are read with the extra fingerpost[analytics]")

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.database_profile import Profile
from fingerpost.assistants.agents.analytics.profile_report import MOST, report_profile

WRITTEN = Allowlist(
    (AllowedTable("a", (AllowedColumn("b"), AllowedColumn("day"), AllowedColumn("due")), date="day", amount="b"),)
)


def test_lines() -> None:
    """What was left out, found, and kept; what is not in the file is not mentioned."""
    profile = Profile(
        WRITTEN,
        refused=["secret"],
        unread={"x": "no time was left", "y": "no time was left"},
        references=["a.b → c.d", "z.b → c.d"],
        newest={"a.day": "2025-06-17", "a.due": "2025-07-01", "z.day": "2020-01-01"},
        kept={"a.b": 3, "z.b": 4},
    )
    assert list(report_profile(profile, WRITTEN, values=True)) == [
        "left out, this user cannot read it: secret",
        "not looked into (no time was left; --seconds gives more time): x, y",
        "references found by names and values, check them: a.b → c.d",
        "newest row: a 2025-06-17",
        'what a row comes to, check it ("amount" in the file): a.b',
        "newest of other dates: a.due 2025-07-01",
        "values kept of (--no-values keeps none): a.b (3)",
    ]


def test_long_lists_are_cut() -> None:
    """Of 400 tables thirty are named."""
    profile = Profile(WRITTEN, refused=[f"t{number}" for number in range(400)])
    line, _ = report_profile(profile, WRITTEN, values=True)
    assert line.endswith(f"t{MOST - 1} and {400 - MOST} more")


def test_without_values() -> None:
    """It is said that none were kept."""
    *_, line = report_profile(Profile(WRITTEN), WRITTEN, values=False)
    assert line.startswith("no values were kept")
