"""Cross-validation: what students that did not see an example say of it, so that no held-out file is needed.

It judges the student alone, without rules and without a model. Every fold has its own student: weights and bars come
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
from fingerpost.evaluation.evaluate import confused
from fingerpost.evaluation.metrics import share, wilson
from fingerpost.evaluation.rows import OUT_OF_SCOPE
from fingerpost.language.text import as_read, fold
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.training import Fold, fit_folds
from fingerpost.routing.thresholds import fixed_threshold, least_confidence
from fingerpost.types import Example, Verdict

_NUMBER, _OTHER = re.compile(r"\d+"), re.compile(r"[\W_]+")


class Held(NamedTuple):
    """One example and what was said of it. `familiar`: whether it is like something that was taught."""

    example: Example
    verdict: Verdict
    familiar: bool


class Validated(NamedTuple):
    """All examples as students judged them that did not see them; `texts` that are told apart, in so many `folds`."""

    held: list[Held]
    texts: int
    folds: int


def alike(text: str) -> str:
    """Return what texts have in common that differ in case, accents, signs and numbers alone."""
    return _OTHER.sub(" ", _NUMBER.sub("0", fold(text))).strip()


def cross_validate(
    book: Routebook, encoder: Encoder, cache: Path | None, progress: Callable[[str], None] = lambda _: None
) -> Validated:
    """Have every example judged by a student that saw neither it nor one alike."""
    examples = book.examples
    folds = fit_folds(
        examples,
        encoder,
        out_of_scope=book.out_of_scope,
        accept_error=book.thresholds.accept_error,
        cache=cache,
        same=alike,
        progress=progress,
    )
    if not folds:
        counts = Counter(example.route for example in {alike(example.text): example for example in examples}.values())
        few = sorted({example.route for example in examples if counts[example.route] < 2})
        raise TrainingError(
            f"{book.name} cannot be cross-validated: {', '.join(few) or 'some label'} has a single text, or texts that "
            "are all alike. Write two different ones at least"
        )
    keys = [alike(as_read(example.text)) for example in examples]
    check_apart(keys, folds)
    texts = [as_read(example.text) for example in examples]
    vectors = encode_cached(encoder, texts, cache)
    held = []
    for one in folds:
        for place in one.rows:
            judgement = one.student.judge(vectors[place], fold(texts[place]), examples[place].after)
            verdict = accepted_as(book, one.student.verdict(judgement))
            held.append(Held(examples[place], verdict, judgement.in_scope >= one.student.familiar))
    return Validated(held, len(set(keys)), len(folds))


def check_apart(keys: Sequence[str], folds: Iterable[Fold]) -> None:
    """Refuse folds of which two hold texts that are alike: one would give the other's answer away."""
    home: dict[str, int] = {}
    for number, one in enumerate(folds):
        for place in one.rows:
            if home.setdefault(keys[place], number) != number:
                raise TrainingError(
                    f"the folds leak: {keys[place]!r} is on both sides, so their accuracy means nothing"
                )


def accepted_as(book: Routebook, verdict: Verdict) -> Verdict:
    """Return a verdict of the student with the bars that the routebook itself fixes."""
    bar = fixed_threshold(book, verdict)
    if bar is not None and (verdict.scope is None or verdict.scope >= 0):
        verdict = verdict._replace(accepted=verdict.confidence >= bar)
    return verdict._replace(accepted=verdict.accepted and verdict.confidence >= least_confidence(book, verdict))


def figures(book: Routebook, validated: Validated) -> dict[str, Any]:
    """Return the figures of a cross-validation as one JSON-ready mapping."""
    held = validated.held
    inside = [one for one in held if one.example.route != book.out_of_scope]
    accepted = [one for one in held if one.verdict.accepted]
    wrong = sum(not _hit(one) for one in accepted)
    by_route: dict[str, list[bool]] = {}
    for one in inside:
        by_route.setdefault(one.example.route, []).append(_hit(one))
    # A stranger that was refused is no mistake.
    mistaken = [
        one for one in held if not _hit(one) and (one.example.route != book.out_of_scope or one.verdict.accepted)
    ]
    return {
        "rows": len(held),
        "texts": validated.texts,
        "folds": validated.folds,
        **_without(share([_hit(one) for one in inside]), "rows", "thin"),
        "accepted": len(accepted),
        "coverage": round(len(accepted) / len(held), 4),
        "wrong": wrong,
        "accepted_error": round(wrong / len(accepted), 4) if accepted else None,
        "accepted_error_interval": wilson(wrong, len(accepted)),
        "unfamiliar": round(1 - sum(one.familiar for one in held) / len(held), 4),
        "confidence": round(float(np.mean([one.verdict.confidence for one in held])), 4),
        "by_route": {route: share(hits) for route, hits in sorted(by_route.items())},
        "confused": confused(
            (
                OUT_OF_SCOPE if one.example.route == book.out_of_scope else one.example.route,
                str(one.verdict.route),
                "",
                one.example.text,
            )
            for one in mistaken
        ),
    }


def _hit(one: Held) -> bool:
    return one.verdict.route == one.example.route


def _without(group: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in group.items() if key not in names}
