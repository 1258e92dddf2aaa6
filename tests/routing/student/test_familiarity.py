"""Tests of familiarity: prototypes, the background, and strangers sent away by small routers."""

from __future__ import annotations

import io
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from fingerpost.errors import EncoderError, StudentError
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routing.student import familiarity, model, serialization, training
from fingerpost.routing.student.familiarity import (
    FOLDER,
    MAX_PROTOTYPES,
    MESSAGES_A_PROTOTYPE,
    Background,
    Familiarity,
    FamiliarityWeights,
    background_digest,
    background_of,
    prototypes,
)
from fingerpost.routing.student.model import Student
from fingerpost.routing.student.training import fit, training_key
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.testing import WordEncoder
from fingerpost.types import Example, Verdict

DOMAINS = sorted((Path(__file__).parents[2] / "data" / "small-routers").glob("*.toml"))[::3]
WEIGHTS = FamiliarityWeights(10.0, 0.5, 1.0)


class Counted(NamedTuple):
    """Shares of the messages and of the strangers of some domains."""

    right: float
    lost: float
    sent_away: float
    strangers_accepted: float


def small_routers(name: str, cache: Path) -> Counted:
    encoder, counts = EmbeddedEncoder(name), []
    for file in DOMAINS:
        domain = tomllib.loads(file.read_text(encoding="utf-8"))
        examples = [Example(text, name) for name, route in domain["routes"].items() for text in route["examples"]]
        messages = [(text, name) for name, route in domain["routes"].items() for text in route["messages"]]
        student = fit(examples, encoder, cache=cache)
        said = verdicts(student, encoder, [text for text, _ in messages], cache)
        strange = verdicts(student, encoder, domain["strangers"]["near"], cache)
        counts.append(
            (
                np.mean([verdict.route == name for verdict, (_, name) in zip(said, messages, strict=True)]),
                np.mean([(verdict.scope or 0) < 0 for verdict in said]),
                np.mean([(verdict.scope or 0) < 0 for verdict in strange]),
                np.mean([verdict.accepted for verdict in strange]),
            )
        )
    return Counted(*np.mean(counts, axis=0).tolist())


def verdicts(student: Student, encoder: EmbeddedEncoder, texts: list[str], cache: Path) -> list[Verdict]:
    vectors = encode_cached(encoder, [as_read(text) for text in texts], cache)
    return [
        student.verdict(student.predict(vector, fold(as_read(text))))
        for text, vector in zip(texts, vectors, strict=True)
    ]


LEAST = {"tuned": (0.68, 0.5), "plain": (0.6, 0.35)}
"""The share of messages that each encoder must get right, and of strangers that it must send away."""


def good(name: str, found: Counted) -> bool:
    right, sent_away = LEAST[name]
    return found.right > right and found.lost < 0.08 and found.sent_away > sent_away and found.strangers_accepted < 0.1


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize("name", LEAST)
def test_small_routers_send_strangers_away(name: str, cache: Path) -> None:
    assert good(name, small_routers(name, cache))


