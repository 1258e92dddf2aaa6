"""`python -m training.tune OUT.npz`: tune the encoder for intents, and write the weights above its table.

Three losses: labelled texts lie near the prototype of their label and near each other; in a written domain, a ridge
regression on the plain examples of its routes decides the customers' messages, and rejects those for none of them; and
other sentences keep their vectors and their likeness to each other.
"""

from __future__ import annotations

import argparse
import copy
import os
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - the name that torch's users know
from torch import Tensor, nn

from training.datasets import (
    FOLDS,
    ROOT,
    Domain,
    Intents,
    domain_fold,
    public_sets,
    read_domains,
    shipped_examples,
    unlabelled,
)
from training.network import Network, Tokens

STEPS, WARM_UP, LEARNING_RATE, DROPPED = 800, 50, 5e-5, 0.05
BATCH, MAX_LABELS, DOMAINS, UNLABELLED = 384, 96, 3, 192
SHARPNESS, SMOOTHING, CONTRAST = 20.0, 0.05, 0.5
STRANGERS = 0.3
"""Share of the loss of a domain that is about rejecting strangers."""
FAR = 40
"""Texts of other domains that a domain has to reject in a step."""


@dataclass(frozen=True)
class Material:
    """All that the encoder is tuned on."""

    intents: Mapping[str, Intents]
    domains: Mapping[str, Domain]
    sentences: Sequence[str]


def material(folder: Path, without: str | None = None, fold: int | None = None) -> Material:
    """Return everything there is, without one public set, or without one fold of the domains, to measure on it."""
    intents = {**public_sets(folder), **shipped_examples()}
    domains = read_domains(ROOT / "training/domains")
    if fold is not None:
        left_out = domain_fold(domains, fold)
        domains = {name: domain for name, domain in domains.items() if name not in left_out}
    own = [text for name in shipped_examples() for text in intents[name].texts]
    written = [text for domain in domains.values() for route in domain.examples for text in route]
    sentences = unlabelled(folder) + written + random.Random(0).sample(own, 6000)
    return Material({name: rows for name, rows in intents.items() if name != without}, domains, sentences)


