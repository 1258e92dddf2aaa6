"""Which items people mean."""

from __future__ import annotations

import pytest

from fingerpost.assistants.miniapps.reading.references import Found, find, only_names, only_points

ITEMS = ["Museo del Prado", "Retiro", "Reina Sofía", "Bar Mood", "Mercado de San Miguel"]
TWO = ["Prado", "Retiro"]


@pytest.mark.parametrize(
    ("text", "recent", "places"),
    [
        ("Museo del Prado", (), (0,)),
        ("museo del prado", (), (0,)),
        ("the Museo del Prado from the list", (), (0,)),
        ("prado", (), (0,)),
        ("the prado please", (), (0,)),
        ("el Prado", (), (0,)),
        ("scrap the prado", (), (0,)),
        ("quita el retiro de la lista", (), (1,)),
        ("tira o Retiro da lista", (), (1,)),
        ("reina sofia", (), (2,)),
        ("REINA SOFIA", (), (2,)),
        ("san miguel", (), (4,)),
        ("mercado san miguel", (), (4,)),
        ("the market called Bar Mood", (), (3,)),
        ("pardo", (), (0,)),
        ("reyna sofia", (), (2,)),
        ("mercado de sam miguel", (), (4,)),
        ("retirro", (), (1,)),
        ("it", (3,), (3,)),
        ("it", (), (4,)),
        ("rate it", (2, 1), (2,)),
        ("that one", (1,), (1,)),
        ("this one", (1,), (1,)),
        ("ese", (1,), (1,)),
        ("eso", (2,), (2,)),
        ("isso", (2,), (2,)),
        ("esse aí", (2,), (2,)),
        ("quítalo", (3,), (3,)),
        ("borrala", (3,), (3,)),
        ("remove-o", (3,), (3,)),
        ("o mesmo", (3,), (3,)),
        ("the last one", (1,), (4,)),
        ("last", (), (4,)),
        ("scrap that last one", (1,), (4,)),
        ("la última", (), (4,)),
        ("el ultimo", (), (4,)),
        ("esse último", (), (4,)),
        ("a última", (), (4,)),
        ("the most recent one", (), (4,)),
        ("penúltimo", (), (3,)),
        ("the second to last", (), (3,)),
        ("the first one", (), (0,)),
        ("the first two", (), (0, 1)),
        ("first 2", (), (0, 1)),
        ("los dos primeros", (), (0, 1)),
        ("los primeros tres", (), (0, 1, 2)),
        ("os dois primeiros", (), (0, 1)),
        ("as duas últimas", (), (3, 4)),
        ("the last two", (), (3, 4)),
        ("las últimas 3", (), (2, 3, 4)),
        ("the last couple", (), (3, 4)),
        ("all of them", (), (0, 1, 2, 3, 4)),
        ("everything", (), (0, 1, 2, 3, 4)),
        ("todos", (), (0, 1, 2, 3, 4)),
        ("todas", (), (0, 1, 2, 3, 4)),
        ("tudo", (), (0, 1, 2, 3, 4)),
        ("toda la lista", (), (0, 1, 2, 3, 4)),
        ("all except the Prado", (), (1, 2, 3, 4)),
        ("todos menos el último", (), (0, 1, 2, 3)),
        ("tudo menos o Retiro e o Prado", (), (2, 3, 4)),
        ("number 3", (), (2,)),
        ("#3", (), (2,)),
        ("3", (), (2,)),
        ("número 3", (), (2,)),
        ("o número dois", (), (1,)),
        ("item 2", (), (1,)),
        ("the 3rd", (), (2,)),
        ("the third one", (), (2,)),
        ("el segundo", (), (1,)),
        ("la segunda", (), (1,)),
        ("a terceira", (), (2,)),
        ("el 2º", (), (1,)),
        ("1 and 3", (), (0, 2)),
        ("1, 2 y 4", (), (0, 1, 3)),
        ("the first and the third", (), (0, 2)),
        ("2-4", (), (1, 2, 3)),
        ("numbers 2 and 3", (), (1, 2)),
        ("the prado museum", (), (0,)),
        ("Prado and Retiro", (), (0, 1)),
        ("prado y reina sofia", (), (0, 2)),
        ("o Prado e o último", (), (0, 4)),
        ("both", (3, 1), (1, 3)),
        ("them", (3, 1), (1, 3)),
        ("los dos", (3, 1), (1, 3)),
        ("the previous one", (3,), (2,)),
        ("el anterior", (), (3,)),
    ],
)
def test_what_is_meant_is_found(text: str, recent: tuple[int, ...], places: tuple[int, ...]) -> None:
    assert find(ITEMS, text, recent) == Found(places, ())


@pytest.mark.parametrize(
    "text", ["both", "both of them", "los dos", "ambos", "os dois", "as duas", "them", "all", "the two"]
)
def test_of_two_both_are_meant(text: str) -> None:
    assert find(TWO, text) == Found((0, 1), ())


