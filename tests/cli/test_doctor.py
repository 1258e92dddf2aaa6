"""`doctor`: one row a check, a fault with its remedy, and an exit code that a script can read."""

from __future__ import annotations

import importlib.metadata
import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
import typer
from numpy.typing import NDArray
from typer.testing import CliRunner

from fingerpost.cli.doctor import register
from fingerpost.cli.new import ROUTEBOOK_TEMPLATE
from fingerpost.errors import EncoderError
from fingerpost.models.encoder import PLAIN
from fingerpost.settings import SECTION_POINTS
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from tests.conftest import SHOP

app = typer.Typer()
register(app)


class PriceSettings:
    """Settings that a package declares."""

    variables: ClassVar[tuple[str, ...]] = ("FINGERPOST_PRICES",)


class PlainWords(WordEncoder):
    """The double encoder, opened by its name as the embedded one is."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = PLAIN


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Check the double encoder and no routebook, in folders of the test's own."""
    monkeypatch.setattr("fingerpost.models.factory.EmbeddedEncoder", PlainWords)
    monkeypatch.setattr("fingerpost.cli.doctor.installed_routebooks", dict)
    monkeypatch.delenv("FINGERPOST_ROUTEBOOK")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("FINGERPOST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/store.sqlite")


def doctor(*words: str) -> tuple[int, dict[str, tuple[str, str]]]:
    """Return the exit code, and state and text of every check; two of one name are kept in order."""
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, SystemExit | None), result.exception
    found: dict[str, tuple[str, str]] = {}
    for line in result.output.splitlines()[1:]:
        state, check, text = line.split("\t")
        found[check] = (state, text)
    return result.exit_code, found


def test_all_is_well_with_nothing_set(tmp_path: Path) -> None:
    code, found = doctor()
    assert code == 0
    assert {state for state, _ in found.values()} == {"ok"}
    assert list(found) == [
        "fingerpost",
        "encoder",
        "cache",
        "models",
        "store",
        "traces",
        "documents",
        "parser",
        "servers",
    ]
    assert found["encoder"][1].startswith(f"{WordEncoder.fingerprint}, 64 dimensions, ")
    assert found["store"][1] == f"{tmp_path}/store.sqlite: created with the first session"
    assert found["cache"] == ("ok", str(tmp_path / "cache"))
    assert found["parser"] == ("ok", "in process")
    assert not (tmp_path / "store.sqlite").exists(), "a check writes nothing"


@pytest.mark.parametrize(
    ("missing", "text"),
    [
        ((), "`fingerpost serve` is installed"),
        (("uvicorn",), "not installed; if you want `fingerpost serve`: pip install 'fingerpost[serve]'"),
    ],
)
def test_a_missing_extra_is_a_note_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...], text: str
) -> None:
    monkeypatch.setattr("fingerpost.cli.doctor.find_spec", lambda module: None if module in missing else module)
    code, found = doctor()
    assert (code, found["servers"]) == (0, ("ok", text))


def test_weights_that_cannot_be_used_are_a_fault_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Damaged(WordEncoder):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            raise EncoderError("tuned.npz: damaged. Set FINGERPOST_ENCODER=plain")

    monkeypatch.setattr("fingerpost.models.factory.EmbeddedEncoder", lambda _: Damaged())
    code, found = doctor()
    assert code == 1
    assert found["encoder"] == ("FAULT", "tuned.npz: damaged. Set FINGERPOST_ENCODER=plain")
    assert found["parser"][0] == "ok"


def test_the_encoder_of_the_settings_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def record(name: str) -> WordEncoder:
        opened.append(name)
        return WordEncoder()

    monkeypatch.setattr("fingerpost.models.factory.EmbeddedEncoder", record)
    monkeypatch.setenv("FINGERPOST_ENCODER", "tuned")
    assert doctor()[0] == 0
    assert set(opened) == {"tuned"}


