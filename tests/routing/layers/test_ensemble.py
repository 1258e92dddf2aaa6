"""The ensemble: several voices of a language model, asked at once, counted, and weighed by how many agree."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost import Message, Route, Router
from fingerpost.assistants.agents.analytics.allowlist import AllowedColumn, AllowedTable, Allowlist
from fingerpost.assistants.agents.schema import SchemaExtension
from fingerpost.errors import ModelError, SettingsError
from fingerpost.models.label_chooser import LabelChoice
from fingerpost.observability.facts import STATED
from fingerpost.routebook.check import build
from fingerpost.routebook.guards import EnsembleVariant
from fingerpost.routebook.model import Routebook, Rule, Thresholds
from fingerpost.routing.layers.ensemble import MAJORITY, SCORER, Vote, calibrated, ensemble_trust, vote
from fingerpost.routing.layers.llm import ClassificationQuestion, ask_llm
from fingerpost.routing.layers.memo import Memo
from fingerpost.routing.student.model import Student
from fingerpost.settings import EnsembleSettings, Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Decision, Resolved, Verdict
from tests.conftest import SHOP
from tests.decisions import schema_of

THREE = [
    EnsembleVariant("neutral"),
    EnsembleVariant("weather", frozenset({"weather"})),
    EnsembleVariant("music", frozenset({"music"})),
]
THREE_PLAIN = [EnsembleVariant(name) for name in ("one", "two", "three")]
NAMES = [variant.name for variant in THREE]
LONG = 5.0
"""Seconds after which something that should have happened counts as missing; nothing waits so long if all is well."""


# Counting, apart from any server.


class Voices:
    """What each variant says once it is let: a label, a fault, or nothing at all."""

    def __init__(self, *said: str | Exception | None) -> None:
        self.said = dict(zip(NAMES, said, strict=True))
        self.asked: list[str] = []
        self.cancelled: list[str] = []

    async def __call__(self, variant: EnsembleVariant) -> LabelChoice:
        self.asked.append(variant.name)
        said = self.said[variant.name]
        try:
            while said is None or len(self.asked) < len(self.said):
                # Nobody answers before all are asked, and some never do.
                await asyncio.sleep(0.001)
        except asyncio.CancelledError:
            self.cancelled.append(variant.name)
            raise
        if isinstance(said, Exception):
            raise said
        return LabelChoice(said, f"{variant.name} thinks so")


async def count(voices: Voices, known: dict[str, float] | None = None, *, scorer: bool = True) -> Vote:
    return await asyncio.wait_for(vote(THREE, voices, known or {}, scorer=scorer), LONG)


async def test_all_are_asked_at_once_and_a_majority_decides() -> None:
    voices = Voices("a", "b", "a")
    outcome = await count(voices, {"b": 0.9, "a": 0.1})
    assert (outcome.chosen.label, outcome.signal, outcome.others) == ("a", MAJORITY, ("b",))
    assert outcome.chosen.reasoning == "neutral thinks so"
    assert outcome.agreed
    assert voices.asked == NAMES


@pytest.mark.parametrize("silent", range(3))
async def test_a_majority_stops_early_and_cancels_the_rest(silent: int) -> None:
    said: list[str | None] = ["a", "a", "a"]
    said[silent] = None
    voices = Voices(*said)
    outcome = await count(voices)
    assert (outcome.chosen.label, outcome.signal) == ("a", MAJORITY)
    assert voices.cancelled == [NAMES[silent]]
    assert len(asyncio.all_tasks()) == 1, "somebody goes on though nobody listens"


async def test_on_a_tie_the_scorer_takes_what_the_student_holds_for_likeliest() -> None:
    outcome = await count(Voices("a", "b", "c"), {"c": 0.5, "b": 0.3, "d": 0.9})
    assert (outcome.chosen.label, outcome.signal, outcome.others) == ("c", SCORER, ("a", "b"))
    assert outcome.chosen.reasoning == "music thinks so"
    assert not outcome.agreed


async def test_without_a_scorer_the_first_voice_decides_a_tie() -> None:
    outcome = await count(Voices("a", "b", "c"), {"c": 0.9}, scorer=False)
    assert (outcome.chosen.label, outcome.signal) == ("a", "")


async def test_a_scorer_that_knows_nothing_decides_nothing() -> None:
    outcome = await count(Voices("b", "a", "c"))
    assert (outcome.chosen.label, outcome.signal) == ("b", "")


async def test_the_scorer_knows_a_route_with_the_editor_for_that_route() -> None:
    outcome = await count(Voices("b", "a EDITOR", "c"), {"a": 0.8, "b": 0.15, "c": 0.05})
    assert outcome.chosen.label == "a EDITOR"


async def test_a_voice_that_fails_is_not_heard() -> None:
    outcome = await count(Voices("a", ModelError("down"), "a"))
    assert (outcome.chosen.label, outcome.signal, outcome.others) == ("a", MAJORITY, ())
    outcome = await count(Voices("a", ModelError("down"), "b"), {"b": 0.6})
    assert (outcome.chosen.label, outcome.signal) == ("b", SCORER)


async def test_one_voice_alone_is_no_majority() -> None:
    outcome = await count(Voices(ModelError("down"), "b", ModelError("down")), {"a": 0.9})
    assert (outcome.chosen.label, outcome.signal) == ("b", "")


async def test_where_none_is_heard_the_fault_is_told() -> None:
    with pytest.raises(ModelError, match="down"):
        await count(Voices(ModelError("down"), ModelError("down"), ModelError("down")))


async def test_whoever_goes_away_takes_all_voices_along() -> None:
    voices = Voices(None, None, None)
    counting = asyncio.create_task(count(voices))
    while len(voices.asked) < 3:
        await asyncio.sleep(0)
    counting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await counting
    assert sorted(voices.cancelled) == sorted(NAMES)


@given(st.lists(st.sampled_from("abc"), min_size=3, max_size=3), st.permutations(range(3)), st.booleans())
def test_who_answers_first_does_not_change_the_outcome(said: list[str], order: list[int], scorer: bool) -> None:
    known = {"c": 0.5, "b": 0.3, "a": 0.2}

    async def answered() -> Vote:
        turns = [asyncio.Event() for _ in order]
        turns[0].set()

        async def ask(variant: EnsembleVariant) -> LabelChoice:
            number = NAMES.index(variant.name)
            place = order.index(number)
            await turns[place].wait()
            if place + 1 < len(turns):
                asyncio.get_running_loop().call_later(0, turns[place + 1].set)
            return LabelChoice(said[number])

        return await asyncio.wait_for(vote(THREE, ask, known, scorer=scorer), LONG)

    outcome = asyncio.run(answered())
    most = max(set(said), key=said.count)
    if said.count(most) > 1:
        assert (outcome.chosen.label, outcome.signal) == (most, MAJORITY)
    else:
        assert (outcome.chosen.label, outcome.signal) == (("c", SCORER) if scorer else (said[0], ""))
    assert outcome.agreed is (said.count(most) > 1)


# Confidence.


@given(st.floats(0.01, 0.99), st.integers(2, 5))
def test_agreement_is_worth_more_than_one_voice_and_a_tie_less(trust: float, heard: int) -> None:
    agreed, tied, alone = (
        ensemble_trust(trust, Vote(LabelChoice("a"), count, holds, MAJORITY, ()))
        for count, holds in ((heard, True), (heard, False), (1, True))
    )
    assert 0 < tied < alone == trust < agreed < 1


POINTS = st.dictionaries(
    st.integers(0, 100).map(lambda n: n / 100), st.integers(0, 100).map(lambda n: n / 100), min_size=1, max_size=6
).map(lambda pairs: tuple(zip(sorted(pairs), sorted(pairs.values()), strict=True)))


@given(POINTS, st.floats(0, 1), st.floats(0, 1))
def test_calibration_runs_through_its_points_and_never_falls(
    points: tuple[tuple[float, float], ...], low: float, high: float
) -> None:
    low, high = min(low, high), max(low, high)
    assert 0 <= calibrated(low, points) <= calibrated(high, points) + 1e-12
    assert calibrated(high, points) <= 1
    for given_, worth in points:
        assert calibrated(given_, points) == pytest.approx(worth)
    assert calibrated(1.0, points) == pytest.approx(points[-1][1])


def test_without_points_a_confidence_is_worth_itself() -> None:
    assert calibrated(0.37, ()) == 0.37
    assert calibrated(0.25, ((0.5, 0.4), (1.0, 0.9))) == pytest.approx(0.2)
    assert calibrated(0.75, ((0.5, 0.4), (1.0, 0.9))) == pytest.approx(0.65)
    assert calibrated(0.9, ((0.5, 0.4),)) == pytest.approx(0.4)


# What the environment says.

SWITCHES = {
    "ROUTER_ENSEMBLE_ENABLED": "ensemble",
    "ROUTER_SCORER_ENABLED": "scorer",
    "ROUTER_SECONDARY_HINTS": "hints",
}


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_is_on_unless_it_is_switched_off(name: str) -> None:
    field = SWITCHES[name]
    rest: Any = {other: other != field for other in SWITCHES.values()}
    assert Settings.from_environment({}).voting == EnsembleSettings()
    assert getattr(EnsembleSettings(), field) is True
    for value in ("off", "0", "False", "no", " OFF "):
        assert Settings.from_environment({name: value}).voting == EnsembleSettings(**rest)
    for value in ("on", "1", "TRUE", "yes", ""):
        assert Settings.from_environment({name: value}).voting == EnsembleSettings()
    with pytest.raises(SettingsError, match=f"{name} = 'perhaps': give `on` or `off`"):
        Settings.from_environment({name: "perhaps"})


@pytest.mark.parametrize(
    ("value", "points"),
    [
        ("[[0.5, 0.4], [1.0, 0.95]]", ((0.5, 0.4), (1.0, 0.95))),
        ('{"1.0": 0.95, "0.5": 0.4}', ((0.5, 0.4), (1.0, 0.95))),
        ("[[1, 1], [0, 0]]", ((0.0, 0.0), (1.0, 1.0))),
        ("[[0.5, 0.4], [0.6, 0.4]]", ((0.5, 0.4), (0.6, 0.4))),
        ("  ", ()),
    ],
)
def test_a_calibration_is_pairs_or_a_map(value: str, points: tuple[tuple[float, float], ...]) -> None:
    assert Settings.from_environment({"ROUTER_CALIBRATION": value}).voting.calibration == points


@pytest.mark.parametrize(
    "value",
    ["{", "5", "null", "true", '"0.5"', "[]", "{}", "[0.5, 0.4]", "[[0.5]]", "[[0.5, 0.4, 0.3]]", '[["a", 1]]', "[[0.5, null]]",
     "[[0.5, 1.1]]", "[[-0.1, 0.5]]", "[[0.5, 0.6], [0.5, 0.7]]", "[[0.5, 0.6], [0.9, 0.4]]", "[[NaN, 0.5]]", "[[0.5, Infinity]]",
     '{"half": 0.5}', '{"0.5": [1]}', "[" * 10_000, f"[[{'9' * 400}, 1]]"],
    ids=lambda value: value[:24],
)  # fmt: skip
def test_a_calibration_that_is_none_is_told_with_an_example_of_one(value: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.from_environment({"ROUTER_CALIBRATION": value})
    said = str(told.value)
    assert said.startswith(f"ROUTER_CALIBRATION = {value[:80]!r}: give pairs")
    example = said.rpartition("such as ")[2]
    assert len(Settings.from_environment({"ROUTER_CALIBRATION": example}).voting.calibration) == 3


# In the router, with a server.

pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")

BOOK = {
    **SHOP,
    "weather": ["will it rain tomorrow", "how cold is it outside", "sunny weekend forecast", "snow in the mountains",
                "wind speed this evening", "humidity and temperature"],
    "music": ["play some jazz", "who sings that song", "turn the volume up", "next track please", "guitar chords",
              "piano sonata by mozart"],
}  # fmt: skip
UNSURE = "parcel or jacket, money or lamp?"
"""Words of three routes in one message: the student does not stand by any."""
SURE = "where is my parcel today"
STORE = Allowlist(
    (
        AllowedTable("orders", (AllowedColumn("total"), AllowedColumn("status"))),
        AllowedTable("customers", (AllowedColumn("city"),)),
    )
)


def _book(*, llm_first: bool = False, variants: Any = THREE, allowlist: Allowlist | None = None) -> Routebook:
    return build(
        "shop",
        [Route(name, examples=examples) for name, examples in BOOK.items()],
        rules=[Rule("number", "shipping", contains=("trk-",))],
        fallback="product",
        # As measured: how a model is tried on the examples is the matter of `test_model_check.py`.
        thresholds=Thresholds(accept=0.7, llm_trust=0.6),
        variants=variants,
        llm_first=llm_first,
        extensions=[] if allowlist is None else [SchemaExtension(allowlist)],
    )


@pytest.fixture(scope="module")
def student() -> Student:
    """One student for all: variants change nothing about it."""
    found = Router.from_routebook(_book(), encoder=WordEncoder(), settings=Settings(cache=None)).warm_student()
    assert found is not None
    return found


class _Requests(list[dict[str, Any]]):
    """Remembers which request belongs to which of the server's threads."""

    def __init__(self) -> None:
        super().__init__()
        self._own = threading.local()

    def append(self, request: dict[str, Any]) -> None:
        self._own.request = request
        super().append(request)

    def own(self) -> dict[str, Any]:
        request: dict[str, Any] = self._own.request
        return request


