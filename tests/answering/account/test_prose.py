"""Listings in prose give figures to names."""

from __future__ import annotations

import pytest

from fingerpost.answering.account.prose import listings


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("You sent 2,800 messages to Mexico, 1,050 to Brazil and 350 to Chile.", ["Mexico", "Brazil", "Chile"]),
        ("There are 3.0 TB in Frankfurt and 1.5 TB in São Paulo.", ["Frankfurt", "São Paulo"]),
        ("runners: 5 (3 linux, 1 windows, 1 macos)", ["linux", "windows", "macos"]),
        ("You have used 9,000 of 10,000 calls.", []),
        ("In May it was 300.", []),
    ],
)
def test_names_that_figures_are_given_to(text: str, names: list[str]) -> None:
    assert [row[0][1] for rows in listings(text) for row in rows] == names
