"""The report shows every figure, trusts no text, and survives whatever is missing."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from fingerpost.evaluation import charts
from fingerpost.evaluation.overview import write_overview
from fingerpost.evaluation.report import write_report

HOSTILE = "<script>alert(1)</script>"
VOID = {"meta", "wbr"}
RESOURCES = {"src", "href", "xlink:href", "srcset", "data", "action", "poster", "background"}


class Page(HTMLParser):
    """What a browser would make of the page: its tags, attributes and texts, every tag closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


def group(accuracy: float | None = 0.975, interval: list[float] | None = None) -> dict[str, Any]:
    return {"rows": 40, "accuracy": accuracy, "interval": interval}


def error(number: int, text: str = "how do I add a variable") -> dict[str, Any]:
    near = {"text": "what is my quota", "route": "PLATFORM", "similarity": 0.834}
    return {
        "id": f"dev-{number}",
        "text": text,
        "expected": "RETRIEVAL",
        "given": "PLATFORM",
        "accepted": False,
        "outcome": None,
        "layer": "student",
        "confidence": 0.71,
        "nearest": [near],
    }


def cost(**changes: Any) -> dict[str, Any]:
    every = {"calls": 391, "prompt_tokens": 210_000, "completion_tokens": 3_500, "money": 0.112}
    spent = {"calls": 17, "prompt_tokens": 9_130, "completion_tokens": 152, "money": 0.0049}
    prices = {"prompt": 0.5, "completion": 2.0}
    return {
        "ran": True,
        "told": True,
        "messages": 391,
        "asked": 17,
        **spent,
        "every": every,
        "prices": prices,
    } | changes


def pair(text: str = "how do I add a variable", **changes: Any) -> dict[str, Any]:
    return {"expected": "RETRIEVAL", "given": "PLATFORM", "rows": 7, "id": "dev-1", "text": text} | changes


VALIDATED: dict[str, Any] = {
    "rows": 4716,
    "texts": 4235,
    "folds": 5,
    "accuracy": 0.9114,
    "interval": [0.903, 0.919],
    "accepted": 3642,
    "coverage": 0.7723,
    "wrong": 97,
    "accepted_error": 0.0266,
    "accepted_error_interval": [0.0219, 0.0324],
    "unfamiliar": 0.098,
    "confidence": 0.88,
    "by_route": {"RETRIEVAL": {"rows": 1244, "accuracy": 0.925, "interval": [0.909, 0.939], "thin": False}},
    "confused": [pair()],
}
CURVE: dict[str, Any] = {
    "rows": 357,
    "points": [
        {"share": s, "examples": int(4716 * s), "accuracy": a, "interval": [a - 0.03, a + 0.02], "coverage": 0.8}
        | {"accepted_error": None}
        for s, a in ((0.125, 0.913), (0.25, 0.952), (0.5, 0.958), (1.0, 0.964))
    ],
    "gain": 0.006,
    "interval": [-0.011, 0.022],
    "helps": False,
    "says": "The last doubling of the examples made no significant difference.",
}
SHIFT: dict[str, Any] = {
    "live": {"RETRIEVAL": 0.5, "PLATFORM": 0.5},
    "taught": {"RETRIEVAL": 0.7, "PLATFORM": 0.3},
    "divergence": 0.03,
    "chance": 0.0005,
    "beyond_noise": True,
}
DRIFT: dict[str, Any] = {
    "messages": 900,
    "sessions": 210,
    "cut": 12,
    "judged": 700,
    "level": 0.01,
    "routes": SHIFT,
    "languages": SHIFT | {"live": {"pt": 1.0}, "taught": {"pt": 1.0}, "chance": None},
    "familiar": SHIFT,
    "unfamiliar": {"live": 0.31, "interval": [0.28, 0.34], "taught": 0.098},
    "confidence": {"live": None, "taught": 0.88},
    "drifted": True,
    "says": "Significant drift: routes.",
}


def out_of_scope(rows: int = 80, **changes: Any) -> dict[str, Any]:
    shares = {"caught": 0.75, "guessed": 0.2, "accepted": 0.05}
    intervals = {"caught_interval": [0.645, 0.832], "accepted_interval": [0.02, 0.122]}
    return {"rows": rows, **shares, **intervals, "to_fallback": 11, "thin": False, "by_lang": {}} | changes


