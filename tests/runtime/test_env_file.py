"""`.env` files: what is read, and that errors name file and line and never a value."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.errors import SettingsError
from fingerpost.runtime.env_file import read_env_file

SECRET = "hunter2"  # noqa: S105 - looked for in errors


def read(folder: Path, text: str | bytes) -> dict[str, str]:
    file = folder / ".env"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_env_file(file)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("  A = b c  ", "b c"),
        ("export A=b", "b"),
        ("A=", ""),
        ("A=   # nothing", ""),
        ("A=b # why", "b"),
        ("A=b#c", "b#c"),
        ("A=#b", "#b"),
        ("A=b=c", "b=c"),
        ("A='b # c'", "b # c"),
        ("A='b' # why", "b"),
        (r"A='b\n'", r"b\n"),
        (r'A="b\n\"c\" \\ \d"', 'b\n"c" \\ \\d'),
        ('A="b\nc"', "b\nc"),
        ("A=${B} $(date) `date`", "${B} $(date) `date`"),
        ("A=it's", "it's"),
        ("A=ação", "ação"),
    ],
)
def test_a_value_is_read(tmp_path: Path, line: str, value: str) -> None:
    assert read(tmp_path, f"# first\n\n{line}\nZ=last\n") == {"A": value, "Z": "last"}


def test_marks_and_line_ends_of_windows_are_read(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfA=1\r\nB='2'\r\n#\r\nC=3") == {"A": "1", "B": "2", "C": "3"}


def test_the_last_of_two_counts(tmp_path: Path) -> None:
    assert read(tmp_path, "A=1\nA=2") == {"A": "2"}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (f"A=1\n{SECRET}\n", "line 2: is no setting"),
        (f"A=1\n\nB-C={SECRET}", "line 3: is no setting"),
        (f"={SECRET}", "line 1: is no setting"),
        (f"A='x\ny'\nB=\"{SECRET}\nC=1", "line 3, B: the quote is not closed"),
        (f"A='{SECRET}'more", "line 1, A: there is more after the closing quote"),
        (f"A=1\nB={SECRET}\0", "line 2, B: holds a null character"),
    ],
)
def test_an_error_names_file_and_line_and_no_value(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, text)
    assert f"{tmp_path / '.env'}, {where}" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="save it as UTF-8"):
        read(tmp_path, b"A=\xff")
    with pytest.raises(SettingsError, match="cannot be read"):
        read_env_file(tmp_path)


@given(st.text())
def test_any_text_is_read_or_told(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.getbasetemp()
    with contextlib.suppress(SettingsError):
        read(folder, text.encode(errors="surrogatepass"))
