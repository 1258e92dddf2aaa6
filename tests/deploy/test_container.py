"""The container's own commands without a container: an unprivileged user, read-only files, one folder to write to."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import httpx
import pytest

pytest.importorskip("fastapi", reason="serving needs the extra fingerpost[serve]")

import fingerpost
from tests.deploy.containerfile import FILE, Image, image
from tests.deploy.empty_tree import BOOK
from tests.server.http_running import PATIENCE, until

KEY = "k" * 40
GRACE = 40.0
"""Seconds that deploy/ gives a server to end, everywhere."""


@pytest.fixture(scope="module")
def built() -> Image:
    return image(FILE.read_text(encoding="utf-8"))


@pytest.fixture
def tree() -> Iterator[Path]:
    """Yield a folder with a routebook and an empty data folder; not below pytest's own, which only its user may enter."""
    folder = Path(tempfile.mkdtemp(prefix="fp-tree-"))
    folder.chmod(0o755)
    try:
        (folder / "routebook").mkdir()
        (folder / "routebook" / "routebook.toml").write_text(BOOK, encoding="utf-8")
        (folder / "routebook").chmod(0o555)
        (folder / "data").mkdir()
        yield folder
    finally:
        shutil.rmtree(folder)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _may_run(user: int) -> bool:
    """Whether programs can be run as another user, who can also reach this Python."""
    try:
        return subprocess.run([sys.executable, "-c", ""], user=user, check=False).returncode == 0
    except PermissionError:
        return False


class Started:
    """The command of the image with its environment, where the tree stands for the root of the file system."""

    def __init__(self, built: Image, tree: Path, **more: str) -> None:
        self.port, self._user = _free_port(), built.user if _may_run(built.user) else None
        if self._user is not None:
            os.chown(tree / "data", self._user, self._user)
        own = {name: value.replace("/data", f"{tree}/data") for name, value in built.environment.items()}
        own["FINGERPOST_ROUTEBOOK"] = f"{tree}{built.environment['FINGERPOST_ROUTEBOOK']}"
        own["PATH"] = f"{Path(sys.executable).parent}:/usr/bin:/bin"
        # Not from the test's own environment, but where this package is imported from.
        own["PYTHONPATH"] = str(Path(fingerpost.__file__).parent.parent)
        own |= {"FINGERPOST_HTTP_PORT": str(self.port), "FINGERPOST_GRPC_PORT": "0", **more}
        self._settings, self._place = own, tree / "data"
        self._health = [word.replace("8080", str(self.port)) for word in built.health]
        self.process = self.start(built.command)

    def start(self, command: list[str]) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            # Found on the PATH of the image, not of the tests.
            [shutil.which(command[0], path=self._settings["PATH"]) or command[0], *command[1:]],
            env=self._settings, cwd=self._place, user=self._user, group=self._user, extra_groups=[] if self._user else None,
            stdout=pipe, stderr=pipe, text=True,
        )  # fmt: skip

    def healthy(self) -> bool:
        checked = self.start(self._health)
        checked.communicate(timeout=PATIENCE)
        return checked.returncode == 0


@pytest.mark.slow
def test_the_command_serves_as_a_stranger_and_ends_in_time(built: Image, tree: Path) -> None:
    started = Started(built, tree, FINGERPOST_API_KEY=KEY)
    try:
        until(lambda: started.healthy() or started.process.poll() is not None)
        assert started.process.poll() is None, started.process.communicate()
        url, head = f"http://127.0.0.1:{started.port}", {"x-api-key": KEY}
        body = {"text": "a refund please", "session": "one", "request_id": "first"}
        answer = httpx.post(f"{url}/v1/route", json=body, headers=head, timeout=PATIENCE)
        assert answer.json()["route"] == "refund"
        assert httpx.get(f"{url}/readyz", timeout=PATIENCE).status_code == 200
        assert httpx.get(f"{url}/v1/models", timeout=PATIENCE).status_code == 401, "reachable, and so with keys only"
        began = monotonic()
        started.process.send_signal(signal.SIGTERM)
        assert started.process.wait(PATIENCE) == 0
        assert monotonic() - began < GRACE
        assert not started.healthy(), "the check notices a server that has ended"
    finally:
        started.process.kill()
        started.process.communicate()
    assert [file.name for file in (tree / "routebook").iterdir()] == ["routebook.toml"], "nothing is written there"
    assert list((tree / "data").rglob("*.sqlite*")), "the store is in the data folder"


@pytest.mark.slow
def test_without_a_key_it_does_not_start(built: Image, tree: Path) -> None:
    started = Started(built, tree)
    _, err = started.process.communicate(timeout=PATIENCE)
    assert started.process.returncode == 2
    assert "set a key" in err


@pytest.mark.slow
def test_the_whole_file_in_an_empty_tree(tmp_path: Path) -> None:
    """Every step of the file with a read-only root: FINGERPOST_TEST_CONTAINER names a folder with the wheel."""
    wheels = os.environ.get("FINGERPOST_TEST_CONTAINER")
    if not wheels or os.geteuid() != 0:
        pytest.skip("FINGERPOST_TEST_CONTAINER names no folder with a wheel, or this is not root")
    (tmp_path / "tree").mkdir()
    [wheel] = Path(wheels).glob("*.whl")
    version = wheel.name.split("-")[1]
    command = ["unshare", "--mount", sys.executable, "-m", "tests.deploy.empty_tree", str(tmp_path / "tree"), wheels]
    done = subprocess.run([*command, version, str(_free_port())], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    print(found)
    assert "set a key" in found["without_a_key"]
    assert found["route"] == "refund"
    assert found["writable"] == ["/data", "/tmp"]  # noqa: S108 - those of the tree
    assert found["exit"] == 0
    assert found["ended_s"] < GRACE
    assert found["data"]


def test_the_image_runs_as_somebody_without_rights_and_by_no_shell(built: Image) -> None:
    assert built.user > 0
    assert built.command == ["fingerpost", "serve"]
    assert "/bin/sh" not in [*built.command, *built.health]
    assert built.environment["FINGERPOST_HOST"] == "0.0.0.0"  # noqa: S104 - what the file says, with a key


def test_saboteur_a_command_by_a_shell_or_as_root_is_noticed() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert image(text.replace('CMD ["fingerpost", "serve"]', "CMD fingerpost serve")).command[0] == "/bin/sh"
    assert image(text.replace("USER 65532:65532", "USER 0:0")).user == 0
