"""What a reader learns from an app's examples, and the file that keeps it: thousands of examples take seconds."""

from __future__ import annotations

import logging
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fingerpost.observability.events import log_event
from fingerpost.reading import action_model, label_model
from fingerpost.reading.action_model import ActionModel
from fingerpost.reading.declaration import NONE, Declaration
from fingerpost.reading.label_model import LabelModel
from fingerpost.reading.network import Floats, ReaderNetwork
from fingerpost.reading.prototypes import Prototypes, found_values, learn, restored
from fingerpost.reading.ranking import Encode, descriptions, masked_examples

FORMAT = 2
_FULL = 0.9
"""Where the network finds so many of the examples' values by itself, it counts in full; of half as many an eighth."""


class Learned(NamedTuple):
    """The vectors of an app's examples and descriptions, its prototypes, and models of its own.

    These tell actions and values; they are there where the examples are many.
    """

    prototypes: Prototypes
    examples: Floats
    descriptions: Floats
    model: ActionModel | None
    labels: LabelModel | None
    network_share: float
    """How much the network counts beside the models: it may not know messages of this kind."""


def learn_app(
    declaration: Declaration, encode: Encode, network: ReaderNetwork, *, with_values: bool = False
) -> Learned:
    """Learn the examples of a declaration.

    `with_values`: also fit the model of values where the examples are many, which takes a minute for a thousand.
    """
    prototypes, requests = learn(declaration, network)
    texts, actions = masked_examples(declaration)
    sentences = encode(texts)
    asking = [n for n, action in enumerate(actions) if action != NONE]
    model = action_model.fit(declaration, actions, sentences, requests)
    described = encode(descriptions(declaration))
    labels = label_model.fit(declaration) if with_values else None
    share = min(1.0, (found_values(declaration, prototypes, network) / _FULL) ** 3) if labels is not None else 1.0
    return Learned(prototypes, sentences[asking], described, model, labels, share)


def save(learned: Learned, path: Path, fingerprint: str) -> None:
    """Write what was learned; `fingerprint` tells from which declaration, network and encoder."""
    arrays: dict[str, np.ndarray] = {
        "format": np.array(FORMAT),
        "fingerprint": np.array(fingerprint),
        "actions": learned.prototypes.vectors.astype(np.float16),
        "examples": learned.examples.astype(np.float16),
        "descriptions": learned.descriptions.astype(np.float16),
    }
    for name, labels in learned.prototypes.labels.items():
        arrays[f"labels.{name}"] = labels.vectors.astype(np.float16)
        arrays[f"taught.{name}"] = labels.taught.astype(np.uint8)
    if learned.model is not None:
        arrays |= {"model.weights": learned.model.weights, "model.bias": learned.model.bias}
    if learned.labels is not None:
        arrays |= {
            "values.names": np.array("\n".join(learned.labels.labels)),
            "values.features": np.array("\n".join(learned.labels.features)),
            "values.weights": learned.labels.weights.astype(np.float16),
            "values.axes": learned.labels.axes.astype(np.float16),
            "values.transitions": learned.labels.transitions,
            "values.network_share": np.array(learned.network_share),
        }
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def load_learned(path: Path, declaration: Declaration, network: ReaderNetwork, fingerprint: str) -> Learned | None:
    """Return what a file keeps; None where there is none, it is damaged, or it was learned from something else."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            if int(stored["format"]) != FORMAT or str(stored["fingerprint"]) != fingerprint:
                return None
            arrays = {name: stored[name] for name in stored.files if name not in ("format", "fingerprint")}
        return _restored(arrays, declaration, network)
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        log_event(f"{path} is damaged, so the app's examples are learned anew: {error!r}", logging.WARNING)
        return None


def _restored(arrays: Mapping[str, np.ndarray], declaration: Declaration, network: ReaderNetwork) -> Learned:
    floats = {name: array.astype(np.float32) for name, array in arrays.items() if array.dtype.kind != "U"}
    taught = {name: (floats[f"labels.{name}"], floats[f"taught.{name}"]) for name in declaration.actions}
    prototypes = restored(declaration, network, floats["actions"], taught)
    model = ActionModel(floats["model.weights"], floats["model.bias"]) if "model.weights" in floats else None
    labels = None
    if "values.weights" in floats:
        names, features = (str(arrays[f"values.{name}"]).split("\n") for name in ("names", "features"))
        labels = LabelModel(names, features, *(floats[f"values.{name}"] for name in ("weights", "axes", "transitions")))
    share = float(floats["values.network_share"]) if labels is not None else 1.0
    return Learned(prototypes, floats["examples"], floats["descriptions"], model, labels, share)