class Choir(ScriptedServer):
    """A server that answers each voice as told; a voice behind a gate waits until it is opened."""

    def __init__(self, **said: str | ScriptedReply) -> None:
        super().__init__([ScriptedReply()])
        self.said = {name: reply if isinstance(reply, ScriptedReply) else _reply(reply) for name, reply in said.items()}
        self.gates: dict[str, threading.Event] = {}
        self.requests = _Requests()

    def __enter__(self) -> Choir:
        super().__enter__()
        return self

    def next_reply(self) -> ScriptedReply:
        assert isinstance(self.requests, _Requests)
        voice = voice_of(self.requests.own())
        if voice in self.gates:
            self.gates[voice].wait(LONG)
        return self.said[voice]

    @property
    def heard(self) -> list[str]:
        return [voice_of(request) for request in self.requests]


def _reply(route: str, **fields: Any) -> ScriptedReply:
    return ScriptedReply(
        arguments=json.dumps({"reasoning": f"speaks of {route}", "route": route, "tables": [], "columns": [], **fields})
    )


def voice_of(request: dict[str, Any]) -> str:
    """Tell a voice by the examples that it is shown: those of its focus are far from every message here."""
    shown = {message["content"] for message in request["messages"] if message["role"] == "assistant"}
    return next((name for name in ("weather", "music") if any(name in label for label in shown)), "neutral")


