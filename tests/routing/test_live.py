"""Change without a restart: edits on disk and through the API, refused ones, load, several workers."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import multiprocessing
import os
import re
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from fingerpost import Example, RoutebookError, Router, Rule
from fingerpost.routebook.load import load
from fingerpost.routing.live import LiveRouter, _rule_row
from fingerpost.routing.student.cache import load_or_fit
from fingerpost.routing.student.training import training_key
from fingerpost.runtime.lock import process_lock
from fingerpost.settings import Settings
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP

TOML = "".join(f'[[routes]]\nname = "{name}"\n\n' for name in SHOP)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    book = tmp_path / "shop"
    book.mkdir()
    (book / "routebook.toml").write_text(TOML, encoding="utf-8")
    rows = [{"text": text, "route": name, "lang": "en"} for name, texts in SHOP.items() for text in texts]
    (book / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return book


@pytest.fixture
def live(folder: Path, tmp_path: Path) -> Iterator[LiveRouter]:
    router = LiveRouter(folder, encoder=WordEncoder(), settings=Settings(cache=tmp_path / "cache"))
    yield router
    router.close()


def _add_rule(folder: Path, phrase: str) -> None:
    rule = f'\n[[rules]]\nname = "r-{phrase}"\nroute = "refund"\ncontains = ["{phrase}"]\n'
    # In one step: a watcher that looks meanwhile would find an empty file.
    (folder / "new.toml").write_text(TOML + rule, encoding="utf-8")
    (folder / "new.toml").replace(folder / "routebook.toml")


def test_an_edit_on_disk_is_taken_over(live: LiveRouter, folder: Path) -> None:
    assert live.route("hocus pocus").layer != "rules"
    assert live.reload() is False
    _add_rule(folder, "hocus pocus")
    assert live.reload() is True
    assert live.route("hocus pocus").signals == ("rule:r-hocus pocus",)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("routebook.toml", "[[routes]]\nname = ", "fix the TOML"),
        ("routebook.toml", TOML + '[[rules]]\nname = "x"\nroute = "nowhere"\ncontains = ["y"]\n', "no such route"),
        ("routebook.toml", "", "at least one route"),
        ("examples.jsonl", '{"text": "half a li', "not JSON"),
        ("examples.jsonl", '{"text": "a", "route": "refund"}\n{"text": "a", "route": "shipping"}\n', "keep one"),
        ("rules.jsonl", '{"name": "x", "route": "refund"}\n', "can never fire"),
    ],
)
def test_a_bad_edit_is_refused_with_its_reason_and_the_old_router_stays(
    live: LiveRouter, folder: Path, name: str, content: str, said: str
) -> None:
    before = live.router
    (folder / name).write_text(content, encoding="utf-8")
    with pytest.raises(RoutebookError, match=re.escape(said)):
        live.reload()
    assert live.router is before
    assert live.route("where is my parcel today").route == "shipping"


def test_a_folder_that_is_deleted_while_running_changes_nothing(live: LiveRouter, folder: Path) -> None:
    before = live.router
    shutil.rmtree(folder)
    with pytest.raises(RoutebookError, match="make the file readable"):
        live.reload()
    assert live.router is before
    assert live.route("where is my parcel today").route == "shipping"


def test_a_reload_without_any_examples_is_refused(live: LiveRouter, folder: Path) -> None:
    (folder / "examples.jsonl").unlink()
    with pytest.raises(RoutebookError, match="all are gone"):
        live.reload()
    assert live.route("where is my parcel today").route == "shipping"


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda live: live.add_examples([("where is it", "shipping")]), "give Example"),
        (lambda live: live.add_rule({"name": "x"}), "give Rule"),
        (lambda live: live.add_rule(Rule("x", "refund", contains="urgent")), "must be a list"),  # type: ignore[arg-type]
        (lambda live: live.add_rule(Rule("x", "refund", patterns=("a",))), "re.compile"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_example_or_rule_is_told_before_anything_is_written(
    live: LiveRouter, folder: Path, edit: Callable[[LiveRouter], None], said: str
) -> None:
    with pytest.raises(RoutebookError, match=said):
        edit(live)
    assert not (folder / "rules.jsonl").exists()


def test_a_watched_folder_is_followed_and_a_refused_edit_is_told_once(
    live: LiveRouter, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    live.watch(every=0.02)
    with caplog.at_level(logging.INFO, "fingerpost"):
        (folder / "new.toml").write_text("broken", encoding="utf-8")
        (folder / "new.toml").replace(folder / "routebook.toml")
        _wait_for(lambda: "refused" in caplog.text)
        time.sleep(0.3)
        _add_rule(folder, "abracadabra")
        _wait_for(lambda: live.route("abracadabra").layer == "rules")
    assert sum("refused" in record.getMessage() for record in caplog.records) == 1


def _wait_for(what: object, seconds: float = 20) -> None:
    assert callable(what)
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it never came"
        time.sleep(0.02)


def test_examples_are_added_changed_and_removed_live_and_on_disk(live: LiveRouter, folder: Path) -> None:
    new = [Example(f"sing me a song about {word}", "product") for word in ("love", "rain", "summer")]
    live.add_examples(new)
    assert live.route("sing me a song about home").route == "product"
    rows = [json.loads(line) for line in (folder / "examples.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 33
    assert rows[0]["lang"] == "en", "what others wrote into the file stays"
    live.add_examples([Example("Sing me a song about LOVE", "refund")])
    assert sum("song about" in e.text.lower() for e in live.router.routebook.examples) == 3
    live.remove_examples([example.text for example in new])
    assert len(live.router.routebook.examples) == 30
    again = LiveRouter(folder, encoder=WordEncoder(), settings=live.router.settings)
    assert again.router.routebook.examples == live.router.routebook.examples
    assert live.reload() is False


def test_rules_are_added_and_removed_live_and_on_disk(live: LiveRouter, folder: Path) -> None:
    pattern = re.compile(r"\bsesame\b")
    live.add_rule(
        Rule("open", "refund", contains=("open up",), patterns=(pattern,), unless=frozenset({"not"}), note="n")
    )
    assert live.route("please open up").signals == ("rule:open",)
    assert live.route("say sesame").signals == ("rule:open",)
    assert live.route("do not say sesame").signals == ()
    assert json.loads((folder / "rules.jsonl").read_text(encoding="utf-8"))["patterns"] == [r"\bsesame\b"]
    again = LiveRouter(folder, encoder=WordEncoder(), settings=live.router.settings)
    assert again.route("say sesame").signals == ("rule:open",)
    live.remove_rule("open")
    assert live.route("please open up").signals == ()


def test_a_bad_edit_through_the_api_never_reaches_the_disk(live: LiveRouter, folder: Path) -> None:
    before = {file.name: file.read_bytes() for file in folder.glob("*.*l")}
    with pytest.raises(RoutebookError, match="no such route"):
        live.add_examples([Example("x y z", "nowhere")])
    with pytest.raises(RoutebookError, match="no such route"):
        live.add_rule(Rule("x", "nowhere", contains=("y",)))
    with pytest.raises(RoutebookError, match="changes nothing"):
        live.remove_examples(["never there"])
    with pytest.raises(RoutebookError, match="changes nothing"):
        live.remove_rule("never there")
    assert {file.name: file.read_bytes() for file in folder.glob("*.*l")} == before


def test_a_full_disk_refuses_the_edit_and_keeps_the_file(
    live: LiveRouter, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, router = (folder / "examples.jsonl").read_bytes(), live.router

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RoutebookError, match="No space left"):
        live.add_examples([Example("x y z", "refund")])
    assert (folder / "examples.jsonl").read_bytes() == before
    assert live.router is router
    assert [file.name for file in folder.iterdir() if "examples" in file.name] == ["examples.jsonl"]


def test_a_request_ends_on_the_router_it_began_with(live: LiveRouter, folder: Path) -> None:
    async def work() -> tuple[str | None, str | None]:
        # The encoder is held back, so that the swap comes in the middle of the request.
        with live.router.batcher._busy:
            task = asyncio.create_task(live.aroute("where is my parcel today"))
            await asyncio.sleep(0.05)
            _add_rule(folder, "where is my parcel")
            swap = threading.Thread(target=_swap_aside, args=(live, folder))
            swap.start()
            await asyncio.sleep(0.05)
        first = (await task).layer
        swap.join()
        return first, (await live.aroute("where is my parcel today")).layer

    assert asyncio.run(work()) == ("student", "rules")


def _swap_aside(live: LiveRouter, folder: Path) -> None:
    from fingerpost.routebook.load import read_folder

    live._swap(live.router.rebuilt(read_folder(folder)))


@pytest.mark.slow
def test_a_hundred_reloads_under_load_leave_no_error_and_no_router_behind(live: LiveRouter, folder: Path) -> None:
    faults: list[BaseException] = []
    done = threading.Event()

    def load() -> None:
        texts = ["where is my parcel", "refund my order", "is the lamp heavy", "abracadabra"]
        i = 0
        while not done.is_set():
            i += 1
            try:
                assert live.route(f"{texts[i % 4]} {i % 50}").route is not None or i % 4 == 3
            except BaseException as fault:  # noqa: BLE001 - whatever it is, the test reports it
                faults.append(fault)

    threads = [threading.Thread(target=load) for _ in range(3)]
    for thread in threads:
        thread.start()
    old = []
    for i in range(100):
        old.append(weakref.ref(live.router))
        _add_rule(folder, f"abracadabra {i}")
        assert live.reload()
    done.set()
    for thread in threads:
        thread.join()
    assert faults == []
    gc.collect()
    assert sum(ref() is not None for ref in old) <= 1
    assert threading.active_count() < 20


def _fit_in_a_process(folder: str, cache: str, ready: object, out: object) -> None:
    from fingerpost.routing.student import cache as module

    fitted = []
    honest = vars(module)["fit"]

    def counting(*arguments: object, **named: object) -> object:
        fitted.append(1)
        time.sleep(0.5)
        result: object = honest(*arguments, **named)
        return result

    vars(module)["fit"] = counting
    ready.wait()  # type: ignore[attr-defined]
    Router.from_routebook(folder, encoder=WordEncoder(), settings=Settings(cache=Path(cache))).warm()
    out.put(len(fitted))  # type: ignore[attr-defined]


@pytest.mark.slow
def test_several_workers_do_not_train_at_once(folder: Path, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ready, out = context.Barrier(3), context.Queue()
    workers = [
        context.Process(target=_fit_in_a_process, args=(str(folder), str(tmp_path / "shared"), ready, out))
        for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    counts = [out.get(timeout=90) for _ in workers]
    for worker in workers:
        worker.join()
    assert sorted(counts) == [0, 0, 1]


def test_training_waits_only_for_the_same_classifier_and_tells_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("fingerpost.routing.student.cache.SLOW", 0.05)
    cache, encoder, book = tmp_path / "cache", WordEncoder(), load(folder)
    key = training_key(book.examples, encoder.fingerprint, book.thresholds.accept_error, book.out_of_scope)
    with process_lock(cache / "fitting" / f"{key}.lock"):
        other = replace(book, examples=(*book.examples, Example("one more about shoes", "product")))
        fitting = threading.Thread(target=load_or_fit, args=(other, encoder, cache))
        fitting.start()
        fitting.join(60)
        assert not fitting.is_alive()
        assert "waiting for another process" not in caplog.text
        waiting = threading.Thread(target=load_or_fit, args=(book, encoder, cache))
        waiting.start()
        waiting.join(0.5)
        assert waiting.is_alive()
        assert f"waiting for another process that trains a classifier for {book.name}" in caplog.text
    waiting.join(60)
    assert not waiting.is_alive()
    assert list((cache / "fitting").iterdir()) == []


def test_a_read_only_cache_only_costs_the_fitting(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "a file, not a folder"
    cache.write_text("x", encoding="utf-8")
    router = Router.from_routebook(folder, encoder=WordEncoder(), settings=Settings(cache=cache)).warm()
    assert router.route("where is my parcel today").route == "shipping"


@pytest.mark.slow
def test_the_cache_keeps_the_newest_students_only(
    live: LiveRouter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fingerpost.routing.student.cache.MAX_STUDENTS", 3)
    for i in range(6):
        live.add_examples([Example(f"tell me about model {i}", "product")])
    assert len(list((tmp_path / "cache" / "students").iterdir())) == 3


def test_a_rule_is_written_with_everything_that_it_says() -> None:
    rule = Rule("x", "refund", contains=("urgent",), patterns=(re.compile("now"),),
                requires=re.compile("n"), unless=frozenset({"later"}),
                unless_patterns=(re.compile("not now"),), again=True,
                objects_to=frozenset({"shipping"}), note="a note", contract="RC-02", addressed=True)  # fmt: skip
    row = _rule_row(rule)
    assert set(row) == {field.name for field in fields(Rule)}
    assert (row["addressed"], row["again"]) == (True, True)
    assert _rule_row(Rule("x", "refund", contains=("urgent",))) == {
        "name": "x",
        "route": "refund",
        "contains": ["urgent"],
    }
