"""Hostile attachments: archives, XML and PDF that unfold without end, and files that are not what they say."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from random import Random

File = tuple[bytes, bytes, bytes]
"""Name, media type and content."""
PDF_TYPE, XML_TYPE, ZIP_TYPE = b"application/pdf", b"application/xml", b"application/zip"
SHEET_TYPE = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def pdf_of(stream: bytes) -> bytes:
    """Return a PDF whose page draws a packed stream."""
    packed = zlib.compress(stream, 9)
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    written, table = b"%PDF-1.5\n", b"0000000000 65535 f \n"
    for number, body in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(written)
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(written))
    return written + b"xref\n0 %d\n" % (len(objects) + 1) + table + tail


def zip_of(entries: dict[str, bytes]) -> bytes:
    """Return an archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in entries.items():
            # With a date of its own: the time of writing would change the bytes from run to run.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return file.getvalue()


def _zip_bomb(draw: Random) -> list[File]:
    data = zip_of({"xl/worksheets/sheet1.xml": b"0" * draw.randrange(10_000_000, 60_000_000)})
    name, kind = draw.choice(((b"a.zip", ZIP_TYPE), (b"a.xlsx", SHEET_TYPE), (b"a.pdf", PDF_TYPE)))
    return [(name, kind, data)]


def _nested_zip(draw: Random) -> list[File]:
    data = b"0" * 1_000_000
    for _ in range(draw.randrange(2, 8)):
        data = zip_of({f"{n}.zip": data for n in range(3)})
    return [(b"a.zip", ZIP_TYPE, data)]


def _many_entries(draw: Random) -> list[File]:
    return [(b"a.xlsx", SHEET_TYPE, zip_of({f"../../{n}": b"" for n in range(draw.randrange(500, 5000))}))]


def _laughs(draw: Random) -> list[File]:
    levels = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, draw.randrange(5, 12)))
    text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">{levels}]><nfeProc><NFe>&l4;</NFe></nfeProc>'
    return [(b"nota.xml", XML_TYPE, text.encode())]


def _outside(draw: Random) -> list[File]:
    target = draw.choice(("file:///etc/passwd", "http://127.0.0.1:9/x", "file:///dev/zero"))
    text = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "{target}">]><nfeProc>&e;</nfeProc>'
    return [(b"nota.xml", XML_TYPE, text.encode())]


def _deep_xml(draw: Random) -> list[File]:
    depth = draw.randrange(1000, 100_000)
    return [(b"nota.xml", XML_TYPE, b"<a>" * depth + b"</a>" * depth)]


def _attributes(draw: Random) -> list[File]:
    names = b" ".join(b'a%d="1"' % n for n in range(draw.randrange(1000, 60_000)))
    return [(b"nota.xml", XML_TYPE, b"<nfeProc " + names + b"/>")]


def _pdf_bomb(draw: Random) -> list[File]:
    stream = draw.choice((b" ", b"BT /F1 9 Tf (Total 5,00) Tj ET ", b"q " * 50))
    return [(b"invoice.pdf", PDF_TYPE, pdf_of(stream * (draw.randrange(5, 60) * 1_000_000 // len(stream))))]


def _broken_pdf(draw: Random) -> list[File]:
    whole = bytearray(pdf_of(b"BT /F1 9 Tf (Invoice 7 Total: $5.00) Tj ET"))
    for _ in range(draw.randrange(1, 30)):
        whole[draw.randrange(len(whole))] = draw.randrange(256)
    return [(b"invoice.pdf", PDF_TYPE, bytes(whole[: draw.randrange(20, len(whole) + 1)]))]


def _wrong_type(draw: Random) -> list[File]:
    contents = (
        b"MZ\x90\0",
        b"\x89PNG\r\n\x1a\n",
        b"%PDF-1.7",
        b"PK\x03\x04",
        b"<?xml",
        b"\x1f\x8b\x08",
        b"\xff\xfe<\0",
    )
    names = (b"a.pdf", b"a.xml", b"a.xlsx", b"a.csv", b"a.txt", b"a.png", b"a")
    kinds = (PDF_TYPE, XML_TYPE, SHEET_TYPE, b"text/csv", b"image/png", b"text/plain", b"nonsense", b"a/b;c=\xff")
    return [(draw.choice(names), draw.choice(kinds), draw.choice(contents) + draw.randbytes(draw.randrange(5000)))]


def _names(draw: Random) -> list[File]:
    names = (b"../../etc/passwd", b"a" * 9000 + b".pdf", b"\xff\xfe.xml", b"a\\\\b.csv", b"con.txt", b".", b"%00.pdf")
    return [(draw.choice(names), b"text/plain", b"Total: 5,00")]


def _table(draw: Random) -> list[File]:
    columns, rows = draw.choice(((2, 100_000), (100_000, 2), (1000, 300)))
    return [(b"items.csv", b"text/csv", (b"7," * columns + b"\n") * rows)]


FILES: dict[str, Callable[[Random], list[File]]] = {
    "zip bomb": _zip_bomb,
    "zip in zip": _nested_zip,
    "zip of many": _many_entries,
    "XML entities": _laughs,
    "XML from outside": _outside,
    "deep XML": _deep_xml,
    "XML attributes": _attributes,
    "PDF bomb": _pdf_bomb,
    "broken PDF": _broken_pdf,
    "wrong type": _wrong_type,
    "odd name": _names,
    "large table": _table,
    "many files": lambda draw: [(b"a.txt", b"text/plain", b"x")] * draw.randrange(5, 300),
    "empty": lambda _: [(b"a.pdf", PDF_TYPE, b""), (b"", b"", b"")],
}
