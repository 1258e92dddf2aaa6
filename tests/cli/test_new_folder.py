"""Folders that commands create: all of the files or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.cli.new_folder import free_folder, new_folder
from fingerpost.errors import RoutebookError


@pytest.mark.parametrize("name", ["..", ".", "", "a b", "a\x00b", "x/.."])
def test_a_name_that_is_no_folders_is_refused(name: str) -> None:
    with pytest.raises(RoutebookError, match="use letters, digits, - and _"):
        free_folder(name)


def test_it_has_its_name_only_when_all_is_written(tmp_path: Path) -> None:
    with new_folder(tmp_path / "shop") as part:
        part.mkdir()
        (part / "a").write_text("x")
        assert not (tmp_path / "shop").exists()
    assert (tmp_path / "shop" / "a").read_text() == "x"
    with pytest.raises(RoutebookError, match="exists already"):
        free_folder(str(tmp_path / "shop"))


def test_a_fault_leaves_nothing(tmp_path: Path) -> None:
    def fail() -> None:
        with new_folder(tmp_path / "shop") as part:
            part.mkdir()
            raise OSError(28, "No space left on device")

    with pytest.raises(RoutebookError, match="No space left on device; nothing was left there"):
        fail()
    assert list(tmp_path.iterdir()) == []
