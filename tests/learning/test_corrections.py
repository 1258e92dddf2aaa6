"""What reads as a correction of the message before it, in three languages, and what only looks like one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.language.text import clean, fold
from fingerpost.learning import corrections
from fingerpost.learning.corrections import corrected_request, may_object
from tests.learning.talk import unhurried

SAID = {
    "no, I meant how many calls I made": "how many calls I made",
    "No I mean the invoice of May": "the invoice of May",
    "sorry, I meant the API limits": "the API limits",
    "I meant my bill": "my bill",
    "that's not what I asked. How many calls did I make?": "How many calls did I make?",
    "not that, I want the code for a loop": "the code for a loop",
    "that isn't what I meant, I was asking about my quota": "my quota",
    "I didn't mean the loop, I meant my invoice": "my invoice",
    "what I meant was the price of my plan": "the price of my plan",
    "no, I asked for an explanation of addVar": "an explanation of addVar",
    "it's not that, my question was what addVar returns": "what addVar returns",
    "not that: the invoice of May": "the invoice of May",
    'no, I meant "addVar"': "addVar",
    "no, quería decir cuántas llamadas llevo": "cuántas llamadas llevo",
    "eso no, quería decir el límite de mi plan": "el límite de mi plan",
    "no, me refería a la factura": "la factura",
    "perdón, quise decir escribe un bucle": "escribe un bucle",
    "no es eso, quiero saber cómo va mi consumo": "cómo va mi consumo",
    "no era eso. ¿Cuánto he gastado?": "¿Cuánto he gastado?",
    "no yo queria decir el consumo del mes": "el consumo del mes",
    "no me refería a la función sino a la factura": "la factura",
    "no, lo que quería saber era mi consumo": "mi consumo",
    "NO, QUERIA DECIR LA FACTURA": "LA FACTURA",
    "no te pedí eso, te pregunté qué hace addVar": "qué hace addVar",
    "não, eu quis dizer quantas chamadas fiz": "quantas chamadas fiz",
    "nao eu quis dizer a fatura de maio": "a fatura de maio",
    "não era isso, quero saber o meu consumo": "o meu consumo",
    "não foi isso que perguntei: quanto gastei este mês?": "quanto gastei este mês?",
    "desculpa, queria dizer escreve um laço": "escreve um laço",
    "isso não, eu queria o código de um laço": "o código de um laço",
    "não quis dizer o laço, mas sim a fatura": "a fatura",
    "o que eu queria saber era o preço do plano": "o preço do plano",
    "não, estava falando da fatura": "da fatura",
}
NONE = (
    "",
    "   ",
    "no",
    "meant",
    "no, thanks",
    "no, I mean it",
    "I meant no offence",
    "no, I meant that",
    "what do you mean?",
    "what does addVar mean",
    "I mean, what is addVar",
    "I meant to ask: what is addVar?",
    "how do I say I meant X in Spanish",
    "that's not what I meant",
    "not that I know of",
    "not that it matters",
    "no, I want the red one",
    "no, quiero el rojo",
    "no quería decir eso",
    "no queria decir la factura",
    "¿qué quieres decir con eso?",
    "no funciona el bucle",
    "no entiendo qué quería decir el error",
    "no me referia a nada",
    "eso no, gracias",
    "no era eso",
    "não quis dizer isso",
    "nao quis dizer a fatura",
    "não, obrigado",
    "não era isso não",
    "quero dizer que gostei",
)


@pytest.mark.parametrize("text", SAID)
def test_what_was_meant_comes_out_as_it_was_written(text: str) -> None:
    assert corrected_request(text) == SAID[text]


@pytest.mark.parametrize("text", SAID)
def test_accents_and_capitals_make_no_difference(text: str) -> None:
    for written in (fold(text), text.upper(), text.replace(" ", "  ")):
        found = corrected_request(written)
        assert found is not None, written
        assert fold(" ".join(found.split())) == fold(SAID[text])


@pytest.mark.parametrize("text", NONE)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert corrected_request(text) is None
    assert corrected_request(fold(text)) is None


CONTENT = st.sampled_from(["the invoice of May", "cuántas llamadas llevo", "escreve um laço", "addVar", "日本語 loop"])
OPENING = st.sampled_from(["no, I meant ", "eso no, quería decir ", "não, eu quis dizer ", "No era eso: "])


@unhurried
@given(OPENING, CONTENT, st.text(alphabet=" \t\n", max_size=5))
def test_the_content_is_whole_whatever_stands_around(opening: str, content: str, around: str) -> None:
    assert corrected_request(f"{around}{opening}{around}{content}{around}") == content


@unhurried
@given(st.text(max_size=600))
def test_any_text_is_read_and_what_comes_out_stood_in_it(text: str) -> None:
    found = corrected_request(text)
    assert found is None or found in clean(text)


@pytest.mark.parametrize("letter", [" ", ",", "no ", "no, ", "¿", "i didnt mean ", "no queria decir ", "\u0301", "ﷺ"])
def test_what_repeats_itself_costs_no_time(letter: str) -> None:
    assert corrected_request(letter * 200_000) is None


def test_a_reader_without_the_sign_behind_no_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "No quería decir la factura" denies; whoever reads it as a correction labels the opposite of what was said."""
    blurred = tuple(re.compile(opening.pattern.replace("(?=(?:yo|eu) )", "")) for opening in corrections.OPENINGS)
    monkeypatch.setattr(corrections, "OPENINGS", blurred)
    assert [text for text in NONE if corrected_request(text) is not None]


@pytest.mark.parametrize(
    "text",
    [
        *SAID,
        "No.",
        "nope, try again",
        "that's wrong",
        "wrong",
        "sorry, you misunderstood",
        "that is not what I asked",
        "eso está mal",
        "no era eso",
        "te equivocas",
        "não era isso não",
        "tá errado",
        "você entendeu mal",
    ],
)
def test_objections_are_heard_whether_or_not_they_say_what_was_meant(text: str) -> None:
    assert may_object(text)
    assert may_object(fold(text))
    assert may_object(f"  {text.upper()}")


@pytest.mark.parametrize(
    "text",
    [
        "thanks, and how do I loop",
        "now sort it",
        "notify me",
        "nombra la variable",
        "nosso plano",
        "what went wrong",
        "",
    ],
)
def test_going_on_is_no_objection(text: str) -> None:
    assert not may_object(text)


@pytest.mark.parametrize("letter", [" ", ",", "no ", "not that", "wrong", "\u0301"])
def test_objections_cost_no_time(letter: str) -> None:
    may_object(letter * 200_000)
