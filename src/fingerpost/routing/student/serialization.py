"""Stored students: a JSON header (labels, thresholds, encoder) and an array file. Loading one cannot run code.

A folder holds `student.json`, which names the array file beside it; a database holds the two as columns. In the
header, `floor` is the scope threshold and `familiar` the familiarity threshold.
"""

from __future__ import annotations

import io
import json
import math
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from fingerpost.errors import StudentError
from fingerpost.models.encoder import Encoder
from fingerpost.routebook.load import read_examples
from fingerpost.routebook.model import Routebook
from fingerpost.routing.student.familiarity import UNREADABLE_ARRAYS, Familiarity, FamiliarityWeights
from fingerpost.routing.student.features import Vocabulary
from fingerpost.routing.student.model import FORMAT, Student, StudentLabel
from fingerpost.routing.student.neighbours import Neighbours
from fingerpost.runtime.lock import process_lock
from fingerpost.types import Route

_ARRAYS: dict[str, tuple[type, int]] = {
    "dense": (np.float32, 2),
    "sparse": (np.float32, 2),
    "bias": (np.float32, 1),
    "leaning": (np.float32, 1),
    "idf": (np.float32, 1),
    "terms": (np.uint8, 1),
    "fitted": (np.uint64, 1),
    "neighbours": (np.float16, 2),
    "handicap": (np.float32, 1),
    "near_axes": (np.float16, 2),
    "near_offset": (np.float32, 1),
    "near_points": (np.uint8, 2),
    "near_labels": (np.uint16, 2),
}
_NONE, _NO_HANDICAP = np.zeros((0, 0), np.float16), np.zeros(0, np.float32)


class PackedStudent(NamedTuple):
    """A serialized student: the JSON header and the bytes of the array file."""

    head: dict[str, Any]
    arrays: bytes


def pack(student: Student) -> PackedStudent:
    """Return a student in its serialized form."""
    content, near, nearest = io.BytesIO(), student.familiarity, student.neighbours
    np.savez_compressed(
        content,
        dense=student.dense,
        sparse=student.sparse,
        bias=student.bias,
        leaning=student.leaning,
        idf=student.vocabulary.idf,
        terms=np.frombuffer("\n".join(student.vocabulary.terms).encode(), dtype=np.uint8),
        fitted=student.fitted,
        neighbours=(_NONE if near is None else near.vectors).astype(np.float16),
        handicap=_NO_HANDICAP if near is None else near.handicap,
        near_axes=_NONE if nearest is None else nearest.axes,
        near_offset=_NO_HANDICAP if nearest is None else nearest.offset,
        near_points=_NONE.astype(np.uint8) if nearest is None else nearest.points,
        near_labels=_NONE.astype(np.uint16) if nearest is None else nearest.labels,
    )
    arrays = content.getvalue()
    digest = sha256(arrays).hexdigest()
    head = {
        "format": FORMAT,
        "encoder": student.encoder,
        "key": student.key,
        "labels": [[label.route, label.qualifier] for label in student.labels],
        "threshold": student.threshold,
        "floor": student.scope_threshold,
        "familiar": student.familiarity_threshold,
        "familiarity": None if near is None else [near.prototypes, *near.weights],
        "near": None if nearest is None else [nearest.routes, nearest.contexts],
        "arrays": f"arrays-{digest[:12]}.npz",
        "sha256": digest,
        "notes": student.notes,
    }
    return PackedStudent(head, arrays)