def sample(**changes: Any) -> dict[str, Any]:
    bins: list[dict[str, Any]] = [
        {"low": b / 10, "high": (b + 1) / 10, "rows": 0, "confidence": None, "accuracy": None} for b in range(10)
    ]
    bins[9] |= {"rows": 312, "confidence": 0.957, "accuracy": 0.983}
    result = {
        "routebook": "avap",
        "student": "models/avap.student",
        "file": "rows.jsonl",
        "rows": 391,
        "left_out": 2,
        "accuracy": 0.9694,
        "accuracy_served": 0.9438,
        "out_of_scope": out_of_scope(),
        "accuracy_without_rules": 0.9512,
        "ece": 0.0213,
        "oos_auroc": 0.9634,
        "coverage": 0.8645,
        "selective_accuracy": 0.9911,
        "qualifier_accuracy": 0.9622,
        "by_route": {"RETRIEVAL": group(0.975, [0.871, 0.996])},
        "by_tag": {"deixis": group(0.9, [0.77, 0.96])},
        "by_lang": {"pt": group(0.925, [0.801, 0.974])},
        "layers": {"rules": 0.104, "student": 0.701, "fallback": 0.195},
        "llm_calls": 17,
        "cost": cost(),
        "confused": [pair()],
        "latency_ms": {"p50": 3.14, "p95": 7.02},
        "violations": [{"rule": "RC-03", "id": "dev-9", "what": "history moved it"}],
        "errors": [error(1)],
        "confusion": {"routes": ["PLATFORM", "RETRIEVAL", "(none)"], "matrix": [[45, 3, 0], [7, 106, 2], [0, 0, 0]]},
        "reliability": bins,
        "risk_coverage": [[0.25, 0.0], [0.5, 0.004], [0.75, 0.008], [1.0, 0.031]],
    }
    return result | changes


def written(folder: Path, **changes: Any) -> Page:
    file = folder / "report.html"
    write_report(sample(**changes), file)
    return Page(file.read_text(encoding="utf-8"))


def words(svg: str) -> list[str]:
    """Return the texts that stand in a picture, without the tips that show on hovering."""
    return re.findall(r"<text[^>]*>([^<]*)", svg)


def places(svg: str, tag: str, kind: str) -> list[dict[str, float]]:
    """Return the numeric attributes of the shapes of one class."""
    found = re.findall(rf'<{tag} class="{kind}" ([^>]*?)/?>', svg)
    return [{key: float(value) for key, value in re.findall(r'([\w-]+)="([\d.]+)"', one)} for one in found]


def test_headline_shows_the_main_figures(tmp_path: Path) -> None:
    page = written(tmp_path)
    figures = page.text[page.text.index("Rows 391") : page.text.index("Confusion")]
    for figure in (
        *("391 2 left out", "Accuracy 96.9%", "Served 94.4% right route, of rows in scope", "Without rules 95.1%"),
        *("Out of scope: caught 75.0% of 80 rows; 11 by the fallback", "Out of scope: accepted 5.0% of 80 rows"),
        *("Coverage 86.5%", "Selective accuracy 99.1%"),
        *("Qualifier 96.2%", "0.021", "0.963", "3.1 ms median; p95 7.0 ms", "Model calls 17", "Violations 1"),
    ):
        assert figure in figures


def test_sections_come_in_order(tmp_path: Path) -> None:
    heads = re.findall(r"<h2>(.*?)</h2>", written(tmp_path).html)
    assert heads == [
        *("Confusion", "Reliability", "Risk and coverage", "Layers"),
        *("Which route is taken for which", "By route", "By tag", "By language", "Cost of deciding"),
        *("Violations", "Errors (1)"),
    ]


def test_confusion_counts_every_pair_that_occurs() -> None:
    svg = charts.confusion(["PLATFORM", "RETRIEVAL", "(none)"], [[45, 3, 0], [7, 106, 2], [0, 0, 0]])
    assert [word for word in words(svg) if word.isdigit()] == ["45", "3", "7", "106", "2"]
    assert words(svg).count("RETRIEVAL") == 2
    assert "expected RETRIEVAL, given PLATFORM: 7 of 115" in svg
    assert len(places(svg, "rect", "right")) == 2
    assert len(places(svg, "rect", "wrong")) == 3
    assert len(places(svg, "rect", "empty")) == 4


