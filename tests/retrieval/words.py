"""Helpers shared by the retrieval tests: sample documents, encoders, searches, processes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fingerpost.retrieval.index import Index
from fingerpost.testing import WordEncoder
from fingerpost.types import Passage

SHOP = {
    "refunds.md": "# Refunds\n\nWe pay the money back within ten days.\n\n## How to ask\n\nWrite to the desk with the number"
    " of the order, and say what was wrong with it. A photograph of the damage helps the desk to decide sooner.\n",
    "shipping/abroad.md": "# Envíos al extranjero\n\nA Portugal la entrega tarda cinco días; también enviamos camiones.\n",
    "addVar.md": "# addVar: set a variable\n\nWrites a value.\n\n## Examples\n\n```\naddVar(total, 7)\naddResult(total)\n```\n\n"
    "The first argument names the variable, the second one is its value, and nothing else is allowed in between.\n",
    "plain.txt": "The warehouse opens at eight.\n\nIt closes at six, but not on Sundays.\n",
    "page.html": "<html><head><title>Opções de pagamento</title></head><body><h1>Opções de pagamento</h1>"
    "<p>Aceitamos cartão e transferência bancária.</p><script>var secret = 'zebra';</script></body></html>",
}
"""A few documents in three languages and three formats."""


class OtherEncoder(WordEncoder):
    """An encoder with another fingerprint and another vector length."""

    fingerprint = "other-16"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the first sixteen dimensions, normalised."""
        rows = super().encode(texts)[:, :16]
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write files below a folder with an old modification time, and return the folder."""
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        age(file)
    return folder


def age(file: Path, seconds: int = 3600) -> None:
    """Set an old modification time on a file."""
    then = time.time_ns() - seconds * 1_000_000_000
    os.utime(file, ns=(then, then))


def soon() -> float:
    """Return a deadline far enough in the future."""
    return time.monotonic() + 30


def worded(index: Index, query: str, encoder: str = WordEncoder.fingerprint) -> list[Passage]:
    """Return the passages that contain words of a query."""
    return read(index, index.by_words(query, 50, soon()), encoder)


def near(index: Index, text: str, encoder: WordEncoder | None = None) -> list[Passage]:
    """Return the passages nearest to a text."""
    encoder = encoder or WordEncoder()
    return read(index, index.by_vector(encoder.encode([text])[0], encoder.fingerprint, 50, soon()), encoder.fingerprint)


def read(index: Index, keys: Sequence[int | str], encoder: str) -> list[Passage]:
    """Return the passages of keys, in their order."""
    found = index.fetch(keys, encoder, soon()) if keys else {}
    return [found[key][0] for key in keys]


def files(passages: Sequence[Passage]) -> list[str]:
    """Return the files of the hits, the best first, each once."""
    return list(dict.fromkeys(passage.file for passage in passages))


def faults(file: Path) -> list[str]:
    """Return the inconsistencies of an index file: damage, partial documents, orphaned texts or vectors."""
    wrong = []
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        [(said,)] = db.execute("PRAGMA integrity_check").fetchall()
        if said != "ok":
            wrong.append(f"file: {said}")
        try:
            db.execute("INSERT INTO texts (texts, rank) VALUES ('integrity-check', 1)")
        except sqlite3.DatabaseError as error:
            wrong.append(f"words: {error}")
        lone = {
            "passages without a document": "SELECT count(*) FROM passages WHERE document NOT IN (SELECT id FROM documents)",
            "documents without a passage": "SELECT count(*) FROM documents WHERE id NOT IN (SELECT document FROM passages)",
            "passages without a vector": "SELECT count(*) FROM passages WHERE id NOT IN"
            " (SELECT v.passage FROM vectors v JOIN state s ON s.encoder = v.encoder)",
            "vectors without a passage": "SELECT count(*) FROM vectors WHERE passage NOT IN (SELECT id FROM passages)",
            "numbers with a gap": "SELECT count(*) FROM (SELECT 1 FROM passages GROUP BY document"
            " HAVING max(number) + 1 <> count(*))",
        }
        for what, count in lone.items():
            [(found,)] = db.execute(count).fetchall()
            if found:
                wrong.append(f"{found} {what}")
    return wrong


def start(code: str, *arguments: str | Path) -> subprocess.Popen[str]:
    """Start a Python script in a subprocess."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen[str]) -> str:
    """Return the output of a process; it must exit with 0."""
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return out


def pdf(*pages: str, title: str = "") -> bytes:
    """Return a PDF with one line of text per page."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    kids = []
    for text in pages:
        shown = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        stream = f"BT /F1 12 Tf 72 720 Td ({shown}) Tj ET" if text else ""
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {number + 1} 0 R"
            " /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica"
            " /Encoding /WinAnsiEncoding >> >> >> >>"
        )
        objects.append(f"<< /Length {len(stream.encode('cp1252'))} >>\nstream\n{stream}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    objects.append(f"<< /Title ({title}) >>")
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    begins = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\n".encode()
    return out + f"startxref\n{begins}\n%%EOF\n".encode()
