"""Whether the sums of a document hold: lines, subtotal, taxes, total and dates, to one cent a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, Tax, cents
from fingerpost.assistants.agents.commerce.labels import EMBEDDED

WITH_SHIPPING = frozenset({"VAT", "IVA", "IGV", "GST", "HST", "GST/HST"})
"""Taxes that are on the shipping too, as a rule."""
MOST_SUBSETS = 12
"""Lines up to which every choice of them is tried as the base of a tax."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something that does not hold. `what`: line, subtotal, tax, total or due; `where`: which line or tax."""

    what: str
    expected: Decimal | date
    found: Decimal | date
    where: str = ""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """What was checked, as names and how often each, and what was found wrong."""

    done: dict[str, int]
    findings: tuple[Discrepancy, ...]


def find_discrepancies(document: CommercialDocument) -> tuple[Discrepancy, ...]:
    """Return what does not hold in a document, with the expected figures and those found."""
    return verify(document).findings


def verify(document: CommercialDocument) -> VerificationReport:
    """Return what could be checked in a document, and what does not hold."""
    done: dict[str, int] = {}
    findings: list[Discrepancy] = []
    for what, finding in _checks(document):
        done[what] = done.get(what, 0) + 1
        if finding is not None:
            findings.append(finding)
    return VerificationReport(done, tuple(findings))


def _checks(document: CommercialDocument) -> Iterator[tuple[str, Discrepancy | None]]:
    for line in document.lines:
        if line.quantity is not None and line.unit_price is not None and line.total is not None:
            gross = line.quantity * line.unit_price
            expected = gross - (line.discount or 0)
            # What is taken off a line may only be taken off below, with that of the others.
            held = (
                _near(line.total, [expected, gross], CENT) if document.discount else abs(expected - line.total) <= CENT
            )
            yield "line", _unless(held, "line", expected, line.total, line.description)
    # Of a document that was cut the lines do not make up the sums.
    goods = sum_of_lines(document.lines) if not document.cut else None
    slack = CENT * max(1, len(document.lines))
    if goods is not None and document.subtotal is not None:
        sums = _subtotals(document, goods)
        yield "subtotal", _unless(_near(document.subtotal, sums, slack), "subtotal", goods, document.subtotal)
    base = document.subtotal if document.subtotal is not None else goods
    # A sum that is not understood may well be what is lacking.
    if base is not None and document.total is not None and not document.unread:
        sums = _totals(document, base, goods)
        yield "total", _unless(_near(document.total, sums, slack), "total", sums[0], document.total)
    for tax in document.taxes:
        if tax.base is None and (document.unread or document.total is None):
            continue
        if (expected_tax := _expected(tax, document, base, goods)) is not None and tax.amount is not None:
            held = abs(expected_tax - abs(tax.amount)) <= max(slack, 2 * CENT)
            yield "tax", _unless(held, "tax", expected_tax, tax.amount, tax.name)
    if document.issued is not None and document.due is not None:
        late = document.due >= document.issued
        yield "due", None if late else Discrepancy("due", document.issued, document.due)


def _unless(holds: bool, what: str, expected: Decimal, found: Decimal, where: str = "") -> Discrepancy | None:
    return None if holds else Discrepancy(what, cents(expected), found, where)


def _near(found: Decimal, sums: list[Decimal], slack: Decimal) -> bool:
    return any(abs(one - found) <= slack for one in sums)


def sum_of_lines(lines: tuple[LineItem, ...]) -> Decimal | None:
    """Return the sum of the lines; None where one of them has no total."""
    totals = [line.total for line in lines if line.total is not None]
    return sum(totals, Decimal(0)) if totals and len(totals) == len(lines) else None


def _is_net(line: LineItem) -> bool:
    """Tell whether the total of a line is what its discount has left."""
    if not line.discount or line.quantity is None or line.unit_price is None or line.total is None:
        return True
    return abs(line.quantity * line.unit_price - line.total) > CENT


