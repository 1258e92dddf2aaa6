"""Phrases in messages, and what they leave to read."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.framework.controls import Control, control_of
from fingerpost.assistants.miniapps.framework.matching import best, matches, misspelled, parted, words_of
from fingerpost.assistants.miniapps.framework.parts import words

ADD = words("add, put", "agrega, pon", "adiciona, coloca")
SEEN = words("mark * visited, mark", "marca * visitado, marca", "marca * visitado, marca")
REMOVE = words("remove, take * off", "quita", "remove, tira, ^dá")
PHRASES = [("add", ADD), ("seen", SEEN), ("remove", REMOVE)]


def found(text: str) -> tuple[str, str, str] | None:
    match = best(matches(words_of(text), PHRASES))
    return (match.who, *parted(text, match)) if match else None


@pytest.mark.parametrize(
    ("text", "who", "before", "after"),
    [
        ("add Gion", "add", "", "Gion"),
        ("Agregá el Prado", "add", "", "el Prado"),
        ("could you ADD it", "add", "could you", "it"),
        ("mark Gion as visited please", "seen", "", "Gion as  please"),
        ("quítalo", "remove", "", "it"),
        ("quítalos ya", "remove", "", "them  ya"),
        ("remove-o", "remove", "", "it"),
        ("take the old bridge off the list", "remove", "", "the old bridge  the list"),
        ("Gion, remove it", "remove", "Gion,", "it"),
        ("dá 5", "remove", "", "5"),
    ],
)
def test_the_phrase_is_taken_out(text: str, who: str, before: str, after: str) -> None:
    assert found(text) == (who, before, after)


@pytest.mark.parametrize(
    "text",
    ["", "Farol da Barra", 'the "add" button', "Café «Quita»", "the Remove Bar", "additional marks", "'put' it there"],
)
def test_names_and_quotes_ask_for_nothing(text: str) -> None:
    assert found(text) is None


def test_shouting_is_no_name() -> None:
    assert found("PLEASE ADD GION") == ("add", "PLEASE", "GION")


def test_the_languages_of_a_phrase_are_told() -> None:
    match = best(matches(words_of("marca el Prado"), PHRASES))
    assert match is not None
    assert match.languages == {"es", "pt"}
    match = best(matches(words_of("quita el Prado"), PHRASES))
    assert match is not None
    assert match.languages == {"es"}


@pytest.mark.parametrize(
    ("text", "who"), [("remvoe Gion", "remove"), ("agrga el Prado", "add"), ("adicoina o Pelô", "add")]
)
def test_a_slip_in_the_first_word(text: str, who: str) -> None:
    match = misspelled(text, PHRASES)
    assert match is not None
    assert match.who == who


def test_a_slip_is_looked_for_in_the_language_that_is_spoken() -> None:
    assert misspelled("agrga el Prado", PHRASES, "es") is not None
    assert misspelled("agrga el Prado", PHRASES, "en") is None
    assert misspelled("remvoe Gion", PHRASES, "pt") is not None


@pytest.mark.parametrize("text", ["removida Gion", "adicto al Prado", "agriada Gion", "quitado Prado"])
def test_two_slips_make_another_word(text: str) -> None:
    assert misspelled(text, PHRASES) is None


@pytest.mark.parametrize("text", ["Remoto Bar", "remvoe", "tiro", "addd x", "xyz abc"])
def test_no_slip_is_seen_where_there_is_none(text: str) -> None:
    assert misspelled(text, PHRASES) is None


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
        ("cancel", "cancel"), ("please cancel the trip", "cancel"), ("we're done", "done"), ("listo, gracias", "done"),
        ("é isso, valeu", "done"), ("ayuda por favor", "help"), ("me ajuda", "help"), ("undo that last one", "undo"),
        ("deshazlo", "undo"), ("desfaz isso", "undo"), ("redo", "redo"), ("no, undo that", "undo"),
        ("put it back", "back"), ("vuelve a ponerlo", "back"), ("bota de volta", "back"), ("deshacé", "undo"),
    ],
)  # fmt: skip
def test_controls(text: str, control: str) -> None:
    match = control_of(text, ("help", "undo", "redo", "back", "done", "cancel"))
    assert match is not None
    assert match.who == control


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
