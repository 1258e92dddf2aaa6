"""The routes page in a browser: an edited example with its effect, published and rolled back; roles and strangers."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fingerpost.console.app import add_console
from fingerpost.console.routes import PATH, ROUTE_PATH, change_in_words, route_address, share
from fingerpost.learning import trial_runner
from fingerpost.learning.live_updates import LiveUpdater
from fingerpost.routebook.example_rows import ExampleChange, edit_examples
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.routing.live import LiveRouter
from fingerpost.routing.router import Router
from fingerpost.runtime.server_settings import AccessSettings
from fingerpost.server import served_routes
from fingerpost.server.key_file import add_key
from fingerpost.server.sign_in import TOKEN_HEADER
from fingerpost.settings import ServerSettings
from fingerpost.stores.published_routebooks import MAX_VERSIONS
from fingerpost.stores.trials import DONE, NewTrial
from fingerpost.types import Turn
from tests.console.conftest import CLIENTS, PHONE, Browse, Served, Visit
from tests.learning.test_published_routebook import write_book
from tests.server.http_running import running, settings_in, until

NEW = ["is there a warranty for the kettle", "warranty of a kettle", "how long is the kettle under warranty"]
SAID = "what about the kettle and its warranty"
SCRIPT = "<script>alert(1)</script> & \"quotes'"
FLIP = {
    "source": "held-out", "turn": None, "text": SCRIPT, "old": None, "new": "product", "expected": "product",
    "way": "fixed", "taught": False,
}  # fmt: skip
RESULT = {
    "seconds": 1.0, "notes": ["a note"], "flips": [FLIP], "left_out": 7, "cross_validation": None,
    "traffic": {"messages": 0, "changed": 0},
    "held_out": {
        "rows": 3, "fixed": 1, "broken": 0, "accuracy": {"old": 0.5, "new": 1.0}, "served": {"old": 0.5, "new": 1.0},
        "more_than_noise": False, "p_value": 1.0,
    },
}  # fmt: skip
CHILD = f"import sys; sys.stdin.buffer.read(); print({json.dumps({'result': RESULT})!r})"


@contextmanager
def serving(folder: Path, cache: Path, keys: dict[str, str] | None = None) -> Iterator[Served]:
    """Serve a routebook that follows the store, with keys where they are given."""
    access = AccessSettings() if keys is None else AccessSettings(keys=str(folder / "keys.toml"))
    settings = settings_in(folder, cache, traces="store", serving=ServerSettings(access=access))
    live = LiveRouter(write_book(folder / "shop"), settings=settings)
    with running(live, settings, add_pages=add_console) as place, Served(place, keys or {}) as served:  # type: ignore[arg-type]
        updater = LiveUpdater(live, place.assistant.sessions).start(0.1)
        try:
            yield served
        finally:
            updater.close()


@pytest.fixture
def laptop(tmp_path: Path, own_cache: Path) -> Iterator[Served]:
    with serving(tmp_path, own_cache) as served:
        yield served


@pytest.fixture
def keyed(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(trial_runner, "COMMAND", [sys.executable, "-c", CHILD])
    keys = {client.name: add_key(tmp_path / "keys.toml", client) for client in CLIENTS}
    with serving(tmp_path, own_cache, keys) as served:
        yield served


def examples(served: Served) -> set[str]:
    return {example.text for example in served.place.assistant.routes.router.routebook.examples}


def sure(visit: Visit) -> None:
    """Answer the question of a button with yes, and wait for the page that follows."""
    with visit.page.expect_navigation():
        visit.page.get_by_role("dialog").get_by_role("button", name="Yes").click()


def test_an_edited_example_with_its_effect_is_published_and_rolled_back(
    laptop: Served, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_routes, "COUNTED_FOR", 0.0)
    store, before = laptop.place.assistant.sessions.store, examples(laptop)
    decided = laptop.place.assistant.routes.router.route(SAID).route
    store.write("s", "r", [Turn("user", SAID, decided, "student", 0.4)], routebook="shop")
    store.correct("r", "shipping")
    with browse(laptop) as visit:
        page = visit.page
        visit.open(PATH)
        visit.check()
        page.get_by_role("link", name="shipping").click()
        page.get_by_label("Find examples").fill("COURIER lost")
        page.get_by_role("button", name="Find").click()
        assert page.locator(".examples tbody tr").count() == 1
        assert "examples.jsonl:19" in page.locator(".examples tbody").inner_text()
        page.get_by_label("Remove “the courier lost my parcel”").check()
        assert page.locator("#removing").inner_text() == "1"
        page.get_by_label("Add examples, one a line").fill("\n".join(NEW))
        visit.check()
        page.get_by_role("button", name="Try this change").click()
        page.get_by_role("heading", name="Messages whose route would change").wait_for(timeout=200_000)
        visit.check()
        assert examples(laptop) == before, "a trial changes nothing"
        row = page.locator(".flips tr", has_text=SAID)
        assert row.locator("td").all_inner_texts()[1:] == [decided or "none", "shipping", "fixed", "traffic"]
        page.get_by_role("button", name="Publish this change").click()
        page.get_by_role("dialog").get_by_role("button", name="No").click()
        assert store.published.latest("shop") is None
        page.get_by_role("button", name="Publish this change").click()
        sure(visit)
        until(lambda: examples(laptop) == (before - {"the courier lost my parcel"}) | set(NEW))
        assert laptop.place.assistant.routes.router.route(SAID).route == "shipping"
        page.get_by_role("link", name="See the versions").click()
        assert "published version 1" in page.locator(".figures").inner_text()
        visit.check()
        page.get_by_role("button", name="Roll back version 1").click()
        sure(visit)
        until(lambda: examples(laptop) == before)
        assert "taken back" in page.locator("#versions-title + table").inner_text()


@pytest.mark.parametrize("dark", [False, True])
def test_it_can_be_used_on_a_phone(laptop: Served, browse: Browse, dark: bool) -> None:
    with browse(laptop, size=PHONE, dark=dark) as visit:
        for address in (PATH, route_address("refund")):
            visit.open(address)
            visit.check()


def test_a_trial_is_shown_whatever_its_texts_are(keyed: Served, browse: Browse) -> None:
    with browse(keyed, size=PHONE) as visit:
        page = visit.page
        visit.sign_in("boss")
        visit.open(route_address("product"))
        page.get_by_label("Add examples, one a line").fill(f"{SCRIPT}\n\n  {SCRIPT}  ")
        page.get_by_role("button", name="Try this change").click()
        page.get_by_role("heading", name="Held-out rows").wait_for()
        visit.check()
        page.get_by_text("What was edited").click()
        assert page.locator(".edited .added").all_text_contents() == [f"added: {SCRIPT}"] * 2
        assert SCRIPT in page.locator(".flips").inner_text()
        assert "7 more are not listed" in page.locator("#trial").inner_text()
        assert "1 added" in page.locator(".figures").inner_text(), "the same text once"


def test_what_is_refused_is_said_on_the_page(keyed: Served, browse: Browse) -> None:
    with browse(keyed, failing=(400,)) as visit:
        visit.sign_in("boss")
        visit.open(route_address("product"))
        visit.page.get_by_role("button", name="Try this change").click()
        visit.page.get_by_role("alert").get_by_text("othing would change").wait_for()
        assert visit.page.url.startswith(f"{keyed.url}{ROUTE_PATH}")


def test_who_reviews_sees_and_changes_nothing(keyed: Served, browse: Browse) -> None:
    store = keyed.place.assistant.sessions.store
    store.published.add("shop", "x", "{}", who="boss")
    with browse(keyed) as visit:
        visit.sign_in("eye")
        visit.open(PATH)
        assert "by boss" in visit.page.locator("#versions-title + table").inner_text()
        assert visit.page.locator("main button[data-call]").count() == 0
        visit.open(route_address("refund"))
        assert visit.page.get_by_label("Add examples, one a line").count() == 0


def test_strangers_other_roles_and_forged_calls_are_kept_out(keyed: Served) -> None:
    stranger, shop, boss = keyed.client(), keyed.client("shop"), keyed.client("boss")
    addresses = (PATH, route_address("refund"), f"{PATH}/trial?trial=1", f"{PATH}/trial/part?trial=1")
    for address in addresses:
        assert stranger.get(address).headers["location"].startswith("/console/sign-in")
        assert shop.get(address).status_code == 403
    change: dict[str, Any] = {"changes": [{"route": "product", "add": NEW}]}
    assert stranger.post("/v1/routebook/try", json=change).status_code == 401
    forged = boss.post("/v1/routebook/try", json=change)
    assert (forged.status_code, TOKEN_HEADER in forged.text) == (403, True), "a cookie alone changes nothing"
    assert keyed.place.assistant.sessions.store.trials.all("shop") == []
    assert boss.get(f"{PATH}/trial?trial=1").status_code == 404
    assert boss.get(route_address(SCRIPT)).status_code == 404
    assert SCRIPT not in boss.get(route_address(SCRIPT)).text


def test_after_publish_and_roll_back_the_page_comes_to_show_what_serves(
    laptop: Served, browse: Browse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a classifier is trained, the page says so; then it shows what serves, and nobody reloads it."""
    store, trained = laptop.place.assistant.sessions.store, threading.Event()
    warm = Router.warm

    def late(self: Router) -> Router:
        assert trained.wait(60)
        return warm(self)

    monkeypatch.setattr(Router, "warm", late)
    content = edit_examples(pack(tmp_path / "shop"), [ExampleChange("product", NEW)], ["product"]).packed
    with browse(laptop) as visit:
        page, figures = visit.page, visit.page.locator(".figures")
        store.published.add("shop", digest_of(content), content)
        visit.open(PATH)
        page.get_by_text("about to serve published version 1").wait_for()
        assert "its folder" in figures.inner_text()
        visit.check()
        trained.set()
        figures.get_by_text("published version 1").wait_for()
        rows = laptop.client().get(route_address("product")).text
        assert "examples.jsonl" not in rows, "the folder's file has no such lines"
        assert rows.count('<td class="number mono">published version 1</td>') == 10 + len(NEW)
        assert page.get_by_text("about to serve").count() == 0
        trained.clear()
        page.get_by_role("button", name="Roll back version 1").click()
        sure(visit)
        page.get_by_text("about to serve its folder").wait_for()
        assert "published version 1" in figures.inner_text()
        trained.set()
        figures.get_by_text("its folder").wait_for()
        assert page.get_by_text("about to serve").count() == 0