def unpack(packed: PackedStudent, encoder: str, where: str) -> Student:
    """Return the student of a serialized form; raise StudentError if it is damaged or of another encoder."""
    head = _checked(packed.head, where)
    if head["encoder"] != encoder:
        raise StudentError(
            f"{where}: fitted on vectors of {head['encoder']}, but the encoder in use is {encoder}. "
            "Train it again with `fingerpost build train`"
        )
    arrays = _arrays_in(packed.arrays, head["sha256"], where)
    try:
        terms = arrays["terms"].tobytes().decode().split("\n") if arrays["terms"].size else []
    except UnicodeDecodeError as error:
        raise StudentError(f"{where}: its vocabulary is not text ({error}). Train it again") from error
    labels = [StudentLabel(route, qualifier) for route, qualifier in head["labels"]]
    if (
        len(terms) != len(arrays["idf"])
        or arrays["sparse"].shape != (len(terms), len(labels))
        or arrays["dense"].shape[0] != len(labels)
        or arrays["bias"].shape != (len(labels),)
        or len(arrays["leaning"]) not in (0, arrays["dense"].shape[1] + len(terms) + 1)
    ):
        raise StudentError(f"{where}: its arrays do not match each other. Train it again with `fingerpost build train`")
    return Student(
        familiarity=_familiarity(head.get("familiarity"), arrays, where),
        neighbours=_neighbours(head["near"], arrays, where),
        encoder=encoder,
        labels=labels,
        vocabulary=Vocabulary(terms, arrays["idf"]),
        dense=arrays["dense"],
        sparse=arrays["sparse"],
        bias=arrays["bias"],
        leaning=arrays["leaning"],
        threshold=head["threshold"],
        scope_threshold=head["floor"],
        familiarity_threshold=head["familiar"],
        fitted=arrays["fitted"],
        key=head["key"],
        notes=head["notes"],
    )


def save(student: Student, folder: Path) -> None:
    """Write a student to a folder: the arrays first and the header last, so that a reader sees the old or the new."""
    # One writer at a time: a second one would delete arrays that the first is about to name.
    with process_lock(folder / ".writing.lock"):
        _write(student, folder)


def _write(student: Student, folder: Path) -> None:
    temporary = folder / f".writing-{uuid4().hex}.npz"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = _named_arrays(folder)
        packed = pack(student)
        arrays = folder / packed.head["arrays"]
        temporary.write_bytes(packed.arrays)
        temporary.replace(arrays)
        temporary.write_text(json.dumps(packed.head, indent=1) + "\n", encoding="utf-8")
        temporary.replace(folder / "student.json")
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise StudentError(
            f"{folder}: the classifier cannot be written: {error}. Free space or choose another folder"
        ) from error
    if before is not None and before != arrays.name:
        with suppress(OSError):
            (folder / before).unlink(missing_ok=True)


def load(folder: Path, encoder: str) -> Student:
    """Return the student in a folder; raise StudentError if it is damaged or of another encoder."""
    head = _read_head(folder)
    if not (folder / head["arrays"]).is_file():
        # Replaced after the header was read.
        head = _read_head(folder)
    file = folder / head["arrays"]
    try:
        arrays = file.read_bytes()
    except (OSError, ValueError) as error:
        # ValueError: an invalid file name.
        raise StudentError(f"{file}: cannot be read: {error}. Train it again with `fingerpost build train`") from error
    return unpack(PackedStudent(head, arrays), encoder, str(folder))


def stored_key(folder: Path) -> str | None:
    """Return the training key of a saved student; None if there is none."""
    try:
        return str(_read_head(folder)["key"])
    except StudentError:
        return None


def _named_arrays(folder: Path) -> str | None:
    try:
        return str(_read_head(folder)["arrays"])
    except StudentError:
        return None