@pytest.mark.parametrize(
    ("items", "text", "recent", "found"),
    [
        (["Prado Museum", "Picasso Museum", "Retiro"], "the museum", (), Found((), (0, 1))),
        (["Prado Museum", "Picasso Museum", "Retiro"], "that museum", (1,), Found((1,), ())),
        (["Prado Museum", "Retiro", "Picasso Museum"], "the second museum", (), Found((2,), ())),
        (["Prado Museum", "Retiro", "Picasso Museum", "Bar"], "the last museum", (), Found((2,), ())),
        (["Retiro", "Retiro"], "retiro", (), Found((), (0, 1))),
        (["Prado", "Museo del Prado"], "Museo del Prado", (), Found((1,), ())),
        (["Prado", "Museo del Prado"], "prado", (), Found((0,), ())),
        (["Last Chance Saloon", "Prado", "First Bar"], "last chance saloon", (), Found((0,), ())),
        (["Last Chance Saloon", "Prado", "First Bar"], "the last one", (), Found((2,), ())),
        (["Bed and Breakfast", "Prado"], "bed and breakfast", (), Found((0,), ())),
        (["Pier 39", "Prado"], "Pier 39", (), Found((0,), ())),
        (["3", "Prado", "Retiro"], "3", (), Found((0,), ())),
        (["Marina", "Martina"], "Martna", (), Found((1,), ())),
        (["Marina", "Marisa"], "Mariza", (), Found((), (0, 1))),
        (["Ana", "Anna"], "ana", (), Found((0,), ())),
        (["Ana", "Bob", "Caro"], "them", (), Found((), (0, 1, 2))),
        (["Ana", "Bob", "Caro"], "all three", (), Found((0, 1, 2), ())),
        (["Ana", "Bob", "Caro"], "los tres", (), Found((0, 1, 2), ())),
        (["Ana", "Bob"], "it", (7, -1), Found((1,), ())),
        (["Dinner at Mood", "Taxi"], "the taxi", (), Found((1,), ())),
        (["Dinner at Mood", "Taxi"], "la cena", (), Found((), ())),
        (["Dinner at Mood", "Taxi"], "that dinner", (), Found((0,), ())),
        (ITEMS, "the last supper", (), Found((), ())),
        (ITEMS, "Terminal 4", (), Found((), ())),
        (ITEMS, "that Louvre thing", (1,), Found((), ())),
        (ITEMS, "that restaurant", (3,), Found((), ())),
        (ITEMS, "that bakery", (3,), Found((), ())),
        (ITEMS, "quita la bodega esa", (3,), Found((), ())),
        (ITEMS, "aquela padaria", (3,), Found((), ())),
        (ITEMS, "el mercado ese", (3,), Found((4,), ())),
        (ITEMS, "both the retiro and the prado", (3, 4), Found((0, 1), ())),
        (ITEMS, "lo del retiro", (3,), Found((1,), ())),
        (["Kilmainham Prison", "Zoo", "Train Street"], "both the prison and train street", (1,), Found((0, 2), ())),
        (["Rijksmuseum", "Van Gogh Museum", "Vondelpark"], "the museum", (), Found((), (0, 1))),
        (["Rijksmuseum", "Van Gogh Museum", "Vondelpark"], "the park", (), Found((2,), ())),
        (["Rijksmuseum", "Van Gogh Museum", "Vondelpark"], "rijks", (), Found((0,), ())),
        (["Museo Larco", "Lima Norte", "Museo de Arte"], "los museos", (), Found((0, 2), ())),
        (["Museo Larco", "Lima Norte", "Museo de Arte"], "los dos museos", (1,), Found((0, 2), ())),
        (["Bar Um", "Praia", "Bar Dois"], "os bares", (), Found((0, 2), ())),
        (["Bar Um", "Praia", "Bar Dois"], "ambos parques", (), Found((), ())),
        (ITEMS, "the prado, it was great", (3,), Found((0,), ())),
        (ITEMS, "marca el segundo como visitado", (), Found((1,), ())),
        (ITEMS, "number 9", (), Found((), ())),
        (ITEMS, "Louvre", (), Found((), ())),
        (ITEMS, "", (), Found((), ())),
        (ITEMS, "???", (), Found((), ())),
        ([], "it", (), Found((), ())),
        (["", "Prado"], "prado", (), Found((1,), ())),
        (["Templo de Debod"], "templo debod", (), Found((0,), ())),
        (["東京タワー", "Prado"], "東京タワー", (), Found((0,), ())),
    ],
)
def test_names_places_and_doubts(items: list[str], text: str, recent: tuple[int, ...], found: Found) -> None:
    assert find(items, text, recent) == found


@pytest.mark.parametrize(
    ("text", "last", "places"),
    [
        ("those two", 2, (1, 3)),
        ("esos dos", 1, (1, 3)),
        ("esses dois", 3, (1, 3)),
        ("them", 3, (1, 2, 3)),
        ("the others", 1, (0, 1, 2, 4)),
        ("the rest", 3, (0, 4)),
        ("everything else", 3, (0, 4)),
        ("los otros dos", 1, (0, 4)),
        ("todo lo demás", 3, (0, 4)),
        ("os outros", 3, (0, 4)),
        ("the other four", 1, (0, 1, 2, 4)),
    ],
)
def test_how_many_were_touched_at_once_tells_which(text: str, last: int, places: tuple[int, ...]) -> None:
    assert find(ITEMS, text, (3, 1, 2), last) == Found(places, ())


@pytest.mark.parametrize(
    "text",
    ["both", "the first two", "esos dos", "that last one", "os outros", "las dos primeras", "it", "everything else"],
)
def test_what_only_points_names_nothing(text: str) -> None:
    assert only_points(text)


@pytest.mark.parametrize("text", ["Prado", "the second museum", "Both Bars", "The First Bar", "", "la otra orilla"])
def test_a_name_does_not_only_point(text: str) -> None:
    assert not only_points(text)


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("the prado", True),
        ("pardo and retiro", True),
        ("the first two", True),
        ("retiro gardens", False),
        ("Sol", False),
    ],
)
def test_whether_a_text_names_something_else(text: str, only: bool) -> None:
    assert only_names(ITEMS[:2], text) is only