Ask = Callable[..., Decision]


@pytest.fixture
def ask(student: Student) -> Iterator[Ask]:
    built: list[Router] = []

    def decide(
        server: ScriptedServer,
        message: str | Message = UNSURE,
        *,
        voting: EnsembleSettings = EnsembleSettings(),  # noqa: B008 - it is frozen
        form: str | None = "tool",
        timeout: float = LONG,
        **book: Any,
    ) -> Decision:
        slots = {"classifier": Slot(server.url, "tiny")}
        router = Router.from_routebook(
            _book(**book),
            encoder=WordEncoder(),
            settings=Settings(cache=None, slots=slots, llm_timeout=timeout, voting=voting),
            student=student,
            memo=Memo(size=0),
        )
        built.append(router)
        assert router.chooser is not None
        # Known already, so that all voices are asked at once and not one after the first.
        router.chooser.format = form
        return router.route(message)

    yield decide
    for router in built:
        router.close()


def test_the_student_alone_is_unsure_of_one_and_sure_of_the_other(student: Student) -> None:
    router = Router.from_routebook(_book(), encoder=WordEncoder(), settings=Settings(cache=None), student=student)
    assert [router.route(text).layer for text in (UNSURE, SURE)] == ["fallback", "student"]


def test_a_majority_of_voices_decides(ask: Ask) -> None:
    with Choir(neutral="shipping", weather="refund", music="shipping") as choir:
        decision = ask(choir, llm_first=True)
    assert (decision.route, decision.layer) == ("shipping", "llm")
    assert MAJORITY in decision.signals
    assert "speaks of shipping" in decision.reason


