"""The playground in a browser: a message is routed, explained, answered and corrected, with the keyboard alone."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fingerpost.console import playground
from fingerpost.console.layout import HOME
from fingerpost.console.playground import MAX_TRIES, RECENT, RecentDecisions, messages_to_try
from fingerpost.routing.router import Router
from fingerpost.server.limits import MAX_MESSAGE_CHARACTERS
from fingerpost.types import Decision, Message
from tests.console.conftest import DESKTOP, PHONE, Browse, Served, Visit

MESSAGE = "hola, ¿me devolvéis el dinero?"
EVIL = '<img src=x onerror="alert(1)"><script>alert(2)</script>{{ 7 * 7 }}'


def write(visit: Visit, text: str) -> None:
    visit.page.get_by_label("Message").fill(text)


def route(visit: Visit, text: str) -> Any:
    """Route a message by the keyboard, and return the heading of its decision, which has the focus."""
    write(visit, text)
    visit.page.keyboard.press("Control+Enter")
    heading = visit.page.locator("#route:focus")
    heading.wait_for()
    return heading


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_message_is_routed_explained_corrected_and_answered_by_keyboard(
    laptop: Served, browse: Browse, size: dict[str, int], dark: bool
) -> None:
    with browse(laptop, size, dark=dark) as visit:
        visit.open("/")
        visit.check()
        assert route(visit, MESSAGE).inner_text() == "refund"
        layers = visit.page.locator(".layers li").all_inner_texts()
        assert [text.split("\n")[0] for text in layers] == [
            "Memo", "Rules", "Encoder", "Classifier", "Language model", "Fallback",
        ]  # fmt: skip
        assert re.search(r"decided\s+\d+(\.\d)? [mµ]s", layers[3])
        assert "The bar of 0." in layers[3]
        visit.page.get_by_role("heading", name="Nearest examples").wait_for()
        for heading in ("Why", "What would change it", "Words that weighed", "What the classifier thinks"):
            assert visit.page.get_by_role("heading", name=heading).is_visible()
        assert visit.page.get_by_role("rowheader", name="dinero").is_visible()
        assert visit.page.get_by_text("cuándo me devuelven el dinero?").last.is_visible()
        visit.check()
        visit.page.keyboard.press("w")
        visit.page.keyboard.press("2")
        visit.page.get_by_text("Stored: this message should have been shipping").wait_for()
        visit.page.keyboard.press("a")
        visit.page.get_by_role("button", name="Continue the conversation").wait_for()
        assert "30 días" in visit.page.locator("#answer-text").inner_text()
        assert not visit.page.get_by_role("button", name="Stop").is_visible()
        # The decision and what was said of it are still there: the message is the same.
        assert visit.page.get_by_text("Stored: this message").is_visible()
        visit.check()


def test_a_correction_is_stored_with_its_message_and_nothing_before(laptop: Served, browse: Browse) -> None:
    store = laptop.place.assistant.sessions.store
    book = laptop.place.assistant.routes.router.routebook.name

    def corrected(text: str) -> list[Any]:
        return [message for message in store.stored_messages(book) if message.text == text]

    with browse(laptop) as visit:
        visit.open(HOME)
        route(visit, "my lamp came in pieces")
        assert corrected("my lamp came in pieces") == []
        visit.page.get_by_role("button", name="This was wrong").click()
        visit.page.get_by_role("button", name="refund").click()
        visit.page.get_by_text("Stored: this message").wait_for()
    (found,) = corrected("my lamp came in pieces")
    assert found.corrected == "refund"


def test_a_correction_is_of_the_message_that_was_decided_and_not_of_what_is_in_the_box_by_now(
    laptop: Served, browse: Browse
) -> None:
    store = laptop.place.assistant.sessions.store
    book = laptop.place.assistant.routes.router.routebook.name
    with browse(laptop) as visit:
        visit.open(HOME)
        route(visit, "my chair has a broken leg")
        write(visit, "when do you open on Sundays?")
        visit.page.get_by_role("button", name="This was wrong").click()
        visit.page.get_by_role("button", name="refund").click()
        visit.page.get_by_text("Stored: this message").wait_for()
    said = {each.text: each.corrected for each in store.stored_messages(book)}
    assert said["my chair has a broken leg"] == "refund"
    assert "when do you open on Sundays?" not in said


def test_a_correction_is_not_of_another_message_that_was_asked(laptop: Served, browse: Browse) -> None:
    store = laptop.place.assistant.sessions.store
    book = laptop.place.assistant.routes.router.routebook.name
    with browse(laptop, failing=(503,)) as visit:
        visit.open(HOME)
        route(visit, "my desk came without screws")
        # The next one is answered, and its decision is not shown: the first one stays on the page.
        visit.page.route("**/console/playground/decision", lambda asked: asked.fulfill(status=503, body="busy"))
        write(visit, "are you open on Mondays?")
        visit.page.keyboard.press("Control+Shift+Enter")
        visit.page.get_by_role("button", name="Continue the conversation").wait_for()
        visit.page.get_by_role("button", name="This was wrong").click()
        visit.page.get_by_role("button", name="refund").click()
        visit.page.get_by_text("Stored: this message").wait_for()
    said = {each.text: each.corrected for each in store.stored_messages(book)}
    assert said["my desk came without screws"] == "refund"
    assert said["are you open on Mondays?"] is None


def test_what_was_asked_is_corrected_under_its_own_request(laptop: Served, browse: Browse) -> None:
    store = laptop.place.assistant.sessions.store
    book = laptop.place.assistant.routes.router.routebook.name
    with browse(laptop) as visit:
        visit.open(HOME)
        write(visit, "when will the blue lamp arrive?")
        visit.page.keyboard.press("Control+Shift+Enter")
        visit.page.get_by_role("button", name="Continue the conversation").wait_for()
        visit.page.locator("#route:focus").wait_for()
        visit.page.keyboard.press("w")
        visit.page.keyboard.press("3")
        visit.page.get_by_text("Stored: this message should have been product").wait_for()
    found = [each for each in store.stored_messages(book) if each.text == "when will the blue lamp arrive?"]
    assert [each.corrected for each in found] == ["product"]


def test_earlier_turns_decide_what_a_message_is_about(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open(HOME)
        write(visit, "do you have the oak table in white?")
        visit.page.keyboard.press("Control+Shift+Enter")
        # Its decision takes the focus, and must not be taken for that on the next message.
        visit.page.locator("#route:focus").wait_for()
        visit.page.get_by_role("button", name="Continue the conversation").click()
        assert visit.page.get_by_role("heading", name="Answer").is_visible()
        assert visit.page.locator("#turns li").count() == 2
        assert visit.page.locator("[data-counts=turns]").inner_text() == "2"
        route(visit, "and the bigger one?")
        assert visit.page.locator(".layers").get_by_text("References").is_visible()
        # The answer to another message is gone.
        assert not visit.page.get_by_role("heading", name="Answer").is_visible()
        visit.page.get_by_role("button", name="Remove this turn").first.click()
        visit.page.get_by_role("button", name="Remove this turn").first.click()
        route(visit, "and the bigger one?")
        assert visit.page.locator("#turns li").count() == 0


def test_a_question_which_route_is_meant_is_shown_once_and_its_options_answer_it(
    laptop: Served, browse: Browse
) -> None:
    with browse(laptop) as visit:
        page = visit.page
        visit.open(HOME)
        write(visit, "money parcel")
        page.keyboard.press("Control+Shift+Enter")
        options = page.get_by_role("group", name="I am not sure").get_by_role("button")
        options.first.wait_for()
        assert options.all_inner_texts() == ["Parcels and delivery", "Refunds and returns", "Something else"]
        card = page.locator("#answer").inner_text()
        assert card.count("I am not sure") == card.count("Parcels and delivery") == 1
        page.locator("#route:focus").wait_for()
        assert "a question which route is meant" in page.locator(".verdict .figures").inner_text()
        visit.check()
        options.nth(1).click()
        page.locator("#answer-text", has_text="within 30 days").wait_for()
        assert options.count() == 0
        said = [turn.input_value() for turn in page.locator("#turns textarea").all()]
        assert (said[0], len(said)) == ("money parcel", 2)
        assert "2. Refunds and returns" in said[1], "as the server sent it, so that it is read as a question again"


def test_an_answer_shows_quotations_and_each_source_that_it_names_once(laptop: Served, browse: Browse) -> None:
    passages = [{"number": number, "file": f"{number}.md", "heading": "Care", "text": "…"} for number in (1, 2, 3)]
    text = "Oil it [2].\n\n> Twice a year.\n> — [1] 1.md › Care\n\nThat is all."
    told = {"request": "r", "session": "s", "text": text, "parts": [], "code": "", "citations": passages, "notes": []}
    with browse(laptop) as visit:
        visit.open(HOME)
        events = f"event: answer\ndata: {json.dumps(told)}\n\n"
        visit.page.route("**/v1/ask", lambda call: call.fulfill(content_type="text/event-stream", body=events))
        write(visit, "how do I care for oak?")
        visit.page.keyboard.press("Control+Shift+Enter")
        quotation = visit.page.locator("#answer-text blockquote")
        quotation.wait_for()
        assert quotation.inner_text() == "Twice a year.\n— [1] 1.md › Care"
        assert visit.page.locator("#answer-more li").all_inner_texts() == ["[2] 2.md › Care"]
        assert visit.page.locator("#answer-text").inner_text().split() == text.replace("> ", "").split()
        visit.check()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MESSAGE, ["a fixed reply"]),
        ("do you have the oak table in white?", ["documents", "none is set"]),
        ("money parcel", ["a question which route is meant"]),
    ],
)
def test_it_says_what_answers(laptop: Served, text: str, told: list[str]) -> None:
    page = laptop.client().post(f"{HOME}/decision", data={"text": text}, files={"attachments": b""}).text
    assert re.findall(r"<dt>(?:Answered by|Model)</dt><dd>(.*?)</dd>", page) == told


@pytest.fixture
def routed(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """Return the messages that routers are given."""
    found: list[Message] = []
    decide = Router.aroute

    async def watched(self: Router, message: Message) -> Decision:
        found.append(message)
        return await decide(self, message)

    monkeypatch.setattr(Router, "aroute", watched)
    return found


def test_an_attachment_and_the_editor_are_sent_along(
    laptop: Served, browse: Browse, tmp_path: Path, routed: list[Message]
) -> None:
    file = tmp_path / "order.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    with browse(laptop) as visit:
        visit.open(HOME)
        visit.page.get_by_text("Attachments").click()
        visit.page.get_by_label("Files").set_input_files(file)
        visit.page.get_by_text("Editor", exact=True).click()
        visit.page.get_by_label("Text that is open in the editor").fill("print(1)")
        route(visit, "what is in this file?")
        assert visit.page.locator("[data-counts=attachments]").inner_text() == "1"
    (attached,) = routed[0].attachments
    assert (attached.name, attached.data) == ("order.csv", b"a,b\n1,2\n")
    assert routed[0].editor == "print(1)"


def test_what_is_decided_again_to_be_explained_is_what_was_decided(
    laptop: Served, browse: Browse, routed: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playground, "RECENT_BYTES", 0)
    with browse(laptop) as visit:
        visit.open(HOME)
        visit.page.get_by_text("Earlier turns").click()
        visit.page.get_by_role("button", name="Add a turn").click()
        visit.page.get_by_label("What was said").fill("is it oak?")
        # As somebody who types on while the decision is made.
        visit.page.evaluate(
            "document.addEventListener('htmx:beforeSwap', () => (document.getElementById('text').value = 'typed on'))"
        )
        route(visit, "and the bigger one?")
        visit.page.get_by_role("heading", name="Nearest examples").wait_for()
    first, second = routed
    assert first == second
    assert [turn.text for turn in second.turns] == ["is it oak?"]


def test_without_a_file_there_is_no_attachment(laptop: Served, browse: Browse, routed: list[Message]) -> None:
    with browse(laptop) as visit:
        visit.open(HOME)
        route(visit, "where is my parcel?")
    assert routed[0].attachments == ()


def test_what_somebody_types_is_shown_as_text(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.page.on("dialog", lambda dialog: visit.errors.append(f"a dialog: {dialog.message}") or dialog.dismiss())
        visit.open(HOME)
        route(visit, EVIL)
        visit.page.get_by_role("heading", name="Why").wait_for()
        visit.page.get_by_role("heading", name="Nearest examples").wait_for()
        visit.page.keyboard.press("a")
        visit.page.get_by_role("button", name="Continue the conversation").wait_for()
        assert visit.page.locator("main img").count() == 0
        assert visit.page.locator("main script").count() == 0
        assert "49" not in visit.page.locator("#explanation").inner_text()


def test_the_policy_stops_a_script_that_gets_into_the_page(laptop: Served, browse: Browse) -> None:
    inject = """() => {
        const script = document.createElement("script");
        script.textContent = "window.broken = true";
        document.body.append(script);
        const image = document.createElement("p");
        image.setAttribute("style", "color: red");
        document.body.append(image);
        return window.broken === true || getComputedStyle(image).color === "rgb(255, 0, 0)";
    }"""
    with browse(laptop) as visit:
        visit.open(HOME)
        assert visit.page.evaluate(inject) is False
        # The saboteur's marks: the browser reports what the policy stopped, and the visit would fail for it.
        assert any("Content Security Policy" in error for error in visit.errors)
        visit.errors.clear()


def test_axe_and_the_watch_for_foreign_hosts_notice_what_they_should(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open(HOME)
        assert visit.faults() == []
        visit.page.evaluate(
            "document.querySelector('label[for=text]').remove(); document.querySelector('#text').placeholder = ''"
        )
        assert any("label" in fault for fault in visit.faults())
        visit.page.evaluate("fetch('http://127.0.0.2:1/').catch(() => 0)")
        assert visit.foreign or visit.errors
        visit.foreign.clear()
        visit.errors.clear()


def test_an_error_is_said_where_people_see_it(laptop: Served, browse: Browse) -> None:
    with browse(laptop, failing=(413,)) as visit:
        visit.open(HOME)
        visit.page.evaluate("document.querySelector('#text').removeAttribute('maxlength')")
        write(visit, "x" * (MAX_MESSAGE_CHARACTERS + 1))
        visit.page.keyboard.press("Control+Enter")
        visit.page.get_by_role("alert").get_by_text("longer than").wait_for()
        visit.page.get_by_role("alert").get_by_role("button", name="Close").click()
        assert visit.page.get_by_role("alert").inner_text() == ""


def test_messages_to_try_are_offered_and_routed_with_a_click(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open(HOME)
        offered = visit.page.locator("[data-try]")
        assert 1 <= offered.count() <= MAX_TRIES
        offered.first.click()
        visit.page.locator("#route:focus").wait_for()
        assert visit.page.get_by_label("Message").input_value()


def test_the_keys_are_listed(laptop: Served, browse: Browse) -> None:
    with browse(laptop) as visit:
        visit.open(HOME)
        visit.page.keyboard.press("Escape")
        visit.page.locator("#main").focus()
        visit.page.keyboard.press("?")
        dialog = visit.page.get_by_role("dialog", name="Keys")
        assert dialog.get_by_text("Route the message").is_visible()
        visit.check()
        visit.page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")
        visit.page.keyboard.press("/")
        # In a field the same keys are letters.
        visit.page.keyboard.type("w?a")
        assert visit.page.get_by_label("Message").input_value() == "w?a"


def test_somebody_who_signed_in_routes_asks_and_corrects(keyed: Served, browse: Browse) -> None:
    with browse(keyed) as visit:
        visit.sign_in("shop")
        assert route(visit, MESSAGE).inner_text() == "refund"
        visit.page.get_by_role("heading", name="Nearest examples").wait_for()
        visit.page.keyboard.press("a")
        visit.page.get_by_role("button", name="Continue the conversation").wait_for()
        visit.page.keyboard.press("w")
        visit.page.keyboard.press("1")
        visit.page.get_by_text("Stored: this message").wait_for()
        visit.check()


def test_the_parts_of_the_page_need_the_token_as_all_calls_do(keyed: Served) -> None:
    client = keyed.client("shop")
    for part in ("decision", "explanation"):
        answer = client.post(f"{HOME}/{part}", json={"text": "hello"})
        assert answer.status_code == 403
        assert "x-csrf-token" in answer.text


def test_the_decision_is_that_of_the_documented_call(laptop: Served) -> None:
    client = laptop.client()
    decided = client.post("/v1/route", json={"text": MESSAGE}).json()
    page = client.post(f"{HOME}/decision", json={"text": MESSAGE}).text
    assert f">{decided['route']}<" in page.replace("\n", "")
    assert f"{decided['confidence']:.2f}" in page


@pytest.mark.parametrize("body", [{}, {"text": "  "}, {"text": "a", "nothing": 1}, {"text": 3}])
def test_a_call_that_is_wrong_is_told_why(laptop: Served, body: dict[str, Any]) -> None:
    answer = laptop.client().post(f"{HOME}/decision", json=body, headers={"hx-request": "true"})
    assert answer.status_code in (400, 422)
    assert answer.headers["content-type"].startswith("text/plain")
    assert len(answer.text) > 20


def test_a_decision_is_explained_once_and_few_are_kept(shop: Router) -> None:
    recent, decision = RecentDecisions(), shop.route("where is my parcel")
    names = [recent.add(decision) for _ in range(RECENT + 1)]
    assert recent.take(names[0]) is None
    assert isinstance(recent.take(names[1]), Decision)
    assert recent.take(names[1]) is None
    assert len(set(names)) == len(names)


def explain(served: Served, text: str) -> None:
    """Route a message and have it explained, as the page does."""
    client, body = served.client(), {"text": text}
    page = client.post(f"{HOME}/decision", json=body).text
    name = page.partition("explanation?decision=")[2].partition('"')[0]
    assert client.post(f"{HOME}/explanation?decision={name}", json=body).status_code == 200


def test_a_decision_is_kept_for_its_explanation(laptop: Served, routed: list[Message]) -> None:
    explain(laptop, "is the lamp in stock?")
    assert len(routed) == 1


@pytest.mark.parametrize(("bound", "value"), [("RECENT_BYTES", 30), ("RECENT_SECONDS", 0.0)])
def test_a_large_decision_and_an_old_one_are_not_kept(
    laptop: Served, routed: list[Message], monkeypatch: pytest.MonkeyPatch, bound: str, value: float
) -> None:
    monkeypatch.setattr(playground, bound, value)
    explain(laptop, "is the green lamp in stock?")
    assert len(routed) == 2


def test_a_decision_that_is_not_known_here_is_decided_again(laptop: Served) -> None:
    answer = laptop.client().post(f"{HOME}/explanation?decision=gone", json={"text": MESSAGE})
    assert answer.status_code == 200
    assert "dinero" in answer.text


def test_whoever_routes_on_at_once_gets_each_explanation(laptop: Served) -> None:
    client = laptop.client()
    with ThreadPoolExecutor(3) as pool:
        texts = [f"{MESSAGE} {number}" for number in range(3)]
        answers = list(pool.map(lambda text: client.post(f"{HOME}/explanation", json={"text": text}), texts))
    assert [answer.status_code for answer in answers] == [200] * 3


def test_messages_to_try_are_short_and_one_a_route(new_shop: Router) -> None:
    tries = messages_to_try(new_shop.routebook)
    assert len(tries) == 4
    assert all(len(text) <= 60 for text in tries)
