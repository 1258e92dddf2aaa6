"""What a server takes on: a bounded number, in time, with room for a burst; and a real server that is overloaded."""

from __future__ import annotations

import asyncio
import heapq
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import grpc
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

import httpx

from fingerpost import Router
from fingerpost.observability.metrics import METRICS
from fingerpost.runtime.server_settings import AccessSettings, Limits
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import overload
from fingerpost.server.bounded_http import bounded_protocol
from fingerpost.server.overload import ALWAYS_ADMITTED, BURST_SECONDS, AdmittedRequest, LoadGate, wanted_seconds
from fingerpost.settings import ServerSettings
from tests.server.grpc_running import HeldServer, own_settings, serving, until, with_model
from tests.server.http_running import PATIENCE, Place, running, settings_in, slots_at
from tests.server.http_running import until as wait_until

STARVED = """
import os
from time import monotonic, process_time
from fingerpost.server.overload import wanted_seconds
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
all_started = monotonic() + 1
while monotonic() < all_started:
    pass
began, worked, wanted = monotonic(), process_time(), wanted_seconds()
while monotonic() < began + 2:
    pass
took = monotonic() - began
print((process_time() - worked) / took, (wanted_seconds() - wanted) / took)
"""
"""Works for two seconds on one processor, after a second in which the others have started."""


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Load:
    """A gate and a server that answers one request after the other, each in `seconds`."""

    def __init__(self, requests: int = 1_000, wait: float | None = 1.0, seconds: float = 0.01) -> None:
        self.clock = Clock()
        self.gate, self.seconds = LoadGate(requests, wait, self.clock, self.clock), seconds

    def arrive(self, count: int) -> int:
        """Return how many of so many requests are taken on."""
        taken = 0
        for _ in range(count):
            if not self.gate.refuses():
                self.gate.begin()
                taken += 1
        return taken

    def serve(self, count: int) -> None:
        for _ in range(count):
            self.clock.now += self.seconds
            self.gate.end()


# What is taken on


def test_no_more_requests_than_the_limit() -> None:
    load = Load(requests=20)
    assert load.arrive(50) == 20
    load.serve(5)
    assert load.arrive(50) == 5


def test_a_burst_may_wait_for_the_longest_wait() -> None:
    load = Load()
    load.arrive(4)
    load.serve(4)
    # A hundred a second, so that the hundredth waits for a second.
    assert 95 <= load.arrive(500) <= 105
    assert load.arrive(500) == 0
    load.serve(80)
    assert load.arrive(500) == 0, "it was no burst"


def test_what_goes_on_longer_than_a_burst_waits_a_tenth_of_it() -> None:
    load = Load(seconds=0.002)
    load.arrive(4)
    load.serve(4)
    waits = []
    for _ in range(2_000):
        load.arrive(4)
        waits.append(load.gate.inside * load.seconds)
        load.serve(1)
    assert max(waits) <= 1.05
    assert max(waits[-100:]) <= 0.12
    assert min(waits[-100:]) >= 0.08, "it is used all the same"


