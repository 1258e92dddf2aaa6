"""What would have changed a decision: the smallest edit of the message, or one example more; all of it tried out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from fingerpost.language.text import cut
from fingerpost.routing.explanation.model import WhatIf, WordEffect
from fingerpost.routing.explanation.trial import KnownVectors, Trial
from fingerpost.routing.explanation.words import LeftOut, leave_out
from fingerpost.routing.message_state import context_of
from fingerpost.routing.student.model import Student
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Decision, Example, Message

if TYPE_CHECKING:
    from fingerpost.routing.router import Router

MAX_PAIRED = 10
"""Words of which all pairs are left out, those that weigh most."""

MAX_EDITS = 3
"""Edits that are reported."""

MAX_REFITTED = 2_000
"""Examples up to which the classifier is fitted again with one example more."""

FIT_SECONDS, FIT_SECONDS_PER_EXAMPLE, IMPORT_SECONDS = 0.5, 0.002, 2.0
"""An estimate of the time of a fit, and of importing scikit-learn before the first; neither can be stopped."""


def edits_that_change(
    trial: Trial,
    message: Message,
    decision: Decision,
    singles: Sequence[LeftOut],
    effects: Sequence[WordEffect],
    deadline: Deadline,
) -> tuple[list[WhatIf], bool]:
    """Return the smallest edits after which the decision is another; also whether the time sufficed to look.

    `singles`: the trials without one word. Pairs are tried where no single word suffices.
    """
    found = _changing(decision, singles)
    if found:
        return found, True
    ranked = [effect.word for effect in effects] or [left.words[0] for left in singles]
    pairs = list(combinations(ranked[:MAX_PAIRED], 2))
    tried, in_time = leave_out(trial, message, pairs, deadline)
    return _changing(decision, tried), in_time


def _changing(decision: Decision, tried: Iterable[LeftOut]) -> list[WhatIf]:
    changed = [left for left in tried if _differs(decision, left.outcome.decision)]
    # Where the decision is in doubt, first what ends the doubt; else another route tells more than doubt.
    changed.sort(
        key=lambda left: (
            not (decision.accepted or left.outcome.decision.accepted),
            left.outcome.decision.route == decision.route,
            -left.outcome.decision.confidence,
        )
    )
    return [_edit(left) for left in changed[:MAX_EDITS]]


def _edit(left: LeftOut) -> WhatIf:
    after = left.outcome.decision
    return WhatIf(
        "words", True, after.route, after.accepted, after.confidence, without=left.words, text=cut(left.message.text)[0]
    )


def _differs(before: Decision, after: Decision) -> bool:
    return (before.route, before.accepted) != (after.route, after.accepted)


def why_not_refitted(router: Router, student: Student, deadline: Deadline) -> str | None:
    """Return why the effect of one example more is not tried; None where it can be."""
    from fingerpost.routing.student.cache import key_of

    book, count = router.routebook, len(router.routebook.examples)
    if count > MAX_REFITTED:
        return f"one example more was not tried: {count:,} examples take too long to learn again"
    if student.key != key_of(book, student.encoder):
        return "one example more was not tried: the classifier was trained on other examples than the routebook's"
    importing = 0.0 if "sklearn.linear_model" in sys.modules else IMPORT_SECONDS
    if deadline.remaining < importing + FIT_SECONDS + FIT_SECONDS_PER_EXAMPLE * count:
        return "one example more was not tried: too little time was left"
    return None


def with_example(router: Router, vectors: KnownVectors, message: Message, decision: Decision, route: str) -> WhatIf:
    """Return what becomes of a message if it is an example of a route: the classifier is fitted again with it."""
    from fingerpost.routing.student.cache import fit_for

    book = router.routebook
    # Without the cache of embeddings: the message is the user's, and is not kept.
    after_what = None if book.apps else context_of(router.resolve(message))
    examples = (*book.examples, Example(message.text, route, after_what))
    student = fit_for(book, examples, vectors, cache=None)
    after = Trial(router, vectors, replace(book, examples=examples), student).run(message).decision
    return WhatIf("example", _differs(decision, after), after.route, after.accepted, after.confidence, example_of=route)
