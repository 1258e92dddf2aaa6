"""The contract of the store, on both engines."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from fingerpost.errors import MessageError, RequestIdError, StoreError
from fingerpost.settings import RetentionSettings
from fingerpost.stores import Store
from fingerpost.types import Turn
from tests.conftest import examples
from tests.stores.words import DAY, HOUR, Clock, said


def test_turns_come_back_whole_and_in_order(store: Store) -> None:
    assert store.turns("s") == []
    assert store.write("s", "r1", said("one"))
    assert store.write("s", "r2", said("two"))
    assert store.turns("s") == [*said("one"), *said("two")]
    assert store.turns("s", limit=3) == [*said("one"), *said("two")][1:]
    assert store.turns("s", limit=0) == store.turns("s", limit=-1) == []
    assert store.turns("another") == []


def test_a_request_is_applied_once(store: Store) -> None:
    assert store.write("s", "r1", said("one"))
    assert not store.write("s", "r1", said("one"))
    assert not store.write("s", "r1", [Turn("user", "one")], outcome="failed")
    assert store.turns("s") == said("one")
    assert store.write("t", "r1", said("one")), "a request id counts within its session"


@pytest.mark.parametrize("keep", [False, True])
def test_a_request_id_stands_for_one_text_even_when_little_of_it_is_left(url: str, clock: Clock, keep: bool) -> None:
    text, taken = (
        "my mail is ana@example.com \x00 " + "x" * 100,
        "was already processed in session 's' with another text",
    )
    with Store.open(url, RetentionSettings(text=keep), clock.wall, clock.steady) as store:
        store.check_request("s", "r1", text)
        store.write("s", "r1", said(text))
        for hours in (0, 25, 25):
            clock.pass_by(hours * HOUR)
            store.sweep()
            for other in ("other words", "", text.upper()):
                with pytest.raises(RequestIdError, match=taken):
                    store.write("s", "r1", said(other))
                with pytest.raises(RequestIdError, match=taken):
                    store.check_request("s", "r1", other)
            assert not store.write("s", "r1", said(text))
            store.check_request("s", "r1", text)
        assert len(store.session_store["s"]) == 1
        clock.pass_by(100 * DAY)
        store.sweep()
        store.check_request("s", "r1", "other words")
        assert store.write("s", "r1", said("other words")), "nothing is known of the first any more"


def test_of_two_texts_with_one_id_at_once_one_is_written_and_the_other_refused(store: Store) -> None:
    def write(number: int) -> str:
        try:
            return "written" if store.write("s", "r", said(f"text {number}")) else "lost"
        except RequestIdError:
            return "refused"

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(write, range(8)))
    assert sorted(outcomes) == ["refused"] * 7 + ["written"]
    assert store.turns("s") == said(f"text {outcomes.index('written')}")


def test_saboteur_without_the_check_a_second_text_is_lost(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.stores.turn_writer.check_request", lambda *_: None)
    store.write("s", "r", said("one"))
    assert not store.write("s", "r", said("two")), "neither written nor refused"


def test_the_intent_history_is_six_short_user_turns(store: Store) -> None:
    store.write("s", "r", [Turn("user", "no route")])
    for number in range(8):
        store.write("s", f"r{number}", said(f"{number} " + "ñ" * 100))
    history = store.intent_history("s")
    assert [turn.text[0] for turn in history] == list("234567")
    assert {len(turn.text) for turn in history} == {60}
    assert history[0][2:] == ("shipping", "rules", 0.75)


def test_the_views_of_the_documents(store: Store) -> None:
    store.write("s", "r1", said("one"))
    for number in range(7):
        store.write("t", f"r{number}", said("two"))
    assert store.session_store["s"] == [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "answer to one"},
    ]
    assert store.classify_history_store["s"] == [{"type": "shipping", "topic": "one"}]
    assert len(store.classify_history_store["t"]) == 7
    assert sorted(store.session_store) == ["s", "t"]
    assert len(store.session_store) == 2
    assert "s" in store.session_store
    for strange in ("nobody", "a\0b", "\ud800", 7):
        assert strange not in store.session_store
    assert store.session_store.get("nobody", []) == []
    with pytest.raises(KeyError):
        store.classify_history_store["nobody"]


def test_turns_before_a_request_are_those_that_it_found(store: Store) -> None:
    for name in ("one", "two", "three"):
        store.write("s", name, said(name))
        store.write("other", name, said(f"{name} elsewhere"))
    assert store.turns("s", before="two") == said("one")
    assert store.turns("s", before="one") == []
    assert store.turns("s", before="new") == store.turns("s")
    assert store.turns("s", 1, before="three") == said("two")[1:]
    with pytest.raises(MessageError, match="request"):
        store.turns("s", before="a\nb")


HOSTILE = [
    "'; DROP TABLE fingerpost_turns; --",
    "../../etc/passwd",
    "%s %(x)s ? {}",
    "😀" * 256,
    " ",
    "NULL",
    "\\",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_any_id_is_just_an_id(store: Store, name: str) -> None:
    assert store.write(name, name.replace("\n", " "), said(name), user=name)
    assert store.turns(name) == said(name)
    assert list(store.session_store) == [name]
    assert {row["session"] for row in store.export(name)} == {name}
    assert store.forget(user=name) == 2
    assert store.turns(name) == []


@pytest.mark.parametrize("name", ["", "a" * 257, "a\0b", "\ud800", None, 7, b"s"])
def test_an_id_that_is_none_is_refused(store: Store, name: str) -> None:
    with pytest.raises(MessageError, match=r"session = .*1 to 256 characters"):
        store.write(name, "r", said())
    with pytest.raises(MessageError, match="request = "):
        store.write("s", name, said())
    with pytest.raises(MessageError, match="session = "):
        store.turns(name)
    if name is not None:
        with pytest.raises(MessageError, match="user = "):
            store.write("s", "r", said(), user=name)


FORGED = [
    "r\n2026-01-01 [feedback] request r is corrected to all",
    "r\r",
    "\x1b[2J",
    "r\x7f",
    "r\x85x",
    "r\u2028x",
    "r\tx",
]


@pytest.mark.parametrize("name", FORGED)
def test_a_request_that_could_forge_a_line_of_a_log_is_refused(store: Store, name: str) -> None:
    with pytest.raises(MessageError, match=r"^request = .*: give a string without line breaks and control characters$"):
        store.write("s", name, said())
    with pytest.raises(MessageError, match="without line breaks"):
        store.correct(name, "PLATFORM")
    with pytest.raises(MessageError, match="without line breaks"):
        store.app_session_changed_by("", "room", name, "a text")
    assert store.turns("s") == []


@pytest.mark.parametrize("name", FORGED)
def test_a_session_that_could_forge_a_line_of_a_log_is_refused(store: Store, name: str) -> None:
    with pytest.raises(MessageError, match=r"^session = .*: give a string without line breaks and control characters$"):
        store.write(name, "r", said())
    with pytest.raises(MessageError, match="without line breaks"):
        store.correct("r", "PLATFORM", session=name)
    assert store.forget(session=name) == 0, "one of an older store can be deleted"


def test_bad_arguments_are_refused_and_nothing_is_written(store: Store) -> None:
    with pytest.raises(MessageError, match="answered, routed, failed, cancelled"):
        store.write("s", "r", said(), outcome="lost")
    with pytest.raises(MessageError, match="at least one turn"):
        store.write("s", "r", [])
    with pytest.raises(MessageError, match="must be a Turn"):
        store.write("s", "r", [Turn("user", "good"), ("user", "bad")])  # type: ignore[list-item]
    with pytest.raises(MessageError, match="forget needs a user, a session, or both"):
        store.forget()
    assert store.turns("s") == []


@given(text=st.text(alphabet=st.characters(), max_size=200), route=st.text(max_size=20))
@example(text="a\0b\ud800c\U0010ffff", route="\0")
@settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_text_comes_back_alike(store: Store, text: str, route: str) -> None:
    store.forget(session="s")
    store.write("s", "r", [Turn("user", text, route), Turn("assistant", text)])
    clean = "".join("\ufffd" if letter == "\0" or "\ud800" <= letter <= "\udfff" else letter for letter in text)
    assert [turn.text for turn in store.turns("s")] == [clean, clean]
    assert store.intent_history("s")[0].text == clean[:60]


def test_a_megabyte_and_odd_numbers(store: Store) -> None:
    text = "ñ😀 " * 350_000
    store.write("s", "r", [Turn("user", text, "x", None, float("nan")), Turn("assistant", text)])
    turns = store.turns("s")
    assert [turn.text == text for turn in turns] == [True, True]
    assert turns[0].confidence is None


def test_a_session_ends_and_begins_anew(store: Store, clock: Clock) -> None:
    store.write("s", "r1", said("one"))
    clock.pass_by(23 * HOUR)
    store.write("s", "r2", said("two"))
    clock.pass_by(23 * HOUR)
    assert len(store.turns("s")) == 4
    clock.pass_by(2 * HOUR)
    assert store.turns("s") == store.intent_history("s") == []
    store.write("s", "r3", said("three"))
    assert store.turns("s") == said("three"), "the session before it is over"
    assert len(store.session_store["s"]) >= 4, "and is kept all the same"


def test_what_is_left_of_a_session_that_ended(store: Store, clock: Clock) -> None:
    long = "my mail is ana@example.com and this goes on for much longer than sixty characters"
    store.write("s", "r1", said(long))
    store.write("t", "r1", said("alive"))
    clock.pass_by(20 * HOUR)
    store.write("t", "r2", said("alive"))
    clock.pass_by(5 * HOUR)
    assert store.sweep() == {"reduced": 2, "turns": 0, "traces": 0, "sessions": 0, "settled": 0}
    assert store.session_store["s"] == [
        {"role": "user", "content": "my mail is [e-mail] and this goes on for much longer than si"}
    ]
    assert store.classify_history_store["s"][0]["topic"] == store.session_store["s"][0]["content"]
    assert store.turns("t") == [*said("alive"), *said("alive")]
    assert store.sweep()["reduced"] == 0


def test_whole_texts_are_kept_redacted_if_wished(url: str, clock: Clock) -> None:
    with Store.open(url, RetentionSettings(text=True), clock.wall, clock.steady) as store:
        store.write("s", "r1", said("write to ana@example.com " + "x" * 100))
        clock.pass_by(25 * HOUR)
        store.sweep()
        assert store.session_store["s"] == [{"role": "user", "content": "write to [e-mail] " + "x" * 100}]
        assert len(store.classify_history_store["s"][0]["topic"]) == 60


def test_a_former_life_is_reduced_while_the_next_goes_on(store: Store, clock: Clock) -> None:
    clock.pass_by(25 * HOUR)
    store.write("s", "r1", said("one"))
    clock.pass_by(30 * HOUR)
    store.write("s", "r2", said("two"))
    store.sweep()
    assert [turn["content"] for turn in store.session_store["s"]] == ["one", "two", "answer to two"]
    assert store.turns("s") == said("two")


def test_what_is_too_old_goes(store: Store, clock: Clock) -> None:
    store.write("s", "r1", said())
    store.put_traces([{"request": "r1", "at": clock.now}])
    clock.pass_by(89 * DAY)
    store.write("t", "r1", said())
    assert "s" in store.session_store
    clock.pass_by(2 * DAY)
    done = store.sweep()
    assert (done["turns"], done["traces"], done["sessions"]) == (2, 1, 1)
    assert list(store.session_store) == ["t"]
    assert store.traces() == []


def test_the_oldest_turns_of_an_endless_session_are_reduced(store: Store, clock: Clock) -> None:
    store.write("s", "r0", [Turn("user", f"{number} " + "x" * 80, "a") for number in range(1100)])
    # The write swept already, after its commit.
    turns = store.turns("s", limit=2000)
    assert [len(turn.text) for turn in (turns[0], turns[99])] == [60, 60]
    assert len(turns[100].text) > 80
    assert store.sweep()["reduced"] == 0


def test_a_sweep_is_bounded_and_the_next_goes_on(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.stores.retention.MAX_ROWS_PER_SWEEP", 150)
    store.write("s", "r", said() * 100)
    clock.pass_by(25 * HOUR)
    assert [store.sweep()["reduced"] for _ in range(3)] == [150, 50, 0]


def test_writing_sweeps_once_in_ten_minutes_and_outlives_its_failure(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls = []

    def sweep() -> dict[str, int]:
        calls.append(clock.ticks)
        raise StoreError("the disk is full")

    monkeypatch.setattr(store, "sweep", sweep)
    assert store.write("s", "r1", said())
    assert store.write("s", "r2", said())
    clock.pass_by(601)
    assert store.write("s", "r3", said())
    assert len(calls) == 2
    assert caplog.text.count("the disk is full") == 2
    assert len(store.turns("s")) == 6


def test_a_clock_set_back_neither_ends_nor_revives(store: Store, clock: Clock) -> None:
    store.write("living", "r1", said("one"))
    store.write("over", "r1", said())
    clock.pass_by(20 * HOUR)
    store.write("living", "r2", said("two"))
    clock.pass_by(10 * HOUR)
    assert store.sweep()["reduced"] == 2
    clock.jump(-28 * HOUR)
    assert store.turns("over") == [], "it has ended for good"
    store.write("over", "r1-late", said("late"))
    assert store.turns("over") == said("late"), "and what comes now begins anew"
    store.write("living", "r3", said("three"))
    clock.jump(28 * HOUR)
    assert store.turns("living") == [*said("one"), *said("two"), *said("three")], "by id, whatever the time says"
    store.write("over", "r2", said("again"))
    assert store.turns("over") == said("again")


def test_export_and_forget_a_user(store: Store) -> None:
    store.write("s", "r1", said("before login"))
    store.write("s", "r2", said("after login"), user="ana", outcome="cancelled")
    store.write("s", "r3", said("a friend"), user="bea")
    store.write("t", "r1", said("nobody's"))
    store.put_traces([{"request": "r2", "session": "s", "user": "ana", "more": [1]}, {"request": "x", "user": "bea"}])
    rows = list(store.export("ana"))
    json.dumps(rows)
    assert [row.get("text", row.get("more")) for row in rows] == [
        "before login", "answer to before login", "after login", "answer to after login", [1],
    ]  # fmt: skip
    assert [row["kind"] for row in rows] == ["turn"] * 4 + ["trace"]
    assert rows[2]["outcome"] == "cancelled"
    assert store.forget(user="ana") == 5
    assert list(store.export("ana")) == []
    assert store.turns("s") == said("a friend")
    assert store.turns("t") == said("nobody's")
    assert [trace["user"] for trace in store.traces()] == ["bea"]
    assert store.forget(user="ana") == 0


def test_forget_a_session(store: Store) -> None:
    store.write("s", "r1", said(), user="ana")
    store.write("t", "r1", said(), user="ana")
    store.put_traces([{"session": "s"}, {"session": "t"}])
    assert store.forget(session="s") == 3
    assert list(store.session_store) == ["t"]
    assert store.write("s", "r1", said()), "nothing is remembered of it"


def test_nothing_of_what_was_forgotten_is_in_the_file(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/s.sqlite") as store:
        for number in range(300):
            for user in ("ana", "bea"):
                mark = f"MARK-{user}-"
                # Long and short ones, so that pages split and rows move.
                store.write(
                    mark + str(number % 7), mark + str(number), said(mark + "x" * (number * 37 % 3000)), user=mark
                )
                store.put_traces([{"user": mark, "text": mark * (number % 40)}])
        store.forget(user="MARK-ana-")
        content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert content.count(b"MARK-bea-") > 1000
        assert content.count(b"MARK-ana-") == 0


def test_traces_are_read_on_from_the_last(store: Store) -> None:
    store.put_traces([])
    store.put_traces([{"request": str(number), "note": "ñ\0\ud800", "when": Path("x")} for number in range(5)])
    first = store.traces(limit=3)
    assert [trace["request"] for trace in first] == ["0", "1", "2"]
    assert [trace["request"] for trace in store.traces(after=first[-1]["id"])] == ["3", "4"]
    assert first[0]["note"] == "ñ\0\ud800"


def test_two_writers_on_one_session_do_not_mix(store: Store) -> None:
    def write(name: str) -> None:
        for number in range(20):
            store.write("s", f"{name}{number}", [Turn("user", f"{name}{number}"), Turn("assistant", f"{name}{number}")])

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcdefghijkl"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    texts = [turn.text for turn in store.turns("s", limit=1000)]
    assert len(texts) == 480
    assert texts[::2] == texts[1::2], "message and answer stay together"
    for name in "abcdefghijkl":
        own = [int(text[1:]) for text in texts[::2] if text[0] == name]
        assert own == list(range(20))


def test_one_request_from_many_threads_is_written_once(store: Store) -> None:
    results: list[bool] = []
    threads = [threading.Thread(target=lambda: results.append(store.write("s", "r", said()))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [False] * 11 + [True]
    assert store.turns("s") == said()


async def test_an_event_loop_is_not_blocked(store: Store) -> None:
    names = await asyncio.gather(
        store.run_in_thread(lambda: threading.current_thread().name),
        store.run_in_thread(store.write, "s", "r", said(), user="ana"),
    )
    assert names[0].startswith("fingerpost-store")
    assert await store.run_in_thread(store.turns, "s", limit=1) == said()[1:]


def test_a_closed_store_says_so(url: str) -> None:
    store = Store.open(url)
    store.close()
    with pytest.raises(StoreError, match="was closed: open it again"):
        store.turns("s")


def test_the_sessions_of_the_latest_messages_alone(store: Store) -> None:
    for number in range(12):
        store.write(f"s{number // 3}", str(number), said(f"message {number}"), routebook="shop")
    assert len(list(store.stored_messages("shop"))) == 12
    assert [one.session for one in store.stored_messages("shop", last=4)] == ["s2"] * 3 + ["s3"] * 3
    assert list(store.stored_messages("other", last=4)) == []
