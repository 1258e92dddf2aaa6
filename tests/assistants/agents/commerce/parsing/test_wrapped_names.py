"""Descriptions that the width of their column breaks."""

from __future__ import annotations

import pytest

from fingerpost.assistants.agents.commerce import parse_text

HEAD = "Invoice 12\n\nCode    Description                Qty    Price     Total\n"
LINE = "AB-1    Desk lamp with a stand,       2    10.00     20.00\n"
END = "AB-2    Rug                           1    30.00     30.00\n\nTotal  50.00"


def descriptions(below: str, line: str = LINE) -> list[str]:
    document = parse_text(HEAD + line + below + END)
    assert document is not None
    assert document.lines[-1].description == "Rug"
    return [one.description for one in document.lines]


@pytest.mark.parametrize(
    ("line", "below", "name"),
    [
        (LINE, "        black, 40 cm\n", "Desk lamp with a stand, black, 40 cm"),
        (LINE, "        Black\n        300 mm\n", "Desk lamp with a stand, Black 300 mm"),
        (LINE.replace("stand,", "stand "), "        of steel\n", "Desk lamp with a stand of steel"),
        (LINE.replace("stand,", "stand "), "        July 2025\n", "Desk lamp with a stand July 2025"),
        (LINE.replace("Desk lamp with a stand,", "DESK LAMP (BLACK OR    "), "        WHITE)\n", "DESK LAMP (BLACK OR WHITE)"),
        (LINE.replace("Desk lamp with a stand,", "DESK LAMP              "), "        WITH STAND\n", "DESK LAMP WITH STAND"),
    ],
)  # fmt: skip
def test_words_in_the_column_of_the_description_go_on_with_it(line: str, below: str, name: str) -> None:
    assert descriptions(below, line) == [name, "Rug"]


@pytest.mark.parametrize(
    "below",
    [
        "        (returned if it breaks)\n",
        "        Packed by hand\n",
        "        LOT 25-118\n",
        "        Serial: 4471\n",
        "of steel\n",
        "                                      of steel\n",
        "        of steel, and of much else that does not end where the column does\n",
        "\n        of steel\n",
    ],
)
def test_remarks_and_other_columns_do_not(below: str) -> None:
    assert descriptions(below, LINE.replace("stand,", "stand ")) == ["Desk lamp with a stand", "Rug"]


def test_a_part_of_the_description_ends_no_table() -> None:
    assert descriptions("        stand, API\n        for collection centres\n")[1:] == ["Rug"]


def test_a_name_in_capitals_above_its_numbers_is_of_the_goods_below() -> None:
    document = parse_text("RECEIPT 4\nTEA   3.00\nBUN\n  2 @ 1.50    3.00\nCAKE   4.00\nTOTAL   10.00")
    assert document is not None
    assert [line.description for line in document.lines] == ["TEA", "BUN", "CAKE"]
