"""Fit how far a text answers a question (`fingerpost.retrieval.answer_affinity`), on the handbooks.

`python -m training.answer_affinity [OUT.npz]` takes a minute or two and needs no torch. `--held-out` fits on two thirds
of the handbooks, and prints how the others fare by cosine alone and with what was learned.

Every question is set against all blocks of its handbook and against "nothing here answers"; the right ones are those
with a quoted sentence. An answered question is also set against the blocks without these: what tells a near miss must
not be the manner in which the writers of the handbooks asked for what is not there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from fingerpost.language.text import as_read
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.retrieval.answer_affinity import QUESTION, TEXT, UNIT, WEIGHTS
from fingerpost.retrieval.blocks import split_blocks
from fingerpost.retrieval.markdown import read_markdown
from fingerpost.retrieval.passages import split_into_passages

HANDBOOKS = Path(__file__).parent / "handbooks"
RANK, RUNS, EPOCHS, BATCH = 24, 2, 4, 32
"""Columns of each projection in a run, runs whose mean is shipped, passes over all questions, and questions at once."""
RATE, DECAY, START = 1e-3, 1e-2, 0.02
TEMPERATURE = 0.05
UNANSWERED_WEIGHT = 0.7
"""What a question counts that nothing answers, where one that something answers counts 1."""
FIRST_BAR, BAR_RATE = 11.0, 0.1
"""The score of "nothing here answers" in the beginning, and how fast it is learned."""
HELD_OUT = 3
"""Every third handbook is left out."""

Floats = NDArray[Any]


class Case(NamedTuple):
    """A question with the vectors of the blocks that could answer it, and which of them do."""

    question: Floats
    blocks: Floats
    right: NDArray[np.bool_]

    def without_answer(self) -> Case:
        """Return the same question beside the blocks that do not answer it."""
        return self._replace(blocks=self.blocks[~self.right], right=self.right[~self.right])


class Projections(NamedTuple):
    """What a question and a text are projected on."""

    of_question: Floats
    of_text: Floats

    def scores(self, case: Case) -> Floats:
        """Return the cosine of each block with what was learned beside it."""
        found: Floats = case.blocks @ case.question + (case.blocks @ self.of_text) @ (case.question @ self.of_question)
        return found


def cases_of(handbook: dict[str, Any], encoder: EmbeddedEncoder) -> Iterator[Case]:
    """Yield the questions of a handbook."""
    passages = [
        passage
        for page in handbook["pages"]
        for passage in split_into_passages(read_markdown(page["text"], page["name"]), page["name"])
    ]
    blocks = [(passage.heading, text) for passage in passages for text in split_blocks(passage.text, ())]
    vectors = _encode(encoder, [f"{heading}\n{text}" for heading, text in blocks])
    plain = [_plain(text) for _, text in blocks]
    questions = handbook["questions"]
    for asked, vector in zip(questions, _encode(encoder, [as_read(one["text"]) for one in questions]), strict=True):
        quotes = [_plain(quote) for quote in asked["quotes"]]
        right = np.array([any(quote in text for quote in quotes) for text in plain])
        if right.any() or not quotes:
            yield Case(vector, vectors, right)


def fit(cases: Sequence[Case], seed: int) -> Projections:
    """Fit the projections of one run by Adam on the cross-entropy of the right blocks, or of none."""
    random = np.random.default_rng(seed)
    size = cases[0].question.size
    weights = [random.normal(0, START, (size, RANK)).astype(np.float32) for _ in range(2)]
    means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    bar, step = FIRST_BAR, 0
    for _ in range(EPOCHS):
        order = random.permutation(len(cases))
        for start in range(0, len(order), BATCH):
            chosen = [cases[place] for place in order[start : start + BATCH]]
            gradients, of_bar = _gradients(Projections(*weights), bar, chosen)
            step, bar = step + 1, bar - BAR_RATE * of_bar
            means = [mean + 0.1 * (now - mean) for mean, now in zip(means, gradients, strict=True)]
            squares = [square + 0.001 * (now * now - square) for square, now in zip(squares, gradients, strict=True)]
            weights = [
                weight - RATE * (_adam(mean, square, step) + DECAY * weight)
                for weight, mean, square in zip(weights, means, squares, strict=True)
            ]
    return Projections(*weights)


def _adam(mean: Floats, square: Floats, step: int) -> Floats:
    change: Floats = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return change


def _gradients(projections: Projections, bar: float, cases: Sequence[Case]) -> tuple[list[Floats], float]:
    of_question, of_text = (np.zeros_like(weight) for weight in projections)
    of_bar = 0.0
    for case in cases:
        scores = np.append(projections.scores(case) / TEMPERATURE, bar)
        shares = np.exp(scores - scores.max())
        shares /= shares.sum()
        wanted = shares * np.append(case.right, not case.right.any())
        fault = (shares - wanted / wanted.sum()) * (1.0 if case.right.any() else UNANSWERED_WEIGHT)
        of_bar += float(fault[-1])
        pull = case.blocks.T @ (fault[:-1] / TEMPERATURE).astype(np.float32)
        of_question += np.outer(case.question, projections.of_text.T @ pull)
        of_text += np.outer(pull, projections.of_question.T @ case.question)
    return [of_question / len(cases), of_text / len(cases)], of_bar / len(cases)


def fit_all(cases: Sequence[Case]) -> Projections:
    """Return the mean of several runs."""
    without = [case.without_answer() for case in cases if case.right.any() and not case.right.all()]
    runs = [fit([*cases, *without], seed) for seed in range(RUNS)]
    return Projections(np.hstack([run.of_question for run in runs]) / RUNS, np.hstack([run.of_text for run in runs]))


def measure(projections: Projections, cases: Sequence[Case]) -> dict[str, float]:
    """Return how often a right block is first, and how well the best score tells whether there is one."""
    best = [projections.scores(case) for case in cases]
    first = [bool(case.right[scores.argmax()]) for case, scores in zip(cases, best, strict=True) if case.right.any()]
    told = roc_auc_score([case.right.any() for case in cases], [scores.max() for scores in best])
    answered = [case for case in cases if case.right.any() and not case.right.all()]
    pairs = [*answered, *(case.without_answer() for case in answered)]
    noticed = roc_auc_score([case.right.any() for case in pairs], [projections.scores(case).max() for case in pairs])
    return {"right block first": float(np.mean(first)), "AUROC answered": told, "AUROC answer taken out": noticed}


def _encode(encoder: EmbeddedEncoder, texts: Sequence[str]) -> Floats:
    return np.vstack([encoder.encode(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)])


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("out", nargs="?", type=Path, default=WEIGHTS)
    parser.add_argument("--held-out", action="store_true", help="only measure, on handbooks that are left out")
    arguments = parser.parse_args()
    plain_encoder = EmbeddedEncoder(PLAIN)
    read = [
        list(cases_of(json.loads(file.read_text(encoding="utf-8")), plain_encoder))
        for file in sorted(HANDBOOKS.glob("*.json"))
    ]
    if arguments.held_out:
        held = [case for place, cases in enumerate(read) if place % HELD_OUT == 0 for case in cases]
        learned = fit_all([case for place, cases in enumerate(read) if place % HELD_OUT for case in cases])
        nothing = Projections(*(np.zeros_like(weight) for weight in learned))
        for name, projections in (("cosine", nothing), ("learned", learned)):
            print(name, {what: round(figure, 3) for what, figure in measure(projections, held).items()})
    else:
        learned = fit_all([case for cases in read for case in cases])
        arrays: dict[str, Any] = {QUESTION: learned.of_question, TEXT: learned.of_text}
        np.savez_compressed(arguments.out, **{name: array.astype(np.float16) for name, array in arrays.items()})
        print(f"{arguments.out}: {arguments.out.stat().st_size} bytes; a cosine of {UNIT} counts 1")
