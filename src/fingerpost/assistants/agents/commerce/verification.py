"""Verifies the sums of a document: lines, subtotal, taxes, total and dates, with one cent tolerance per line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import combinations

from fingerpost.assistants.agents.commerce.document import CENT, CommercialDocument, LineItem, Tax, cents
from fingerpost.assistants.agents.commerce.language.labels import EMBEDDED

WITH_SHIPPING = frozenset({"VAT", "IVA", "IGV", "GST", "HST", "GST/HST"})
"""Taxes that usually apply to shipping too."""
MOST_SUBSETS = 12
"""Maximum number of lines whose subsets are tried as the base of a tax."""


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A sum or date that does not hold. `what`: line, subtotal, tax, total or due; `where`: which line or tax."""

    what: str
    expected: Decimal | date
    found: Decimal | date
    where: str = ""


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """The checks performed, counted by name, and the discrepancies found."""

    done: dict[str, int]
    findings: tuple[Discrepancy, ...]


def find_discrepancies(document: CommercialDocument) -> tuple[Discrepancy, ...]:
    """Return the discrepancies of a document, with expected and found values."""
    return verify(document).findings


def verify(document: CommercialDocument) -> VerificationReport:
    """Verify a document; return the checks performed and the discrepancies."""
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
            # A line discount may be applied only in the document discount.
            held = (
                _is_near(line.total, [expected, gross], CENT)
                if document.discount
                else abs(expected - line.total) <= CENT
            )
            yield "line", _discrepancy_unless(held, "line", expected, line.total, line.description)
    # The lines of a truncated document do not add up to its sums.
    goods = sum_of_lines(document.lines) if not document.cut else None
    tolerance = CENT * max(1, len(document.lines))
    if goods is not None and document.subtotal is not None:
        sums = _possible_subtotals(document, goods)
        yield (
            "subtotal",
            _discrepancy_unless(_is_near(document.subtotal, sums, tolerance), "subtotal", goods, document.subtotal),
        )
    base = document.subtotal if document.subtotal is not None else goods
    # An amount that was not understood may explain the difference.
    if base is not None and document.total is not None and not document.unread:
        sums = _possible_totals(document, base, goods)
        yield "total", _discrepancy_unless(_is_near(document.total, sums, tolerance), "total", sums[0], document.total)
    for tax in document.taxes:
        if tax.base is None and (document.unread or document.total is None):
            continue
        if (expected_tax := _expected_tax(tax, document, base, goods)) is not None and tax.amount is not None:
            held = abs(expected_tax - abs(tax.amount)) <= max(tolerance, 2 * CENT)
            yield "tax", _discrepancy_unless(held, "tax", expected_tax, tax.amount, tax.name)
    if document.issued is not None and document.due is not None:
        late = document.due >= document.issued
        yield "due", None if late else Discrepancy("due", document.issued, document.due)


def _discrepancy_unless(
    holds: bool, what: str, expected: Decimal, found: Decimal, where: str = ""
) -> Discrepancy | None:
    return None if holds else Discrepancy(what, cents(expected), found, where)


def _is_near(found: Decimal, sums: list[Decimal], tolerance: Decimal) -> bool:
    return any(abs(one - found) <= tolerance for one in sums)


def sum_of_lines(lines: tuple[LineItem, ...]) -> Decimal | None:
    """Return the sum of the line totals; None where a line has no total."""
    totals = [line.total for line in lines if line.total is not None]
    return sum(totals, Decimal(0)) if totals and len(totals) == len(lines) else None


def goods_value(document: CommercialDocument) -> Decimal | None:
    """Return the value of the goods before charges and taxes.

    It is the subtotal, but not where the lines with some of the charges make that: "net" after a discount or freight.
    """
    lines, stated = sum_of_lines(document.lines), document.subtotal
    if lines is None or stated is None or document.cut:
        return lines if stated is None else stated
    charges = [-abs(document.discount or Decimal(0)), document.shipping or Decimal(0), document.other or Decimal(0)]
    tolerance = CENT * max(1, len(document.lines))
    with_charges = [
        sum(chosen, Decimal(0)) for count in (1, 2, 3) for chosen in combinations(filter(None, charges), count)
    ]
    explained = any(abs(lines + added - stated) <= tolerance < abs(added) for added in with_charges)
    return lines if explained and abs(lines - stated) > tolerance else stated


def _is_net(line: LineItem) -> bool:
    """Return whether the total of a line is net of its discount."""
    if not line.discount or line.quantity is None or line.unit_price is None or line.total is None:
        return True
    return abs(line.quantity * line.unit_price - line.total) > CENT


def _possible_subtotals(document: CommercialDocument, goods: Decimal) -> list[Decimal]:
    """Return the possible subtotals: the goods, optionally less the discount or the included taxes."""
    off = document.discount or Decimal(0)
    inside = sum(
        (tax.amount or Decimal(0) for tax in document.taxes if tax.included and tax.name not in EMBEDDED), Decimal(0)
    )
    by_line = sum((line.discount or Decimal(0) for line in document.lines), Decimal(0))
    sums = [goods, goods - off, goods - inside, goods - off - inside]
    return [*sums, goods + by_line] if off and abs(off - by_line) <= CENT else sums


def _possible_totals(document: CommercialDocument, base: Decimal, goods: Decimal | None) -> list[Decimal]:
    """Return the possible totals, the most common first."""
    tolerance = CENT * max(1, len(document.lines))
    off = document.discount or Decimal(0)
    by_line = sum((line.discount or Decimal(0) for line in document.lines), Decimal(0))
    if (
        off
        and goods is not None
        and document.subtotal is not None
        and abs(document.subtotal - (goods - off)) <= tolerance < off
    ):
        # The subtotal already has the discount applied.
        off = Decimal(0)
    elif (
        off
        and abs(off - by_line) <= CENT
        and goods is not None
        and abs(base - goods) <= tolerance
        and all(map(_is_net, document.lines))
    ):
        # The line totals already have the discount applied.
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
        # Goods that equal the total include their taxes.
        sums.append(base - off + extra)
    if (
        inside
        and goods is not None
        and document.subtotal is not None
        and abs(document.subtotal + inside - goods) <= tolerance
    ):
        # The subtotal excludes the taxes that the prices include.
        sums.insert(0, plain + inside)
    return sums


def _expected_tax(
    tax: Tax, document: CommercialDocument, base: Decimal | None, goods: Decimal | None
) -> Decimal | None:
    """Return the expected amount of a tax by its rate, on the base that fits, else on the most common one."""
    if tax.rate is None or tax.amount is None or (tax.base is None and base is None):
        return None
    share = abs(tax.rate) / 100
    if tax.base is not None:
        return cents(tax.base * share)
    if sum(other.rate is not None and other.rate != tax.rate and other.name == tax.name for other in document.taxes):
        # Two rates without bases: the document does not say which goods have which.
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
    if 0 < tax.amount < min(expected) and len(document.lines) > 1 and _applies_to_subset(document, tax.amount, share):
        return None
    tolerance = max(CENT * len(document.lines), 2 * CENT)
    return next((one for one in expected if abs(one - abs(tax.amount)) <= tolerance), expected[0])


def _applies_to_subset(document: CommercialDocument, amount: Decimal, share: Decimal) -> bool:
    """Return whether a tax may apply to a subset of the goods; with many goods some subset always fits."""
    totals = [line.total or Decimal(0) for line in document.lines]
    if len(totals) > MOST_SUBSETS:
        return True
    reached = {Decimal(0)}
    for total in totals:
        reached |= {one + total for one in reached}
    return any(abs(one * share - amount) <= CENT for one in reached)
