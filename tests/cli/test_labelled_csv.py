"""`new --from`: a CSV of messages and labels becomes a routebook that routes; what was changed or left out is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.cli.labelled_csv import read_labelled_csv
from fingerpost.errors import RowsError
from tests.cli.command import command

ROWS = [("quiero mi dinero, ya", "Devolución"), ("dónde está mi pedido", "envío"), ("qué tiempo hace", "oos")]


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    file = folder / "messages.csv"
    file.write_bytes(text.encode(encoding))
    return file


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("header", [("text", "label"), ("Mensaje", "Intención"), ("mensagem", "rótulo")])
def test_delimiters_encodings_and_headers_are_read(
    tmp_path: Path, encoding: str, delimiter: str, header: tuple[str, str]
) -> None:
    lines = [delimiter.join(("id", *header)), *(f'1{delimiter}"{text}"{delimiter}{label}' for text, label in ROWS)]
    read = read_labelled_csv(written(tmp_path, "\r\n".join(lines), encoding))
    assert (read.examples, read.out_of_scope) == (ROWS, "oos")


def test_what_was_left_out_or_changed_is_told(tmp_path: Path) -> None:
    text = (
        'text,label\n"two\nlines",Pay now!\nhi,\n,chat\nhello,chat\nHELLO,chat\nhello,Pay now!\n\nwhat,none\nwho,OOS\nshort'
        "\nbye,Chat\n"
    )
    read = read_labelled_csv(written(tmp_path, text))
    assert read.examples == [
        ("two lines", "Pay_now"), ("hello", "chat"), ("what", "none"), ("who", "none"), ("bye", "chat")
    ]  # fmt: skip
    assert read.notes == [
        "3 rows without text or label were skipped",
        "1 repeated messages were skipped",
        "1 messages had a second label: the first was kept",
        "renamed: Pay now! is Pay_now, OOS is none, Chat is chat",
        "none is the route of messages out of scope",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no column could be it: name one with --text-column"),
        ("a,b\n1,2\n", "columns: a, b"),
        ("text,message,label\n", "several columns could be it"),
        ("text,label\nhi,a\nho,a\n", "has one label"),
        ("text,label\n", "has no labelled message"),
        ("text,label\n\0\0", "is no text"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(RowsError, match=r"messages\.csv: ") as caught:
        read_labelled_csv(written(tmp_path, text))
    assert told in str(caught.value)


def test_a_routebook_of_a_file_routes(tmp_path: Path) -> None:
    rows = [("where is my parcel", "ship"), ("the courier never came", "ship"), ("when does it arrive", "ship"),
            ("I want my money back", "refund"), ("refund this please", "refund"), ("return the shoes", "refund")]  # fmt: skip
    written(tmp_path, "said;what\n" + "".join(f"{text};{label}\n" for text, label in rows))
    assert command("new", "shop", "--from", "messages.csv", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "shop").exists()
    columns = ("--text-column", "said", "--label-column", "what")
    made = command("new", "shop", "--from", "messages.csv", *columns, cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("Wrote ./shop: 2 routes, 6 examples.\n")
    done = command("route", "--routebook", "./shop", "where is my parcel", cwd=tmp_path)
    assert done.stdout.startswith("ship  ")
