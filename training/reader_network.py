"""Train the reader's network on a GPU: each step gives it a few examples of an app, and other messages to read by them.

`python -m training.reader_rows ROWS`, then `python -m training.reader_network ROWS OUT [--without FOLD]`: about a
minute. `--without` leaves out every fifth app and prints how well these are read by their examples; without it the
weights that are shipped are written to OUT.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - the name that torch's users know
from torch import Tensor, nn

from fingerpost.reading.declaration import NONE, TYPES
from fingerpost.reading.marks import MARKS
from fingerpost.reading.network import CONTEXT_WIDTH
from training.reader_context import Contexts
from training.reader_rows import LONGEST, MINI_APPS

WIDTH, HIDDEN, LAYERS, REACH, QUERY = 512, 160, 4, 2, 64
MOST_REQUESTS = 8


class Rows:
    """All rows as tensors, so that a step only picks some."""

    def __init__(self, folder: Path, device: str) -> None:
        """Read what `training.reader_rows` wrote."""
        with gzip.open(folder / "rows.json.gz", "rt", encoding="utf-8") as file:
            content = json.load(file)
        rows, self.types = content["rows"], content["types"]
        vectors = np.load(folder / "vectors.npy").astype(np.float32)
        self.device = device
        self.vectors = torch.from_numpy(np.vstack([vectors, np.zeros((1, WIDTH), np.float32)])).to(device)
        self.actions = {app: list(of) for app, of in self.types.items()}
        self.labels = {app: [(action, name) for action in of for name in of[action]] for app, of in self.types.items()}
        count = len(rows)
        words = np.full((count, LONGEST), len(vectors), np.int64)
        marks = np.zeros((count, LONGEST, len(MARKS)), np.uint8)
        arrays = {name: np.zeros((count, LONGEST), np.int64) for name in ("label", "type", "cut")}
        arrays |= {name: np.full((count, LONGEST), -1, np.int64) for name in ("action", "request")}
        asked, number = np.full((count, MOST_REQUESTS), -1, np.int64), np.zeros(count, np.int64)
        self.of_app: Mapping[str, list[int]] = defaultdict(list)
        self.examples: Mapping[str, Mapping[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        self.plain: Mapping[str, Mapping[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for n, (app, part, change, ids, of_words, requests) in enumerate(rows):
            self.of_app[app].append(n)
            words[n, : len(ids)] = ids
            for place, found in enumerate(of_words):
                marks[n, place, found] = 1
            number[n] = min(len(requests), MOST_REQUESTS)
            if len(requests) == 1 and requests[0][2] != NONE:
                self.examples[app][requests[0][2]].append(n)
            if not change:
                self.plain[app][part].append(n)
            for k, (begin, end, action, spans) in enumerate(requests[:MOST_REQUESTS]):
                asked[n, k] = self._action(app, action)
                arrays["action"][n, begin:end], arrays["request"][n, begin:end] = asked[n, k], k
                arrays["cut"][n, begin] = k > 0
                for start, stop, name in spans:
                    label = self.labels[app].index((action, name))
                    kind = TYPES.index(self.types[app][action][name])
                    for array, of in (("label", label), ("type", kind)):
                        arrays[array][n, start], arrays[array][n, start + 1 : stop] = 1 + 2 * of, 2 + 2 * of
        self.contexts = Contexts(words, content["pieces"], tuple(content["ends"]), device)
        self.words, self.marks = torch.from_numpy(words).to(device), torch.from_numpy(marks).to(device)
        self.arrays = {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
        self.asked, self.number = torch.from_numpy(asked).to(device), torch.from_numpy(number).to(device)
        self.inside = self.words < len(vectors)
        self.tables = {app: self._table(app, content["words"], vectors) for app in self.types}

    def _action(self, app: str, action: str) -> int:
        return self.actions[app].index(action) if action != NONE else len(self.actions[app])

    def _table(self, app: str, of_word: Mapping[str, int], vectors: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return the type of each label, the labels of each action, which parameters share a name, and their names."""
        labels = self.labels[app]
        kinds = [0]
        allowed = torch.zeros(len(self.actions[app]) + 1, 1 + 2 * len(labels), dtype=torch.bool)
        allowed[:, 0] = True
        for n, (action, name) in enumerate(labels):
            kind = TYPES.index(self.types[app][action][name])
            kinds += [1 + 2 * kind, 2 + 2 * kind]
            allowed[self.actions[app].index(action), 1 + 2 * n : 3 + 2 * n] = True
        same = torch.tensor([[float(one[1] == two[1]) for two in labels] for one in labels])
        names = np.stack([np.mean([vectors[of_word[part]] for part in name.split("_")], axis=0) for _, name in labels])
        found = torch.tensor(kinds), allowed, same, torch.from_numpy(names)
        return tuple(one.to(self.device) for one in found)  # type: ignore[return-value]