def test_confusion_shades_by_share_of_the_row() -> None:
    wrong = places(charts.confusion(["A", "B"], [[90, 10], [40, 60]]), "rect", "wrong")
    assert wrong[0]["fill-opacity"] < wrong[1]["fill-opacity"]


def test_confusion_of_many_routes_keeps_the_most_confused(tmp_path: Path) -> None:
    size = 150
    routes = [f"route_{i:03}" for i in range(size)]
    # The confused ones are not those with the most rows.
    matrix = [[200 - i if i == j else 0 for j in range(size)] for i in range(size)]
    for i in range(100, 120):
        matrix[i][100 + (i + 1) % 20] = 5
    matrix[0][1] = 1
    assert charts.most_confused_routes(matrix) == list(range(100, 120))
    page = written(
        tmp_path,
        confusion={"routes": routes, "matrix": matrix},
        by_route={route: group(0.97, [0.9, 1.0]) for route in routes},
    )
    assert "Only the 20 most confused of 150 routes are shown: 100 of 101 mistakes." in page.text
    svg = charts.confusion(routes, matrix)
    assert "route_119" in words(svg)
    assert "route_000" not in words(svg)
    assert page.text.count("route_ 000") == 1


def test_few_routes_are_all_shown(tmp_path: Path) -> None:
    assert "most confused" not in written(tmp_path).text


def test_long_names_are_cut_but_kept_in_a_tip() -> None:
    svg = charts.confusion(["a" * 60], [[1]])
    assert words(svg)[2] == "a" * 19 + "…"
    assert f"<title>{'a' * 60}</title>" in svg


def test_reliability_draws_filled_bins_and_counts_all() -> None:
    svg = charts.reliability(sample()["reliability"])
    assert words(svg)[-1] == "98%"
    assert words(svg).count("0") == 9
    assert "312" in words(svg)
    assert "312 rows, accuracy 98.3%, mean confidence 95.7%" in svg
    [bar], [dot] = places(svg, "rect", "bar"), places(svg, "circle", "dot")
    [ideal] = places(svg, "line", "ideal")
    assert bar["y"] == dot["cy"] == pytest.approx(ideal["y1"] - 0.983 * (ideal["y1"] - ideal["y2"]), abs=0.1)
    assert dot["cx"] == pytest.approx(ideal["x1"] + 0.957 * (ideal["x2"] - ideal["x1"]), abs=0.1)
    assert {"confidence", "accuracy", "100%"} <= set(words(svg))


def test_risk_curve_marks_the_present_coverage() -> None:
    svg = charts.risk_coverage(sample()["risk_coverage"], 0.8645, 0.0089)
    assert "now: coverage 86.5%, error 0.9%" in words(svg)
    assert {"coverage (share of rows accepted)", "error rate among accepted rows", "4%"} <= set(words(svg))
    curve = re.search(r'points="([^"]*)"', svg)
    assert curve is not None
    assert curve[1].count(",") == 4
    [now], [dot] = places(svg, "line", "now"), places(svg, "circle", "dot")
    assert now["x1"] == dot["cx"]


def test_one_early_mistake_does_not_set_the_scale() -> None:
    svg = charts.risk_coverage([[0.01, 1.0], [0.5, 0.02], [1.0, 0.04]], 0.5, 0.02)
    assert "4%" in words(svg)
    # Once: on the axis of coverage, and not on that of errors.
    assert words(svg).count("100%") == 1


def test_risk_curve_of_a_router_that_is_always_wrong_ends_at_the_top() -> None:
    svg = charts.risk_coverage([[0.5, 1.0], [1.0, 1.0]], 0.2, None)
    assert words(svg).count("100%") == 2
    assert "now: coverage 20.0%, error –" in words(svg)
    assert places(svg, "circle", "dot") == []


