"""Clean labelled rows: remove held-out texts, near-duplicates, surplus rows of one client and contradictory labels.

In this order: rows similar to a held-out text are removed, and uncorrected ones that the next message says again; of
near-duplicates a few are kept; one client gives at most a tenth of a route's labels; where the labels of one text
differ, the more trusted source wins, then the majority of clients; and of the uncorrected rows of a route the most
varied are kept. The limit per client comes before the vote, so that no client can outvote the others.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fingerpost.evaluation.rows import UNCORRECTED
from fingerpost.language.text import as_read
from fingerpost.learning.collect import CORRECTION, PERSON, TEACHER, CollectedRows, LabelledRow, normalized
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.encoder import Encoder
from fingerpost.observability.redaction import redact
from fingerpost.types import SNIPPET

HELD_OUT_SIMILARITY = 0.8
"""Cosine similarity at which a text counts as a copy of a held-out one; measured, see docs/how-to/learning.md."""

CLIENT_SIMILARITY = 0.7
"""Cosine similarity at which two texts of one client and one route are near-duplicates; measured as well."""

ANY_CLIENT_SIMILARITY = 0.9
"""The same for texts of any clients: at 0.7 a third of HWU64, which thousands of people wrote, would be removed."""

MAX_NEAR_DUPLICATES = 3
"""Texts that are kept of a group of near-duplicates."""

MAX_CLIENT_SHARE, MIN_CLIENT_LIMIT = 0.1, 20
"""The largest share of a route's labels from one client, and the number of labels that is always allowed."""

MAX_UNCORRECTED = 300
"""Most uncorrected rows of a route: it must not swell with messages that the student knows already."""

BLOCK_ROWS = 1024
"""Texts that are compared in one matrix product."""

DUPLICATE = "duplicate with the same label"
HELD_OUT = "too similar to a held-out text"
NEAR_DUPLICATE = "near-duplicate of several other rows"
CLIENT_LIMIT = "over the limit of labels from one client for a route"
OVERRULED = "overruled by a more trusted source or by more clients"
CONTRADICTORY = "contradictory labels"
SAID_AGAIN = "said again in the next message, so the answer may not have served"
UNCORRECTED_LIMIT = "over the limit of uncorrected rows for a route"

_TRUST = {PERSON: 3, CORRECTION: 2, TEACHER: 1, UNCORRECTED: 0}

Floats = NDArray[np.floating[Any]]


class _MessageKey(NamedTuple):
    """Identifies a message: its normalized text and the route of the turn it refers to."""

    text: str
    after: str | None


def clean(collected: CollectedRows, held_out: Sequence[str], encoder: Encoder, cache: Path | None) -> CollectedRows:
    """Return the rows to train on, oldest first, with the rows left out added to the counts."""
    left_out = Counter(collected.left_out)
    rows = _latest_per_client(collected.rows, left_out)
    vectors = _encode([row.text for row in rows], encoder, cache)
    near = _near_held_out(rows, vectors, held_out, encoder, cache)
    rows, vectors = _filter_rows(rows, vectors, ~near, HELD_OUT, left_out)
    rows, vectors = _filter_rows(rows, vectors, ~_said_again(rows, vectors, encoder, cache), SAID_AGAIN, left_out)
    rows, vectors = _filter_rows(rows, vectors, ~_near_duplicates(rows, vectors), NEAR_DUPLICATE, left_out)
    rows = _vote_on_labels(_limit_clients(rows, left_out), left_out)
    rows = limit_uncorrected(rows, left_out, encoder, cache)
    return CollectedRows(sorted(rows, key=lambda row: row.at), left_out)


def _key(row: LabelledRow) -> _MessageKey:
    return _MessageKey(normalized(row.text), row.after)


def _trust(row: LabelledRow) -> int:
    return _TRUST[row.source]


def _latest_per_client(rows: Sequence[LabelledRow], left_out: Counter[str]) -> list[LabelledRow]:
    """Return one row per client and message: the latest of the most trusted source."""
    latest: dict[tuple[tuple[str, str], _MessageKey], LabelledRow] = {}
    for row in rows:
        key = row.client, _key(row)
        before = latest.get(key)
        if before is not None:
            left_out[DUPLICATE if before.route == row.route else OVERRULED] += 1
        if before is None or (_trust(row), row.at) >= (_trust(before), before.at):
            latest[key] = row
    return sorted(latest.values(), key=lambda row: row.at)


def _encode(texts: Sequence[str], encoder: Encoder, cache: Path | None) -> Floats:
    if not texts:
        return np.zeros((0, 1), dtype=np.float32)
    return encode_cached(encoder, [as_read(text) for text in texts], cache)


