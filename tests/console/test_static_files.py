"""Static files: kept by browsers as long as they do not change, compressed, and only those of the package."""

from __future__ import annotations

import gzip
import re

import pytest

from fingerpost.console.layout import HOME
from fingerpost.console.static_files import PREFIX, address_of, static_files
from tests.console.conftest import Served


def test_every_file_of_a_page_is_kept_for_a_year(laptop: Served) -> None:
    client = laptop.client()
    found = re.findall(r'(?:src|href)="(/console/static/[^"]+)"', client.get(HOME).text)
    assert {address.rpartition("/")[2] for address in found} >= {"console.css", "console.js", "htmx.min.js"}
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-encoding"] == "gzip"


def test_a_file_is_sent_whole_to_whom_cannot_decompress(laptop: Served) -> None:
    answer = laptop.client().get(address_of("console.css"), headers={"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == static_files()["console.css"].content


def test_the_address_changes_with_the_content() -> None:
    file = static_files()["console.js"]
    assert gzip.decompress(file.compressed) == file.content
    addresses = [each.address for each in static_files().values()]
    assert len({address.split("/")[3] for address in addresses}) == len(addresses)


@pytest.mark.parametrize(
    "path",
    ["../layout.py", "console.css", "000000000000/console.css", "%2e%2e/layout.py", "x/vendor/htmx.LICENSE.txt"],
)
def test_nothing_else_is_served(laptop: Served, path: str) -> None:
    assert laptop.client().get(PREFIX + path).status_code == 404


def test_vendored_files_have_their_licences() -> None:
    from importlib.resources import files

    folder = files("fingerpost.console") / "static" / "vendor"
    names = {file.name for file in folder.iterdir()}
    for name in names:
        if name.endswith(".js"):
            assert name.replace(".min.js", ".LICENSE.txt") in names
