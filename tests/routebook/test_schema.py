"""The JSON Schema of `routebook.toml`: as the reference says, and no stricter or laxer than the loader on what it knows."""

from __future__ import annotations

import json
import runpy
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fingerpost.cli.new import ROUTEBOOK_TEMPLATE, new
from fingerpost.errors import RoutebookError
from fingerpost.routebook.load import find_folder, load, read_folder
from fingerpost.routebook.schema import FIRST_LINE, SCHEMA
from tests.cli.command import command

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs" / "reference" / "routebook.md").read_text(encoding="utf-8")
CHECK = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
SHIPPED = ("agents", "avap", "miniapps")

GOOD = """
fallback = "chat"
[thresholds]
accept_error = 0.02
[[routes]]
name = "refund"
slot = "main"
[routes.reply]
en = ["We pay back {amount}.", "How much was it?"]
[[routes]]
name = "chat"
[[rules]]
name = "amount"
route = "refund"
patterns = ['\\b(?P<amount>\\d+) euros?\\b']
[[cues]]
route = "refund"
words = ["reembolso", "devolución"]
[[clues]]
name = "money"
words = ["money"]
[[guards]]
name = "money-is-refund"
to = "refund"
when = ["money"]
"""

BROKEN = {
    "an unknown key": ('slot = "main"', 'slots = "main"'),
    "an unknown slot": ('slot = "main"', 'slot = "fast"'),
    "a share above one": ("accept_error = 0.02", "accept_error = 2"),
    "a number as text": ("accept_error = 0.02", 'accept_error = "0.02"'),
    "a route without a name": ('name = "refund"\nslot', "slot"),
    "a reply in an unknown language": ("[routes.reply]\nen", "[routes.reply]\nfr"),
    "a text where a list must be": ('words = ["money"]', 'words = "money"'),
    "a rule that can never fire": ("patterns = ['\\b(?P<amount>\\d+) euros?\\b']", ""),
    "a guard without evidence": ('when = ["money"]', ""),
    "a cue of two words": ('"devolución"', '"la devolución"'),
    "one table where a list of tables must be": ("[[cues]]", "[cues]"),
    "an app list that is a word": ('fallback = "chat"', 'fallback = "chat"\napps = "all"'),
    "a boolean as text": ('slot = "main"', 'slot = "main"\nretrieval = "yes"'),
}


def written_by_the_script() -> dict[str, Any]:
    script = runpy.run_path(str(ROOT / "scripts" / "write_schema.py"))
    return dict(script["schema_of"](REFERENCE))


def test_the_schema_is_the_one_that_the_reference_gives() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == written_by_the_script(), "run `make schema`"
    jsonschema.Draft7Validator.check_schema(CHECK.schema)


def test_a_key_that_the_reference_gains_changes_it_and_an_unknown_type_is_noticed() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "write_schema.py"))
    row = "| `words` | Whole words, at least one;"
    assert REFERENCE.count(row) == 1
    gained = script["schema_of"](
        REFERENCE.replace(row, f"| `weight` | How much it counts. | boolean | `true` |\n{row}")
    )
    assert gained["properties"]["cues"]["items"]["properties"]["weight"] == {
        "description": "How much it counts.", "type": "boolean", "default": True,
    }  # fmt: skip
    with pytest.raises(KeyError, match="odd number"):
        script["schema_of"](REFERENCE.replace(row, f"| `weight` | How much. | odd number | none |\n{row}"))


def test_every_key_has_a_description_without_markup() -> None:
    def keys(table: dict[str, Any]) -> list[dict[str, Any]]:
        found = list(table.get("properties", {}).values())
        inside = [part for key in found for part in (key, key.get("items", {}), *key.get("anyOf", ()))]
        return [*found, *(key for part in inside for key in keys(part))]

    described = [key.get("description", "") for key in keys(CHECK.schema)]
    assert len(described) >= 79
    assert [text for text in described if not text.endswith(".") or "](" in text or "`" in text] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_routebooks_are_valid(name: str) -> None:
    table = tomllib.loads((find_folder(name) / "routebook.toml").read_text(encoding="utf-8"))
    assert [error.message for error in CHECK.iter_errors(table)] == []


def _loads(folder: Path, text: str) -> bool:
    (folder / "routebook.toml").write_text(text, encoding="utf-8")
    try:
        return bool(read_folder(folder).routes)
    except RoutebookError:
        return False


def test_a_good_one_passes_both(tmp_path: Path) -> None:
    assert [error.message for error in CHECK.iter_errors(tomllib.loads(GOOD))] == []
    assert _loads(tmp_path, GOOD)


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_one_is_refused_by_the_schema_and_by_check(fault: str, tmp_path: Path) -> None:
    good, bad = BROKEN[fault]
    assert GOOD.count(good) == 1
    broken = GOOD.replace(good, bad)
    assert not CHECK.is_valid(tomllib.loads(broken))
    assert not _loads(tmp_path, broken)
    done = command("check", tmp_path)
    assert done.returncode == 2
    assert "routebook.toml: " in done.stderr


def test_no_route_at_all_is_refused_by_both(tmp_path: Path) -> None:
    assert not CHECK.is_valid(tomllib.loads('description = "nothing"'))
    assert not _loads(tmp_path, 'description = "nothing"')


def test_a_new_routebook_names_its_schema_and_has_it(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    new(str(folder))
    text = (folder / "routebook.toml").read_text(encoding="utf-8")
    assert text.startswith(FIRST_LINE)
    assert text == (ROUTEBOOK_TEMPLATE / "routebook.toml").read_text(encoding="utf-8")
    named = folder / FIRST_LINE.removeprefix("#:schema ").strip()
    assert named.read_text(encoding="utf-8") == SCHEMA.read_text(encoding="utf-8")
    assert CHECK.is_valid(tomllib.loads(text))
    assert load(folder).names == ["refund", "shipping", "product", "chat"]
