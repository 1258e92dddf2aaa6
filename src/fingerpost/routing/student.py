"""The student: a linear classifier over a sentence embedding and n-grams, with numpy alone.

A folder holds it: `student.json` (labels, thresholds, encoder) names the file of arrays beside it.
Neither can run code.
"""

from __future__ import annotations

import io
import json
import math
import struct
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tokenize import TokenError
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import StudentError
from fingerpost.facts import CLASSIFIER, HISTORY, note
from fingerpost.lock import locked
from fingerpost.routebook import ATTACHED
from fingerpost.routing.features import Vocabulary
from fingerpost.text import fold
from fingerpost.types import Verdict

FORMAT = 4
_ARRAYS: dict[str, tuple[type, int]] = {
    "dense": (np.float32, 2),
    "sparse": (np.float32, 2),
    "bias": (np.float32, 1),
    "leaning": (np.float32, 1),
    "idf": (np.float32, 1),
    "terms": (np.uint8, 1),
    "fitted": (np.uint64, 1),
}
_UNREADABLE = (
    OSError, ValueError, KeyError, EOFError, MemoryError, RuntimeError, SyntaxError, TokenError, struct.error,
    zlib.error, zipfile.BadZipFile,
)  # fmt: skip
"""What numpy and zipfile raise on files that are not what they claim to be."""


UNKNOWN = -1e9
"""The floor where nothing could be estimated: every message counts as familiar."""

FEW = 32
"""Labels up to which plain floats are quicker than arrays."""

UNTAUGHT = 4.0
"""What the turn that a message leans on adds to its route's score where no example taught it; learned ones reach 6."""


class Label(NamedTuple):
    """What a student tells apart: a route, with or without the editor. No route means out of scope."""

    route: str | None
    uses_editor: bool = False


@dataclass(frozen=True, slots=True)
class Judgement:
    """The student's opinion of one message, before any rule about what to do with it."""

    routes: tuple[str, ...]
    probabilities: tuple[float, ...]
    in_scope: float
    uses_editor: frozenset[str]

    def ranked(self, count: int) -> list[tuple[str, float]]:
        """Return the likeliest routes with their probabilities, the likeliest first."""
        if count == 2:
            return self._two()
        order = sorted(range(len(self.routes)), key=self.probabilities.__getitem__, reverse=True)
        return [(self.routes[i], self.probabilities[i]) for i in order[:count]]

    def blended(self, other: Judgement, weight: float) -> Judgement:
        """Return the opinion that lies between two: all of this one at a weight of 1, all of the other at 0."""
        both = zip(self.probabilities, other.probabilities, strict=True)
        mixed = tuple(weight * mine + (1 - weight) * theirs for mine, theirs in both)
        in_scope = weight * self.in_scope + (1 - weight) * other.in_scope
        return Judgement(self.routes, mixed, in_scope, self.uses_editor if weight >= 0.5 else other.uses_editor)

    def merged(self, into: str, *, take: Sequence[str] = (), keep: Sequence[str] = ()) -> Judgement:
        """Return an opinion in which one route has got the probability of those in `take`, or of all but `keep`."""
        given = [i for i, route in enumerate(self.routes) if (route in take if take else route not in keep)]
        moved = list(self.probabilities)
        total = sum(moved[i] for i in given)
        for i in given:
            moved[i] = 0.0
        if into in self.routes:
            moved[self.routes.index(into)] += total
        return Judgement(self.routes, tuple(moved), self.in_scope, self.uses_editor)

    def _two(self) -> list[tuple[str, float]]:
        """Return the first two, which every message needs, without sorting a thousand."""
        values = self.probabilities
        best = max(values)
        first = values.index(best)
        rest = (*values[:first], -1.0, *values[first + 1 :])
        second = max(rest)
        return [(self.routes[first], best), (self.routes[rest.index(second)], second)]


