"""What single words do to a decision: each is left out and the message decided again; n-grams have exact weights."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import fold
from fingerpost.routing.explanation.model import AGAINST, FOR, NEUTRAL, NgramWeight, ScoreShares, WordEffect
from fingerpost.routing.explanation.trial import Outcome, Trial
from fingerpost.routing.student.features import AFTER
from fingerpost.routing.student.model import Student
from fingerpost.runtime.deadline import Deadline
from fingerpost.types import Message

MAX_WORDS = 40
"""Words of a message that are left out, one at a time."""

MIN_EFFECT = 0.1
"""The change in log-odds from which a word counts as weighing for or against a route."""

MAX_NGRAMS = 12
"""N-grams that are listed, those with the largest weights."""

WORD = re.compile(r"\w+(?:['’]\w+)*")
"""A word as people count them: "what's" is one."""

_PART = re.compile(r"\w+")
_BLANKS = re.compile(r"\s+")


class LeftOut(NamedTuple):
    """A message without some of its words, and the decision on it."""

    words: tuple[str, ...]
    message: Message
    outcome: Outcome


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are written, each once, whatever its case and accents."""
    return list({fold(word): word for word in reversed(WORD.findall(text))}.values())[::-1]


def without(message: Message, words: Iterable[str]) -> Message:
    """Return a message without all occurrences of some words."""
    gone = set(map(fold, words))
    text = WORD.sub(lambda found: "" if fold(found.group()) in gone else found.group(), message.text)
    return replace(message, text=_BLANKS.sub(" ", text).strip())


def leave_out(
    trial: Trial, message: Message, choices: Sequence[tuple[str, ...]], deadline: Deadline
) -> tuple[list[LeftOut], bool]:
    """Decide the message without each of the choices; also return whether the time sufficed for all of them."""
    changed: list[tuple[tuple[str, ...], Message]] = []
    for words in choices:
        # A message of 100,000 characters takes its time, too.
        if not deadline.remaining:
            return [], False
        edited = without(message, words)
        if edited.text:
            changed.append((words, edited))
    in_time = trial.learn([edited for _, edited in changed], deadline)
    tried: list[LeftOut] = []
    for words, edited in changed:
        if not deadline.remaining or (not in_time and trial.resolve(edited).text not in trial.vectors.known):
            return tried, False
        tried.append(LeftOut(words, edited, trial.run(edited)))
    return tried, True


def pick_words(message: Message, read: str, weights: Sequence[NgramWeight]) -> tuple[list[str], int]:
    """Return the words to leave out, and how many others there are; of a long message those with the largest weights.

    `read`: what the layers see of the message, folded.
    """
    seen = set(WORD.findall(read))
    words = [word for word in words_of(message.text) if fold(word) in seen]
    if len(words) <= MAX_WORDS:
        return words, 0
    weight: Counter[str] = Counter()
    for ngram in weights:
        for word in ngram.ngram.split():
            weight[word] += abs(ngram.weight)  # type: ignore[assignment]  # a Counter of floats
    chosen = set(sorted(words, key=lambda word: -sum(weight[part] for part in _PART.findall(fold(word))))[:MAX_WORDS])
    return [word for word in words if word in chosen], len(words) - MAX_WORDS


def effects_of(base: Outcome, tried: Sequence[LeftOut], route: str) -> list[WordEffect]:
    """Return what each single word does to the probability of a route, the strongest first."""
    before = base.probability(route)
    found: list[tuple[float, WordEffect]] = []
    for left in tried:
        after = left.outcome.probability(route)
        if before is None or after is None or len(left.words) != 1:
            continue
        change = log_odds(before) - log_odds(after)
        weighs = NEUTRAL if abs(change) < MIN_EFFECT else FOR if change > 0 else AGAINST
        decision = left.outcome.decision
        effect = WordEffect(left.words[0], before, after, weighs, decision.route, decision.accepted)
        found.append((abs(change), effect))
    return [effect for _, effect in sorted(found, key=lambda pair: -pair[0])]


def log_odds(probability: float) -> float:
    """Return the logarithm of the odds, which tells 0.99 from 0.999."""
    inside = min(max(probability, 1e-9), 1 - 1e-9)
    return math.log(inside / (1 - inside))


def ngram_weights(
    student: Student, vector: NDArray[np.float32], folded: str, after: str | None, route: str, against: str
) -> tuple[list[NgramWeight], ScoreShares]:
    """Return the weight of every n-gram in the score of a route over another, the largest first, and the shares.

    The classifier is linear, so these are exact: the shares add up to the difference of the two scores.
    """
    scores = student.scores(vector, folded, after)
    mine, other = (_best_label(student, scores, name) for name in (route, against))
    columns, values = student.vocabulary.row(folded, after)
    by_term: dict[str, float] = {}
    for column, value in zip(columns.tolist(), values.tolist(), strict=True):
        weights = student.sparse[column]
        term = student.vocabulary.terms[column]
        by_term[term] = by_term.get(term, 0.0) + value * float(weights[mine] - weights[other])
    found = [NgramWeight(*_shown(term), weight) for term, weight in by_term.items()]
    wording = sum(ngram.weight for ngram in found if ngram.kind != "context")
    meaning = float((student.dense[mine] - student.dense[other]) @ vector)
    constant = float(student.bias[mine] - student.bias[other])
    total = float(scores[mine] - scores[other])
    shares = ScoreShares(meaning, wording, total - meaning - wording - constant if after else 0.0, constant)
    return sorted(found, key=lambda ngram: -abs(ngram.weight)), shares


def _best_label(student: Student, scores: NDArray[np.float32], route: str) -> int:
    places = [i for i, label in enumerate(student.labels) if label.route == route]
    return max(places, key=lambda place: float(scores[place]))


def _shown(term: str) -> tuple[str, str]:
    """Return an n-gram as it is shown, and its kind; `parc-` are letters at the beginning of a word."""
    if term.startswith(AFTER):
        return term.removeprefix(AFTER), "context"
    if term.startswith("_"):
        letters = term[1:]
        begin, end = ("" if letters[side] == " " else "-" for side in (0, -1))
        return f"{begin}{letters.strip()}{end}", "letters"
    return term, "word pair" if " " in term else "word"
