"""The data model of a commercial document: parties, line items, taxes, totals and dates."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Context, Decimal

from fingerpost.assistants.agents.commerce.file_errors import FAULTS
from fingerpost.assistants.agents.commerce.language.labels import WITHHELD, normalize
from fingerpost.errors import FingerpostError

KINDS = ("invoice", "order", "quote", "receipt", "boleto", "credit_note", "document")
"""Kinds of document; the last is the fallback where no title or cue decides."""


CENT = Decimal("0.01")
_WIDE = Context(prec=100)


class DocumentError(FingerpostError):
    """A file cannot be read as a commercial document; the message says what was wrong and what to do, in English."""

    def __init__(self, name: str, fault: str, *values: object) -> None:
        """Create the error from the file name, a key of `FAULTS`, and the values of its message."""
        self._name, self._fault, self._values = name, fault, values
        super().__init__(self.message_in("en"))

    def message_in(self, language: str) -> str:
        """Return the error message in a language."""
        return f"{self._name}: {FAULTS[self._fault][language].format(*self._values)}"


@dataclass(frozen=True, slots=True)
class Party:
    """The seller or the buyer; a field is empty where the document does not name it."""

    name: str = ""
    tax_id: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class LineItem:
    """One line item. `discount` is an amount of money; None means that the document does not state the value.

    `section` is the heading that it stands under, `cells` its row with the names of the columns, one cell a line.
    """

    description: str
    code: str = ""
    quantity: Decimal | None = None
    unit: str = ""
    unit_price: Decimal | None = None
    discount: Decimal | None = None
    total: Decimal | None = None
    section: str = field(default="", compare=False)
    cells: str = field(default="", compare=False)

    @property
    def row(self) -> tuple[LineItem, str, str]:
        """Return what tells a line item apart from others with the same values."""
        return self, self.section, self.cells


@dataclass(frozen=True, slots=True)
class Tax:
    """One tax. `rate` is in percent; `amount` is negative where withheld; `included`: the prices contain it."""

    name: str
    rate: Decimal | None = None
    amount: Decimal | None = None
    base: Decimal | None = None
    included: bool = False


@dataclass(frozen=True, slots=True)
class Instalment:
    """One of several payments of a document: its day and its amount."""

    due: date
    amount: Decimal


@dataclass(frozen=True, slots=True)
class CommercialDocument:
    """The values that a document states; a field is None or empty where it does not state one.

    `other` holds charges beside goods, shipping and taxes; `balance` the amount left to pay where it differs from the
    total; `valid` the last day of a quote; `notes` remarks to show with every answer; `cut` is true where the document
    was too long to be read in full, so that its sums cannot be verified; `unread` where one of its amounts is not
    understood; `comma` where it uses a decimal comma; `said` holds its labelled values verbatim; `access_key` is that
    of an electronic invoice; `order_number` is that of the order which it is for; `instalments` are the payments that
    make up the total, where there are several; `passages` are its sentences, one a line, `rows` those rows as written;
    `text` is the document itself.
    """

    kind: str = "document"
    number: str = ""
    issued: date | None = None
    due: date | None = None
    currency: str = ""
    seller: Party = Party()
    buyer: Party = Party()
    lines: tuple[LineItem, ...] = ()
    subtotal: Decimal | None = None
    discount: Decimal | None = None
    shipping: Decimal | None = None
    taxes: tuple[Tax, ...] = ()
    total: Decimal | None = None
    language: str = "en"
    source: str = ""
    other: Decimal | None = None
    balance: Decimal | None = None
    valid: date | None = None
    terms: str = ""
    notes: tuple[str, ...] = ()
    cut: bool = False
    unread: bool = False
    comma: bool = False
    said: str = ""
    access_key: str = ""
    order_number: str = ""
    instalments: tuple[Instalment, ...] = ()
    passages: str = ""
    rows: str = ""
    text: str = ""

    @property
    def withheld(self) -> tuple[Tax, ...]:
        """Return the taxes that the buyer keeps back for the tax office, not those that a credit note gives back."""
        taxes = [tax for tax in self.taxes if tax.amount is not None]
        if self.total is not None and self.total < 0:
            return tuple(tax for tax in taxes if WITHHELD.search(normalize(tax.name)))
        return tuple(tax for tax in taxes if tax.amount is not None and tax.amount < 0)


def cents(value: Decimal) -> Decimal:
    """Return an amount rounded to the cent, with more precision than the default Decimal context has."""
    return value.quantize(CENT, context=_WIDE)
