"""Routing a file: every row comes back, in order, decided as it would be alone."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Router
from fingerpost.batch import Batch, DecisionColumns, route_file
from fingerpost.batch import jsonl as jsonl_module
from fingerpost.batch.columns import renamed_input_columns
from fingerpost.batch.decide import MAX_CONSECUTIVE_FAILURES
from fingerpost.batch.jsonl import JsonlFormat
from fingerpost.errors import BatchError, ModelError, SettingsError
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.batch.files import all_right, make_book, make_rows, read_rows

MESSAGES = [
    "You are a direct and concise assistant. Give an insight.",
    "cuántas llamadas llevo este mes?",
    "cuantas llamadas llevo este mes",
    "minha fatura veio mais alta, por quê?",
    "is there a percentage operator in AVAP?",
    "crea un endpoint que devuelva el plan del cliente",
    "explique o limite de iterações do laço",
    "en menos palabras",
    "explain this",
    "",
    "   ",
    "half a character: \ud800",
    "\x00\x1b[31m",
    "🙂",
    "zebra quantum harmonica",
    "write a loop " * 200,
]


def test_order_is_kept_and_nothing_is_lost_on_several_workers(tmp_path: Path) -> None:
    source, target = make_rows(tmp_path / "in.jsonl", 5000), tmp_path / "out.jsonl"
    told: list[tuple[int, int]] = []
    routed = route_file(
        source, target, make_book(tmp_path), workers=3, progress=lambda done, size: told.append((done, size))
    )
    assert routed == (5000, 0, 5000, 0)
    assert all_right(target, 5000)
    assert told == sorted(told)
    assert told[-1] == (source.stat().st_size, source.stat().st_size)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book", "in.jsonl", "out.jsonl"]


def test_the_same_as_one_by_one(tmp_path: Path, avap: Router) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps({"text": text}) + "\n" for text in MESSAGES), encoding="utf-8")
    route_file(source, target, "avap", workers=1)
    rows = read_rows(target)
    assert [row["text"] for row in rows] == MESSAGES
    for row in rows:
        alone = avap.route(row["text"])
        assert (row["route"], row["accepted"], row["layer"], row["runner_up"], row["error"]) == (
            alone.route, alone.accepted, alone.layer, alone.runner_up, None,
        )  # fmt: skip
        assert row["confidence"] == pytest.approx(alone.confidence, abs=1e-4)


BAD = {
    b"nonsense": "not JSON",
    b'{"text": "cut': "not JSON",
    b'{"text": "\xff"}': "not UTF-8",
    b"[1, 2]": "not a JSON object but list",
    b'"even"': "not a JSON object but str",
    b"null": "not a JSON object but NoneType",
    b"{}": "there is no 'text'",
    b'{"id": 7}': "there is no 'text'",
    b'{"text": null}': "NULL",
    b'{"text": 3}': "not a string but int",
    b'{"text": ["even"]}': "not a string but list",
    b"[" * 100_000: "nested too deeply",
}


def test_rows_that_cannot_be_read_come_back_with_an_error(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    good = b'{"text": "even"}'
    source.write_bytes(b"\n".join(line for bad in BAD for line in (bad, b"", good)))
    routed = route_file(source, target, make_book(tmp_path), workers=1)
    assert routed == (2 * len(BAD), len(BAD), len(BAD), 0)
    rows = read_rows(target)
    for (line, error), row in zip(BAD.items(), rows[::2], strict=True):
        assert error in row["error"]
        assert row["route"] is None
        # Nothing of it is lost: its columns are there, or all of the line.
        assert set(row) > set(DecisionColumns._fields) or line == b"{}"
        if "input" in row:
            assert row["input"] == line.decode("utf-8", "backslashreplace")
    assert {row["route"] for row in rows[1::2]} == {"EVEN"}


def test_a_row_keeps_its_own_bytes() -> None:
    line = b'{"id": 1e3, "big": 123456789012345678901234567890, "t\\u00e9xt": "\\u00e9", "text": "hola" }'
    written = JsonlFormat().route(_Fixed("avap"), [line]).written
    assert written.startswith(line[:-2] + b', "route": "R"')
    assert json.loads(written)["text"] == "hola"


def test_columns_with_our_names_are_kept_under_others() -> None:
    written = (
        JsonlFormat()
        .route(_Fixed("avap"), [b'{"text": "x", "route": "MINE", "input_route": 1, "error": "half \\ud800"}'])
        .written
    )
    row = json.loads(written)
    assert (row["route"], row["input_route"], row["input_input_route"]) == ("R", 1, "MINE")
    assert row["input_error"] == "half \ud800"


@given(st.lists(st.sampled_from(["text", "route", "error", "input_route", "input_input_route"]), unique=True))
def test_no_two_columns_get_one_name(names: list[str]) -> None:
    own = [*renamed_input_columns(names), *DecisionColumns._fields]
    assert len(set(own)) == len(own)


def test_a_line_without_an_end_is_not_held_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonl_module, "MAX_LINE_BYTES", 100)
    source = tmp_path / "in.jsonl"
    source.write_bytes(b'\xef\xbb\xbf{"text": "first"}\n{"text": "' + b"x" * 1000 + b'"}\n{"text": "last"}')
    (chunk,) = JsonlFormat().chunks(source, 0, 10)
    first, long, last = chunk.rows
    assert (first, last) == (b'{"text": "first"}', b'{"text": "last"}')
    assert "1,013 bytes at byte 21" in long
    assert chunk.end == source.stat().st_size
    assert json.loads(JsonlFormat().route(_Fixed("avap"), chunk.rows).written.splitlines()[1])["error"] == long


@pytest.mark.parametrize("content", [b"", b"\n\n  \n"])
def test_an_empty_file_becomes_an_empty_file(tmp_path: Path, content: bytes) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(content)
    assert route_file(source, target, make_book(tmp_path), workers=1) == (0, 0, 0, 0)
    assert target.read_bytes() == b""


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("nowhere.jsonl", "out.jsonl", "cannot be read"),
        (".", "out.jsonl", "must end in"),
        ("in.jsonl", "out.csv", "must end in"),
        ("in.jsonl", "out.parquet", "the same suffix"),
        ("in.jsonl", "no/such/folder/out.jsonl", "cannot be written"),
        ("in.jsonl", "in.jsonl/out.jsonl", "cannot be written"),
        ("in.jsonl", "in.jsonl", "exists already"),
    ],
)
def test_files_that_cannot_be_used_are_refused_before_anything_is_begun(
    tmp_path: Path, source: str, target: str, said: str
) -> None:
    make_rows(tmp_path / "in.jsonl", 2)
    book = make_book(tmp_path)
    with pytest.raises(BatchError, match=said):
        route_file(tmp_path / source, tmp_path / target, book, workers=1)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book", "in.jsonl"]


def test_a_column_that_no_row_has_is_refused_before_anything_is_begun(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('not JSON\n{"id": 1, "text": "write a loop"}\n', encoding="utf-8")
    with pytest.raises(BatchError, match="has no column 'message' in its first rows; columns: id, text"):
        route_file(tmp_path / "in.jsonl", tmp_path / "out.jsonl", make_book(tmp_path), text_column="message", workers=1)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book", "in.jsonl"]


def test_labelling_without_a_model_is_refused(tmp_path: Path) -> None:
    make_rows(tmp_path / "in.jsonl", 2)
    with pytest.raises(SettingsError, match="labels come from a language model, and none is configured"):
        route_file(tmp_path / "in.jsonl", tmp_path / "out.jsonl", make_book(tmp_path), label=True, workers=1)
    assert not (tmp_path / "out.jsonl").exists()


def test_a_row_that_nobody_thought_of_takes_no_other_along(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    batch = Batch(make_book(tmp_path))
    route_many = Router.route_many

    def fails(router: Router, texts: list[str]) -> object:
        if "poison" in texts:
            raise ValueError("of a kind")
        return route_many(router, texts)

    monkeypatch.setattr(Router, "route_many", fails)
    found = batch.decide(["even", "poison", None, "odd", "poison", "even"])
    assert [row.route for row in found] == ["EVEN", None, None, "ODD", None, "EVEN"]
    assert found[1].error == "cannot be routed: ValueError: of a kind"


def test_labels_of_the_model_for_what_is_unsure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    pytest.importorskip("openai", reason="needs the extra fingerpost[llm]")
    book = make_book(tmp_path)
    with ScriptedServer([ScriptedReply(arguments='{"route": "ODD"}', text="ODD")]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_MODEL_NAME", "scripted")
        unasked = Batch(book).decide(["even", "neither"])
        assert [(row.route, row.layer) for row in unasked] == [("EVEN", "rules"), ("OTHER", "fallback")]
        assert server.requests == []
        labelling = Batch(book, label=True)
        request.addfinalizer(labelling.router.close)
        asked = labelling.decide(["even", "neither", "neither"])
        assert [row.route for row in asked] == ["EVEN", "ODD", "ODD"]
        assert asked[1].layer == "llm"
        assert len(server.requests) >= 1
        # From now on it fails: first rows say so, then it is not the rows' fault any more.
        server.replies = deque([ScriptedReply(status=503)])
        for word in ("apples", "pears", "plums", "figs", "dates", "limes", "grapes"):
            (row,) = labelling.decide([f"tell me of {word}"])
            assert row.route == "OTHER"
            assert (row.error or "").startswith("no verdict")
        with pytest.raises(ModelError, match=f"{MAX_CONSECUTIVE_FAILURES} consecutive rows failed"):
            labelling.decide(["none of them"])


class _Fixed(Batch):
    """Decides the same for all."""

    def decide(self, texts: object) -> list[DecisionColumns]:
        assert isinstance(texts, list)
        return [
            DecisionColumns("R", True, 1.0, "rules", None, "so")
            if isinstance(text, str)
            else DecisionColumns(error=text.reason)
            for text in texts
        ]
