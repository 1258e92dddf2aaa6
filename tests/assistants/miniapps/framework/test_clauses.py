"""Where the requests of a message begin."""

from __future__ import annotations

from datetime import date

import pytest

from fingerpost.assistants.miniapps.framework.clauses import clauses, each_apart, sentences
from fingerpost.assistants.miniapps.framework.replay import Session
from fingerpost.assistants.miniapps.trip_planner.app import APP

TODAY = date(2026, 5, 1)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("kiosk, ferry. ferry on day 1", ["kiosk, ferry", "ferry on day 1"]),
        ("rate it 4. drop the kiosk", ["rate it 4", "drop the kiosk"]),
        ("St. Olav and Mt. Fuji", ["St. Olav and Mt. Fuji"]),
        ("note for it: open late. cash only", ["note for it: open late. cash only"]),
        ('add "Stop. Look"', ['add "Stop. Look"']),
        ("", [""]),
    ],
)
def test_sentences(text: str, wanted: list[str]) -> None:
    assert sentences(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("add the bar and the zoo, both in Soho", ["add the bar and the zoo", "both in Soho"]),
        ("pon el bar, que queda en Centro", ["pon el bar", "que queda en Centro"]),
        ("bota o bar, no mesmo dia do zoo", ["bota o bar", "no mesmo dia do zoo"]),
        ("add Both Sides, Also Bar", ["add Both Sides, Also Bar"]),
        ("", [""]),
    ],
)
def test_what_is_said_further_stands_apart(text: str, wanted: list[str]) -> None:
    assert clauses(APP, text) == wanted


def test_a_district_within_a_list_is_said_of_one() -> None:
    session: Session = APP.session(())
    parted = each_apart(APP, session, "add Recoleta, Don Julio in Palermo and Tigre", TODAY)
    assert [" ".join(one.split()) for one in parted] == ["add Recoleta", "add Don Julio in Palermo", "add Tigre"]
    whole = "add Recoleta, Don Julio and Tigre in Palermo"
    assert each_apart(APP, session, whole, TODAY) == [whole]
