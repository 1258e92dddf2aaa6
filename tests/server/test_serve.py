"""`fingerpost serve` as a command: processes, signals, and free or taken ports."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")
pytest.importorskip("grpc", reason="serving needs the extra fingerpost[serve]")

import grpc

from fingerpost.errors import SettingsError
from fingerpost.server import assistance_pb2 as pb
from fingerpost.server import assistance_pb2_grpc as pb_grpc
from fingerpost.server import serve as module
from fingerpost.server.binding import bind, check_exposure
from fingerpost.settings import LearningSettings, ServerSettings, Settings
from tests.server.http_running import PATIENCE, SlowModel, events, until

COMMAND = Path(sys.executable).with_name("fingerpost")
BOOK = """
fallback = "chat"
[[routes]]
name = "chat"
slot = "conversational"
[[routes]]
name = "refund"
slot = "conversational"
[[rules]]
name = "refund"
route = "refund"
contains = ["refund"]
"""


def _write_book(place: Path) -> Path:
    folder = place / "desk"
    folder.mkdir()
    (folder / "routebook.toml").write_text(BOOK, encoding="utf-8")
    return folder


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Return a routebook that starts fast: rules, without training or documents."""
    return _write_book(tmp_path)


class Server:
    """A running `fingerpost serve`."""

    def __init__(self, command: Sequence[str | Path], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.out, self.err = "", ""
        self._readers = [threading.Thread(target=self._read, args=(name,), daemon=True) for name in ("out", "err")]
        for reader in self._readers:
            reader.start()

    def _read(self, name: str) -> None:
        stream: Any = getattr(self.process, f"std{name}")
        with stream:
            for line in stream:
                setattr(self, name, getattr(self, name) + line)

    def ready(self) -> Server:
        until(lambda: "gRPC" in self.out or self.process.poll() is not None)
        assert "gRPC" in self.out, self.err
        return self

    @property
    def url(self) -> str:
        found = re.search(r"^HTTP (http://127\.0\.0\.1:\d+) ", self.out, re.MULTILINE)
        assert found, self.out
        return found[1]

    @property
    def grpc(self) -> str:
        found = re.search(r"^gRPC (127\.0\.0\.1:\d+)$", self.out, re.MULTILINE)
        assert found, self.out
        return found[1]

    def route(self, text: str) -> str:
        return str(httpx.post(f"{self.url}/v1/route", json={"text": text}, timeout=PATIENCE).json()["route"])

    def end(self, *signals: signal.Signals) -> int:
        for each in signals:
            self.process.send_signal(each)
        code = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return code


@contextmanager
def serving(book: Path, *words: str, **environment: str) -> Iterator[Server]:
    """Run the command on free ports, and always end it."""
    store = f"sqlite:///{book.parent}/store.sqlite"
    command: list[str | Path] = [
        COMMAND,
        "serve",
        "--routebook",
        str(book),
        "--http-port",
        "0",
        "--grpc-port",
        "0",
        *words,
    ]
    server = Server(command, {**os.environ, "DATABASE_URL": store, **environment})
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait(PATIENCE)


def _at(model: SlowModel) -> dict[str, str]:
    return {"OPENAI_BASE_URL": model.url, "OPENAI_MODEL_NAME": "slow"}


class StreamReader(threading.Thread):
    """A client that reads a stream to its end."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.text, self.broken = url, "", False
        self.start()

    def run(self) -> None:
        body = {"text": "I want a refund", "stream": True, "session": "s", "user": "ana"}
        try:
            with httpx.stream("POST", f"{self.url}/v1/ask", json=body, timeout=PATIENCE) as answer:
                for piece in answer.iter_text():
                    self.text += piece
        except httpx.HTTPError:
            self.broken = True


def _outcomes(book: Path) -> list[str]:
    with closing(sqlite3.connect(book.parent / "store.sqlite")) as store:
        return [row[0] for row in store.execute("SELECT outcome FROM fingerpost_turns ORDER BY id")]


# One process


def test_it_serves_both_follows_edits_and_drains(book: Path) -> None:
    with SlowModel(words=60) as model, serving(book, **_at(model)) as server:
        server.ready()
        assert server.out.startswith("Fingerpost serves desk (1 worker)\n")
        assert httpx.get(f"{server.url}/readyz", timeout=PATIENCE).status_code == 200
        assert server.route("refund please") == "refund"
        with grpc.insecure_channel(server.grpc) as channel:
            stub = pb_grpc.AssistanceEngineStub(channel)
            assert stub.Route(pb.AgentRequest(query="a refund"), timeout=PATIENCE).route == "refund"
        (book / "routebook.toml").write_text(BOOK.replace('"refund"]', '"refund", "abracadabra"]'), encoding="utf-8")
        until(lambda: server.route("abracadabra") == "refund")

        reader = StreamReader(server.url)
        until(lambda: "event: piece" in reader.text)
        host, port = server.url.removeprefix("http://").split(":")
        assert server.end(signal.SIGTERM) == 0
        reader.join(PATIENCE)
        found = events(reader.text)
        assert found[-1][0] == "answer", "what was under way was finished"
        assert found[-1][1]["text"].split() == [f"word{i}" for i in range(60)]
        assert _outcomes(book)[-2:] == ["answered", "answered"]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((host, int(port)), timeout=PATIENCE)
        assert "[reload] desk is now" in server.err
        until(lambda: "[AskAgentStream] query_type=refund" in server.err)
        # The model streams only: a message that no rule knows is not classified by it, which is told.
        others = [line for line in server.err.splitlines() if "[ladder] classifier: local instead" not in line]
        assert not re.search("WARNING|ERROR|Traceback", "\n".join(others))


@pytest.mark.slow
def test_told_twice_it_does_not_wait(book: Path) -> None:
    with SlowModel(words=5000) as model, serving(book, **_at(model)) as server:
        server.ready()
        reader = StreamReader(server.url)
        until(lambda: "event: piece" in reader.text)
        server.process.send_signal(signal.SIGINT)
        until(lambda: not _listens(server.url))
        assert server.process.poll() is None, "it waits for what is under way"
        assert server.end(signal.SIGINT) == 0
        reader.join(PATIENCE)
        assert not reader.text.endswith("event: answer")
        assert _outcomes(book) == ["cancelled", "cancelled"]


def _listens(url: str) -> bool:
    host, port = url.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.slow
def test_what_does_not_end_in_time_is_ended_and_written_as_such(book: Path) -> None:
    program = (
        "from fingerpost.server.serve import serve; from fingerpost.settings import Settings; import sys;"
        f"sys.exit(serve({str(book)!r}, Settings.from_environment(), grace=1))"
    )
    with SlowModel(words=5000) as model:
        ports = {"FINGERPOST_HTTP_PORT": "0", "FINGERPOST_GRPC_PORT": "0"}
        store = {"DATABASE_URL": f"sqlite:///{book.parent}/store.sqlite"}
        server = Server([sys.executable, "-c", program], {**os.environ, **_at(model), **ports, **store})
        reader = StreamReader(server.ready().url)
        until(lambda: "event: piece" in reader.text)
        assert server.end(signal.SIGTERM) == 0
        until(model.left.is_set)
        assert _outcomes(book) == ["cancelled", "cancelled"]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a key, which ends in order."""
    with serving(_write_book(tmp_path_factory.mktemp("guarded")), FINGERPOST_API_KEY="sesame") as server:
        yield server.ready()
        assert server.end(signal.SIGTERM) == 0


def test_the_key_guards_both(guarded: Server) -> None:
    body = {"text": "refund"}
    assert httpx.post(f"{guarded.url}/v1/route", json=body, timeout=PATIENCE).status_code == 401
    headers = {"authorization": "Bearer sesame"}
    assert httpx.post(f"{guarded.url}/v1/route", json=body, headers=headers, timeout=PATIENCE).status_code == 200
    with grpc.insecure_channel(guarded.grpc) as channel:
        stub = pb_grpc.AssistanceEngineStub(channel)
        with pytest.raises(grpc.RpcError) as raised:
            stub.Route(pb.AgentRequest(query="a refund"), timeout=PATIENCE)
        assert raised.value.code() is grpc.StatusCode.UNAUTHENTICATED
        metadata = (("authorization", "Bearer sesame"),)
        assert stub.Route(pb.AgentRequest(query="a refund"), metadata=metadata, timeout=PATIENCE).route == "refund"


def test_headers_are_bounded_before_the_key_is_asked_for(guarded: Server) -> None:
    host, port = guarded.url.removeprefix("http://").split(":")
    for cookie, status in ((8_192, b"401"), (100_000, b"431")):
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as wire:
            wire.sendall(b"POST /v1/route HTTP/1.1\r\ncookie: %s\r\n\r\n" % (b"c" * cookie))
            assert wire.recv(1000).startswith(b"HTTP/1.1 " + status)


# Where it may not listen


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "10.0.0.1"])  # noqa: S104 - to be refused
def test_beyond_this_machine_a_key_is_needed(host: str) -> None:
    with pytest.raises(SettingsError, match="FINGERPOST_API_KEY is not set"):
        check_exposure(ServerSettings(host=host), open_to_all=False)
    check_exposure(ServerSettings(host=host, key="k"), open_to_all=False)
    check_exposure(ServerSettings(host=host), open_to_all=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_on_this_machine_none_is_needed(host: str) -> None:
    check_exposure(ServerSettings(host=host), open_to_all=False)
    with pytest.raises(SettingsError):
        check_exposure(ServerSettings(host="192.0.2.1"), open_to_all=False)


def test_the_command_says_so_and_starts_nothing(book: Path) -> None:
    with serving(book, "--host", "0.0.0.0") as server:  # noqa: S104 - to be refused
        assert server.end() == 2
        assert "set a key" in server.err
        assert "--open" in server.err
        assert server.out == ""


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("which", ["--http-port", "--grpc-port"])
def test_a_port_that_is_taken(book: Path, workers: str, which: str) -> None:
    with bind("127.0.0.1", 0, shared=True) as taken:
        taken.listen()
        with serving(book, which, str(taken.getsockname()[1]), "--workers", workers) as server:
            assert server.end() == 2
            assert "cannot listen on 127.0.0.1" in server.err
            assert f"{which} or FINGERPOST{which[1:].upper().replace('-', '_')}" in server.err
            assert "Traceback" not in server.err


def test_a_taken_grpc_port_is_told_before_anything_is_loaded(
    book: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "run_event_loop", lambda _: pytest.fail("the routebook is loaded"))
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        settings = Settings(cache=own_cache, serving=ServerSettings(http_port=0, grpc_port=taken.getsockname()[1]))
        with pytest.raises(SettingsError, match="--grpc-port or FINGERPOST_GRPC_PORT"):
            module.serve(book, settings)


def test_a_document_that_is_added_while_it_serves_is_found(tmp_path: Path) -> None:
    book = tmp_path / "school"
    (book / "knowledge").mkdir(parents=True)
    (book / "routebook.toml").write_text(
        'fallback = "guide"\n[[routes]]\nname = "guide"\nretrieval = true\n', encoding="utf-8"
    )
    (book / "examples.jsonl").write_text("", encoding="utf-8")
    (book / "knowledge" / "fines.md").write_text("# Fines\n\nA fine comes by post.\n", encoding="utf-8")
    with serving(book) as server:
        server.ready()
        (book / "knowledge" / "hours.md").write_text("# Hours\n\nThe school opens at nine.\n", encoding="utf-8")

        def answer() -> str:
            asked = {"text": "when does the school open?"}
            return httpx.post(f"{server.url}/v1/ask", json=asked, timeout=PATIENCE).text

        until(lambda: "at nine" in answer())


def test_a_host_that_is_none() -> None:
    with pytest.raises(SettingsError, match="no-such-host"):
        check_exposure(ServerSettings(host="no-such-host.invalid"), open_to_all=False)
    with pytest.raises(SettingsError, match="cannot listen"):
        bind("192.0.2.7", 0)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_routebook_that_is_broken(book: Path, workers: str) -> None:
    (book / "routebook.toml").write_text("routes = 5", encoding="utf-8")
    with serving(book, "--workers", workers) as server:
        assert server.end() == 2
        assert server.err.startswith("fingerpost: ")
        assert "routebook.toml" in server.err
        assert "Traceback" not in server.err


# Several processes


def _children(pid: int) -> set[int]:
    """Return the worker processes, without Python's resource tracker."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    found = set()
    for child in map(int, listed):
        try:
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text(encoding="utf-8"):
                found.add(child)
        except OSError:
            continue
    return found


def _alive(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")


@pytest.mark.kill
@linux
def test_a_worker_that_dies_is_started_again_and_all_end_together(book: Path) -> None:
    with SlowModel(words=60) as model, serving(book, "--workers", "2", **_at(model)) as server:
        server.ready()
        assert "(2 workers)" in server.out
        before = _children(server.process.pid)
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        # Requests that it was handling are lost when it is killed; its threads hold the port until all have ended.
        until(lambda: not Path(f"/proc/{min(before)}").exists())
        assert server.route("refund please") == "refund", "the other one goes on"
        until(lambda: len(_children(server.process.pid) - before) == 1)
        until(lambda: "it is restarted" in server.err)
        after = _children(server.process.pid)
        assert max(before) in after

        reader = StreamReader(server.url)
        until(lambda: "event: piece" in reader.text)
        assert server.end(signal.SIGTERM) == 0
        reader.join(PATIENCE)
        assert events(reader.text)[-1][0] == "answer"
        until(lambda: not any(map(_alive, before | after)))
        assert server.out.count("HTTP") == 1, "it is told once where it listens"


@pytest.mark.kill
@linux
def test_workers_do_not_outlive_whoever_looks_after_them(book: Path) -> None:
    with serving(book, "--workers", "2") as server:
        workers = _children(server.ready().process.pid)
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        until(lambda: not any(map(_alive, workers)))


@linux
def test_a_check_that_takes_long_is_ended_with_its_server(book: Path) -> None:
    with serving(book) as server:
        url, number = server.ready().url, server.process.pid
        said: list[str] = []
        asked = threading.Thread(
            target=lambda: said.append(httpx.get(f"{url}/v1/health/doctor", timeout=PATIENCE).json()["fault"])
        )
        asked.start()
        tasks = Path(f"/proc/{number}/task")
        # It is a child of the thread that started it.
        until(lambda: any(file.read_text(encoding="utf-8") for file in tasks.glob("*/children")))
        [child] = (int(each) for file in tasks.glob("*/children") for each in file.read_text(encoding="utf-8").split())
        os.kill(child, signal.SIGSTOP)
        began = monotonic()
        assert server.end(signal.SIGTERM) == 0
        assert monotonic() - began < 10
        assert not _alive(child)
        asked.join(PATIENCE)
        assert said == ["`fingerpost doctor` was ended: the server stops"]


@linux
def test_both_workers_get_requests(book: Path) -> None:
    with serving(book, "--workers", "2") as server, ExitStack() as clients:
        server.ready()
        before = {pid: _sockets(pid) for pid in _children(server.process.pid)}
        for _ in range(60):
            # A new connection each time, which stays open: the kernel balances connections.
            client = clients.enter_context(httpx.Client(base_url=server.url, timeout=PATIENCE))
            assert client.post("/v1/route", json={"text": "refund"}).json()["route"] == "refund"
            more = {pid: _sockets(pid) - count for pid, count in before.items()}
            if min(more.values()) > 0:
                break
        assert min(more.values()) > 0, more
        assert server.end(signal.SIGINT) == 0


def _sockets(pid: int) -> int:
    return sum("socket:" in str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir())


def test_packages_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PACKAGES", ("fastapi", "no_such_package"))
    with pytest.raises(SettingsError, match=r"no_such_package: pip install 'fingerpost\[serve\]'"):
        module.serve("avap", Settings(cache=None))


def test_a_student_of_train_is_served_and_not_trained_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It has no routebook to train from: that is logged, and it is served."""
    (tmp_path / "student").mkdir()
    (tmp_path / "student" / "student.json").write_text("{}", encoding="utf-8")
    database = f"sqlite:///{tmp_path / 'store.sqlite'}"
    settings = Settings(cache=None, database=database, learning=LearningSettings(automatic=True))
    with module._background_training(tmp_path / "student", settings):
        trainers = [thread for thread in threading.enumerate() if thread.name == "fingerpost-trainer"]
    assert trainers == []
    assert "holds a classifier made by `fingerpost build train`: it is served, and not trained further" in caplog.text


# Functions that answer routes


def test_functions_are_served_over_http_and_grpc_and_a_failing_one_does_not_end_the_server(book: Path) -> None:
    program = (
        "import sys; from fingerpost.server.serve import serve; from fingerpost.settings import Settings\n"
        "def pay(request):\n    return f'paid to {request.user}' if 'soon' not in request.text else sys.exit(1)\n"
        f"sys.exit(serve({str(book)!r}, Settings.from_environment(), handlers={{'refund': pay}}))"
    )
    own = {
        "FINGERPOST_HTTP_PORT": "0",
        "FINGERPOST_GRPC_PORT": "0",
        "DATABASE_URL": f"sqlite:///{book.parent}/store.sqlite",
    }
    server = Server([sys.executable, "-c", program], {**os.environ, **own})
    try:
        url = server.ready().url
        for text, said in (("my refund soon", "Something went wrong"), ("my refund", "paid to ana")):
            given = {"text": text, "user": "ana"}
            answer = httpx.post(f"{url}/v1/ask", json=given, timeout=PATIENCE).json()
            assert answer["text"].startswith(said)
        with grpc.insecure_channel(server.grpc) as channel:
            stub = pb_grpc.AssistanceEngineStub(channel)
            assert stub.AskAgent(pb.AgentRequest(query="my refund", user="bo"), timeout=PATIENCE).text == "paid to bo"
        assert server.end(signal.SIGTERM) == 0
        assert "[handler] route refund: pay raised" in server.err
    finally:
        server.process.kill()
        server.process.wait(PATIENCE)


def test_functions_are_not_served_by_several_processes(book: Path) -> None:
    settings = Settings(cache=None, serving=ServerSettings(workers=2))
    with pytest.raises(SettingsError, match=r"FINGERPOST_WORKERS = 2: functions are served by one process"):
        module.serve(book, settings, handlers={"refund": lambda _: "paid"})