class Student:
    """Never changes what it says after construction, and so is safe to share between threads.

    `leaning`: weights that tell whether a message leans on the one before it, those of the vector, of the vocabulary
    and a bias; empty where no examples taught it.
    """

    def __init__(
        self,
        *,
        encoder: str,
        labels: Sequence[Label],
        vocabulary: Vocabulary,
        dense: NDArray[np.float32],
        sparse: NDArray[np.float32],
        bias: NDArray[np.float32],
        threshold: float,
        floor: float,
        familiar: float,
        fitted: NDArray[np.uint64],
        leaning: NDArray[np.float32] | None = None,
        key: str = "",
        notes: dict[str, Any] | None = None,
    ) -> None:
        """Take what `training.fit` made or `load` read."""
        self.encoder, self.labels, self.vocabulary = encoder, tuple(labels), vocabulary
        self.dense, self.sparse, self.bias = dense, sparse, bias
        self.threshold, self.floor, self.familiar, self.fitted = threshold, floor, familiar, fitted
        self.leaning = np.zeros(0, dtype=np.float32) if leaning is None else leaning
        self.key, self.notes = key, notes or {}
        self.routes = tuple(dict.fromkeys(label.route for label in labels if label.route is not None))
        place = {route: i for i, route in enumerate(self.routes)}
        # The probability of a route is the sum over its labels: one, or two where the editor is told apart.
        labels_of = [[i for i, label in enumerate(labels) if label.route == route] for route in self.routes]
        self._first = [found[0] for found in labels_of]
        self._second = [
            (place[route], found[1]) for route, found in zip(self.routes, labels_of, strict=True) if found[1:]
        ]
        self._editors = [(label.route, i) for i, label in enumerate(labels) if label.uses_editor and label.route]
        self._strangers = any(label.route is None for label in labels)
        self._scoped = [i for i, label in enumerate(labels) if label.route is not None]

    def scores(self, vector: NDArray[np.float32], folded: str, after: str | None = None) -> NDArray[np.float32]:
        """Return one calibrated score a label."""
        columns, values = self.vocabulary.row(folded, after)
        # einsum and not @: BLAS would wake a second thread for work that takes one ten microseconds.
        result: NDArray[np.float32] = np.einsum("ij,j->i", self.dense, vector) + self.bias
        if len(columns):
            result += np.einsum("i,ij->j", values, self.sparse[columns])
        if after is not None and not self.vocabulary.knows_turn(after):
            result += UNTAUGHT * np.array([label.route == after for label in self.labels], dtype=np.float32)
        return result

    def judge(self, vector: NDArray[np.float32], folded: str, after: str | None = None) -> Judgement:
        """Weigh the routes for one message."""
        note(CLASSIFIER, kind="student")
        # What came with a message is part of it, and no history.
        if after is not None and after != ATTACHED:
            note(HISTORY, to="student", entries=1)
        scores = self.scores(vector, folded, after)
        parts, total, top = _softmax_parts(scores)
        in_scope = math.log(sum(parts[i] for i in self._scoped) if self._strangers else total) + top
        by_route = [parts[i] / total for i in self._first]
        for route, label in self._second:
            by_route[route] += parts[label] / total
        editor = frozenset(
            route for route, label in self._editors if 2 * parts[label] / total > by_route[self.routes.index(route)]
        )
        return Judgement(self.routes, tuple(by_route), in_scope, editor)

    def leans(self, vector: NDArray[np.float32], folded: str) -> float | None:
        """Return how likely a message leans on the one before it; None where no examples taught that."""
        if not len(self.leaning):
            return None
        columns, values = self.vocabulary.row(folded)
        width = len(vector)
        score = float(vector @ self.leaning[:width]) + float(self.leaning[-1])
        if len(columns):
            score += float(values @ self.leaning[width:-1][columns])
        return 1 / (1 + math.exp(-max(-60.0, min(60.0, score))))

    def verdict(self, judgement: Judgement) -> Verdict:
        """Say which route it is, and whether the student stands by it."""
        (best, confidence), (runner_up, second) = judgement.ranked(2)
        scope = judgement.in_scope - self.floor if self.floor > UNKNOWN else None
        if (scope is not None and scope < 0) or confidence < 1 - sum(judgement.probabilities):
            accepted, scope = False, min(scope or 0.0, -1e-6)
            reason = f"unlike every example, {best} is nearest"
        elif confidence < self.threshold:
            accepted = False
            reason = f"confidence {confidence:.2f} is below the bar of {self.threshold:.2f}"
        elif judgement.in_scope < self.familiar:
            accepted = False
            reason = f"confidence {confidence:.2f} would do, but the message is little like any example"
        else:
            accepted = True
            reason = f"confidence {confidence:.2f} reaches the bar of {self.threshold:.2f}"
        return Verdict(
            route=best,
            accepted=accepted,
            confidence=confidence,
            reason=reason,
            runner_up=runner_up,
            margin=confidence - second,
            uses_editor=best in judgement.uses_editor,
            scope=scope,
        )

    def was_fitted_on(self, text: str) -> bool:
        """Whether this very text, accents and case aside, was among the examples."""
        digest = np.uint64(fitted_key(text))
        place = int(np.searchsorted(self.fitted, digest))
        return place < len(self.fitted) and bool(self.fitted[place] == digest)

    def save(self, folder: Path) -> None:
        """Write arrays first and the JSON that names them last, so that a reader sees the old or the new."""
        # One writer at a time: a second would take the arrays that are about to be named for old ones.
        with locked(folder / ".writing.lock"):
            self._write(folder)

    def _write(self, folder: Path) -> None:
        temporary = folder / f".writing-{uuid4().hex}.npz"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            before = _named_arrays(folder)
            with temporary.open("wb") as out:
                np.savez_compressed(
                    out,
                    dense=self.dense,
                    sparse=self.sparse,
                    bias=self.bias,
                    leaning=self.leaning,
                    idf=self.vocabulary.idf,
                    terms=np.frombuffer("\n".join(self.vocabulary.terms).encode(), dtype=np.uint8),
                    fitted=self.fitted,
                )
            digest = sha256(temporary.read_bytes()).hexdigest()
            arrays = folder / f"arrays-{digest[:12]}.npz"
            temporary.replace(arrays)
            head = {
                "format": FORMAT,
                "encoder": self.encoder,
                "key": self.key,
                "labels": [[label.route, label.uses_editor] for label in self.labels],
                "threshold": self.threshold,
                "floor": self.floor,
                "familiar": self.familiar,
                "arrays": arrays.name,
                "sha256": digest,
                "notes": self.notes,
            }
            temporary.write_text(json.dumps(head, indent=1) + "\n", encoding="utf-8")
            temporary.replace(folder / "student.json")
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise StudentError(
                f"{folder}: the student cannot be written: {error}. Free space or choose another folder"
            ) from error
        if before is not None and before != arrays.name:
            with suppress(OSError):
                (folder / before).unlink(missing_ok=True)

    @classmethod
    def load(cls, folder: Path, encoder: str) -> Student:
        """Read a saved student; refuse one that is damaged, foreign or of another encoder."""
        head = _read_head(folder)
        if not (folder / head["arrays"]).is_file():
            # Written anew between the two looks.
            head = _read_head(folder)
        if head["encoder"] != encoder:
            raise StudentError(
                f"{folder}: fitted on vectors of {head['encoder']}, but the encoder in use is {encoder}. "
                "Train it again with `fingerpost train`"
            )
        arrays = _read_arrays(folder, head)
        try:
            terms = arrays["terms"].tobytes().decode().split("\n") if arrays["terms"].size else []
        except UnicodeDecodeError as error:
            raise StudentError(f"{folder}: its vocabulary is no text ({error}). Train it again") from error
        labels = [Label(route, editor) for route, editor in head["labels"]]
        if (
            len(terms) != len(arrays["idf"])
            or arrays["sparse"].shape != (len(terms), len(labels))
            or arrays["dense"].shape[0] != len(labels)
            or arrays["bias"].shape != (len(labels),)
            or len(arrays["leaning"]) not in (0, arrays["dense"].shape[1] + len(terms) + 1)
        ):
            raise StudentError(f"{folder}: its arrays do not fit each other. Train it again with `fingerpost train`")
        return cls(
            encoder=encoder,
            labels=labels,
            vocabulary=Vocabulary(terms, arrays["idf"]),
            dense=arrays["dense"],
            sparse=arrays["sparse"],
            bias=arrays["bias"],
            leaning=arrays["leaning"],
            threshold=head["threshold"],
            floor=head["floor"],
            familiar=head["familiar"],
            fitted=arrays["fitted"],
            key=head["key"],
            notes=head["notes"],
        )


