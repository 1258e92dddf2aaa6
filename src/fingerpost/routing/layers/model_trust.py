"""How far a language model's word goes: how often it was right about the routebook's own examples, case by case.

A case is whether the model agrees with the classifier, and how familiar the message is. `model_check.py` fills the
table; until then the model's word is accepted only where it agrees with the classifier.
"""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from fingerpost.routing.student.model import NO_THRESHOLD, SURENESS

if TYPE_CHECKING:
    from fingerpost.routing.student.model import Prediction, Student

log = logging.getLogger("fingerpost")

SAME, SECOND, OTHER = "same", "second", "other"
"""What the model chose: the classifier's route, the route next to it, or another one."""

FAMILIAR, DOUBTFUL, STRANGE = "familiar", "doubtful", "strange"
"""How a message compares with the examples."""

BAR = 0.9
"""The probability of being right that the model's word needs to be accepted."""

PRIOR_ANSWERS = 2
"""Answers that the model's accuracy as a whole counts for in each case."""

FORMAT = 1
"""The version of the stored table."""


class Case(NamedTuple):
    """What the model chose beside the classifier, and how familiar the message is."""

    agreement: str
    familiarity: str


class Judgement(NamedTuple):
    """Whether the model's word is accepted, and why: `kind` is a short name of the reason.

    `right` of `answers`: how often it was right in this case. `estimate`: the probability that it is right.
    """

    accepted: bool
    kind: str
    case: Case
    right: int = 0
    answers: int = 0
    estimate: float | None = None

    @property
    def reason(self) -> str:
        """Return the reason in words."""
        counted = f"it was right on {self.right} of {self.answers} examples {_WHERE[self.case.agreement]}"
        return {
            "proven": counted,
            "weak": f"not accepted: {counted}",
            "unfamiliar": "not accepted: the message is unlike the examples",
            "no_better": "not accepted: on the examples it is no better than the classifier, which does not agree",
            "agrees": "accepted because the classifier agrees; it was not tried on the examples yet",
            "differs": "not accepted: it was not tried on the examples yet, and the classifier does not agree",
        }[self.kind]


_WHERE = {
    SAME: "where it agreed with the classifier",
    SECOND: "where it chose the classifier's second route",
    OTHER: "where it chose neither of the classifier's first two routes",
}


@dataclass(frozen=True, slots=True)
class TrustTable:
    """How often a model was right about examples that its prompt did not show.

    `counts`: by case, right answers and answers; empty if it was not tried yet. `asked`: the examples it was asked
    about, those without a usable answer included. `classifier_right`: on how many of them a classifier that had not
    learned them was right.
    """

    model: str
    counts: Mapping[Case, tuple[int, int]] = field(default_factory=dict)
    asked: int = 0
    classifier_right: int = 0

    @property
    def right(self) -> int:
        """Return the number of right answers."""
        return sum(right for right, _ in self.counts.values())

    @property
    def is_better(self) -> bool:
        """Whether the model was right more often than the classifier."""
        return self.right > self.classifier_right

    @property
    def accuracy(self) -> float:
        """Return the share of right answers, smoothed by one right and one wrong answer."""
        return (self.right + 1) / (self.asked + 2)

    def judge(self, case: Case) -> Judgement:
        """Return whether the model's word is accepted in a case.

        The counts of all examples with this agreement estimate how often it is right about messages of the routes;
        examples say nothing about strangers, so the message must be familiar too.
        """
        if not self.asked:
            agrees = case.agreement == SAME and case.familiarity == FAMILIAR
            strange = case.agreement == SAME and not agrees
            return Judgement(agrees, "agrees" if agrees else "unfamiliar" if strange else "differs", case)
        right, answers = self._count(case.agreement)
        estimate = (right + PRIOR_ANSWERS * self.accuracy) / (answers + PRIOR_ANSWERS)
        if case.familiarity == STRANGE:
            # More likely than not it is for none of the routes.
            estimate /= 2
        kind = "proven"
        if case.familiarity != FAMILIAR:
            kind = "unfamiliar"
        elif case.agreement != SAME and not self.is_better:
            kind = "no_better"
        elif estimate < BAR:
            kind = "weak"
        return Judgement(kind == "proven", kind, case, right, answers, estimate)

    def _count(self, agreement: str) -> tuple[int, int]:
        found = [count for case, count in self.counts.items() if case.agreement == agreement]
        return sum(right for right, _ in found), sum(answers for _, answers in found)