def test_a_batch_that_ends_is_no_pause() -> None:
    load = Load(seconds=0.004)
    load.arrive(4)
    load.serve(4)
    waits = []
    for _ in range(100):
        load.arrive(500)
        waits.append(load.gate.inside * load.seconds)
        load.serve(load.gate.inside - ALWAYS_ADMITTED // 2)
    assert max(waits[-50:]) <= 0.12, "few are left for a moment, but the next are there"


def test_after_a_pause_there_is_room_for_a_burst_again() -> None:
    load = Load()
    for _ in range(300):
        load.arrive(4)
        load.serve(1)
    load.arrive(500)
    assert load.arrive(500) == 0
    load.serve(load.gate.inside)
    load.clock.now += BURST_SECONDS
    assert load.arrive(500) > 50


def test_a_few_are_taken_on_however_slow_they_are() -> None:
    load = Load(seconds=30.0)
    load.arrive(ALWAYS_ADMITTED)
    load.serve(1)
    assert load.arrive(10) == 1


def test_requests_that_wait_for_models_are_limited_by_number_alone() -> None:
    load = Load(requests=200, wait=None, seconds=5.0)
    for _ in range(20):
        load.arrive(50)
        load.serve(1)
    assert load.gate.inside >= 150


@pytest.mark.parametrize(("worked", "all_taken"), [(0.0, True), (0.2, True), (1.0, False)])
def test_users_of_a_function_that_waits_are_not_refused_by_an_idle_process(worked: float, all_taken: bool) -> None:
    """100 users, each of whom waits 2 s for an answer and asks again a second later."""
    clock = Clock()
    gate = LoadGate(256, 0.5, clock, lambda: clock.now * worked)
    events = [(clock.now + user * 0.02, user, True) for user in range(100)]
    refused = 0
    while clock.now < 130:
        clock.now, user, asks = heapq.heappop(events)
        if not asks:
            gate.end()
        elif gate.refuses():
            refused += 1
        else:
            gate.begin()
            heapq.heappush(events, (clock.now + 2.0, user, False))
            continue
        heapq.heappush(events, (clock.now + 1.0, user, True))
    assert (refused == 0) is all_taken


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux alone tells who waits for a processor")
def test_a_process_that_others_keep_from_working_is_at_work() -> None:
    """Eight processes share one processor: each works for an eighth of the time, and wants it for all of it."""
    told = [subprocess.Popen([sys.executable, "-c", STARVED], stdout=subprocess.PIPE, text=True) for _ in range(8)]
    for process in told:
        worked, wanted = map(float, process.communicate()[0].split())
        assert worked < 0.5, "what it worked does not tell"
        assert wanted > 0.8


def test_a_process_that_waits_wants_no_processor() -> None:
    # In a process of its own: threads that other tests left behind may be at work here.
    waits = (
        "from time import sleep; from fingerpost.server.overload import wanted_seconds;"
        " before = wanted_seconds(); sleep(1); print(wanted_seconds() - before)"
    )
    wanted = subprocess.run([sys.executable, "-c", waits], capture_output=True, text=True, check=True).stdout
    assert float(wanted) < 0.5


def test_where_the_system_does_not_tell_work_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(overload, "_THREADS", tmp_path)
    assert wanted_seconds() == pytest.approx(process_time(), abs=0.1)
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "schedstat").write_text("no numbers")
    assert wanted_seconds() == pytest.approx(process_time(), abs=0.1)


def test_a_request_whose_body_has_not_come_is_no_work_and_no_answer() -> None:
    load = Load()
    load.arrive(4)
    load.serve(4)
    for _ in range(500):
        load.gate.begin()
        load.gate.end(answered=False)
    assert load.gate.inside == 0
    assert 95 <= load.arrive(101) <= 101


def test_a_request_whose_body_never_comes_is_not_counted_again() -> None:
    load = Load(requests=2)
    gone, slow = AdmittedRequest(load.gate), AdmittedRequest(load.gate)
    for turn in (gone, slow):
        turn.pause()
    gone.end()
    assert load.gate.inside == 0
    slow.resume()
    assert load.gate.inside == 1
    slow.end()
    slow.end()
    assert load.gate.inside == 0


def test_without_the_gate_everything_queues() -> None:
    load = Load()
    load.gate.refuses = lambda: False  # type: ignore[method-assign]
    for _ in range(400):
        load.arrive(4)
        load.serve(1)
    assert load.gate.inside * load.seconds > 5, "the last one waits for seconds"


# A server


@pytest.fixture
def overloaded(
    avap: Router, own_cache: Path, tmp_path: Path
) -> Iterator[tuple[Place, HeldServer, LoadGate, list[int]]]:
    """Serve with two requests in flight, which a model holds up."""
    model = HeldServer("said by the model")
    with model:
        settings = settings_in(tmp_path, own_cache, slots=slots_at(model.url))
        protocol = bounded_protocol(Limits(requests=2), waits_for_models=True)
        with running(avap, settings, protocol) as place:
            answers: list[int] = []
            threads = [threading.Thread(target=_ask, args=(place.url, answers)) for _ in range(2)]
            for thread in threads:
                thread.start()
            wait_until(lambda: protocol.gate.inside == 2)
            yield place, model, protocol.gate, answers
            model.go.set()
            for thread in threads:
                thread.join()


