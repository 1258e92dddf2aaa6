"""Train the networks of the semantic parser on a GPU: from the words of a question to the parts of its query.

`python -m training.parser_rows ROWS.npz`, then `python -m training.parser_network ROWS.npz OUT.npz`: one network for
each seed. `--without` leaves out databases and prints how well these are read. OUT has the weights that are shipped,
but for the confidence, which `training.parser_confidence` fits.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812 - the name that torch's users know
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from fingerpost.assistants.agents.analytics.semantic_parser.attention import FARTHEST, RELATIONS, relations
from fingerpost.assistants.agents.analytics.semantic_parser.features import LIKENESSES
from fingerpost.assistants.agents.analytics.semantic_parser.network import (
    CLASSES,
    COMPARISONS,
    HEADS,
    LINK_SCALE,
    ROLES,
)
from fingerpost.assistants.agents.analytics.semantic_parser.schema_items import FLAGS, WIDTH
from training.parser_rows import AXES, UNKNOWN

HIDDEN, LAYERS, REACH, ITEM, PAIR = 128, 3, 2, 96, 64
ATTENTION_HEADS, JOINT_LAYERS, ITEM_LAYERS = 4, 3, 1
"""Attention among words and items, and among items once words are linked to them."""
NEAR = 6
"""What an item sees of the words that link to it, to its table and to tables beside it."""
DROPPED, RATE, DECAY, EPOCHS, BATCH = 0.35, 0.002, 0.1, 18, 40
AGREEMENT, KEPT = 0.5, 0.999
"""What counts that two readings of a question, with other parts left out, differ; and what the mean of the weights
keeps of itself at each step."""
FIRST_LOSS = 0.4
"""What parts and heads count as they are said before each is seen beside the others."""
SEEDS = (11, 12, 13)


class Database(NamedTuple):
    """The schema and the questions of one database as tensors; questions are as long as the longest."""

    words: Tensor
    around: Tensor
    inside: Tensor
    """Which words are there."""
    alike: Tensor
    links: Tensor
    comparisons: Tensor
    roles: Tensor
    heads: Mapping[str, Tensor]
    has_parts: Tensor
    source: Tensor
    vectors: Tensor
    flags: Tensor
    table: Tensor
    references: Tensor
    relations: Tensor
    """How each item is related to each other one."""


class Guess(NamedTuple):
    """What the network says of some questions, before it becomes probabilities; the names are those of `Reading`."""

    links: Tensor
    roles: Tensor
    heads: Mapping[str, Tensor]
    comparisons: Tensor
    supported: Tensor
    first_roles: Tensor
    first_heads: Mapping[str, Tensor]


class Rows:
    """What `training.parser_rows` wrote, as tensors."""

    def __init__(self, arrays: Mapping[str, Any], device: str) -> None:
        """Take the arrays of a file of rows."""
        self.device = device
        self.context = arrays["context"]
        self.vectors = torch.from_numpy(arrays["words"].astype(np.float32)).to(device)
        names = [name.removesuffix("/lengths") for name in arrays if name.endswith("/lengths")]
        self.databases = {name: self._database(name, arrays) for name in names}

    def _database(self, name: str, arrays: Mapping[str, Any]) -> Database:
        own = {key.removeprefix(f"{name}/"): arrays[key] for key in arrays if key.startswith(f"{name}/")}
        lengths, source = own["lengths"], own["source"].astype(np.int64)
        inside = np.arange(lengths.max()) < lengths[:, None]

        def padded(key: str, fill: int, kind: Any) -> Tensor:
            found = np.full((*inside.shape, *own[key].shape[1:]), fill, kind)
            found[inside] = own[key]
            return torch.from_numpy(found).to(self.device)

        def tensor(array: Any, kind: Any) -> Tensor:
            return torch.from_numpy(array.astype(kind)).to(self.device)

        table, references = own["table"].astype(np.int64), own["references"].astype(np.float32)
        roles = np.zeros((len(lengths), len(source), len(ROLES)), np.float32)
        roles[tuple(own["roles"].T)] = 1
        return Database(
            words=padded("words", 0, np.int64),
            around=padded("around", 0, np.float32),
            inside=tensor(inside, np.float32),
            alike=padded("alike", 0, np.float16),
            links=padded("links", UNKNOWN, np.int64),
            comparisons=padded("comparisons", 0, np.int64),
            roles=tensor(roles, np.float32),
            heads={head: tensor(own["heads"][:, at], np.int64) for at, head in enumerate(HEADS)},
            has_parts=tensor(own["heads"][:, 0] != UNKNOWN, bool),
            source=tensor(source, np.int64),
            vectors=tensor(own["vectors"][source], np.float32),
            flags=tensor(own["item_flags"], np.float32),
            table=tensor(table, np.int64),
            references=tensor(references, np.float32),
            relations=tensor(relations(table, source, references), np.int64),
        )


class Attention(nn.Module):
    """A layer in which states look at each other, as far as a bias for each two of them lets them."""

    def __init__(self) -> None:
        """Make its weights."""
        super().__init__()
        self.look, self.out = nn.Linear(HIDDEN, 3 * HIDDEN), nn.Linear(HIDDEN, HIDDEN)
        self.items = nn.Embedding(RELATIONS, ATTENTION_HEADS)
        self.inner, self.outer = nn.Linear(HIDDEN, 2 * HIDDEN), nn.Linear(2 * HIDDEN, HIDDEN)
        self.ln1, self.ln2 = nn.LayerNorm(HIDDEN), nn.LayerNorm(HIDDEN)

    def attend(self, states: Tensor, bias: Tensor) -> Tensor:
        """Return the states after the layer; `bias` has a matrix for each head."""
        count, size = states.shape[:2]
        looks = self.look(states).view(count, size, 3, ATTENTION_HEADS, -1).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(*looks, attn_mask=bias).transpose(1, 2).flatten(2)
        states = self.ln1(states + F.dropout(self.out(seen), 0.15, self.training))
        made = self.outer(F.relu(self.inner(states)))
        found: Tensor = self.ln2(states + F.dropout(made, 0.15, self.training))
        return found

    def forward(self, items: Tensor, relations: Tensor) -> Tensor:
        """Return the states of items after they looked at each other."""
        return self.attend(items, self.items(relations).permute(2, 0, 1)[None])


class JointAttention(Attention):
    """A layer in which words and items look at each other."""

    def __init__(self) -> None:
        """Make its weights."""
        super().__init__()
        self.words = nn.Embedding(2 * FARTHEST + 1, ATTENTION_HEADS)
        self.word_item, self.item_word = (nn.Linear(LIKENESSES, ATTENTION_HEADS) for _ in range(2))

    def join(self, together: Tensor, alike: Tensor, inside: Tensor, relations: Tensor) -> Tensor:
        """Return the states of words and items, in this order."""
        count, longest = alike.shape[:2]
        places = torch.arange(longest, device=alike.device)
        distances = (places[:, None] - places).clamp(-FARTHEST, FARTHEST) + FARTHEST
        among_words = self.words(distances).permute(2, 0, 1).expand(count, -1, -1, -1)
        among_items = self.items(relations).permute(2, 0, 1).expand(count, -1, -1, -1)
        of_words = self.word_item(alike).permute(0, 3, 1, 2)
        of_items = self.item_word(alike).permute(0, 3, 2, 1)
        bias = torch.cat([torch.cat([among_words, of_words], 3), torch.cat([of_items, among_items], 3)], 2)
        # Nothing looks at what stands behind the end of a question.
        hidden = F.pad((inside[..., 0] - 1) * 1e4, (0, together.shape[1] - longest))
        return self.attend(together, bias + hidden[:, None, None])


class Network(nn.Module):
    """The network whose pass in numpy is `semantic_parser.network`; the names of its parts are those of the file."""

    def __init__(self, around: int) -> None:
        """Take how many numbers tell what is around a word."""
        super().__init__()
        self.inp, self.ln0 = nn.Linear(WIDTH + around, HIDDEN), nn.LayerNorm(HIDDEN)
        self.conv = nn.ModuleList(nn.Conv1d(HIDDEN, HIDDEN, 2 * REACH + 1, padding=REACH) for _ in range(LAYERS))
        self.ln = nn.ModuleList(nn.LayerNorm(HIDDEN) for _ in range(LAYERS))
        self.glob, self.drop = nn.Linear(HIDDEN, HIDDEN), nn.Dropout(DROPPED)
        self.item, self.item_in = nn.Linear(3 * WIDTH + FLAGS, ITEM), nn.Linear(ITEM, HIDDEN)
        self.ln_joint, self.joint = nn.LayerNorm(HIDDEN), nn.ModuleList(JointAttention() for _ in range(JOINT_LAYERS))
        self.P, self.Q = nn.Linear(HIDDEN, PAIR), nn.Linear(ITEM, PAIR)
        self.S, self.U = nn.Linear(WIDTH, PAIR, bias=False), nn.Linear(WIDTH, PAIR, bias=False)
        self.pair1, self.pair2 = nn.Linear(2 * PAIR + LIKENESSES + FLAGS, 64), nn.Linear(64, 1)
        self.link_word, self.link_item = nn.Linear(HIDDEN, LINK_SCALE**2), nn.Linear(HIDDEN, LINK_SCALE**2)
        self.cls, self.ops = nn.Linear(HIDDEN, len(CLASSES)), nn.Linear(HIDDEN, len(COMPARISONS))
        seen = 3 * HIDDEN + LIKENESSES + FLAGS + NEAR + len(CLASSES)
        self.role1, self.role2 = nn.Linear(seen, HIDDEN), nn.Linear(HIDDEN, len(ROLES))
        self.among = nn.ModuleList(Attention() for _ in range(ITEM_LAYERS))
        said = sum(map(len, HEADS.values()))
        self.role3, self.role4 = nn.Linear(seen + 4 * len(ROLES) + said, 128), nn.Linear(128, len(ROLES))
        whole = 2 * HIDDEN + len(CLASSES)
        self.head1, self.head3 = nn.Linear(whole, 96), nn.Linear(whole + 2 * len(ROLES), 96)
        self.head2, self.head4 = (
            nn.ModuleDict({name: nn.Linear(96, len(values)) for name, values in HEADS.items()}) for _ in range(2)
        )
        self.sup1, self.sup2 = nn.Linear(whole + 3, 48), nn.Linear(48, 1)

    def forward(self, of: Database, picked: Tensor, vectors: Tensor) -> Guess:
        """Return what some questions to a database are, by the vectors of all words."""
        longest = int(of.inside[picked].sum(1).max())
        inside = of.inside[picked, :longest, None]
        alone, around = vectors[of.words[picked, :longest]], of.around[picked, :longest]
        alike = of.alike[picked, :longest].float()[:, :, of.source]
        if self.training:
            alike = alike + torch.randn_like(alike) * 0.02
        states = self._states(alone, around, inside)
        names = F.dropout(of.vectors, 0.2, self.training)
        plain = F.relu(self.item(torch.cat([names * 3, of.flags], 1)))
        together = self.ln_joint(torch.cat([states, self.item_in(plain).expand(len(states), -1, -1)], 1))
        for layer in self.joint:
            together = layer.join(together, alike, inside, of.relations)
        states, items = together[:, :longest] * inside, together[:, longest:]
        scores = self._pairs(of, states, alone, plain, names, alike)
        scores = scores + self.link_word(states) @ self.link_item(items).transpose(1, 2) / LINK_SCALE
        links = torch.cat([self.cls(states), scores], -1)
        return self._decided(of, states, links, items, alike, inside)

    def _states(self, alone: Tensor, around: Tensor, inside: Tensor) -> Tensor:
        """Return the states of the words."""
        if self.training:
            # Much is left out of what a word is, little of its marks: else names and verbs are learned by heart.
            alone = F.dropout(alone + torch.randn_like(alone) * 0.01, 0.3)
            around = torch.cat([F.dropout(around[..., :AXES], 0.3), F.dropout(around[..., AXES:], 0.05)], -1)
            alone = alone * (torch.rand(alone.shape[:2], device=alone.device) > 0.04)[..., None]
        states = self.ln0(self.inp(torch.cat([alone, around], -1))) * inside
        for layer, (convolution, norm) in enumerate(zip(self.conv, self.ln, strict=True)):
            if layer == 1:
                states = states + F.relu(self.glob(states.sum(1) / inside.sum(1)))[:, None] * inside
            mixed = F.relu(convolution(self.drop(states).transpose(1, 2)).transpose(1, 2))
            states = norm(states + mixed) * inside
        dropped: Tensor = self.drop(states) * inside
        return dropped

    def _pairs(
        self, of: Database, states: Tensor, alone: Tensor, items: Tensor, names: Tensor, alike: Tensor
    ) -> Tensor:
        """Return the score of every word for every item."""
        words = torch.cat([self.P(states), self.S(alone)], -1)
        compared = torch.cat([self.Q(items), self.U(names[:, :WIDTH]) * 10], -1)
        of_products, of_likeness, of_flags = self.pair1.weight.split([2 * PAIR, LIKENESSES, FLAGS], 1)
        # Word by word, what the network makes of their products with the items: one multiplication for all.
        hidden = (of_products * words[:, :, None]) @ compared.T
        hidden = hidden + (alike @ of_likeness.T).transpose(2, 3)
        hidden = hidden + (of.flags @ of_flags.T + self.pair1.bias).T
        scores: Tensor = self.pair2.weight[0] @ F.relu(hidden) + self.pair2.bias
        return scores

    def _decided(
        self, of: Database, states: Tensor, links: Tensor, items: Tensor, alike: Tensor, inside: Tensor
    ) -> Guess:
        """Return the parts of the items and the heads of the questions: first by themselves, then beside the others."""
        chances = F.softmax(links, -1) * inside
        of_classes, of_items = chances[..., : len(CLASSES)], chances[..., len(CLASSES) :]
        # What stands behind the end of a question is never the most of it.
        outside = (inside - 1) * 1e4
        mean, classes = states.sum(1) / inside.sum(1), of_classes.max(1).values
        most = of_items.max(1).values
        told = _beside(
            of_items.transpose(1, 2) @ states,
            items,
            mean[:, None],
            (alike + outside[..., None]).max(1).values,
            of.flags[None],
            _near(of, most, of_items.sum(1)),
            classes[:, None],
        )
        hidden = F.dropout(F.relu(self.role1(told)), 0.2, self.training)
        for layer in self.among:
            hidden = layer(hidden, of.relations)
        first_roles = self.role2(hidden)
        whole = torch.cat([mean, (states + outside).max(1).values, classes], -1)
        decided = F.dropout(F.relu(self.head1(whole)), 0.2, self.training)
        first_heads = {name: head(decided) for name, head in self.head2.items()}

        chance = torch.sigmoid(first_roles)
        top, second = chance.topk(2, 1).values.unbind(1)
        said = torch.cat([F.softmax(first_heads[name], -1) for name in HEADS], -1)
        again = _beside(told, chance, _largest_of_table(of, chance), top[:, None], second[:, None], said[:, None])
        roles = first_roles + self.role4(F.dropout(F.relu(self.role3(again)), 0.2, self.training))
        decided = F.dropout(F.relu(self.head3(torch.cat([whole, top, second], -1))), 0.2, self.training)

        empty = of_classes[..., :1].sum(1) / inside.sum(1)
        judged = torch.cat([whole, empty, most.topk(2, 1).values], -1)
        return Guess(
            links=links,
            roles=roles,
            heads={name: score + self.head4[name](decided) for name, score in first_heads.items()},
            comparisons=self.ops(states),
            supported=self.sup2(F.relu(self.sup1(judged)))[:, 0],
            first_roles=first_roles,
            first_heads=first_heads,
        )


def _beside(*parts: Tensor) -> Tensor:
    """Return what is told of each item of each question, side by side."""
    shape = parts[0].shape[:2]
    return torch.cat([part.expand(*shape, -1) for part in parts], -1)


def _largest_of_table(of: Database, chances: Tensor) -> Tensor:
    """Return for each item and part the largest probability in its table."""
    places = of.table[None, :, None].expand(chances.shape)
    empty = chances.new_zeros(len(chances), len(of.references), chances.shape[2])
    return empty.scatter_reduce(1, places, chances, "amax")[:, of.table]


def _near(of: Database, most: Tensor, mass: Tensor) -> Tensor:
    """Return how much words link to each item, to its table, and to tables that this refers to or that refer to it."""
    tables = F.one_hot(of.table, len(of.references)).float()
    of_table = (most[:, :, None] * tables).max(1).values
    found = (
        most,
        mass,
        of_table[:, of.table],
        (mass @ tables)[:, of.table],
        (of_table @ of.references.T)[:, of.table],
        (of_table @ of.references)[:, of.table],
    )
    return torch.stack(found, -1)


def loss_of(guess: Guess, of: Database, picked: Tensor) -> Tensor:
    """Return how far what the network says of some questions is from what is right."""
    longest = guess.links.shape[1]
    links, known = of.links[picked, :longest], of.has_parts[picked]
    total = 0.5 * F.binary_cross_entropy_with_logits(guess.supported, known.float())
    if (links != UNKNOWN).any():
        total = total + F.cross_entropy(guess.links.flatten(0, 1), links.flatten(), ignore_index=UNKNOWN)
    if known.any():
        for weight, roles, heads in (
            (1.0, guess.roles, guess.heads),
            (FIRST_LOSS, guess.first_roles, guess.first_heads),
        ):
            wrong = F.binary_cross_entropy_with_logits(roles[known], of.roles[picked][known], reduction="none")
            total = total + weight * wrong.sum((1, 2)).mean() / 4
            for name in HEADS:
                total = total + weight * 0.5 * F.cross_entropy(heads[name][known], of.heads[name][picked][known])
        compared = of.comparisons[picked, :longest][known]
        total = total + 0.3 * F.cross_entropy(guess.comparisons[known].flatten(0, 1), compared.flatten())
    return total


def _differing(one: Guess, other: Guess, inside: Tensor) -> Tensor:
    """Return how far two readings of the same questions are from each other: what each makes of words, parts, heads."""
    chance, other_chance = torch.sigmoid(one.roles), torch.sigmoid(other.roles)
    roles = ((chance - other_chance) * (one.roles - other.roles)).sum((1, 2)).mean() / 2
    words = (_divergence(one.links, other.links) * inside).sum() / inside.sum()
    heads = [_divergence(one.heads[name], other.heads[name]).mean() for name in HEADS]
    return words + roles / 4 + 0.5 * torch.stack(heads).sum()


def _divergence(one: Tensor, other: Tensor) -> Tensor:
    """Return the mean of both divergences between the probabilities of two sets of scores."""
    first, second = F.log_softmax(one, -1), F.log_softmax(other, -1)
    return ((first.exp() - second.exp()) * (first - second)).sum(-1) / 2


def train(rows: Rows, names: Sequence[str], seed: int, epochs: int = EPOCHS) -> Network:
    """Return the mean of a network's weights while it was trained on some databases; a batch is questions to one.

    Each batch is read twice, so that the network says the same whatever of a question and of itself is left out.
    """
    torch.manual_seed(seed)
    draw = random.Random(seed)
    network = Network(rows.databases[names[0]].around.shape[2]).to(rows.device)
    count = sum(-(-len(rows.databases[name].words) // BATCH) for name in names)
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=epochs * count + 1, pct_start=0.1)
    averaged = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(KEPT))
    for _ in range(epochs):
        for name, picked in _batches(rows, names, draw):
            of = rows.databases[name]
            one, other = (network(of, picked, rows.vectors) for _ in range(2))
            inside = of.inside[picked, : one.links.shape[1]]
            loss = (loss_of(one, of, picked) + loss_of(other, of, picked)) / 2
            loss = loss + AGREEMENT * _differing(one, other, inside)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            averaged.update_parameters(network)
    found: Network = averaged.module.eval()
    return found


def _batches(rows: Rows, names: Sequence[str], draw: random.Random) -> list[tuple[str, Tensor]]:
    """Return all questions in batches, in an order of chance."""
    found = []
    for name in names:
        order = list(range(len(rows.databases[name].words)))
        draw.shuffle(order)
        found += [
            (name, torch.tensor(order[at : at + BATCH], device=rows.device)) for at in range(0, len(order), BATCH)
        ]
    draw.shuffle(found)
    return found


@torch.no_grad()
def measure(network: Network, rows: Rows, names: Sequence[str]) -> Mapping[str, float]:
    """Return the share of right words, and of questions with all roles right, with all heads, and with both."""
    words: list[Tensor] = []
    questions: list[Tensor] = []
    for of in (rows.databases[name] for name in names):
        guess = network(of, torch.arange(len(of.words), device=rows.device), rows.vectors)
        told = of.links != UNKNOWN
        words.append((guess.links.argmax(-1) == of.links)[told])
        roles = ((guess.roles > 0) == of.roles.bool()).flatten(1).all(1)
        heads = torch.stack([guess.heads[name].argmax(1) == of.heads[name] for name in HEADS]).all(0)
        questions.append(torch.stack([roles, heads, roles & heads], 1)[of.has_parts])
    shares = [torch.cat(words).float().mean(), *torch.cat(questions).float().mean(0)]
    names_of_shares = ("words", "roles", "heads", "both")
    return {name: round(float(share), 4) for name, share in zip(names_of_shares, shares, strict=True)}


def shipped_weights(networks: Sequence[Network], context: Any) -> dict[str, Any]:
    """Return the arrays of the weight file, in half precision: those of each network behind its number."""
    found = {
        f"{at}/{name}": array.detach().cpu().numpy().astype(np.float16)
        for at, network in enumerate(networks)
        for name, array in network.state_dict().items()
    }
    return {"context": context, **found}


def main() -> None:
    """Train a network for each seed, measure it on what was left out, and write the weights of all."""
    parser = argparse.ArgumentParser(prog="python -m training.parser_network")
    parser.add_argument("rows", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--without", nargs="+", default=(), metavar="NAME")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    arguments = parser.parse_args()
    with np.load(arguments.rows, allow_pickle=False) as stored:
        rows = Rows({name: stored[name] for name in stored.files}, "cuda" if torch.cuda.is_available() else "cpu")
    unknown = set(arguments.without) - rows.databases.keys()
    if unknown:
        parser.error(f"{arguments.rows} has no database {', '.join(sorted(unknown))}")
    names = [name for name in rows.databases if name not in arguments.without]
    networks = []
    for seed in arguments.seeds:
        networks.append(train(rows, names, seed, arguments.epochs))
        print(f"seed {seed}", measure(networks[-1], rows, arguments.without) if arguments.without else "trained")
    np.savez_compressed(arguments.out, **shipped_weights(networks, rows.context))


if __name__ == "__main__":
    main()
