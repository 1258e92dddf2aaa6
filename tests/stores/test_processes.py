"""The store with many processes: concurrent opening and writing, fork, and killed processes."""

from __future__ import annotations

import signal
import threading
import time
from pathlib import Path

import pytest

from fingerpost.stores import Store
from fingerpost.stores.connection import Connection
from fingerpost.stores.factory import open_database
from fingerpost.stores.schema import migrate
from fingerpost.stores.turn_writer import append
from tests.stores.words import finish, in_child, said, start

OPEN = """
import sys, time
from fingerpost.stores import Store
from fingerpost.types import Turn
print("ready", flush=True)
time.sleep(max(0, float(sys.argv[2]) - time.time()))
with Store.open(sys.argv[1]) as store:
    for number in range(5):
        text = sys.argv[3] + str(number)
        assert store.write("s", text, [Turn("user", text), Turn("assistant", text)])
"""


def test_many_processes_open_a_fresh_database_at_once(url: str) -> None:
    at = time.time() + 2.5
    finished = [finish(process) for process in [start(OPEN, url, str(at), f"{name}-") for name in range(8)]]
    assert finished == ["ready\n"] * 8
    with Store.open(url) as store:
        texts = [turn.text for turn in store.turns("s", limit=1000)]
    assert len(set(texts)) == 40
    assert texts[::2] == texts[1::2], "the turns of a request stay together"


WRITE = """
import sys
from fingerpost.stores import Store
from fingerpost.types import Turn
store = Store.open(sys.argv[1])
number = int(sys.argv[2])
while True:
    assert store.write("s", str(number), [Turn("user", str(number)), Turn("assistant", "x" * 5000)])
    print(number, flush=True)
    number += 1
"""


@pytest.mark.kill
def test_what_a_killed_writer_acknowledged_is_there_once(url: str) -> None:
    acknowledged: list[int] = []
    for round_ in range(4):
        process = start(WRITE, url, str(round_ * 1_000_000))
        assert process.stdout is not None
        acknowledged.append(int(process.stdout.readline()))
        time.sleep(0.03 + round_ * 0.013)
        process.send_signal(signal.SIGKILL)
        # Not communicate(): it would lose what readline() has read ahead.
        acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]
        process.communicate()
    with Store.open(url) as store:
        turns = store.turns("s", limit=100_000)
        written = [int(turn.text) for turn in turns if turn.role == "user"]
        assert len(acknowledged) > 8
        assert set(acknowledged) <= set(written)
        assert len(written) == len(set(written))
        assert len(turns) == 2 * len(written), "never half a request"
        assert len(set(written) - set(acknowledged)) <= 4, "at most the one that was under way"
        assert not store.write("s", str(acknowledged[0]), said(str(acknowledged[0]))), "a retry changes nothing"


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
def test_parent_and_child_go_on_after_a_fork(store: Store) -> None:
    store.write("s", "r1", said("one"))

    def work() -> str:
        for number in range(20):
            assert store.write("child", str(number), said())
        assert len(store.turns("s")) == 2
        store.close()
        return "done"

    assert in_child(work) == "done"
    for number in range(20):
        assert store.write("parent", str(number), said())
    assert len(store.turns("child")) == len(store.turns("parent")) == 40


def test_a_child_that_ends_in_order_leaves_the_parent_its_connection(url: str) -> None:
    code = """
import os, sys, threading
from fingerpost.stores import Store
from fingerpost.types import Turn
store = Store.open(sys.argv[1])
store.write("s", "r1", [Turn("user", "one")])
held, go = threading.Event(), threading.Event()
def work(connection):
    connection.execute("UPDATE fingerpost_sessions SET life = 1")
    held.set()
    go.wait(0.5)
# Another thread is in the middle of a transaction, with the lock, when the fork comes.
thread = threading.Thread(target=lambda: store._database.write(work))
thread.start()
held.wait()
child = os.fork()
if child == 0:
    assert len(store.turns("s")) == 1
    assert store.write("t", "child", [Turn("user", "child")])
    sys.exit(0)
go.set()
thread.join()
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
child = os.fork()
if child == 0:
    assert store.write("s", "child", [Turn("user", "child")])
    sys.exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert store.write("s", "r2", [Turn("user", "two")])
print([turn.text for turn in store.turns("s")])
"""
    assert finish(start(code, url)) == "['one', 'child', 'two']\n"


def test_a_child_never_destroys_what_it_inherited() -> None:
    code = """
import os, sys
from fingerpost.stores.pool import ConnectionPool
class Connection:
    generation, pid = 0, os.getpid()
    def close(self):
        print("closed", os.getpid() == self.pid, flush=True)
    def __del__(self):
        print("destroyed", os.getpid() == self.pid, flush=True)
pool = ConnectionPool(Connection, 2, 1.0, "here")
lent, idle = pool.acquire(), pool.acquire()
pool.release(idle, True)
idle = None
if os.fork() == 0:
    pool.after_fork()
    lent = None
    pool.close()
    sys.exit(0)
os.wait()
print("child is gone", flush=True)
"""
    assert finish(start(code)).splitlines()[0] == "child is gone"


