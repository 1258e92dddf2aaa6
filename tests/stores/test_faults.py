"""Faults of the database (locked, full, read-only, replaced, another version): each is a StoreError with a remedy."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from zlib import crc32

import pytest

from fingerpost.errors import StoreError
from fingerpost.stores import Store, schema, sqlite
from fingerpost.stores.factory import open_database
from fingerpost.stores.sqlite import Sqlite
from tests.stores.server import Server, unprivileged
from tests.stores.words import Clock, finish, in_child, said, start, written_by_version_one


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder into which a user without rights can look."""
    folder = Path(tempfile.mkdtemp(prefix="fp-stores-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_files_are_for_their_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "made" / "store.sqlite"
    before = os.umask(0)
    try:
        with Store.open(f"sqlite:///{file}") as store:
            store.write("s", "r", said())
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {"store.sqlite": 0o600, "store.sqlite-wal": 0o600, "store.sqlite-shm": 0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_a_file_that_others_can_read_is_closed_to_them(file: Path) -> None:
    file.touch(0o644)
    Store.open(f"sqlite:///{file}").close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_commit_is_on_the_disk(file: Path) -> None:
    # No test can cut the power: FULL and WAL are what makes SQLite sync before it says that it is done.
    with Store.open(f"sqlite:///{file}") as store:
        ask = store._database.read
        assert ask(lambda connection: connection.query("PRAGMA synchronous")) == [(2,)]
        assert ask(lambda connection: connection.query("PRAGMA journal_mode")) == [("wal",)]


def test_a_relative_file_stays_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Store.open("sqlite:///here.sqlite") as store:
        monkeypatch.chdir("/")
        store.write("s", "r", said())
    assert (tmp_path / "here.sqlite").stat().st_size > 0


@pytest.mark.parametrize(
    "url",
    [
        "",
        "x",
        "mysql://a:secret@h/d",
        "sqlite://",
        "sqlite:///",
        "sqlite:///:memory:",
        "sqlite:///a\0b",
        "sqlite://host/x",
    ],
)
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(StoreError, match="give sqlite:///FILE") as caught:
        open_database(url)
    assert "secret" not in str(caught.value)


def test_locked(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.stores.sqlite.LOCK_TIMEOUT", 0.2)
    with Store.open(f"sqlite:///{file}") as store:
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"store.sqlite is locked by another process .*end that process"):
            store.write("s", "r", said())
        assert store.turns("s") == [], "reading goes on"
        other.execute("COMMIT")
        other.close()
        assert store.write("s", "r", said())


def test_locked_on_postgresql(server: Server) -> None:
    import psycopg

    url = server.make_database()
    with Store.open(url + "&options=-c%20lock_timeout%3D200ms") as store:
        store.write("s", "r1", said())
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM fingerpost_sessions FOR UPDATE")
            with pytest.raises(StoreError, match=r"is locked by another client .*end its transaction"):
                store.write("s", "r2", said())
            assert store.write("t", "r1", said()), "another session is not concerned"
        assert store.write("s", "r2", said())


def test_a_migration_waits_for_that_of_another_process_without_a_limit(server: Server) -> None:
    import psycopg

    url = server.make_database()
    with psycopg.connect(url) as other, ThreadPoolExecutor(1) as thread:
        other.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(b"fingerpost schema")])
        opening = thread.submit(Store.open, url + "&options=-c%20lock_timeout%3D100ms")
        with pytest.raises(TimeoutError):
            opening.result(0.5)
        other.commit()
        with opening.result() as store:
            assert store.write("s", "r", said())


def older(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a store of the first version."""
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        Store.open(f"sqlite:///{file}").close()


@contextmanager
def held(file: Path) -> Iterator[sqlite3.Connection]:
    """Write to a file as another process, until a commit."""
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_a_migration_of_sqlite_waits_longer_than_other_writes_and_says_so(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    older(file, monkeypatch)
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT", 0.1)
    with held(file) as other, ThreadPoolExecutor(1) as thread:
        opening = thread.submit(Store.open, f"sqlite:///{file}")
        with pytest.raises(TimeoutError):
            opening.result(2.5)
        other.execute("COMMIT")
        with opening.result(30) as store:
            assert store.write("s", "r", said())
    [told] = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert "may be bringing it to a newer version: waiting for it, up to 59" in told


def test_a_migration_of_sqlite_that_never_gets_its_turn_says_what_to_do(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older(file, monkeypatch)
    monkeypatch.setattr(sqlite, "MIGRATION_TIMEOUT", 0.1)
    told = r"another process keeps it locked: .*end that process \(`fuser /.*`"
    with held(file), pytest.raises(StoreError, match=told):
        Store.open(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as left:
        assert left.execute("SELECT version FROM fingerpost_schema").fetchall() == [(1,)]


def test_a_file_that_needs_no_migration_is_opened_while_another_process_writes(file: Path) -> None:
    Store.open(f"sqlite:///{file}").close()
    with held(file), ThreadPoolExecutor(1) as thread:
        store = thread.submit(Store.open, f"sqlite:///{file}").result(5)
        assert store.turns("s") == []
        store.close()


def test_a_file_that_is_replaced_while_it_is_served_is_not_waited_for_as_at_the_start(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "older.sqlite"
    older(other, monkeypatch)
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT", 0.1)
    with Store.open(f"sqlite:///{file}") as store, held(other), ThreadPoolExecutor(1) as thread:
        for part in (other, *(Path(f"{other}{end}") for end in ("-wal", "-shm"))):
            part.rename(part.with_name(part.name.replace("older.sqlite", file.name)))
        with pytest.raises(StoreError, match="another process keeps it locked"):
            thread.submit(store.turns, "s").result(10)


def test_full(file: Path) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        store.write("s", "r1", said())
        store._database._run_with_retries(
            lambda connection: connection.query("PRAGMA max_page_count = 1"), writes=False
        )
        with pytest.raises(StoreError, match=r"is full: free some disk space"):
            store.write("s", "r2", said("x" * 100_000))
        assert store.turns("s") == said(), "all of a request or nothing"
        store._database._run_with_retries(
            lambda connection: connection.query("PRAGMA max_page_count = 100000"), writes=False
        )
        assert store.write("s", "r2", said("x" * 100_000))


def test_over_quota(file: Path) -> None:
    code = """
import resource, signal, sys
from fingerpost.errors import StoreError
from fingerpost.stores import Store
from fingerpost.types import Turn
store = Store.open("sqlite:///" + sys.argv[1])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
done = 0
try:
    while done < 100:
        store.write("s", str(done), [Turn("user", "x" * 20_000)])
        done += 1
except StoreError as error:
    print(done, error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(store.write("s", "after", [Turn("user", "x")]), len(store.turns("s", 1000)))
"""
    first, second = finish(start(code, str(file))).splitlines()
    done = int(first.split()[0])
    assert 0 < done < 100
    assert "check the free disk space, quotas" in first
    assert second == f"True {done + 1}"


@pytest.mark.filterwarnings("ignore:This process.*fork:DeprecationWarning")
def test_read_only(reachable: Path) -> None:
    file = reachable / "store.sqlite"
    Store.open(f"sqlite:///{file}").close()
    file.chmod(0o444)

    def fault(where: Path) -> str:
        # Root may write anywhere, and the interpreter may lie where nobody else can start it: hence a fork.
        def work() -> str:
            user = unprivileged()
            if user is not None:
                os.setuid(user)
            try:
                Store.open(f"sqlite:///{where}").write("s", "r", said())
            except StoreError as error:
                return str(error)
            return "written"

        return in_child(work)

    if unprivileged() is None:
        reachable.chmod(0o555)
    of_file, of_folder = fault(file), fault(reachable / "new.sqlite")
    reachable.chmod(0o755)
    assert "give this user write access to it and its folder" in of_file
    assert "cannot be created (Permission denied): name a file in a folder where this user may write with" in of_folder
    assert "DATABASE_URL=sqlite:///FILE" in of_folder


@pytest.mark.parametrize("content", [b"hello", b"not a database\n" * 1000])
def test_not_a_database(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is not a database: name another file"):
        Store.open(f"sqlite:///{file}")
    assert file.read_bytes() == content


def test_a_folder_and_a_file_in_the_way(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened: name a file"):
        Store.open(f"sqlite:///{tmp_path}")
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"cannot be created .*name a file in a folder"):
        Store.open(f"sqlite:///{tmp_path}/file/store.sqlite")


def test_a_damaged_file(file: Path) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        for number in range(50):
            store.write("s", str(number), said("x" * 500))
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged: move it away"):
        Store.open(f"sqlite:///{file}")


def test_a_deleted_file_is_made_anew(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        store.write("s", "r1", said("one"))
        for each in file.parent.iterdir():
            each.unlink()
        assert store.write("s", "r2", said("two")), "not into a file that has no name any more"
        assert "was deleted or replaced while in use" in caplog.text
    with Store.open(f"sqlite:///{file}") as store:
        assert store.turns("s") == said("two")


def _lost_after_a_move(file: Path, look: Callable[[Store], object]) -> bool:
    """Return whether a write is lost that is acknowledged after the file was moved away and looked at."""
    with Store.open(f"sqlite:///{file}") as store:
        store.write("s", "r1", said("one"))
        for each in list(file.parent.glob("store.sqlite*")):
            each.rename(each.with_name(f"moved-{each.name}"))
        look(store)
        assert store.write("s", "r2", said("two"))
    with Store.open(f"sqlite:///{file}") as store:
        return store.turns("s") != said("two")


LOOKS: dict[str, Callable[[Store], object]] = {
    "probe": lambda store: store.probe.check(),
    "snapshot": lambda store: store._database.snapshot(lambda connection: connection.query("SELECT 1")),
    "connection": lambda store: store._database._connect().close(),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_new_connection_to_a_replaced_file_hides_no_replacement(file: Path, look: Callable[[Store], object]) -> None:
    assert not _lost_after_a_move(file, look)


def test_a_store_that_misses_the_replacement_is_found_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sqlite, "_detect_replaced_file", lambda _: None)
    assert _lost_after_a_move(file, lambda _: None)


def test_only_the_database_is_deleted_and_its_log_is_left(file: Path) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        store.write("s", "r1", said("one"))
        file.unlink()
        assert store.turns("s") == []
        assert store.write("s", "r2", said("two"))
        assert store.turns("s") == said("two")


def test_a_restored_file_is_taken(file: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.sqlite"
    with Store.open(f"sqlite:///{backup}") as store:
        store.write("s", "r0", said("from the backup"))
    with Store.open(f"sqlite:///{file}") as store:
        store.write("s", "r1", said("one"))
        for each in tmp_path.glob("store.sqlite*"):
            each.unlink()
        backup.rename(file)
        assert store.turns("s") == said("from the backup")


def test_postgresql_gone_and_back(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with Store.open(server.make_database()) as store:
        store.write("s", "r1", said("one"))
        server.stop()
        try:
            with pytest.raises(StoreError, match="cannot be reached: start the server"):
                store.write("s", "r2", said("two"))
            with pytest.raises(StoreError, match="cannot be reached: start the server"):
                store.turns("s")
        finally:
            server.start()
        assert store.write("s", "r2", said("two"))
        assert store.turns("s") == [*said("one"), *said("two")]


def test_connections_that_died_in_the_pool_are_replaced(server: Server) -> None:
    with Store.open(server.make_database()) as store:
        threads = [threading.Thread(target=store.write, args=(f"s{n}", "r", said())) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fingerpost'")
        assert store.turns("s0") == said()
        assert store.write("s0", "r2", said())


def test_a_deadlock_is_tried_again(server: Server) -> None:
    with Store.open(server.make_database()) as store:
        for name in "ab":
            store.write(name, "r", said())
        meet = threading.Barrier(2, timeout=30)
        attempts: list[str] = []

        def cross(first: str, second: str) -> None:
            def work(connection: object) -> None:
                attempts.append(first)
                hold = "UPDATE fingerpost_sessions SET due = due + 1 WHERE session = ?"
                connection.execute(hold, first)  # type: ignore[attr-defined]
                if attempts.count(first) == 1 and len(attempts) <= 2:
                    meet.wait()
                connection.execute(hold, second)  # type: ignore[attr-defined]

            store._database.write(work)

        threads = [threading.Thread(target=cross, args=pair) for pair in (("a", "b"), ("b", "a"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        due = store._database.read(lambda connection: connection.query("SELECT due FROM fingerpost_sessions"))
        assert [row[0] for row in due] == [2, 2]
        # The one that gave way may meet the other once more.
        assert len(attempts) >= 3


def test_a_wrong_password_is_not_shown(server: Server) -> None:
    server.execute("DROP ROLE IF EXISTS locked")
    server.execute("CREATE ROLE locked LOGIN PASSWORD 'right'")
    url = f"postgresql://locked:WRONG-secret@/postgres?host={server.folder}"
    with pytest.raises(StoreError, match="refuses the password: put the right user and password") as caught:
        Store.open(url)
    assert "WRONG-secret" not in f"{caught.value!r} {caught.value.__cause__!r}"
    with pytest.raises(StoreError, match="requires a password"):
        Store.open(f"postgresql://locked@/postgres?host={server.folder}&passfile=/dev/null")


def test_a_server_or_database_that_is_not_there(server: Server, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be reached: start the server"):
        Store.open("postgresql://ana:secret@127.0.0.1:1/shop")
    with pytest.raises(StoreError, match="has no such database"):
        Store.open(server.url("nothing"))
    with pytest.raises(StoreError, match="cannot be read: give postgresql://") as caught:
        open_database("postgresql://ana:se@cret%zz@host:port/x")
    assert "cret" not in str(caught.value)


def test_a_user_who_may_not_make_tables(server: Server) -> None:
    server.execute("DROP ROLE IF EXISTS guest")
    server.execute("CREATE ROLE guest LOGIN")
    server.make_database()
    with pytest.raises(StoreError, match="refuses this user: grant it CREATE"):
        Store.open(server.url("postgres", "guest"))


def test_without_psycopg_the_extra_is_named() -> None:
    code = """
import sys
sys.modules["psycopg"] = None
from fingerpost.stores import Store
try:
    Store.open("postgresql://h/d")
except Exception as error:
    print(type(error).__name__, error)
"""
    assert finish(start(code)) == "StoreError PostgreSQL needs psycopg: pip install 'fingerpost[postgres]'\n"


def test_importing_stores_loads_no_driver() -> None:
    code = "import sys, fingerpost.stores; print('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_an_older_database_is_brought_up_to_date(url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
        with Store.open(url, clock=clock.wall) as store:
            written_by_version_one(store, "s", "r1", "one", clock.now, None)
            with pytest.raises(StoreError):
                store.traces()
    with Store.open(url, clock=clock.wall) as store:
        assert store.turns("s") == said("one")
        store.put_traces([{"request": "r1"}])
        assert len(store.traces()) == 1


def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    known = len(schema.MIGRATIONS)
    newer = "UPDATE fingerpost_schema SET version = ?"
    with Store.open(url) as store:
        store._database.write(lambda connection: connection.execute(newer, known + 1))
    with pytest.raises(StoreError, match=rf"has version {known + 1}, .* versions up to {known}: install the newer"):
        Store.open(url)


def test_a_migration_that_fails_leaves_nothing_behind(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(
            schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE fingerpost_new (x INTEGER)", "NONSENSE"))
        )
        with pytest.raises(StoreError):
            Store.open(url)
    with Store.open(url) as store:
        assert store.write("s", "r", said())


@pytest.mark.parametrize("damage", ["DELETE FROM fingerpost_schema", "UPDATE fingerpost_schema SET version = 'x'"])
def test_a_store_that_does_not_tell_its_version_is_damaged(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "s.sqlite"
    Store.open(f"sqlite:///{file}").close()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(damage)
    with pytest.raises(StoreError, match="has no schema version"):
        Store.open(f"sqlite:///{file}")


def test_signs_in_a_password_that_break_the_url_do_not_show_it() -> None:
    pytest.importorskip("psycopg", reason="needs the extra fingerpost[postgres]")
    with pytest.raises(StoreError, match="cannot be read") as caught:
        Store.open("postgresql://u:sec#ret/pw@127.0.0.1:1/x")
    assert "ret" not in str(caught.value).replace("written", "")


def test_a_device_is_refused_and_left_as_it_is() -> None:
    before = Path("/dev/null").stat().st_mode
    with pytest.raises(StoreError, match="is a device, not a file"):
        Store.open("sqlite:////dev/null")
    assert Path("/dev/null").stat().st_mode == before