@pytest.mark.parametrize("name", LEAST)
def test_without_a_background_they_do_not(name: str, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur of the test above."""
    monkeypatch.setattr(training, "background_of", lambda _: None)
    assert not good(name, small_routers(name, cache))


def taught_strangers(cache: Path) -> tuple[float, float]:
    """Return the share of messages and of strangers that are sent away where twelve strangers are examples."""
    encoder, messages, strangers = EmbeddedEncoder("tuned"), [], []
    for file in DOMAINS:
        domain = tomllib.loads(file.read_text(encoding="utf-8"))
        near, routes = domain["strangers"]["near"], domain["routes"]
        taught = [text for place, text in enumerate(near) if place % 5 < 3]
        examples = [Example(text, name) for name, route in routes.items() for text in route["examples"]]
        examples += [Example(text, "other") for text in taught]
        student = fit(examples, encoder, out_of_scope="other", cache=cache)
        said = [text for route in routes.values() for text in route["messages"]]
        others = [text for text in near if text not in taught]
        messages += [(verdict.scope or 0) < 0 for verdict in verdicts(student, encoder, said, cache)]
        strangers += [(verdict.scope or 0) < 0 for verdict in verdicts(student, encoder, others, cache)]
    return float(np.mean(messages)), float(np.mean(strangers))


def test_a_dozen_examples_out_of_scope_send_few_messages_away(cache: Path) -> None:
    messages, strangers = taught_strangers(cache)
    assert messages < 0.16
    assert strangers > 0.55


def test_a_label_out_of_scope_that_wins_by_little_would_send_many_away(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The saboteur of the test above."""
    monkeypatch.setattr(model, "OUTSIDE", 0.0)
    assert taught_strangers(cache)[0] > 0.2


def unit(rows: list[list[float]]) -> NDArray[np.float32]:
    vectors = np.array(rows, dtype=np.float32)
    result: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return result


def test_few_examples_have_one_prototype_a_label() -> None:
    vectors = unit([[1, 0, 0], [1, 1, 0], [0, 0, 1]])
    found = prototypes(vectors, np.array([0, 0, 1]))
    assert found.shape == (2, 3)
    assert np.allclose(np.linalg.norm(found, axis=1), 1)
    assert found[0] @ vectors[0] > 0.9


def test_many_examples_have_several_and_each_kind_its_own() -> None:
    rng = np.random.default_rng(0)
    kinds = np.eye(8, dtype=np.float32)[:3]
    vectors = unit((np.repeat(kinds, MESSAGES_A_PROTOTYPE, axis=0) + rng.normal(0, 0.05, (75, 8))).tolist())
    found = prototypes(vectors, np.zeros(75, dtype=np.int64))
    assert len(found) == 3
    assert (found @ kinds.T).max(axis=0).min() > 0.98
    many = unit(rng.normal(0, 1, (1000, 8)).tolist())
    assert len(prototypes(many, np.zeros(1000, dtype=np.int64))) <= MAX_PROTOTYPES


def test_a_background_that_holds_the_routers_own_examples_is_left_out() -> None:
    examples, other = unit([[1, 0.1, 0], [0, 1, 0.1]]), unit([[0, 0, 1]])
    background = Background(np.concatenate([examples, other]), np.array([0, 0, 0.1], np.float32), WEIGHTS)
    kept = background.without(examples)
    assert np.array_equal(kept.vectors, other)
    assert kept.handicap.tolist() == pytest.approx([0.1])


def test_a_message_like_the_routes_is_more_familiar_than_one_like_the_background() -> None:
    near = Familiarity.between(unit([[1, 0, 0]]), Background(unit([[0, 1, 0]]), np.zeros(1, np.float32), WEIGHTS))
    like, unlike = unit([[1, 0.1, 0]])[0], unit([[0.1, 1, 0]])[0]
    assert near.score(like, 0.9) > near.score(unlike, 0.9)
    assert near.score(like, 0.9) > near.score(like, 0.3)
    both = near.scores(np.stack([like, unlike]), np.array([0.9, 0.9]))
    assert both == pytest.approx([near.score(like, 0.9), near.score(unlike, 0.9)], abs=1e-5)


def test_what_is_taken_off_makes_a_background_message_count_less() -> None:
    vector = unit([[1, 1, 0]])[0]
    plain, less = (
        Familiarity.between(unit([[1, 0, 0]]), Background(unit([[0, 1, 0]]), np.array([off], np.float32), WEIGHTS))
        for off in (0.0, 0.2)
    )
    assert less.score(vector, 0.9) == pytest.approx(plain.score(vector, 0.9) + WEIGHTS.distance * 0.2, abs=1e-4)


def test_a_background_that_is_all_left_out_leaves_the_routes() -> None:
    nothing = Background(np.zeros((0, 3), np.float32), np.zeros(0, np.float32), WEIGHTS)
    near = Familiarity.between(unit([[1, 0, 0]]), nothing)
    assert np.isfinite(near.score(unit([[0, 1, 0]])[0], 0.5))
    assert np.isfinite(near.scores(unit([[0, 1, 0]]), np.array([0.5]))).all()


@pytest.mark.parametrize("name", EMBEDDED_ENCODERS)
def test_every_embedded_encoder_has_a_background(name: str) -> None:
    """Made anew with `python -m training.strangers` when the weights change."""
    found = background_of(EmbeddedEncoder(name).fingerprint)
    assert found is not None
    assert len(found.vectors) == len(found.handicap) > 100
    assert np.allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-3)


@pytest.fixture
def unread() -> Iterator[None]:
    """Read the backgrounds anew, within the test and after it."""
    for cached in (background_of, background_digest):
        cached.cache_clear()
    yield
    for cached in (background_of, background_digest):
        cached.cache_clear()


def _other_arrays(_: bytes) -> bytes:
    made = io.BytesIO()
    np.savez(made, x=np.zeros(3))
    return made.getvalue()


def _fewer_vectors(content: bytes) -> bytes:
    with np.load(io.BytesIO(content)) as stored:
        arrays = {name: stored[name] for name in stored.files}
    made = io.BytesIO()
    np.savez(made, **{**arrays, "vectors": arrays["vectors"][:1]})
    return made.getvalue()


