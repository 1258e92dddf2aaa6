"""Fit how sure the semantic parser is, on databases that its networks have not seen.

`python -m training.parser_confidence WEIGHTS.npz FOLDER…` asks the questions of the databases in some folders, compares
what comes with the right rows, fits a logistic regression on the evidence of each reading, and stores it in the weights
as `confidence`. What is shipped was fitted on `training/databases/held_out`.
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from benchmarks.figures import question_rows, same_figures
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sqlglot import exp

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.planner.dialect import quoted
from fingerpost.assistants.agents.analytics.planner.meanings import Meanings
from fingerpost.assistants.agents.analytics.planner.named_tables import writer_of
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.profile import profile_database
from fingerpost.assistants.agents.analytics.questions.reader import read_question
from fingerpost.assistants.agents.analytics.semantic_parser import parse
from fingerpost.assistants.agents.analytics.semantic_parser.agreement import ask_the_same
from fingerpost.assistants.agents.analytics.semantic_parser.combining import SURE
from fingerpost.assistants.agents.analytics.semantic_parser.network import ParserNetworks
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats
from training.parser_rows import database_file, scripts_in

REGULARISATION = 0.3
FOLDS = 8
_DIALECT = "sqlite"
_UNFITTED = np.zeros((4, 1), np.float32)
"""Stands in the weights until the confidence is fitted; the readings themselves do not depend on it."""


class Played(NamedTuple):
    """A reading by the networks: its evidence with how it relates to the reading by words, and whether it is right."""

    database: str
    evidence: tuple[float, ...]
    right: bool


def play(weights: Mapping[str, Any], folders: Sequence[Path]) -> list[Played]:
    """Return the readings of the questions to all databases in some folders, by the networks of a weight file."""
    networks = ParserNetworks({"confidence": _UNFITTED, **weights})
    with TemporaryDirectory() as folder, patch.object(parse, "shared_networks", lambda: networks):
        return [one for script in scripts_in(folders) for one in _play_database(script, Path(folder))]


def _play_database(script: Path, folder: Path) -> Iterator[Played]:
    file = database_file(script, folder)
    allowlist = profile_database(f"sqlite:///{file}").allowlist
    with closing(sqlite3.connect(file)) as connection:
        for row in question_rows(script.with_suffix(".jsonl")):
            try:
                parsed = parse.parse_question(row["text"], allowlist)
            except NotUnderstoodError:
                continue
            sql = check_sql(
                quoted(parsed.statement.copy(), allowlist, _DIALECT).sql(dialect=_DIALECT), _DIALECT, allowlist
            )
            right = bool(row["sql"]) and same_figures(
                connection.execute(row["sql"]).fetchall(), connection.execute(sql).fetchall()
            )
            relation = _relation(row["text"], parsed.statement, allowlist)
            yield Played(script.stem, (*parsed.evidence, *relation), right)


def _relation(question: str, statement: exp.Select, allowlist: Allowlist) -> tuple[float, float, float]:
    """Return whether the words ask the same as a statement, ask something else, or are not understood."""
    try:
        request = read_question(question, allowlist, Meanings())
        by_words = writer_of(request, allowlist, Meanings(), _DIALECT).statement
    except NotUnderstoodError:
        return 0.0, 0.0, 1.0
    same = ask_the_same(by_words, statement)
    return float(same), float(not same), 0.0


def fit(evidence: Floats, right: Floats) -> Floats:
    """Return the mean and the spread of each kind of evidence, its weight, and the offset: a row of each."""
    mean, spread = evidence.mean(axis=0), evidence.std(axis=0) + 1e-6
    model = LogisticRegression(C=REGULARISATION, max_iter=3000).fit((evidence - mean) / spread, right)
    offset = np.full(len(mean), model.intercept_[0])
    return np.stack([mean, spread, model.coef_[0], offset]).astype(np.float32)


def probabilities(fitted: Floats, evidence: Floats) -> Floats:
    """Return how likely readings are right, as `semantic_parser.combining.certainty` does."""
    scores = (evidence - fitted[0]) / fitted[1] @ fitted[2] + fitted[3, 0]
    found: Floats = 1 / (1 + np.exp(-scores))
    return found


def judged_unseen(evidence: Floats, right: Floats, databases: Sequence[str]) -> Floats:
    """Return how likely readings are right by a confidence that was fitted without their databases."""
    found = np.zeros(len(right), np.float32)
    folds = GroupKFold(min(FOLDS, len(set(databases))))
    for known, unseen in folds.split(evidence, right, databases):
        found[unseen] = probabilities(fit(evidence[known], right[known]), evidence[unseen])
    return found


def main() -> None:
    """Fit the confidence, tell how well it judges databases that it was not fitted on, and store it."""
    parser = argparse.ArgumentParser(prog="python -m training.parser_confidence")
    parser.add_argument("weights", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    arguments = parser.parse_args()
    logging.disable()
    with np.load(arguments.weights, allow_pickle=False) as stored:
        weights = {name: stored[name] for name in stored.files}
    played = play(weights, arguments.folders)
    evidence = np.array([one.evidence for one in played], np.float32)
    right = np.array([one.right for one in played], np.float32)
    sure = judged_unseen(evidence, right, [one.database for one in played]) >= SURE
    print(
        f"{len(played)} readings, {int(right.sum())} right; sure of {int(sure.sum())}, {int(right[sure].sum())} right"
    )
    np.savez_compressed(arguments.weights, allow_pickle=False, **{**weights, "confidence": fit(evidence, right)})


if __name__ == "__main__":
    main()