def test_each_voice_is_shown_more_of_its_own_routes(ask: Ask) -> None:
    # Without a majority all of them are heard.
    with Choir(neutral="shipping", weather="product", music="refund") as choir:
        ask(choir)
        assert sorted(choir.heard) == sorted(NAMES)
        shown = {
            voice_of(request): [m["content"] for m in request["messages"] if m["role"] == "assistant"]
            for request in choir.requests
        }
    assert {len(labels) for labels in shown.values()} == {4}
    assert shown["weather"].count("weather") == 2
    assert shown["music"].count("music") == 2
    assert not {"weather", "music"} & set(shown["neutral"])


def test_a_voice_that_is_not_needed_any_more_is_not_waited_for(ask: Ask) -> None:
    with Choir(neutral="shipping", weather="shipping", music="refund") as choir:
        gate = choir.gates["music"] = threading.Event()
        decision = ask(choir, llm_first=True)
        assert not gate.is_set()
        gate.set()
    assert (decision.route, decision.layer) == ("shipping", "llm")
    assert MAJORITY in decision.signals


def test_a_tie_goes_to_the_scorer(ask: Ask, student: Student) -> None:
    with Choir(neutral="music", weather="refund", music="shipping") as choir:
        decision = ask(choir, llm_first=True)
        off = ask(choir, llm_first=True, voting=EnsembleSettings(scorer=False))
    likeliest = dict(student.predict(WordEncoder().encode([UNSURE])[0], UNSURE).ranked(4))
    best = max(("music", "refund", "shipping"), key=lambda name: likeliest.get(name, 0.0))
    assert best != "music"
    assert (decision.route, SCORER in decision.signals) == (best, True)
    assert (off.route, SCORER in off.signals, MAJORITY in off.signals) == ("music", False, False)


