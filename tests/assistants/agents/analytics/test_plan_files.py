"""The file of measures: what is wrong with it is said with its place, and the store's own is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sqlglot", reason="plans and checks come with the extra fingerpost[analytics]")

from fingerpost.assistants.agents import store_allowlist
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.measures import columns_of
from fingerpost.assistants.agents.analytics.planner.measures_file import read_meanings, store_meanings
from fingerpost.assistants.agents.analytics.questions.words import vocabulary
from fingerpost.errors import RoutebookError
from fingerpost.language.text import fold

BROKEN = [
    ("[[measures]]\nname = 'x'\nwords = ['x']", "either `select`"),
    ("[[measures]]\nname = 'x'\nwords = ['x']\nselect = 'SUM('", "not a SQL expression"),
    ("[[measures]]\nname = 'x'\nwords = ['x']\nselect = 'SUM(value)'", "table.column"),
    ("[[measures]]\nname = 'x'\nwords = ['x']\nselect = 'SUM(a.b) / SUM(c.d)'", "all of one table"),
    ("[[measures]]\nname = 'x'\nwords = ['x']\namount = 'a.b'\nusual = 'MEDIAN'", "SUM, AVG, MIN, MAX"),
    ("[[measures]]\nname = 'x'\nwords = ['x']\namount = 'a.b'\norder = 'up'", "asc or desc"),
    ("[[measures]]\nname = 'x'\nwords = 'x'\nselect = 'SUM(a.b)'", "list of strings"),
    ("[[measures]]\nname = 'x'\nwords = ['x']\nselect = 'SUM(a.b)'\ncolour = 'red'", "unknown key"),
    ("[[conditions]]\nwords = ['x']", "is required"),
    ("[[values]]\ncolumns = ['state']\nnames = { SP = ['x'] }", "table.column"),
    ("[units.money]\nwords = ['x']\ncolumns = ['a.b']\nmeasure = 'nothing'", "known"),
    ("duration = 'nothing'", "one of the measures"),
    ("figures = 1", "unknown key"),
    ("[[measures]", "mend the TOML"),
]


@pytest.mark.parametrize(("text", "remedy"), BROKEN)
def test_a_broken_file_says_what_is_wrong(tmp_path: Path, text: str, remedy: str) -> None:
    """File, key, value and remedy."""
    file = tmp_path / "measures.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RoutebookError, match=remedy) as caught:
        read_meanings(file)
    assert caught.value.file == str(file)


def test_a_file_that_is_not_there_is_an_error_too(tmp_path: Path) -> None:
    """And one that is not UTF-8."""
    with pytest.raises(RoutebookError, match="can be read"):
        read_meanings(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes("prefer = ['ação']".encode("latin-1"))
    with pytest.raises(RoutebookError, match="UTF-8"):
        read_meanings(tmp_path / "latin.toml")


def test_every_column_of_the_stores_file_is_in_the_allowlist() -> None:
    """Nothing of it is left out unseen."""
    whole, known = store_meanings(), store_meanings().within(store_allowlist())
    assert whole.measures == known.measures
    assert whole.conditions == known.conditions
    assert whole.values == known.values
    assert whole.names == known.names
    assert whole.events == known.events
    assert whole.worth == known.worth


def test_what_an_allowlist_does_not_hold_is_left_out() -> None:
    """A store without items has no revenue."""
    less = Allowlist(tuple(table for table in store_allowlist().tables if table.name != "order_items"))
    names = {named.name for named in store_meanings().within(less).measures}
    assert "revenue" not in names
    assert "delivery" in names


def test_every_named_figure_is_titled_in_three_languages() -> None:
    """A title is shown to people."""
    assert store_meanings().measures
    for named in store_meanings().measures:
        assert set(named.title) == {"pt", "en", "es"}
        assert not named.select or columns_of(named.select) or named.select == "COUNT(*)"


def test_the_closed_words_are_folded() -> None:
    """A word with an accent would never be found."""
    assert vocabulary()
    for phrase in vocabulary():
        assert fold(" ".join(phrase)) == " ".join(phrase)
