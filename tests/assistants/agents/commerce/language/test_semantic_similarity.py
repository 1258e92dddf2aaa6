"""Names of one thing in several languages are near, those of others are not."""

from __future__ import annotations

from fingerpost.assistants.agents.commerce.language.semantic_similarity import NEAR, closeness, nearest, nearest_of


def test_a_translation_is_the_nearest_name() -> None:
    assert nearest("carrier", ["Transportadora", "Garantia", "Chave de acesso"]) == "Transportadora"
    assert nearest("clave de acceso", ["Transportadora", "Chave de acesso"]) == "Chave de acesso"


def test_something_else_is_near_nothing() -> None:
    assert nearest("banana", ["Transportadora", "Garantia"]) == ""
    assert nearest("carrier", []) == ""
    assert max(closeness("banana", ["Transportadora", "Garantia"])) < NEAR


def test_two_names_as_near_decide_nothing() -> None:
    assert nearest("weight", ["Peso total", "Total peso"]) == ""


def test_a_short_word_must_be_nearer_than_a_long_one() -> None:
    assert nearest_of("barcaça", {"barge": ["barge to anchorage", "barge"]}) == ("barge",)
    assert nearest_of("carro", {"wheel": ["volante"]}) == ()
