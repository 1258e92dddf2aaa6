"""New topics and messages that lean, in three languages, with vectors and without."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.conversation import cues, topic_shift
from fingerpost.conversation.topic_shift import LogisticModel, TopicShift, Vector, detect_topic_shift, features
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.settings import EMBEDDED_ENCODERS
from fingerpost.types import Turn

TOPICS = Path(__file__).parent.parent / "data" / "topics.jsonl"
SALES = [
    Turn("user", "quantos pedidos tivemos em SP em abril?"),
    Turn("assistant", "Em abril houve 1.204 pedidos em SP."),
]
NOTHING = TopicShift(0.0, 0.0, is_new_topic=False, needs_context=False)
Seen = tuple[str, list[Turn], Vector, list[Vector]]


def without_accents(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


@pytest.fixture(scope="module", params=EMBEDDED_ENCODERS)
def talks(request: pytest.FixtureRequest) -> list[tuple[dict[str, Any], Seen]]:
    """The talks of the file, with the vectors of each embedded encoder."""
    rows = [json.loads(line) for line in TOPICS.read_text(encoding="utf-8").splitlines()]
    pasts = [[Turn(turn["role"], turn["content"]) for turn in row["history"]] for row in rows]
    texts = list(
        {text for row, past in zip(rows, pasts, strict=True) for text in (row["text"], *(t.text for t in past))}
    )
    known = dict(zip(texts, EmbeddedEncoder(request.param).encode(texts), strict=True))
    return [
        (row, (row["text"], past, known[row["text"]], [known[turn.text] for turn in past]))
        for row, past in zip(rows, pasts, strict=True)
    ]


def f1(pairs: list[tuple[bool, bool]]) -> float:
    return 2 * sum(said and true for said, true in pairs) / max(sum(said + true for said, true in pairs), 1)


def scored(talks: list[tuple[dict[str, Any], Seen]], judge: Callable[[Seen], TopicShift]) -> tuple[float, float]:
    """Return the F1 of new topics and that of leaning."""
    judged = [(judge(seen), row) for row, seen in talks]
    new = f1([(topic.is_new_topic, row["label"] == "shift") for topic, row in judged])
    return new, f1([(topic.needs_context, row["leans"]) for topic, row in judged])


def test_the_talks_are_balanced(talks: list[tuple[dict[str, Any], Seen]]) -> None:
    counted = [(row["lang"], row["label"]) for row, _ in talks]
    assert len(talks) >= 60
    assert min(counted.count((language, label)) for language in ("pt", "es") for label in ("shift", "follow")) >= 14


def test_portuguese_and_spanish_talks_with_vectors(talks: list[tuple[dict[str, Any], Seen]]) -> None:
    new, leaning = scored(talks, lambda seen: detect_topic_shift(*seen))
    assert new >= 0.83
    assert leaning >= 0.83


def test_portuguese_and_spanish_talks_by_words(talks: list[tuple[dict[str, Any], Seen]]) -> None:
    new, leaning = scored(talks, lambda seen: detect_topic_shift(seen[0], seen[1]))
    assert new >= 0.8
    assert leaning >= 0.75


def test_it_is_better_than_any_bar_on_a_cosine(talks: list[tuple[dict[str, Any], Seen]]) -> None:
    near = [(float(vector @ vectors[-1]), row["label"] == "shift") for row, (_, _, vector, vectors) in talks]
    best = max(f1([(bool(cosine < bar), new) for cosine, new in near]) for bar in np.linspace(0, 1, 101))
    assert scored(talks, lambda seen: detect_topic_shift(*seen))[0] > best + 0.05


def test_weights_that_say_nothing_are_caught(
    talks: list[tuple[dict[str, Any], Seen]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topic_shift, "SHIFT", LogisticModel(0.5, 0.0, {}))
    assert scored(talks, lambda seen: detect_topic_shift(*seen))[0] < 0.83
    monkeypatch.setattr(topic_shift, "SHIFT", LogisticModel(0.5, -1.0, {}))
    monkeypatch.setattr(topic_shift, "CONTEXT", LogisticModel(0.5, 0.0, {}))
    assert scored(talks, lambda seen: detect_topic_shift(*seen))[1] < 0.83


def test_missing_accents_change_little(talks: list[tuple[dict[str, Any], Seen]]) -> None:
    plain = [
        detect_topic_shift(without_accents(text), past, vector, vectors) for _, (text, past, vector, vectors) in talks
    ]
    same = [
        one.is_new_topic == detect_topic_shift(*seen).is_new_topic for one, (_, seen) in zip(plain, talks, strict=True)
    ]
    assert np.mean(same) >= 0.97


@pytest.mark.parametrize(
    "text",
    [
        "mudando de assunto, qual é a política de devolução?", "Outra coisa: quantos pedidos em SP em maio?",
        "ok, obrigado. outro assunto: pedidos de abril", "A propósito, quem fez você?", "aliás, e os pedidos do RJ?",
        "cambiando de tema, ¿cuántos pedidos hubo?", "Por cierto, ¿quién eres?", "bueno, otra cosa: los pedidos de mayo",
        "by the way, how many orders were there?", "BTW who made you?", "ok, new topic: orders in RJ", "never mind, show me the orders",
    ],
)  # fmt: skip
def test_who_says_so_begins_a_new_topic(text: str) -> None:
    for said in (text, without_accents(text)):
        topic = detect_topic_shift(said, SALES)
        assert topic.is_new_topic
        assert not topic.needs_context


@pytest.mark.parametrize(
    "text", ["tem outra coisa errada nisso?", "aliasing dos pedidos?", "quero saber por cierto motivo", "btwx e SP?"]
)
def test_such_words_elsewhere_say_nothing(text: str) -> None:
    assert not cues.announces_new_topic(cues.tokens_of(text))


@pytest.mark.parametrize(
    "text",
    [
        "e no mês passado?", "e por estado?", "o mesmo para 2018", "isso inclui os cancelados?", "quero a lista deles",
        "¿y el mes pasado?", "desglósalo por mes", "¿eso incluye las devoluciones?", "lo mismo con RJ", "¿por qué?",
        "and last month?", "what about those two?", "does it include refunds?", "the same for RJ?", "why?",
    ],
)  # fmt: skip
def test_messages_that_lean(text: str) -> None:
    for said in (text, without_accents(text)):
        topic = detect_topic_shift(said, SALES)
        assert topic.needs_context
        assert not topic.is_new_topic


def test_near_what_was_said_it_begins_less() -> None:
    def vector(cosine: float) -> Vector:
        return np.array([cosine, np.sqrt(1 - cosine * cosine)], dtype=np.float32)

    here = vector(1.0)
    judged = [
        detect_topic_shift("quais produtos atrasam?", SALES, here, [vector(c)] * 2).shift_probability
        for c in (0.0, 0.2, 0.4, 0.8)
    ]
    assert judged == sorted(judged, reverse=True)
    assert judged[0] > 0.5 > judged[-1]


def test_models_know_no_other_features_than_there_are() -> None:
    here = np.array([1.0], dtype=np.float32)
    with_vectors, by_words = features("x", SALES, here, [here, here]), features("x", SALES)
    assert set(topic_shift.SHIFT.weights) | set(topic_shift.CONTEXT.weights) == set(with_vectors)
    assert set(topic_shift.SHIFT_BY_WORDS.weights) | set(topic_shift.CONTEXT_BY_WORDS.weights) == set(by_words)


@pytest.mark.parametrize("vectors", [None, [None, None]])
def test_unknown_vectors_leave_the_words(vectors: list[None] | None) -> None:
    here = np.array([1.0], dtype=np.float32)
    assert detect_topic_shift("e por estado?", SALES, here, vectors) == detect_topic_shift("e por estado?", SALES)


def test_one_known_vector_is_enough() -> None:
    here = np.array([1.0], dtype=np.float32)
    assert "nearest" in features("e por estado?", SALES, here, [here, None])


@given(st.text(max_size=200))
def test_without_history_nothing_shifts_and_nothing_leans(text: str) -> None:
    assert detect_topic_shift(text, []) == NOTHING


@pytest.mark.parametrize("text", ["", " \n", "\t"])
def test_a_blank_message_says_nothing(text: str) -> None:
    assert detect_topic_shift(text, SALES) == NOTHING


@given(
    st.text(max_size=200),
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool"]), st.text(max_size=80)), max_size=9),
    st.booleans(),
)
def test_any_text_is_judged_alike_twice(text: str, said: list[tuple[str, str]], seen: bool) -> None:
    turns = [Turn(*one) for one in said]
    here = np.array([1.0, 0.0], dtype=np.float32)
    vectors = [here if i % 2 else None for i in range(len(turns))] if seen else None
    topic = detect_topic_shift(text, turns, here, vectors)
    assert topic == detect_topic_shift(text, turns, here, vectors)
    assert 0 <= topic.shift_probability <= 1
    assert 0 <= topic.context_probability <= 1
    assert not (topic.is_new_topic and topic.needs_context)


def test_a_very_long_message_is_judged_too() -> None:
    assert 0 <= detect_topic_shift("isso " * 100_000, [Turn("user", "pedidos " * 100_000)]).shift_probability <= 1
