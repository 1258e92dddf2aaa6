"""A published routebook, taken over: checked like a folder, refused where it is bad, and given back when withdrawn."""

from __future__ import annotations

import json
import logging
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Example, Rule
from fingerpost.answering.components import open_components
from fingerpost.answering.sessions import Sessions
from fingerpost.errors import ModelError, RoutebookError, StoreError
from fingerpost.learning import published_routebook as module
from fingerpost.learning.live_updates import LiveUpdater
from fingerpost.learning.published_routebook import read_published, served_routebook
from fingerpost.learning.train import train
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.observability.metrics import METRICS
from fingerpost.routebook import pack as packing
from fingerpost.routebook.load import files, find_folder, load, read_folder
from fingerpost.routebook.model import Routebook
from fingerpost.routebook.pack import MAX_PACKED_BYTES, digest_of, pack, unpack
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.routing.student.cache import is_current
from fingerpost.routing.student.serialization import pack as pack_student
from fingerpost.settings import SearchSettings, Settings
from fingerpost.stores import Store
from fingerpost.testing import WordEncoder
from tests.conftest import SHOP
from tests.learning.test_live_updates import key, until
from tests.learning.words import labelled, texts

TOML = "".join(f'[[routes]]\nname = "{name}"\n\n' for name in SHOP)
RULE = '[[rules]]\nname = "magic"\nroute = "refund"\ncontains = ["{}"]\n'