def _subtotals(document: CommercialDocument, goods: Decimal) -> list[Decimal]:
    """Return what a subtotal may be: the goods; also less the discount, or less the taxes that the prices hold."""
    off = document.discount or Decimal(0)
    inside = sum(
        (tax.amount or Decimal(0) for tax in document.taxes if tax.included and tax.name not in EMBEDDED), Decimal(0)
    )
    by_line = sum((line.discount or Decimal(0) for line in document.lines), Decimal(0))
    sums = [goods, goods - off, goods - inside, goods - off - inside]
    return [*sums, goods + by_line] if off and abs(off - by_line) <= CENT else sums


def _totals(document: CommercialDocument, base: Decimal, goods: Decimal | None) -> list[Decimal]:
    """Return what a total may be, the plainest first."""
    slack = CENT * max(1, len(document.lines))
    off = document.discount or Decimal(0)
    by_line = sum((line.discount or Decimal(0) for line in document.lines), Decimal(0))
    if (
        off
        and goods is not None
        and document.subtotal is not None
        and abs(document.subtotal - (goods - off)) <= slack < off
    ):
        # The subtotal is what was left after the discount.
        off = Decimal(0)
    elif (
        off
        and abs(off - by_line) <= CENT
        and goods is not None
        and abs(base - goods) <= slack
        and all(map(_is_net, document.lines))
    ):
        # The lines had it taken off already.
        off = Decimal(0)
    extra = (document.shipping or Decimal(0)) + (document.other or Decimal(0))
    added = sum((tax.amount or Decimal(0) for tax in document.taxes if not tax.included), Decimal(0))
    withheld = sum((tax.amount or Decimal(0) for tax in document.taxes if (tax.amount or 0) < 0), Decimal(0))
    inside = sum(
        (tax.amount or Decimal(0) for tax in document.taxes if tax.included and tax.name not in EMBEDDED), Decimal(0)
    )
    plain = base - off + extra + added
    sums = [plain, plain - withheld] if withheld else [plain]
    if document.subtotal is None:
        # Goods that make up the total by themselves hold their taxes.
        sums.append(base - off + extra)
    if (
        inside
        and goods is not None
        and document.subtotal is not None
        and abs(document.subtotal + inside - goods) <= slack
    ):
        # The subtotal is without the taxes that the prices hold.
        sums.insert(0, plain + inside)
    return sums


def _expected(tax: Tax, document: CommercialDocument, base: Decimal | None, goods: Decimal | None) -> Decimal | None:
    """Return what a tax should be by its rate: on the base that it fits, of all it may have, else on the plainest."""
    if tax.rate is None or tax.amount is None or (tax.base is None and base is None):
        return None
    share = abs(tax.rate) / 100
    if tax.base is not None:
        return cents(tax.base * share)
    if sum(other.rate is not None and other.rate != tax.rate and other.name == tax.name for other in document.taxes):
        # Two rates without their bases: which goods have which is not said.
        return None
    off, ship, other = (value or Decimal(0) for value in (document.discount, document.shipping, document.other))
    start = base if base is not None else Decimal(0)
    bases = [start - off, start, start - off + ship, start + ship, start - off + ship + other]
    if tax.name in WITH_SHIPPING:
        bases.insert(0, start - off + ship)
    if document.total is not None:
        bases += [document.total, document.total * 100 / (100 + tax.rate)] if tax.included else []
    if goods is not None and tax.included:
        bases += [goods - off, (goods - off) * 100 / (100 + tax.rate)]
    expected = [cents(one * share) for one in bases]
    if 0 < tax.amount < min(expected) and len(document.lines) > 1 and _on_some(document, tax.amount, share):
        return None
    slack = max(CENT * len(document.lines), 2 * CENT)
    return next((one for one in expected if abs(one - abs(tax.amount)) <= slack), expected[0])


def _on_some(document: CommercialDocument, amount: Decimal, share: Decimal) -> bool:
    """Tell whether a tax may be on some of the goods only; with many goods there is always a choice that fits."""
    totals = [line.total or Decimal(0) for line in document.lines]
    if len(totals) > MOST_SUBSETS:
        return True
    reached = {Decimal(0)}
    for total in totals:
        reached |= {one + total for one in reached}
    return any(abs(one * share - amount) <= CENT for one in reached)