def test_what_was_taken_back_can_be_tried_and_published_again(keyed: Served) -> None:
    boss, key, change = keyed.client("boss"), keyed.header("boss"), {"changes": [{"route": "product", "add": NEW}]}

    def call(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = boss.post(f"/v1/routebook/{path}", json=body, headers=key)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def tried() -> dict[str, Any]:
        begun = call("try", change)
        until(lambda: "Publish this change" in page(begun["trial"]))
        return {"trial": begun["trial"], "digest": begun["digest"]}

    def page(trial: int) -> str:
        return boss.get(f"{PATH}/trial?trial={trial}").text

    before, first = examples(keyed), tried()
    call("publish", first)
    until(lambda: examples(keyed) != before)
    assert "published as version 1, which serves" in page(first["trial"])
    assert "Publish this change" not in page(first["trial"])
    call("rollback", {"version": 1})
    until(lambda: examples(keyed) == before)
    assert "Publish this change" in page(first["trial"])
    second = tried()
    assert second["digest"] == first["digest"]
    assert call("publish", second) == {"version": 2}


def test_what_cannot_be_rolled_back_is_said(keyed: Served) -> None:
    boss, published = keyed.client("boss"), keyed.place.assistant.sessions.store.published
    content = pack(keyed.place.assistant.routes.folder)  # type: ignore[attr-defined]
    for number in range(1, MAX_VERSIONS + 2):
        published.add("shop", str(number), content)
    assert f"Roll back version {MAX_VERSIONS + 1}" in boss.get(PATH).text
    for number in range(MAX_VERSIONS + 1, 2, -1):
        published.roll_back("shop", number)
    page = boss.get(PATH).text
    assert "Version 2 cannot be rolled back: version 1, which served before it, is no longer kept" in page
    assert "Roll back version" not in page
    told = boss.post("/v1/routebook/rollback", json={"version": 2}, headers=keyed.header("boss"))
    assert (told.status_code, "is no longer kept" in told.text) == (409, True)


def test_a_label_of_an_example_is_not_called_none(keyed: Served) -> None:
    store = keyed.place.assistant.sessions.store
    counts = {"messages": 3, "changed": 0, "judged": 0, "cut": 0, "accepted": {"old": 1, "new": 1}}
    for labelled, told in ((0, "No person has labelled"), (2, "All 2 that have a label are examples")):
        number = store.trials.begin("shop", "ana", NewTrial(None, "b", "d", "{}", {"added": 1}))
        result = {**RESULT, "traffic": {**counts, "labelled": labelled}}
        store.trials.finish(number, DONE, result)
        assert told in keyed.client("boss").get(f"{PATH}/trial?trial={number}").text


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({}, "another route</p>"),
        ({"changed_examples": 1}, "1 of these is an example"),
        ({"changed_examples": 2}, "2 of these are examples"),
    ],
)
def test_changed_messages_that_are_examples_are_counted_apart(keyed: Served, own: dict[str, int], told: str) -> None:
    trials = keyed.place.assistant.sessions.store.trials
    number = trials.begin("shop", "ana", NewTrial(None, "b", "d", "{}", {"added": 1}))
    counts = {"messages": 43, "changed": 5, "judged": 0, "labelled": 0, "cut": 0, "accepted": {"old": 1, "new": 1}}
    trials.finish(number, DONE, {**RESULT, "traffic": {**counts, **own}})
    text = keyed.client("boss").get(f"{PATH}/trial?trial={number}").text
    assert told in text[text.index("<strong>5</strong> of 43") :]