def _flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes(byte ^ 0x55 for byte in content[middle : middle + 50]) + content[middle + 50 :]


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize(
    "damage",
    [
        lambda _: None,
        lambda _: b"",
        lambda content: content[:-100],
        lambda content: content[: len(content) // 2],
        _flipped,
        _other_arrays,
        _fewer_vectors,
        lambda _: (FOLDER / "plain.npz").read_bytes(),
    ],
    ids=["missing", "empty", "cut", "half", "flipped", "other", "fewer", "plain"],
)
def test_a_damaged_background_is_told_and_only_where_it_is_used(
    damage: Callable[[bytes], bytes | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = damage((FOLDER / "tuned.npz").read_bytes())
    shutil.copy(FOLDER / "plain.npz", tmp_path)
    if content is not None:
        (tmp_path / "tuned.npz").write_bytes(content)
    monkeypatch.setattr(familiarity, "FOLDER", tmp_path)
    tuned, plain = (EmbeddedEncoder(name).fingerprint for name in ("tuned", "plain"))
    with pytest.raises(EncoderError, match=r"tuned\.npz: .*package is damaged: pip install --force-reinstall"):
        background_of(tuned)
    assert background_of(plain) is not None
    # A student that was fitted before the repair, or before another background, is not used after it.
    if content is not None:
        damaged = training_key(SHOP, tuned, 0.02, None)
        background_digest.cache_clear()
        shutil.copy(FOLDER / "tuned.npz", tmp_path)
        assert training_key(SHOP, tuned, 0.02, None) != damaged


def test_a_background_counts_in_the_key_only_where_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    many = SHOP * 50
    before = [training_key(examples, "e", 0.02, None) for examples in (SHOP, many)]
    monkeypatch.setattr(training, "background_digest", lambda _: "another")
    few, same = (training_key(examples, "e", 0.02, None) for examples in (SHOP, many))
    assert (few != before[0], same == before[1]) == (True, True)


def test_another_encoder_has_none() -> None:
    assert background_of(WordEncoder().fingerprint) is None


def test_many_examples_are_told_by_their_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    with_background(monkeypatch)
    many = [Example(f"{one.text} {number}", one.route) for number in range(40) for one in SHOP]
    assert fit(many, WordEncoder()).familiarity is None
    assert fit(SHOP, WordEncoder()).familiarity is not None


def with_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the test encoder a background."""
    strangers = WordEncoder().encode(["do you have jobs", "who owns this place", "is there parking"])
    background = Background(strangers, np.zeros(3, np.float32), WEIGHTS)
    monkeypatch.setattr(training, "background_of", lambda _: background)


SHOP = [
    *(Example(text, "refund") for text in ("i want my money back", "refund my order", "give me a refund")),
    *(Example(text, "shipping") for text in ("where is my parcel", "track the parcel", "the parcel is late")),
]


def test_own_out_of_scope_examples_join_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    with_background(monkeypatch)
    encoder = WordEncoder()
    strange = [Example(text, "other") for text in ("what is the weather", "will the weather be fine", "weather today")]
    alone = fit(SHOP, encoder).familiarity
    taught = fit([*SHOP, *strange], encoder, out_of_scope="other").familiarity
    assert alone is not None
    assert taught is not None
    [vector] = encoder.encode(["the weather please"])
    assert taught.score(vector, 0.5) < alone.score(vector, 0.5)


def test_a_continuation_is_vouched_for_by_the_turn_before(monkeypatch: pytest.MonkeyPatch) -> None:
    with_background(monkeypatch)
    encoder = WordEncoder()
    student = fit(SHOP, encoder)
    [vector] = encoder.encode(["and then"])
    alone, after = (student.predict(vector, "and then", kind).in_scope for kind in (None, "refund"))
    assert after > alone + 1


def test_a_stored_student_keeps_its_familiarity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_background(monkeypatch)
    encoder = WordEncoder()
    student = fit(SHOP, encoder)
    serialization.save(student, tmp_path)
    again = serialization.load(tmp_path, encoder.fingerprint)
    assert again.familiarity is not None
    assert again.familiarity.weights == WEIGHTS
    [vector] = encoder.encode(["where is my refund"])
    before, after = (one.predict(vector, "where is my refund").in_scope for one in (student, again))
    assert after == pytest.approx(before, abs=0.02)


@pytest.mark.parametrize("wrong", [[0, 1.0, 1.0, 1.0], [99, 1.0, 1.0, 1.0], [1, 1.0], ["1", 1.0, 1.0, 1.0], []])
def test_a_damaged_familiarity_is_told(wrong: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    with_background(monkeypatch)
    encoder = WordEncoder()
    packed = serialization.pack(fit(SHOP, encoder))
    packed.head["familiarity"] = wrong
    with pytest.raises(StudentError, match="familiarity"):
        serialization.unpack(packed, encoder.fingerprint, "here")
