"""Variables of the environment: what they mean, and what is said of a bad one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.runtime.environment import (
    Variable,
    choice_of,
    flag_of,
    folder_of,
    integer_of,
    number_of,
    optional_of,
    path_of,
    read_fields,
    setting,
    text_of,
    url_of,
    variables_of,
)


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


def test_an_address_has_no_slash_at_its_end() -> None:
    assert url_of({"X": " http://host:80/x/ "}, "X") == "http://host:80/x"


def test_what_is_optional_is_none_where_it_is_not_set() -> None:
    assert (optional_of({"X": " "}, "X", flag_of), path_of({}, "X")) == (None, None)
    assert optional_of({"X": "off"}, "X", flag_of) is False
    assert optional_of({"X": "-0.5"}, "X", number_of, 0.0, minimum=-1.0) == -0.5
    assert path_of({"X": "a/b"}, "X") == Path("a/b")
    with pytest.raises(SettingsError, match="X = 'maybe': give `on` or `off`"):
        optional_of({"X": "maybe"}, "X", flag_of)


@dataclass(frozen=True, slots=True)
class Shop:
    """Settings of which one field has no variable."""

    port: int = setting("SHOP_PORT", integer_of, 80, minimum=1, maximum=99)
    key: str | None = setting("SHOP_KEY", optional_of, text_of, secret=True)
    folder: Path | None = None


def test_a_field_has_its_variable_its_default_and_its_bounds_in_one_place() -> None:
    assert Shop() == Shop(**read_fields(Shop, {})) == Shop(80, None)
    found = Shop(**read_fields(Shop, {"SHOP_PORT": "8", "SHOP_KEY": "hidden", "SHOP_FOLDER": "x"}))
    assert (found.port, found.key, found.folder) == (8, "hidden", None)
    assert "hidden" not in repr(found)
    assert [variable.name for variable in variables_of(Shop)] == ["SHOP_PORT", "SHOP_KEY"]
    with pytest.raises(SettingsError, match="SHOP_PORT = '100': give a whole number from 1 to 99"):
        read_fields(Shop, {"SHOP_PORT": "100"})
    assert Variable("SHOP_NAME", text_of, ("shop",)).read({}) == "shop"
