"""The review page in a browser: twenty messages by keyboard alone, undo, two reviewers, many routes, nothing to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import current_thread
from typing import Any

import httpx
import pytest

from fingerpost import Route, Router
from fingerpost.console.app import add_console
from fingerpost.console.review import HELD, PATH
from fingerpost.learning.promotion_gate import MIN_HELD_OUT_ROWS
from fingerpost.settings import Settings
from fingerpost.stores import Store
from fingerpost.stores.reviews import Reviewer, Reviews
from fingerpost.types import Turn
from tests.console.conftest import PHONE, Browse, Served, Visit
from tests.server.http_running import running, settings_in, until

THINGS = ["lamp", "jacket", "parcel", "invoice", "refund", "courier", "discount", "password"]
TOPICS = [
    "is late and I am cross",
    "in three colours please",
    "twice on my card",
    "to another address",
    "¿cuánto cuesta?",
]


def message(number: int) -> str:
    return f"the {THINGS[number % 8]} {TOPICS[number % 5]} {number}"


def fill(served: Served, count: int, start: int = 0) -> None:
    """Store messages that nobody labelled, with answers, two a session."""
    store, book = store_of(served), served.place.assistant.routes.router.routebook
    for number in range(start, start + count):
        turns = [Turn("user", message(number), book.names[0], "student", 0.4), Turn("assistant", f"Answer {number}.")]
        store.write(f"s{number // 2}", f"r{number}", turns, routebook=book.name)


def store_of(served: Served) -> Store:
    return served.place.assistant.sessions.store


def labels(served: Served) -> list[str]:
    name = served.place.assistant.routes.router.routebook.name
    return [said.corrected for said in store_of(served).stored_messages(name) if said.corrected is not None]


Serve = Callable[[Router], AbstractContextManager[Served]]


@pytest.fixture
def serving(own_cache: Path, tmp_path: Path) -> Serve:
    """Return what serves a router with a store of its own, as `with serving(router) as served`."""

    @contextmanager
    def serve(router: Router) -> Iterator[Served]:
        with running(router, settings_in(tmp_path, own_cache), add_pages=add_console) as place, Served(place) as served:
            yield served

    return serve


@pytest.fixture
def served(serving: Serve, new_shop: Router) -> Iterator[Served]:
    """A console on a laptop, with twenty-five messages to label."""
    with serving(new_shop) as place:
        fill(place, 25)
        yield place


def shown(visit: Visit) -> str:
    """Return the message that is shown, once it takes an answer."""
    # It gets the focus when it begins to settle.
    text: str = visit.page.locator("#message:focus").inner_text()
    visit.page.wait_for_timeout(220)
    return text


def press(visit: Visit, key: str) -> str:
    """Press a key that brings another message, and return it."""
    before = visit.page.locator("#message").element_handle()
    visit.page.keyboard.press(key)
    visit.page.wait_for_function("before => !before.isConnected", arg=before)
    return shown(visit)


def look_again(visit: Visit) -> str:
    """Look whether there is something to review by now, and return what is shown."""
    before = visit.page.locator("#message").element_handle()
    visit.page.get_by_role("button", name="Look again").click()
    visit.page.wait_for_function("before => !before.isConnected", arg=before)
    return shown(visit)


def test_twenty_messages_are_reviewed_by_keyboard_alone(served: Served, browse: Browse) -> None:
    names = served.place.assistant.routes.router.routebook.names
    given = []
    with browse(served) as visit:
        visit.open(PATH)
        seen = [shown(visit)]
        visit.check()
        for turn in range(20):
            route = turn % len(names)
            seen.append(press(visit, str(route + 1)))
            given.append(names[route])
            assert visit.page.locator("#said").inner_text() == f"Labelled: {names[route]}."
        assert len(set(seen)) == 21, "no message is shown twice"
        assert sorted(labels(served)) == sorted(given)
        assert "20 by you today" in visit.page.locator(".progress-row").inner_text()
        assert "5 left" in visit.page.locator(".progress-row").inner_text()
        visit.page.locator("#results .figure").wait_for()
        visit.check()


def test_undo_skip_none_and_moving(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open(PATH)
        first = shown(visit)
        second = press(visit, "1")
        assert press(visit, "u") == first
        assert labels(served) == []
        assert press(visit, "0") == second
        assert labels(served) == ["oos"]
        third = press(visit, "s")
        assert third not in (first, second)
        assert press(visit, "ArrowLeft") == second
        assert "You said" in visit.page.locator(".facts").inner_text()
        assert press(visit, "ArrowLeft") == first
        names = served.place.assistant.routes.router.routebook.names
        assert press(visit, "2") in (second, third), "on to what has no label"
        assert sorted(labels(served)) == sorted([names[1]]), "another answer replaces the first"


def test_arrows_choose_a_route_and_the_list_of_keys_takes_no_answer(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open(PATH)
        first = shown(visit)
        visit.page.keyboard.press("?")
        assert visit.page.get_by_role("dialog", name="Keys").is_visible()
        visit.page.keyboard.press("1")
        visit.page.keyboard.press("Escape")
        assert (shown(visit), labels(served)) == (first, [])
        visit.page.keyboard.press("ArrowDown")
        best = visit.page.locator(".route:focus .name").inner_text()
        visit.page.keyboard.press("ArrowDown")
        chosen = visit.page.locator(".route:focus .name").inner_text()
        assert chosen != best
        press(visit, "Enter")
        assert labels(served) == [chosen]


def test_a_second_click_in_the_same_moment_is_no_second_label(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open(PATH)
        shown(visit)
        visit.page.locator(".route").first.dblclick()
        visit.page.get_by_text("Labelled: ").wait_for()
        shown(visit)
        assert len(labels(served)) == 1


def test_two_reviewers_have_different_messages(served: Served, browse: Browse) -> None:
    with browse(served) as one, browse(served) as two:
        for visit in (one, two):
            visit.open(PATH)
        found = [shown(one), shown(two)]
        for _ in range(4):
            found += [press(one, "1"), press(two, "2")]
        assert len(set(found)) == 10


def test_claims_that_nobody_looks_at_are_found_out(
    served: Served, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The saboteur: every reviewer gets the first of the queue."""
    monkeypatch.setattr("fingerpost.stores.reviews._taken_digests", lambda *_: set())
    with pytest.raises(AssertionError):
        test_two_reviewers_have_different_messages(served, browse)


