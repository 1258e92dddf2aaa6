"""Training data of Rasa, in the forms that its documentation shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.data_file import read_data
from fingerpost.routebook.importers.rasa import is_rasa, read_rasa

SAMPLE = Path(__file__).parents[2] / "data" / "imports" / "rasa_nlu.yml"
FILE = Path("nlu.yml")


def test_intents_become_routes_without_the_marks_of_entities() -> None:
    imported = read_rasa(SAMPLE, read_data(SAMPLE))
    texts = dict(imported.examples)
    assert list(dict.fromkeys(texts.values())) == ["check_balance", "transfer_money", "faq", "greet", "nlu_fallback"]
    assert len(texts) == 18
    assert texts["send 50 euros to Ana"] == "transfer_money"
    assert texts["transfer money from Lisbon"] == "transfer_money"
    assert texts["hello there"] == "greet"
    assert imported.out_of_scope == "nlu_fallback"
    assert not [text for text in texts if set("[]{}") & set(text)]


def test_synonyms_are_those_of_the_list_and_of_the_marks() -> None:
    assert read_rasa(SAMPLE, read_data(SAMPLE)).synonyms == {
        "savings": ["pink pig account"],
        "current": ["corriente", "checking account", "cuenta corriente"],
    }


def test_what_is_not_taken_over_is_told() -> None:
    told = read_rasa(SAMPLE, read_data(SAMPLE)).left_out
    assert [line.partition(":")[0] for line in told] == [
        "entities (account_type, amount, person, city, branch)",
        "lookup tables (bank)",
        "regular expressions (account_number)",
        "retrieval intents (faq/ask_hours, faq/ask_card)",
        "metadata (transfer_money, nlu[4])",
        "other parts of the file (responses)",
    ]


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("book a [flight](thing)", "book a flight"),
        ("[a](b)[c](d)", "ac"),
        ("see [1] and (2)", "see [1] and (2)"),
        ("[x]{not json}", "x"),
        ("a [ and ] (b)", "a [ and ] (b)"),
        ("[[[[[(", "[[[[[("),
    ],
)
def test_only_marks_are_taken_off(written: str, plain: str) -> None:
    data = {"nlu": [{"intent": "a", "examples": f"- {written}"}, {"intent": "b", "examples": "- other"}]}
    assert read_rasa(FILE, data).examples[0] == (plain, "a")


def test_a_line_of_brackets_is_read_in_no_time() -> None:
    line = "[" * 50_000 + "](" * 50_000 + '[x]{"' * 20_000
    data = {"nlu": [{"intent": "a", "examples": f"- {line}"}, {"intent": "b", "examples": "- other"}]}
    assert len(read_rasa(FILE, data).examples) == 2


def test_lines_without_a_dash_are_counted() -> None:
    data = {"nlu": [{"intent": "a", "examples": "- one\ntwo\n\n  - three"}, {"intent": "b", "examples": "- other"}]}
    imported = read_rasa(FILE, data)
    assert [text for text, _ in imported.examples] == ["one", "three", "other"]
    assert imported.notes == ['nlu[0]: skipped 1 line without "- " in front']


def test_a_text_without_any_dash_has_an_example_in_each_line() -> None:
    data = {"nlu": [{"intent": "a", "examples": "one\n  two [x](y)\n"}, {"intent": "b", "examples": "- other"}]}
    assert read_rasa(FILE, data).examples == [("one", "a"), ("two x", "a"), ("other", "b")]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"intents": ["greet"], "responses": {}}, "the examples of a Rasa project are in data/nlu.yml"),
        ({"nlu": "x"}, "has no list `nlu`"),
        ({"nlu": ["x"]}, "nlu[0] must be an intent"),
        ({"nlu": [{"intent": "a", "examples": {"b": "c"}}]}, "nlu[0]: examples must be a text of lines, or a list"),
        ({"nlu": [{"intent": "a", "examples": "- b"}]}, "has one label"),
        ({"nlu": [{"story": "a"}]}, "has no labelled message"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(data: dict[str, Any], told: str) -> None:
    assert is_rasa(data)
    with pytest.raises(RowsError, match=r"^nlu\.yml: ") as caught:
        read_rasa(FILE, data)
    assert told in str(caught.value)


def test_aliases_that_repeat_a_text_without_end_are_refused() -> None:
    text = "- word\n" * 200_000
    data = {"nlu": [{"synonym": f"s{i}", "examples": text} for i in range(1000)]}
    with pytest.raises(RowsError, match="repeats its parts by aliases"):
        read_rasa(FILE, data)