class Tuning:
    """One run; it is repeatable with the same seed on the same machine."""

    def __init__(self, network: Network, given: Material, tokens: Tokens, device: str, seed: int = 0) -> None:
        """Start from a network, which stays as it is."""
        torch.manual_seed(seed)
        self.rng, self.tokens, self.device, self.given = random.Random(seed), tokens, device, given
        self.old = copy.deepcopy(network).to(device).eval()
        self.network = copy.deepcopy(network).to(device).train()
        self.groups = {name: rows.by_label() for name, rows in given.intents.items()}
        self.prototypes = nn.ParameterDict(
            {name: nn.Parameter(self._means(groups)) for name, groups in self.groups.items()}
        )
        # Of the ridge regression: the score of a stranger, the scale of the scores, and the regularisation.
        self.ridge = nn.Parameter(torch.tensor([0.0, np.log(8.0), 0.0], device=device))

    def run(self, steps: int = STEPS) -> Network:
        """Return the tuned network."""
        groups = [
            {"params": list(self.network.parameters()), "lr": LEARNING_RATE},
            {"params": list(self.prototypes.parameters()), "lr": 1e-3},
            {"params": [self.ridge], "lr": 1e-2, "weight_decay": 0.0},
        ]
        optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimiser, lambda step: min(1, (step + 1) / WARM_UP) * (0.05 + 0.475 * (1 + np.cos(np.pi * step / steps)))
        )
        for step in range(steps):
            losses = (self._of_labels(), self._of_domains(), self._of_sentences())
            optimiser.zero_grad()
            sum(losses).backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            if step % 100 == 0 or step == steps - 1:
                print(f"step {step}: " + ", ".join(f"{loss.item():.3f}" for loss in losses), flush=True)
        return self.network.eval()

    def _of_labels(self) -> Tensor:
        """Return the loss of labelled texts of one set: distance to prototypes, and a supervised contrast."""
        names = list(self.groups)
        sizes = [sum(map(len, self.groups[name])) ** 0.5 for name in names]
        name = self.rng.choices(names, sizes)[0]
        groups = self.groups[name]
        chosen = self.rng.sample(range(len(groups)), min(len(groups), MAX_LABELS))
        each = max(2, BATCH // len(chosen))
        picked = [(text, label) for label in chosen for text in self._some(groups[label], each)]
        vectors = self._encoded([text for text, _ in picked])
        truth = torch.tensor([label for _, label in picked], device=self.device)
        logits = SHARPNESS * vectors @ F.normalize(self.prototypes[name], dim=1).T
        return F.cross_entropy(logits, truth, label_smoothing=SMOOTHING) + CONTRAST * _contrast(vectors, truth)

    def _of_domains(self) -> Tensor:
        """Return the mean loss of a few written domains, each as a small router meets its messages."""
        episodes = [self._episode(self.given.domains[name]) for name in self._some(list(self.given.domains), DOMAINS)]
        vectors = self._encoded([text for e in episodes for text in (*e.examples, *e.messages, *e.strangers)])
        parts = iter(vectors.split([len(t) for e in episodes for t in (e.examples, e.messages, e.strangers)]))
        split = [(next(parts), next(parts), next(parts)) for _ in episodes]
        losses = []
        for i, (episode, (examples, messages, strangers)) in enumerate(zip(episodes, split, strict=True)):
            far = torch.cat([torch.cat(other[:2]) for j, other in enumerate(split) if j != i])
            none = torch.cat([strangers, far[torch.randperm(len(far), device=self.device)[:FAR]]])
            losses.append(self._episode_loss(episode, examples, messages, none))
        return torch.stack(losses).mean()

    def _episode(self, domain: Domain) -> _Episode:
        """Return a domain, sometimes with fewer routes, sometimes with examples and messages mixed."""
        order = self._some(list(range(len(domain.examples))), len(domain.examples))
        if self.rng.random() < 0.4:
            order = order[: self.rng.randint(3, 5)]
        episode = _Episode([], [], [], [], list(domain.strangers), len(order))
        for label, route in enumerate(order):
            examples, messages = domain.examples[route], domain.messages[route]
            if self.rng.random() < 0.3:
                mixed = self._some([*examples, *messages], len(examples) + len(messages))
                examples, messages = mixed[: len(examples)], mixed[len(examples) :]
            episode.examples.extend(examples)
            episode.example_labels.extend([label] * len(examples))
            episode.messages.extend(messages)
            episode.message_labels.extend([label] * len(messages))
        left_out = [route for route in range(len(domain.messages)) if route not in order]
        episode.strangers.extend(text for route in left_out for text in domain.messages[route])
        return episode

    def _episode_loss(self, episode: _Episode, examples: Tensor, messages: Tensor, none: Tensor) -> Tensor:
        stranger, scale, penalty = self.ridge[0], self.ridge[1].exp(), self.ridge[2].exp()
        labels = torch.tensor(episode.example_labels, device=self.device)
        truth = torch.tensor(episode.message_labels, device=self.device)
        scores = scale * _ridge_scores(examples, labels, torch.cat([messages, none]), episode.routes, penalty)
        routed = F.cross_entropy(scores[: len(messages)], truth, label_smoothing=SMOOTHING)
        with_none = torch.cat([scores, stranger.expand(len(scores), 1)], 1)
        every = torch.cat([truth, truth.new_full((len(none),), episode.routes)])
        weight = torch.cat([scores.new_ones(len(messages)), scores.new_full((len(none),), len(messages) / len(none))])
        rejected = (F.cross_entropy(with_none, every, reduction="none") * weight).sum() / weight.sum()
        return (1 - STRANGERS) * routed + STRANGERS * rejected

    def _of_sentences(self) -> Tensor:
        """Return how far sentences moved, and how far their likeness to each other did."""
        ids, lengths = self.tokens.batch(self._some(self.given.sentences, UNLABELLED), self.device)
        new = self.network(ids, lengths)
        with torch.no_grad():
            old = self.old(ids, lengths)
        return (1 - (new * old).sum(1)).mean() + 20 * ((new @ new.T - old @ old.T) ** 2).mean()

    def _encoded(self, texts: Sequence[str]) -> Tensor:
        ids, lengths = self.tokens.batch(texts, self.device)
        return self.network(ids, lengths, (torch.rand(ids.shape, device=self.device) > DROPPED).float())

    def _means(self, groups: Sequence[Sequence[str]]) -> Tensor:
        means = [self.old.encode(texts[:40], self.tokens, self.device).mean(0) for texts in groups]
        return F.normalize(torch.from_numpy(np.stack(means)).to(self.device), dim=1)

    def _some(self, values: Sequence[str] | Sequence[int], count: int) -> list:
        return self.rng.sample(values, min(count, len(values)))


@dataclass(frozen=True)
class _Episode:
    examples: list[str]
    example_labels: list[int]
    messages: list[str]
    message_labels: list[int]
    strangers: list[str]
    routes: int


def _contrast(vectors: Tensor, truth: Tensor, temperature: float = 0.07) -> Tensor:
    """Return the supervised contrastive loss."""
    itself = torch.eye(len(truth), dtype=torch.bool, device=vectors.device)
    likeness = (vectors @ vectors.T / temperature).masked_fill(itself, -1e9)
    log_share = likeness - likeness.logsumexp(1, keepdim=True)
    same = (truth[:, None] == truth) & ~itself
    count = same.sum(1)
    return -((log_share * same).sum(1)[count > 0] / count[count > 0]).mean()


def _ridge_scores(examples: Tensor, labels: Tensor, queries: Tensor, routes: int, penalty: Tensor) -> Tensor:
    """Return the scores of queries by a ridge regression on the examples, in closed form."""
    targets = F.one_hot(labels, routes).float() * (routes / (routes - 1)) - 1 / (routes - 1)
    mean = examples.mean(0, keepdim=True)
    centred = examples - mean
    kernel = centred @ centred.T + penalty * torch.eye(len(labels), device=labels.device)
    return (queries - mean) @ centred.T @ torch.linalg.solve(kernel, targets)


def main() -> None:
    """Tune and write the weights as float16."""
    parser = argparse.ArgumentParser(description="Tune the sentence encoder for intents.")
    parser.add_argument("out", type=Path, help="the file of weights to write")
    parser.add_argument(
        "--without", choices=("clinc150", "hwu64", "banking77"), help="leave out a set to measure on it"
    )
    parser.add_argument("--fold", type=int, choices=range(FOLDS), help="leave out a fold of the domains, for strangers")
    parser.add_argument("--steps", type=int, default=STEPS)
    arguments = parser.parse_args()
    folder = os.environ.get("FINGERPOST_DATA")
    if folder is None:
        raise SystemExit("FINGERPOST_DATA is not set: name the folder that holds clinc150, hwu64, banking77 and snips")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    given = material(Path(folder), arguments.without, arguments.fold)
    tuned = Tuning(Network.shipped(), given, Tokens(), device).run(arguments.steps)
    arrays = {name: weights.detach().cpu().numpy().astype(np.float16) for name, weights in tuned.weights.items()}
    np.savez(arguments.out, **arrays)
    print(f"{arguments.out}: {sum(array.size for array in arrays.values()):,} weights")


if __name__ == "__main__":
    main()
