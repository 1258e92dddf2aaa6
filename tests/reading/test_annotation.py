"""Annotated examples: marks, choices, several requests, and brackets that do not close."""

from __future__ import annotations

import pytest

from fingerpost.reading.annotation import parse


def test_marks_become_places_in_the_plain_text() -> None:
    annotated = parse("add [Fushimi Inari](place) and [Gion](place) {day=one}")
    assert annotated.text == "add Fushimi Inari and Gion"
    request = annotated.requests[0]
    assert [(annotated.text[one.start : one.end], one.parameter) for one in request.spans] == [
        ("Fushimi Inari", "place"),
        ("Gion", "place"),
    ]
    assert request.choices == (("day", "one"),)


def test_requests_are_parted() -> None:
    annotated = parse("drop [the zoo](place) || and rate [Nara](place) [5](stars)")
    assert annotated.text == "drop the zoo and rate Nara 5"
    assert [annotated.text[one.start : one.end] for one in annotated.requests] == ["drop the zoo", "and rate Nara 5"]
    second = annotated.requests[1]
    assert [annotated.text[one.start : one.end] for one in second.spans] == ["Nara", "5"]


@pytest.mark.parametrize(
    "text", ["add [Gion](place", "add Gion](place)", "add [[Gion](place)", "add [Gion] (place)", "x {a=b"]
)
def test_a_bracket_that_does_not_close_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="a bracket is left over"):
        parse(text)
