"""`ask`, `chat`, `graph`, `rag` and what `doctor` says of documents and parser, as a person runs them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from fingerpost import Message
from fingerpost.answering.assistant import Assistant
from fingerpost.answering.progress import Progress
from fingerpost.cli.ask import ChatSession, _stream_answer
from fingerpost.testing import ScriptedReply, ScriptedServer
from tests.cli.command import Done, command

pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")

BAD = '```avap\naddParam("p", p)\ngetSHA256(p, h)\n```'


def _run(*words: str, given: str = "", **environment: str) -> Done:
    return command(*words, stdin=given, env={**os.environ, **environment})


def _run_apart(*words: str, given: str = "", **environment: str) -> Done:
    """Run it in a process of its own."""
    return command(*words, stdin=given, env={**os.environ, **environment}, process=True)


def _model(server: ScriptedServer) -> dict[str, str]:
    return {"OPENAI_BASE_URL": server.url, "OPENAI_MODEL_NAME": "big"}


def test_ask_shows_the_decision_the_answer_and_where_it_stands() -> None:
    done = _run("ask", "what does addVar do?")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("RETRIEVAL: ")
    assert lines[1].startswith("No language model is set")
    assert any(line.startswith("> — [1] commands/addVar.md › ") for line in lines)


@pytest.mark.parametrize("terminal", [True, False])
def test_steps_that_take_a_while_are_told_on_standard_error_of_a_terminal(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Slow:
        async def stream(self, *_: object, **__: object) -> AsyncIterator[object]:
            yield Progress("searching")
            yield "An answer."

    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    session = ChatSession("s", None, None)
    asyncio.run(_stream_answer(cast("Assistant", Slow()), Message("x"), session, "r"))
    told = capsys.readouterr()
    assert told.out == "An answer."
    assert ("searching …" in told.err) == terminal


def test_ask_reads_standard_input_files_and_context(tmp_path: Path) -> None:
    editor, note = tmp_path / "open.avap", tmp_path / "note.txt"
    editor.write_text('encodeSHA256("x", h)\n', encoding="utf-8")
    note.write_text("the invoice was paid on 3 May", encoding="utf-8")
    with ScriptedServer([ScriptedReply("as you see")]) as server:
        done = _run("ask", "-", "--editor", str(editor), "--selection", 'encodeSHA256("x", h)', "--attach", str(note),
                    "--json", given="explain this", **_model(server))  # fmt: skip
        assert done.returncode == 0, done.stderr
        sent = server.requests[-1]["messages"][-1]["content"]
    answer = json.loads(done.stdout)
    assert answer["text"] == "as you see"
    assert answer["decision"]["qualifier"] == "EDITOR"
    assert "<selection>" in sent
    assert "the invoice was paid on 3 May" in sent


def test_code_that_failed_says_so_in_the_terminal() -> None:
    with ScriptedServer([ScriptedReply(BAD)]) as server:
        done = _run_apart("ask", "write an endpoint that hashes a parameter", **_model(server))
    assert done.returncode == 0, done.stderr
    assert "getSHA256(p, h)" in done.stdout
    assert "This code failed the parser, here is where:\nLine 2: unknown command 'getSHA256'" in done.stdout


def test_code_is_checked_in_process_while_the_parser_service_is_down() -> None:
    with ScriptedServer([ScriptedReply(BAD)]) as server:
        parser = {"AVAP_PARSER_URL": "grpc://127.0.0.1:9", "AVAP_PARSER_TIMEOUT": "0.5"}
        said = "write an endpoint that hashes a parameter\nthanks a lot!\n\n"
        done = _run("chat", given=said, **_model(server), **parser)
    assert done.returncode == 0, done.stderr
    assert "getSHA256(p, h)" in done.stdout
    assert "Not checked" not in done.stdout
    assert "CONVERSATIONAL: " in done.stdout


def test_a_chat_goes_on_after_a_model_that_failed() -> None:
    with ScriptedServer([ScriptedReply(status=500), ScriptedReply("here again")]) as server:
        done = _run_apart("chat", given="thanks a lot!\nhello, good morning\n\n", **_model(server))
    assert done.returncode == 0, done.stderr
    assert "You are welcome!" in done.stdout, "a fixed sentence takes the place of the model"
    assert "here again" in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ask", " "), "the message is empty"),
        (("ask", "hi", "--attach", "nowhere.txt"), "nowhere.txt: cannot be read"),
        (("ask", "hi", "--declared", "NOWHERE"), "NOWHERE"),
        (("ask", "hi", "--routebook", "nowhere"), "no installed routebook"),
        (("rag", "--golden", "nowhere.jsonl"), "nowhere.jsonl"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(words: tuple[str, ...], says: str) -> None:
    done = _run(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("my parcel never came", "Delivery takes three days."),
        ("¿dónde está el paquete TRK-1234567?", "Aquí ves dónde está el paquete TRK-1234567: "),
        ("quero meu dinheiro de volta", "Você pode devolver qualquer artigo em 30 dias"),
        ("hello", "I am here for refunds, parcels and our products."),
    ],
)
def test_a_new_routebook_answers(tmp_path: Path, text: str, said: str) -> None:
    assert _run("new", str(tmp_path / "shop")).returncode == 0
    done = _run("ask", text, "--routebook", str(tmp_path / "shop"))
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith(said)


def test_a_route_that_is_validated_needs_a_language(tmp_path: Path) -> None:
    assert _run("new", str(tmp_path / "shop")).returncode == 0
    book = tmp_path / "shop" / "routebook.toml"
    text = book.read_text(encoding="utf-8").replace('name = "product"', 'name = "product"\nvalidation = "code"')
    assert 'validation = "code"' in text
    book.write_text(text, encoding="utf-8")
    done = _run("ask", "hi", "--routebook", str(tmp_path / "shop"))
    assert (done.returncode, "code_language" in done.stderr) == (2, True), done.stderr


def test_rag_prints_figures_by_language_and_writes_them(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "language": "en", "kind": "question", "message": "what does addVar do?", "pages": ["addVar"]},
        {"id": "b", "language": "es", "kind": "question", "message": "qué hace addParam?", "pages": ["addParam"]},
    ]
    golden = tmp_path / "golden.jsonl"
    golden.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    done = _run("rag", "--golden", str(golden), "--json", str(tmp_path / "out.json"))
    assert done.returncode == 0, done.stderr
    lines = [line.split("\t")[:3] for line in done.stdout.splitlines()]
    assert lines[:4] == [["rows", "count", "hit@8"], ["all", "2", "1.000"], ["en", "1", "1.000"], ["es", "1", "1.000"]]
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["hit_at_k"] == 1.0


def test_doctor_finds_a_parser_and_an_index_that_do_not_answer() -> None:
    done = _run("doctor", AVAP_PARSER_URL="grpc://127.0.0.1:9", ELASTICSEARCH_URL="http://127.0.0.1:9")
    assert done.returncode == 1
    found = {line.split("\t")[1]: line.split("\t")[0] for line in done.stdout.splitlines()[1:]}
    assert (found["parser"], found["documents"]) == ("FAULT", "FAULT")
    assert "fingerpost avap serve" in done.stdout


def test_an_answer_names_its_request_and_a_chat_takes_a_word_on_it(tmp_path: Path) -> None:
    store = {"DATABASE_URL": f"sqlite:///{tmp_path / 'talk.sqlite'}"}
    answer = json.loads(_run("ask", "what does addVar do?", "--json", **store).stdout)
    kept = _run("feedback", answer["request"], "--route", "code_generation", "--session", answer["session"], **store)
    assert kept.stdout == f"Saved: {answer['request']} should have been CODE_GENERATION\n", kept.stderr
    said = "/wrong PLATFORM\nwhat does addVar do?\n/wrong\n/wrong platform\n\n"
    talk = _run("chat", "--session", "s", given=said, **store)
    assert talk.returncode == 0, talk.stderr
    assert "/wrong corrects the last message of this chat, and there is none yet" in talk.stdout
    assert "route '' does not exist in avap; routes: RETRIEVAL" in talk.stdout
    assert "saved: it should have been PLATFORM" in talk.stdout
    listed = _run("history", "list", "--session", "s", **store).stdout.splitlines()
    assert [line.split("\t")[4:] for line in listed[1:]] == [["PLATFORM", "what does addVar do?"]]


# The second quotes two sections of one page, the later one under the short name of the page.
@pytest.mark.parametrize("text", ["what does addVar do?", "compare addVar and addResult and getSHA256"])
def test_a_source_is_listed_once(text: str) -> None:
    done = _run("ask", text)
    numbers = re.findall(r"^(?:> — )?\[(\d)\] ", done.stdout, flags=re.MULTILINE)
    assert numbers
    assert len(numbers) == len(set(numbers)), done.stdout


def test_a_chat_lists_its_commands() -> None:
    done = _run("chat", given="/help\n\n")
    assert done.returncode == 0
    assert "/wrong ROUTE  corrects the route of the last message\n/help " in done.stdout
    assert "student" not in done.stdout, "it is not routed"


def test_a_mistyped_command_of_a_chat_is_told_and_neither_routed_nor_stored(tmp_path: Path) -> None:
    store = {"DATABASE_URL": f"sqlite:///{tmp_path / 'talk.sqlite'}"}
    done = _run("chat", "--session", "s", given="/worng PLATFORM\n/path/to what does addVar do?\n\n", **store)
    assert "/worng is no command of the chat, and was not sent:\n/wrong ROUTE  corrects" in done.stdout
    listed = _run("history", "list", "--session", "s", **store).stdout.splitlines()
    assert [line.split("\t")[-1] for line in listed[1:]] == ["/path/to what does addVar do?"]


def test_a_chat_takes_a_closed_mini_app_up_again() -> None:
    said = "plan a trip to Kyoto\nadd Gion and Nara\ncancel\nsigamos con el viaje\n\n"
    done = _run("chat", "--routebook", "miniapps", given=said)
    assert done.returncode == 0, done.stderr
    assert "Seguimos donde estaba: Kyoto · 2 lugares." in done.stdout
    assert "2. Nara" in done.stdout.partition("Seguimos")[2]


def test_marks_of_direction_in_a_value_are_not_printed(tmp_path: Path) -> None:
    (tmp_path / "routebook.toml").write_text(
        '[[routes]]\nname = "order"\nreply = "Order {number} is here."\n'
        '[[rules]]\nname = "r"\nroute = "order"\npatterns = [\'order (?P<number>\\S+)\']\n',
        encoding="utf-8",
    )
    done = _run("ask", "--routebook", str(tmp_path), "order 12\u202e34")
    assert done.returncode == 0, done.stderr
    assert "Order 1234 is here." in done.stdout
    told = json.loads(_run("ask", "--routebook", str(tmp_path), "order 12\u202e34", "--json").stdout)
    assert told["text"] == "Order 1234 is here.", "rules read the text without invisible characters"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.usefixtures("heard_interrupts")
def test_an_interrupt_at_the_prompt_ends_the_chat(tmp_path: Path) -> None:
    """At once, and not with the line that is not typed any more."""
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/store.sqlite"}
    words = [sys.executable, "-m", "fingerpost", "chat", "--routebook", "avap"]
    with subprocess.Popen(
        words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as chat:
        os.close(theirs)
        shown = b""
        while b"\n> " not in shown.replace(b"\r", b""):
            assert select.select([ours], [], [], 120)[0], shown
            shown += os.read(ours, 4096)
        # As a terminal does: to all of them.
        os.killpg(chat.pid, signal.SIGINT)
        try:
            assert chat.wait(60) == 130
        finally:
            chat.kill()
            os.close(ours)
