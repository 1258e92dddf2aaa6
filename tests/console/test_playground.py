"""The playground in a browser."""

from __future__ import annotations

from tests.console.conftest import Browse, Served


def test_the_page_opens(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open("/")
        visit.check()
        assert visit.page.get_by_role("heading", name="Playground").is_visible()
        visit.page.keyboard.press("?")
        assert visit.page.get_by_role("dialog", name="Keys").is_visible()
