"""A CSV of messages and labels becomes a routebook that routes; what was changed or left out is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fingerpost.errors import RowsError
from fingerpost.language.text import fold
from fingerpost.routebook.importers.labelled_csv import LABEL_NAMES, TEXT_NAMES, read_labelled_csv
from tests.cli.command import command

ROOT = Path(__file__).parents[3]
ROWS = [("quiero mi dinero, ya", "Devolución"), ("dónde está mi pedido", "envío"), ("qué tiempo hace", "oos")]


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    file = folder / "messages.csv"
    file.write_bytes(text.encode(encoding))
    return file


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-32"])
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
        "skipped 3 rows without text or label",
        "skipped 1 repeated message",
        '1 message had a second label, and the first was kept: line 8 "hello" stays chat, not Pay_now',
        "renamed: Pay now! is Pay_now, OOS is none, Chat is chat",
        "none is the route of messages out of scope",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty: the first line must name the columns, such as text,label"),
        (" \n\n", "is empty"),
        ("a,b\n1,2\n", "must name the columns, such as text,label. Here it reads: a, b. None of these is known"),
        ("where is it?,shipping\n", "name the column with --text-column, or call it text, message, utterance"),
        ("text,kind\n", "name the column with --label-column, or call it label, intent, route"),
        ('{"text": "a, b", "route": "c"}\n', "is JSONL, not CSV: write it as CSV, or, where its lines are"),
        ('\n{"text": "a"}\n', "is JSONL, not CSV"),
        ("text,message,label\n", "several columns could be it"),
        ("text,label\nhi,a\nho,a\n", "has one label"),
        ("text,label\n", "has no labelled message"),
        ("text,label\n\0\0", "line 2: has a byte of zero, so it is no text"),
        ("text,label\n" + "hello,a\n" * 1000 + "a\0b,c\n", "line 1002: has a byte of zero"),
        ("text,label\nhi," + "a" * 200_000 + "\n", "line 2: a cell is longer than 131,072 characters: shorten it"),
        ('text,label\n"hi","a"\n"' + "a" * 200_000 + '",b\n', "line 3: a cell is longer than 131,072 characters"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(RowsError, match=r"messages\.csv: ") as caught:
        read_labelled_csv(written(tmp_path, text))
    assert told in str(caught.value)


def test_the_documented_columns_are_those_that_are_read() -> None:
    documented = set(re.findall(r"\w+", fold((ROOT / "docs" / "how-to" / "importing.md").read_text(encoding="utf-8"))))
    assert documented.issuperset((*TEXT_NAMES, *LABEL_NAMES))


def test_one_message_under_two_labels_is_kept_once_whatever_its_case_and_signs(tmp_path: Path) -> None:
    """`check` calls a book wrong that has both."""
    text = "text,label\nis it ready?,status\nhow much,price\nIs it ready,price\nHow much?,price\n"
    read = read_labelled_csv(written(tmp_path, text))
    assert read.examples == [("is it ready?", "status"), ("how much", "price")]
    assert read.notes == [
        "skipped 1 repeated message",
        '1 message had a second label, and the first was kept: line 4 "Is it ready" stays status, not price',
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("text,label\nhi,a\nquiero mi dinero, ya,b\n", "line 3: "),
        ("label,text\na,hi\nb,well, I want it\n", "line 3: "),
        ('text,label\n"two\nlines",a\nno, thanks,b\nyes,a\noh, yes,a\n', "lines 4, 6: "),
        ("sep=;\ntext;label\nhi;a\nsim; quero;b\n", "line 4: "),
        ("text,label\nwell,then,\n", "line 2: "),
        ("text,label\n" + "a, b,c\n" * 8, "lines 2, 3, 4, 5, 6 and 3 more: "),
    ],
)
def test_rows_with_more_cells_than_columns_are_not_guessed(tmp_path: Path, text: str, lines: str) -> None:
    with pytest.raises(RowsError, match="in quotation marks") as caught:
        read_labelled_csv(written(tmp_path, text))
    assert f"messages.csv: {lines}more cells than the 2 columns" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('text,label\nhi,a\n"ho,b\nhe,c\nha,d\n', "line 3: a quotation mark opens in this row and is not closed"),
        # It closes where the next quoted message opens.
        ('text,label\n"hi,a\nho,b\n"well, no",c\n', "line 2: a quotation mark opens in this row and is not closed"),
        ('text,label\n"' + "hi,a\n" * 50_000, "line 2: a quotation mark opens in this row and is not closed"),
        ('sep=,\ntext,label\nhi,a\n"ho,b\nhe,c\n', "line 4: a quotation mark opens"),
        ('text,label\n"no" she said,a\n', "line 2: a quotation mark is not closed, or text follows"),
        ('text,label\nhi,a\nho,"b', "line 3: a quotation mark is not closed, or text follows"),
    ],
)
def test_a_quote_that_is_not_closed_is_told_by_the_line_where_it_opens(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(RowsError) as caught:
        read_labelled_csv(written(tmp_path, text))
    assert f"messages.csv: {told}" in str(caught.value)
    assert 'twice ("")' in str(caught.value)


def test_quotes_in_their_place_are_read(tmp_path: Path) -> None:
    text = 'text,label\n"she said ""no"", twice", a\n a 5" pipe , "b"\n"","a"\nhi, "b"\n'
    assert read_labelled_csv(written(tmp_path, text)).examples == [
        ('she said "no", twice', "a"), ('a 5" pipe', "b"), ("hi", "b")
    ]  # fmt: skip


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_rows_beyond_the_most_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr("fingerpost.routebook.importers.labelled_csv.MAX_ROWS", 4)
    text = "text,label\n" + "".join(f"{'x' * (i + 1)},{'ab'[i % 2]}\n" for i in range(count)) + "\n,\n"
    read = read_labelled_csv(written(tmp_path, text))
    assert len(read.examples) == min(count, 4)
    assert read.notes == (["only the first 4 rows were read: the file has more"] if count > 4 else [])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_told(tmp_path: Path, encoding: str) -> None:
    with pytest.raises(RowsError, match=r"is UTF-16 without the mark at its beginning .*: save it as UTF-8"):
        read_labelled_csv(written(tmp_path, "text,label\nolá,a\nsí,b\n", encoding))


def test_labels_that_become_one_route_are_told(tmp_path: Path) -> None:
    long = "x" * 60
    text = f"text,label\none,!!!\ntwo,???\nthree,{long}y\nfour,{long}z\nfive,a b\nsix,A-b\nseven,A B!\n"
    read = read_labelled_csv(written(tmp_path, text))
    assert dict(read.examples)["four"] == dict(read.examples)["three"] == long
    assert read.notes[:2] == [
        'several labels became the route route: "!!!" and "???"',
        f'several labels became the route {long}: "{long}y" and "{long}z"',
    ]
    assert read.notes[2].startswith("renamed: "), "capitals and signs beside letters are only renamed"


@pytest.mark.parametrize("encoding", ["utf-32-le", "utf-32-be"])
def test_utf_32_is_read_in_both_orders_and_damage_is_told(tmp_path: Path, encoding: str) -> None:
    file = written(tmp_path, "\ufefftext,label\nolá,a\nsí,b\n", encoding)
    read = read_labelled_csv(file)
    assert (read.examples, read.notes) == ([("olá", "a"), ("sí", "b")], ["read as UTF-32"])
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(RowsError, match="is damaged UTF-32: save it as UTF-8"):
        read_labelled_csv(file)


@pytest.mark.parametrize("first", ["sep=;", "SEP=;\r", '"sep=;"', "sep=;;;"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_the_line_that_tells_excel_the_separator_is_no_row(tmp_path: Path, first: str, encoding: str) -> None:
    read = read_labelled_csv(
        written(tmp_path, f"{first}\ntext;label, of a person\nhi, you;a\nho;b\n", encoding),
        label_column="label, of a person",
    )
    assert read.examples == [("hi, you", "a"), ("ho", "b")]


@pytest.mark.parametrize(("separator", "end"), [("\t", "\r\n"), ("^", "\n"), (",", "\r")])
def test_any_separator_can_be_declared(tmp_path: Path, separator: str, end: str) -> None:
    lines = (f"sep={separator}", f"text{separator}label", f"hi{separator}a", f"ho{separator}b", "")
    assert read_labelled_csv(written(tmp_path, end.join(lines))).examples == [("hi", "a"), ("ho", "b")]


@pytest.mark.parametrize("failing", ["routebook.toml", "examples.jsonl"])
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    file = written(tmp_path, "text,label\nhi,a\nho,b\n")
    honest = Path.write_text

    def full(self: Path, text: str, **options: Any) -> int:
        if self.name == failing:
            honest(self, text[:5], **options)
            raise OSError(28, "No space left on device")
        return honest(self, text, **options)

    monkeypatch.setattr(Path, "write_text", full)
    made = command("import", file, "--to", "shop", cwd=tmp_path)
    assert made.returncode == 2
    assert "shop: cannot be written: No space left on device; nothing was left there" in made.stderr
    assert list(tmp_path.iterdir()) == [file]
    monkeypatch.undo()
    assert command("import", file, "--to", "shop", cwd=tmp_path).returncode == 0


def test_control_characters_of_a_file_are_written_out(tmp_path: Path) -> None:
    file = written(tmp_path, "text,label\n\x1b[2Jhi\x07,\x1b]0;x\x07a\nho,b\x9b31m\n")
    made = command("import", file, "--to", "shop", cwd=tmp_path)
    assert made.returncode == 0
    assert "\\x1b[2Jhi\\x07" in made.stdout
    refused = command("import", file, "--to", "\x1b[31mred", cwd=tmp_path)
    assert refused.returncode == 2
    for done in (made, refused):
        assert not set("\x1b\x07\x9b") & set(done.stdout + done.stderr)


def test_a_routebook_of_a_file_routes(tmp_path: Path) -> None:
    rows = [("where is my parcel", "ship"), ("the courier never came", "ship"), ("when does it arrive", "ship"),
            ("I want my money back", "refund"), ("refund this please", "refund"), ("return the shoes", "refund")]  # fmt: skip
    written(tmp_path, "said;what\n" + "".join(f"{text};{label}\n" for text, label in rows))
    assert command("import", "messages.csv", "--to", "shop", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "shop").exists()
    columns = ("--text-column", "said", "--label-column", "what")
    made = command("import", "messages.csv", "--to", "shop", *columns, cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("Wrote ./shop: 2 routes, 6 examples.\n")
    done = command("route", "--routebook", "./shop", "where is my parcel", cwd=tmp_path)
    assert done.stdout.startswith("ship  ")
