"""Explains a decision: what decided, which words and examples speak for it, and what would have changed it.

Everything is computed from the message, the decision and the router when it is asked for, within a time limit; what
does not fit is named in the notes.
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from fingerpost.errors import ModelError, TrainingError
from fingerpost.language.detect import language_of
from fingerpost.language.text import cut
from fingerpost.routing.explanation.bar import bar_of, strangeness
from fingerpost.routing.explanation.cause import cause_of, continuation_of
from fingerpost.routing.explanation.guard_outcomes import decision_before_guards, evidence_names, guard_outcomes
from fingerpost.routing.explanation.model import Explanation, ModelWord, NearExample, WhatIf
from fingerpost.routing.explanation.nearest import example_vectors, learn_examples, nearest_examples
from fingerpost.routing.explanation.sentence import summary_of
from fingerpost.routing.explanation.trial import KnownVectors, Outcome, Trial
from fingerpost.routing.explanation.what_if import edits_that_change, why_not_refitted, with_example
from fingerpost.routing.explanation.words import MAX_NGRAMS, effects_of, leave_out, ngram_weights, pick_words
from fingerpost.routing.layers.llm import case_of
from fingerpost.routing.layers.model_trust import BAR, familiarity_of
from fingerpost.routing.message_state import context_of
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Decision, Message, Resolved

if TYPE_CHECKING:
    from fingerpost.routing.router import Router

EXAMPLES_SHARE = 0.4
"""The share of the time that may go into encoding examples that have no vector yet."""

MAX_PROBABILITIES = 5
"""Routes whose probabilities are told."""


def explain(router: Router, message: Message, decision: Decision | None, seconds: float) -> Explanation:
    """Return the explanation of a decision, or of the one that the router takes now, in about so many seconds."""
    began, deadline = monotonic(), Deadline(seconds)
    if decision is None:
        decision = router.route(message)
    resolved = decision.resolved or router.resolve(message)
    vectors = KnownVectors(router.batcher.yielding_encoder)
    vectors.known.update(example_vectors(router).known if decision.layer != "declared" else {})
    own = replace(message, declared=None)
    trial = Trial(router, vectors)
    base = trial.run(own)
    book = router.routebook
    guards = guard_outcomes(book, decision, evidence_names(book, message, resolved, decision)) if book.guards else []
    told = Explanation(
        summary="",
        language=language_of(message.text),
        text=cut(message.text)[0],
        route=decision.route,
        accepted=decision.accepted,
        confidence=decision.confidence,
        layer=decision.layer,
        reason=decision.reason,
        runner_up=decision.runner_up,
        margin=decision.margin,
        cause=cause_of(book, decision, resolved, base, guards),
        continuation=continuation_of(decision.resolved),
        guards=tuple(guards),
        steps=tuple((step.who, step.said, step.micros / 1000) for step in decision.trail),
    )
    searched = False
    if decision.layer != "declared":
        details = _Details(router, trial, own, decision, resolved, base, deadline, [])
        try:
            told, searched = _with_details(told, details)
        except ModelError as fault:
            # Only a remote encoder fails; what is known without it is told.
            told = replace(told, notes=(f"No messages could be tried: {fault}.",))
    return replace(told, summary=summary_of(told, searched=searched), seconds=monotonic() - began)


class _Details(NamedTuple):
    """What the parts of an explanation are computed from."""

    router: Router
    trial: Trial
    message: Message
    decision: Decision
    resolved: Resolved
    base: Outcome
    deadline: Deadline
    notes: list[str]


def _with_details(told: Explanation, given: _Details) -> tuple[Explanation, bool]:
    """Return the explanation with all that takes trials; also whether all edits of one and two words were tried."""
    if (given.base.decision.route, given.base.decision.accepted) != (told.route, told.accepted):
        given.notes.append(
            f"Trials use neither the memo nor a language model; without them the decision is"
            f" {given.base.decision.route}{'' if given.base.decision.accepted else ', not accepted'}."
        )
    if given.base.prediction is not None:
        told = replace(told, **_classifier_parts(given))
    words, others = pick_words(given.message, given.resolved.folded, told.ngrams)
    if others:
        given.notes.append(f"{others} more words were not left out: those with the smallest weights.")
    singles, in_time = leave_out(given.trial, given.message, [(word,) for word in words], given.deadline)
    effects = effects_of(given.base, singles, told.explained) if told.explained is not None else []
    edits: list[WhatIf] = []
    if in_time:
        edits, in_time = edits_that_change(
            given.trial, given.message, given.base.decision, singles, effects, given.deadline
        )
    if not in_time:
        given.notes.append(f"The {given.deadline.seconds:g} s ran out before all words were tried.")
    what_ifs = (*edits, *_taught(given, told))
    told = replace(
        told, words=tuple(effects), ngrams=told.ngrams[:MAX_NGRAMS], what_ifs=what_ifs, notes=tuple(given.notes)
    )
    return told, in_time and not others


def _classifier_parts(given: _Details) -> dict[str, Any]:
    """Return what the classifier has to say: probabilities, bar, strangeness, n-grams and nearest examples."""
    router, prediction = given.router, given.base.prediction
    student = router.warm_student()
    if student is None or prediction is None:
        return {}
    ranked = prediction.ranked(len(prediction.routes))
    before = decision_before_guards(given.decision)
    explained, confidence = ranked[0]
    if before.layer in ("student", "llm", "memo") and before.route in prediction.routes:
        explained = before.route
    against = next((route for route, _ in ranked if route != explained), None)
    vector = given.trial.vector(given.message)
    parts: dict[str, Any] = {
        "model": _model_word(given),
        "explained": explained,
        "against": against,
        "probabilities": tuple(ranked[:MAX_PROBABILITIES]),
        "bar": bar_of(router.routebook, student, ranked[0][0], confidence),
        "strangeness": strangeness(student, prediction),
        "nearest": tuple(_nearest(given, vector)),
    }
    if against is not None:
        after = None if router.routebook.apps else context_of(given.resolved)
        ngrams, shares = ngram_weights(student, vector, given.resolved.folded, after, explained, against)
        parts.update(ngrams=tuple(ngrams), shares=shares)
        if given.resolved.follows is not None:
            given.notes.append("The weights of n-grams are those of the message alone, without its conversation.")
    return parts


def _model_word(given: _Details) -> ModelWord | None:
    """Return why the language model's word was accepted or not; None where it did not decide, or is not judged."""
    router, student, prediction = given.router, given.router.warm_student(), given.base.prediction
    if given.decision.layer != "llm" or router.model is None or router.model.table is None:
        return None
    said = cause_of(router.routebook, given.decision, given.resolved, given.base, []).name
    if student is None or prediction is None or said is None or said != given.decision.route:
        return ModelWord(accepted=False, kind="outweighed")
    ranked, familiarity = prediction.ranked(len(prediction.routes)), familiarity_of(student, prediction)
    judgement = router.model.table.judge(case_of(router.routebook, ranked, familiarity, said))
    return ModelWord(
        judgement.accepted,
        judgement.kind,
        judgement.case.agreement,
        judgement.case.familiarity,
        judgement.right,
        judgement.answers,
        judgement.estimate,
        None if judgement.estimate is None else BAR,
    )


