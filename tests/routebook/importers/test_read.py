"""A file of any of the formats becomes a routebook that loads."""

from __future__ import annotations

import tomllib
from pathlib import Path

import jsonschema
import pytest

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.read import read_import, write_routebook
from fingerpost.routebook.load import load
from tests.routebook.test_schema import CHECK

DATA = Path(__file__).parents[2] / "data" / "imports"


@pytest.mark.parametrize("name", sorted(file.name for file in DATA.iterdir()))
def test_every_kind_of_file_becomes_a_routebook_that_loads_and_fits_the_schema(name: str, tmp_path: Path) -> None:
    imported = read_import(DATA / name)
    write_routebook(tmp_path / "out", imported)
    book = load(tmp_path / "out")
    assert [(example.text, example.route) for example in book.examples] == imported.examples
    assert {route.name: route.description for route in book.routes if route.description} == imported.descriptions
    assert {word: list(others) for word, others in book.synonyms.items()} == imported.synonyms
    assert isinstance(CHECK, jsonschema.Draft7Validator)
    assert CHECK.is_valid(tomllib.loads((tmp_path / "out" / "routebook.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("text", ["a: b", "[]", "- 1", "just words", "", "{}", '"routes"'])
def test_yaml_of_something_else_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.yml"
    file.write_text(text)
    with pytest.raises(RowsError, match=r"other\.yml: is neither of semantic-router .* nor of Rasa"):
        read_import(file)


def test_columns_go_with_a_csv() -> None:
    with pytest.raises(RowsError, match="--text-column and --label-column go with a CSV"):
        read_import(DATA / "rasa_nlu.yml", "text")


@pytest.mark.parametrize(
    ("name", "text"),
    [("nlu.md", "## intent:greet\n- hello\n"), ("nlu.json", '{"rasa_nlu_data": {"common_examples": []}}')],
)
def test_files_of_rasa_1_are_told_what_converts_them(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(RowsError, match=rf"{name}: .*Rasa 1.*rasa data convert nlu"):
        read_import(file)
