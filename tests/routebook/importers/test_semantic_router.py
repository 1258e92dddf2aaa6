"""Files that semantic-router 0.3.3 and 1.1.1 wrote, and others that look like them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RowsError
from fingerpost.routebook.importers.data_file import read_data
from fingerpost.routebook.importers.semantic_router import MAX_ROUTERS, is_semantic_router, read_semantic_router

DATA = Path(__file__).parents[2] / "data" / "imports"
FILE = Path("routes.json")


def read(name: str) -> Any:
    return read_semantic_router(DATA / name, read_data(DATA / name))


@pytest.mark.parametrize("name", ["semantic_router_0.yaml", "semantic_router_0.json", "semantic_router_1.yaml", "semantic_router_1.json"])  # fmt: skip
def test_every_utterance_is_an_example(name: str) -> None:
    imported = read(name)
    assert len(imported.examples) == 18
    assert imported.examples[2] == ("¿a qué hora cierran?", "opening_hours")
    assert imported.examples[-1] == ("null", "fines"), "a text, not nothing"
    assert imported.descriptions == {"opening_hours": "When and where the library is open."}
    assert imported.notes == ["renamed: opening hours is opening_hours"]


def test_what_version_0_has_more_is_told() -> None:
    told = "\n".join(read("semantic_router_0.yaml").left_out)
    for part in ("encoder (openai text-embedding-3-small): ", "thresholds (opening hours): ", "metadata (opening hours): ", "function schemas (renew_loan): "):  # fmt: skip
        assert part in told
    assert "language models" not in told


def test_what_version_1_has_more_is_told() -> None:
    told = "\n".join(read("semantic_router_1.yaml").left_out)
    assert "encoder (ollama nomic-embed-text): " in told
    assert "thresholds (of the router, opening hours): " in told
    assert "settings of the router (alpha, top_k, aggregation, index): " in told


def test_a_chain_gives_the_routes_of_all_its_routers() -> None:
    imported = read("semantic_router_chain.yaml")
    assert {route for _, route in imported.examples} == {"opening_hours", "renew_loan", "fines", "cards"}
    assert len(imported.examples) == 21


def test_a_list_of_routes_is_read_too() -> None:
    data = [{"name": "a", "utterances": ["one"]}, {"name": "b", "utterances": ["two", "three"]}]
    assert is_semantic_router(data)
    assert read_semantic_router(FILE, data).examples == [("one", "a"), ("two", "b"), ("three", "b")]


def test_a_route_twice_is_one_and_what_is_no_text_is_counted() -> None:
    routes = [{"name": "a", "utterances": ["one", {"image": 1}, None]}, {"name": "b", "utterances": ["two", "One!"]},
              {"name": "A", "utterances": ["three", "one"]}, {"name": "c", "utterances": []}]  # fmt: skip
    imported = read_semantic_router(FILE, {"routes": routes})
    assert imported.examples == [("one", "a"), ("two", "b"), ("three", "a")]
    assert imported.notes[0] == "2 examples that are no text were skipped"
    assert '1 message had a second label, and the first was kept: "One!" stays a, not b' in imported.notes
    assert imported.left_out == ["routes without utterances (c): add them to routebook.toml with examples of their own"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"routes": {}}, "routes must be a list of objects"),
        ({"routes": ["a"]}, "routes must be a list of objects"),
        ({"routes": [{"utterances": ["x"]}]}, "a route has no name"),
        ({"routes": [{"name": ["x"]}]}, "a route has no name"),
        ({"routes": [{"name": "a", "utterances": "x"}]}, "route a: utterances must be a list of texts"),
        ({"routes": []}, "has no labelled message: at least two are needed"),
        ({"routes": [{"name": "a", "utterances": ["x"]}]}, "has one label: at least two are needed"),
        ({"router_type": "indexed", "index": {"type": "pinecone"}}, "has no routes: its index (pinecone) holds them"),
        ({"router_type": "merge", "routers": 3}, "routers must be a list of objects"),
        ({"routes": [{"name": f"r{i}", "utterances": [f"x{i}"]} for i in range(301)]}, "has 301 labels"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(data: dict[str, Any], told: str) -> None:
    with pytest.raises(RowsError, match=r"^routes\.json: ") as caught:
        read_semantic_router(FILE, data)
    assert told in str(caught.value)


def test_routers_that_hold_themselves_end() -> None:
    data: dict[str, Any] = {"router_type": "chain"}
    data["routers"] = [data, data]
    with pytest.raises(RowsError, match=f"more than {MAX_ROUTERS} routers"):
        read_semantic_router(FILE, data)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/root/x", "a\x00b", "..", "C:\\x", "CON", "x" * 5000, "🦊", "\ud800"]
)
def test_no_name_becomes_a_path_or_breaks_the_routebook(name: str, tmp_path: Path) -> None:
    from fingerpost.routebook.importers.read import read_import, write_routebook
    from fingerpost.routebook.load import load

    file = tmp_path / "routes.json"
    routes = [
        {"name": name, "description": f"{name}\x7f\x1b", "utterances": ["one \ud83d", "two"]},
        {"name": "b", "utterances": ["three"]},
    ]
    file.write_text(json.dumps({"routes": routes}))
    write_routebook(tmp_path / "out", read_import(file))
    book = load(tmp_path / "out")
    assert len(book.names) == 2
    assert all(not set(route) & set("./\\\0 ") and len(route) <= 60 for route in book.names)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "routes.json"]


def test_aliases_that_repeat_the_keys_of_a_router_are_refused() -> None:
    router = {"routes": [], **{f"key {number}": 1 for number in range(60_000)}}
    with pytest.raises(RowsError, match="repeats its parts by aliases"):
        read_semantic_router(Path("chain.yaml"), {"routers": [router] * 90})
