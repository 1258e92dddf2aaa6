"""Names that are spelled much like an unknown one."""

from __future__ import annotations

import pytest

from fingerpost.routebook.near_names import meant, no_such_route


@pytest.mark.parametrize("given", ["smalltalk", "Small_Talk", "smal_tálk"])
def test_the_nearest_name_is_told(given: str) -> None:
    assert meant(given, ["slot", "small_talk", "title"]) == " (is small_talk meant?)"


@pytest.mark.parametrize("given", ["", "xyz"])
def test_what_is_like_none_is_told_nothing(given: str) -> None:
    assert meant(given, ["slot", "small_talk"]) == ""
    assert meant(given, []) == ""


def test_an_unknown_route_is_told_with_all_there_are() -> None:
    assert no_such_route("stauts", ["price", "status"]) == "no such route (is status meant?); routes: price, status"
