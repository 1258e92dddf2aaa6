"""Signs and dates: what may turn a question round is never passed over, and a date is one of the calendar."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

import pytest

pytest.importorskip("sqlglot", reason="plans come with the extra fingerpost[analytics]")

from hypothesis import assume, given
from hypothesis import strategies as st

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.plan import plan
from fingerpost.assistants.agents.analytics.planner.measures_file import store_meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.questions import tokens as reader
from fingerpost.assistants.agents.analytics.questions.tokens import SIGN, tokens

ASKED = ("quantos pedidos {}entregues?", "how many orders {}delivered?", "¿cuántos pedidos {}entregados?")


@pytest.mark.parametrize("sign", ["≠ ", "!= ", "<> ", "≠", "=/= "])
@pytest.mark.parametrize("question", ASKED)
def test_a_sign_of_difference_is_read_as_except(question: str, sign: str) -> None:
    """And not as if it were not there."""
    sql = plan(question.format(sign), store_allowlist(), meanings=store_meanings()).sql
    assert sql.endswith("WHERE NOT orders.order_status = 'delivered'")


@pytest.mark.parametrize("sign", ["!", "! ", "¬", "~", "-", "∉ ", "🚫 ", "^", "\\", "=\u0338\u0338 ", "!== ", "！"])
@pytest.mark.parametrize("question", ASKED)
def test_any_other_sign_before_a_word_is_refused_and_named(question: str, sign: str) -> None:
    """Whatever it was meant to do to what follows it."""
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question.format(sign), store_allowlist(), meanings=store_meanings())
    assert caught.value.words


@pytest.mark.parametrize("sign", ["≠ ", "!= ", "<> ", "!", "~"])
@pytest.mark.parametrize("question", ["avaliações com nota {}5", "reviews with score {}5", "reseñas con nota {}5"])
def test_a_number_that_is_left_out_is_refused(question: str, sign: str) -> None:
    """The planner leaves out values with a name alone."""
    with pytest.raises(NotUnderstoodError):
        plan(question.format(sign), store_allowlist(), meanings=store_meanings())


@pytest.mark.parametrize(
    "question",
    [
        "quantos pedidos entregues!!!",
        "oi! quantos pedidos entregues? 😊",
        "- quantos pedidos entregues",
        "-quantos pedidos entregues",
        "how many “delivered” orders…",
        "¡Hola! ¿Cuántos pedidos entregados?",
        "how many *delivered* orders?",
    ],
)
def test_signs_that_only_point_a_sentence_change_nothing(question: str) -> None:
    """At the end, behind a greeting, or as a bullet."""
    assert plan(question, store_allowlist(), meanings=store_meanings()).sql.endswith(
        "FROM orders WHERE orders.order_status = 'delivered'"
    )


def test_a_sign_that_is_passed_over_would_be_caught(
    monkeypatch: pytest.MonkeyPatch, forget: Callable[[], None]
) -> None:
    """The saboteur: with every sign harmless, what was not delivered is counted as delivered."""
    monkeypatch.setattr(reader, "_sign", lambda found, _: reader.Token(found[0], found[0], SIGN))
    assert plan("quantos pedidos ¬entregues?", store_allowlist(), meanings=store_meanings()).sql.endswith(
        "orders.order_status = 'delivered'"
    )
    monkeypatch.undo()
    forget()
    with pytest.raises(NotUnderstoodError):
        plan("quantos pedidos ¬entregues?", store_allowlist(), meanings=store_meanings())


@pytest.mark.parametrize(
    ("question", "unseen"),
    [
        ("quantos pedidos não foram entregues?", "\u200b"),
        ("¿cuántos pedidos aún no llegaron?", "\u2060"),
        ("how many orders were not delivered?", "\u00ad"),
    ],
)
def test_accents_in_two_pieces_and_what_cannot_be_seen_change_nothing(question: str, unseen: str) -> None:
    """Some keyboards write `ã` as two characters: "não" must not fall apart into two small words."""
    expected = plan(question, store_allowlist(), meanings=store_meanings()).sql
    assert "NOT " in expected or "IS NULL" in expected
    assert plan(unicodedata.normalize("NFD", question), store_allowlist(), meanings=store_meanings()).sql == expected
    assert plan(question.replace("o", f"o{unseen}"), store_allowlist(), meanings=store_meanings()).sql == expected


@pytest.mark.parametrize(
    "question",
    [
        "how many orders on 01/25/2018?",
        "quantos pedidos em 25/01/2018?",
        "¿cuántos pedidos el 25-01-2018?",
        "how many orders on 01-25-2018?",
        "how many orders on 2018-01-25?",
    ],
)
def test_a_day_is_read_with_the_month_first_where_it_can_be_nothing_else(question: str) -> None:
    """The twenty-fifth month is none."""
    assert (
        "'2018-01-25' AND orders.order_purchase_timestamp < '2018-01-26'"
        in plan(question, store_allowlist(), meanings=store_meanings()).sql
    )


@pytest.mark.parametrize(
    "day", ["31/02/2018", "02/31/2018", "13/13/2018", "13/2018", "2018-02-30", "2018-13", "0/2018"]
)
@pytest.mark.parametrize("question", ["quantos pedidos em {}?", "how many orders on {}?", "¿cuántos pedidos en {}?"])
def test_a_day_that_no_calendar_has_is_refused_and_named(question: str, day: str) -> None:
    """The whole of it, as it was written."""
    with pytest.raises(NotUnderstoodError) as caught:
        plan(question.format(day), store_allowlist(), meanings=store_meanings())
    assert day in caught.value.words


@pytest.mark.parametrize(
    "question",
    ["pedidos em 31 de fevereiro de 2018", "how many orders on February 30, 2018", "pedidos del 31 de abril de 2018"],
)
def test_a_written_day_that_no_calendar_has_is_refused(question: str) -> None:
    """It is not read as the whole month."""
    with pytest.raises(NotUnderstoodError):
        plan(question, store_allowlist(), meanings=store_meanings())


@given(st.characters(exclude_categories=("L", "N", "Z", "C", "M")), st.sampled_from(["delivered", "5", "2018"]))
def test_no_sign_before_a_word_is_lost_but_those_that_are_listed(sign: str, word: str) -> None:
    """The property: it is a word of its own that has to be placed, or a sign that the list calls harmless."""
    sign = unicodedata.normalize("NFC", sign)
    # A few symbols of music are two characters in this form.
    assume(len(sign) == 1)
    found = tokens(f"orders {sign}{word}")
    kept = [token for token in found if token.raw == sign]
    harmless = sign in "?.,;:()[]{}/&+*%–—…¿¡\"'`´“”‘’«»•·°$#_" or sign in "=<>≤≥"
    assert harmless or (len(kept) == 1 and kept[0].kind != SIGN)


@pytest.mark.parametrize(
    ("text", "code"),
    [("22460ac9", True), ("f166cdcf762c", True), ("q3", False), ("2500reais", False), ("orders", False)],
)
def test_letters_and_digits_mixed_are_a_code(text: str, code: bool) -> None:
    (token,) = tokens(text)
    assert reader.is_code(token) is code
