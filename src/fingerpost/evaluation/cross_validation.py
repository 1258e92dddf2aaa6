"""Cross-validation on the routebook's examples: out-of-fold predictions, so that no held-out file is needed.

It evaluates the student alone, without rules and models. Every fold has its own student, with weights and thresholds
from the other folds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fingerpost.errors import TrainingError
from fingerpost.evaluation.evaluate import confused_routes
from fingerpost.evaluation.metrics import accuracy_with_interval, wilson_interval
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import OUT_OF_SCOPE, Routebook
from fingerpost.routing.student.training import Fold, fit_folds
from fingerpost.routing.thresholds import fixed_threshold, minimum_confidence
from fingerpost.types import Example, Verdict

_NUMBER, _OTHER = re.compile(r"\d+"), re.compile(r"[\W_]+")


class HeldOutPrediction(NamedTuple):
    """The out-of-fold prediction of an example. `familiar`: the example is similar to the training examples."""

    example: Example
    verdict: Verdict
    familiar: bool


class CrossValidation(NamedTuple):
    """The out-of-fold predictions of all examples; `texts` is the number of distinct texts."""

    predictions: list[HeldOutPrediction]
    texts: int
    folds: int


def group_key(text: str) -> str:
    """Return a key that texts share which differ only in case, accents, punctuation and numbers."""
    return _OTHER.sub(" ", _NUMBER.sub("0", fold(text))).strip()


def cross_validate(
    book: Routebook, encoder: Encoder, cache: Path | None, progress: Callable[[str], None] = lambda _: None
) -> CrossValidation:
    """Return the prediction of each example by a student fitted without it and its near-copies."""
    examples = book.examples
    folds = fit_folds(
        examples,
        encoder,
        out_of_scope=book.out_of_scope,
        accept_error=book.thresholds.accept_error,
        cache=cache,
        same=group_key,
        progress=progress,
    )
    if not folds:
        counts = Counter(
            example.route for example in {group_key(example.text): example for example in examples}.values()
        )
        lacking = sorted({example.route for example in examples if counts[example.route] < 2})
        raise TrainingError(
            f"{book.name} cannot be cross-validated: {', '.join(lacking) or 'some label'} has a single text, or only "
            "near-copies of one. Write at least two different texts"
        )
    keys = [group_key(as_read(example.text)) for example in examples]
    check_no_leakage(keys, folds)
    texts = [as_read(example.text) for example in examples]
    vectors = encode_cached(encoder, texts, cache)
    predictions = []
    for one in folds:
        for index in one.rows:
            judgement = one.student.predict(vectors[index], fold(texts[index]), examples[index].after)
            verdict = apply_thresholds(book, one.student.verdict(judgement))
            predictions.append(HeldOutPrediction(examples[index], verdict, one.student.is_familiar(judgement)))
    return CrossValidation(predictions, len(set(keys)), len(folds))


def check_no_leakage(keys: Sequence[str], folds: Iterable[Fold]) -> None:
    """Raise TrainingError if two folds hold texts of the same key, which would leak the label."""
    fold_of: dict[str, int] = {}
    for number, one in enumerate(folds):
        for index in one.rows:
            if fold_of.setdefault(keys[index], number) != number:
                raise TrainingError(
                    f"the folds leak: {keys[index]!r} is on both sides, so their accuracy means nothing"
                )


def apply_thresholds(book: Routebook, verdict: Verdict) -> Verdict:
    """Return the student's verdict with the thresholds that the routebook fixes applied."""
    threshold = fixed_threshold(book, verdict)
    if threshold is not None and (verdict.scope is None or verdict.scope >= 0):
        verdict = verdict._replace(accepted=verdict.confidence >= threshold)
    return verdict._replace(accepted=verdict.accepted and verdict.confidence >= minimum_confidence(book, verdict))


def figures(book: Routebook, validated: CrossValidation) -> dict[str, Any]:
    """Return the figures of a cross-validation as one JSON-ready mapping."""
    predictions = validated.predictions
    inside = [one for one in predictions if one.example.route != book.out_of_scope]
    accepted = [one for one in predictions if one.verdict.accepted]
    wrong = sum(not _is_correct(one) for one in accepted)
    by_route: dict[str, list[bool]] = {}
    for one in inside:
        by_route.setdefault(one.example.route, []).append(_is_correct(one))
    # An out-of-scope example that was rejected is no mistake.
    mistaken = [
        one
        for one in predictions
        if not _is_correct(one) and (one.example.route != book.out_of_scope or one.verdict.accepted)
    ]
    return {
        "rows": len(predictions),
        "texts": validated.texts,
        "folds": validated.folds,
        **_without(accuracy_with_interval([_is_correct(one) for one in inside]), "rows", "thin"),
        "accepted": len(accepted),
        "coverage": round(len(accepted) / len(predictions), 4),
        "wrong": wrong,
        "accepted_error": round(wrong / len(accepted), 4) if accepted else None,
        "accepted_error_interval": wilson_interval(wrong, len(accepted)),
        "unfamiliar": round(1 - sum(one.familiar for one in predictions) / len(predictions), 4),
        "confidence": round(float(np.mean([one.verdict.confidence for one in predictions])), 4),
        "by_route": {route: accuracy_with_interval(hits) for route, hits in sorted(by_route.items())},
        "confused": confused_routes(
            (
                OUT_OF_SCOPE if one.example.route == book.out_of_scope else one.example.route,
                str(one.verdict.route),
                "",
                one.example.text,
            )
            for one in mistaken
        ),
    }


def _is_correct(one: HeldOutPrediction) -> bool:
    return one.verdict.route == one.example.route


def _without(group: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in group.items() if key not in names}
