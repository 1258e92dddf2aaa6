"""Fit which field of a document a question asks for (`commerce/questions/field_classifier.py`).

`python -m training.document_fields [OUT.npz]` takes seconds and needs no torch. The questions of `document_questions`
were written for it in three languages; `--held-out` fits on two of the languages, and prints how many questions of the
third are told, and how many of these rightly, above several bars.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from fingerpost.assistants.agents.commerce.language.labels import normalize
from fingerpost.assistants.agents.commerce.questions.field_classifier import (
    BIAS,
    ENCODER,
    NAMES,
    NOTHING,
    SLOPES,
    WEIGHTS,
    WORDS,
)
from fingerpost.models.encoder import EmbeddedEncoder

QUESTIONS = Path(__file__).parent / "document_questions"
STRENGTH = 20.0
"""How closely the questions are followed; 5 tells fewer of the left-out ones, 60 more of them wrongly."""
BARS = (0.4, 0.5, 0.6, 0.7)


class Questions(NamedTuple):
    """The vectors of questions, the field that each asks for, and its language."""

    vectors: NDArray[np.float32]
    fields: NDArray[Any]
    texts: tuple[str, ...]
    languages: NDArray[Any]


def read_questions() -> Questions:
    """Return the written questions of all languages."""
    rows = [
        (text.lower(), field, file.stem)
        for file in sorted(QUESTIONS.glob("*.toml"))
        for field, texts in tomllib.loads(file.read_text(encoding="utf-8")).items()
        for text in texts
    ]
    texts, fields, languages = zip(*rows, strict=True)
    return Questions(EmbeddedEncoder(ENCODER).encode(texts), np.array(fields), texts, np.array(languages))


def fit(vectors: NDArray[np.float32], fields: NDArray[Any]) -> LogisticRegression:
    """Return the regression that tells the fields of questions."""
    return LogisticRegression(C=STRENGTH, max_iter=1000).fit(vectors, fields)


def words_of_fields(asked: Questions) -> list[str]:
    """Return the words of the questions for fields, without accents."""
    texts = [text for text, field in zip(asked.texts, asked.fields, strict=True) if field != NOTHING]
    return sorted({word for text in texts for word in re.findall(r"[^\W\d_]{4,}", normalize(text))})


def main() -> None:
    """Write the weights, or print how questions in a language fare that is left out."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("out", nargs="?", type=Path, default=WEIGHTS)
    options.add_argument("--held-out", action="store_true")
    given = options.parse_args()
    asked = read_questions()
    if not given.held_out:
        model = fit(asked.vectors, asked.fields)
        slopes = model.coef_.astype(np.float16)
        arrays = {NAMES: model.classes_, SLOPES: slopes, BIAS: model.intercept_, WORDS: words_of_fields(asked)}
        np.savez_compressed(given.out, **{name: np.asarray(array) for name, array in arrays.items()})
        return
    for language in np.unique(asked.languages):
        out = asked.languages == language
        model = fit(asked.vectors[~out], asked.fields[~out])
        chances = model.predict_proba(asked.vectors[out])
        right, sure = model.classes_[chances.argmax(axis=1)] == asked.fields[out], chances.max(axis=1)
        told = ", ".join(f"{bar}: {(sure >= bar).mean():.2f} ({right[sure >= bar].mean():.3f})" for bar in BARS)
        print(f"{language}: {right.mean():.3f} right; told above a bar (of these right): {told}")


if __name__ == "__main__":
    main()
