"""`python -m training.strangers [FOLD0.npz FOLD1.npz FOLD2.npz]`: make the background that tells strangers.

The background are centres of the written domains' messages. How much the distance to it and the confidence of a
classifier count is fitted on domains that the encoder has not seen. For the tuned encoder that is each fold by the
encoder that was tuned without it (`python -m training.tune FOLD0.npz --fold 0`); without files it is made for the
plain encoder, which has seen none. It needs no torch.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.cluster import KMeans
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from fingerpost.language.text import as_read, fold
from fingerpost.models.encoder import PLAIN, EmbeddedEncoder
from fingerpost.models.sentence_network import SentenceNetwork
from fingerpost.routing.student.familiarity import (
    FOLDER,
    Background,
    Familiarity,
    FamiliarityWeights,
    prototypes,
)
from fingerpost.routing.student.training import fit
from fingerpost.types import Example
from training.datasets import FOLDS, ROOT, Domain, domain_fold, read_domains

STRANGERS, OTHERS = 256, 256
"""Centres of the messages that no route of their domain serves, and of all other messages."""
HANDICAP = 0.15
"""What is taken off the likeness to a message of another trade: trades have much in common."""
FAR, FAR_WEIGHT = 20, 0.6
"""Messages of other domains that each domain must reject, and what one of them counts beside a near stranger."""
MEASURED = FamiliarityWeights(1.0, 0.0, 0.0)


class Vectors:
    """An encoder that has encoded all texts beforehand."""

    def __init__(self, encode: Callable[[list[str]], np.ndarray], texts: Sequence[str]) -> None:
        """Encode the texts."""
        self.fingerprint = "encoded"
        known = list(dict.fromkeys(as_read(text) for text in texts))
        self._rows = dict(zip(known, encode(known), strict=True))

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Return one row per text."""
        return np.stack([self._rows[as_read(text)] for text in texts])

    def of(self, texts: Sequence[str]) -> Vectors:
        """Return an encoder of a few of the texts."""
        few = copy(self)
        few._rows = {text: self._rows[text] for text in map(as_read, texts)}
        return few


class Judged(NamedTuple):
    """Messages of one domain: distance to the background, confidence, best guess, and the route (-1 near, -2 far)."""

    distance: np.ndarray
    confidence: np.ndarray
    guess: np.ndarray
    truth: np.ndarray


def background(domains: Mapping[str, Domain], encoder: Vectors, weights: FamiliarityWeights) -> Background:
    """Return the centres of the messages of some domains."""
    near = encoder.encode([text for domain in domains.values() for text in domain.strangers])
    others = [text for domain in domains.values() for route in (*domain.examples, *domain.messages) for text in route]
    centres = [_centres(near, STRANGERS), _centres(encoder.encode(others), OTHERS)]
    handicap = np.repeat([0.0, HANDICAP], [len(part) for part in centres]).astype(np.float32)
    return Background(np.concatenate(centres), handicap, weights)


def judge(domain: Domain, encoder: Vectors, before: Background, far: Sequence[str]) -> Judged:
    """Return how a router of a domain's examples sees its messages and strangers."""
    rows = [(text, label) for label, route in enumerate(domain.examples) for text in route]
    asked = [(text, label) for label, route in enumerate(domain.messages) for text in route]
    asked += [(text, -1) for text in domain.strangers] + [(text, -2) for text in far]
    student = fit([Example(text, str(label)) for text, label in rows], _WithoutBackground(encoder))
    vectors, labels = encoder.encode([text for text, _ in rows]), np.array([label for _, label in rows])
    familiarity = Familiarity.between(prototypes(vectors, labels), before.without(vectors))
    distance, confidence, guess = [], [], []
    for (text, _), vector in zip(asked, encoder.encode([text for text, _ in asked]), strict=True):
        [(route, sure)] = student.predict(vector, fold(as_read(text))).ranked(1)
        distance.append(familiarity.score(vector, sure))
        confidence.append(sure)
        guess.append(int(route))
    return Judged(*map(np.array, (distance, confidence, guess, [label for _, label in asked])))


def judge_all(
    domains: Mapping[str, Domain], names: Sequence[str], encoder: Vectors, before: Background
) -> Iterator[Judged]:
    """Yield what routers of these domains see; the far strangers are messages of the other ones among them."""
    jobs = []
    for place, name in enumerate(sorted(names)):
        others = [t for other in names if other != name for route in domains[other].messages for t in route]
        far = random.Random(place).sample(sorted(others), FAR)
        jobs.append((domains[name], encoder.of([*domains[name].texts(), *far]), before, far))
    with ProcessPoolExecutor() as processes:
        yield from processes.map(judge, *zip(*jobs, strict=True))