def test_switched_off_the_first_voice_is_asked_alone(ask: Ask) -> None:
    with Choir(neutral="refund", weather="shipping", music="shipping") as choir:
        decision = ask(choir, llm_first=True, voting=EnsembleSettings(ensemble=False))
        assert choir.heard == ["neutral"]
    assert decision.route == "refund"
    assert not {MAJORITY, SCORER} & set(decision.signals)
    assert "speaks of refund" in decision.reason


def test_what_else_it_may_be_is_told_as_a_hint(ask: Ask) -> None:
    with Choir(neutral="music", weather="refund", music="shipping") as choir:
        decision = ask(choir, llm_first=True)
        without = ask(choir, llm_first=True, voting=EnsembleSettings(hints=False))
    assert {s for s in decision.signals if s.startswith("secondary:")} == {
        f"secondary:{name}" for name in ("music", "refund", "shipping") if name != decision.route
    }
    assert not any(signal.startswith("secondary:") for signal in without.signals)
    assert SCORER in without.signals


@pytest.mark.parametrize(
    "faulty",
    [
        ScriptedReply(status=503),
        ScriptedReply(body=b"garbage"),
        _reply("envío"),
        _reply("remboursement"),
        ScriptedReply(text="it is about the parcel"),
        ScriptedReply(arguments='{"reasoning": "so", "route": ["shipping"]}'),
    ],
    ids=["503", "garbage", "Spanish", "French", "no call", "a list"],
)
def test_a_voice_that_fails_or_answers_in_another_language_is_not_heard(ask: Ask, faulty: ScriptedReply) -> None:
    with Choir(neutral="shipping", weather=faulty, music="refund") as choir:
        decision = ask(choir, llm_first=True, voting=EnsembleSettings(scorer=False))
    assert (decision.route, decision.layer) == ("shipping", "llm")
    assert "secondary:refund" in decision.signals


