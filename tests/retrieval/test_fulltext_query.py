"""Full-text queries: tokenisation, escaping, and the bound on ranked passages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.retrieval import fulltext_query
from fingerpost.retrieval.index import IndexEntry
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.retrieval.terms import MAX_QUERY_TERMS, identifier_parts, query_terms
from fingerpost.stores.connection import Connection
from fingerpost.types import Passage
from tests.retrieval.words import soon

PLAIN = re.compile(r'"[^\W_]+"|\{title heading names\} :|AND|OR|[() ]+')


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("addVar", "add var"),
        ("AddvariableToJSON", "addvariable to json"),
        ("encodeSHA256", "encode sha256 sha 256"),
        ("getJSONPath", "get json path"),
        ("add_var __last_error__", "add var addvar last error lasterror"),
        ("md5", "md 5"),
        ("plain words, HTTP and x", ""),
        ("Funções: obterValor", "obter valor"),
    ],
)
def test_words_inside_names(text: str, inside: str) -> None:
    assert identifier_parts(text) == inside


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("What does addVar do?", ["addvar", "add", "var"]),
        ("¿Cómo funciona el comando if?", ["funciona", "comando", "if"]),
        ("Como faço para usar o addParam?", ["usar", "addparam", "add", "param"]),
        ("how do I do it", ["how", "do", "i", "it"]),
        ("AÇÃO ação acao", ["acao"]),
        ('"NEAR(a* b)" -title:x', ["near", "b", "title", "x"]),
        ("🙂", []),
        ("", []),
    ],
)
def test_words_of_a_query(query: str, words: list[str]) -> None:
    assert query_terms(query) == words


@given(st.text())
def test_words_hold_nothing_but_letters_and_digits(query: str) -> None:
    words = query_terms(query)
    assert len(words) <= MAX_QUERY_TERMS
    assert len(set(words)) == len(words)
    assert all(re.fullmatch(r"[^\W_]+", word) for word in words)


# Choosing what is ranked


class Many:
    """An index in which `common` words are in every passage and others are rare."""

    def __init__(self, passages: int) -> None:
        self.index = SqliteIndex()
        self.index.switch_encoder("none")
        texts = []
        for number in range(passages):
            words = ["everywhere"]
            words += [f"third{i}" for i in range(3) if number % 3 == i]
            words += ["often"] if number % 4 == 0 else []
            words += [f"rare{number}"]
            texts.append(" ".join(words))
        found = [Passage("f.md", "often" if number == 77 else "F", text, number) for number, text in enumerate(texts)]
        self.index.put("s", IndexEntry("f.md", 0, 0, "1-"), "", found, np.ones((passages, 1), dtype=np.float32), "none")

    def expression(self, *words: str) -> str | None:
        def work(connection: Connection) -> str | None:
            return fulltext_query.FulltextQueryBuilder().build(connection, (None, 1), words)

        return self.index._texts.read(work)


@pytest.fixture(scope="module")
def many() -> Iterator[Many]:
    made = Many(600)
    yield made
    made.index.close()


def test_few_passages_are_all_ranked(many: Many) -> None:
    assert many.expression("often", "rare3") == '"rare3" OR "often" OR ("rare3" AND "often")'


def test_a_word_in_most_passages_is_left_out_where_there_are_others(
    many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert many.expression("everywhere", "rare3") == '"rare3"'
    assert many.expression("everywhere", "unknown") == '"everywhere"'
    monkeypatch.setattr(fulltext_query, "ALWAYS_RANKED", 601)
    assert many.expression("everywhere", "rare3") == '"rare3" OR "everywhere" OR ("rare3" AND "everywhere")'
    assert many.expression("unknown", "nowhere") is None


@pytest.mark.parametrize("words", [("often", "rare8"), ("often", "third0", "third1"), ("often",), ("third0", "third1")])
def test_no_more_than_so_many_are_ranked(many: Many, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.setattr(fulltext_query, "MAX_RANKED", 100)
    expression = many.expression(*words)
    assert expression is not None
    assert PLAIN.sub("", expression) == "", "quoted words and our own signs only"
    [(ranked,)] = many.index._texts.read(
        lambda connection: connection.query("SELECT count(*) FROM texts WHERE texts MATCH ?", expression)
    )
    if words == ("third0", "third1"):
        assert ranked == 200, "no two words are together and none is in a heading: the rarest one chooses"
    else:
        assert 0 < ranked <= 100


def test_what_is_left_out_is_not_what_matters(many: Many, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fulltext_query, "MAX_RANKED", 100)
    numbers = {key: key - 1 for key in range(1, 601)}
    by_rare = many.index.by_words("often rare8", 50, soon())
    assert numbers[int(by_rare[0])] == 8, "the one with both words comes first"
    assert 77 in {numbers[int(key)] for key in by_rare}, "and one with a common word in its heading is there"
    together = many.index.by_words("often third0", 100, soon())
    assert {numbers[int(key)] % 12 for key in together} - {77 % 12} == {0}, "two common words must be together"


def test_frequencies_are_those_of_now(many: Many) -> None:
    index = SqliteIndex()
    index.switch_encoder("none")
    vector = np.ones((1, 1), dtype=np.float32)
    for number in range(3):
        passage = Passage(f"{number}.md", "T", f"word{'s' * number}", 0)
        index.put("s", IndexEntry(f"{number}.md", 0, 0, "1-"), "T", [passage], vector, "none")
        assert len(index.by_words(f"word{'s' * number}", 5, soon())) == 1
    index.close()
