"""`fingerpost new --miniapp`: the package that it writes is installed, tested and talked to as a person would."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as some

from fingerpost.assistants.miniapps.framework import understand
from fingerpost.assistants.miniapps.framework.testing import Talk, shown
from fingerpost.cli.new import new
from fingerpost.errors import RoutebookError
from fingerpost.reading import load
from fingerpost.routing.router import Router
from fingerpost.settings import Settings
from tests.cli.command import command
from tests.conftest import examples
from tests.decisions import app_of, opens

FILES = [
    "README.md",
    "pyproject.toml",
    "src/packing_list/__init__.py",
    "src/packing_list/actions.toml",
    "src/packing_list/app.py",
    "tests/test_app.py",
]
TICKED = '"done": one["done"] or one["id"] in ids'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A new mini-app, visible to Python as `pip install -e` makes it."""
    folder = tmp_path / "packing-list"
    new(str(folder), miniapp=True)
    points = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    told = folder / "src" / "packing_list-0.1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: packing-list\nVersion: 0.1.0\n")
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in named.items()) for group, named in points.items()]
    (told / "entry_points.txt").write_text("".join(lines))
    monkeypatch.syspath_prepend(str(folder / "src"))
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "packing_list"]:
        del sys.modules[name]


def own_tests(package: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests that came with a package."""
    pytested = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    path = os.pathsep.join(filter(None, [str(package / "src"), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        pytested, cwd=package, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def test_it_writes_a_package_of_that_name(tmp_path: Path) -> None:
    done = command("new", "--miniapp", "packing-list", cwd=tmp_path, process=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "pip install -e './packing-list[test]' && pytest ./packing-list" in done.stdout
    assert '--session s1 "start a packing list"' in done.stdout
    folder = tmp_path / "packing-list"
    assert sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()) == FILES
    written = "".join((folder / file).read_text("utf-8") for file in FILES)
    assert re.search("check.?list", written, re.IGNORECASE) is None
    assert 'said("Packing list", "Packing list", "Packing list")' in written


def test_its_tests_pass(package: Path) -> None:
    done = own_tests(package)
    assert done.returncode == 0, done.stdout
    assert re.search(r"\b23 passed", done.stdout)


@pytest.mark.slow
def test_its_tests_tell_when_it_breaks(package: Path) -> None:
    app = package / "src" / "packing_list" / "app.py"
    right = app.read_text("utf-8")
    assert TICKED in right
    app.write_text(right.replace(TICKED, '"done": one["done"]'), "utf-8")
    done = own_tests(package)
    assert done.returncode == 1
    assert "FAILED tests/test_app.py::test_it_does_what_is_said" in done.stdout
    app.write_text(right, "utf-8")
    actions = package / "src" / "packing_list" / "actions.toml"
    declared = actions.read_text("utf-8")
    assert "[actions.remove]" in declared
    actions.write_text(declared.replace("[actions.remove]", "[actions.discard]"), "utf-8")
    done = own_tests(package)
    assert done.returncode == 1
    assert "FAILED tests/test_app.py::test_all_that_is_declared_can_be_done" in done.stdout
    actions.write_text(declared, "utf-8")
    (package / "src" / "packing_list-0.1.0.dist-info" / "entry_points.txt").unlink()
    done = own_tests(package)
    assert done.returncode == 1
    assert "not installed: pip install -e ." in done.stdout


async def test_it_works_in_the_routebook_without_any_training(package: Path, tmp_path: Path) -> None:
    pytest.importorskip("langgraph", reason="answering needs the extra fingerpost[answer]")
    from fingerpost.answering.assistant import Assistant

    ours = Settings(cache=tmp_path / "cache", database=f"sqlite:///{tmp_path}/store.sqlite", traces="off")
    assistant = Assistant.open("miniapps", ours)
    opened = await assistant.ask("start a packing list", session="s1", user="ana")
    assert (opened.decision.layer, app_of(opened.decision), opens(opened.decision)) == ("trigger", "packing_list", True)
    added = await assistant.ask("add socks and towels", session="s1", user="ana")
    assert added.text == "Added: socks, towels."
    talk = await assistant.ask("why do socks get lost in the laundry?", session="s1", user="ana")
    assert app_of(talk.decision) is None
    await assistant.close()
    assert not (tmp_path / "cache" / "students").exists()
    again = Assistant.open("miniapps", ours)
    ticked = await again.ask("tick off the socks", session="s1", user="ana")
    assert ticked.text == "Ticked off: socks."
    assert [part.text for part in ticked.parts if part.kind == "card"] == [
        "Packing list · done: 1 of 2\n1. ✓ socks\n2. ○ towels"
    ]
    other = await again.ask("tick off the socks", session="s2", user="bob")
    assert app_of(other.decision) is None
    await again.close()


def test_the_other_apps_are_opened_as_before(package: Path, tmp_path: Path) -> None:
    router = Router.from_routebook("miniapps", settings=Settings(cache=tmp_path))
    assert {app.id for app in router.routebook.apps} == {"bill_split", "packing_list", "trip_planner"}
    assert app_of(router.route("plan a trip to Lisbon")) == "trip_planner"
    assert app_of(router.route("what is a packing list?")) is None


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("class", "is a Python keyword"),
        ("1st", "starts with a letter"),
        ("pack.list", "lower-case letters"),
        ("Packing", "lower-case letters"),
        ("_list", "starts with a letter"),
        ("list_", "lower-case letters"),
        ("équipaje", "lower-case letters"),
        ("pack list", "use letters"),
        ("numpy", "is installed"),
        ("calendar", "is installed"),
        ("trip-planner", "is installed"),
        ("file/packing", "cannot be written"),
    ],
)
def test_it_refuses_names_that_make_no_package(tmp_path: Path, name: str, remedy: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RoutebookError, match=remedy) as told:
        new(str(tmp_path / name), miniapp=True)
    assert str(tmp_path / name) in str(told.value)
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_it_touches_nothing_that_exists(tmp_path: Path) -> None:
    (tmp_path / "packing").mkdir()
    (tmp_path / "packing" / "README.md").write_text("mine")
    with pytest.raises(RoutebookError, match="exists already: choose another name"):
        new(str(tmp_path / "packing"), miniapp=True)
    assert [file.read_text() for file in (tmp_path / "packing").iterdir()] == ["mine"]


@settings(max_examples=examples(25), deadline=None)
@given(some.from_regex(r"[a-z][a-z0-9]{0,9}([_-][a-z0-9]{1,5}){0,2}", fullmatch=True))
def test_whatever_its_name_it_is_sound_python(name: str) -> None:
    module = name.replace("-", "_")
    assume(not iskeyword(module) and find_spec(module) is None)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / name
        new(str(folder), miniapp=True)
        for file in folder.rglob("*.py"):
            compile(file.read_text("utf-8"), file, "exec")
        load(folder / "src" / module / "actions.toml")
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
        assert project["entry-points"] == {"fingerpost.apps": {module: f"{module}.app:APP"}}
        assert (folder / "src" / module / "app.py").is_file()


def test_a_folder_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    assert "fingerpost: shop: exists already: choose another name" in command("new", "shop", cwd=tmp_path).stderr


async def test_a_message_that_opens_it_changes_nothing(package: Path) -> None:
    app = importlib.import_module("packing_list.app").APP
    assert package.exists()
    for text in ("start a packing list", "make a packing list for Rome", "empieza una packing list para el viaje"):
        talk = Talk(app)
        reply = await talk.say(text, opens=app.id)
        assert talk.kinds == ["_opened"], shown(reply)
    await talk.say("add socks")
    for text in ("open my packing list", "start a packing list, please", "abre mi packing list"):
        reply = await talk.say(text)
        assert talk.state["items"] == [{"id": 1, "name": "socks", "done": False}]
        assert reply.text in ("Here it is.", "Aquí está."), text
        assert "socks" in shown(reply)


async def test_it_is_noticed_if_an_opening_does_what_is_read(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The saboteur: with no example that opens it, all that is surely read is done."""
    app = importlib.import_module("packing_list.app").APP
    assert package.exists()
    monkeypatch.setattr(understand, "opening_actions", lambda _: frozenset())
    talk = Talk(app)
    await talk.say("make a packing list for Rome", opens=app.id)
    assert talk.kinds != ["_opened"]