def _filter_rows(
    rows: list[LabelledRow], vectors: Floats, keep: NDArray[np.bool_], reason: str, left_out: Counter[str]
) -> tuple[list[LabelledRow], Floats]:
    if not keep.all():
        left_out[reason] += int((~keep).sum())
    return [row for row, kept in zip(rows, keep, strict=True) if kept], vectors[keep]


def _near_held_out(
    rows: Sequence[LabelledRow], vectors: Floats, held_out: Sequence[str], encoder: Encoder, cache: Path | None
) -> NDArray[np.bool_]:
    """Return a mask of the rows that equal a held-out text, are its truncated start, or are similar in meaning."""
    near = np.zeros(len(rows), dtype=bool)
    if not rows or not held_out:
        return near
    # A truncated row can match only the start of a held-out text.
    complete, starts = set(map(normalized, held_out)), {normalized(redact(text)[:SNIPPET]) for text in held_out}
    others = _encode(list(dict.fromkeys(held_out)), encoder, cache).T
    for start in range(0, len(rows), BLOCK_ROWS):
        part = slice(start, start + BLOCK_ROWS)
        near[part] = (vectors[part] @ others).max(axis=1) >= HELD_OUT_SIMILARITY
    for index, row in enumerate(rows):
        text = normalized(row.text)
        near[index] |= text in complete or (row.cut and text in starts)
    return near


def _said_again(
    rows: Sequence[LabelledRow], vectors: Floats, encoder: Encoder, cache: Path | None
) -> NDArray[np.bool_]:
    """Return a mask of the uncorrected rows whose next message is a near-duplicate of them."""
    again = np.zeros(len(rows), dtype=bool)
    uncorrected = [index for index, row in enumerate(rows) if row.next_text is not None]
    if uncorrected:
        following = _encode([redact(rows[index].next_text or "") for index in uncorrected], encoder, cache)
        again[uncorrected] = (vectors[uncorrected] * following).sum(axis=1) >= CLIENT_SIMILARITY
    return again


def _near_duplicates(rows: Sequence[LabelledRow], vectors: Floats) -> NDArray[np.bool_]:
    """Return a mask of the surplus near-duplicates of one label; the first ones are kept.

    Texts of one client are compared at a lower threshold: similar texts of many clients are ordinary language.
    """
    surplus = _surplus_in_groups(rows, vectors, [(row.route, row.after, row.client) for row in rows], CLIENT_SIMILARITY)
    left = np.flatnonzero(~surplus)
    others = [rows[int(index)] for index in left]
    surplus[left] = _surplus_in_groups(
        others, vectors[left], [(row.route, row.after) for row in others], ANY_CLIENT_SIMILARITY
    )
    return surplus


def _surplus_in_groups(
    rows: Sequence[LabelledRow], vectors: Floats, group_keys: Sequence[object], threshold: float
) -> NDArray[np.bool_]:
    """Return a mask of the rows that are surplus in their group.

    The same text from another client counts as a vote for the label, not as another text.
    """
    surplus = np.zeros(len(rows), dtype=bool)
    groups: dict[object, dict[str, list[int]]] = defaultdict(dict)
    for index, (row, group) in enumerate(zip(rows, group_keys, strict=True)):
        groups[group].setdefault(normalized(row.text), []).append(index)
    for texts in groups.values():
        if len(texts) <= MAX_NEAR_DUPLICATES:
            continue
        rows_by_text = list(texts.values())
        # The most trusted come first, so that they are kept.
        rows_by_text.sort(key=lambda same: -max(_trust(rows[index]) for index in same))
        is_surplus = _surplus_in_clusters(vectors[[same[0] for same in rows_by_text]], threshold)
        for same, text_is_surplus in zip(rows_by_text, is_surplus, strict=True):
            surplus[same] = text_is_surplus
    return surplus


