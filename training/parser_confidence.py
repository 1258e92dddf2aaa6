"""Fit how sure the semantic parser is, on databases that its networks have not seen.

`python -m training.parser_confidence WEIGHTS.npz FOLDER…` asks the questions of the databases in some folders, compares
what comes with the right rows, fits a line and boosted trees on the evidence of each reading, and stores them in the
weights behind `confidence/`. What is shipped was fitted on `training/databases/held_out`.
"""

from __future__ import annotations

import argparse
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from benchmarks.figures import question_rows, same_figures
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold
from sqlglot import exp

from fingerpost.assistants.agents.analytics import check_sql
from fingerpost.assistants.agents.analytics.allowlist import Allowlist
from fingerpost.assistants.agents.analytics.database_profile import profile_database
from fingerpost.assistants.agents.analytics.planner.dialect import quoted
from fingerpost.assistants.agents.analytics.planner.measures import Meanings
from fingerpost.assistants.agents.analytics.planner.request import NotUnderstoodError
from fingerpost.assistants.agents.analytics.semantic_parser import parse
from fingerpost.assistants.agents.analytics.semantic_parser.confidence import (
    LINE,
    NODES,
    SURENESS,
    Confidence,
    ReadingEvidence,
)
from fingerpost.assistants.agents.analytics.semantic_parser.network import CONFIDENCE, ParserNetworks
from fingerpost.assistants.agents.analytics.semantic_parser.rule_based_parse import read_words
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import Floats
from training.parser_rows import database_file, scripts_in

REGULARISATION = 0.3
TREES, RATE, LEAVES, FEWEST = 300, 0.03, 4, 20
"""Trees, how much each counts, their leaves, and readings in a leaf at least."""
FOLDS = 8
_DIALECT = "sqlite"
UNFITTED = {CONFIDENCE + name: np.zeros((1, 1), np.float32) for name in (*NODES, *LINE, "offsets")}
"""Stands in the weights until the confidence is fitted; the readings themselves do not depend on it."""


class Played(NamedTuple):
    """A reading by one network or by all: its evidence, and whether it finds the right rows."""

    database: str
    evidence: ReadingEvidence
    right: bool


def play(weights: Mapping[str, Any], folders: Sequence[Path]) -> list[Played]:
    """Return the readings of the questions to all databases in some folders, by the networks of a weight file."""
    networks = ParserNetworks({**UNFITTED, **weights})
    with TemporaryDirectory() as folder, patch.object(parse, "shared_networks", lambda: networks):
        return [one for script in scripts_in(folders) for one in _play_database(script, Path(folder))]


def _play_database(script: Path, folder: Path) -> Iterator[Played]:
    file = database_file(script, folder)
    allowlist = profile_database(f"sqlite:///{file}").allowlist
    with closing(sqlite3.connect(file)) as connection:
        for row in question_rows(script.with_suffix(".jsonl")):
            wanted = connection.execute(row["sql"]).fetchall() if row["sql"] else None
            for parsed in _readings(row["text"], allowlist):
                select = quoted(parsed.statement.copy(), allowlist, _DIALECT)
                check_sql(select.sql(dialect=_DIALECT), _DIALECT, allowlist)
                asked = (select, with_whole_rows(select, allowlist))
                given = (connection.execute(one.sql(dialect=_DIALECT)).fetchall() for one in asked)
                right = wanted is not None and any(same_figures(wanted, rows) for rows in given)
                yield Played(script.stem, parsed.evidence, right)


def _readings(question: str, allowlist: Allowlist) -> Iterator[parse.Parsed]:
    """Yield how the first network reads a question, and how all do; what these cannot read is left out."""
    with suppress(NotUnderstoodError):
        reading = parse.NetworkReading(question, allowlist, read_words(question, allowlist, Meanings()))
        for read in (reading.by_one, reading.by_all):
            with suppress(NotUnderstoodError):
                yield read()


