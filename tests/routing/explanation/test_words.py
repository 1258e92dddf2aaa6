"""Words left out one at a time, and the exact weights of n-grams."""

from __future__ import annotations

import pytest

from fingerpost import Message, Router
from fingerpost.routing.explanation.words import ngram_weights, pick_words, without, words_of


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("where is my parcel?", ["parcel"], "where is my ?"),
        ("Parcel, parcel and PARCEL", ["parcel"], ", and"),
        ("¿dónde está mi envío?", ["envio"], "¿dónde está mi ?"),
        ("cadê a encomenda", ["cade", "a"], "encomenda"),
        ("a b", ["a", "b"], ""),
    ],
)
def test_all_occurrences_are_left_out_whatever_case_and_accents(text: str, words: list[str], rest: str) -> None:
    assert without(Message(text), words).text == rest


def test_the_rest_of_a_message_stays() -> None:
    message = Message("one two", turns=[("user", "hello")], editor="code", hits=[0.5])
    edited = without(message, ["two"])
    assert (edited.text, edited.turns, edited.editor, edited.hits) == ("one", message.turns, "code", (0.5,))


def test_each_word_is_listed_once_as_first_written() -> None:
    assert words_of("Où où OU, parcel Parcel") == ["Où", "parcel"]


def test_a_word_with_an_apostrophe_is_one() -> None:
    assert words_of("What's the price? l’eau d'água 'quoted'") == [
        "What's",
        "the",
        "price",
        "l’eau",
        "d'água",
        "quoted",
    ]
    assert without(Message("what's the capital?"), ["what's"]).text == "the capital?"
    assert pick_words(Message("what's up"), "what's up", ()) == (["what's", "up"], 0)


def test_the_shares_add_up_to_the_score(new_shop: Router) -> None:
    student = new_shop.warm_student()
    assert student is not None
    resolved = new_shop.resolve("quiero devolver el paquete")
    vector = new_shop.batcher.encode(resolved.text)
    for after in (None, "shipping", "never taught"):
        scores = student.scores(vector, resolved.folded, after)
        places = {label.route: i for i, label in enumerate(student.labels)}
        ngrams, shares = ngram_weights(student, vector, resolved.folded, after, "refund", "shipping")
        total = float(scores[places["refund"]] - scores[places["shipping"]])
        assert shares.meaning + shares.wording + shares.context + shares.constant == pytest.approx(total, abs=1e-4)
        assert sum(n.weight for n in ngrams if n.kind != "context") == pytest.approx(shares.wording)
        assert (shares.context != 0) == (after is not None)
    assert {"word", "word pair", "letters"} >= {n.kind for n in ngrams}
    assert {n.ngram for n in ngrams} >= {"devolver", "devo-", "-ver"}


def test_of_many_words_those_with_weight_are_picked(new_shop: Router) -> None:
    text = " ".join(f"zz{i}" for i in range(60)) + " parcel"
    student = new_shop.warm_student()
    assert student is not None
    resolved = new_shop.resolve(text)
    vector = new_shop.batcher.encode(resolved.text)
    ngrams, _ = ngram_weights(student, vector, resolved.folded, None, "shipping", "refund")
    words, others = pick_words(Message(text), resolved.folded, ngrams)
    assert (len(words), others) == (40, 21)
    assert "parcel" in words
