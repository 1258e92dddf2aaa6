"""Embedded encoders by name: their vectors, students and indexes are never mixed, and bad weights stop nothing else."""

from __future__ import annotations

import json
from contextvars import copy_context
from functools import cache, partial
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from fingerpost import Route, Router, Rule, Settings
from fingerpost.errors import EncoderError, SearchError, SettingsError, StudentError
from fingerpost.models import encoder as encoders
from fingerpost.models import weight_file
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Batcher, EmbeddedEncoder, reuse_vectors_in_task
from fingerpost.models.factory import document_batcher, embedded_encoder, open_encoder
from fingerpost.retrieval import factory as retrievers
from fingerpost.retrieval.index import sync
from fingerpost.retrieval.search import Retriever
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.routebook.check import build
from fingerpost.routebook.load import installed_routebooks, read_folder
from fingerpost.routing.evidence.supervisor import SUPERVISOR
from fingerpost.routing.student import serialization
from fingerpost.routing.student.cache import is_current
from fingerpost.routing.student.training import fit
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.testing import WordEncoder
from fingerpost.types import Example
from tests.conftest import SHOP

EXAMPLES = [Example(text, route) for route, texts in SHOP.items() for text in texts]


SEARCHED = """
fallback = "chat"

[[routes]]
name = "documents"
retrieval = true

[[routes]]
name = "chat"

[[clues]]
name = "when"
words = ["when"]

[[guards]]
name = "found"
to = "documents"
when = ["hits", "when"]
contradicts = true
"""


def named(name: str) -> EmbeddedEncoder:
    found = open_encoder(Settings.from_environment({"FINGERPOST_ENCODER": name}))
    assert isinstance(found, EmbeddedEncoder)
    return found


def test_the_setting_names_the_encoder() -> None:
    assert [named(name).name for name in EMBEDDED_ENCODERS] == list(EMBEDDED_ENCODERS)
    assert named("").name == EmbeddedEncoder().name == EMBEDDED_ENCODERS[0]
    with pytest.raises(SettingsError, match=r"FINGERPOST_ENCODER = 'best': give one of"):
        Settings.from_environment({"FINGERPOST_ENCODER": "best"})


def test_the_setting_goes_before_the_routebook_and_the_routebook_before_the_default() -> None:
    none, named_plain = Settings(cache=None), Settings(cache=None, embedded_encoder="plain")
    assert [embedded_encoder(none, name).name for name in (None, "plain", "tuned")] == ["tuned", "plain", "tuned"]
    assert [embedded_encoder(named_plain, name).name for name in (None, "plain", "tuned")] == ["plain"] * 3


def test_a_router_has_the_encoder_of_its_routebook() -> None:
    routes = [Route(name, examples=texts) for name, texts in SHOP.items()]
    for name in EMBEDDED_ENCODERS:
        router = Router.from_routebook(build("shop", routes, encoder=name), settings=Settings(cache=None))
        assert router.batcher.encoder.fingerprint == named(name).fingerprint


def test_an_edited_routebook_may_name_another_encoder() -> None:
    routes = [Route(name, examples=texts) for name, texts in SHOP.items()]
    book = build("shop", routes)
    router = Router.from_routebook(book, settings=Settings(cache=None))
    assert router.rebuilt(build("shop", routes[:2])).batcher is router.batcher
    edited = router.rebuilt(build("shop", routes, encoder="plain"))
    assert edited.batcher.encoder.fingerprint == named("plain").fingerprint
    assert edited.version != router.version
    given = Router.from_routebook(book, encoder=WordEncoder(), settings=Settings(cache=None))
    assert given.rebuilt(build("shop", routes, encoder="plain")).batcher is given.batcher


def test_documents_have_vectors_of_the_plain_encoder_whatever_the_messages_have() -> None:
    for name in EMBEDDED_ENCODERS:
        messages = Batcher(EmbeddedEncoder(name))
        assert document_batcher(messages).encoder.fingerprint == named("plain").fingerprint
    plain, others = Batcher(EmbeddedEncoder("plain")), Batcher(WordEncoder())
    assert (document_batcher(plain), document_batcher(others)) == (plain, others)


