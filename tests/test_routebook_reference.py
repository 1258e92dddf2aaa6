"""docs/reference/routebook.md: it names exactly the keys that the loader knows, and each of its examples loads."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.routebook import load
from fingerpost.routebook.table_reader import TableReader

ROOT = Path(__file__).parent.parent
REFERENCE = (ROOT / "docs" / "reference" / "routebook.md").read_text(encoding="utf-8")
ALLOWLIST = ROOT / "src" / "fingerpost" / "assistants" / "agents" / "allowlist.json"
_HEADING = re.compile(r"^#{2,3} (.+)$", re.MULTILINE)
_TABLES = {"Top level": ""}
"""Sections with another title than the name of their table."""


def documented_keys(text: str) -> dict[str, set[str]]:
    """Return the keys in the tables of a reference, by the name of their section's table."""
    found: dict[str, set[str]] = {}
    parts = _HEADING.split(text)
    for title, section in zip(parts[1::2], parts[2::2], strict=True):
        _, header, rows = section.partition("| key | meaning | type | default |\n")
        if header:
            found[_TABLES.get(title, title.strip("`[]"))] = set(re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE))
    return found


def differences(documented: dict[str, set[str]], known: dict[str, set[str]]) -> list[str]:
    """Return the keys that only the reference or only the loader has, as TABLE.KEY."""
    missing, unknown = [], []
    for table in sorted({*documented, *known}):
        said, read = documented.get(table, set()), known.get(table, set())
        missing += [f"not documented: {table}.{key}" for key in sorted(read - said)]
        unknown += [f"not known to the loader: {table}.{key}" for key in sorted(said - read)]
    return [*missing, *unknown]


def _read(folder: Path, text: str) -> None:
    (folder / "routebook.toml").write_text(text, encoding="utf-8")
    load.read_folder(folder)


@pytest.fixture
def known_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Return what the loader checks keys against, by table: recorded while it reads each table in both forms."""
    known: dict[str, set[str]] = {"examples.jsonl": set(load._EXAMPLE)}
    check = TableReader.check_keys

    def record(reader: TableReader, table: Any, where: str, keys: Sequence[str]) -> None:
        known[re.sub(r"\[\d+\]", "", where)] = set(keys)
        check(reader, table, where, keys)

    with monkeypatch.context() as patched:
        patched.setattr(TableReader, "check_keys", record)
        with pytest.raises(RoutebookError):
            _read(tmp_path, "")
        for key in sorted(known[""]):
            for value in ("{}", '[{name = "one"}]'):
                with suppress(RoutebookError):
                    _read(tmp_path, f"{key} = {value}")
    return known


def test_the_reference_names_exactly_the_keys_of_the_loader(known_keys: dict[str, set[str]]) -> None:
    assert {"", "routes", "routes.offers", "rules", "cues", "thresholds", "clues", "guards", "variants"} < set(
        known_keys
    )
    assert differences(documented_keys(REFERENCE), known_keys) == []


def test_a_key_that_is_made_up_or_missing_is_noticed(known_keys: dict[str, set[str]]) -> None:
    row = "| `words` | Whole words, at least one;"
    assert REFERENCE.count(row) == 1
    made_up = REFERENCE.replace(row, f"| `weight` | How much it counts. | number | `1` |\n{row}")
    assert differences(documented_keys(made_up), known_keys) == ["not known to the loader: cues.weight"]
    renamed = REFERENCE.replace(row, row.replace("words", "terms"))
    assert differences(documented_keys(renamed), known_keys) == [
        "not documented: cues.words", "not known to the loader: cues.terms",
    ]  # fmt: skip
    newer = {**known_keys, "rules": known_keys["rules"] | {"until"}, "voices": {"name"}}
    assert differences(documented_keys(REFERENCE), newer) == [
        "not documented: rules.until", "not documented: voices.name",
    ]  # fmt: skip


def test_every_table_and_every_other_key_of_the_top_level_has_an_example() -> None:
    shown = {key for block in _blocks() for key in tomllib.loads(block)}
    assert documented_keys(REFERENCE)[""] - shown == {"llm_first", "code_language"}


def _blocks() -> list[str]:
    return re.findall(r"```toml\n(.*?)```", REFERENCE, re.DOTALL)


def _examples() -> str:
    return str(re.findall(r"```json\n(.*?)```", REFERENCE, re.DOTALL)[0])


def test_the_complete_example_loads(tmp_path: Path) -> None:
    (tmp_path / "examples.jsonl").write_text(_examples(), encoding="utf-8")
    (tmp_path / "routebook.toml").write_text(_blocks()[0], encoding="utf-8")
    book = load.read_folder(tmp_path)
    assert book.names == ["refund", "shipping", "chat"]
    assert len(book.examples) == 6
    assert book.cues[0].words == {"refund", "reembolso", "devolucion"}


@pytest.mark.parametrize("block", _blocks()[1:])
def test_the_example_of_a_table_loads_as_an_addition(block: str, tmp_path: Path) -> None:
    book, added = tomllib.loads(_blocks()[0]), tomllib.loads(block)
    for key, value in added.items():
        book[key] = book.get(key, []) + value if isinstance(value, list) else value
    rows = [{"text": f"a message for {route['name']}", "route": route["name"]} for route in added.get("routes", ())]
    (tmp_path / "examples.jsonl").write_text(_examples() + "\n".join(map(json.dumps, rows)), encoding="utf-8")
    shutil.copy(ALLOWLIST, tmp_path / "allowlist.json")
    _read(tmp_path, "\n".join(f"{key} = {_toml(value)}" for key, value in book.items()))


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
