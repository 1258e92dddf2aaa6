"""What the network sees of a question."""

from __future__ import annotations

import numpy as np
import pytest

from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.analytics.questions.tokens import tokens
from fingerpost.assistants.agents.analytics.semantic_parser.features import (
    LIKENESSES,
    likenesses,
    nearest_items,
    word_flags,
    word_inputs,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import (
    COLUMN,
    EMPTY,
    STATES,
    TABLE,
    VALUE,
    Item,
    schema_items,
)
from tests.assistants.agents.analytics.semantic_parser.school import SCHOOL


def _of(question: str, word: str, item: Item) -> np.ndarray:
    schema, pieces = schema_items(SCHOOL), tokens(question)
    found = likenesses(schema, pieces)
    assert found.shape == (len(pieces), schema.sources, LIKENESSES)
    at = [piece.text for piece in pieces].index(word)
    result: np.ndarray = found[at, schema.source[schema.items.index(item)]]
    return result


def test_a_name_is_most_like_itself() -> None:
    itself, other = (_of("how many pupils came", word, Item(TABLE, "pupils")) for word in ("pupils", "came"))
    assert itself[0] > 0.99
    assert itself[4] == 1, "the same stem"
    assert other[0] < 0.5
    assert other[4] == 0


@pytest.mark.parametrize(("word", "name", "same"), [("pupil", "pupils", True), ("pupal", "pupils", False)])
def test_likeness_by_spelling(word: str, name: str, same: bool) -> None:
    stem, begins, letters, _ = _of(f"how many {word} came", word, Item(TABLE, name))[4:8]
    assert stem == same
    # Five letters of six are shared from the beginning, or three.
    assert np.isclose(begins, 5 / 6 if same else 3 / 6)
    assert 0 < letters < 1


def test_a_name_of_few_letters_is_short_for_a_word() -> None:
    schema = schema_items(Allowlist((AllowedTable("tkt", (AllowedColumn("qty", "number"),)),)))
    found = likenesses(schema, tokens("tickets of any quantity"))
    assert found[0, schema.source[0], 7] > 0.5
    assert found[3, schema.source[1], 7] > 0.5
    assert found[0, schema.source[1], 7] == 0, "another first letter"


def test_two_words_are_like_a_name_of_two() -> None:
    schema = schema_items(Allowlist((AllowedTable("delivery_notes", (AllowedColumn("id", "integer", key=True),)),)))
    pieces = tokens("all delivery notes")
    found = likenesses(schema, pieces)[:, schema.source[0]]
    assert found[2, 1] > found[2, 0], "with the word before it"
    assert found[1, 2] > found[1, 0], "with the word behind it"
    assert found[0, 2] < found[1, 2]


def test_another_language_is_like_by_meaning_alone() -> None:
    found = _of("quantos alunos temos", "alunos", Item(TABLE, "pupils"))
    assert found[0] > _of("quantos alunos temos", "temos", Item(TABLE, "pupils"))[0]
    assert found[4] == 0


def test_closed_words_have_their_kinds() -> None:
    flags = word_flags(tokens("how many boats"))
    assert flags[0].sum() > 1, "a word of a closed phrase"
    assert flags[2].sum() == 1, "only a word"


def test_one_word_alone_has_inputs() -> None:
    alone, around, flags = word_inputs(tokens("pupils"))
    assert len(alone) == len(around) == len(flags) == 1
    assert np.isfinite(likenesses(schema_items(SCHOOL), tokens("pupils"))).all()


def test_of_many_columns_values_and_states_the_nearest_are_looked_at() -> None:
    towns = ("Porto", *(f"Q{at:03}" for at in range(50)))
    columns = [AllowedColumn(f"col{at}", "number") for at in range(30)]
    own = (AllowedColumn("town", values=towns), AllowedColumn("closed", "date"))
    wide = AllowedTable("places", (*own, *columns), label=("col28",), amount="col29")
    schema = schema_items(Allowlist((wide,)))
    places = nearest_items(schema, likenesses(schema, tokens("how many places in Porto?")))
    kept = [schema.items[place] for place in places]
    assert list(places) == sorted(set(places))
    assert sum(item.kind == COLUMN for item in kept) == 24 + 3
    assert {Item(COLUMN, "places", name) for name in ("town", "closed", "col28", "col29")} <= set(kept)
    assert sum(item.kind == VALUE for item in kept) == 12
    assert Item(VALUE, "places", "town", "Porto") in kept
    assert Item(EMPTY, "places", "closed") in kept, "a date that is missing says much"
    assert len({item.column for item in kept if item.kind == EMPTY}) <= 9
    small = schema_items(SCHOOL)
    found = nearest_items(small, likenesses(small, tokens("pupils")))
    kinds = {small.items[place].kind for place in set(range(len(small.items))) - set(found)}
    assert kinds <= set(STATES), "of a small schema but some states"


def test_a_schema_of_some_items_has_all_sources() -> None:
    schema = schema_items(SCHOOL)
    some = schema.at(np.array([0, len(schema.items) - 1]))
    assert some.items == (schema.items[0], schema.items[-1])
    assert some.sources == schema.sources
    assert some.flags.shape == (2, schema.flags.shape[1])


def test_of_what_is_spelled_alike_the_nearest_by_meaning_is_looked_at() -> None:
    """However a product was rounded: each of more towns than are looked at shares a whole word with the question."""
    towns = tuple(
        f"Vila {name}"
        for name in ["Alta", "Baixa", "Chã", "Dura", "Flor", "Grande", "Home", "Jusa", "Lima", "Maria", "Nova", "Pouca"]
    )
    column = AllowedColumn("town", values=(*towns, "Vila"))
    schema = schema_items(Allowlist((AllowedTable("pupils", (column,)),)))
    alike = likenesses(schema, tokens("pupils from vila"))
    [vila] = [at for at, item in enumerate(schema.items) if item.value == "Vila"]
    for rounded in (-1e-7, 1e-7):
        alike[:, schema.source[vila], 0] = np.where(alike[:, schema.source[vila], 0] > 0.9, 1 + rounded, 0)
        assert vila in nearest_items(schema, alike)
