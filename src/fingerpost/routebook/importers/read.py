"""Reads a file of another tool, whichever it is, and writes a routebook of it."""

from __future__ import annotations

import json
from pathlib import Path

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.data_file import read_data
from fingerpost.routebook.importers.imported import ImportedRoutes
from fingerpost.routebook.importers.labelled_csv import read_labelled_csv
from fingerpost.routebook.importers.rasa import RASA_1, is_rasa, read_rasa
from fingerpost.routebook.importers.semantic_router import is_semantic_router, read_semantic_router
from fingerpost.routebook.schema import FIRST_LINE, copy_schema


def read_import(file: Path, text_column: str | None = None, label_column: str | None = None) -> ImportedRoutes:
    """Return the routes of a file of semantic-router, Rasa, or messages with labels; raise RowsError with what to do.

    YAML and JSON are told apart by what they hold; every other file is read as CSV.
    """
    if file.suffix.lower() == ".md":
        raise RowsError(f"{file}: {RASA_1}")
    if file.suffix.lower() not in (".yaml", ".yml", ".json"):
        return read_labelled_csv(file, text_column, label_column)
    if text_column or label_column:
        raise RowsError(f"{file}: --text-column and --label-column go with a CSV: leave them out")
    data = read_data(file)
    if is_semantic_router(data):
        return read_semantic_router(file, data)
    if is_rasa(data):
        return read_rasa(file, data)
    if isinstance(data, dict) and "rasa_nlu_data" in data:
        raise RowsError(f"{file}: {RASA_1}")
    raise RowsError(
        f"{file}: is neither of semantic-router (`routes`, each with name and utterances) nor of Rasa (`nlu`): write "
        "the messages as CSV with the columns text and label"
    )


def write_routebook(folder: Path, imported: ImportedRoutes) -> None:
    """Write the files of a routebook into a new folder."""
    folder.mkdir(parents=True)
    parts = []
    for name in dict.fromkeys(route for _, route in imported.examples):
        described = imported.descriptions.get(name)
        lines = ["[[routes]]", f"name = {_toml(name)}"]
        lines += [f"description = {_toml(described)}"] if described else []
        lines += ["out_of_scope = true"] if name == imported.out_of_scope else []
        parts.append("\n".join(lines) + "\n")
    if imported.synonyms:
        lines = [f"{_toml(word)} = [{', '.join(map(_toml, others))}]" for word, others in imported.synonyms.items()]
        parts.append("\n".join(["[synonyms]", *lines]) + "\n")
    (folder / "routebook.toml").write_text(FIRST_LINE + "\n".join(parts), encoding="utf-8")
    rows = (json.dumps({"text": text, "route": route}, ensure_ascii=False) for text, route in imported.examples)
    (folder / "examples.jsonl").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    copy_schema(folder)


def _toml(text: str) -> str:
    """Return a text as a string of TOML: one of JSON, but for a character that TOML wants escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