def describe(table: TrustTable) -> str:
    """Return in one line how a model fared on the examples, and what its word is worth."""
    compared = f"right on {table.right} of {table.asked} examples, the classifier alone on {table.classifier_right}"
    accepted = [where for agreement, where in _WHERE.items() if table.judge(Case(agreement, FAMILIAR)).accepted]
    if not table.is_better:
        alone = "it is no better than the classifier and accepts nothing by itself"
        worth = f"{alone}{'; its word counts where both agree' if accepted else ''}. Use a larger model, or none"
    elif accepted:
        worth = f"its word is accepted {' and '.join(accepted)}"
    else:
        worth = "nothing is accepted on its word: in no case was it right often enough"
    return f"{table.model}: {compared}; {worth}"


def agreement_of(candidates: Sequence[tuple[str, float]], route: str) -> str:
    """Return how a model's route compares with the classifier's, the most probable first."""
    first_two = [name for name, _ in candidates[:2]]
    return OTHER if route not in first_two else SAME if route == first_two[0] else SECOND


def familiarity_of(student: Student, prediction: Prediction) -> str:
    """Return how familiar a message is, by the classifier's own rule, with `BAR` in place of its confidence."""
    score = prediction.in_scope
    if student.scope_threshold > NO_THRESHOLD and score < student.scope_threshold:
        return STRANGE
    unsure = 0.0 if student.familiarity is None else SURENESS * math.log(BAR)
    return FAMILIAR if score + unsure >= student.familiarity_threshold else DOUBTFUL


def write_table(file: Path, key: str, table: TrustTable) -> None:
    """Keep a table in a file of the cache, whole or not at all; a folder that cannot be written is no error."""
    counts = [[*case, *count] for case, count in sorted(table.counts.items())]
    stored = {
        "format": FORMAT, "key": key, "model": table.model, "asked": table.asked,
        "classifier_right": table.classifier_right, "counts": counts,
    }  # fmt: skip
    temporary = file.with_name(f".{file.name}-{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(json.dumps(stored), encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        log.info("what the model said about the examples is not kept: %s: %s", file, error)


def read_table(file: Path, key: str, model: str) -> TrustTable | None:
    """Return the table that was kept for this model and key; None where there is none, or it cannot be used."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError) as error:
        log.warning("%s cannot be read (%s): the model is tried on the examples again", file, error)
        return None
    table = _table(stored, key, model)
    if table is None:
        log.warning("%s is damaged or of another model: the model is tried on the examples again", file)
    return table


def _table(stored: Any, key: str, model: str) -> TrustTable | None:
    if not isinstance(stored, dict):
        return None
    if (stored.get("format"), stored.get("key"), stored.get("model")) != (FORMAT, key, model):
        return None
    rows, asked, classifier_right = stored.get("counts"), stored.get("asked"), stored.get("classifier_right")
    if not isinstance(rows, list) or not _is_count(asked) or not _is_count(classifier_right):
        return None
    counts: dict[Case, tuple[int, int]] = {}
    for row in rows:
        if not isinstance(row, list) or len(row) != 4:
            return None
        agreement, familiarity, right, answers = row
        known = agreement in (SAME, SECOND, OTHER) and familiarity in (FAMILIAR, DOUBTFUL, STRANGE)
        if not (known and _is_count(right) and _is_count(answers) and right <= answers):
            return None
        counts[Case(agreement, familiarity)] = (right, answers)
    whole = classifier_right <= asked and 0 < sum(answers for _, answers in counts.values()) <= asked
    return TrustTable(model, counts, asked, classifier_right) if whole else None


def _is_count(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