def test_who_leaves_gives_the_messages_back(served: Served, browse: Browse) -> None:
    count = "SELECT count(*) FROM fingerpost_review_claims WHERE done = 0"

    def held() -> int:
        return int(store_of(served)._database.read(lambda connection: connection.query(count))[0][0])

    with browse(served) as visit:
        visit.open(PATH)
        shown(visit)
        assert held() == HELD
        visit.open("/console/playground")
        until(lambda: held() == 0)


def test_somebody_who_was_faster_is_told_and_the_next_one_shown(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open(PATH)
        first = shown(visit)
        name = served.place.assistant.routes.router.routebook.name
        number = next(said.id for said in store_of(served).stored_messages(name) if said.text == first)
        release = "DELETE FROM fingerpost_review_claims"
        store_of(served)._database.write(lambda connection: connection.execute(release))
        store_of(served).reviews.label(name, Reviewer("ben"), number, "refund")
        assert press(visit, "1") != first
        assert "was labelled refund by ben" in visit.page.locator("#said").inner_text()
        assert labels(served) == ["refund"]


def test_more_than_nine_routes_are_found_by_their_name(serving: Serve, browse: Browse, own_cache: Path) -> None:
    names = [
        "álbum",
        "bridge",
        "castle",
        "desert",
        "engine",
        "forest",
        "garden",
        "harbour",
        "island",
        "jungle",
        "kiosk",
        "lagoon",
    ]
    examples = ("where is the {}", "tell me about the {}", "I want a {}", "show the {} to me")
    router = Router(
        [
            Route(name, description=f"All about the {name}.", examples=[one.format(name) for one in examples])
            for name in names
        ],
        settings=Settings(cache=own_cache),
    ).warm()
    with serving(router) as served, browse(served) as visit:
        fill(served, 6)
        visit.open(PATH)
        shown(visit)
        visit.check()
        press(visit, "9")
        assert labels(served) == ["island"]
        visit.page.keyboard.press("/")
        visit.page.keyboard.type("lag")
        assert visit.page.locator(".routes li:visible").count() == 1
        assert visit.page.locator(".routes li:visible .digit").inner_text() == "1"
        press(visit, "Enter")
        assert labels(served)[-1:] == ["lagoon"] or "lagoon" in labels(served)
        visit.page.keyboard.press("/")
        visit.page.keyboard.type("ALBUM")
        press(visit, "Enter")
        assert "álbum" in labels(served)
        visit.page.keyboard.press("/")
        visit.page.keyboard.type("zebra")
        assert visit.page.get_by_text("No route has these letters.").is_visible()
        visit.page.keyboard.press("Enter")
        visit.page.keyboard.press("Escape")
        assert visit.page.locator(".routes li:visible").count() == 12
        assert len(labels(served)) == 3


def test_nothing_to_review_says_what_to_do(serving: Serve, new_shop: Router, browse: Browse) -> None:
    with serving(new_shop) as served, browse(served) as visit:
        visit.open(PATH)
        assert shown(visit) == "Nothing to review now"
        assert "POST /v1/ask" in visit.page.locator("#review").inner_text()
        visit.check()
        fill(served, 1)
        # The order of the queue is made anew every few seconds.
        until(lambda: look_again(visit) == message(0))
        assert press(visit, "1") == "Nothing to review now"
        assert "is labelled" in visit.page.locator("#review").inner_text()
        assert press(visit, "u") == message(0)


def test_on_a_phone_it_is_done_by_touch(served: Served, browse: Browse) -> None:
    for dark in (False, True):
        with browse(served, size=PHONE, dark=dark) as visit:
            visit.open(PATH)
            shown(visit)
            visit.check()
            for button in visit.page.locator("#review button:visible").all():
                assert button.bounding_box()["height"] >= 44
            before = len(labels(served))
            visit.page.locator(".route").nth(1).click()
            visit.page.get_by_text("Labelled: ").wait_for()
            assert len(labels(served)) == before + 1


def test_what_users_wrote_is_text_and_nothing_else(serving: Serve, new_shop: Router, browse: Browse) -> None:
    evil = "<img src=x onerror=alert(1)> '\"}} {{ 7*7 }}"
    with serving(new_shop) as served, browse(served) as visit:
        name = served.place.assistant.routes.router.routebook.name
        for text in (evil, f"{evil} again"):
            store_of(served).write(text, text, [Turn("user", text, "refund", "llm", 0.01)], routebook=name)
        visit.open(PATH)
        assert shown(visit).startswith(evil)
        assert press(visit, "1").startswith(evil)
        assert visit.page.locator("#review img").count() == 0


# Who may


@pytest.mark.parametrize("path", ["", "/item", "/label", "/undo", "/release", "/results"])
def test_only_the_role_review_may(keyed: Served, path: str) -> None:
    def status(client: httpx.Client, **headers: str) -> int:
        method, form = ("GET", None) if path in ("", "/results") else ("POST", {"desk": "a"})
        sent = {"hx-request": "true", **headers}
        return client.request(method, f"{PATH}{path}", data=form, headers=sent).status_code

    assert status(keyed.client()) == 401
    assert status(keyed.client("shop")) == 403
    # A change by cookie needs the token, which a key does not.
    assert status(keyed.client("eye")) == (200 if path in ("", "/results") else 403)
    assert status(keyed.client(), **keyed.header("eye")) in (200, 204, 422, 400)
    assert status(keyed.client(), **keyed.header("shop")) == 403


def test_the_results_say_that_held_out_rows_are_needed(keyed: Served) -> None:
    page = keyed.client("eye").get(f"{PATH}/results", headers={"hx-request": "true"}).text
    assert "fingerpost learn --held-out FILE" in page
    assert f"at least {MIN_HELD_OUT_ROWS} rows" in page


def test_with_a_key_the_reviewer_is_its_name(keyed: Served, browse: Browse) -> None:
    fill(keyed, 3)
    with browse(keyed) as visit:
        visit.sign_in("eye")

        def opened() -> str:
            visit.open(PATH)
            return shown(visit)

        # A test before may have had the queue made, when it was empty: it is made anew every few seconds.
        until(lambda: opened() != "Nothing to review now")
        press(visit, "1")
        name = keyed.place.assistant.routes.router.routebook.name
        assert store_of(keyed).reviews.counts(name, 0.0) == {"eye": (1, 1)}


def test_the_page_works_on_the_threads_of_the_review(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    used = set[str]()

    def noted(self: Reviews, *given: Any) -> Any:
        used.add(current_thread().name.rpartition("_")[0])
        return claim(self, *given)

    claim = Reviews.claim
    monkeypatch.setattr(Reviews, "claim", noted)
    assert served.client().post(f"{PATH}/item", data={"desk": "tab"}).status_code == 200
    assert used == {"fingerpost-review"}


@pytest.mark.parametrize(
    ("path", "fields", "said"),
    [
        ("item", {"desk": "<b>"}, "desk: string should match pattern"),
        ("item", {"item": "many"}, "item: input should be a valid integer"),
        ("label", {"item": "1", "answer": "maybe"}, "answer: input should be"),
        ("label", {"item": "1", "more": "1"}, "more: unknown field"),
        ("label", {"answer": "skip"}, "item is missing"),
        ("label", {f"f{number}": "1" for number in range(11)}, "more than 10 fields"),
    ],
)
def test_what_the_page_never_sends_is_refused_in_words(
    served: Served, path: str, fields: dict[str, str], said: str
) -> None:
    answer = served.client().post(f"{PATH}/{path}", data=fields)
    assert answer.status_code in (400, 422)
    assert said in answer.text


def test_a_route_whose_name_is_too_long_is_refused_in_words(served: Served) -> None:
    answer = served.client().post(f"{PATH}/label", data={"item": "1", "route": "x" * 300})
    assert answer.status_code == 413
    assert "route is longer than 200 characters" in answer.text


@pytest.mark.parametrize("path", ["item", "label", "undo", "release"])
def test_a_form_that_is_too_large_is_not_parsed(served: Served, path: str) -> None:
    answer = served.client().post(f"{PATH}/{path}", data={"desk": "x" * 10_000})
    assert answer.status_code == 413
    assert "larger than 8,000 bytes" in answer.text