def test_layers_fill_the_bar_by_share() -> None:
    svg = charts.layers({"rules": 0.05, "student": 0.75, "fallback": 0.2})
    assert {"rules 5.0%", "student 75.0%", "fallback 20.0%", "75%", "20%"} <= set(words(svg))
    assert "5%" not in words(svg)
    student, _ = places(svg, "rect", "layer1")
    assert (student["x"], student["width"]) == (28.0, 420.0)


def test_interval_lies_on_its_scale() -> None:
    svg = charts.interval(0.9, 0.8, 1.0, floor=0.5)
    [band] = places(svg, "rect", "band")
    assert (band["x"], band["width"]) == (72.0, 48.0)
    assert "90.0%, interval 80.0% to 100.0%" in svg


def test_groups_show_rows_accuracy_and_interval(tmp_path: Path) -> None:
    page = written(tmp_path)
    for row in ("RETRIEVAL 40 97.5%", "deixis 40 90.0%", "pt 40 92.5%"):
        assert row in page.text
    assert "77%–96%" in page.text
    assert "95% interval, on 70–100%" in page.text


def test_slices_come_worst_first_and_handfuls_are_marked(tmp_path: Path) -> None:
    few = {"rows": 5, "accuracy": 0.6, "interval": [0.23, 0.88], "thin": True}
    lucky = few | {"accuracy": 1.0, "interval": [0.57, 1.0]}
    tags = {"a": group(0.99, [0.9, 1.0]), "b": group(0.8, [0.71, 0.9]), "few": few, "lucky": lucky}
    text = written(tmp_path, by_tag=tags).text
    assert text.index("b 40 80.0%") < text.index("a 40 99.0%") < text.index("few thin 5 60.0%")
    assert "1 more with fewer than 30 rows each and no error." in text
    # The handful does not stretch the scale of the others.
    assert "95% interval, on 70–100%" in text


def test_named_errors_and_cost_are_told(tmp_path: Path) -> None:
    text = written(tmp_path, confused=[pair(given=f"route-{i}") for i in range(25)]).text
    assert "RETRIEVAL route-0 7 how do I add a variable" in text
    assert "There are 5 rarer pairs." in text
    assert "This router 17 17 9,130 152 0.0049" in text
    assert "A model on every message 391 391 210,000 3,500 0.112" in text
    assert "A million tokens cost 0.5 in prompts and 2 in completions." in text


def test_without_prices_there_is_no_money(tmp_path: Path) -> None:
    text = written(tmp_path, cost=cost(prices=None, ran=False, told=False)).text
    assert "Money" not in text
    assert "No model ran: the calls and tokens it would take are estimated" in text


def test_what_was_asked_for_beside_is_told(tmp_path: Path) -> None:
    text = written(tmp_path, cross_validation=VALIDATED, curve=CURVE, drift=DRIFT).text
    assert "4,716 examples in 5 folds" in text
    assert "accepted 77.2%, of which 2.7% wrong (2.2% to 3.2%)" in text
    assert "The last doubling of the examples made no significant difference." in text
    assert "589 91.3%" in text
    assert "Significant drift: routes. 900 messages in 210 sessions." in text
    assert "12 are stored truncated" in text
    assert "RETRIEVAL 70.0% 50.0% -20.0" in text
    assert "Mean confidence 88.0% –" in text


def test_a_page_without_rows_holds_what_there_is(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    write_report({"routebook": "avap", "student": None, "file": None, "cross_validation": VALIDATED}, file)
    page = Page(file.read_text(encoding="utf-8"))
    assert "Evaluation of avap" in page.text
    assert "Cross-validation" in page.text
    assert "Errors" not in page.text


def test_one_page_holds_several_evaluations_and_links_to_them(tmp_path: Path) -> None:
    first, second = sample(target_accuracy=None), sample(file="sets/other<b>.jsonl", target_accuracy=0.97)
    index = write_overview([first, second], {"avap": VALIDATED}, tmp_path / "eval")
    page = Page(index.read_text(encoding="utf-8"))
    links = re.findall(r'href="([^"]*)"', page.html)
    assert links == ["rows.html", "other%3Cb%3E.html"] * 2
    assert {file.name for file in index.parent.iterdir()} == {"index.html", "rows.html", "other<b>.html"}
    assert "<b>" not in page.html
    assert "rows avap 391 96.9%" in page.text
    assert "94.4% – 86.5% 99.1% 75.0% 5.0%" in page.text
    assert "rows: which route is taken for which" in page.text
    assert "4.3%" in page.text
    assert "4,716 examples in 5 folds" in page.text
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "base"})