def test_a_routebook_of_ones_own_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shop = shutil.copytree(ROUTEBOOK_TEMPLATE, tmp_path / "shop")
    code, found = doctor("--routebook", str(shop))
    assert code == 0
    assert found[f"routebook {shop}"][1].startswith("4 routes, ")
    monkeypatch.setenv("FINGERPOST_ROUTEBOOK", str(shop))
    assert f"routebook {shop}" in doctor()[1]
    (shop / "examples.jsonl").unlink()
    code, found = doctor()
    assert (code, found[f"routebook {shop}"][0]) == (1, "FAULT")
    assert "examples.jsonl" in found[f"routebook {shop}"][1]


def test_a_bad_value_is_a_fault_and_the_other_checks_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_LLM_TIMEOUT", "soon")
    code, found = doctor()
    assert code == 1
    assert found["settings"][0] == "FAULT"
    assert "FINGERPOST_LLM_TIMEOUT = 'soon': give a number" in found["settings"][1]
    assert found["parser"][0] == "ok"


def test_with_bad_values_the_others_are_checked_as_they_are_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shop = shutil.copytree(ROUTEBOOK_TEMPLATE, tmp_path / "shop")
    monkeypatch.setenv("FINGERPOST_LLM_TIMEOUT", "soon")
    monkeypatch.setenv("FINGERPOST_TRACES", "everywhere")
    monkeypatch.setenv("AVAP_PARSER_TIMEOUT", "never")
    code, found = doctor("--routebook", str(shop))
    assert code == 1
    assert found["cache"] == ("ok", str(tmp_path / "cache")), "and not that of nothing set"
    assert found["store"][1].startswith(f"{tmp_path}/store.sqlite")
    assert "traces" not in found, "what cannot be read is not told to be the default"
    assert found["parser"][0] == "FAULT"
    assert f"routebook {shop}" in found


def test_a_variable_that_nobody_reads_is_a_fault_with_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_CASHE", "off")
    code, found = doctor()
    assert code == 1
    state, text = found["settings"]
    assert state == "FAULT"
    assert text.startswith("FINGERPOST_CASHE: no such variable; there are ")
    listed = text.removeprefix("FINGERPOST_CASHE: no such variable; there are ").split(", ")
    assert {"FINGERPOST_CACHE", "FINGERPOST_ALLOWLIST"} <= set(listed), "the engine's, and those of packages"
    assert listed == sorted(listed)


@pytest.mark.parametrize("name", ["FINGERPOST_ANALYTICS_TIMEOUT", "FINGERPOST_WORKERS", "FINGERPOST_TEST_ANYTHING"])
def test_variables_of_the_engine_of_packages_and_of_tests_are_known(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "3")
    assert doctor()[0] == 0


def test_settings_of_a_package_are_known_through_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_PRICES", "3")
    assert doctor()[0] == 1
    point = importlib.metadata.EntryPoint("prices", f"{__name__}:PriceSettings", SECTION_POINTS)
    honest = importlib.metadata.entry_points

    def entry_points(**params: Any) -> importlib.metadata.EntryPoints:
        own = importlib.metadata.EntryPoints([point]).select(**params)
        return importlib.metadata.EntryPoints([*honest(**params), *own])

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert doctor()[0] == 0


def test_a_model_server_that_does_not_answer_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([ScriptedReply("hi")]) as server:
        url = server.url
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    monkeypatch.setenv("OPENAI_MODEL_NAME", "small")
    code, found = doctor()
    assert (code, found["models"][0]) == (1, "FAULT")
    assert found["models"][1].endswith("Start the server, or correct its address")


def test_an_address_without_a_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    code, found = doctor()
    assert code == 0
    assert found["models"][1].startswith("OPENAI_BASE_URL is set, but OPENAI_MODEL_NAME is not: none set")


def test_a_store_that_is_none_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear " * 1000, encoding="utf-8")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/letter")
    code, found = doctor()
    assert (code, found["store"][0]) == (1, "FAULT")


def test_a_store_that_cannot_be_made_is_a_fault_with_the_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It was told to be created with the first session, and every `ask` failed."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/file/deep/store.sqlite")
    code, found = doctor()
    assert (code, found["store"][0]) == (1, "FAULT")
    assert f"{tmp_path / 'file'} is not a writable folder; set DATABASE_URL to sqlite:///FILE" in found["store"][1]


