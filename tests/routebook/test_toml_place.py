"""Where a key stands in routebook.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.routebook.load import load
from fingerpost.routebook.toml_place import place_of

BOOK = """\
fallback = "sell"

[thresholds]
accept = 0.7

[[routes]]
name = "ask"
slot = "main"

[routes.reply]
en = "Soon."

[[ routes ]] # the second
name = "buy"
"slot" = "main"

[[rules]]
route = "ask"
"""


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("fallback", " (line 1)"),
        ("thresholds.accept", " (line 4)"),
        ("thresholds.accpt", " (line 3)"),
        ("routes[0]", ' (route "ask", line 6)'),
        ("routes[0].slot", ' (route "ask", line 8)'),
        ("routes[0].reply", ' (route "ask", line 10)'),
        ("routes[0].reply.en", ' (route "ask", line 10)'),
        ("routes[0].reply.en (line 11)", ' (route "ask")'),
        ("routes[1].slot", ' (route "buy", line 15)'),
        ("routes[1].handler", ' (route "buy", line 13)'),
        ("rules[0].name", " (line 17)"),
        ("rules[1].name", ""),
        ("routes", ""),
        ("encoder", ""),
        ("", ""),
    ],
)
def test_the_name_and_line_of_a_key(key: str, place: str) -> None:
    assert place_of(key, tomllib.loads(BOOK), BOOK) == place


def test_tables_in_one_line_have_a_name_and_no_line() -> None:
    text = 'routes = [{name = "ask", slot = "x"}, 5]'
    assert place_of("routes[0].slot", tomllib.loads(text), text) == ' (route "ask")'
    assert place_of("routes[1]", tomllib.loads(text), text) == ""


def test_an_error_tells_it_and_keeps_its_key_for_tools(tmp_path: Path) -> None:
    (tmp_path / "routebook.toml").write_text(BOOK, encoding="utf-8")
    with pytest.raises(RoutebookError) as caught:
        load(tmp_path)
    assert caught.value.key == "rules[0].name"
    assert "routebook.toml: rules[0].name (line 17) = None: is required" in str(caught.value)