class Network(nn.Module):
    """The network whose pass in numpy is `fingerpost.reading.network`; the names of its parts are those of the file."""

    def __init__(self, rows: Rows) -> None:
        """Take the rows whose words it reads."""
        super().__init__()
        self.rows = rows
        self.inp, self.ln0 = nn.Linear(WIDTH + len(MARKS) + CONTEXT_WIDTH, HIDDEN), nn.LayerNorm(HIDDEN)
        self.conv = nn.ModuleList(nn.Conv1d(HIDDEN, HIDDEN, 2 * REACH + 1, padding=REACH) for _ in range(LAYERS))
        self.ln = nn.ModuleList(nn.LayerNorm(HIDDEN) for _ in range(LAYERS))
        self.glob, self.drop = nn.Linear(HIDDEN, HIDDEN), nn.Dropout(0.3)
        self.typ, self.cut = nn.Linear(HIDDEN, 1 + 2 * len(TYPES)), nn.Linear(HIDDEN, 1)
        self.none, self.act = nn.Linear(2 * HIDDEN, 1), nn.Linear(2 * HIDDEN, QUERY)
        self.q, self.name = nn.Linear(HIDDEN, QUERY), nn.Linear(WIDTH, QUERY)
        self.g, self.b = nn.Parameter(torch.tensor([6.0, 2.0, 8.0])), nn.Parameter(torch.zeros(3))

    def forward(self, picked: Tensor) -> Tensor:
        """Return the states of the words of some rows."""
        inside = self.rows.inside[picked]
        longest = int(inside.sum(1).max())
        mask = inside[:, :longest, None].float()
        seen = self.rows.vectors[self.rows.words[picked, :longest]]
        between = self.rows.contexts.values[picked, :longest].float()
        if self.training:
            # Much is left out of what a word is, nothing of its marks: else names and verbs are learned by heart.
            seen = F.dropout(seen + torch.randn_like(seen) * 0.02, 0.35)
            between = F.dropout(F.dropout(between, 0.3), 0.35)
            kept = (torch.rand(seen.shape[:2], device=seen.device) > 0.04)[..., None]
            seen, between = seen * kept, between * kept
        states = self.ln0(self.inp(torch.cat([seen, self.rows.marks[picked, :longest].float(), between], -1))) * mask
        for layer, (convolution, norm) in enumerate(zip(self.conv, self.ln, strict=True)):
            if layer == 1:
                mean = (states * mask).sum(1) / mask.sum(1)
                states = states + torch.relu(self.glob(mean))[:, None] * mask
            mixed = F.relu(convolution(self.drop(states).transpose(1, 2)).transpose(1, 2))
            states = norm(states + mixed) * mask
        dropped: Tensor = self.drop(states)
        return dropped

    def requests(self, states: Tensor, picked: Tensor) -> tuple[Tensor, Tensor]:
        """Return the vectors of the requests of some rows, and their actions."""
        number = self.rows.number[picked]
        row = torch.repeat_interleave(torch.arange(len(picked), device=states.device), number)
        place = torch.arange(len(row), device=states.device) - (torch.cumsum(number, 0) - number)[row]
        of = self.rows.arrays["request"][picked][row, : states.shape[1]]
        mask = (of == place[:, None]).float()[..., None]
        mean = (states[row] * mask).sum(1) / mask.sum(1).clamp(min=1)
        most = (states[row] + (mask - 1) * 1e4).amax(1).clamp(min=-50)
        return torch.cat([mean, most], -1), self.rows.asked[picked][row, place]

    def learned(self, app: str, states: Tensor, picked: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return what examples teach: vectors of labels, which are taught, vectors of actions, which are taught."""
        count = 2 * len(self.rows.labels[app])
        queries = F.normalize(self.q(states), dim=-1).reshape(-1, QUERY)
        given = self.rows.arrays["label"][picked, : states.shape[1]].reshape(-1)
        each = F.one_hot(given, count + 1)[:, 1:].float()
        sums, counts, same = each.T @ queries, each.sum(0), self.rows.tables[app][2]
        shared = torch.einsum("xy,ytk->xtk", same, sums.view(-1, 2, QUERY)).reshape(count, QUERY)
        shown = (counts > 0).float()[:, None]
        labels = F.normalize(shown * sums + (1 - shown) * shared, dim=-1)
        taught = ((counts > 0) | ((same @ counts.view(-1, 2)).reshape(count) > 0)).float()
        vectors, asked = self.requests(states, picked)
        of_action = F.one_hot(asked.clamp(min=0), len(self.rows.actions[app]) + 1)[:, :-1].float()
        actions = F.normalize(of_action.T @ F.normalize(self.act(vectors), dim=-1), dim=-1)
        return labels, taught, actions, of_action.sum(0) > 0

    def label_scores(self, app: str, labels: Tensor, taught: Tensor, states: Tensor) -> Tensor:
        """Return the scores of all labels of an app for each word."""
        kinds, _, _, names = self.rows.tables[app]
        of_type, queries = self.typ(states)[..., kinds], F.normalize(self.q(states), dim=-1)
        by_example = (self.g[0] * (queries @ labels.T) - self.b[0]) * taught
        by_name = self.g[1] * (queries @ F.normalize(self.name(names), dim=-1).T)
        by_name = torch.stack([by_name, 0.5 * by_name], -1).flatten(-2)
        return torch.cat([of_type[..., :1], of_type[..., 1:] + by_example + by_name], -1)


def train(rows: Rows, apps: Sequence[str], steps: int, seed: int = 0) -> Network:
    """Return a network trained on some apps."""
    torch.manual_seed(seed)
    chance = random.Random(seed)
    network = Network(rows).to(rows.device).train()
    optimizer = torch.optim.AdamW(network.parameters(), lr=1.5e-3, weight_decay=0.03)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1.5e-3, total_steps=steps, pct_start=0.1)
    weights = [len(rows.of_app[app]) ** 0.5 for app in apps]
    for step in range(steps):
        loss = sum((_loss(network, app, chance) for app in chance.choices(apps, weights, k=3)), torch.zeros(()))
        optimizer.zero_grad()
        (loss / 3).backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        if (step + 1) % 250 == 0:
            print(step + 1, round(float(loss) / 3, 3), flush=True)
    return network.eval()


def _loss(network: Network, app: str, chance: random.Random) -> Tensor:
    rows = network.rows
    each = chance.choice((3, 5, 8, 12))
    shown = [n for of in rows.examples[app].values() for n in chance.sample(of, min(each, len(of)))]
    picked = torch.tensor([*shown, *chance.sample(rows.of_app[app], 64)], device=rows.device)
    states = network(picked)
    labels, taught, actions, there = network.learned(app, states[: len(shown)], picked[: len(shown)])
    picked, states = picked[len(shown) :], states[len(shown) :]
    longest = states.shape[1]
    inside = rows.inside[picked, :longest]
    of = {name: array[picked, :longest] for name, array in rows.arrays.items()}
    scores = network.label_scores(app, labels, taught, states)
    scores = scores.masked_fill(~rows.tables[app][1][of["action"].clamp(min=0)], -30.0)
    asks = inside & (of["action"] < len(rows.actions[app]))
    by_label = F.cross_entropy(scores[asks], of["label"][asks])
    by_type = F.cross_entropy(network.typ(states)[inside], of["type"][inside], label_smoothing=0.02)
    heavier = torch.tensor(3.0, device=rows.device)
    cut = network.cut(states)[..., 0][inside]
    by_cut = F.binary_cross_entropy_with_logits(cut, of["cut"][inside].float(), pos_weight=heavier)
    vectors, asked = network.requests(states, picked)
    likely = (network.g[2] * F.normalize(network.act(vectors), dim=-1) @ actions.T).masked_fill(~there, -30.0)
    by_action = F.cross_entropy(torch.cat([likely, network.none(vectors)], 1), asked)
    total: Tensor = 3 * by_label + by_type + 0.7 * by_cut + 0.6 * by_action
    return total.cpu()


def measure(network: Network, apps: Sequence[str]) -> Mapping[str, float]:
    """Return the share of right labels among words with a value, and of right actions, on apps by their examples."""
    rows, right, words, told, asked_for = network.rows, 0, 0, 0, 0
    with torch.no_grad():
        for app in apps:
            shown = torch.tensor(rows.plain[app]["examples"], device=rows.device)
            labels, taught, actions, _ = network.learned(app, network(shown), shown)
            picked = torch.tensor(rows.plain[app]["sentences"], device=rows.device)
            states = network(picked)
            longest = states.shape[1]
            of = {name: array[picked, :longest] for name, array in rows.arrays.items()}
            scores = network.label_scores(app, labels, taught, states)
            scores = scores.masked_fill(~rows.tables[app][1][of["action"].clamp(min=0)], -30.0)
            given = of["label"] > 0
            right += int((scores.argmax(-1) == of["label"])[given].sum())
            words += int(given.sum())
            vectors, asked = network.requests(states, picked)
            best = (F.normalize(network.act(vectors), dim=-1) @ actions.T).argmax(-1)
            wanted = asked < len(rows.actions[app])
            told += int((best == asked)[wanted].sum())
            asked_for += int(wanted.sum())
    return {"labels": round(right / words, 4), "actions": round(told / asked_for, 4)}


def shipped_weights(network: Network) -> dict[str, Any]:
    """Return the arrays of the weight file."""
    found = dict(network.state_dict())
    first = WIDTH + len(MARKS)
    found["inp.weight"], found["inp.bias"] = network.rows.contexts.unscaled(
        found["inp.weight"], found["inp.bias"], first
    )
    return {name: array.detach().cpu().numpy().astype(np.float16) for name, array in found.items()}


def main() -> None:
    """Train, and write the weights or measure them."""
    parser = argparse.ArgumentParser(prog="python -m training.reader_network")
    parser.add_argument("rows", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--without", type=int, choices=range(5))
    parser.add_argument("--steps", type=int, default=1500)
    arguments = parser.parse_args()
    rows = Rows(arguments.rows, "cuda" if torch.cuda.is_available() else "cpu")
    invented = sorted(set(rows.of_app) - set(MINI_APPS))
    held_out = [app for n, app in enumerate(invented) if n % 5 == arguments.without]
    network = train(rows, [app for app in rows.of_app if app not in held_out], arguments.steps)
    if held_out:
        print(held_out, measure(network, held_out))
    np.savez_compressed(arguments.out, **shipped_weights(network))


if __name__ == "__main__":
    main()
