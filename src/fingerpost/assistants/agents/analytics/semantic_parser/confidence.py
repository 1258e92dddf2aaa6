"""The probability that a reading of the network is right: a line and boosted trees over its evidence, in numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
NODES = ("feature", "threshold", "left", "right", "value")
"""What is stored of the nodes of each tree: a row a tree, a column a node; a leaf is its own child."""
LINE = ("mean", "spread", "weight")
"""What is stored of each kind of evidence for the line."""


class ReadingEvidence(NamedTuple):
    """What the probability of a reading is told from; chances are logarithms.

    Of the parts that items play: all together (`roles`), the least likely that was given (`weakest`), the likeliest
    that was not (`rival`). Of the words: how well they are accounted for, the worst of them, and how surely those that
    no list knows carry nothing. `grounded`: how like words are to the item that is least like any.
    """

    roles: float
    heads: float
    words: float
    least_word: float
    weakest: float
    rival: float
    empty_words: float
    supported: float
    grounded: float
    least_linked: float
    items: float
    least_head: float
    unknown_words: float
    length: float
    conditions: float
    times: float
    groups: float
    listed: float
    ordered: float
    denied: float
    compared: float
    nested: float
    named: float
    """How likely a word is a name that no list holds."""
    left_link: float
    """How surely words stand for items that have no part: the surest of them, and all together."""
    left_links: float
    nearer: float
    """How much more like an item without a part a word is than like any that has one."""
    empty_content: float
    """How surely a word that is no closed one carries nothing."""
    agreeing_networks: float = 1.0
    apart: float = 0.0
    """How far the networks are from each other, in the part that they differ in most, and the least supported."""
    least_supported: float = 0.0
    alone: float = 0.0
    """That one network alone was asked."""
    known: float = 0.0
    """That each word is known as it is spelled."""
    same: float = 0.0
    """That the words alone were read as the same; or as something else, or not at all."""
    differs: float = 0.0
    unread: float = 1.0
    unplaced: float = 0.0
    """How many words could not be placed, where the words alone were not understood."""


SURENESS = (
    "roles", "heads", "words", "least_word", "weakest", "rival", "empty_words", "supported", "agreeing_networks",
    "grounded", "least_linked", "least_head", "least_supported", "same",
)  # fmt: skip
"""ReadingEvidence of which more never makes a reading less likely."""


class Confidence:
    """The mean of a line and of trees, fitted on readings of questions to databases which the network had not seen.

    Trees tell more where readings are like those; the line holds where they are not.
    """

    def __init__(self, arrays: Mapping[str, Numbers]) -> None:
        """Take the arrays by name: those of `NODES` and `LINE`, and `offsets`, of the line and of the trees."""
        # The nodes of all trees in one row.
        trees, self._depth = len(arrays["feature"]), arrays["feature"].shape[1] // 2
        self._roots = np.arange(trees) * arrays["feature"].shape[1]
        self._feature, self._threshold, self._value = (
            arrays[name].reshape(-1) for name in ("feature", "threshold", "value")
        )
        self._feature = self._feature.astype(np.intp)
        self._left, self._right = (
            (arrays[name].astype(np.intp) + self._roots[:, None]).reshape(-1) for name in ("left", "right")
        )
        self._mean, self._spread, self._weight = (arrays[name] for name in LINE)
        self._offset = float(arrays["offsets"].sum())

    def probability(self, evidence: Sequence[float]) -> float:
        """Return how likely the reading with this evidence is right."""
        given, at = np.array(evidence, dtype=np.float32), self._roots
        # A tree of n nodes is less than n / 2 deep, and from a leaf the walk stays there.
        for _ in range(self._depth):
            goes_left = given.take(self._feature.take(at)) <= self._threshold.take(at)
            at = np.where(goes_left, self._left.take(at), self._right.take(at))
        line = float((given - self._mean) / self._spread @ self._weight)
        score = (line + float(self._value.take(at).sum()) + self._offset) / 2
        return float(1 / (1 + np.exp(-score)))
