"""How likely a passage of a document answers a question: by what both are about, their words, and the kind of answer.

`training/document_passages.py` fits it on questions and passages of many trades that were written for it in three
languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fingerpost.assistants.agents.commerce.language.answer_types import PERIOD
from fingerpost.assistants.agents.commerce.language.dates import find_dates
from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.parsing.labelled_values import content_words, same_stem
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.retrieval.answer_affinity import affinity

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("weights") / "passage_scoring.npz"
TOPICS, OF_QUESTION, OF_PASSAGE, SLOPES = "topics", "of_question", "of_passage", "slopes"
"""The arrays of the file: the topics, what tells them of questions and of passages, and the weights of the signs."""
NOTHING = "none"
LONGEST, MOST_CLAUSES, SHORT, MANY_LETTERS = 200, 3, 8, 12
"""Maximum number of characters that are read, and of clauses; characters of what is no clause, and of several words."""

_CLAUSE = re.compile(r"[;,]\s|\.\s|\s-\s")
_MONEY = re.compile(r"[€$£₹]|\d[.,]\d\d(?!\d|\s?%)|(?<![^\W_])[A-Z]{3} \d")
_CODE = re.compile(r"(?=\S*\d{2})[\w/.-]{5,}|\d{4,}")
_MAIL = re.compile(r"\S@\S|www\.|\+?\d[\d ()-]{7,}\d")
_NAME = re.compile(r"(?<=[^\W_] )[A-ZÀ-Ý][^\W\d_]{2,}")
_ASKED = tuple(
    re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])")
    for words in (
        "when|what day|what date|which day|which date|cuando|que dia|que fecha|quando|que data|deadline|fecha|data|"
        "date",
        "how much|cuanto|cuanta|quanto|quanta|amount|price|importe|precio|valor|preco|cost|costo",
        "how long|how many (?:days|weeks|months|hours)|quantos dias|cuantos dias|cuantas semanas|quantas semanas|"
        "cuanto tiempo|quanto tempo|plazo|prazo|lead time|cuanto dura|quanto dura|cuanto tardan|cuantos meses",
        "who|whom|whose|quien|quienes|quem|name|nombre|nome",
        "where|donde|onde|address|direccion|endereco|morada|site|lugar|local",
        "how many|cuantos|cuantas|quantos|quantas",
        "percent|percentage|rate|porcentaje|por ciento|porcentagem|por cento|percentagem",
        "number|numero|reference|referencia|code|codigo|account|cuenta|conta|iban|phone|telefono|telefone|e-?mail|correo",
    )
)


class _Weights(NamedTuple):
    topics: Vectors
    of_question: Vectors
    of_passage: Vectors
    slopes: Vectors


def chances(question: str, passages: Sequence[str]) -> list[float]:
    """Return for each passage how likely it answers a question."""
    if not passages:
        return []
    weights = _weights()
    scores = signs(question, passages, weights.of_question, weights.of_passage) @ weights.slopes
    return [float(value) for value in 1 / (1 + np.exp(-scores))]


def signs(question: str, passages: Sequence[str], of_question: Vectors, of_passage: Vectors) -> Vectors:
    """Return a row of signs for each passage that it answers a question; the last is always 1."""
    asked_vector = vectors((question,))[0]
    found = [passage_vectors(passage) for passage in passages]
    asked = _softmax(_with_one(asked_vector[None]) @ of_question)[0]
    told = np.array([_softmax(_with_one(rows) @ of_passage)[:, :-1].max(axis=0) for rows in found])
    # The last topic is none.
    agreed = told @ asked[:-1]
    cosine = np.array([(rows @ asked_vector).max() for rows in found])
    likely = affinity(EmbeddedEncoder(PLAIN), asked_vector, np.array([rows[0] for rows in found]))
    kinds = np.array([_fitting_kinds(question, passage) for passage in passages])
    ones = np.ones(len(passages))
    columns = (
        agreed, np.log(agreed + 0.02), cosine, likely, ones * asked[-1], told.max(axis=1),
        *_shared(question, passages).T, *kinds.T, ones,
    )  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float32)


def _shared(question: str, passages: Sequence[str]) -> Vectors:
    """Return for each passage how many words of a question it has, by their letters.

    These are the share of all letters, whether any, the letters of words by how few passages have them, whether two of
    its words are, and whether no other passage has as many.
    """
    asked = content_words(normalize(question))
    inside = [content_words(normalize(passage)) for passage in passages]
    held = np.array(
        [[any(same_stem(word, other) for other in words) for word in asked] for words in inside], dtype=bool
    )
    held = held.reshape(len(passages), len(asked))
    letters = np.array([len(word) for word in asked], dtype=np.float32)
    share = held @ letters / max(1.0, float(letters.sum()))
    rare = np.minimum(1.0, held @ (letters / np.maximum(1, held.sum(axis=0))) / MANY_LETTERS)
    most = (rare > 0) & (rare >= rare.max(initial=0.0))
    return np.stack([share, held.any(axis=1), rare, held.sum(axis=1) > 1, most & (most.sum() == 1)], axis=1)


def _fitting_kinds(question: str, passage: str) -> list[float]:
    """Return for each kind of answer that may be asked for whether it is asked, and whether the passage has it."""
    plain = normalize(question)
    text = normalize(passage)
    day, period, money = bool(find_dates(passage, True)), bool(PERIOD.search(text)), bool(_MONEY.search(passage))
    percent = "%" in passage
    number = bool(re.search(r"\d", passage))
    name = bool(_NAME.search(passage)) or passage.isupper()
    coded = bool(_CODE.search(passage) or _MAIL.search(passage))
    has = (
        day or period, money or percent, period, name, name or number, number, percent, coded,
    )  # fmt: skip
    asked = [bool(pattern.search(plain)) for pattern in _ASKED]
    return [value for wanted, held in zip(asked, has, strict=True) for value in (wanted and held, wanted and not held)]


@lru_cache(maxsize=1024)
def passage_vectors(passage: str) -> Vectors:
    """Return the vectors of the whole of a passage and of its clauses."""
    clauses = [part for part in _CLAUSE.split(passage) if len(part) > SHORT and part != passage]
    return vectors((passage, *clauses[:MOST_CLAUSES]))


def vectors(texts: tuple[str, ...]) -> Vectors:
    """Return the vectors of some texts."""
    return EmbeddedEncoder(PLAIN).encode([text[:LONGEST].lower() for text in texts])


def _softmax(scores: Vectors) -> Vectors:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def _with_one(rows: Vectors) -> Vectors:
    return np.concatenate([rows, np.ones((len(rows), 1), rows.dtype)], axis=1)


@cache
def _weights() -> _Weights:
    with np.load(WEIGHTS, allow_pickle=False) as arrays:
        names = (OF_QUESTION, OF_PASSAGE, SLOPES)
        return _Weights(arrays[TOPICS], *(arrays[name].astype(np.float32) for name in names))