def _softmax_parts(scores: NDArray[np.float32]) -> tuple[list[float], float, float]:
    """Return what a softmax divides, by what, and the highest score, which was taken off before."""
    if len(scores) > FEW:
        highest = scores.max()
        exponentials = np.exp(scores - highest)
        return exponentials.tolist(), float(exponentials.sum()), float(highest)
    values = scores.tolist()
    top = max(values)
    parts = [math.exp(value - top) for value in values]
    return parts, sum(parts), top


def _named_arrays(folder: Path) -> str | None:
    try:
        return str(_read_head(folder)["arrays"])
    except StudentError:
        return None


def stored_key(folder: Path) -> str | None:
    """Return which examples and encoder a saved student belongs to; None if there is none."""
    try:
        return str(_read_head(folder)["key"])
    except StudentError:
        return None


def fitted_key(text: str) -> int:
    """Return a number that stands for a text in the list of what a student was fitted on."""
    plain = " ".join(fold(text).split()).strip(" .!?¿¡")
    return int.from_bytes(sha256(plain.encode("utf-8", "replace")).digest()[:8], "big")


def fitted_keys(texts: Iterable[str]) -> NDArray[np.uint64]:
    """Return the sorted keys of many texts."""
    return np.unique(np.array([fitted_key(text) for text in texts], dtype=np.uint64))


