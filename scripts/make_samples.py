"""Write the sample PDF documents in plain PDF syntax: the text of a sample, or positioned words."""

from __future__ import annotations

from pathlib import Path

SAMPLES = Path(__file__).parent.parent / "src" / "fingerpost" / "assistants" / "agents" / "samples"
WIDTH, HEIGHT = 612, 792

# How high a row stands; then where a cell begins, or with "r" where it ends, and its words.
INVOICE = (
    (740, "50: Harbor & Pine Hardware LLC | 420: INVOICE"),
    (724, "50: 118 Wharf Street, Portland, OR 97209"),
    (710, "50: EIN 93-4471520"),
    (680, "50: Bill To: | 230: Ship To: | 410: Invoice #: | r560: HP-10452"),
    (666, "50: Cedar Ridge Builders Inc. | 230: Cedar Ridge, Lot 14 | 410: Invoice Date: | r560: 03/04/2024"),
    (652, "50: 77 Quarry Road | 230: 9 Orchard Lane | 410: Due Date: | r560: 04/03/2024"),
    (638, "50: Salem, OR 97301 | 230: Salem, OR 97304 | 410: Terms: | r560: Net 30"),
    (600, "50: Item | 110: Description | r370: Qty | r460: Unit Price | r560: Amount"),
    (582, "50: DR-18V | 110: Cordless drill 18V, two batteries | r370: 6 | r460: $129.00 | r560: $774.00"),
    (566, "50: LD-08A | 110: Ladder 8 ft, aluminum | r370: 2 | r460: $164.50 | r560: $329.00"),
    (550, "50: SC-300 | 110: Deck screws 3 in, box of 1,000 | r370: 15 | r460: $42.25 | r560: $633.75"),
    (534, "50: SV-CUT | 110: Lumber cutting, per hour | r370: 3.5 | r460: $60.00 | r560: $210.00"),
    (500, "400: Subtotal | r560: $1,946.75"),
    (486, "400: Discount | r560: -$96.75"),
    (472, "400: Shipping | r560: $75.00"),
    (458, "400: Sales Tax (6%) | r560: $111.00"),
    (440, "400: Total | r560: $2,036.00"),
    (400, "50: Thank you for your business."),
)
_WIDE = {" ": 278, ",": 278, ".": 278, "$": 556, "-": 333, "(": 333, ")": 333, "%": 889, "/": 278}


def main() -> None:
    """Write every PDF."""
    text = (SAMPLES / "nota_fiscal_aurora.txt").read_text(encoding="utf-8")
    (SAMPLES / "nota_fiscal_aurora.pdf").write_bytes(pdf(_typed(text), "Courier"))
    (SAMPLES / "invoice_harbor.pdf").write_bytes(pdf(_placed(), "Helvetica"))


def pdf(content: bytes, font: str) -> bytes:
    """Return a PDF of one page with this drawing and font."""
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
        % (WIDTH, HEIGHT),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % font.encode(),
    )
    written = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    written += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(written)


def _typed(text: str) -> bytes:
    """Return the drawing of lines in a font whose letters are all as wide, so that columns stay columns."""
    lines = [b"BT /F1 8 Tf 40 740 Td 11 TL"]
    lines += [b"(%s) Tj T*" % _escaped(line) for line in text.splitlines()]
    return b"\n".join([*lines, b"ET"])


def _placed() -> bytes:
    lines = []
    for height, cells in INVOICE:
        for place, _, words in (cell.partition(": ") for cell in cells.split(" | ")):
            left = float(place[1:]) - _length(words) if place.startswith("r") else float(place)
            lines.append(b"BT /F1 10 Tf %.1f %d Td (%s) Tj ET" % (left, height, _escaped(words)))
    return b"\n".join(lines)


def _length(words: str) -> float:
    """Return how wide words are in Helvetica of ten points, closely enough to end them at a margin."""
    return sum(_WIDE.get(char, 556) for char in words) / 100


def _escaped(words: str) -> bytes:
    return words.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


if __name__ == "__main__":
    main()
