"""Fit how likely a passage of a document answers a question (`commerce/questions/passage_scoring.py`).

`python -m training.document_passages [OUT.npz]` takes a minute and needs no torch. What questions and passages are
about is learned from those in `document_passages`; how the signs are weighed, from documents drawn of them at random,
by topics that were learned from other questions and passages. `--held-out` prints how questions of documents with
passages that were left out fare above several bars.
"""

from __future__ import annotations

import argparse
import random
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from fingerpost.assistants.agents.commerce.questions.passage_scoring import (
    NOTHING,
    OF_PASSAGE,
    OF_QUESTION,
    SLOPES,
    TOPICS,
    WEIGHTS,
    signs,
    vectors,
)

PASSAGES = Path(__file__).parent / "document_passages"
QUESTIONS = Path(__file__).parent / "document_questions"
PAIRS = Path(__file__).parent / "document_pairs"
OF_FIELDS = {
    "delivery": "delivery", "delivery_place": "delivery_place", "terms": "terms", "paid": "paid", "valid": "valid",
    "carrier": "carrier", "account": "account", "penalty": "penalty", "contact": "contact", "warranty": "warranty",
    "order_number": "reference", "balance": "rest", "none": NOTHING, "most": NOTHING, "taxes": NOTHING,
    "items": NOTHING, "number": NOTHING, "discount": NOTHING,
}  # fmt: skip
"""The topic of the questions for a field."""
FOLDS, DRAWN, SIZE, OTHER_LANGUAGE = 5, 4, 14, 0.3
"""Parts that are left out in turn, documents drawn a question, their passages, and how many are in another language."""
TOPIC_STRENGTH, STRENGTH = 20.0, 1.0
BARS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8)


class Text(NamedTuple):
    """A question or a passage, what it is about, and its language."""

    text: str
    topic: str
    language: str


def read_texts() -> tuple[list[Text], list[Text]]:
    """Return the written questions and passages of all languages."""
    questions, passages = [], []
    for file in sorted(PASSAGES.glob("*.toml")):
        for topic, found in tomllib.loads(file.read_text(encoding="utf-8")).items():
            questions += [Text(text, topic, file.stem) for text in found["questions"]]
            passages += [Text(text, topic, file.stem) for text in found["passages"]]
        of_fields = tomllib.loads((QUESTIONS / file.name).read_text(encoding="utf-8"))
        questions += [Text(text, OF_FIELDS[name], file.stem) for name in OF_FIELDS for text in of_fields[name]]
    return questions, passages


def topics_of(texts: Sequence[Text]) -> list[str]:
    """Return the topics in their order, the last none."""
    return [*sorted({one.topic for one in texts} - {NOTHING}), NOTHING]


def topic_slopes(texts: Sequence[Text], topics: Sequence[str]) -> NDArray[np.float32]:
    """Return the slopes and the bias that tell the topics of texts, a column each."""
    model = LogisticRegression(C=TOPIC_STRENGTH, max_iter=1000)
    model.fit(vectors(tuple(one.text for one in texts)), [topics.index(one.topic) for one in texts])
    return np.concatenate([model.coef_.T, model.intercept_[None]]).astype(np.float32)


class Pair(NamedTuple):
    """A question, the one passage that was written for it, and its language; `near`: it only has words of it."""

    question: str
    passage: str
    language: str
    near: bool


def read_pairs() -> list[Pair]:
    """Return the pairs of all languages."""
    return [
        Pair(question, passage, file.stem, name == "near")
        for file in sorted(PAIRS.glob("*.toml"))
        for name, found in tomllib.loads(file.read_text(encoding="utf-8")).items()
        for question, passage in found
    ]


class Drawn(NamedTuple):
    """A question and the passages of a document: their signs, and which answers, -1 for none."""

    signs: NDArray[np.float32]
    answer: int


def draw_documents(
    questions: Sequence[Text], passages: Sequence[Text], slopes: tuple[Any, Any], chosen: random.Random
) -> list[Drawn]:
    """Return documents drawn at random, with an answer to a question in two of three."""
    drawn = []
    for question in questions:
        for _ in range(DRAWN):
            language = question.language if chosen.random() > OTHER_LANGUAGE else chosen.choice(("en", "es", "pt"))
            own = [one.text for one in passages if one.language == language and one.topic == question.topic != NOTHING]
            others = [one.text for one in passages if one.language == language and one.topic != question.topic]
            inside = chosen.sample(others, min(SIZE, len(others)))
            answer = -1
            if own and chosen.random() < 2 / 3:
                answer = chosen.randrange(len(inside))
                inside[answer] = chosen.choice(own)
            drawn.append(Drawn(signs(question.text, inside, *slopes), answer))
    return drawn


