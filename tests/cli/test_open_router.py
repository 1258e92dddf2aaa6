"""Which student and which routebook the commands count with: what serves, and not what lies in the folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from fingerpost.batch import route_file
from fingerpost.batch import run as batch_run
from fingerpost.cli.main import app
from fingerpost.cli.open_router import served_student
from fingerpost.errors import BatchError
from fingerpost.learning.train import train
from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.routebook.load import load
from fingerpost.routebook.pack import digest_of, pack
from fingerpost.routing.student.serialization import pack as pack_student
from fingerpost.stores import Store
from fingerpost.types import Turn
from tests.conftest import SHOP
from tests.learning.words import labelled, texts

ASKED = "i would like my deposit back for the scarf"
"""What the student of the examples does not take for shipping."""


def lines(file: Path, rows: list[dict[str, str]]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def run(*words: str | Path, given: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=given)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("opening") / "shop"
    folder.mkdir()
    toml = "".join(f'[[routes]]\nname = "{name}"\n\n' for name in SHOP)
    (folder / "routebook.toml").write_text(toml, encoding="utf-8")
    lines(folder / "examples.jsonl", [{"text": t, "route": name} for name, said in SHOP.items() for t in said])
    return folder


@pytest.fixture(scope="module")
def serving(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A store whose champion takes everything for shipping, and the champion's key."""
    url = f"sqlite:///{tmp_path_factory.mktemp('store') / 'store.sqlite'}"
    trained = train(
        load(shop),
        labelled([(text, "shipping") for text, _ in texts()[:240]], source="person"),
        EmbeddedEncoder(),
        None,
    )
    with Store.open(url) as store:
        number = store.students.add("shop", trained.lineage, *pack_student(trained.student))
        store.students.set_serving("shop", number, "for a test")
        store.write("s", "r1", [Turn("user", ASKED, "refund", "student", 0.9)], routebook="shop")
    return url, trained.student.key


