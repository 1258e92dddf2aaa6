"""`python -m training.tune_names OUT.npz`: tune the encoder so that a phrase lies near the names of what it stands for.

Of each database in `training/databases`, the phrases of its questions are compared with all names of its tables,
columns and values; the nearest should be one of what the phrase is linked to. A phrase is read as a whole or as the
sum of its words, and other texts keep their vectors and their likeness to each other. About two minutes on a GPU.
"""

from __future__ import annotations

import argparse
import copy
import logging
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - the name that torch's users know
from torch import Tensor, nn

from training.name_phrases import Names, Phrase, read_names
from training.network import Network, Tokens
from training.parser_rows import DATABASES, scripts_in

STEPS, WARM_UP, LEARNING_RATE, DROPPED = 1300, 50, 1e-4, 0.05
TOGETHER, PHRASES, KEPT = 6, 64, 256
"""Databases and phrases of each in a step, and texts that keep their vectors."""
Encode = Callable[[Sequence[str]], Tensor]
SHARPNESS, SMOOTHING, LIKENESS = 1 / 0.07, 0.05, 20.0


class Tuning:
    """One run; it is repeatable with the same seed on the same machine."""

    def __init__(self, network: Network, given: Sequence[Names], device: str, seed: int = 0) -> None:
        """Start from a network, which stays as it is."""
        torch.manual_seed(seed)
        self.rng, self.tokens, self.device, self.given = random.Random(seed), Tokens(), device, given
        self.old, self.network = network.to(device).eval(), copy.deepcopy(network).to(device)
        self.texts = [name for one in given for names in one.names for name in names]
        self.texts += [phrase.text for one in given for phrase in one.phrases]

    def run(self) -> Network:
        """Return the tuned network."""
        optimiser = torch.optim.AdamW(self.network.parameters(), LEARNING_RATE, weight_decay=0.01)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimiser, lambda step: min(1, (step + 1) / WARM_UP) * (0.05 + 0.475 * (1 + np.cos(np.pi * step / STEPS)))
        )
        for step in range(STEPS):
            picked = self.rng.sample(self.given, TOGETHER)
            losses = (torch.stack([self._of_names(one) for one in picked]).mean(), self._of_others())
            optimiser.zero_grad()
            sum(losses).backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            if step % 100 == 0 or step == STEPS - 1:
                print(f"step {step}: " + ", ".join(f"{loss.item():.3f}" for loss in losses), flush=True)
        return self.network.eval()

    def _of_names(self, given: Names) -> Tensor:
        """Return the loss of some phrases among all names of their database."""
        phrases = self.rng.sample(given.phrases, min(PHRASES, len(given.phrases)))
        near = nearness(self._encoded, given.names, phrases, by_words=self.rng.random() < 0.5)
        truth = torch.tensor([phrase.source for phrase in phrases], device=self.device)
        return F.cross_entropy(SHARPNESS * near, truth, label_smoothing=SMOOTHING)

    def _of_others(self) -> Tensor:
        """Return how far some texts moved, and how far their likeness to each other did."""
        ids, lengths = self.tokens.batch(self.rng.sample(self.texts, KEPT), self.device)
        new = self.network(ids, lengths)
        with torch.no_grad():
            old = self.old(ids, lengths)
        return (1 - (new * old).sum(1)).mean() + LIKENESS * ((new @ new.T - old @ old.T) ** 2).mean()

    def _encoded(self, texts: Sequence[str]) -> Tensor:
        ids, lengths = self.tokens.batch(texts, self.device)
        return self.network(ids, lengths, (torch.rand(ids.shape, device=self.device) > DROPPED).float())


def nearness(encoded: Encode, names: Sequence[Sequence[str]], phrases: Sequence[Phrase], *, by_words: bool) -> Tensor:
    """Return how near each phrase is to each named thing: to the nearest of its names."""
    vectors = encoded([name for of in names for name in of])
    if by_words:
        every = encoded([word for phrase in phrases for word in phrase.words])
        parts = every.split([len(phrase.words) for phrase in phrases])
        said = F.normalize(torch.stack([part.sum(0) for part in parts]), dim=-1)
    else:
        said = encoded([phrase.text for phrase in phrases])
    owner = torch.tensor([at for at, of in enumerate(names) for _ in of], device=said.device)
    found = torch.full((len(phrases), len(names)), -1.0, device=said.device)
    return found.scatter_reduce(1, owner.expand(len(phrases), -1), said @ vectors.T, "amax")


def measured(network: Network, given: Sequence[Names], device: str) -> str:
    """Return for how many phrases the right thing is the nearest, in all and where no word of its names is said."""
    known, shares = Tokens(), []

    def encoded(texts: Sequence[str]) -> Tensor:
        found: Tensor = network(*known.batch(texts, device))
        return found

    with torch.no_grad():
        for by_words in (False, True):
            hits: list[tuple[bool, bool]] = []
            for one in given:
                near = nearness(encoded, one.names, one.phrases, by_words=by_words).argmax(1).tolist()
                hits += [
                    (phrase.spelled, best == phrase.source) for phrase, best in zip(one.phrases, near, strict=True)
                ]
            unlike = [hit for spelled, hit in hits if not spelled]
            shares.append(f"{np.mean([hit for _, hit in hits]):.3f} ({np.mean(unlike):.3f} without a common word)")
    return f"as a whole {shares[0]}, by words {shares[1]}"


def main() -> None:
    """Tune, measure on the databases that are left out, and write the weights as float16."""
    parser = argparse.ArgumentParser(description="Tune the sentence encoder for names in databases.")
    parser.add_argument("out", type=Path, help="the file of weights to write")
    arguments = parser.parse_args()
    logging.disable()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    left_out = list(read_names(scripts_in([DATABASES / "held_out"])))
    tuning = Tuning(Network.shipped(), list(read_names(scripts_in([DATABASES]))), device)
    print(f"before: {measured(tuning.old, left_out, device)}")
    tuned = tuning.run()
    print(f"after: {measured(tuned, left_out, device)}")
    arrays = {name: weights.detach().cpu().numpy().astype(np.float16) for name, weights in tuned.weights.items()}
    np.savez(arguments.out, **arrays)


if __name__ == "__main__":
    main()