def draw_pairs(
    pairs: Sequence[Pair], passages: Sequence[Text], slopes: tuple[Any, Any], chosen: random.Random
) -> list[Drawn]:
    """Return documents with the passage of a pair, in two of three; one that is only near answers nothing."""
    drawn = []
    for pair in pairs:
        others = [one.passage for one in pairs if one.language == pair.language and one.passage != pair.passage]
        others += [one.text for one in passages if one.language == pair.language]
        for _ in range(DRAWN):
            inside = chosen.sample(others, SIZE)
            held = pair.near or chosen.random() < 2 / 3
            place = chosen.randrange(SIZE)
            inside[place] = pair.passage if held else inside[place]
            answer = place if held and not pair.near else -1
            drawn.append(Drawn(signs(pair.question, inside, *slopes), answer))
    return drawn


def draw_left_out(
    questions: Sequence[Text], passages: Sequence[Text], pairs: Sequence[Pair], topics: Sequence[str]
) -> list[list[Drawn]]:
    """Return documents of the texts of each fold, by topics that were learned from the others."""
    chosen = random.Random(5)
    folds = []
    for fold in range(FOLDS):
        slopes = [
            topic_slopes([one for place, one in enumerate(texts) if place % FOLDS != fold], topics)
            for texts in (questions, passages)
        ]
        kept = [[one for place, one in enumerate(texts) if place % FOLDS == fold] for texts in (questions, passages)]
        drawn = draw_documents(kept[0], kept[1], (slopes[0], slopes[1]), chosen)
        own = [one for place, one in enumerate(pairs) if place % FOLDS == fold]
        folds.append([*drawn, *draw_pairs(own, passages, (slopes[0], slopes[1]), chosen)])
    return folds


def fit_signs(drawn: Sequence[Drawn]) -> NDArray[np.float32]:
    """Return the weights of the signs."""
    rows = np.concatenate([one.signs for one in drawn])
    right = np.concatenate([np.arange(len(one.signs)) == one.answer for one in drawn])
    model = LogisticRegression(C=STRENGTH, max_iter=2000, fit_intercept=False).fit(rows, right)
    return np.asarray(model.coef_[0], dtype=np.float32)


def main() -> None:
    """Write the weights, or print how texts fare that are left out."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("out", nargs="?", type=Path, default=WEIGHTS)
    options.add_argument("--held-out", action="store_true")
    given = options.parse_args()
    questions, passages = read_texts()
    topics = topics_of(passages)
    folds = draw_left_out(questions, passages, read_pairs(), topics)
    if given.held_out:
        _print_held_out(folds)
        return
    arrays: dict[str, Any] = {
        TOPICS: np.array(topics),
        OF_QUESTION: topic_slopes(questions, topics).astype(np.float16),
        OF_PASSAGE: topic_slopes(passages, topics).astype(np.float16),
        SLOPES: fit_signs([one for fold in folds for one in fold]),
    }
    np.savez_compressed(given.out, allow_pickle=False, **arrays)


def _print_held_out(folds: Sequence[Sequence[Drawn]]) -> None:
    found = []
    for place, fold in enumerate(folds):
        slopes = fit_signs([one for other, rows in enumerate(folds) if other != place for one in rows])
        for one in fold:
            scores = 1 / (1 + np.exp(-(one.signs @ slopes)))
            found.append((float(scores.max()), int(scores.argmax()) == one.answer, one.answer >= 0))
    answered = sum(held for _, _, held in found)
    print(f"best of those with an answer: {sum(right for _, right, _ in found) / answered:.3f}")
    for bar in BARS:
        told = [(right, held) for score, right, held in found if score >= bar]
        right = sum(right for right, _ in told)
        nothing = sum(not held for _, held in told) / (len(found) - answered)
        print(
            f"{bar}: right of answered {right / answered:.3f}, right of told {right / max(1, len(told)):.3f}, "
            f"told of those without an answer {nothing:.3f}"
        )


if __name__ == "__main__":
    main()
