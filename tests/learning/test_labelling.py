"""Labels from the teacher: asked over the wire of a server on loopback, kept row by row, and taken up again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Message, Route, Router
from fingerpost.errors import RoutebookError, RowsError, SettingsError
from fingerpost.evaluation.rows import read_labelled
from fingerpost.learning import labelling
from fingerpost.learning.collect import BREAKS_CONTRACT, MISSING_CONTEXT
from fingerpost.learning.label_contract import LabelContract
from fingerpost.learning.labelling import ALREADY_LABELLED, OUT_OF_CALLS, TEACHER_DOWN, UNUSABLE, label_messages
from fingerpost.routebook.load import load, read_examples
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from tests.conftest import SHOP

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")

ROUTES = [Route(name, examples=examples) for name, examples in SHOP.items()]
TEXTS = ["my parcel did not come", "a jacket of wool", "money back please", "lamp in red", "late courier", "blue shoes"]
MESSAGES = [Message(text) for text in TEXTS]
DOWN = ScriptedReply(status=500)


def says(route: str) -> ScriptedReply:
    return ScriptedReply(arguments=json.dumps({"route": route}))


def at(server: ScriptedServer) -> Router:
    slots = {"classifier": Slot(server.url, "tiny")}
    return Router(ROUTES, encoder=WordEncoder(), settings=Settings(cache=None, slots=slots, llm_timeout=5.0))


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer([says("shipping")]) as started:
        yield started


@pytest.fixture
def router(server: ScriptedServer) -> Iterator[Router]:
    built = at(server)
    yield built
    built.close()


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "labels.jsonl"


def rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def test_every_message_gets_the_teachers_label(router: Router, server: ScriptedServer, out: Path) -> None:
    server.replies.extend([says("product"), says("refund")])
    done = label_messages(router, MESSAGES[:3], out)
    assert (done.labelled, done.calls, done.left_out, done.fault) == (3, 3, {}, None)
    assert [(row["text"], row["route"]) for row in rows(out)] == list(zip(TEXTS, ["shipping", "product", "refund"], strict=False))  # fmt: skip
    assert {row["source"] for row in rows(out)} == {"teacher"}
    assert [example.route for example in read_labelled(out)] == ["shipping", "product", "refund"]
    assert len(read_examples(out)) == 3, "they stand as examples of a routebook too"


def test_it_is_asked_as_the_router_asks_and_not_told_what_the_student_thinks(
    router: Router, server: ScriptedServer, out: Path
) -> None:
    label_messages(router, [Message("has my parcel been lost")], out)
    [asked] = server.requests
    system, *shots, question = asked["messages"]
    assert all(f"- {name}" in system["content"] for name in SHOP)
    assert len(shots) == 8, "the four nearest examples with their labels"
    assert "has my parcel been lost" in question["content"]
    offered = asked["tools"][0]["function"]["parameters"]["properties"]["route"]["enum"]
    assert offered == [*SHOP, "NONE"], "in the order of the routebook, and not in that of the student"


def test_a_label_of_none_is_out_of_scope_as_train_reads_it(router: Router, server: ScriptedServer, out: Path) -> None:
    server.replies[0] = says("NONE")
    label_messages(router, MESSAGES[:1], out)
    assert rows(out)[0]["route"] == "oos"


def test_what_is_labelled_is_not_asked_again(router: Router, server: ScriptedServer, out: Path) -> None:
    label_messages(router, MESSAGES[:2], out)
    before = out.read_bytes()
    done = label_messages(router, [*MESSAGES[:3], MESSAGES[2]], out)
    assert (done.labelled, done.left_out) == (1, {ALREADY_LABELLED: 3})
    assert len(server.requests) == 3
    assert out.read_bytes().startswith(before)


def test_no_more_calls_are_made_than_allowed(router: Router, server: ScriptedServer, out: Path) -> None:
    done = label_messages(router, MESSAGES, out, max_calls=4)
    assert (done.labelled, done.calls, done.left_out) == (4, 4, {OUT_OF_CALLS: 2})
    assert len(server.requests) == 4
    done = label_messages(router, MESSAGES, out, max_calls=4)
    assert (done.labelled, done.left_out) == (2, {ALREADY_LABELLED: 4})
    assert [row["text"] for row in rows(out)] == TEXTS


def test_a_teacher_that_goes_down_half_way_ends_it_with_what_was_done(
    router: Router, server: ScriptedServer, out: Path
) -> None:
    server.replies.extend([says("product"), DOWN])
    done = label_messages(router, MESSAGES, out)
    assert done.labelled == 2
    assert done.fault is not None
    assert done.left_out == {UNUSABLE: labelling.MAX_CONSECUTIVE_FAILURES, TEACHER_DOWN: 1}
    asked = len(server.requests)
    assert asked <= 2 + 3 * labelling.MAX_CONSECUTIVE_FAILURES, "it is left alone"
    server.replies.clear()
    server.replies.append(says("refund"))
    other = at(server)
    done = label_messages(other, MESSAGES, out)
    other.close()
    assert (done.labelled, done.fault) == (4, None)
    assert [row["text"] for row in rows(out)] == TEXTS


def test_a_server_that_is_gone_ends_it(out: Path) -> None:
    with ScriptedServer([says("refund")]) as server:
        router = at(server)
        assert label_messages(router, MESSAGES[:1], out).labelled == 1
        router.close()
    router = at(server)
    done = label_messages(router, MESSAGES, out)
    router.close()
    assert done.fault is not None
    assert (done.labelled, done.left_out[ALREADY_LABELLED], len(rows(out))) == (0, 1, 1)


def test_without_patience_a_dead_teacher_is_asked_for_every_row(
    router: Router, server: ScriptedServer, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labelling, "MAX_CONSECUTIVE_FAILURES", 10**6)
    server.replies[0] = DOWN
    done = label_messages(router, MESSAGES, out)
    assert (done.fault, done.left_out) == (None, {UNUSABLE: 6}), "the check above would fail"


def test_one_answer_that_cannot_be_used_costs_one_row(router: Router, server: ScriptedServer, out: Path) -> None:
    nonsense = ScriptedReply(arguments='{"route": "the moon"}')
    server.replies.extend([nonsense, says("product")])
    done = label_messages(router, MESSAGES[:3], out)
    assert (done.labelled, done.left_out, done.fault) == (2, {UNUSABLE: 1}, None)


def test_what_leans_on_what_is_not_given_is_not_asked(router: Router, server: ScriptedServer, out: Path) -> None:
    given = Message("and in blue?", intent_history=[("product", "do you have red shoes")])
    done = label_messages(router, [Message("and in blue?"), given, Message("  ")], out)
    assert (done.labelled, done.left_out[MISSING_CONTEXT], done.left_out.total()) == (1, 1, 2)
    [row] = rows(out)
    assert (row["text"], row["after"]) == ("and in blue?", "product")
    assert "do you have red shoes" in server.requests[0]["messages"][-1]["content"]
    assert label_messages(router, [given], out).left_out == {ALREADY_LABELLED: 1}


# A killed run, and files that are none of ours.


@pytest.mark.parametrize("torn", ['{"text": "money b', "{", '{"text": "ação'.encode()[:-1].decode("latin-1")])
def test_half_a_line_of_a_killed_run_is_taken_off(router: Router, out: Path, torn: str) -> None:
    label_messages(router, MESSAGES[:1], out)
    with out.open("ab") as file:
        file.write(torn.encode("latin-1"))
    done = label_messages(router, MESSAGES[:2], out)
    assert (done.labelled, done.left_out) == (1, {ALREADY_LABELLED: 1})
    assert [row["text"] for row in rows(out)] == TEXTS[:2]


def test_a_whole_last_line_without_its_end_is_kept(router: Router, out: Path) -> None:
    out.write_text(json.dumps({"text": TEXTS[0], "route": "refund"}), encoding="utf-8")
    label_messages(router, MESSAGES[:2], out)
    assert [row["route"] for row in rows(out)] == ["refund", "shipping"]


def test_without_mending_a_killed_run_could_not_go_on(
    router: Router, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out.write_text('{"text": "money b', encoding="utf-8")
    monkeypatch.setattr(Path, "exists", lambda _: False)
    label_messages(router, MESSAGES[:1], out)
    monkeypatch.undo()
    with pytest.raises(RoutebookError, match="not JSON"):
        read_examples(out)


@pytest.mark.parametrize("content", ['{"hello": "world"}\n', '{"text": 7, "route": "refund"}\n'])
def test_a_file_of_something_else_is_left_as_it_is(router: Router, server: ScriptedServer, out: Path, content: str) -> None:  # fmt: skip
    out.write_text(content, encoding="utf-8")
    with pytest.raises(RowsError, match="is not a labelled row"):
        label_messages(router, MESSAGES, out)
    assert out.read_text(encoding="utf-8") == content
    assert server.requests == []


@pytest.mark.parametrize(
    "content",
    [
        "a note\nof two lines, the last without its end",
        "one line alone",
        '{"text": "a message", "expected": "refund"}',
        '{"text": "a", "route": "refund"}\n{"text": "b", "expected": "refund"}\n{"text": "mon',
        '{"text": "a", "route": "refund"}\n# what I think of it',
        '{\n "text": "a"\n}',
        "\x89PNG\r\n\x1a\n\x00\x00",
    ],
)
def test_nothing_is_cut_off_a_file_that_is_none_of_ours(router: Router, out: Path, content: str) -> None:
    """Its name may have been given by mistake: it is refused as it is."""
    out.write_bytes(content.encode("latin-1"))
    with pytest.raises(RowsError, match="is not a labelled row: name a new file"):
        label_messages(router, MESSAGES, out)
    assert out.read_bytes() == content.encode("latin-1")


def test_half_a_line_is_taken_off_where_it_is_all_that_a_killed_run_left(router: Router, out: Path) -> None:
    out.write_text('{"text": "money b', encoding="utf-8")
    assert label_messages(router, MESSAGES[:1], out).labelled == 1
    assert [row["text"] for row in rows(out)] == TEXTS[:1]


def test_a_place_that_cannot_be_written_is_told(router: Router, tmp_path: Path) -> None:
    with pytest.raises(RowsError, match="cannot be written"):
        label_messages(router, MESSAGES, tmp_path / "nowhere" / "labels.jsonl")


def test_without_a_model_there_is_nobody_to_ask(out: Path) -> None:
    with pytest.raises(SettingsError, match="none is configured: set OLLAMA_URL"):
        label_messages(Router(ROUTES, encoder=WordEncoder(), settings=Settings(cache=None)), MESSAGES, out)


def test_half_a_character_is_written_all_the_same(router: Router, out: Path) -> None:
    assert label_messages(router, [Message("money \ud83d back")], out).labelled == 1
    assert label_messages(router, [Message("money \ud83d back")], out).left_out == {ALREADY_LABELLED: 1}


def test_a_label_that_breaks_the_contract_is_not_kept(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = Message("You have used 90% of your plan, what does that mean")
    book = replace(load("avap"), examples=())
    with ScriptedServer([says("RETRIEVAL")]) as server:
        settings = Settings(cache=None, slots={"classifier": Slot(server.url, "tiny")}, llm_timeout=5.0)
        router = Router.from_routebook(book, encoder=WordEncoder(), settings=settings)
        told = label_messages(router, [figures, Message("what does addVar do with a name")], out)
        assert told.left_out == {BREAKS_CONTRACT: 1}
        assert [row["text"] for row in rows(out)] == ["what does addVar do with a name"]
        # The saboteur: without the check it is kept.
        monkeypatch.setattr(LabelContract, "is_broken_by", lambda *_, **__: False)
        assert label_messages(router, [figures], out).labelled == 1
        router.close()