def _read_head(folder: Path) -> dict[str, Any]:
    file = folder / "student.json"
    try:
        head = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StudentError(
            f"{folder}: no classifier here (student.json is missing). Train one with `fingerpost build train`"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise StudentError(f"{file}: cannot be read: {error}. Train it again with `fingerpost build train`") from error
    return _checked(head, str(file))


def _checked(head: Any, file: str) -> dict[str, Any]:
    kinds: dict[str, type | tuple[type, ...]] = {
        "encoder": str,
        "key": str,
        "labels": list,
        "threshold": (int, float),
        "floor": (int, float),
        "familiar": (int, float),
        "familiarity": (list, type(None)),
        "near": (list, type(None)),
        "arrays": str,
        "sha256": str,
        "notes": dict,
    }
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StudentError(f"{file}: not a classifier of format {FORMAT}. Train it again with `fingerpost build train`")
    for name, kind in kinds.items():
        value = head.get(name)
        if not isinstance(value, kind) or (isinstance(value, float) and not math.isfinite(value)):
            raise StudentError(f"{file}: {name} = {head.get(name)!r} is not usable. Train it again")
    for label in head["labels"]:
        if not (isinstance(label, list) and len(label) == 2 and all(isinstance(part, str | None) for part in label)):
            raise StudentError(f"{file}: labels hold {label!r}. Train it again with `fingerpost build train`")
    if Path(head["arrays"]).name != head["arrays"]:
        raise StudentError(f"{file}: arrays = {head['arrays']!r} must be a file in the same folder")
    return head


def _familiarity(values: list[Any] | None, arrays: dict[str, NDArray[Any]], where: str) -> Familiarity | None:
    """Return the familiarity of the header's values: the number of prototypes, and the weights."""
    if values is None:
        return None
    vectors, handicap = arrays["neighbours"].astype(np.float32), arrays["handicap"]
    if (
        len(values) != 1 + len(FamiliarityWeights._fields)
        or not all(isinstance(value, int | float) and math.isfinite(value) for value in values)
        or not isinstance(values[0], int)
        or not 1 <= values[0] <= len(vectors)
        or vectors.shape != (values[0] + len(handicap), arrays["dense"].shape[1])
    ):
        raise StudentError(f"{where}: familiarity = {values!r} does not match its arrays. Train it again")
    return Familiarity(vectors, values[0], handicap, FamiliarityWeights(*values[1:]))


def _neighbours(names: list[Any] | None, arrays: dict[str, NDArray[Any]], where: str) -> Neighbours | None:
    """Return the neighbours of the header's names: the routes, and the contexts."""
    if names is None:
        return None
    axes, offset, points, labels = (arrays[f"near_{name}"] for name in ("axes", "offset", "points", "labels"))
    if (
        len(names) != 2
        or not all(isinstance(kind, list) and all(isinstance(name, str) for name in kind) for kind in names)
        or axes.shape[1:] != arrays["dense"].shape[1:]
        or not len(points)
        or offset.shape != points.shape[1:]
        or len(axes) != len(offset)
        or labels.shape != (len(points), 2)
        or (labels.max(axis=0) >= [len(kind) for kind in names]).any()
    ):
        raise StudentError(f"{where}: its examples do not match its arrays. Train it again")
    return Neighbours(axes, offset, points, labels, *names)


def _arrays_in(content: bytes, digest: str, where: str) -> dict[str, NDArray[Any]]:
    if sha256(content).hexdigest() != digest:
        raise StudentError(f"{where}: damaged or of another classifier (checksum differs). Train it again")
    try:
        stored = np.load(io.BytesIO(content), allow_pickle=False)
        if not isinstance(stored, np.lib.npyio.NpzFile):
            raise StudentError(
                f"{where}: holds a single array, not a classifier. Train it again with `fingerpost build train`"
            )
        with stored:
            arrays = {name: stored[name] for name in _ARRAYS}
    except UNREADABLE_ARRAYS as error:
        raise StudentError(f"{where}: cannot be read: {error}. Train it again with `fingerpost build train`") from error
    for name, (kind, dimensions) in _ARRAYS.items():
        values = arrays[name]
        # A member that is not an array is returned as bytes.
        sound = isinstance(values, np.ndarray) and values.dtype == kind and values.ndim == dimensions
        if not sound or (kind in (np.float16, np.float32) and not np.isfinite(values).all()):
            raise StudentError(f"{where}: {name} has an invalid type, shape or value. Train it again")
    return arrays


def load_student_folder(folder: Path, encoder: Encoder) -> tuple[Routebook, Student]:
    """Return a routebook of the trained routes and the student, from a folder written by `fingerpost build train`."""
    student = load(folder, encoder.fingerprint)
    taught = tuple(e for e in read_examples(folder / "examples.jsonl") if e.route in student.routes)
    return Routebook(name=folder.name, routes=tuple(map(Route, student.routes)), examples=taught), student
