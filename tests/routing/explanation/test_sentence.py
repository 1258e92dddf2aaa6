"""The line for people: the same clauses in three languages, words that matter, and nothing read twice."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from fingerpost.routing.explanation.model import (
    AGAINST,
    FOR,
    NEUTRAL,
    Bar,
    Cause,
    Explanation,
    ModelWord,
    NearExample,
    Strangeness,
    WhatIf,
    WordEffect,
)
from fingerpost.routing.explanation.sentence import named_words, summary_of
from fingerpost.routing.explanation.sentence_phrases import PHRASES


def _told(language: str = "en", text: str = "my parcel never came, refund", **more: object) -> Explanation:
    values: dict[str, object] = {
        "route": "shipping", "accepted": True, "confidence": 0.94, "layer": "student", "reason": "r",
        "runner_up": "refunds", "margin": 0.9, "cause": Cause("student", "r"), "explained": "shipping",
        "against": "refunds", "probabilities": (("shipping", 0.94), ("refunds", 0.04)),
        "bar": Bar(0.83, "somewhere", 0.94, True), "strangeness": Strangeness(3.0, 1.0, 2.0, "like the examples"),
        "words": (
            WordEffect("parcel", 0.94, 0.5, FOR, "shipping", False),
            WordEffect("my", 0.94, 0.55, FOR, "shipping", False),
            WordEffect("never", 0.94, 0.7, FOR, "shipping", False),
            WordEffect("came", 0.94, 0.72, FOR, "shipping", False),
            WordEffect("refund", 0.94, 0.99, AGAINST, "shipping", True),
        ),
        "nearest": (NearExample("my package never arrived", "shipping", 0.87),),
        "what_ifs": (WhatIf("words", True, "refunds", True, 0.9, without=("parcel",)),),
        **more,
    }  # fmt: skip
    return Explanation(summary="", language=language, text=text, **values)  # type: ignore[arg-type]


def test_the_line_in_english() -> None:
    assert summary_of(_told(), searched=True) == (
        "shipping, because “parcel never came” weighs for it and it is closest to “my package never arrived” (0.87 alike),"
        " although “refund” weighs against it; runner-up refunds, 0.90 behind. Sure enough: 0.94 is over the bar of 0.83."
        " Without “parcel” it would be refunds."
    )


def test_the_line_in_spanish_and_portuguese() -> None:
    assert summary_of(_told("es"), searched=True) == (
        "shipping, porque “parcel never came” pesa a su favor y lo más parecido es “my package never arrived” (parecido de"
        " 0,87), aunque “refund” pesa en contra; le sigue refunds, 0,90 por detrás. Es bastante seguro: 0,94 supera el"
        " umbral de 0,83. Sin “parcel” sería refunds."
    )
    assert summary_of(_told("pt"), searched=True) == (
        "shipping, porque “parcel never came” pesa a favor e o mais parecido é “my package never arrived” (semelhança de"
        " 0,87), embora “refund” pese contra; em seguida vem refunds, 0,90 atrás. É certo o bastante: 0,94 passa do limiar"
        " de 0,83. Sem “parcel” seria refunds."
    )


def test_all_languages_have_the_same_phrases_with_the_same_names() -> None:
    def names(phrase: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", phrase))

    for language in ("es", "pt"):
        assert PHRASES[language].keys() == PHRASES["en"].keys()
        for key, phrase in PHRASES["en"].items():
            assert names(PHRASES[language][key]) == names(phrase), (language, key)


def test_small_words_are_named_only_where_there_is_nothing_else() -> None:
    assert named_words(_told()) == ["parcel", "never", "came"]
    only = (
        WordEffect("my", 0.9, 0.5, FOR, "shipping", False),
        WordEffect("parcel", 0.9, 0.9, NEUTRAL, "shipping", True),
    )
    assert named_words(_told(words=only)) == ["my"]


@pytest.mark.parametrize("language", ["en", "es", "pt"])
@pytest.mark.parametrize(
    "more",
    [
        {"words": (), "nearest": ()},
        {"accepted": False, "layer": "fallback", "bar": Bar(0.95, "s", 0.94, False)},
        {"accepted": False, "layer": "fallback", "strangeness": Strangeness(1.5, 1.0, 2.0, "unlike the examples")},
        {"accepted": False, "layer": "fallback", "route": None, "strangeness": Strangeness(0.0, 1.0, 2.0, "belongs to no route")},
        {"accepted": False, "layer": "fallback", "route": "other", "strangeness": Strangeness(0.0, 1.0, 2.0, "belongs to no route")},
        {"layer": "rules", "cause": Cause("rules", "r", "tracking", "TRK-1", "trk"), "explained": None},
        {"layer": "declared", "cause": Cause("declared", "r", before=None)},
        {"layer": "supervisor", "cause": Cause("supervisor", "r", "g", "found sql", before=None, before_layer="student")},
        {"layer": "llm", "cause": Cause("llm", "r", "shipping", before="refunds", agrees=False)},
        {"layer": "llm", "cause": Cause("llm", "r", "shipping", before="shipping", agrees=True)},
        {"layer": "llm", "cause": Cause("llm", "r", "shipping")},
        {"layer": "memo", "cause": Cause("memo", "r", before_layer="a person")},
        {"layer": "trigger", "cause": Cause("trigger", "the phrase opens it")},
        {"layer": "fallback", "explained": None, "accepted": False},
        {"what_ifs": (WhatIf("example", True, "refunds", True, 0.9, example_of="refunds"),)},
        {"what_ifs": (WhatIf("words", True, "shipping", False, 0.5, without=("a", "b")),)},
        {"what_ifs": (WhatIf("words", True, None, False, 0.0, without=("a",)),)},
        {"nearest": (NearExample("x", "refunds", 0.9),), "words": ()},
        {"nearest": (NearExample("x", "shipping", 1.0, "same text"),)},
    ],
)  # fmt: skip
def test_every_case_has_a_line_in_every_language(language: str, more: dict[str, Any]) -> None:
    said = summary_of(_told(language, **more), searched=True)
    assert said.endswith(".")
    assert not re.search(r"\{\w+\}|\bNone\b(?! of the routes)|  ", said), said


def test_a_confidence_just_below_the_bar_is_seen_to_be() -> None:
    told = _told(accepted=False, layer="fallback", bar=Bar(0.6001, "s", 0.598, False))
    assert "0.5980 is below the bar of 0.6001" in summary_of(told, searched=True)


def test_that_nothing_changes_it_is_said_only_if_all_was_tried() -> None:
    assert "Leaving out one or two words does not change that." in summary_of(_told(what_ifs=()), searched=True)
    assert "Leaving out" not in summary_of(_told(what_ifs=()), searched=False)


def test_that_no_word_decides_is_said_only_if_all_were_tried() -> None:
    told = _told(words=(), nearest=(), what_ifs=())
    assert "and no single word" in summary_of(told, searched=True)
    assert "and no single word" not in summary_of(told, searched=False)


def test_a_stranger_is_like_no_example_or_like_other_strangers() -> None:
    strange = Strangeness(0.0, 1.0, 2.0, "belongs to no route")
    told = _told(accepted=False, layer="fallback", route="other", strangeness=strange, what_ifs=())
    assert summary_of(told, searched=False) == (
        "None of the routes: the message is unlike all examples; even the closest, “my package never arrived” of shipping,"
        " is only 0.87 alike. So it goes to other."
    )
    taught = replace(told, nearest=(NearExample("nice weather", "other", 0.5),))
    assert summary_of(taught, searched=False) == (
        "other, because no other route fits and it is closest to “nice weather” (0.50 alike)."
    )


KINDS = ("proven", "weak", "unfamiliar", "no_better", "agrees", "differs", "outweighed")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("kind", KINDS)
def test_it_says_why_a_models_word_was_accepted_or_not(kind: str, language: str) -> None:
    word = ModelWord(kind in ("proven", "agrees"), kind, "same", "familiar", 27, 30, 0.9, 0.9)
    cause = Cause("llm", "r", "shipping", before="shipping", agrees=True)
    line = summary_of(_told(language, layer="llm", cause=cause, accepted=word.accepted, model=word), searched=True)
    accepted = {"en": "Accepted", "es": "Se acepta", "pt": "É aceito"}[language]
    refused = {"en": "Not accepted", "es": "No se acepta", "pt": "Não é aceito"}[language]
    assert (f" {accepted}" in line, f" {refused}" in line) == (word.accepted, not word.accepted)
    assert ("27" in line and "30" in line) is (kind in ("proven", "weak"))
    assert "{" not in line


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Without “capital” it would not be out of scope: the best guess, shipping, would be its route."),
        ("es", "Sin “capital” no estaría fuera de alcance: tendría la ruta más probable, shipping."),
        ("pt", "Sem “capital” não estaria fora do escopo: teria a rota mais provável, shipping."),
    ],
)
def test_what_would_bring_a_stranger_in_is_not_called_another_guess(language: str, said: str) -> None:
    """The best guess was that route already; a message in scope has another one."""
    edit = (WhatIf("words", True, "shipping", False, 0.36, without=("capital",)),)
    strange = Strangeness(-3.0, 0.0, 1.0, "belongs to no route")
    told = _told(language, route="other", accepted=False, layer="fallback", strangeness=strange, what_ifs=edit)
    assert summary_of(told, searched=True).endswith(said)
    known = _told(language, route="refunds", accepted=False, layer="fallback", what_ifs=edit)
    assert PHRASES[language]["without_guess"].format(words="“capital”", route="shipping") in summary_of(
        known, searched=True
    )


def test_small_words_with_an_apostrophe_are_small() -> None:
    words = (WordEffect("what's", 0.9, 0.2, FOR, "x", False), WordEffect("price", 0.9, 0.5, FOR, "x", False))
    assert named_words(_told(text="what's the price", words=words)) == ["price"]


@pytest.mark.parametrize(
    ("language", "same", "near", "taught"),
    [
        ("en", "this very text is an example of shipping", "is 0.99 alike", "this very text is one of its examples"),
        ("es", "este mismo texto es un ejemplo de shipping", "un parecido de 0,99", "es uno de sus ejemplos"),
        ("pt", "este mesmo texto é um exemplo de shipping", "semelhança de 0,99", "é um dos exemplos"),
    ],
)
def test_a_stranger_that_equals_an_example_is_not_called_unlike_it(
    language: str, same: str, near: str, taught: str
) -> None:
    strange = Strangeness(0.0, 1.0, 2.0, "belongs to no route")
    told = _told(accepted=False, layer="fallback", route="other", strangeness=strange, what_ifs=(), language=language)

    def said(route: str, likeness: float, sameness: str) -> str:
        example = NearExample("nice weather", route, likeness, sameness)
        return summary_of(replace(told, nearest=(example,)), searched=False)

    for line, phrase in (
        (said("shipping", 1.0, "same text"), same),
        (said("shipping", 0.99, "near-identical"), near),
        (said("other", 1.0, "same text"), taught),
    ):
        assert phrase in line
        for wrong in ("1.00", "1,00", "only", "solo", "só ", "unlike", "no se parece", "não se parece"):
            assert wrong not in line


def test_an_example_of_another_route_that_is_the_same_text_is_told_so() -> None:
    told = _told(words=(), nearest=(NearExample("nice weather", "refund", 1.0, "same text"),))
    line = summary_of(told, searched=True)
    assert "although this very text is an example of refund" in line
    assert "1.00" not in line
