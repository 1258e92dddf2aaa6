"""Text as chats and scanners leave it, brought back into lines."""

from __future__ import annotations

from time import perf_counter

from fingerpost.assistants.agents.commerce.parsing.pasted_text import (
    commas_to_bars,
    repair_spacing,
    restore_line_breaks,
    split_camel_case,
    strip_chat_prefixes,
)


def test_what_a_scanner_tore_apart_is_joined_where_that_happens_often() -> None:
    torn = "T O T A L   1 .476 ,00\nIVA 3 .100 ,00\nSaldo 2 .200 ,50"
    assert repair_spacing(torn) == "TOTAL 1.476,00\nIVA 3.100,00\nSaldo 2.200,50"
    assert repair_spacing("one 1 .5 only") == "one 1 .5 only"


def test_words_spaced_letter_by_letter_are_joined_even_once() -> None:
    assert repair_spacing("      S A L E S   I N V O I C E     No. 7") == "      SALES INVOICE     No. 7"
    assert repair_spacing("Lamp   2 x 4 = 8\nA 1 B 2") == "Lamp   2 x 4 = 8\nA 1 B 2"


def test_words_two_spaces_apart_are_set_as_words_and_columns_stay_in_place() -> None:
    torn = "\n".join(["Wool  coat , long  and  blue      40.00", "Hat  of  black  felt              9.50"] * 2)
    first, second = repair_spacing(torn).split("\n")[:2]
    assert first.split("   ")[0] == "Wool coat, long and blue"
    assert second.split("   ")[0] == "Hat of black felt"
    assert abs(first.index("40.00") - torn.index("40.00")) <= 1
    columns = "Name  Price\nWool coat, long and blue  40.00\nHat of black felt  9.50"
    assert repair_spacing(columns) == columns


def test_the_stamps_of_a_chat_of_one_sender_are_taken_away() -> None:
    chat = "[10:01, 03/05/2024] Ana: Invoice 7\n[10:01, 03/05/2024] Ana: Total 10.00"
    found = strip_chat_prefixes(chat).split("\n")
    assert found[0] == "From: Ana"
    assert found[-2:] == ["Invoice 7", "Total 10.00"]
    two = chat.replace("Ana: Total", "Rui: Total")
    assert strip_chat_prefixes(two) == two


def test_heads_in_camel_case_are_parted_where_there_are_several() -> None:
    assert split_camel_case(["InvoiceNumber", "IssueDate", "UnitPrice"]) == [
        "Invoice Number",
        "Issue Date",
        "Unit Price",
    ]
    assert split_camel_case(["InvoiceNumber", "Total"]) == ["InvoiceNumber", "Total"]


def test_a_table_with_commas_gets_bars_from_its_head_on() -> None:
    text = "dear all,\ndescription,quantity,price,total\nLamp,2,10.00,20.00"
    first, head, row = commas_to_bars(text).split("\n")
    assert first == "dear all,"
    assert [cell.strip() for cell in head.strip("| ").split("|")] == ["description", "quantity", "price", "total"]
    assert [cell.strip() for cell in row.strip("| ").split("|")] == ["Lamp", "2", "10.00", "20.00"]
    assert commas_to_bars("yes, no, maybe, or so") == "yes, no, maybe, or so"


def test_a_table_without_a_head_is_read_in_time() -> None:
    began = perf_counter()
    for text in (("7," * 1000 + "\n") * 200, "7," * 200_000):
        assert commas_to_bars(text) == text
    # With every cell looked at it took ten seconds.
    assert perf_counter() - began < 4


def test_a_document_on_one_line_is_broken_before_its_labels() -> None:
    found = restore_line_breaks("Invoice 7; 2 x Lamp R$ 10,00; 1 x Shade R$ 5,00; Total: R$ 25,00").split("\n")
    assert len(found) >= 4
    assert found[-1].strip().startswith("Total")
    assert restore_line_breaks("hello there") == "hello there"