def _read_head(folder: Path) -> dict[str, Any]:
    file = folder / "student.json"
    try:
        head = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StudentError(
            f"{folder}: no student here (student.json is missing). Make one with `fingerpost train`"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise StudentError(f"{file}: cannot be read: {error}. Train it again with `fingerpost train`") from error
    kinds: dict[str, type | tuple[type, ...]] = {
        "encoder": str,
        "key": str,
        "labels": list,
        "threshold": (int, float),
        "floor": (int, float),
        "familiar": (int, float),
        "arrays": str,
        "sha256": str,
        "notes": dict,
    }
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StudentError(f"{file}: not a student of format {FORMAT}. Train it again with `fingerpost train`")
    for name, kind in kinds.items():
        value = head.get(name)
        if not isinstance(value, kind) or (isinstance(value, float) and not math.isfinite(value)):
            raise StudentError(f"{file}: {name} = {head.get(name)!r} is not usable. Train it again")
    for label in head["labels"]:
        if not (isinstance(label, list) and len(label) == 2 and isinstance(label[0], str | None)):
            raise StudentError(f"{file}: labels hold {label!r}. Train it again with `fingerpost train`")
    if Path(head["arrays"]).name != head["arrays"]:
        raise StudentError(f"{file}: arrays = {head['arrays']!r} must be a file in the same folder")
    return head


def _read_arrays(folder: Path, head: dict[str, Any]) -> dict[str, NDArray[Any]]:
    file = folder / head["arrays"]
    try:
        content = file.read_bytes()
        if sha256(content).hexdigest() != head["sha256"]:
            raise StudentError(f"{file}: damaged or of another student (checksum differs). Train it again")
        stored = np.load(io.BytesIO(content), allow_pickle=False)
        if not isinstance(stored, np.lib.npyio.NpzFile):
            raise StudentError(f"{file}: holds one array and not a student's. Train it again with `fingerpost train`")
        with stored:
            arrays = {name: stored[name] for name in _ARRAYS}
    except _UNREADABLE as error:
        raise StudentError(f"{file}: cannot be read: {error}. Train it again with `fingerpost train`") from error
    for name, (kind, dimensions) in _ARRAYS.items():
        values = arrays[name]
        # A member that is no array comes back as bytes.
        sound = isinstance(values, np.ndarray) and values.dtype == kind and values.ndim == dimensions
        if not sound or (kind is np.float32 and not np.isfinite(values).all()):
            raise StudentError(f"{file}: {name} holds what no training makes. Train it again")
    return arrays