@pytest.fixture
def key(serving: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("DATABASE_URL", serving[0])
    return serving[1]


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store that nobody has made yet."""
    file = tmp_path / "nowhere" / "store.sqlite"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    return file


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    asked = [{"text": f"{text} today", "expected": route} for text, route in texts()[240:300]]
    return lines(tmp_path / "rows.jsonl", [*asked, {"text": ASKED, "expected": "refund"}])


def measured(shop: Path, rows: Path, tmp_path: Path) -> str:
    done = run("eval", rows, "--routebook", shop, "--no-llm", "--json", tmp_path / "figures.json")
    assert done.exit_code == 0, done.exception
    found: str = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["student"]
    return found


def tuned(shop: Path, rows: Path) -> str:
    done = run("tune", "--target-error", "0.9", "--held-out", rows, "--routebook", shop, "--json")
    found: str = json.loads(done.stdout)["student"]
    return found


def batched(shop: Path, rows: Path, out: Path) -> str:
    done = run("route-batch", rows, out, "--routebook", shop)
    assert done.exit_code == 0, done.exception
    found: str = json.loads(out.read_text(encoding="utf-8").splitlines()[-1])["route"]
    return found


@pytest.mark.slow
def test_eval_tune_review_and_route_batch_have_the_champion(shop: Path, key: str, rows: Path, tmp_path: Path) -> None:
    assert measured(shop, rows, tmp_path) == key
    assert tuned(shop, rows) == key
    assert "the classifier now: shipping" in run("review", "--routebook", shop, given="q\n").stdout
    assert batched(shop, rows, tmp_path / "out.jsonl") == "shipping"


def test_without_a_store_that_of_the_examples_decides_and_none_is_made(
    shop: Path, nowhere: Path, rows: Path, tmp_path: Path, serving: tuple[str, str]
) -> None:
    assert measured(shop, rows, tmp_path) == tuned(shop, rows) != serving[1]
    assert batched(shop, rows, tmp_path / "out.jsonl") == "refund"
    assert not nowhere.parent.exists()


def test_a_student_that_was_named_is_measured_and_not_the_champion(
    shop: Path, key: str, rows: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "shop"
    done = run("train", shop / "examples.jsonl", "--out", folder)
    assert done.exit_code == 0, done.exception
    run("eval", rows, "--student", folder, "--json", tmp_path / "figures.json")
    assert json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))["student"] != key
    assert served_student(str(folder)) is None
    assert served_student(str(shop)) is not None


def test_a_run_that_goes_on_refuses_another_student(
    shop: Path, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows_a_chunk = 64
    monkeypatch.setattr(batch_run, "CHUNK_ROWS", rows_a_chunk)
    given = lines(tmp_path / "in.jsonl", [{"text": f"{ASKED} {i}"} for i in range(rows_a_chunk + 1)])
    student = served_student(str(shop))
    assert student is not None
    assert student.key == key

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        route_file(given, tmp_path / "out.jsonl", shop, student=student, workers=1, progress=stop)
    with pytest.raises(BatchError, match=r"since then changed: the student\. Change it back"):
        route_file(given, tmp_path / "out.jsonl", shop, workers=1)
    done = route_file(given, tmp_path / "out.jsonl", shop, student=student, workers=1)
    assert (done.rows, done.resumed) == (rows_a_chunk + 1, rows_a_chunk)
    decided = [json.loads(line)["route"] for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert set(decided) == {"shipping"}


# The routebook that is published


@pytest.fixture
def published(shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder as it was; servers serve a version with one route and one example more, which somebody published."""
    desk, own = tmp_path / "desk" / "shop", tmp_path / "own" / "shop"
    for folder in (desk, own):
        shutil.copytree(shop, folder)
    with (desk / "routebook.toml").open("a", encoding="utf-8") as toml:
        toml.write('[[routes]]\nname = "warranty"\n')
    with (desk / "examples.jsonl").open("a", encoding="utf-8") as examples:
        examples.write('{"text": "how long is it guaranteed", "route": "warranty"}\n')
    url = f"sqlite:///{tmp_path / 'store.sqlite'}"
    monkeypatch.setenv("DATABASE_URL", url)
    with Store.open(url) as store:
        content = pack(desk)
        store.published.add("shop", digest_of(content), content)
        said = [("r1", "is there a guarantee", "llm"), ("r2", "who repairs it when it breaks", "student")]
        for request, text, layer in said:
            turn = Turn("user", text, "warranty", layer, 0.9)
            store.write("s", request, [turn], routebook="shop")
    return own


def test_feedback_export_and_review_know_the_routes_that_are_served(published: Path, tmp_path: Path) -> None:
    at, out = ("--routebook", published), tmp_path / "rows.jsonl"
    assert run("history", "export", out, *at).exit_code == 0
    assert [json.loads(line)["route"] for line in out.read_text(encoding="utf-8").splitlines()] == ["warranty"]
    out.unlink()
    assert run("history", "export", out, "--unlabelled", "--json", *at).stdout.split() == ["{", '"texts":', "1", "}"]
    assert "4 warranty" in run("review", *at, given="q\n").stdout
    assert run("feedback", "r1", "--route", "warranty", *at).stdout == "Saved: r1 was warranty, as decided\n"


@pytest.mark.slow
def test_a_bar_that_is_written_beside_a_published_version_is_told_to_be_without_effect(
    published: Path, rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("tune", "--target-error", "0.5", "--held-out", rows, "--routebook", published)
    said = "Servers serve the published version 1 and not this folder: `fingerpost server publish"
    assert said not in run(*words).stdout
    written = run(*words, "--write").stdout
    assert "Written to" in written
    assert said in written
    assert json.loads(run(*words, "--write", "--json").stdout)["published"] == 1
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'another.sqlite'}")
    assert said not in run(*words, "--write").stdout
    assert not (tmp_path / "another.sqlite").exists()
