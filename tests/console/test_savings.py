"""Savings in a browser: charts drawn from the table of their numbers, prices, empty states, narrow and dark."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Router
from fingerpost.console import savings
from fingerpost.console.app import add_console
from tests.console.conftest import DESKTOP, PHONE, Browse, Served, Visit
from tests.server.http_running import running, settings_in

CHARTS = """[...document.querySelectorAll("[data-chart]")].map(place => place.chart.data)"""
INK = """place => {
    const canvas = document.querySelector(`[data-chart=${place}] canvas`);
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    return new Set(Array.from({length: pixels.length / 4}, (_, i) => pixels.slice(4 * i, 4 * i + 4).join())).size;
}"""


def traffic(book: str, now: float, days: int = 30) -> list[dict[str, Any]]:
    """Return decisions of some weeks in which the classifier takes over from the model."""
    chance, found = random.Random(7), []  # noqa: S311 - the same every time
    for day in range(days):
        if day == 12:
            continue
        for _ in range(chance.randint(20, 40)):
            layers = {"rules": 3, "memo": 1, "student": 1 + day / 2, "llm": max(0.15, 6 - day / 3), "fallback": 0.2}
            [layer] = chance.choices([*layers], [*layers.values()])
            used = {"purpose": "classify", "prompt": chance.randint(500, 900), "completion": 9, "told": True}
            asked = [["classifier", {"kind": "llm"}], ["model", {"purpose": "classify"}], ["tokens", used]]
            micros = {"rules": 180.0, "memo": 40.0, "student": 4_200.0, "llm": 700_000.0, "fallback": 9_000.0}[layer]
            found.append({
                "routebook": book, "at": now - (days - 1 - day) * 86_400, "layer": layer, "text": "where is it?",
                "facts": asked if layer == "llm" else [], "trail": [["fallback", "", 1.0]] if layer == "fallback" else [],
                "steps": [["classify", 0.0, micros * chance.uniform(0.5, 2)]],
            })  # fmt: skip
    return found


@contextmanager
def opened(router: Router, folder: Path, cache: Path, **settings: Any) -> Iterator[Served]:
    given = settings_in(folder, cache, **{"traces": "store", **settings})
    with running(router, given, add_pages=add_console) as place, Served(place) as served:
        yield served


@pytest.fixture(scope="module")
def served(new_shop: Router, own_cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with opened(new_shop, tmp_path_factory.mktemp("savings"), own_cache) as served:
        store = served.place.assistant.sessions.store
        store.put_traces(traffic(new_shop.routebook.name, store.now()))
        yield served


def table(visit: Visit) -> list[list[float]]:
    """Return the shares of the table as people read them, oldest first: by layer, and left to the model."""
    rows = visit.page.locator("#numbers-table tbody tr").all()
    texts = [[cell.inner_text() for cell in row.locator("td").all()[1:]] for row in reversed(rows)]
    return [[float(text.removeprefix("< ").removesuffix(" %")) / 100 for text in row] for row in texts]


def test_the_charts_show_what_the_table_says(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open("/console/savings")
        visit.page.locator("[data-chart=left] canvas").wait_for()
        layers, left = visit.page.evaluate(CHARTS)
        rows = table(visit)
        assert len(rows) >= 28
        times = [place for place, value in enumerate(left[1]) if value is not None]
        assert len(times) == len(rows) == len(left[0]) - 1, "a day without decisions is a gap"
        for place, row in zip(times, rows, strict=True):
            assert left[1][place] == pytest.approx(row[-1], abs=0.0006)
            # Drawn from the highest down, each with those below it.
            sums = [series[place] for series in reversed(layers[1:])]
            shares = [one - before for one, before in zip(sums, [0.0, *sums], strict=False)]
            assert shares == pytest.approx(row[:-1], abs=0.0006)
            assert sums[-1] == pytest.approx(1.0, abs=0.00001)
        first, last = visit.page.evaluate(
            "(({min, max}) => [min, max])(document.querySelector('[data-chart]').chart.scales.x)"
        )
        assert first < left[0][0] - 0.5 * 86_400, "the first day is shown whole"
        assert last > left[0][-1] + 0.5 * 86_400, "and so is today"
        assert visit.page.evaluate(INK, "layers") > 6
        assert visit.page.evaluate(INK, "left") > 4
        visit.check()


def test_a_table_that_is_changed_changes_the_chart(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open("/console/savings")
        before = visit.page.evaluate(CHARTS)[1][1][-1]
        visit.page.evaluate("document.querySelector('td[data-left]').dataset.left = '0.77'")
        visit.page.emulate_media(color_scheme="dark")
        visit.page.wait_for_function(f"() => ({CHARTS})[1][1].at(-1) === 0.77")
        assert before != 0.77


def test_prices_of_the_form_are_the_address_and_change_the_money(served: Served, browse: Browse) -> None:
    def money(visit: Visit) -> list[str]:
        return list(visit.page.get_by_role("row", name="Money").get_by_role("cell").all_inner_texts())

    with browse(served) as visit:
        visit.open("/console/savings")
        assert visit.page.get_by_text("Money is shown at prices that you give above").is_visible()
        assert visit.page.get_by_role("row", name="Money").count() == 0
        visit.page.get_by_label("prompt tokens").fill("2.5")
        visit.page.get_by_label("completion tokens").fill("10")
        visit.page.get_by_role("button", name="Show").click()
        visit.page.wait_for_url("**prompt_price=2.5**")
        first = money(visit)
        assert visit.page.get_by_text("A million tokens cost 2.5 in prompts and 10 in completions").is_visible()
        visit.page.get_by_label("prompt tokens").fill("5")
        visit.page.get_by_role("button", name="Show").click()
        visit.page.wait_for_url("**prompt_price=5**")
        assert [one < other for one, other in zip(first, money(visit), strict=True)] == [True] * 3
        visit.check()


def test_one_price_alone_is_told_on_the_page(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open("/console/savings?prompt_price=3")
        assert visit.page.get_by_role("alert").first.is_visible()
        assert visit.page.get_by_text("one price is missing").is_visible()
        assert visit.page.get_by_label("prompt tokens").input_value() == "3"
        visit.check()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("dark", [False, True])
def test_it_is_usable_narrow_wide_and_dark(served: Served, browse: Browse, size: dict[str, int], dark: bool) -> None:
    with browse(served, size, dark=dark) as visit:
        visit.open("/console/savings?last=7d&prompt_price=1&completion_price=4")
        visit.page.locator("[data-chart=left] canvas").wait_for()
        assert visit.page.get_by_role("rowheader", name="Classifier", exact=True).is_visible()
        visit.page.get_by_role("group", name="Table of the numbers").focus()
        visit.check()


def test_the_numbers_under_the_pointer_are_told(served: Served, browse: Browse) -> None:
    with browse(served) as visit:
        visit.open("/console/savings")
        chart = visit.page.locator("[data-chart=layers] .u-over")
        chart.hover(position={"x": 300, "y": 100})
        visit.page.get_by_text(re.compile(r"^20\d\d-\d\d-\d\d: .*Rules \d+")).wait_for()


def test_a_page_without_decisions_says_what_to_do(
    new_shop: Router, own_cache: Path, tmp_path: Path, browse: Browse
) -> None:
    with opened(new_shop, tmp_path, own_cache) as served, browse(served) as visit:
        visit.open("/console/savings")
        assert visit.page.get_by_text("No decisions in the last 30 days.").is_visible()
        assert visit.page.get_by_role("link", name="playground", exact=True).is_visible()
        visit.check()


def test_a_server_that_records_nothing_says_what_to_set(
    new_shop: Router, own_cache: Path, tmp_path: Path, browse: Browse
) -> None:
    with opened(new_shop, tmp_path, own_cache, traces="off") as served, browse(served) as visit:
        visit.open("/console/savings")
        assert visit.page.get_by_text("FINGERPOST_TRACES").is_visible()


def test_layers_of_packages_are_shown_by_their_name_and_escaped(
    new_shop: Router, own_cache: Path, tmp_path: Path
) -> None:
    with opened(new_shop, tmp_path, own_cache) as served:
        store, book = served.place.assistant.sessions.store, new_shop.routebook.name
        store.put_traces([{"routebook": book, "layer": '<b>mine</b>" onload=x', "text": "x"}, {"routebook": book}])
        text = served.client().get("/console/savings").text
    assert "&lt;b&gt;mine&lt;/b&gt;" in text
    assert "<b>mine" not in text
    assert "Not recorded" in text
    assert 'class="layer-other"' in text


def test_without_a_model_no_two_figures_contradict_each_other(
    new_shop: Router, own_cache: Path, tmp_path: Path, browse: Browse
) -> None:
    with opened(new_shop, tmp_path, own_cache) as served, browse(served) as visit:
        store, book = served.place.assistant.sessions.store, new_shop.routebook.name
        sure = {"routebook": book, "layer": "student", "text": "where is it?"}
        unsure = {"routebook": book, "layer": "fallback", "text": "eh?", "trail": [["fallback", "", 1.0]]}
        store.put_traces([*[sure] * 22, {**sure, "layer": "choice"}, *[unsure] * 21])
        visit.open("/console/savings")
        cards = [card.inner_text().splitlines()[:2] for card in visit.page.locator(".headline .card").all()]
        shares = [share for _, share in cards[:3]]
        assert [name for name, _ in cards[:3]] == [
            "Decided without a model",
            "Asked a model",
            "Unsure, no model to ask",
        ]
        assert shares == ["52.3 %", "0.0 %", "47.7 %"]
        assert visit.page.get_by_role("row", name="Model calls").get_by_role("cell").all_inner_texts() == [
            "0",
            "23",
            "23",
        ]
        phase = visit.page.locator(".phases tr", has_text="this period: 47.7 %")
        assert phase.get_by_role("cell").first.inner_text().startswith("over 20 %\n")
        assert visit.page.get_by_role("rowheader", name="Choice of the user").is_visible()
        assert (
            visit.page.get_by_role("link", name="more about phases")
            .get_attribute("href")
            .endswith("console.md#savings")
        )
        visit.check()


@pytest.mark.parametrize("left", [0.03, 0.3, 1.0])
def test_labels_of_the_phases_do_not_overlap(served: Served, browse: Browse, left: float) -> None:
    with browse(served) as visit:
        visit.open("/console/savings")
        visit.page.locator("[data-chart=left] canvas").wait_for()
        visit.page.evaluate(
            "left => document.querySelectorAll('td[data-left]').forEach(cell => { cell.dataset.left = left })", left
        )
        visit.page.emulate_media(color_scheme="dark")
        visit.page.wait_for_function(f"() => ({CHARTS})[1][1].at(-1) === {left}")
        labels = visit.page.evaluate("document.querySelector('[data-chart=left]').chart.labels")
        places = [label["y"] for label in labels]
        assert all(lower - upper >= 15 for upper, lower in pairwise(places)), labels
        told = ", ".join(label["text"] for label in labels)
        assert told == "Phase 2: 20 %, Phase 3: 5 %, Phase 4: 2 %"


def test_who_may_open_it(keyed: Served) -> None:
    assert keyed.client().get("/console/savings").status_code == 303
    assert keyed.client("shop").get("/console/savings").status_code == 403
    assert keyed.client("eye").get("/console/savings").status_code == 200
    assert "/console/savings" not in keyed.client("shop").get("/console/playground").text


@pytest.mark.parametrize("query", ["last=1y", "prompt_price=x", "colour=red"])
def test_a_query_that_is_none_is_an_error_page(served: Served, query: str) -> None:
    answer = served.client().get(f"/console/savings?{query}")
    assert (answer.status_code, query.partition("=")[0] in answer.text) == (422, True)


@pytest.mark.parametrize(
    ("share", "told"), [(0.0, "0.0 %"), (0.0001, "< 0.1 %"), (0.0005, "0.1 %"), (0.4321, "43.2 %"), (1.0, "100.0 %")]
)
def test_shares_in_words(share: float, told: str) -> None:
    assert savings.percent(share) == told


@pytest.mark.parametrize(
    ("amount", "told"), [(0.0, "0.00"), (0.00123, "0.0012"), (0.5, "0.50"), (12345.678, "12,345.68")]
)
def test_money_in_words(amount: float, told: str) -> None:
    assert savings.money(amount) == told
