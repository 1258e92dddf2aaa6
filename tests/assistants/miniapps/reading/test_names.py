"""Names out of people's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.assistants.miniapps.reading.names import LONGEST_NAME, MOST_NAMES, read_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Museo del Prado", ["Museo del Prado"]),
        ("Bar Mood", ["Bar Mood"]),
        ("Prado, Retiro and Sol", ["Prado", "Retiro", "Sol"]),
        ("Prado, Retiro, and Sol", ["Prado", "Retiro", "Sol"]),
        ("prado, retiro and sol", ["prado", "retiro", "sol"]),
        ("Prado & Retiro", ["Prado", "Retiro"]),
        ("Prado y Retiro", ["Prado", "Retiro"]),
        ("Museo del Prado y Parque del Retiro", ["Museo del Prado", "Parque del Retiro"]),
        ("Belém, Alfama e Chiado", ["Belém", "Alfama", "Chiado"]),
        ("Belém e Alfama", ["Belém", "Alfama"]),
        ("belem, alfama e chiado", ["belem", "alfama", "chiado"]),
        ("Prado and Retiro and Sol", ["Prado", "Retiro", "Sol"]),
        ("Prado y el Retiro", ["Prado", "Retiro"]),
        ("the Prado and the Reina Sofía please", ["Prado", "Reina Sofía"]),
        ("- Prado\n- Retiro\n- Bed and Breakfast", ["Prado", "Retiro", "Bed and Breakfast"]),
        ("1. Fushimi Inari, Kyoto\n2. Nishiki Market", ["Fushimi Inari, Kyoto", "Nishiki Market"]),
        ("1) Prado 2) Retiro 3) Sol", ["Prado", "Retiro", "Sol"]),
        ("• Prado • Retiro", ["Prado", "Retiro"]),
        ("these places:\n- Prado\n- Retiro", ["Prado", "Retiro"]),
        ("estos lugares: Prado, Retiro", ["Prado", "Retiro"]),
        ("Prado\nRetiro\nSol", ["Prado", "Retiro", "Sol"]),
        ("Prado; Retiro; Sol", ["Prado", "Retiro", "Sol"]),
        ("Prado. Retiro. Reina Sofía.", ["Prado", "Retiro", "Reina Sofía"]),
        ("St. Paul's Cathedral", ["St. Paul's Cathedral"]),
        ('"Bed and Breakfast"', ["Bed and Breakfast"]),
        ('"Simon & Garfunkel" and "The Who"', ["Simon & Garfunkel", "The Who"]),
        ("“Pan, Vino y Tapas”, Prado", ["Pan, Vino y Tapas", "Prado"]),
        ("«A Brasileira» também", ["A Brasileira"]),
        ("'Salt and Straw' please", ["Salt and Straw"]),
        ('Café "Central"', ['Café "Central"']),
        ("Bed and Breakfast", ["Bed and Breakfast"]),
        ("museum of arts and crafts", ["museum of arts and crafts"]),
        ("salt and straw", ["salt and straw"]),
        ("me, Ana and Tom", ["me", "Ana", "Tom"]),
        ("Prado and maybe Retiro", ["Prado", "Retiro"]),
        ("ana and bob", ["ana", "bob"]),
        ("ana, bob y yo", ["ana", "bob", "yo"]),
        ("Ana e João", ["Ana", "João"]),
        ("a Ana y a Luis", ["Ana", "Luis"]),
        ("Nishiki Market as well", ["Nishiki Market"]),
        ("Nishiki Market too please", ["Nishiki Market"]),
        ("the Prado to my list", ["Prado"]),
        ("the prado to the list please", ["prado"]),
        ("el Prado a la lista", ["Prado"]),
        ("el Prado también por favor", ["Prado"]),
        ("Torre de Belém na lista", ["Torre de Belém"]),
        ("a Torre de Belém na minha lista, por favor", ["Torre de Belém"]),
        ("o Cristo Redentor também", ["Cristo Redentor"]),
        ("please Prado for me", ["Prado"]),
        ("por favor, Prado", ["Prado"]),
        ("Prado, please", ["Prado"]),
        ("hey Sage, the Louvre!", ["Louvre"]),
        ("a place called Bar Mood", ["Bar Mood"]),
        ("un sitio llamado Casa Lucio", ["Casa Lucio"]),
        ("The Shard", ["The Shard"]),
        ("El Retiro", ["El Retiro"]),
        ("La Latina", ["La Latina"]),
        ("la latina", ["la latina"]),
        ("el museo del prado", ["museo del prado"]),
        ("o mercado da ribeira", ["mercado da ribeira"]),
        ("the botanical garden", ["botanical garden"]),
        ("Ancient Agora", ["Ancient Agora"]),
        ("Bar Too", ["Bar Too"]),
        ("H&M", ["H&M"]),
        ("Retiro (park, lake), Prado", ["Retiro (park, lake)", "Prado"]),
        ("Pier 39, Bar 1,5", ["Pier 39", "Bar 1,5"]),
        ("PRADO AND RETIRO PLEASE", ["PRADO", "RETIRO"]),
        ("Prado → Retiro → Sol", ["Prado", "Retiro", "Sol"]),
        ("Prado + Retiro", ["Prado", "Retiro"]),
        ("Café de Flore 🙏", ["Café de Flore"]),
        ("Pra\x00do\u200b", ["Pra do"]),
        ("a\ud800b", ["a b"]),
        ("the zoo, kids r begging", ["zoo"]),
        ("a praia do sono, as crianças tão pedindo", ["praia do sono"]),
        ("Casa El Enemigo, dicen que es lo más", ["Casa El Enemigo"]),
        ("the castle onto there", ["castle"]),
        ("la Alhambra che", ["Alhambra"]),
        ("Phoenix Park if you can lol", ["Phoenix Park"]),
        ("el Mirador, porfa, si podés", ["Mirador"]),
        ("o Pelourinho, galera kkkk", ["Pelourinho"]),
        ("Tsukiji for breakfast", ["Tsukiji"]),
        ("Isolina para cenar", ["Isolina"]),
        ("bar do beco pra tomar um chopp, rola?", ["bar do beco"]),
        ("Contramar for lunch and La Casa de Toño for dinner", ["Contramar", "La Casa de Toño"]),
        ("Louvre and Orsay because mom loves art", ["Louvre", "Orsay"]),
        ("a coffee place called Quentin", ["Quentin"]),
        ("Pierre Loti hill? no rush", ["Pierre Loti hill"]),
        ("praia do amor", ["praia do amor"]),
        ("Bar Amigos", ["Bar Amigos"]),
        ("No Name Pub", ["No Name Pub"]),
        ("Prado, It Is What It Is Bar", ["Prado", "It Is What It Is Bar"]),
        ("no, the Prado", ["Prado"]),
        *(
            (word, [])
            for word in ("yes", "no", "ok", "thanks", "sí", "gracias", "sim", "não", "valeu", "what", "qué", "como")
        ),
        ("ok thanks!", []),
        ("jajaja", []),
        ("please", []),
        ("", []),
        (" , ,, ", []),
        ("...", []),
    ],
)
def test_names_are_read_as_they_are_written(text: str, names: list[str]) -> None:
    assert read_names(text) == names


def test_no_more_names_than_can_be_kept_and_none_too_long() -> None:
    assert len(read_names("Prado, " * 2000)) == MOST_NAMES
    assert len(read_names("x" * 5000)[0]) == LONGEST_NAME


@given(
    st.lists(st.from_regex(r"[A-Z][b-z]{3,9}( [A-Z][b-z]{3,9})?", fullmatch=True), min_size=1, max_size=20),
    st.sampled_from([", ", "; ", "\n"]),
)
def test_a_list_comes_back(names: list[str], sign: str) -> None:
    assert read_names(sign.join(names)) == names


@given(st.text(st.characters(), max_size=400))
def test_names_hold_no_control_characters(text: str) -> None:
    for name in read_names(text):
        assert name == name.strip() != ""
        assert len(name) <= LONGEST_NAME
        assert not any(char < " " or 0xD800 <= ord(char) < 0xE000 for char in name)
