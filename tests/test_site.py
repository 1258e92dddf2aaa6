"""The site of the documents: every page is in its order, and no page asks another host for anything."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from scripts.check_site import requests_elsewhere

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def listed(text: str) -> list[str]:
    """Return the pages in the order of the site."""
    return re.findall(r"([\w/-]+\.md)$", text.partition("\nnav:\n")[2], re.MULTILINE)


def test_every_page_has_its_place() -> None:
    pages = listed((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert len(pages) == len(set(pages))
    assert set(pages) == {file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md")}
    places = [page.partition("/")[0] for page in pages if "/" in page]
    assert list(dict.fromkeys(places)) == ["how-to", "reference", "explanation"], "in the order people need them"
    assert pages[:2] == ["index.md", "tutorial.md"]


@pytest.mark.slow
def test_the_site_is_built_without_a_dead_link(tmp_path: Path) -> None:
    mkdocs = ROOT / ".venv-docs" / "bin" / "mkdocs"
    if not mkdocs.is_file():
        pytest.skip("`make docs` installs what builds the site")
    done = subprocess.run(
        [mkdocs, "build", "--strict", "--quiet", "--site-dir", tmp_path / "site"],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(requests_elsewhere(tmp_path / "site")) == []
    assert (tmp_path / "site" / "reference" / "http.html").is_file()


def test_a_page_that_is_left_out_is_noticed() -> None:
    text = "site_name: x\n# a.md\nnav:\n  - index.md\n  - How to:\n      - Own code: how-to/code.md\n"
    assert listed(text) == ["index.md", "how-to/code.md"]


@pytest.mark.parametrize(
    ("asks", "address"),
    [
        ('<script src="https://cdn.example/x.js"></script>', "https://cdn.example/x.js"),
        ('<link rel="stylesheet" href="//fonts.example/css">', "//fonts.example/css"),
        ('<link rel="preconnect" href="https://fonts.example">', "https://fonts.example"),
        ('<img src="http://example.com/a.png">', "http://example.com/a.png"),
        ('<p style="background: url(https://example.com/a.png)">', "https://example.com/a.png"),
    ],
)
def test_a_page_that_asks_another_host_is_found(asks: str, address: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f"<html><body>{asks}</body></html>", encoding="utf-8")
    assert list(requests_elsewhere(tmp_path)) == [f"index.html: {address}"]


def test_links_and_files_of_the_site_are_no_requests_elsewhere(tmp_path: Path) -> None:
    page = (
        '<link rel="canonical" href="https://example.com/"><script src="assets/a.js"></script>'
        '<img src="../b.png"><a href="https://example.com">x</a>'
    )
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    (tmp_path / "a.css").write_text("p { background: url(data:image/png;base64,xx) }", encoding="utf-8")
    assert list(requests_elsewhere(tmp_path)) == []
    (tmp_path / "a.css").write_text("@import 'https://example.com/b.css'; p { background: url(//c.example/d) }")
    assert list(requests_elsewhere(tmp_path)) == ["a.css: https://example.com/b.css", "a.css: //c.example/d"]