@pytest.mark.parametrize("faulty", [ScriptedReply(status=503), _reply("envío")], ids=["503", "Spanish"])
def test_where_all_fail_it_goes_to_the_fallback_and_the_trail_tells(ask: Ask, faulty: ScriptedReply) -> None:
    with Choir(neutral=faulty, weather=faulty, music=faulty) as choir:
        decision = ask(choir)
        sure = ask(choir, SURE, llm_first=True)
    assert (decision.layer, decision.accepted) == ("fallback", False)
    told = [step.said for step in decision.trail if step.who == "llm"]
    assert len(told) == 1
    assert told[0].startswith("no verdict: ")
    assert (sure.route, sure.layer, sure.accepted) == ("shipping", "student", True)


def test_agreement_feeds_the_confidence(ask: Ask) -> None:
    with Choir(neutral="shipping", weather="shipping", music="shipping") as choir:
        together = ask(choir, llm_first=True)
        alone = ask(choir, llm_first=True, voting=EnsembleSettings(ensemble=False))
    with Choir(neutral="shipping", weather="refund", music="product") as choir:
        apart = ask(choir, llm_first=True, voting=EnsembleSettings(scorer=False))
    assert {decision.route for decision in (together, alone, apart)} == {"shipping"}
    assert together.confidence > alone.confidence > apart.confidence
    assert [decision.accepted for decision in (together, alone, apart)] == [True, True, False]


def test_one_voice_that_is_left_is_worth_no_more_than_one_that_was_asked_alone(ask: Ask) -> None:
    down = ScriptedReply(status=503)
    with Choir(neutral="shipping", weather=down, music=down) as choir:
        left = ask(choir, llm_first=True)
        alone = ask(choir, llm_first=True, voting=EnsembleSettings(ensemble=False))
    assert left.route == alone.route == "shipping"
    assert left.confidence <= alone.confidence


def test_a_calibration_says_what_a_confidence_is_worth(ask: Ask) -> None:
    with Choir(neutral="shipping", weather="shipping", music="shipping") as choir:
        plain = ask(choir, llm_first=True)
        less = ask(choir, llm_first=True, voting=EnsembleSettings(calibration=((1.0, 0.5),)))
        one = ask(choir, llm_first=True, voting=EnsembleSettings(calibration=((1.0, 0.9),)), variants=())
    assert less.confidence == pytest.approx(plain.confidence / 2)
    assert (plain.accepted, less.accepted) == (True, False)
    assert one.confidence == pytest.approx(0.9 * 0.6)


class Scripted:
    """Voices that choose as told, with the confidence that they state."""

    def __init__(self, *said: tuple[str, float | None]) -> None:
        self.said = list(said)

    async def reason(self, *_: object) -> LabelChoice:
        label, confidence = self.said.pop(0)
        return LabelChoice(label, confidence=confidence)


async def _weighed(
    *said: tuple[str, float | None],
    student: float = 0.49,
    accepted: bool = False,
    calibration: tuple[tuple[float, float], ...] = (),
) -> Verdict:
    book = build(
        "b", [Route(name) for name in ("a", "b", "c")], variants=THREE_PLAIN, thresholds=Thresholds(llm_trust=0.6)
    )
    guess = Verdict("a", accepted, student, "student", runner_up="b")
    question = ClassificationQuestion(Resolved("x", "x", "x"), guess, [("a", student), ("b", 0.01), ("c", 0.5 - 0.01)])
    chooser: Any = Scripted(*said)
    return await ask_llm(chooser, book, question, EnsembleSettings(calibration=calibration))


async def test_a_majority_beats_a_student_that_is_unsure() -> None:
    beaten = await _weighed(("b", None), ("b", None), ("b", None))
    assert (beaten.route, beaten.accepted, beaten.runner_up) == ("b", True, "a")
    assert "a majority chose it" in beaten.reason