def _surplus_in_clusters(vectors: Floats, threshold: float) -> NDArray[np.bool_]:
    """Return a mask of the surplus texts: each joins the cluster of the nearest leader, or becomes a leader.

    A block of texts is compared with the leaders in one matrix product, and then among themselves.
    """
    surplus = np.zeros(len(vectors), dtype=bool)
    leaders, sizes = np.zeros((len(vectors), vectors.shape[1]), dtype=vectors.dtype), np.zeros(len(vectors), dtype=int)
    count = 0
    for start in range(0, len(vectors), BLOCK_ROWS):
        block = vectors[start : start + BLOCK_ROWS]
        known, within = count, block @ block.T
        nearest, cosine = np.zeros(len(block), dtype=int), np.full(len(block), -1.0)
        if known:
            cosines = block @ leaders[:known].T
            nearest = cosines.argmax(axis=1)
            cosine = cosines[np.arange(len(block)), nearest]
        new_leaders: list[int] = []
        for i in range(len(block)):
            best, leader = cosine[i], nearest[i]
            if new_leaders:
                among = within[i, new_leaders]
                j = int(among.argmax())
                if among[j] > best:
                    best, leader = among[j], known + j
            if best >= threshold:
                sizes[leader] += 1
                surplus[start + i] = sizes[leader] > MAX_NEAR_DUPLICATES
            else:
                leaders[count], sizes[count] = block[i], 1
                new_leaders.append(i)
                count += 1
    return surplus


def _limit_clients(rows: Sequence[LabelledRow], left_out: Counter[str]) -> list[LabelledRow]:
    """Return the rows within the limit per client, without its oldest.

    Labels by people and uncorrected ones are limited separately, so that these do not displace others.
    """
    groups: dict[tuple[str, str], dict[tuple[str, str], list[LabelledRow]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        kind = row.source if row.source in (PERSON, UNCORRECTED) else ""
        groups[row.route, kind][row.client].append(row)
    kept: list[LabelledRow] = []
    for clients in groups.values():
        limit = client_limit(map(len, clients.values()))
        for client_rows in clients.values():
            kept += client_rows[-limit:]
            if len(client_rows) > limit:
                left_out[CLIENT_LIMIT] += len(client_rows) - limit
    return kept


def client_limit(given: Iterable[int]) -> int:
    """Return how many labels one client may give, so that it stays within its share of the rows kept."""
    counts = np.array([*given, 0])
    limit = float(counts.max())
    # Removing rows lowers the limit itself, so it is iterated to a fixed point.
    while limit > MIN_CLIENT_LIMIT and (share := MAX_CLIENT_SHARE * float(np.minimum(counts, limit).sum())) < limit:
        limit = share
    return max(MIN_CLIENT_LIMIT, int(limit))


def limit_uncorrected(
    rows: Sequence[LabelledRow], left_out: Counter[str], encoder: Encoder, cache: Path | None
) -> list[LabelledRow]:
    """Return the rows with at most MAX_UNCORRECTED uncorrected ones of each route, the most varied."""
    groups: dict[str, list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if row.source == UNCORRECTED:
            groups[row.route].append(index)
    surplus: set[int] = set()
    for group in groups.values():
        if len(group) > MAX_UNCORRECTED:
            kept = _most_varied(_encode([rows[index].text for index in group], encoder, cache), MAX_UNCORRECTED)
            surplus |= {index for index, is_kept in zip(group, kept, strict=True) if not is_kept}
    if surplus:
        left_out[UNCORRECTED_LIMIT] += len(surplus)
    return [row for index, row in enumerate(rows) if index not in surplus]


def _most_varied(vectors: Floats, count: int) -> NDArray[np.bool_]:
    """Return a mask of `count` vectors: the first, then always the one that is least like those chosen."""
    chosen = np.zeros(len(vectors), dtype=bool)
    nearest = np.full(len(vectors), -np.inf)
    index = 0
    for _ in range(min(count, len(vectors))):
        chosen[index] = True
        nearest = np.maximum(nearest, vectors @ vectors[index])
        nearest[chosen] = np.inf
        index = int(nearest.argmin())
    return chosen


def _vote_on_labels(rows: Iterable[LabelledRow], left_out: Counter[str]) -> list[LabelledRow]:
    """Return one row per message: by the most trusted source, then by majority; a tie leaves the message out."""
    by_message: dict[_MessageKey, list[LabelledRow]] = defaultdict(list)
    for row in rows:
        by_message[_key(row)].append(row)
    voted = []
    for same in by_message.values():
        trust = max(map(_trust, same))
        votes = Counter(row.route for row in same if _trust(row) == trust).most_common(2)
        if len(votes) == 2 and votes[0][1] == votes[1][1]:
            left_out[CONTRADICTORY] += len(same)
            continue
        agreed = [row for row in same if row.route == votes[0][0]]
        # Complete texts are preferred to truncated ones.
        voted.append(max(agreed, key=lambda row: (_trust(row), not row.cut, row.at)))
        for reason, count in ((DUPLICATE, len(agreed) - 1), (OVERRULED, len(same) - len(agreed))):
            if count:
                left_out[reason] += count
    return voted
