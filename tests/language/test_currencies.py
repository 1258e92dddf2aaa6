"""Currencies by sign and by name."""

from __future__ import annotations

import pytest

from fingerpost.language.currencies import (
    DECIMAL_COMMA,
    DECIMAL_POINT,
    NAMES,
    SHARED_NAMES,
    SIGNS,
    SLANG,
    codes,
)


@pytest.mark.parametrize(
    ("written", "code"),
    [("€", "EUR"), ("r$", "BRL"), ("us$", "USD"), ("u$s", "USD"), ("$", "USD"), ("£", "GBP"), ("s/", "PEN")],
)
def test_a_sign_has_its_code(written: str, code: str) -> None:
    assert codes(SIGNS)[written] == code


@pytest.mark.parametrize(
    ("name", "code"),
    [("dollars", "USD"), ("dolares", "USD"), ("reais", "BRL"), ("libras", "GBP"), ("soles", "PEN"), ("quid", "GBP")],
)
def test_a_name_has_its_code_without_accents(name: str, code: str) -> None:
    assert codes(NAMES)[name] == code


def test_a_name_of_several_countries_has_no_code() -> None:
    assert SHARED_NAMES.isdisjoint(codes(NAMES))


def test_slang_is_a_name() -> None:
    assert codes(NAMES).keys() >= SLANG


def test_no_currency_has_both_decimal_signs() -> None:
    assert DECIMAL_COMMA.isdisjoint(DECIMAL_POINT)
