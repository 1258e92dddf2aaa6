"""The shipped samples: each is parsed in full, and the PDFs match the script that generates them."""

from __future__ import annotations

import importlib.util
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("pypdf", reason="PDF is read with the extra fingerpost[pdf]")

from fingerpost.assistants.agents.commerce import (
    CommercialDocument,
    files,
    find_discrepancies,
    looks_like_document,
    read_document,
)
from fingerpost.types import Attachment

SAMPLES = Path(files.__file__).parent.parent / "samples"
SCRIPT = Path(__file__).parents[4] / "scripts" / "make_samples.py"
EXPECTED = {
    "factura_caldera.txt": ("invoice", "CSN-2024/0312", "EUR", 4, "1952.46", "Calefacción Sierra Norte, S.L.", "Hostal Puerta de Piedra"),
    "invoice_harbor.pdf": ("invoice", "HP-10452", "USD", 4, "2036.00", "Harbor & Pine Hardware LLC", "Cedar Ridge Builders Inc."),
    "invoice_with_errors.txt": ("invoice", "20871", "GBP", 3, "4087.40", "Cobalt Lane Printing Ltd", "Fernley Arts Festival"),
    "nota_fiscal_aurora.pdf": ("invoice", "000.018.457", "BRL", 4, "7776.45", "Papelaria Aurora Boreal Ltda", "Colégio Monte Alto S/A"),
    "nota_fiscal_aurora.txt": ("invoice", "000.018.457", "BRL", 4, "7776.45", "Papelaria Aurora Boreal Ltda", "Colégio Monte Alto S/A"),
    "orcamento_jardim.csv": ("quote", "2024/118", "EUR", 4, "2460.00", "Jardins do Mondego, Lda", "Condomínio Quinta da Ribeira"),
    "purchase_order_trailhead.csv": ("order", "PO-2024-0871", "USD", 3, "11562.50", "Trailhead Textiles LLC", "Summit & Spruce Outfitters Inc."),
}  # fmt: skip


def _sample(name: str) -> CommercialDocument:
    return read_document(Attachment(name, "", (SAMPLES / name).read_bytes()))


def test_every_sample_is_known() -> None:
    assert {path.name for path in SAMPLES.iterdir() if path.suffix in (".txt", ".pdf", ".csv")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_sample_is_read(name: str) -> None:
    document = _sample(name)
    kind, number, currency, lines, total, seller, buyer = EXPECTED[name]
    assert (document.kind, document.number, document.currency) == (kind, number, currency)
    assert (len(document.lines), document.total) == (lines, Decimal(total))
    assert (document.seller.name, document.buyer.name, document.source) == (seller, buyer, name)
    assert all(line.quantity and line.unit_price and line.total for line in document.lines)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_only_the_sample_with_errors_has_findings(name: str) -> None:
    findings = [finding.what for finding in find_discrepancies(_sample(name))]
    assert findings == (["line", "tax", "due"] if name == "invoice_with_errors.txt" else [])


def test_text_and_pdf_of_one_document_say_the_same() -> None:
    text, page = _sample("nota_fiscal_aurora.txt"), _sample("nota_fiscal_aurora.pdf")
    assert (text.lines, text.taxes, text.seller, text.buyer) == (page.lines, page.taxes, page.seller, page.buyer)
    assert (text.issued, text.due, text.terms) == (page.issued, page.due, page.terms)


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_samples", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pdfs_are_those_that_the_script_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = _script()
    assert script.SAMPLES == SAMPLES
    for text in SAMPLES.glob("*.txt"):
        (tmp_path / text.name).write_bytes(text.read_bytes())
    monkeypatch.setattr(script, "SAMPLES", tmp_path)
    script.main()
    for made in tmp_path.glob("*.pdf"):
        assert made.read_bytes() == (SAMPLES / made.name).read_bytes()
    assert len(list(tmp_path.glob("*.pdf"))) == 2


@pytest.mark.parametrize("name", [name for name in sorted(EXPECTED) if not name.endswith(".pdf")])
def test_a_sample_that_is_pasted_is_seen_as_a_document(name: str) -> None:
    assert looks_like_document((SAMPLES / name).read_text(encoding="utf-8"))
