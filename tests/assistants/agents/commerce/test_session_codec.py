"""Serialized documents: they round-trip, and forged turns do no harm."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.agents.commerce.document import KINDS, CommercialDocument, LineItem, Party, Tax
from fingerpost.assistants.agents.commerce.session_codec import from_text, to_text

_AMOUNTS = st.none() | st.decimals(-(10**12), 10**12, allow_nan=False, allow_infinity=False, places=4)
_TEXTS = st.text(max_size=20)
_PARTIES = st.builds(Party, _TEXTS, _TEXTS, _TEXTS)
_LINES = st.builds(LineItem, _TEXTS, _TEXTS, _AMOUNTS, _TEXTS, _AMOUNTS, _AMOUNTS, _AMOUNTS)
_TAXES = st.builds(Tax, _TEXTS, _AMOUNTS, _AMOUNTS, _AMOUNTS, st.booleans())
_DAYS = st.none() | st.dates()
_DOCUMENTS = st.builds(
    CommercialDocument, st.sampled_from(KINDS), _TEXTS, _DAYS, _DAYS, _TEXTS, _PARTIES, _PARTIES,
    st.lists(_LINES, max_size=3).map(tuple), _AMOUNTS, _AMOUNTS, _AMOUNTS, st.lists(_TAXES, max_size=2).map(tuple),
    _AMOUNTS, st.sampled_from(["en", "es", "pt"]), _TEXTS, _AMOUNTS, _AMOUNTS, _DAYS, _TEXTS,
    st.lists(_TEXTS.filter(bool), max_size=2).map(tuple),
)  # fmt: skip


@given(_DOCUMENTS)
def test_documents_round_trip(document: CommercialDocument) -> None:
    assert from_text(to_text(document)) == document


@given(st.text(max_size=60) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["total", "lines", "seller", "issued", "kind", "language", "notes", "taxes", "description"]), inner, max_size=4),
    max_leaves=12).map(json.dumps))  # fmt: skip
def test_a_turn_may_hold_anything(text: str) -> None:
    found = from_text(text)
    assert found is None or (found.kind in KINDS and found.language in ("en", "es", "pt"))


@pytest.mark.parametrize("amount", ["NaN", "sNaN", "Infinity", "-Infinity", "1e999999999", "1e-999999999", "five", ""])
def test_what_is_no_amount_makes_no_document(amount: str) -> None:
    assert from_text(json.dumps({"total": amount})) is None
    assert from_text(json.dumps({"lines": [{"description": "lamp", "total": amount}]})) is None
    assert from_text(json.dumps({"total": "5.00"})) is not None


def test_unknown_keys_are_ignored() -> None:
    assert from_text('{"total":"5","colour":"red"}') == from_text('{"total":"5"}')
    assert to_text(CommercialDocument()) == "{}"