def test_errors_and_violations_are_told_in_full(tmp_path: Path) -> None:
    text = written(tmp_path).text
    assert "RC-03 dev-9 history moved it" in text
    told = "dev-1 how do I add a variable RETRIEVAL PLATFORM no student 71% what is my quota PLATFORM 0.83"
    assert told in text


def stranger(number: int, outcome: str, text: str = "how long do you boil an egg") -> dict[str, Any]:
    return error(number, text) | {"expected": "oos", "outcome": outcome, "accepted": outcome == "accepted"}


def test_messages_out_of_scope_that_were_accepted_are_marked(tmp_path: Path) -> None:
    page = written(tmp_path, errors=[stranger(1, "accepted"), error(2), stranger(3, "guessed")])
    assert "Errors (3) The first error is a message out of scope, accepted for a route." in page.text
    assert "dev-1 how long do you boil an egg oos PLATFORM yes" in page.text
    assert "dev-3 how long do you boil an egg oos PLATFORM no" in page.text
    assert page.html.count("<strong>yes</strong>") == 1
    many = written(tmp_path, errors=[stranger(i, "accepted") for i in range(230)]).text
    assert "The first 230 errors are messages out of scope, accepted for a route. The first 200 are listed" in many
    assert "out of scope, accepted" not in written(tmp_path, errors=[error(1), stranger(2, "guessed")]).text


def test_messages_out_of_scope_are_told_by_language_where_there_are_several(tmp_path: Path) -> None:
    by_lang = {"en": out_of_scope(50), "pt": out_of_scope(7, accepted=1.0, accepted_interval=[0.646, 1.0])}
    text = written(tmp_path, out_of_scope=out_of_scope(by_lang=by_lang)).text
    assert "en 50 75.0% 64%–83% 5.0% 2%–12% 20.0%" in text
    assert "pt thin 7 75.0% 64%–83% 100.0% 65%–100% 20.0%" in text
    del by_lang["pt"]
    assert "Out of scope by language" not in written(tmp_path, out_of_scope=out_of_scope(by_lang=by_lang)).text


def test_no_text_of_a_message_out_of_scope_becomes_markup(tmp_path: Path) -> None:
    errors = [stranger(1, "accepted"), stranger(2, "guessed")]
    plain = written(
        tmp_path, errors=errors, out_of_scope=out_of_scope(by_lang={"en": out_of_scope(), "pt": out_of_scope()})
    )
    names = dict.fromkeys(("id", "text", "given"), HOSTILE)
    page = written(
        tmp_path,
        errors=[one | names for one in errors],
        out_of_scope=out_of_scope(by_lang={HOSTILE: out_of_scope(), "pt": out_of_scope()}),
    )
    assert "<script" not in page.html
    assert page.html.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 7
    assert (page.tags, page.attributes) == (plain.tags, plain.attributes)


def test_two_hundred_errors_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    text = written(tmp_path, errors=[error(i) for i in range(1, 231)]).text
    assert "Errors (230)" in text
    assert "The first 200 are listed; there are 30 more." in text
    assert "dev-200 " in text
    assert "dev-201 " not in text
    assert "more." not in written(tmp_path, errors=[error(i) for i in range(200)]).text


def test_no_text_becomes_markup(tmp_path: Path) -> None:
    plain = written(tmp_path)
    hostile = error(1, HOSTILE) | dict.fromkeys(("id", "expected", "given", "layer"), HOSTILE)
    hostile["nearest"] = [{"text": HOSTILE, "route": HOSTILE, "similarity": 0.5}]
    attribute = '"><img src=x onerror=alert(1)>'
    page = written(
        tmp_path,
        **dict.fromkeys(("routebook", "student", "file"), HOSTILE),
        **{key: {HOSTILE: group(0.9, [0.8, 1.0]), attribute: group()} for key in ("by_route", "by_tag", "by_lang")},
        layers={HOSTILE: 0.5, attribute: 0.5},
        violations=[{"rule": HOSTILE, "id": attribute, "what": HOSTILE}],
        errors=[hostile],
        confused=[pair(HOSTILE, expected=HOSTILE, given=attribute)],
        cross_validation=VALIDATED | {"by_route": {HOSTILE: group(0.9, [0.8, 1.0])}, "confused": [pair(HOSTILE)]},
        curve=CURVE | {"says": HOSTILE},
        drift=DRIFT | {"says": HOSTILE, "routes": SHIFT | {"live": {HOSTILE: 1.0}, "taught": {HOSTILE: 1.0}}},
        confusion={"routes": [HOSTILE, attribute], "matrix": [[1, 2], [3, 4]]},
    )
    assert "<script" not in page.html
    assert page.html.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 12
    assert HOSTILE in page.text
    assert page.tags <= plain.tags
    assert page.attributes <= plain.attributes


