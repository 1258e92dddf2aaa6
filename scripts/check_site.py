"""Check that no page of the built site asks another host for anything: `make docs` runs it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

LOADED = {
    "audio": "src", "embed": "src", "iframe": "src", "img": "src", "object": "data", "script": "src", "source": "src",
    "track": "src", "video": "src",
}  # fmt: skip
"""What a browser loads with a page, and the attribute that says from where. Links are for people to follow."""
LINKED = {"stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch", "modulepreload", "manifest"}
ELSEWHERE = re.compile(r"^\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
IN_STYLES = re.compile(r"""(?:@import\s+|url\(\s*)["']?((?:[a-z]+:)?//[^"')\s]+)""", re.IGNORECASE)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        address = given.get(LOADED.get(tag, ""), "")
        if tag == "link" and LINKED & set(given.get("rel", "").lower().split()):
            address = given.get("href", "")
        if ELSEWHERE.match(address):
            self.asked.append(address)
        self.asked += IN_STYLES.findall(given.get("style", ""))


def requests_elsewhere(site: Path) -> Iterator[str]:
    """Yield FILE: ADDRESS for everything that pages and style sheets load from another host."""
    for file in sorted(site.rglob("*.html")):
        page = _Page()
        page.feed(file.read_text(encoding="utf-8"))
        yield from (f"{file.relative_to(site)}: {address}" for address in page.asked)
    for file in sorted(site.rglob("*.css")):
        for address in IN_STYLES.findall(file.read_text(encoding="utf-8")):
            yield f"{file.relative_to(site)}: {address}"


def main() -> None:
    """Exit with 1 where a page of the site in the given folder asks another host, or where there is none."""
    site = Path(sys.argv[1])
    if not (site / "index.html").is_file():
        raise SystemExit(f"{site} has no index.html: build it with `make docs`")
    if found := list(requests_elsewhere(site)):
        raise SystemExit("asked of another host:\n" + "\n".join(found))


if __name__ == "__main__":
    main()
