"""Similarity thresholds for near-duplicates, used by `learning.cleaning`: `python -m benchmarks.likeness`.

FINGERPOST_ENCODER names the encoder.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.__main__ import cache_folder
from benchmarks.report import Table, as_text
from fingerpost.evaluation.rows import read_messages
from fingerpost.language.text import as_read
from fingerpost.learning import cleaning
from fingerpost.models.embedding_cache import encode_cached
from fingerpost.models.factory import open_encoder
from fingerpost.routebook.load import load
from fingerpost.settings import Settings

SETS = Path(__file__).parent.parent / "tests" / "data"
TEXTS, FLOODS, SIZE = 150, 6, 200
NEAR, ALIKE = (0.75, 0.8, 0.85, 0.9, 0.95), (0.6, 0.65, 0.7, 0.75, 0.8, 0.85)


def swapped(text: str, rng: random.Random) -> str:
    """Return a text with two letters in the wrong order."""
    at = rng.randrange(1, max(2, len(text) - 2))
    return text[:at] + text[at : at + 2][::-1] + text[at + 2 :]


def dropped(text: str, rng: random.Random) -> str:
    """Return a text without one of its words."""
    words = text.split()
    del words[rng.randrange(len(words))]
    return " ".join(words) or text


def polite(text: str, rng: random.Random) -> str:
    """Return a text with a politeness before it."""
    return rng.choice(["please ", "por favor ", "hola, ", "hey "]) + text


def more(text: str, rng: random.Random) -> str:
    """Return a text with a small word behind it."""
    return f"{text} {rng.choice(['thanks', 'now', 'ya', 'asap', 'ok?', 'obrigado'])}"


def numbered(text: str, rng: random.Random) -> str:
    """Return a text with a number behind it."""
    return f"{text} {rng.randrange(10_000)}"


WAYS: tuple[Callable[[str, random.Random], str], ...] = (swapped, dropped, polite, more, numbered)


def main() -> None:
    """Print what the thresholds were chosen by."""
    for table in tables(cache_folder()):
        print(as_text(table), flush=True)


def tables(cache: Path) -> Iterator[Table]:
    """Yield the table of copies of held-out texts, and that of floods."""
    encoder, rng = open_encoder(Settings.from_environment()), random.Random(0)  # noqa: S311 - nothing is kept secret by it

    def vectors(texts: Sequence[str]) -> NDArray[np.float32]:
        return encode_cached(encoder, [as_read(text) for text in texts], cache)

    files = sorted(SETS.glob("avap-*.jsonl"))
    held = [message.text for file in files for message in read_messages(file)]
    book = load("avap")
    examples = vectors([example.text for example in book.examples])
    chosen = rng.sample([text for text in held if len(text) > 15], TEXTS)
    rows = []
    for way in WAYS:
        cosines = (vectors(chosen) * vectors([way(text, rng) for text in chosen])).sum(axis=1)
        rows.append([f"variant: {way.__name__}", *(f"{(cosines >= threshold).mean():.1%}" for threshold in NEAR)])
    nearest = (examples @ vectors(held).T).max(axis=1)
    rows.append(["examples that others wrote", *(f"{(nearest >= threshold).mean():.1%}" for threshold in NEAR)])
    yield Table("Found to be a copy of a held-out text, by the threshold", ["", *map(str, NEAR)], rows)
    floods = [vectors([_varied(text, rng) for _ in range(SIZE)]) for text in chosen[:FLOODS]]
    groups: dict[tuple[str, str | None], list[int]] = {}
    for place, example in enumerate(book.examples):
        groups.setdefault((example.route, example.after), []).append(place)
    rows = []
    for threshold in ALIKE:
        stays = sorted(int((~cleaning._surplus_in_clusters(flood, threshold)).sum()) for flood in floods)
        thinned = sum(
            int(cleaning._surplus_in_clusters(examples[places], threshold).sum()) for places in groups.values()
        )
        rows.append([str(threshold), ", ".join(map(str, stays)), f"{thinned / len(examples):.2%}"])
    yield Table(f"Floods of {SIZE} variants", ["threshold", "kept of each", "examples removed"], rows)


def _varied(text: str, rng: random.Random) -> str:
    for _ in range(rng.randrange(1, 4)):
        text = rng.choice(WAYS)(text, rng)
    return text


if __name__ == "__main__":
    main()