async def test_but_not_one_that_is_surer_than_a_majority_is_worth_nor_one_voice_or_a_tie() -> None:
    assert (await _weighed(("b", None), ("b", None), ("b", None), student=0.85)).route == "a"
    assert (await _weighed(("b", None), ("b", None), ("b", None), accepted=True)).route == "a"
    assert (await _weighed(("b", None), ("a", None), ("c", None))).route != "b"


async def test_the_confidence_that_a_model_states_counts_by_its_calibration_alone() -> None:
    modest, sure = ((1.0, 0.2),), ((1.0, 0.9),)
    voices = [("b", 0.95)] * 3
    stated, unstated = await _weighed(*voices), await _weighed(*[("b", None)] * 3)
    assert stated.confidence == unstated.confidence
    low = await _weighed(*voices, student=0.4, calibration=modest)
    high = await _weighed(*voices, student=0.4, calibration=sure)
    assert low.confidence < high.confidence
    # More stated is worth more where the calibration rises.
    less = await _weighed(*[("b", 0.5)] * 3, student=0.4, calibration=sure)
    assert less.confidence < high.confidence


@pytest.mark.parametrize(("said", "read"), [(0.4, 0.4), (1, 1.0), (85, 0.85), (-1, None), ("high", None), (True, None)])
def test_a_stated_confidence_is_a_share_or_a_percentage(ask: Ask, said: Any, read: float | None) -> None:
    reply = _reply("shipping", confidence=said)
    with Choir(neutral=reply, weather=reply, music=reply) as choir:
        decision = ask(choir, llm_first=True)
    stated = [fact.detail["confidence"] for fact in decision.facts if fact.what == STATED]
    assert stated == ([] if read is None else [pytest.approx(read)])


# What is sent, and what is read.


@pytest.mark.parametrize("form", ["tool", "schema"])
def test_the_reason_comes_before_the_label(ask: Ask, form: str) -> None:
    reply = _reply("shipping") if form == "tool" else ScriptedReply(text=_reply("shipping").arguments or "")
    with Choir(neutral=reply, weather=reply, music=reply) as choir:
        assert ask(choir, form=form, llm_first=True, allowlist=STORE).route == "shipping"
        sent = choir.requests[0]
    schema = (
        sent["tools"][0]["function"]["parameters"]
        if form == "tool"
        else sent["response_format"]["json_schema"]["schema"]
    )
    assert list(schema["properties"]) == ["reasoning", "route", "confidence", "tables", "columns"]
    assert schema["required"] == list(schema["properties"])
    assert schema["properties"]["route"]["enum"] is not None
    assert set(schema["properties"]["route"]["enum"]) == set(BOOK)


def test_without_variants_no_reason_is_asked_for(ask: Ask) -> None:
    with ScriptedServer([ScriptedReply(arguments='{"route": "shipping"}')]) as server:
        assert ask(server, variants=()).layer == "llm"
        assert len(server.requests) == 1
        schema = server.requests[0]["tools"][0]["function"]["parameters"]
    assert list(schema["properties"]) == ["route"]


def test_a_server_that_knows_plain_words_alone_serves_an_ensemble_too(ask: Ask) -> None:
    plain = ScriptedReply(text="shipping\nbecause of the parcel", refuses=frozenset({"tools", "response_format"}))
    with Choir(neutral=plain, weather=plain, music=plain) as choir:
        decision = ask(choir, form=None, llm_first=True)
    assert (decision.route, decision.layer) == ("shipping", "llm")
    assert MAJORITY in decision.signals


