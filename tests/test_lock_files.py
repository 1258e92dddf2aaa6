"""The lock files: every package in them has one version and its hashes, and is installed by them alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def unlocked(text: str) -> list[str]:
    """Return the requirements of a lock file without one version or without a hash."""
    whole = text.replace("\\\n", " ")
    lines = [line.strip() for line in whole.splitlines() if line.strip() and not line.lstrip().startswith(("#", "--"))]
    return [line for line in lines if not re.match(r"[\w.\[\],-]+ ?(==|@ )\S+", line) or "--hash=sha256:" not in line]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_has_its_version_and_its_hashes(lock: Path) -> None:
    assert unlocked(lock.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("line", ["uvicorn==0.30", "uvicorn>=0.30 --hash=sha256:00", "uvicorn", "uvicorn \\\n # via x"])
def test_a_package_that_is_not_locked_is_found_out(line: str) -> None:
    assert len(unlocked(f"anyio==4.0 \\\n    --hash=sha256:11\n{line}\n")) == 1


def test_all_of_them_are_installed_by_their_hashes() -> None:
    assert len(LOCKS) >= 3
    installed = [
        line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if "-r requirements/" in line
    ]
    assert len(installed) >= len(LOCKS)
    assert all("--require-hashes" in line for line in installed)
