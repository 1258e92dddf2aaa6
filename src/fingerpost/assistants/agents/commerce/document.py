"""A commercial document as values: who sold what to whom, for how much, and when it is to be paid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal

from fingerpost.assistants.agents.commerce.file_errors import FAULTS
from fingerpost.errors import FingerpostError

KINDS = ("invoice", "order", "quote", "receipt", "boleto", "document")
"""What a document can be; the last where nothing in it tells."""


CENT = Decimal("0.01")
_WIDE = Context(prec=100)


class DocumentError(FingerpostError):
    """A file cannot be read as a commercial document; says what was wrong and what to do, in English by itself."""

    def __init__(self, name: str, fault: str, *values: object) -> None:
        """Take the name of the file, the name of what is wrong with it, and what its phrase speaks of."""
        self._name, self._fault, self._values = name, fault, values
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        """Return what was wrong and what to do in a language."""
        return f"{self._name}: {FAULTS[self._fault][language].format(*self._values)}"


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a document; empty where the document does not name it."""

    name: str = ""
    tax_id: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class LineItem:
    """One thing sold. `discount` is an amount, and None is what the document does not say."""

    description: str
    code: str = ""
    quantity: Decimal | None = None
    unit: str = ""
    unit_price: Decimal | None = None
    discount: Decimal | None = None
    total: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Tax:
    """One tax. `rate` is in percent; `amount` is below zero where it is withheld; `included`: the prices hold it."""

    name: str
    rate: Decimal | None = None
    amount: Decimal | None = None
    base: Decimal | None = None
    included: bool = False


@dataclass(frozen=True, slots=True)
class CommercialDocument:
    """What a document says and nothing else: None or empty where it is silent.

    `other` is what is charged beside goods, shipping and taxes; `balance` what is left to pay where that is not
    the total; `valid` the last day of a quote; `notes` what whoever reads this must know of the reading; `cut`:
    it was too long to be read in full, so that its sums cannot be checked; `unread`: among its sums is one that
    is not understood; `comma`: it writes one before the cents; `said`: its dates and amounts in its own words.
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


def cents(value: Decimal) -> Decimal:
    """Return an amount to the cent; the product of two long numbers has more digits than Decimal keeps of itself."""
    return value.quantize(CENT, context=_WIDE)
