"""Variables of the environment: what they mean, and what is said of a bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import choice_of, flag_of, folder_of, integer_of, number_of, text_of, url_of


def test_what_is_not_set_has_its_default() -> None:
    assert text_of({"X": " a "}, "X") == "a"
    assert text_of({}, "X") == ""
    assert choice_of({}, "X", ("one", "two")) == "one"
    assert number_of({"X": " "}, "X", 1.5) == 1.5
    assert integer_of({}, "X", 3, minimum=1, maximum=9) == 3
    assert flag_of({}, "X", default=True)
    assert folder_of({"X": "/data"}, "X", "~") == Path("/data/fingerpost")


@pytest.mark.parametrize(("value", "on"), [("on", True), ("1", True), ("TRUE", True), ("off", False), ("no", False)])
def test_a_switch_is_on_or_off(value: str, on: bool) -> None:
    assert flag_of({"X": value}, "X", default=not on) is on


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "1e9", "many"])
def test_a_number_is_greater_than_zero(value: str) -> None:
    with pytest.raises(SettingsError, match=r"X = .*: give a number greater than zero, or leave it out for 2"):
        number_of({"X": value}, "X", 2)


def test_zero_is_right_where_it_is_the_least() -> None:
    assert number_of({"X": "0"}, "X", 2, minimum=0) == 0
    with pytest.raises(SettingsError, match="of 0 or more"):
        number_of({"X": "-1"}, "X", 2, minimum=0)


@pytest.mark.parametrize("value", ["0", "10", "1.0", "٣", "-1"])
def test_a_whole_number_is_within_its_bounds(value: str) -> None:
    with pytest.raises(SettingsError, match="give a whole number from 1 to 9"):
        integer_of({"X": value}, "X", 3, minimum=1, maximum=9)


def test_a_bad_choice_names_the_known_ones() -> None:
    with pytest.raises(SettingsError, match="X = 'three': give one of one, two"):
        choice_of({"X": "three"}, "X", ("one", "two"))


def test_an_address_is_told_without_the_password_in_it() -> None:
    assert url_of({"X": "http://a:b@host:80/x"}, "X") == "http://a:b@host:80/x"
    with pytest.raises(SettingsError, match="is no address") as told:
        url_of({"X": "ftp://ana:secret@host"}, "X")
    assert "secret" not in str(told.value)
