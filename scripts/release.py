"""Build what is released, check it, and try it in an empty environment: `make release`. Uploads nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from email import message_from_bytes
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
PACKAGE = ROOT / "src" / "fingerpost"
NEEDED = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "scripts/package_readme.py", "requirements/dev.txt")
"""Files without which a source distribution cannot be built or understood."""
ROUTED = {
    "avap": ("what does addVar do?", "RETRIEVAL"),
    "agents": ("quantos pedidos tivemos em maio de 2018?", "analytics"),
    "miniapps": ("is it rude to add a tip in Kyoto?", "CONVERSATIONAL"),
}
"""A message and its route for every shipped routebook."""
SAID = {
    ("--help",): "fingerpost new shop",
    ("route", "--routebook", "avap", "how much of my quota is left?"): "PLATFORM",
}
"""Commands, each with a part of what it prints."""
TRIED = f"""
import sys
from importlib.metadata import entry_points
from importlib.resources import files

from fingerpost import Router

assert files("fingerpost").joinpath("py.typed").is_file(), "py.typed is missing"
books = {{point.name: files(point.value) for point in entry_points(group="fingerpost.routebooks")}}
for name, (message, route) in {ROUTED!r}.items():
    for part in ("routebook.toml", "examples.jsonl", "student/student.json"):
        assert books[name].joinpath(part).is_file(), f"{{name}}: {{part}} is missing"
    decision = Router.from_routebook(name).warm().route(message)
    assert decision.route == route, (name, message, decision)
    print(f"  {{name}}: {{message!r}} goes to {{decision.route}} ({{decision.layer}})")
assert "sklearn" not in sys.modules, "a student was fitted: the one that is shipped does not fit its examples"
"""


def main() -> None:
    """Build both distributions, the wheel from the sdist, and stop at the first fault."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT), quiet=True)
    [sdist], [wheel] = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", str(sdist), str(wheel))
    version = check_contents(sdist, wheel)
    with TemporaryDirectory() as folder:
        installed, everything = try_wheel(wheel, version, Path(folder))
    print(f"Fingerpost {version}")
    for name, size in (
        (sdist.name, sdist.stat().st_size),
        (wheel.name, wheel.stat().st_size),
        ("the package, installed", installed),
        ("with all it depends on", everything),
    ):
        print(f"  {size / 1e6:7.1f} MB  {name}")


def check_contents(sdist: Path, wheel: Path) -> str:
    """Compare both distributions with the checkout, and return the version that they carry."""
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        [place] = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(place))
    source = {
        file.relative_to(ROOT / "src").as_posix()
        for file in PACKAGE.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    missing = sorted(source - names) + sorted({*NEEDED, *(f"src/{name}" for name in source)} - packed)
    if missing:
        raise SystemExit(f"left out of a distribution: {', '.join(missing)}")
    surplus = sorted(name for name in names - source if ".dist-info/" not in name)
    if surplus:
        raise SystemExit(f"in the wheel and not in the checkout: {', '.join(surplus)}")
    relative = re.findall(r"\]\((?!https://|#)[^)]*\)", str(metadata.get_payload()))
    if relative:
        raise SystemExit(f"links that lead nowhere on a package index: {', '.join(relative)}")
    print(f"contents: {len(source)} files of the package; every link of the readme is absolute")
    return str(metadata["Version"])


def try_wheel(wheel: Path, version: str, folder: Path) -> tuple[int, int]:
    """Install a wheel into an empty environment and use it; return the bytes of the package and of all packages."""
    venv.create(folder / "env", with_pip=True)
    python, command = folder / "env" / "bin" / "python", folder / "env" / "bin" / "fingerpost"
    run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
    [packages] = (folder / "env" / "lib").glob("*/site-packages")
    sizes = {
        part: size(packages / part) for part in (file.name for file in packages.iterdir()) if not part.startswith("pip")
    }
    settings = {**os.environ, "FINGERPOST_CACHE": "off", "HOME": str(folder)}
    settings.pop("PYTHONPATH", None)
    for words, expected in ((("--version",), f"fingerpost {version}"), *SAID.items()):
        said = run(str(command), *words, quiet=True, place=folder, settings=settings)
        if expected not in said:
            raise SystemExit(f"fingerpost {' '.join(words)}: {expected!r} is not in\n{said}")
        print(f"  fingerpost {' '.join(words)}: {expected} …")
    run(str(python), "-c", TRIED, place=folder, settings=settings)
    return sizes["fingerpost"], sum(sizes.values())


def size(place: Path) -> int:
    """Return the bytes of a file or of all files in a folder."""
    files = [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files)


def run(*command: str, quiet: bool = False, place: Path = ROOT, settings: dict[str, str] | None = None) -> str:
    """Run a command and return what it printed, if it was to be quiet; end with its output where it fails."""
    stream = subprocess.PIPE if quiet else None
    done = subprocess.run(command, cwd=place, env=settings, stdout=stream, stderr=stream, text=True, check=False)
    if done.returncode:
        sys.stderr.write((done.stdout or "") + (done.stderr or ""))
        raise SystemExit(f"{' '.join(command)[:200]}: ended with {done.returncode}")
    return done.stdout or ""


if __name__ == "__main__":
    main()