def test_nothing_is_loaded_from_anywhere(tmp_path: Path) -> None:
    page = written(tmp_path)
    assert "http://" not in page.html
    assert "https://" not in page.html
    assert "url(" not in page.html
    assert "@import" not in page.html
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed", "base"})
    assert page.attributes.isdisjoint(RESOURCES)
    assert "default-src 'none'" in page.html
    assert "prefers-color-scheme: dark" in page.html


def test_an_address_in_a_message_stays_text(tmp_path: Path) -> None:
    page = written(tmp_path, errors=[error(1, "open https://example.org/x.js")])
    assert "open https://example.org/x.js" in page.text
    assert page.attributes.isdisjoint(RESOURCES)


def test_missing_values_are_dashes(tmp_path: Path) -> None:
    gone = ("accuracy_without_rules", "ece", "oos_auroc", "selective_accuracy", "qualifier_accuracy")
    page = written(
        tmp_path,
        out_of_scope=out_of_scope(0, caught=None, guessed=None, accepted=None),
        **dict.fromkeys((*gone, "routebook", "student", "accuracy")),
        by_route={"RETRIEVAL": group(None)},
        errors=[error(1) | {"given": None, "confidence": None, "nearest": []}],
    )
    for shown in (
        *("Evaluation of a router", "routebook – · student –", "Accuracy – of rows in scope", "Without rules –"),
        *("Calibration error –", "Out of scope: ranking –", "Out of scope: caught –", "Out of scope: accepted –"),
        *("Selective accuracy –", "Qualifier –"),
        *("error –", "RETRIEVAL 40 – –", "RETRIEVAL – no student – –"),
    ):
        assert shown in page.text
    assert "None" not in page.text
    assert "nan" not in page.html


def test_not_a_number_is_missing_too(tmp_path: Path) -> None:
    page = written(tmp_path, ece=float("nan"), accuracy=float("nan"))
    assert "nan" not in page.html
    assert "Calibration error –" in page.text


def test_nothing_to_show_is_said(tmp_path: Path) -> None:
    empty: dict[str, Any] = {key: {} for key in ("by_route", "by_tag", "by_lang", "layers")}
    page = written(
        tmp_path,
        **empty,
        errors=[],
        confused=[],
        violations=[],
        risk_coverage=[],
        reliability=[],
        confusion={"routes": [], "matrix": []},
    )
    assert "Violations None." in page.text
    assert "Errors None." in page.text
    assert page.text.count("No rows.") == 3


def test_one_route_that_is_always_right(tmp_path: Path) -> None:
    page = written(
        tmp_path,
        by_route={"ONLY": group(1.0, [1.0, 1.0])},
        by_tag={},
        by_lang={},
        confusion={"routes": ["ONLY"], "matrix": [[391]]},
        risk_coverage=[[1.0, 0.0]],
        coverage=1.0,
        selective_accuracy=1.0,
    )
    assert "ONLY 40 100.0%" in page.text
    assert "95% interval, on 90–100%" in page.text


def test_half_a_surrogate_pair_does_not_stop_the_page(tmp_path: Path) -> None:
    assert "broken ? text" in written(tmp_path, errors=[error(1, "broken \ud83d text")]).text


def test_a_very_long_message_is_cut(tmp_path: Path) -> None:
    page = written(tmp_path, errors=[error(1, "x" * 5000)])
    assert "x" * 400 + "…" in page.text
    assert "x" * 401 not in page.html
