"""A bar put into a routebook's file: one line changes, or nothing does."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fingerpost.errors import RoutebookError
from fingerpost.learning.threshold_file import threshold_line, write_threshold

BOOK = """# A routebook.
fallback = "talk"

[thresholds] # whose word counts
accept_error = 0.03 # of all

[[routes]]
name = "talk"
# greetings

[[routes]]
name = "find"
retrieval = true
"""


def put(tmp_path: Path, text: str, bar: float, route: str | None = None) -> str:
    file = tmp_path / "routebook.toml"
    file.write_bytes(text.encode())
    write_threshold(file, bar, route)
    assert [path.name for path in tmp_path.iterdir()] == ["routebook.toml"]
    return file.read_bytes().decode()


def test_a_line_is_added_and_all_else_stays(tmp_path: Path) -> None:
    wanted = BOOK.replace("[thresholds] # whose word counts\n", "[thresholds] # whose word counts\naccept = 0.87\n")
    assert put(tmp_path, BOOK, 0.87) == wanted


def test_a_value_is_changed_and_its_comment_stays(tmp_path: Path) -> None:
    book = BOOK.replace("accept_error", "accept = 0.5   # old\naccept_error")
    assert "accept = 0.875   # old\n" in put(tmp_path, book, 0.875)


def test_a_route_gets_a_bar_of_its_own(tmp_path: Path) -> None:
    table = tomllib.loads(put(tmp_path, BOOK, 0.9, "find"))
    assert [route.get("accept") for route in table["routes"]] == [None, 0.9]
    assert "accept" not in table["thresholds"]


def test_a_table_is_added_where_there_is_none(tmp_path: Path) -> None:
    found = put(tmp_path, '[[routes]]\nname = "talk"\n', 0.9)
    assert found == '[[routes]]\nname = "talk"\n\n[thresholds]\naccept = 0.9\n'


def test_line_ends_and_a_mark_at_the_start_stay(tmp_path: Path) -> None:
    found = put(tmp_path, "\ufeff" + BOOK.replace("\n", "\r\n"), 0.9)
    assert found.startswith("\ufeff# A routebook.\r\n")
    assert found.count("\r\n") == found.count("\n") == BOOK.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        'thresholds = { trust = 0.9 }\n[[routes]]\nname = "talk"\n',
        'description = """\n[thresholds]\n"""\n[[routes]]\nname = "talk"\n[thresholds]\ntrust = 0.9\n',
    ],
)
def test_what_cannot_be_edited_safely_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "routebook.toml"
    file.write_text(text)
    with pytest.raises(RoutebookError, match=r"by hand: accept = 0\.9"):
        write_threshold(file, 0.9)
    assert file.read_text() == text


def test_a_broken_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "routebook.toml"
    file.write_text("[thresholds\n")
    with pytest.raises(RoutebookError, match="repair it first"):
        write_threshold(file, 0.9)
    assert file.read_text() == "[thresholds\n"


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "routebook.toml"
    file.write_text(BOOK)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fingerpost.learning.threshold_file.os.fsync", full)
    with pytest.raises(RoutebookError, match="the file is unchanged"):
        write_threshold(file, 0.9)
    assert file.read_text() == BOOK
    assert [path.name for path in tmp_path.iterdir()] == ["routebook.toml"]


@pytest.mark.parametrize(
    ("bar", "line"), [(0.9, "accept = 0.9"), (0.716416, "accept = 0.716416"), (0.0, "accept = 0.000001")]
)
def test_a_bar_is_written_as_a_routebook_takes_it(bar: float, line: str) -> None:
    assert threshold_line(bar) == line