NAMED = {
    "what exists": (["orders", "customers"], ["orders.total", "customers.city"], ("orders", "customers"), ("orders.total", "customers.city")),
    "in other capitals": (["ORDERS"], ["Orders.TOTAL"], ("orders",), ("orders.total",)),
    "without its table": (["orders"], ["total", "city"], ("orders",), ("orders.total",)),
    "of a table that was not named": ([], ["customers.city"], (), ("customers.city",)),
    "what does not exist": (["secrets", "orders; DROP TABLE orders"], ["secrets.total", "orders.password", "total"], (), ()),
    "twice": (["orders", "orders"], ["orders.total", "total"], ("orders",), ("orders.total",)),
    "of other types": ([1, None, ["orders"]], {"orders": "total"}, (), ()),
    "nothing": (None, None, (), ()),
}  # fmt: skip


@pytest.mark.parametrize("case", NAMED)
def test_tables_and_columns_are_checked_against_the_allowlist(ask: Ask, case: str) -> None:
    tables, columns, kept, kept_columns = NAMED[case]
    reply = _reply("shipping", tables=tables, columns=columns)
    with Choir(neutral=reply, weather=reply, music=reply) as choir:
        decision = ask(choir, llm_first=True, allowlist=STORE)
        system = choir.requests[0]["messages"][0]["content"]
    assert decision.route == "shipping"
    assert (schema_of(decision).tables, schema_of(decision).columns) == (kept, kept_columns)
    assert '{"orders": ["total", "status"], "customers": ["city"]}' in system


def test_without_an_allowlist_no_table_is_believed(ask: Ask) -> None:
    reply = _reply("shipping", tables=["orders"], columns=["orders.total"])
    with Choir(neutral=reply, weather=reply, music=reply) as choir:
        decision = ask(choir, llm_first=True)
    assert (schema_of(decision).tables, schema_of(decision).columns) == ((), ())


# The model first.


def test_asked_first_the_model_decides_what_the_student_is_sure_of(ask: Ask) -> None:
    with Choir(neutral="refund", weather="refund", music="refund") as choir:
        assert ask(choir, SURE).layer == "student"
        assert choir.requests == []
        decision = ask(choir, SURE, llm_first=True)
        assert choir.requests
    assert (decision.route, decision.layer) == ("refund", "llm")


def test_asked_first_the_model_is_not_told_what_the_student_thinks(ask: Ask) -> None:
    with Choir(neutral="shipping", weather="shipping", music="shipping") as choir:
        for text in (SURE, "please refund my order"):
            ask(choir, text, llm_first=True)
        offered = [
            request["tools"][0]["function"]["parameters"]["properties"]["route"]["enum"] for request in choir.requests
        ]
    assert all(one == other for one, other in pairwise(offered))
    assert offered[0] == list(BOOK)


def test_what_is_certain_is_not_asked(ask: Ask) -> None:
    with Choir(neutral="refund", weather="refund", music="refund") as choir:
        by_rule = ask(choir, "my parcel is TRK-1", llm_first=True)
        declared = ask(choir, Message(SURE, declared="music"), llm_first=True)
        empty = ask(choir, " ", llm_first=True)
        assert choir.requests == []
    assert [decision.layer for decision in (by_rule, declared, empty)] == ["rules", "declared", "fallback"]


def test_without_a_model_the_student_decides_as_ever(student: Student) -> None:
    router = Router.from_routebook(
        _book(llm_first=True), encoder=WordEncoder(), settings=Settings(cache=None), student=student, memo=Memo(size=0)
    )
    decision = router.route(SURE)
    assert (decision.route, decision.layer, decision.accepted) == ("shipping", "student", True)


async def test_every_way_of_calling_counts_the_same_voices(student: Student) -> None:
    with Choir(neutral="shipping", weather="shipping", music="refund") as choir:
        router = Router.from_routebook(
            _book(llm_first=True),
            encoder=WordEncoder(),
            settings=Settings(cache=None, slots={"classifier": Slot(choir.url, "tiny")}, llm_timeout=LONG),
            student=student,
            memo=Memo(size=0),
        )
        found = [router.route(UNSURE), await router.aroute(UNSURE), *router.route_many([UNSURE, SURE])]
        router.close()
    assert {(decision.route, decision.layer) for decision in found} == {("shipping", "llm")}
    assert all(MAJORITY in decision.signals for decision in found)
