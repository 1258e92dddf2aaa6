"""Rows that can be learned from: no text twice, none against another, none of the evaluation, nobody with too much say.

In this order: what is near to a held-out text goes; of a flood of texts that say the same a few stay; one client gives
at most a tenth of the labels of a route; and where labels of one text differ, the more trusted source counts, then the
majority of clients. So what a client may not say cannot outvote others either.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.language.text import as_read
from fingerpost.learning.collect import CORRECTION, PERSON, TEACHER, Collected, Labelled, plain
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.observability.redaction import redact
from fingerpost.types import SNIPPET

NEAR = 0.8
"""Cosine from which a text counts as a copy of a held-out one; docs/learning.md tells how it was measured."""

ALIKE = 0.7
"""Cosine from which texts that one client gave to one route say the same; measured as well."""

SAME = 0.9
"""The same for texts of anybody: at 0.7 a third of HWU64 would go, which thousands of people wrote; at 0.9, 3 %."""

FEW = 3
"""Texts that stay of those that say the same."""

SHARE, LEAST = 0.1, 20
"""What one client may give of the labels of a route: this share of those that stay, but so many in any case."""

BLOCK = 1024
"""Texts that are compared at once."""

DUPLICATE = "was said before, with the same label"
HELD_OUT = "is near to a held-out text"
FLOOD = "says the same as several others"
TOO_MANY = "its client has given too large a part of the route's labels"
OVERRULED = "a more trusted source, or more clients, say otherwise"
UNSETTLED = "labels contradict each other"

_TRUST = {PERSON: 2, CORRECTION: 1, TEACHER: 0}

Floats = NDArray[np.floating[Any]]


class _Key(NamedTuple):
    """What makes two rows the same message: the text but for capitals, accents and signs at its ends, and the turn."""

    text: str
    after: str | None


def clean(collected: Collected, held_out: Sequence[str], encoder: Encoder, cache: Path | None) -> Collected:
    """Return the rows that may be taught, the oldest first, with what was left out added to what was before."""
    left_out = Counter(collected.left_out)
    rows = _last_words(collected.rows, left_out)
    vectors = _vectors([row.text for row in rows], encoder, cache)
    near = _near_held_out(rows, vectors, held_out, encoder, cache)
    rows, vectors = _kept(rows, vectors, ~near, HELD_OUT, left_out)
    rows, vectors = _kept(rows, vectors, ~_flood(rows, vectors), FLOOD, left_out)
    rows = _bounded(rows, left_out)
    return Collected(sorted(_settled(rows, left_out), key=lambda row: row.at), left_out)


def _key(row: Labelled) -> _Key:
    return _Key(plain(row.text), row.after)


def _trust(row: Labelled) -> int:
    return _TRUST[row.source]


def _last_words(rows: Sequence[Labelled], left_out: Counter[str]) -> list[Labelled]:
    """Return one row a client and message: by the most trusted source, and of those the last."""
    said: dict[tuple[tuple[str, str], _Key], Labelled] = {}
    for row in rows:
        place = row.client, _key(row)
        before = said.get(place)
        if before is not None:
            left_out[DUPLICATE if before.route == row.route else OVERRULED] += 1
        if before is None or (_trust(row), row.at) >= (_trust(before), before.at):
            said[place] = row
    return sorted(said.values(), key=lambda row: row.at)


def _vectors(texts: Sequence[str], encoder: Encoder, cache: Path | None) -> Floats:
    if not texts:
        return np.zeros((0, 1), dtype=np.float32)
    return encode_cached(encoder, [as_read(text) for text in texts], cache)


def _kept(
    rows: list[Labelled], vectors: Floats, keep: NDArray[np.bool_], why: str, left_out: Counter[str]
) -> tuple[list[Labelled], Floats]:
    if not keep.all():
        left_out[why] += int((~keep).sum())
    return [row for row, kept in zip(rows, keep, strict=True) if kept], vectors[keep]


def _near_held_out(
    rows: Sequence[Labelled], vectors: Floats, held_out: Sequence[str], encoder: Encoder, cache: Path | None
) -> NDArray[np.bool_]:
    """Tell which rows are held-out texts: the same folded, the beginning of one, or nearly the same in meaning."""
    near = np.zeros(len(rows), dtype=bool)
    if not rows or not held_out:
        return near
    # Of a text that was cut only this much can be the same.
    whole, begun = set(map(plain, held_out)), {plain(redact(text)[:SNIPPET]) for text in held_out}
    others = _vectors(list(dict.fromkeys(held_out)), encoder, cache).T
    for start in range(0, len(rows), BLOCK):
        part = slice(start, start + BLOCK)
        near[part] = (vectors[part] @ others).max(axis=1) >= NEAR
    for place, row in enumerate(rows):
        text = plain(row.text)
        near[place] |= text in whole or (row.cut and text in begun)
    return near


def _flood(rows: Sequence[Labelled], vectors: Floats) -> NDArray[np.bool_]:
    """Tell which rows say what several others of the same label say; the first ones stay.

    One client repeats itself in other words; where many say nearly the same, that is how people speak.
    """
    flood = _crowds(rows, vectors, [(row.route, row.after, row.client) for row in rows], ALIKE)
    left = np.flatnonzero(~flood)
    others = [rows[int(place)] for place in left]
    flood[left] = _crowds(others, vectors[left], [(row.route, row.after) for row in others], SAME)
    return flood


def _crowds(rows: Sequence[Labelled], vectors: Floats, kinds: Sequence[object], bar: float) -> NDArray[np.bool_]:
    """Tell which rows are too many among those of their kind.

    The same text by another client is no other text, but a vote for its label.
    """
    crowds = np.zeros(len(rows), dtype=bool)
    groups: dict[object, dict[str, list[int]]] = defaultdict(dict)
    for place, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
        groups[kind].setdefault(plain(row.text), []).append(place)
    for texts in groups.values():
        if len(texts) <= FEW:
            continue
        places = list(texts.values())
        # The most trusted lead, so that they stay.
        places.sort(key=lambda of_text: -max(_trust(rows[place]) for place in of_text))
        crowd = _crowded(vectors[[of_text[0] for of_text in places]], bar)
        for of_text, crowded in zip(places, crowd, strict=True):
            crowds[of_text] = crowded
    return crowds


def _crowded(vectors: Floats, bar: float) -> NDArray[np.bool_]:
    """Tell which of the texts are too many: each joins the nearest one before it that leads, or leads from then on.

    In blocks: all of a block are compared with those that lead by one product, and then among themselves.
    """
    crowded = np.zeros(len(vectors), dtype=bool)
    leaders, sizes = np.zeros((len(vectors), vectors.shape[1]), dtype=vectors.dtype), np.zeros(len(vectors), dtype=int)
    count = 0
    for start in range(0, len(vectors), BLOCK):
        block = vectors[start : start + BLOCK]
        known, within = count, block @ block.T
        nearest, cosine = np.zeros(len(block), dtype=int), np.full(len(block), -1.0)
        if known:
            cosines = block @ leaders[:known].T
            nearest = cosines.argmax(axis=1)
            cosine = cosines[np.arange(len(block)), nearest]
        led: list[int] = []
        for i in range(len(block)):
            best, place = cosine[i], nearest[i]
            if led:
                among = within[i, led]
                j = int(among.argmax())
                if among[j] > best:
                    best, place = among[j], known + j
            if best >= bar:
                sizes[place] += 1
                crowded[start + i] = sizes[place] > FEW
            else:
                leaders[count], sizes[count] = block[i], 1
                led.append(i)
                count += 1
    return crowded


def _bounded(rows: Sequence[Labelled], left_out: Counter[str]) -> list[Labelled]:
    """Return the rows without what one client gave too much of, its oldest first; people's words are counted apart."""
    groups: dict[tuple[str, bool], dict[tuple[str, str], list[Labelled]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        groups[row.route, row.source == PERSON][row.client].append(row)
    kept: list[Labelled] = []
    for clients in groups.values():
        most = bound(map(len, clients.values()))
        for theirs in clients.values():
            kept += theirs[-most:]
            if len(theirs) > most:
                left_out[TOO_MANY] += len(theirs) - most
    return kept


def bound(given: Iterable[int]) -> int:
    """Return how many labels one client may give, so that it is a tenth of what then stays, or few."""
    counts = np.array([*given, 0])
    most = float(counts.max())
    # What goes makes the tenth of the rest smaller, until they agree.
    while most > LEAST and (share := SHARE * float(np.minimum(counts, most).sum())) < most:
        most = share
    return max(LEAST, int(most))


def _settled(rows: Iterable[Labelled], left_out: Counter[str]) -> list[Labelled]:
    """Return one row a message: by the most trusted source, then by the majority of clients; a tie gives none."""
    said: dict[_Key, list[Labelled]] = defaultdict(list)
    for row in rows:
        said[_key(row)].append(row)
    settled = []
    for same in said.values():
        trust = max(map(_trust, same))
        votes = Counter(row.route for row in same if _trust(row) == trust).most_common(2)
        if len(votes) == 2 and votes[0][1] == votes[1][1]:
            left_out[UNSETTLED] += len(same)
            continue
        agreed = [row for row in same if row.route == votes[0][0]]
        # Whole texts before cut ones.
        settled.append(max(agreed, key=lambda row: (_trust(row), not row.cut, row.at)))
        for why, count in ((DUPLICATE, len(agreed) - 1), (OVERRULED, len(same) - len(agreed))):
            if count:
                left_out[why] += count
    return settled