def fit_weights(found: Sequence[Judged]) -> FamiliarityWeights:
    """Return the weights by which distance and confidence tell messages from strangers best."""
    features = np.concatenate([np.stack([one.distance, np.log(one.confidence)], 1) for one in found])
    truth = np.concatenate([one.truth for one in found])
    counts = np.where(truth == -2, FAR_WEIGHT, 1.0)
    model = LogisticRegression(C=100).fit(features, truth >= 0, counts)
    return FamiliarityWeights(*map(float, model.coef_[0]), float(model.intercept_[0]))


def report(name: str, found: Sequence[Judged], weights: FamiliarityWeights) -> None:
    """Print how well strangers are told, and what bars on familiarity and confidence accept and send away."""
    areas = []
    for one in found:
        score = _scores(one, weights)
        areas += [[roc_auc_score((one.truth >= 0)[keep], score[keep]) for keep in (one.truth != -2, one.truth != -1)]]
    print(f"{name}: AUROC near %.3f, far %.3f" % tuple(np.mean(areas, axis=0)))
    truth, guess, sure = (
        np.concatenate([getattr(one, key) for one in found]) for key in ("truth", "guess", "confidence")
    )
    score = np.concatenate([_scores(one, weights) for one in found])
    inside, right = truth >= 0, truth == guess
    print(f"  right {right[inside].mean():.3f}")
    for bar in (-1.5, -1.0, -0.7, -0.4, 0.0):
        sent = score < bar
        print(
            f"  out of scope below {bar:+.1f}: near {sent[truth == -1].mean():.3f}, far {sent[truth == -2].mean():.3f},"
            f" messages {sent[inside].mean():.3f}, served right {(right & ~sent)[inside].mean():.3f}"
        )
    for doubt in (0.0, 0.5, 1.0, 1.5, 2.0):
        for threshold in (0.5, 0.6, 0.7, 0.8):
            taken = (score >= doubt) & (sure >= threshold)
            print(
                f"  accepted from {doubt:.1f} and {threshold:.1f}: {taken[inside].mean():.3f} with"
                f" {right[taken & inside].mean():.3f} right; near {taken[truth == -1].mean():.3f},"
                f" far {taken[truth == -2].mean():.3f}"
            )


def main() -> None:
    """Fit the weights, and write the background of an encoder."""
    parser = argparse.ArgumentParser(description="Make the background that tells strangers.")
    parser.add_argument("folds", type=Path, nargs="*", help="weights tuned without each fold of the domains")
    files = parser.parse_args().folds
    if len(files) not in (0, FOLDS):
        parser.error(f"{FOLDS} files are needed, or none for the plain encoder")
    shipped = EmbeddedEncoder("tuned" if files else PLAIN)
    domains, held = read_domains(ROOT / "training/domains"), read_domains(ROOT / "tests/data/small-routers")
    texts = [text for domain in (*domains.values(), *held.values()) for text in domain.texts()]
    encoder = Vectors(shipped.encode, texts)
    found: list[Judged] = []
    for place in range(FOLDS):
        unseen, left_out = Vectors(_network(files[place]), texts) if files else encoder, domain_fold(domains, place)
        seen = {name: domain for name, domain in domains.items() if name not in left_out}
        found += judge_all(domains, sorted(left_out), unseen, background(seen, unseen, MEASURED))
    weights = fit_weights(found)
    report("written domains", found, weights)
    made = background(domains, encoder, weights)
    report("held-out domains", list(judge_all(held, sorted(held), encoder, made._replace(weights=MEASURED))), weights)
    file = FOLDER / f"{shipped.name}.npz"
    np.savez(
        file,
        encoder=np.array(shipped.fingerprint),
        vectors=made.vectors.astype(np.float16),
        handicap=made.handicap,
        weights=np.array(weights),
    )
    print(f"{file}: {len(made.vectors)} vectors, {weights}")


def _network(weights: Path) -> Callable[[list[str]], np.ndarray]:
    with np.load(weights, allow_pickle=False) as stored:
        return SentenceNetwork({name: stored[name].astype(np.float32) for name in stored.files}).encode


class _WithoutBackground:
    """An encoder under a name that has no background."""

    def __init__(self, encoder: Vectors) -> None:
        self.fingerprint, self.encode = f"{encoder.fingerprint}-alone", encoder.encode


def _scores(one: Judged, weights: FamiliarityWeights) -> np.ndarray:
    return weights.constant + weights.distance * one.distance + weights.confidence * np.log(one.confidence)


def _centres(vectors: np.ndarray, count: int) -> np.ndarray:
    centres = KMeans(count, random_state=0, n_init=1, max_iter=30).fit(vectors).cluster_centers_
    return (centres / np.linalg.norm(centres, axis=1, keepdims=True)).astype(np.float32)


if __name__ == "__main__":
    main()