def write_book(folder: Path, *phrases: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    toml = TOML + "".join(RULE.format(phrase) for phrase in phrases)
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    rows = [{"text": text, "route": name} for name, words in SHOP.items() for text in words]
    (folder / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """The folder of a server."""
    return write_book(tmp_path / "server" / "shop")


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """The folder of whoever publishes, on another machine."""
    return write_book(tmp_path / "desk" / "shop")


@pytest.fixture
def live(own: Path, tmp_path: Path) -> Iterator[LiveRouter]:
    router = LiveRouter(own, encoder=WordEncoder(), settings=Settings(cache=tmp_path / "cache"))
    yield router
    router.close()


def publish(store: Store, folder: Path) -> int:
    content = pack(folder)
    return store.published.add(folder.name, digest_of(content), content)


def rule_of(live: LiveRouter, text: str) -> bool:
    return live.route(text).layer == "rules"


# Taken over


def test_a_published_edit_is_taken_over_and_so_is_the_next(
    live: LiveRouter, sessions: Sessions, desk: Path, own: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="fingerpost")
    updater = LiveUpdater(live, sessions)
    assert not rule_of(live, "hocus pocus")
    write_book(desk, "hocus pocus")
    publish(sessions.store, desk)
    assert updater.update() is True
    assert rule_of(live, "hocus pocus")
    assert updater.update() is False
    write_book(desk, "abracadabra")
    publish(sessions.store, desk)
    updater.update()
    assert rule_of(live, "abracadabra")
    assert not rule_of(live, "hocus pocus")
    assert "shop: version 2 is served" in caplog.text
    book = live.router.routebook
    assert (book.name, book.folder) == ("shop", own), (
        "documents and what else is not published are found where they were"
    )


def test_a_server_that_starts_begins_with_it(live: LiveRouter, sessions: Sessions, desk: Path) -> None:
    publish(sessions.store, write_book(desk, "hocus pocus"))
    LiveUpdater(live, sessions)
    assert rule_of(live, "hocus pocus")


def test_one_of_another_name_concerns_nobody(live: LiveRouter, sessions: Sessions, tmp_path: Path) -> None:
    publish(sessions.store, write_book(tmp_path / "desk" / "other", "hocus pocus"))
    before = live.router
    LiveUpdater(live, sessions)
    assert live.router is before


def test_withdrawn_the_folder_is_served_again_with_what_was_edited_meanwhile(
    live: LiveRouter, sessions: Sessions, desk: Path, own: Path
) -> None:
    updater = LiveUpdater(live, sessions)
    publish(sessions.store, write_book(desk, "hocus pocus"))
    updater.update()
    write_book(own, "abracadabra")
    sessions.store.published.withdraw("shop")
    updater.update()
    assert not rule_of(live, "hocus pocus")
    assert rule_of(live, "abracadabra")
    live.add_rule(Rule("late", "refund", contains=("simsalabim",)))
    assert rule_of(live, "simsalabim"), "edits count again"


def test_with_and_without_examples_in_turn(live: LiveRouter, sessions: Sessions, desk: Path) -> None:
    updater = LiveUpdater(live, sessions)
    (write_book(desk, "hocus pocus") / "examples.jsonl").unlink()
    publish(sessions.store, desk)
    updater.update()
    assert rule_of(live, "hocus pocus")
    assert live.router.routebook.examples == ()
    sessions.store.published.withdraw("shop")
    updater.update()
    assert live.route("where is my parcel").route == "shipping"


def test_a_folder_that_is_broken_when_it_is_its_turn_again_is_followed_from_there(
    live: LiveRouter, sessions: Sessions, desk: Path, own: Path, caplog: pytest.LogCaptureFixture
) -> None:
    updater = LiveUpdater(live, sessions)
    publish(sessions.store, write_book(desk, "hocus pocus"))
    updater.update()
    (own / "routebook.toml").write_text("[[routes]", encoding="utf-8")
    sessions.store.published.withdraw("shop")
    updater.update()
    assert rule_of(live, "hocus pocus"), "what was served before stays"
    assert "fix the TOML at that line" in caplog.text
    write_book(own, "abracadabra")
    assert live.reload() is True
    assert rule_of(live, "abracadabra")


# Edits of the server's own folder meanwhile


def test_local_edits_do_not_count_and_are_told_of_once(
    live: LiveRouter, sessions: Sessions, desk: Path, own: Path, caplog: pytest.LogCaptureFixture
) -> None:
    updater = LiveUpdater(live, sessions)
    publish(sessions.store, write_book(desk, "hocus pocus"))
    updater.update()
    served = live.router
    live.watch(every=0.01)
    write_book(own, "abracadabra, simsalabim")
    said = "the published version 1 is served; publish again to bring this edit to all"
    assert until(lambda: said in caplog.text)
    told = caplog.text.count(said)
    assert live.reload() is False
    assert caplog.text.count(said) == told
    assert live.router is served


@pytest.mark.parametrize(
    "edit",
    [
        lambda live: live.add_examples([Example("do you gift-wrap kettles", "product")]),
        lambda live: live.remove_examples(["where is my parcel"]),
        lambda live: live.add_rule(Rule("x", "refund", contains=("y",))),
        lambda live: live.remove_rule("x"),
    ],
)
def test_edits_through_the_api_are_refused_meanwhile(
    live: LiveRouter, sessions: Sessions, desk: Path, own: Path, edit: Callable[[LiveRouter], None]
) -> None:
    publish(sessions.store, write_book(desk, "hocus pocus"))
    LiveUpdater(live, sessions)
    before = pack(own)
    with pytest.raises(RoutebookError, match=r"the published version 1 is served .* then `fingerpost server publish`"):
        edit(live)
    assert pack(own) == before


# Which student serves


def test_a_champion_outlives_an_edit_of_the_rules_and_not_one_of_the_examples(
    live: LiveRouter, sessions: Sessions, desk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    book, store, encoder = live.router.routebook, sessions.store, live.router.batcher.encoder
    trained = train(book, labelled(texts()[:240], source="person"), encoder, None)
    number = store.students.add(book.name, trained.lineage, *pack_student(trained.student))
    store.students.set_serving(book.name, number, "better")
    store.students.set_serving(book.name, number, "to be looked at", "shadow")
    updater, taught = LiveUpdater(live, sessions), trained.student.key
    publish(store, write_book(desk, "hocus pocus"))
    updater.update()
    assert rule_of(live, "hocus pocus")
    assert key(live) == taught
    assert sessions.shadow is not None
    assert sessions.shadow.router.route("hocus pocus").layer == "rules", "the shadow goes by the new rules too"
    with (desk / "examples.jsonl").open("a", encoding="utf-8") as out:
        out.write('{"text": "do you gift-wrap kettles", "route": "product"}\n')
    publish(store, desk)
    updater.update()
    assert key(live) != taught
    assert sessions.shadow is None
    assert "was trained on other examples than the routebook has" in caplog.text
    store.published.withdraw("shop")
    updater.update()
    assert key(live) == taught, "its examples are served again"


def test_a_student_that_was_adopted_is_kept_through_an_edit_where_it_fits(live: LiveRouter, own: Path) -> None:
    """At once, and not from the next look on."""
    trained = train(live.router.routebook, labelled(texts()[:60], source="person"), live.router.batcher.encoder, None)
    live.adopt(trained.student)
    write_book(own, "hocus pocus")
    assert live.reload() is True
    assert rule_of(live, "hocus pocus")
    assert key(live) == trained.student.key
    with (own / "examples.jsonl").open("a", encoding="utf-8") as out:
        out.write('{"text": "do you gift-wrap kettles", "route": "product"}\n')
    assert live.reload() is True
    assert live.student is None
    assert key(live) != trained.student.key


def test_a_champion_that_was_lost_between_two_looks_is_taken_over_again(
    live: LiveRouter, sessions: Sessions, own: Path
) -> None:
    book, store = live.router.routebook, sessions.store
    trained = train(book, labelled(texts()[:240], source="person"), live.router.batcher.encoder, None)
    number = store.students.add(book.name, trained.lineage, *pack_student(trained.student))
    store.students.set_serving(book.name, number, "better")
    updater = LiveUpdater(live, sessions)
    live.add_examples([Example("do you gift-wrap kettles", "product")])
    assert live.student is None
    live.remove_examples(["do you gift-wrap kettles"])
    assert updater.update() is True
    assert key(live) == trained.student.key


def test_what_is_learned_is_made_on_top_of_what_is_served(sessions: Sessions, desk: Path, own: Path) -> None:
    book = load(own)
    assert served_routebook(sessions.store, book) is book
    publish(sessions.store, write_book(desk, "hocus pocus"))
    served = served_routebook(sessions.store, book)
    assert [rule.contains for rule in served.rules] == [("hocus pocus",)]
    assert (served.name, served.folder) == (book.name, book.folder)


# What is refused


BAD = {
    "no such route": json.dumps({"routebook.toml": TOML + RULE.replace("refund", "nowhere").format("x")}),
    "fix the TOML at that line": json.dumps({"routebook.toml": "[[routes]"}),
    "make the file readable": json.dumps({"examples.jsonl": ""}),
    "is damaged": "[1, 2",
    "files = [1, 2]": "[1, 2]",
    "is not text: publish it again": json.dumps({"routebook.toml": ["a"]}),
    "routebook.toml = 'half": json.dumps({"routebook.toml": "half \ud800"}),
    "../stranger.toml": json.dumps({"routebook.toml": TOML, "../stranger.toml": "x"}),
    "student/student.json": json.dumps({"routebook.toml": TOML, "student/student.json": "x"}),
}


@pytest.mark.parametrize("said", BAD)
def test_bad_content_is_refused_once_and_what_was_served_stays(
    live: LiveRouter, sessions: Sessions, desk: Path, caplog: pytest.LogCaptureFixture, said: str
) -> None:
    """Whoever writes into the database by themselves gets no further than whoever edits a folder."""
    updater = LiveUpdater(live, sessions)
    publish(sessions.store, write_book(desk, "hocus pocus"))
    updater.update()
    before, refused = live.router, METRICS.value("reloads", outcome="refused")
    sessions.store.published.add("shop", "sabotage", BAD[said])
    for _ in range(3):
        updater.update()
    assert live.router is before
    assert METRICS.value("reloads", outcome="refused") == refused + 1
    assert caplog.text.count("[published] refused") == 1
    assert said in caplog.text
    assert "shop, published version 2: " in caplog.text
    write_book(desk, "abracadabra")
    publish(sessions.store, desk)
    updater.update()
    assert rule_of(live, "abracadabra")


def test_without_the_check_of_names_a_file_would_lie_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is what keeps it inside: taken away, the same content leaves the folder."""
    content, inside = json.dumps({"routebook.toml": TOML, "../stranger.toml": "x"}), tmp_path / "inside"
    inside.mkdir()
    with pytest.raises(RoutebookError, match="not a file of a routebook: publish it again"):
        unpack(content, inside)
    assert list(inside.iterdir()) == [], "nothing is written before all names were checked"
    monkeypatch.setattr(packing, "KNOWN", re.compile(".*", re.DOTALL))
    unpack(content, inside)
    assert (tmp_path / "stranger.toml").exists()


@pytest.mark.parametrize(
    "name",
    ["/etc/passwd", "..", "../routebook.toml", "prompts/../routebook.toml", "prompts/a/b.md", "prompts\\a.md", "C:x.md",
     "prompts/C:x.md", "prompts/.md/../../x.md", "routebook.toml\n", "prompts/a.md\n", "prompts/a\0.md", "Routebook.toml",
     "student/student.json", "knowledge/a.md", "handler.py", "", "prompts/", "prompts/" + "é" * 61 + ".md",
     "../allowlist.json", "prompts/allowlist.json", "allowlist.json\n", "a.b.json", ".json", "é" * 61 + ".json"],
)  # fmt: skip
def test_unsafe_and_unknown_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RoutebookError, match="not a file of a routebook: publish it again"):
        unpack(json.dumps({"routebook.toml": TOML, name: "x"}), tmp_path)
    assert list(tmp_path.iterdir()) == []


@given(
    st.text(max_size=20).map(lambda text: f"prompts/{text}.md")
    | st.from_regex(r"[\w./-]{0,20}\.json", fullmatch=True)
    | st.text(max_size=20)
)
def test_whatever_name_passes_stays_inside(name: str) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "inside"
        folder.mkdir()
        toml = f"[extensions]\nextra = {json.dumps(name, ensure_ascii=False)}\n"
        try:
            unpack(json.dumps({"routebook.toml": toml, name: "x"}), folder)
        except RoutebookError:
            assert list(folder.iterdir()) == []
        else:
            assert (folder / name).resolve().is_relative_to(folder.resolve())
            assert (folder / name) in files(folder)
        assert list(Path(place).iterdir()) == [folder]


def test_what_passes_by_is_tried_again(
    live: LiveRouter, sessions: Sessions, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An encoder that is down, or a full disk, is no fault of what was published."""
    updater = LiveUpdater(live, sessions)
    publish(sessions.store, write_book(desk, "hocus pocus"))
    honest, faults = read_folder, [ModelError("the encoder is down"), OSError("no space left on device")]

    def fails(folder: Path) -> Routebook:
        if faults:
            raise faults.pop(0)
        return honest(folder)

    monkeypatch.setattr(module, "read_folder", fails)
    with pytest.raises(ModelError):
        updater.update()
    with pytest.raises(StoreError, match=r"cannot be unpacked: no space left on device: free space in"):
        updater.update()
    assert not rule_of(live, "hocus pocus")
    updater.update()
    assert rule_of(live, "hocus pocus")


def test_without_any_folder_for_temporary_files_it_is_one_clear_error(
    sessions: Sessions, desk: Path, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(sessions.store, desk)
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent-tmp")
    with pytest.raises(StoreError, match=r"^shop, published version 1, cannot be unpacked: .*another with TMPDIR$"):
        served_routebook(sessions.store, load(own))


def test_a_server_that_cannot_unpack_it_at_its_start_serves_its_own_folder_and_tries_again(
    live: LiveRouter, sessions: Sessions, desk: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    publish(sessions.store, write_book(desk, "hocus pocus"))
    with monkeypatch.context() as then:
        then.setattr(tempfile, "tempdir", "/nonexistent-tmp")
        updater = LiveUpdater(live, sessions)
        assert not rule_of(live, "hocus pocus")
        assert f"{live.folder} is served until this is fixed: shop, published version 1, cannot" in caplog.text
        with pytest.raises(StoreError, match="cannot be unpacked"):
            updater.update()
    updater.update()
    assert rule_of(live, "hocus pocus")


# What is packed


def test_all_that_is_read_is_packed_and_nothing_else(tmp_path: Path) -> None:
    folder = write_book(tmp_path / "shop", "ação")
    (folder / "prompts").mkdir()
    (folder / "prompts" / "classify.md").write_bytes("\ufeffDecide.\r\nSólo una.".encode())
    (folder / "rules.jsonl").write_text('{"name": "r", "route": "refund", "contains": ["x"]}\n', encoding="utf-8")
    with (folder / "routebook.toml").open("a", encoding="utf-8") as out:
        out.write('[extensions]\nschema = "allowlist.json"\n')
    (folder / "allowlist.json").write_text('{"orders": ["order_id"]}', encoding="utf-8")
    for name in ("knowledge/page.md", "student/student.json", "measures.toml", ".editing.lock", "prompts/notes.txt",
                 "undeclared.json"):  # fmt: skip
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("not published", encoding="utf-8")
    content = pack(folder)
    assert set(json.loads(content)) == {
        "routebook.toml", "examples.jsonl", "rules.jsonl", "allowlist.json", "prompts/classify.md"
    }  # fmt: skip
    book = read_published(content, 1, "shop", folder)
    assert book == load(folder)
    assert book.digest() == load(folder).digest()


def test_too_large_is_refused(tmp_path: Path) -> None:
    folder = write_book(tmp_path / "shop")
    (folder / "prompts").mkdir()
    (folder / "prompts" / "long.md").write_text("x" * MAX_PACKED_BYTES, encoding="utf-8")
    with pytest.raises(RoutebookError, match="more than the 20,000,000 bytes that can be published"):
        pack(folder)


def test_a_prompt_whose_name_others_would_refuse_is_told_here(tmp_path: Path) -> None:
    folder = write_book(tmp_path / "shop")
    (folder / "prompts").mkdir()
    (folder / "prompts" / "a;b.md").write_text("x", encoding="utf-8")
    with pytest.raises(RoutebookError, match=r"cannot be published: call a prompt NAME\.md"):
        pack(folder)


# Assistants with code of their own


@pytest.mark.slow
@pytest.mark.parametrize("name", ["avap", "agents", "miniapps"])
async def test_an_assistant_keeps_its_name_its_handlers_its_parser_and_its_student(name: str, tmp_path: Path) -> None:
    pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")
    settings = Settings(cache=tmp_path / "cache", search=SearchSettings(folder=tmp_path))
    folder = find_folder(name)
    here = load(name)
    there = read_published(pack(folder), 1, here.name, folder)
    assert (there.name, there.folder, there.digest()) == (here.name, here.folder, here.digest())
    assert [app.id for app in there.apps] == [app.id for app in here.apps]
    opened = [open_components(Router.from_routebook(book, settings=settings), settings) for book in (here, there)]
    handlers = [{handler: type(each) for handler, each in components.handlers.items()} for components in opened]
    parsers = [
        type(components.code_checker.validator) if components.code_checker is not None else None
        for components in opened
    ]
    assert handlers[0] == handlers[1]
    assert parsers[0] == parsers[1]
    assert bool(handlers[1]) == (name != "avap")
    assert (parsers[1] is not None) == (here.code_language is not None)
    assert is_current(there, EmbeddedEncoder(PLAIN).fingerprint), (
        "the student that comes with it need not be fitted again"
    )
    for components in opened:
        for handler in components.handlers.values():
            await handler.close()
        if components.code_checker is not None:
            await components.code_checker.validator.close()
        if components.retriever is not None:
            components.retriever.close()