def _nearest(given: _Details, vector: Any) -> list[NearExample]:
    router, book = given.router, given.router.routebook
    patience = Deadline(EXAMPLES_SHARE * given.deadline.remaining)
    known = learn_examples(router, given.resolved.folded, patience)
    vectors = example_vectors(router)
    given.trial.vectors.known.update(vectors.known)
    if known < len(book.examples):
        given.notes.append(
            f"The nearest examples are those among {known:,} of {len(book.examples):,}, which share most words"
            " with the message; the others have no vector yet, and each explanation computes more of them."
        )
    return nearest_examples(book, vectors, vector, given.message.text)


def _taught(given: _Details, told: Explanation) -> list[WhatIf]:
    """Return what becomes of the message as an example: of the runner-up, or of the guess that was not accepted."""
    student = given.router.warm_student()
    if student is None or told.explained is None:
        return []
    guesses = [told.against] if given.base.decision.accepted else [told.explained, told.against]
    found: list[WhatIf] = []
    for route in guesses:
        if route is None:
            continue
        why_not = why_not_refitted(given.router, student, given.deadline)
        if why_not is not None:
            given.notes.append(f"{why_not[:1].upper()}{why_not[1:]}.")
            break
        try:
            found.append(with_example(given.router, given.trial.vectors, given.message, given.base.decision, route))
        except TrainingError as fault:
            given.notes.append(f"One example more was not tried: {fault}.")
    return found
