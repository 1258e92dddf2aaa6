"""Embedded encoders by name: their vectors, students and indexes are never mixed, and bad weights stop nothing else."""

from __future__ import annotations

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
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.models.factory import open_encoder
from fingerpost.retrieval.index import sync
from fingerpost.retrieval.sqlite import SqliteIndex
from fingerpost.routebook.load import installed_routebooks, read_folder
from fingerpost.routing.student import serialization
from fingerpost.routing.student.cache import is_current
from fingerpost.routing.student.training import fit
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.types import Example
from tests.conftest import SHOP

EXAMPLES = [Example(text, route) for route, texts in SHOP.items() for text in texts]


def named(name: str) -> EmbeddedEncoder:
    found = open_encoder(Settings.from_environment({"FINGERPOST_ENCODER": name}))
    assert isinstance(found, EmbeddedEncoder)
    return found


def test_the_setting_names_the_encoder() -> None:
    assert [named(name).name for name in EMBEDDED_ENCODERS] == list(EMBEDDED_ENCODERS)
    assert named("").name == EmbeddedEncoder().name == Settings(cache=None).embedded_encoder == EMBEDDED_ENCODERS[0]
    with pytest.raises(SettingsError, match=r"FINGERPOST_ENCODER = 'best': give one of"):
        Settings.from_environment({"FINGERPOST_ENCODER": "best"})


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
