"""`python -m training.measure [WEIGHTS.npz]`: how good vectors are for intents, by logistic regression alone."""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from training.datasets import ROOT, Domain, Intents, public_sets, read_domains
from training.network import Network, Tokens

Encode = Callable[[list[str]], np.ndarray]
BACKGROUND = 3000


def ten_each(rows: Intents, encode: Encode, draws: int = 3) -> float:
    """Return the accuracy with ten examples a label, out-of-scope rows aside."""
    vectors, test, labels = encode(rows.texts), encode(rows.test_texts), np.array(rows.labels)
    truth = np.array(rows.test_labels)
    inside = truth != "oos"
    found = []
    for seed in range(draws):
        rng = np.random.default_rng(seed)
        picks = [rng.permutation(np.flatnonzero(labels == label))[:10] for label in sorted(set(rows.labels))]
        chosen = np.concatenate(picks)
        model = LogisticRegression(C=10, max_iter=200).fit(vectors[chosen], labels[chosen])
        found.append((model.predict(test[inside]) == truth[inside]).mean())
    return float(np.mean(found))


def small_router(domain: Domain, encode: Encode, background: np.ndarray) -> tuple[float, float]:
    """Return the share of messages routed right, and the AUROC of messages against strangers.

    The route is that of a logistic regression on the examples; what tells strangers is the highest score of models of
    one route against the others and the background.
    """
    examples = [(text, i) for i, route in enumerate(domain.examples) for text in route]
    messages = [(text, i) for i, route in enumerate(domain.messages) for text in route]
    vectors = encode([text for text, _ in (*examples, *messages)] + domain.strangers)
    known, asked = vectors[: len(examples)], vectors[len(examples) :]
    labels, truth = np.array([i for _, i in examples]), np.array([i for _, i in messages])
    right = LogisticRegression(C=10, max_iter=300).fit(known, labels).predict(asked[: len(truth)]) == truth
    rows, zeros = np.concatenate([known, background]), np.zeros(len(background))
    scores = [
        LogisticRegression(C=10, max_iter=300).fit(rows, np.append(labels == i, zeros)).decision_function(asked)
        for i in range(len(domain.examples))
    ]
    return float(right.mean()), float(roc_auc_score(np.arange(len(asked)) < len(truth), np.max(scores, axis=0)))


def main() -> None:
    """Print the figures of a file of weights, or of the encoder as it is."""
    parser = argparse.ArgumentParser(description="Measure the sentence encoder on intents.")
    parser.add_argument("weights", type=Path, nargs="?", help="weights that training.tune wrote")
    arguments = parser.parse_args()
    network, tokens = Network.shipped(), Tokens()
    if arguments.weights is not None:
        with np.load(arguments.weights, allow_pickle=False) as arrays:
            network.load_state_dict(
                {f"weights.{name}": torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays.files},
                strict=False,
            )
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network.to(device)

    def encode(texts: list[str]) -> np.ndarray:
        return network.encode(texts, tokens, device)

    folder = os.environ.get("FINGERPOST_DATA")
    for name, rows in public_sets(Path(folder)).items() if folder else ():
        if rows.test_texts:
            print(f"{name}: {ten_each(rows, encode):.4f} right with ten examples a label", flush=True)
    written = [text for domain in read_domains(ROOT / "training/domains").values() for text in domain.texts()]
    background = encode(random.Random(1).sample(written, BACKGROUND))
    held = read_domains(ROOT / "tests/data/small-routers")
    found = {name: small_router(domain, encode, background) for name, domain in held.items()}
    for language in ("en", "es", "pt", ""):
        figures = [figure for name, figure in found.items() if held[name].language.startswith(language)]
        right, auroc = np.mean(figures, axis=0)
        print(f"small routers {language or 'all'}: {right:.3f} right, AUROC {auroc:.3f} against strangers")


if __name__ == "__main__":
    main()