def test_a_folder_without_write_access_is_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/closed/store.sqlite")
    (tmp_path / "closed").mkdir()
    monkeypatch.setattr("os.access", lambda path, _: Path(path) != tmp_path / "closed")
    assert doctor()[1]["store"][0] == "FAULT"


def test_a_cache_that_cannot_be_made_is_told_and_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("FINGERPOST_CACHE", str(tmp_path / "file" / "cache"))
    code, found = doctor()
    assert (code, found["cache"][0]) == (0, "ok")
    assert "Set FINGERPOST_CACHE to a folder" in found["cache"][1]
    monkeypatch.setenv("FINGERPOST_CACHE", "off")
    assert doctor()[1]["cache"][1].startswith("off: ")


def test_a_parser_that_is_off_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AVAP_PARSER_TIMEOUT", "0")
    assert doctor()[1]["parser"] == ("ok", "off (AVAP_PARSER_TIMEOUT is 0): generated code is not checked")


def test_every_installed_routebook_is_read_and_a_broken_one_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "routebook.toml").write_text('fallback = "sell"\n[[routes]]\nname = "ask"\n', encoding="utf-8")
    books = {"sound": Path(str(ROUTEBOOK_TEMPLATE)), "broken": tmp_path}
    monkeypatch.setattr("fingerpost.cli.doctor.installed_routebooks", lambda: books)
    code, found = doctor()
    assert code == 1
    assert found["routebook broken"][0] == "FAULT"
    assert "fallback (line 1) = 'sell'" in found["routebook broken"][1]
    assert found["routebook sound"][0] == "ok"
    assert found["routebook sound"][1].endswith("classifier trained on first use")


def _own_shop(folder: Path, thresholds: str = "") -> Path:
    folder.mkdir()
    routes = "".join(f'[[routes]]\nname = "{name}"\n' for name in SHOP)
    (folder / "routebook.toml").write_text(routes + thresholds)
    rows = [{"text": text, "route": name} for name, texts in SHOP.items() for text in texts]
    (folder / "examples.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def _with_model(monkeypatch: pytest.MonkeyPatch, server: ScriptedServer) -> None:
    pytest.importorskip("openai", reason="the chat client needs the extra fingerpost[llm]")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_MODEL_NAME", "tiny")


def test_a_model_that_is_no_better_than_the_classifier_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([ScriptedReply(arguments='{"route": "refund"}')]) as server:
        _with_model(monkeypatch, server)
        shop = str(_own_shop(tmp_path / "shop"))
        _, found = doctor("--routebook", shop)
        asked = len(server.requests)
        state, text = found[f"model on {shop}"]
        assert state == "ok"
        assert "no better than the classifier and accepts nothing by itself" in text
        assert 10 <= asked <= 60
        assert doctor("--routebook", shop)[1][f"model on {shop}"] == (state, text)
        assert len(server.requests) == asked, "it is asked once"


def test_a_model_that_was_measured_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([ScriptedReply(arguments='{"route": "refund"}')]) as server:
        _with_model(monkeypatch, server)
        shop = str(_own_shop(tmp_path / "shop", "[thresholds]\nllm_trust = 0.7\n"))
        _, found = doctor("--routebook", shop)
        assert server.requests == []
    assert "`llm_trust`" in found[f"model on {shop}"][1]


def test_a_model_that_does_not_answer_about_the_examples_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer([ScriptedReply(status=503)]) as server:
        _with_model(monkeypatch, server)
        shop = str(_own_shop(tmp_path / "shop"))
        code, found = doctor("--routebook", shop)
    assert code == 1
    state, text = found[f"model on {shop}"]
    assert state == "FAULT"
    assert "accepted only where the classifier agrees" in text


def test_the_checks_as_json(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["--json"])
    found = json.loads(result.output)
    assert (result.exit_code, found["healthy"]) == (0, True)
    checks = {check["check"]: check for check in found["checks"]}
    assert checks["store"] == {
        "check": "store",
        "ok": True,
        "result": f"{tmp_path}/store.sqlite: created with the first session",
    }
