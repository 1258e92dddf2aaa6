"""The parts of an explanation, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

FOR, AGAINST, NEUTRAL = "for", "against", "neutral"
"""What a word does to the route that is explained."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What decided: the layer, and its own words.

    `name`: the rule or guard. `matched`: the words of the message that it matched, the evidence of a guard, or the
    example that small talk is like. `pattern`: the phrase or pattern. `before`: the route without it, and
    `before_layer` the layer that chose it; for the memo, the layer that decided first. `agrees`: whether the classifier
    chose the language model's route.
    """

    layer: str
    said: str
    name: str | None = None
    matched: str | None = None
    pattern: str | None = None
    before: str | None = None
    before_layer: str | None = None
    agrees: bool | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """The confidence that the classifier's best route must reach, where it comes from, and whether it is reached."""

    value: float
    source: str
    confidence: float
    reached: bool


@dataclass(frozen=True, slots=True)
class Strangeness:
    """How far a message is from all examples.

    `familiarity`: a score of the classifier, higher for what is like the examples; below `out_of_scope_below` the
    message belongs to no route, below `doubtful_below` it is not accepted. Either is None where it was not estimated.
    The scale is that of `Decision.scope`: a message belongs to no route below zero.
    """

    familiarity: float
    out_of_scope_below: float | None
    doubtful_below: float | None
    verdict: str


@dataclass(frozen=True, slots=True)
class ModelWord:
    """Why the language model's word was accepted or not; `kind` is a short name of the reason.

    `agreement`: whether it chose the classifier's first route, the second, or another. `right` of `answers`: how often
    it was right about examples where it agreed so with the classifier. `estimate`: the probability that it is right,
    and `needed` the one from which it is accepted.
    """

    accepted: bool
    kind: str
    agreement: str | None = None
    familiarity: str | None = None
    right: int = 0
    answers: int = 0
    estimate: float | None = None
    needed: float | None = None


@dataclass(frozen=True, slots=True)
class WordEffect:
    """What leaving a word out does, tried out: the probability of the route with and without it.

    `route` and `accepted`: the decision without it. `weighs`: FOR, AGAINST or NEUTRAL.
    """

    word: str
    probability: float
    without: float
    weighs: str
    route: str | None
    accepted: bool


@dataclass(frozen=True, slots=True)
class NgramWeight:
    """The exact share of an n-gram in the classifier's score of the route over the runner-up, as log-odds.

    `kind`: "word", "word pair", "letters", or "context" for the turn, editor or attachment that it depends on.
    """

    ngram: str
    kind: str
    weight: float


@dataclass(frozen=True, slots=True)
class ScoreShares:
    """The classifier's score of the route over the runner-up, as log-odds, by where it comes from."""

    meaning: float
    wording: float
    context: float
    constant: float


@dataclass(frozen=True, slots=True)
class NearExample:
    """An example near the message: its likeness (cosine, up to 1), and where it is written, if that is known.

    `sameness`: "same text", "near-identical", or empty.
    """

    text: str
    route: str
    likeness: float
    sameness: str = ""
    after: str | None = None
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class GuardOutcome:
    """What became of a guard: whether it fired, and on what or why not."""

    guard: str
    to: str
    fired: bool
    why: str


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A change that was tried out, and the decision after it.

    `kind`: "words" (left out) or "example" (this message as an example of `example_of`). `changes`: whether the
    decision is another: its route, or whether it is accepted.
    """

    kind: str
    changes: bool
    route: str | None
    accepted: bool
    confidence: float
    without: tuple[str, ...] = ()
    text: str | None = None
    example_of: str | None = None


@dataclass(frozen=True, slots=True)
class Continuation:
    """The earlier turn that the message depends on, and how it was understood."""

    leans: str | None
    turn: str | None
    route: str | None
    probability: float | None
    read_as: str | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a message got its decision.

    `summary`: for people, in the message's language. `text`: the message, of a long one its head and tail.
    `explained`: the route that words and n-grams are about: the classifier's best guess, or the model's choice;
    `against`: the route next to it. `words`: those that weigh most first. `what_ifs`: the changes that were tried.
    `model`: where a language model decided, why its word was accepted or not. `steps`: layer, result and milliseconds.
    `notes`: what was left out, and why. `seconds`: the time that it took.
    """

    summary: str
    language: str
    text: str
    route: str | None
    accepted: bool
    confidence: float
    layer: str
    reason: str
    runner_up: str | None
    margin: float
    cause: Cause
    explained: str | None = None
    against: str | None = None
    probabilities: tuple[tuple[str, float], ...] = ()
    bar: Bar | None = None
    strangeness: Strangeness | None = None
    model: ModelWord | None = None
    continuation: Continuation | None = None
    words: tuple[WordEffect, ...] = ()
    ngrams: tuple[NgramWeight, ...] = ()
    shares: ScoreShares | None = None
    nearest: tuple[NearExample, ...] = ()
    guards: tuple[GuardOutcome, ...] = ()
    what_ifs: tuple[WhatIf, ...] = ()
    steps: tuple[tuple[str, str, float], ...] = field(default=())
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    def __str__(self) -> str:
        """Return the line for people."""
        return self.summary

    def as_dict(self) -> dict[str, Any]:
        """Return everything as values for JSON."""
        return asdict(self)
