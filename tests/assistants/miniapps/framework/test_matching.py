"""Phrases in messages."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.framework.controls import Control, control_of, unnamed
from fingerpost.assistants.miniapps.framework.matching import best, matches, words_of
from fingerpost.assistants.miniapps.framework.parts import said, words

ADD = words("add, put", "agrega, pon", "adiciona, coloca")
SEEN = words("mark * visited, mark", "marca * visitado, marca", "marca * visitado, marca")
REMOVE = words("remove, take * off", "quita", "remove, tira")
PHRASES = [("add", ADD), ("seen", SEEN), ("remove", REMOVE)]


def found(text: str) -> str | None:
    match = best(matches(words_of(text), PHRASES))
    return match.who if match else None


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("add Gion", "add"), ("Agregá el Prado", "add"), ("could you ADD it", "add"), ("quítalo", "remove"),
        ("mark Gion as visited please", "seen"), ("quítalos ya", "remove"), ("remove-o", "remove"),
        ("take the old bridge off the list", "remove"), ("Gion, remove it", "remove"),
    ],
)  # fmt: skip
def test_a_phrase_is_found(text: str, who: str) -> None:
    assert found(text) == who


@pytest.mark.parametrize(
    "text",
    ["", "Farol da Barra", 'the "add" button', "Café «Quita»", "the Remove Bar", "additional marks", "'put' it there"],
)
def test_names_and_quotes_ask_for_nothing(text: str) -> None:
    assert found(text) is None


def test_shouting_is_no_name() -> None:
    assert found("PLEASE ADD GION") == "add"


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("yes please", "yes"), ("si claro", "yes"), ("sim, pode", "yes"), ("ok no", "no"), ("don't do it", "no"),
        ("no, déjalo así", "no"), ("melhor não", "no"), ("OK!", "yes"), ("¡dale!", "yes"), ("nope", "no"),
    ],
)  # fmt: skip
def test_yes_and_no(text: str, control: str) -> None:
    match = control_of(text, ("yes", "no"))
    assert match is not None
    assert match.who == control


@pytest.mark.parametrize(
    "text", ["", "yes and add Gion", "no museums today", "ok wait", "ok nvm", "ok sorry", "sim, tira o museu", '"yes"']
)
def test_more_than_a_yes_is_no_yes(text: str) -> None:
    assert control_of(text, ("yes", "no")) is None


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("cancel", "cancel"), ("please cancel this", "cancel"), ("we're done", "done"), ("listo, gracias", "done"),
        ("é isso, valeu", "done"), ("ayuda por favor", "help"), ("me ajuda", "help"), ("undo that last one", "undo"),
        ("deshazlo", "undo"), ("desfaz isso", "undo"), ("redo", "redo"), ("no, undo that", "undo"),
        ("put it back", "back"), ("vuelve a ponerlo", "back"), ("bota de volta", "back"), ("deshacé", "undo"),
    ],
)  # fmt: skip
def test_controls(text: str, control: str) -> None:
    match = control_of(text, ("help", "undo", "redo", "back", "done", "cancel"))
    assert match is not None
    assert match.who == control


@pytest.mark.parametrize("text", ["cancel the Shelf", "cierra el estante", "fecha a estante"])
def test_the_title_of_an_app_says_nothing_beside_a_control(text: str) -> None:
    title = said("Shelf", "Estante", "Estante")
    assert control_of(text, ("cancel",)) is None
    match = control_of(unnamed(text, title), ("cancel",))
    assert match is not None
    assert control_of(unnamed("cancel the milk", title), ("cancel",)) is None


@pytest.mark.parametrize("text", ["the bus stop near Gion", "done with the museum", "help us find ramen"])
def test_a_control_word_among_others_is_none_unless_it_is_known_to_be(text: str) -> None:
    among: tuple[Control, ...] = ("help", "undo", "redo", "done", "cancel")
    assert control_of(text, among) is None
    assert control_of(text, among, meta=True) is not None


@pytest.mark.parametrize(
    "text", ["mark " * 3000, "take " * 3000, "'" * 3000, '"a' * 2000, "a" * 20000 + "lo", "-a" * 5000]
)
def test_hostile_text_is_read_to_its_end(text: str) -> None:
    assert isinstance(words_of(text), list)
    assert all(match.size for match in matches(words_of(text), PHRASES))
