"""Runs the commands of the Containerfile in an empty tree, as a container would: `unshare --mount python … FOLDER WHEELS`.

The tree has the programs and libraries of this machine, read-only, in place of those of the base image. It is built as
root, and run by the image's user with a read-only root, where only /data and /tmp can be written. What happened is
printed as JSON. Needs root; the mounts are seen by this process and its children alone.
"""

from __future__ import annotations

import ensurepip
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.deploy.containerfile import FILE, Image, image

START = 180.0
"""Seconds until the server must be healthy."""
BOOK = """
fallback = "chat"
[[routes]]
name = "chat"
[[routes]]
name = "refund"
[[rules]]
name = "refund"
route = "refund"
contains = ["refund"]
"""
ASK = """
import json
from urllib.request import Request, urlopen
head = {"content-type": "application/json", "x-api-key": "k" * 40}
body = json.dumps({"text": "a refund please", "session": "one", "request_id": "first"}).encode()
print(json.load(urlopen(Request("http://127.0.0.1:PORT/v1/route", body, head), timeout=60))["route"])
"""
WRITE = """
import os
for folder in ("/", "/opt/fingerpost", "/routebook", "/usr", "/etc", "/data", "/tmp"):
    try:
        open(os.path.join(folder, "written"), "w").close()
        print(folder)
    except OSError:
        pass
"""


class Tree:
    """A root folder in which commands run."""

    def __init__(self, folder: Path, wheels: Path) -> None:
        """Mount the tree; until `lock` everything in it but the machine's own folders can be written."""
        self.folder = folder
        _mount("-t", "tmpfs", "tmpfs", str(folder))
        for name in ("usr", "etc", "dev", "proc", "opt", "tmp", "data", "routebook", "wheels"):
            (folder / name).mkdir()
        for name in ("bin", "sbin", "lib", "lib64"):
            if Path("/", name).is_symlink():
                (folder / name).symlink_to(f"usr/{name}")
            else:
                self._show(Path("/", name))
        # A package index may lie on this machine.
        for place in (Path("/usr"), Path("/etc"), *Path("/opt").iterdir()):
            self._show(place)
        if not sys.base_prefix.startswith("/usr"):
            self._show(Path(sys.base_prefix))
        _mount("--rbind", "/dev", str(folder / "dev"))
        _mount("--rbind", "/proc", str(folder / "proc"))
        # The pip that comes with Python, since that of the base image is not here.
        [pip] = (Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl")
        shutil.unpack_archive(pip, folder / "pip", "zip")
        for wheel in wheels.glob("*.whl"):
            shutil.copy(wheel, folder / "wheels")
        (folder / "routebook" / "routebook.toml").write_text(BOOK, encoding="utf-8")

    def _show(self, place: Path) -> None:
        shown = self.folder / place.relative_to("/")
        shown.mkdir(parents=True, exist_ok=True)
        _mount("--bind", str(place), str(shown))
        _mount("-o", "remount,bind,ro", str(shown))

    def lock(self, user: int) -> None:
        """Make everything read-only but /data and /tmp."""
        _mount("-t", "tmpfs", "-o", f"uid={user},gid={user},mode=0700", "tmpfs", str(self.folder / "data"))
        _mount("-t", "tmpfs", "tmpfs", str(self.folder / "tmp"))
        _mount("-o", "remount,ro", str(self.folder))

    def start(self, command: Sequence[str], environment: Mapping[str, str], user: int = 0) -> subprocess.Popen[str]:
        """Start a command in the tree."""
        words = ["/usr/sbin/chroot", f"--userspec={user}:{user}", "--groups=", str(self.folder)]
        words += ["env", "--chdir=/data", *command]
        return subprocess.Popen(words, env=dict(environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, command: Sequence[str], environment: Mapping[str, str], user: int = 0) -> str:
        """Run a command to its end, and return what it printed."""
        process = self.start(command, environment, user)
        out, err = process.communicate(timeout=480)
        if process.returncode:
            raise SystemExit(f"{command}: {process.returncode}: {out}{err}")
        return out


def _mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def try_image(tree: Tree, built: Image, version: str, port: int) -> dict[str, Any]:
    """Build and run, and return what happened."""
    began = monotonic()
    programs = f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin"
    base = {**os.environ, "PATH": programs, "PYTHONPATH": "/pip", "VERSION": version}
    for command in built.build:
        tree.run(command, base)
    size = sum(file.lstat().st_size for file in (tree.folder / "opt" / "fingerpost").rglob("*"))
    found: dict[str, Any] = {"build_s": monotonic() - began, "installed_mb": size / 1e6}
    tree.lock(built.user)
    # As outside a container: another may have the port of the image.
    settings = {**built.environment, "FINGERPOST_HTTP_PORT": str(port), "FINGERPOST_GRPC_PORT": "0"}
    found["without_a_key"] = tree.start(built.command, settings, built.user).communicate(timeout=START)[1]
    settings["FINGERPOST_API_KEY"] = "k" * 40
    health = [word.replace("8080", str(port)) for word in built.health]
    began = monotonic()
    process = tree.start(built.command, settings, built.user)
    try:
        while (checked := tree.start(health, settings, built.user)).wait():
            checked.communicate()
            if process.poll() is not None or monotonic() > began + START:
                raise SystemExit(f"it does not become healthy: {process.stderr and process.stderr.read()}")
            sleep(0.2)
        found["healthy_s"] = monotonic() - began
        found["route"] = tree.run(["python", "-c", ASK.replace("PORT", str(port))], settings, built.user).strip()
        found["writable"] = tree.run(["python", "-c", WRITE], settings, built.user).split()
        found["resident_mb"] = _resident(process.pid)
        began = monotonic()
        process.send_signal(signal.SIGTERM)
        found["exit"] = process.wait(60)
        found["ended_s"] = monotonic() - began
    finally:
        process.kill()
    found["data"] = sorted(file.name for file in (tree.folder / "data").rglob("*") if file.is_file())
    return found


def _resident(pid: int) -> float:
    """Return the megabytes of a process and its children."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    own = next(int(line.split()[1]) / 1e3 for line in status.splitlines() if line.startswith("VmRSS"))
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return own + sum(_resident(int(child)) for child in children)


if __name__ == "__main__":
    folder, wheels = map(Path, sys.argv[1:3])
    given = image(FILE.read_text(encoding="utf-8"))
    print(json.dumps(try_image(Tree(folder, wheels), given, sys.argv[3], int(sys.argv[4]))))
