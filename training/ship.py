"""`python -m training.ship WEIGHTS.npz`: put tuned weights into the package, and golden vectors into the tests.

The golden vectors are torch's, so that the tests compare the package's forward pass with it without torch.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from fingerpost.models.weight_file import read_weights, write_weights
from training.datasets import ROOT
from training.network import RESOURCES, Network, Tokens

NAME = "tuned"
GOLDEN = ROOT / "tests/data/golden-vectors.npz"
TEXTS = (
    "what does addVar do?",
    "where is my parcel? it was due last Tuesday",
    "hi",
    "¿cuántas llamadas llevo este mes?",
    "quiero cambiar la cita del dentista al jueves por la tarde",
    "no me llega el codigo",
    "traduz isso para o inglês",
    "preciso da segunda via do boleto, o meu venceu ontem",
    "nao consigo entrar na minha conta",
    "👍",
)


def golden_vectors(weights: dict[str, np.ndarray]) -> np.ndarray:
    """Return the vectors of the texts by the torch network."""
    with np.load(RESOURCES / "weights.npz", allow_pickle=False) as stored:
        network = Network({**stored, **weights}).eval()
    with torch.no_grad():
        return network.encode(TEXTS, Tokens(), "cpu")


def main() -> None:
    """Write the weights with their sheet, and the golden vectors."""
    parser = argparse.ArgumentParser(description="Put tuned weights into the package.")
    parser.add_argument("weights", type=Path, help="what training.tune wrote")
    with np.load(parser.parse_args().weights, allow_pickle=False) as stored:
        sheet = write_weights(dict(stored), NAME)
    np.savez(GOLDEN, texts=np.array(TEXTS), vectors=golden_vectors(read_weights(NAME)), sha256=np.array(sheet.sha256))
    print(f"{NAME}: {sheet.size:,} bytes, fingerprint {sheet.fingerprint}; golden vectors in {GOLDEN}")


if __name__ == "__main__":
    main()