def _ask(url: str, answers: list[int]) -> None:
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        answers.append(client.post("/v1/ask", json={"text": "what does addVar do?"}).status_code)


def test_what_is_too_much_is_refused_at_once_and_says_when_to_come_back(
    overloaded: tuple[Place, HeldServer, LoadGate, list[int]],
) -> None:
    place, model, gate, answers = overloaded
    before = METRICS.value("refusals", kind="overload")
    for path in ("/v1/route", "/v1/ask", "/v1/chat/completions"):
        refused = place.post(path, text="what does addVar do?")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert refused.json()["error"]["code"] == "unavailable"
        assert "try again later" in refused.json()["error"]["message"]
        assert refused.headers["x-fingerpost-request"]
        assert "connection" not in refused.headers, "the connection is kept"
    assert METRICS.value("refusals", kind="overload") == before + 3
    assert answers == [], "the refusals did not wait for those in flight"
    assert place.http.get("/healthz").status_code == 200, "what tells of the overload is served"
    model.go.set()
    wait_until(lambda: answers == [200, 200])
    wait_until(lambda: gate.inside == 0)
    assert place.post("/v1/route", text="what does addVar do?").status_code == 200


def test_without_the_gate_nothing_is_refused(
    overloaded: tuple[Place, HeldServer, LoadGate, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, _, gate, _ = overloaded
    monkeypatch.setattr(gate, "refuses", lambda: False)
    assert place.post("/v1/route", text="what does addVar do?").status_code == 200


async def test_the_same_over_grpc(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    model = HeldServer("said by the model")
    with model:
        settings = replace(
            with_model(own_settings(own_cache, tmp_path), model), serving=ServerSettings(limits=Limits(requests=2))
        )
        async with serving(avap, settings) as client:
            question = pb.AgentRequest(query="what does addVar do?")
            asked = [asyncio.ensure_future(client.engine.AskAgent(question)) for _ in range(2)]
            await until(lambda: client.server._admission._gate.inside == 2)
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await client.engine.Route(question)
            assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert "try again later" in str(refused.value.details())
            assert ("grpc-retry-pushback-ms", "1000") in tuple(refused.value.trailing_metadata())
            assert await client.status() == "SERVING"
            model.go.set()
            answers: list[Any] = await asyncio.gather(*asked)
            assert all("said by the model" in answer.text for answer in answers)
            await until(lambda: client.server._admission._gate.inside == 0)
            assert (await client.engine.Route(question)).route


def test_a_caller_that_disconnects_is_counted_no_longer(avap: Router, own_cache: Path, tmp_path: Path) -> None:
    model = HeldServer("said by the model")
    with model:
        protocol = bounded_protocol(Limits(requests=2), waits_for_models=True)
        with running(avap, settings_in(tmp_path, own_cache, slots=slots_at(model.url)), protocol) as place:
            for _ in range(3):
                patience = httpx.Timeout(PATIENCE, read=0.2)
                with httpx.Client(base_url=place.url, timeout=patience) as client, pytest.raises(httpx.ReadTimeout):
                    client.post("/v1/ask", content=json.dumps({"text": "what does addVar do?"}), headers=_JSON)
            wait_until(lambda: protocol.gate.inside == 0)
            model.go.set()
            assert place.post("/v1/route", text="what does addVar do?").status_code == 200


@pytest.mark.parametrize("ended", [True, False])
def test_requests_that_another_layer_answers_are_counted_no_longer(
    avap: Router, own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    access = AccessSettings(origins=("https://app.example.com",))
    settings = settings_in(tmp_path, own_cache, serving=ServerSettings(access=access))
    protocol = bounded_protocol(Limits(requests=256), waits_for_models=False)
    if not ended:
        monkeypatch.setattr(AdmittedRequest, "end", lambda self: None)
    preflight = {"origin": "https://app.example.com", "access-control-request-method": "POST"}
    with running(avap, settings, protocol) as place:
        found = [place.http.options("/v1/route", headers=preflight).status_code for _ in range(300)]
        assert (set(found) == {200}) is ended
        assert (place.post("/v1/route", text="what does addVar do?").status_code == 200) is ended
        if ended:
            wait_until(lambda: protocol.gate.inside == 0)


_JSON = {"content-type": "application/json"}