def test_a_trial_that_runs_is_asked_for_again_after_a_failure_and_keeps_focus_and_what_is_open(keyed: Served) -> None:
    change = {"added": 1, "routes": {"product": {"add": ["x"], "remove": []}}}
    number = keyed.place.assistant.sessions.store.trials.begin("shop", "ana", NewTrial(None, "b", "d", "{}", change))
    text = keyed.client("boss").get(f"{PATH}/trial/part?trial={number}").text
    assert 'hx-trigger="every 1s"' in text, "`load` would not come again"
    assert '<details class="edited" id="edited" hx-preserve>' in text
    assert '<button type="button" id="cancel"' in text


def test_a_page_of_examples_after_the_last_one_and_of_another_size(keyed: Served) -> None:
    boss = keyed.client("boss")
    assert "only 10, fewer than" in boss.get(f"{ROUTE_PATH}?name=refund&start=60").text
    assert "start=4&amp;limit=2" in boss.get(f"{ROUTE_PATH}?name=refund&start=2&limit=2").text
    assert "limit" not in boss.get(f"{ROUTE_PATH}?name=refund&start=2").text


@pytest.mark.parametrize("line", [b'{"text": broken\n', b'{"text": "caf\xe9", "route": "product"}\n'])
def test_an_edit_of_the_folder_that_was_refused_hides_no_route(keyed: Served, tmp_path: Path, line: bytes) -> None:
    with (tmp_path / "shop" / "examples.jsonl").open("ab") as file:
        file.write(line)
    answer = keyed.client("boss").get(route_address("refund"))
    assert (answer.status_code, "I want my money back" in answer.text) == (200, True)


def test_words() -> None:
    assert (share(1, 3), share(0, 0)) == ("33 %", "–")
    assert change_in_words({"source": "folder"}) == "the server's folder"
    assert change_in_words({"added": 1, "moved": 1}) == "example: 1 added, 1 of them from another route"
    assert change_in_words({"added": 2, "removed": 3}) == "examples: 2 added, 3 removed"
    assert route_address("a b&c=d") == f"{ROUTE_PATH}?name=a+b%26c%3Dd"