def with_whole_rows(select: exp.Select, allowlist: Allowlist) -> exp.Select:
    """Return a statement that also shows all columns of the rows that it is grouped by.

    Who asks for "the boats" wants the right ones; which of their names is shown says nothing of how sure a reading is.
    """
    group = select.args.get("group")
    grouped = {(one.table, one.name) for one in group.expressions if isinstance(one, exp.Column)} if group else set()
    wide = select.copy()
    for table in allowlist.tables:
        keys = {(table.name, column.name) for column in table.columns if column.key}
        if keys and keys <= grouped:
            every = exp.Column(this=exp.Star(), table=exp.to_identifier(table.name, quoted=True))
            wide.select(every, copy=False)
    return wide


class Fitted(NamedTuple):
    """What tells right readings from wrong ones, as scikit-learn fits it; evidence has a mean of 0 for the line."""

    line: LogisticRegression
    trees: HistGradientBoostingClassifier
    mean: Floats
    spread: Floats

    def scores(self, evidence: Floats) -> Floats:
        """Return the mean of both scores of each reading."""
        line = self.line.decision_function((evidence - self.mean) / self.spread)
        found: Floats = (line + self.trees.decision_function(evidence)) / 2
        return found


def fit(evidence: Floats, right: Floats) -> Fitted:
    """Fit a line and boosted trees; surer parts never make a reading less likely by the trees."""
    mean, spread = evidence.mean(axis=0), evidence.std(axis=0) + 1e-6
    line = LogisticRegression(C=REGULARISATION, max_iter=3000).fit((evidence - mean) / spread, right)
    trees = HistGradientBoostingClassifier(
        max_iter=TREES, learning_rate=RATE, max_leaf_nodes=LEAVES, min_samples_leaf=FEWEST, l2_regularization=1,
        monotonic_cst=[int(name in SURENESS) for name in ReadingEvidence._fields], early_stopping=False,
    ).fit(evidence, right)  # fmt: skip
    return Fitted(line, trees, mean, spread)


def arrays_of(fitted: Fitted) -> dict[str, Floats]:
    """Return the arrays that `Confidence` takes."""
    arrays = {name: np.zeros((TREES, 2 * LEAVES - 1), np.float32) for name in NODES}
    # scikit-learn has no public way to these trees; a test compares what is stored with what it predicts.
    for row, (tree,) in enumerate(fitted.trees._predictors):
        nodes, itself = tree.nodes, np.arange(len(tree.nodes))
        leaf = nodes["is_leaf"].astype(bool)
        arrays["feature"][row, itself] = np.where(leaf, 0, nodes["feature_idx"])
        arrays["threshold"][row, itself] = np.where(leaf, 0, nodes["num_threshold"])
        arrays["left"][row, itself] = np.where(leaf, itself, nodes["left"])
        arrays["right"][row, itself] = np.where(leaf, itself, nodes["right"])
        arrays["value"][row, itself] = np.where(leaf, nodes["value"], 0)
    offsets = np.array([fitted.line.intercept_[0], fitted.trees._baseline_prediction.item()], np.float32)
    line = (fitted.mean, fitted.spread, fitted.line.coef_[0])
    return (
        arrays | {name: array.astype(np.float32) for name, array in zip(LINE, line, strict=True)} | {"offsets": offsets}
    )


def probabilities(arrays: Mapping[str, Floats], evidence: Floats) -> Floats:
    """Return how likely readings are right, as `semantic_parser.parse.certainty` does."""
    confidence = Confidence(arrays)
    return np.array([confidence.probability(row) for row in evidence], np.float32)


def judged_unseen(evidence: Floats, right: Floats, databases: Sequence[str]) -> Floats:
    """Return how likely readings are right by a confidence that was fitted without their databases."""
    found = np.zeros(len(right), np.float32)
    folds = GroupKFold(min(FOLDS, len(set(databases))))
    for known, unseen in folds.split(evidence, right, databases):
        found[unseen] = probabilities(arrays_of(fit(evidence[known], right[known])), evidence[unseen])
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
    sure = judged_unseen(evidence, right, [one.database for one in played]) >= parse.SURE
    print(
        f"{len(played)} readings, {int(right.sum())} right; sure of {int(sure.sum())}, {int(right[sure].sum())} right"
    )
    fitted = {CONFIDENCE + name: array for name, array in arrays_of(fit(evidence, right)).items()}
    np.savez_compressed(arguments.weights, allow_pickle=False, **{**weights, **fitted})


if __name__ == "__main__":
    main()