def test_a_second_writer_of_a_request_waits_for_the_first(url: str) -> None:
    with Store.open(url) as store, Store.open(url) as other:
        store.write("s", "r0", said())
        held, go = threading.Event(), threading.Event()
        second: list[bool] = []

        def work(connection: Connection) -> None:
            append(connection, "s", "r1", said("one"), None, "answered", None, time.time(), 0.0, False, 0.0)
            held.set()
            go.wait(30)

        first = threading.Thread(target=lambda: store._database.write(work))
        first.start()
        assert held.wait(30)
        late = threading.Thread(target=lambda: second.append(other.write("s", "r1", said("one"))))
        late.start()
        late.join(0.3)
        assert not second, "it waits"
        go.set()
        first.join()
        late.join()
        assert second == [False]
        assert store.turns("s") == [*said(), *said("one")]


def test_whoever_opens_while_another_makes_the_tables_waits(url: str) -> None:
    held, go = threading.Event(), threading.Event()
    opened: list[Store] = []

    def work(connection: Connection) -> None:
        migrate(connection, "here")
        held.set()
        go.wait(30)

    database = open_database(url)
    first = threading.Thread(target=lambda: database._run_with_retries(work, writes=True))
    first.start()
    assert held.wait(30)
    late = threading.Thread(target=lambda: opened.append(Store.open(url)))
    late.start()
    late.join(0.3)
    assert not opened, "it waits"
    go.set()
    first.join()
    late.join()
    [store] = opened
    assert store.write("s", "r", said())
    store.close()
    database.close()


def test_a_fork_in_the_middle_of_endless_work_is_refused_and_harms_nobody(tmp_path: Path) -> None:
    code = """
import os, sys, threading
from fingerpost.errors import StoreError
from fingerpost.stores import Store
from fingerpost.types import Turn
store = Store.open(sys.argv[1])
store._database._pool._timeout = 0.2
held, go = threading.Event(), threading.Event()
def work(connection):
    connection.execute("INSERT INTO fingerpost_schema VALUES (2)")
    held.set()
    go.wait()
thread = threading.Thread(target=lambda: store._database.write(work))
thread.start()
held.wait()
if os.fork() == 0:
    try:
        store.turns("s")
    except StoreError as error:
        print(error)
    sys.exit(0)
os.wait()
go.set()
thread.join()
print(store.write("s", "r", [Turn("user", "one")]), len(store.turns("s")))
"""
    of_child, of_parent = finish(start(code, f"sqlite:///{tmp_path}/s.sqlite")).splitlines()
    assert "cannot be used in this process" in of_child
    assert "fork before the store is used" in of_child
    assert of_parent == "True 1"


def test_parent_and_children_write_at_once_and_the_file_stays_sound(tmp_path: Path) -> None:
    code = """
import os, sqlite3, sys, threading
from fingerpost.stores import Store
from fingerpost.types import Turn
store = Store.open("sqlite:///" + sys.argv[1])
def write(name, count):
    for number in range(count):
        assert store.write(name, str(number), [Turn("user", "x" * 3000)])
threads = [threading.Thread(target=write, args=(f"thread{n}", 60)) for n in range(3)]
for thread in threads:
    thread.start()
children = []
for number in range(6):
    child = os.fork()
    if child == 0:
        write(f"child{number}", 30)
        store.close()
        sys.exit(0)
    children.append(child)
for child in children:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
for thread in threads:
    thread.join()
print(sum(map(len, store.session_store.values())), sqlite3.connect(sys.argv[1]).execute("PRAGMA integrity_check").fetchall())
"""
    assert finish(start(code, str(tmp_path / "s.sqlite"))) == "360 [('ok',)]\n"


def test_traces_become_visible_in_the_order_of_their_ids(url: str) -> None:
    with Store.open(url) as store, Store.open(url) as other:
        held, go = threading.Event(), threading.Event()

        def work(connection: Connection) -> None:
            connection.lock("traces")
            connection.execute("INSERT INTO fingerpost_traces (at, trace) VALUES (0, '{\"n\": 1}')")
            held.set()
            go.wait(30)

        first = threading.Thread(target=lambda: store._database.write(work))
        late = threading.Thread(target=lambda: other.put_traces([{"n": 2}]))
        first.start()
        assert held.wait(30)
        late.start()
        late.join(0.3)
        assert store.traces() == [], "whoever reads on from the second would never see the first"
        go.set()
        first.join()
        late.join()
        assert [trace["n"] for trace in store.traces()] == [1, 2]
