"""The limits of calls: how the setting is written, and what is kept free for the next rung."""

from __future__ import annotations

import math

import pytest

from fingerpost.errors import SettingsError
from fingerpost.resilience import ladder
from fingerpost.runtime.call_limits import PARTS, CallLimit, call_limits_of
from fingerpost.settings import Settings

NAME = "FINGERPOST_CALL_LIMITS"


def test_every_part_of_the_ladder_that_may_be_on_a_server_has_a_limit() -> None:
    assert set(PARTS) == {
        ladder.CLASSIFIER,
        ladder.ENCODER,
        ladder.SEARCH,
        ladder.RELEVANCE,
        ladder.ANSWER,
        ladder.PARSER,
    }


def test_seconds_of_a_call_and_until_its_response_begins() -> None:
    assert call_limits_of({}, NAME) == ()
    assert call_limits_of({NAME: "search=3, answer=20/60  encoder=0.5"}, NAME) == (
        ("search", CallLimit(3.0)),
        ("answer", CallLimit(60.0, 20.0)),
        ("encoder", CallLimit(0.5)),
    )


@pytest.mark.parametrize(
    "value", ["search", "search=", "search=0", "search=-1", "search=nan", "search=0/3", "search=/3", "search=1/2/3",
              "lookup=3", "search=3 search=4", "search=1e12", "3"],
)  # fmt: skip
def test_what_is_no_limit_is_refused_with_what_to_write(value: str) -> None:
    with pytest.raises(
        SettingsError, match=rf"{NAME} = .*such as search=3 or answer=20/60.*parts: classifier, encoder"
    ):
        call_limits_of({NAME: value}, NAME)


def test_the_defaults_are_those_of_the_kinds_of_parts() -> None:
    settings = Settings(cache=None, answer_timeout=60.0, llm_timeout=20.0)
    assert settings.call_limit("classifier") == settings.call_limit("encoder") == CallLimit(20.0, 20.0)
    assert settings.call_limit("relevance") == CallLimit(20.0, 20.0)
    assert settings.call_limit("search") == CallLimit(5.0, 5.0)
    assert settings.call_limit("answer") == CallLimit(60.0, 30.0)
    assert settings.call_limit("parser", 2.0) == CallLimit(2.0, 2.0)


def test_a_part_has_limits_of_its_own() -> None:
    settings = Settings.from_environment({NAME: "classifier=2/8 parser=1 answer=10/40"})
    assert settings.call_limit("classifier") == CallLimit(8.0, 2.0)
    assert settings.call_limit("parser", 2.0) == CallLimit(1.0, 1.0)
    assert settings.call_limit("answer") == CallLimit(40.0, 10.0)
    assert settings.call_limit("relevance") == CallLimit(20.0, 20.0), "another call to a model"


def test_no_limit_takes_the_time_of_what_is_used_instead() -> None:
    given = tuple((part, CallLimit(1e6, math.inf)) for part in PARTS)
    settings = Settings(cache=None, answer_timeout=10.0, call_limits=given)
    for part in PARTS:
        limit = settings.call_limit(part, 1e6)
        assert limit.first == 5.0
        assert limit.total == (10.0 if part == "answer" else 5.0)
