"""A real browser against a running console: one browser for a file of tests, a fresh context and page for each test.

    def test_something(laptop: Served, browse: Browse) -> None:
        with browse(laptop) as visit:
            visit.open("/console/playground")
            visit.check()

`laptop` is a server without keys; `keyed` has keys of all roles, and `visit.sign_in("eye")` signs in. At its end each
visit has had no error in the browser's console and no request to another host; `visit.check()` also runs axe.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="the console needs the extra fingerpost[serve]")
pytest.importorskip("jinja2", reason="the console needs the extra fingerpost[serve]")

from fingerpost import Router
from fingerpost.console.app import add_console
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server.key_file import add_key
from fingerpost.server.keys import ClientKey, Role
from fingerpost.settings import ServerSettings
from tests.server.http_running import Place, running, settings_in

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
CLIENTS = (ClientKey("shop", Role.USE), ClientKey("eye", Role.REVIEW), ClientKey("boss", Role.ADMINISTER))


@dataclass
class Served:
    """A running console, and the keys of its clients by name."""

    place: Place
    keys: dict[str, str] = field(default_factory=dict)
    clients: list[httpx.Client] = field(default_factory=list)

    @property
    def url(self) -> str:
        return self.place.url

    def header(self, name: str) -> dict[str, str]:
        """Return the header of a client's key."""
        return {"authorization": f"Bearer {self.keys[name]}"}

    def client(self, name: str | None = None) -> httpx.Client:
        """Return an HTTP client that has signed in with a client's key, or is a stranger."""
        client = httpx.Client(base_url=self.url, timeout=30)
        self.clients.append(client)
        if name is not None:
            assert client.post("/console/sign-in", data={"key": self.keys[name]}).status_code == 303
        return client

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        for client in self.clients:
            client.close()


@pytest.fixture(scope="module")
def laptop(new_shop: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The routebook of `fingerpost new`, served without a key; traces and turns go to a store of its own."""
    settings = settings_in(tmp_path_factory.mktemp("laptop"), own_cache, traces="store")
    with running(new_shop, settings, add_pages=add_console) as place, Served(place) as served:
        yield served


@pytest.fixture(scope="module")
def keyed(new_shop: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same with keys of clients of all three roles, `shop`, `eye` and `boss`, and one key beside, `one`."""
    folder = tmp_path_factory.mktemp("keyed")
    file = folder / "keys.toml"
    keys = {client.name: add_key(file, client) for client in CLIENTS} | {"one": "the one key"}
    serving = ServerSettings(key=keys["one"], access=AccessSettings(keys=str(file)))
    settings = settings_in(folder, own_cache, traces="store", serving=serving)
    with running(new_shop, settings, add_pages=add_console) as place, Served(place, keys) as served:
        yield served


class Visit:
    """One page in a browser of its own, and what went wrong on it."""

    def __init__(self, served: Served, page: Any) -> None:
        self.served, self.page = served, page
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.on("console", lambda said: self.errors.extend([said.text] if said.type == "error" else []))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda asked: self.foreign.extend([asked.url] if self._is_foreign(asked.url) else []))

    def _is_foreign(self, url: str) -> bool:
        return not url.startswith(f"{self.served.url}/")

    def open(self, path: str) -> None:
        """Open a path of the server."""
        self.page.goto(self.served.url + path)

    def sign_in(self, name: str) -> None:
        """Sign in with a client's key, as a person does."""
        self.open("/console/sign-in")
        self.page.get_by_label("API key").fill(self.served.keys[name])
        self.page.get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/console/playground")

    def check(self) -> None:
        """Assert that axe finds no serious fault on the page as it is, and that it is no wider than the window."""
        assert self.faults() == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"

    def faults(self) -> list[str]:
        """Return the serious and critical faults that axe finds."""
        # Through the debugger: the content policy lets no page load what is not the server's.
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self.page.evaluate("axe.run()")["violations"]
        grave = [fault for fault in found if fault["impact"] in ("serious", "critical")]
        return [f"{fault['id']}: {[node['html'][:200] for node in fault['nodes']]}" for fault in grave]


Browse = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return one browser for a file of tests, which has no asynchronous ones; skipped where there is none.

    Not for the run: while Playwright's synchronous interface is open, its event loop counts as the thread's running
    one, and asynchronous tests of other files could not start theirs.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="browser tests need playwright: the extra `dev`")
    if CHROMIUM is None:
        pytest.skip("browser tests need Chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def browse(browser: Any) -> Browse:
    """Return what opens a browser context of its own: `with browse(laptop, size=PHONE, dark=True) as visit`.

    `failing`: statuses whose responses the browser is expected to report as errors.
    """

    @contextmanager
    def opened(
        served: Served, size: dict[str, int] = DESKTOP, *, dark: bool = False, failing: tuple[int, ...] = ()
    ) -> Iterator[Visit]:
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(15_000)
        try:
            visit = Visit(served, context.new_page())
            yield visit
            # As the browser says it, and as htmx does.
            expected = [f"{said} {status} " for status in failing for said in ("status of", "Error Code")]
            errors = [error for error in visit.errors if not any(each in error for each in expected)]
            assert errors == []
            assert visit.foreign == []
        finally:
            context.close()

    return opened