def test_a_task_keeps_the_vectors_of_both_apart() -> None:
    def both() -> tuple[bool, bool]:
        reuse_vectors_in_task()
        messages = Batcher(EmbeddedEncoder("tuned"))
        documents = document_batcher(messages)
        first, other = messages.encode("where is it, by both?"), documents.encode("where is it, by both?")
        return bool(np.array_equal(first, other)), messages.encode("where is it, by both?") is first

    assert copy_context().run(both) == (False, True)


@pytest.mark.parametrize("way", ["route", "aroute", "route_many"])
async def test_the_documents_of_a_tuned_router_are_searched_by_plain_vectors(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[np.ndarray] = []

    class Watched(Retriever):
        def top_similarities(self, vector: np.ndarray, count: int, timeout: float) -> list[float]:
            searched.append(vector)
            return super().top_similarities(vector, count, timeout)

    monkeypatch.setattr(retrievers, "Retriever", Watched)
    (tmp_path / "knowledge").mkdir()
    (tmp_path / "knowledge" / "refunds.md").write_text("# Refunds\n\nMoney is back in five days.\n", encoding="utf-8")
    (tmp_path / "routebook.toml").write_text(SEARCHED, encoding="utf-8")
    taught = [("when can we chat about money?", "chat"), ("hello there", "chat"), ("the rules on refunds", "documents")]
    rows = [json.dumps({"text": text, "route": route}) for text, route in taught]
    (tmp_path / "examples.jsonl").write_text("\n".join(rows), encoding="utf-8")
    router = Router.from_routebook(tmp_path, settings=Settings(cache=None))
    asked = "when is my money back?"
    try:
        if way == "route":
            decision = router.route(asked)
        else:
            decision = await router.aroute(asked) if way == "aroute" else router.route_many([asked])[0]
        index = router.documents.open(router.routebook).index
        assert index.encoder() == named("plain").fingerprint != router.batcher.encoder.fingerprint
        assert np.allclose(searched, named("plain").encode([asked]), atol=1e-6)
        assert (decision.route, decision.layer) == ("documents", SUPERVISOR)
    finally:
        router.close()


def test_a_model_server_is_used_whatever_the_name() -> None:
    pytest.importorskip("openai", reason="models need the extra fingerpost[llm]")
    settings = Settings.from_environment(
        {"OPENAI_BASE_URL": "http://127.0.0.1:1", "OPENAI_EMB_MODEL_NAME": "m", "FINGERPOST_ENCODER": "tuned"}
    )
    assert open_encoder(settings).fingerprint == "remote-m"


def test_names_have_vectors_and_fingerprints_of_their_own() -> None:
    plain, tuned = named("plain"), named("tuned")
    sheet = weight_file.read_sheet("tuned")
    assert plain.fingerprint == f"usem3-{sheet.table}"
    assert tuned.fingerprint == f"tuned-{sheet.sha256[:12]}-usem3-{sheet.table}"
    assert np.abs(plain.encode(["where is it?"]) - tuned.encode(["where is it?"])).max() > 0.01


def test_the_embedding_cache_keeps_them_apart(tmp_path: Path) -> None:
    for name in EMBEDDED_ENCODERS:
        encode_cached(named(name), ["where is it?"], tmp_path)
    for name in EMBEDDED_ENCODERS:
        again = encode_cached(named(name), ["where is it?"], tmp_path)
        assert np.array_equal(again, named(name).encode(["where is it?"]))


def test_a_student_of_one_is_refused_by_the_other(tmp_path: Path) -> None:
    serialization.save(fit(EXAMPLES, named("plain")), tmp_path)
    with pytest.raises(StudentError, match="fitted on vectors of usem3-"):
        serialization.load(tmp_path, named("tuned").fingerprint)
    # The fingerprint is what keeps them apart: an encoder that gives another's is believed.
    liar = named("tuned")
    liar.fingerprint = named("plain").fingerprint
    assert serialization.load(tmp_path, liar.fingerprint).encoder == named("plain").fingerprint


def test_a_shipped_student_belongs_to_one_of_them() -> None:
    for folder in installed_routebooks().values():
        book = read_folder(folder)
        assert sum(is_current(book, named(name).fingerprint) for name in EMBEDDED_ENCODERS) == 1


def test_an_index_of_one_is_not_searched_with_vectors_of_the_other(tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "refunds.md").write_text("# Refunds\n\nMoney comes back in five days.\n", encoding="utf-8")
    index = SqliteIndex(tmp_path / "index.sqlite")
    sync(index, named("plain"), documents, "test")
    query = named("tuned").encode(["when do I get my money back?"])[0]
    until = monotonic() + 60
    with pytest.raises(SearchError, match="usem3-"):
        index.by_vector(query, named("tuned").fingerprint, 3, until)
    sync(index, named("tuned"), documents, "test")
    assert index.by_vector(query, named("tuned").fingerprint, 3, until)
    index.close()


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Weights with one wrong byte, which is found only when they are loaded; nothing is loaded yet."""
    for file in weight_file.FOLDER.glob("tuned.*"):
        content = bytearray(file.read_bytes())
        if file.suffix == ".npz":
            content[5000] ^= 1
        (tmp_path / file.name).write_bytes(content)
    monkeypatch.setattr(weight_file, "read_weights", partial(weight_file.read_weights, folder=tmp_path))
    # A cache of its own: a thread of an earlier test may be about to fill the other one.
    monkeypatch.setattr(encoders, "_embedded_model", cache(encoders._embedded_model.__wrapped__))
    return tmp_path


def test_without_weights_rules_decide_and_the_rest_falls_back_with_the_reason(damaged: Path) -> None:
    # Texts of no other test, whose vectors are known already.
    routes = [Route(name, examples=[f"{text}, damaged" for text in texts]) for name, texts in SHOP.items()]
    first = routes[0].name
    router = Router(
        routes,
        rules=[Rule("stop", first, contains=("stop right here",))],
        fallback=first,
        settings=Settings(cache=None, embedded_encoder="tuned"),
    )
    assert router.route("stop right here").layer == "rules"
    undecided = router.route("something that no rule knows about")
    assert not undecided.accepted
    assert any(str(damaged / "tuned.npz") in step.said for step in undecided.trail)
    with pytest.raises(EncoderError, match="FINGERPOST_ENCODER=plain"):
        router.warm()


def test_what_is_loaded_goes_on_when_its_file_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = EmbeddedEncoder("tuned").encode(["a text before"])
    monkeypatch.setattr(weight_file, "read_weights", partial(weight_file.read_weights, folder=tmp_path))
    assert np.array_equal(EmbeddedEncoder("tuned").encode(["a text before"]), before)
    assert EmbeddedEncoder("tuned").encode(["a text after that"]).shape == (1, 512)


@pytest.mark.parametrize(("given", "named"), [("plain", "plain"), ("tuned", "tuned"), ("", "tuned"), (7, "tuned")])
def test_a_name_for_an_encoder_says_what_to_pass(given: object, named: str, tmp_path: Path) -> None:
    book = build("shop", [Route(name) for name in SHOP], examples=EXAMPLES)
    said = rf"encoder={given!r} must be an object.*EmbeddedEncoder\('{named}'\).*embedded_encoder='{named}'"
    with pytest.raises(TypeError, match=said):
        Router(book.routes, encoder=given, settings=Settings(cache=None))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=said):
        Router.from_routebook(book, encoder=given, settings=Settings(cache=None))  # type: ignore[arg-type]
    (tmp_path / "student.json").touch()
    with pytest.raises(TypeError, match=said):
        Router.from_routebook(tmp_path, encoder=given, settings=Settings(cache=None))  # type: ignore[arg-type]


def test_a_class_for_an_encoder_says_what_to_pass() -> None:
    with pytest.raises(TypeError, match="must be an object with `encode` and `fingerprint`"):
        Router([Route("a"), Route("b")], encoder=WordEncoder)  # type: ignore[arg-type]
