"""What a package adds to a routebook: opened by name, its evidence read by guards, its extra part of the decision."""

from __future__ import annotations

import importlib.metadata
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from fingerpost import Decision, RoutebookError, Router
from fingerpost.routebook.extensions import EXTENSION_POINTS, ProbeResult
from fingerpost.routebook.load import files, load
from fingerpost.routing.layers.memo import Memo
from fingerpost.settings import Settings, Slot
from fingerpost.testing import ScriptedReply, ScriptedServer, WordEncoder
from fingerpost.types import Message, Resolved
from tests.conftest import SHOP

DECLARED = '[extensions]\nprices = "prices.json"\n'
GUARD = '[[guards]]\nname = "priced"\nto = "product"\nwhen = ["prices"]\ncontradicts = true\n'
SHIPPING = "where is my parcel"
PRICED = "where is my parcel with the lamp"


@dataclass(frozen=True)
class Prices:
    """What the extension of these tests adds to a decision."""

    goods: tuple[str, ...] = ()
    cents: int = 0

    def __str__(self) -> str:
        return f"goods {', '.join(self.goods)}"


@dataclass(frozen=True)
class PriceExtension:
    """Finds goods that have a price."""

    cents: Mapping[str, int]
    name: str = "prices"
    fields: tuple[str, ...] = ("goods",)

    def configured(self, _: Settings) -> PriceExtension:
        return self

    def digest(self) -> str:
        return repr(sorted(self.cents.items()))

    def probe(self, _: Message, resolved: Resolved) -> ProbeResult:
        found = self._known(resolved.folded.split())
        return ProbeResult(found is not None, found)

    def prompt(self, _: Resolved) -> str:
        return f"Goods with a price: {', '.join(self.cents)}"

    def read_answer(self, values: Mapping[str, tuple[str, ...]]) -> Prices | None:
        return self._known(values.get("goods", ()))

    def wire_fields(self, decision: Decision) -> Mapping[str, Any]:
        return asdict(decision.get(Prices) or Prices())

    def _known(self, words: Iterable[str]) -> Prices | None:
        goods = tuple(word for word in words if word in self.cents)
        return Prices(goods, sum(self.cents[name] for name in goods)) if goods else None


class SilentExtension(PriceExtension):
    """A saboteur: its probe never says anything."""

    def probe(self, _: Message, __: Resolved) -> ProbeResult:
        return ProbeResult(False)


class FailingExtension(PriceExtension):
    """Its probe raises."""

    def probe(self, _: Message, __: Resolved) -> ProbeResult:
        raise ZeroDivisionError


def open_failing(file: Path) -> PriceExtension:
    return FailingExtension(json.loads(file.read_text(encoding="utf-8")))


def open_misnamed(file: Path) -> PriceExtension:
    return PriceExtension(json.loads(file.read_text(encoding="utf-8")), name="costs")


def open_prices(file: Path) -> PriceExtension:
    return PriceExtension(json.loads(file.read_text(encoding="utf-8")))


def open_silent(file: Path) -> PriceExtension:
    return SilentExtension(json.loads(file.read_text(encoding="utf-8")))


def install(monkeypatch: pytest.MonkeyPatch, opens: str) -> None:
    """Let the extension `prices` be one that a package brings."""
    honest = importlib.metadata.entry_points
    point = EntryPoint("prices", f"{__name__}:{opens}", EXTENSION_POINTS)

    def entry_points(**params: Any) -> EntryPoints:
        return EntryPoints([*honest(**params), *EntryPoints([point]).select(**params)])

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)


def written(folder: Path, toml: str = DECLARED + GUARD, *, head: str = "") -> Path:
    """Write the shop as a routebook with these tables behind its routes, and a file of prices."""
    routes = "".join(f'[[routes]]\nname = "{name}"\n\n' for name in SHOP)
    (folder / "routebook.toml").write_text(f"{head}\n{routes}\n{toml}", encoding="utf-8")
    rows = [json.dumps({"text": text, "route": name}) for name, texts in SHOP.items() for text in texts]
    (folder / "examples.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (folder / "prices.json").write_text('{"lamp": 1250, "shoes": 8000}', encoding="utf-8")
    return folder


def routed(folder: Path, text: str, settings: Settings | None = None) -> Decision:
    settings = settings or Settings(cache=None)
    router = Router.from_routebook(folder, encoder=WordEncoder(), settings=settings, memo=Memo(size=0))
    try:
        return router.route(text)
    finally:
        router.close()


def fault(folder: Path) -> RoutebookError:
    with pytest.raises(RoutebookError) as caught:
        load(folder)
    return caught.value


# A package's own extension.


def test_its_evidence_fires_the_guard_and_its_extra_is_in_the_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "open_prices")
    decision = routed(written(tmp_path), PRICED)
    assert (decision.route, decision.layer, decision.runner_up) == ("product", "supervisor", "shipping")
    assert decision.get(Prices) == Prices(("lamp",), 1250)
    assert decision.extra_values() == {"goods": ("lamp",), "cents": 1250}
    assert "goods lamp" in decision.reason


def test_without_its_evidence_the_guard_does_not_fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "open_prices")
    decision = routed(written(tmp_path), SHIPPING)
    assert (decision.route, decision.get(Prices), decision.extra_values()) == ("shipping", None, {})
    assert decision.layer != "supervisor"


def test_a_probe_that_says_nothing_keeps_the_guard_from_firing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "open_silent")
    decision = routed(written(tmp_path), PRICED)
    assert (decision.route, decision.get(Prices)) == ("shipping", None)
    assert decision.layer != "supervisor"


def test_a_probe_that_no_guard_reads_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "open_prices")
    assert routed(written(tmp_path, DECLARED), PRICED).get(Prices) is None


def test_a_model_is_told_of_it_and_its_lists_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "open_prices")
    said = {"reasoning": "names goods", "route": "product", "goods": ["shoes", "diamonds"]}
    folder = written(tmp_path, DECLARED + '[[variants]]\nname = "neutral"\n', head="llm_first = true")
    with ScriptedServer([ScriptedReply(arguments=json.dumps(said))]) as model:
        settings = Settings(cache=None, slots={"classifier": Slot(model.url, "small")})
        decision = routed(folder, "do you have them in red", settings)
        [request] = model.requests
    assert "Goods with a price: lamp, shoes" in request["messages"][0]["content"]
    assert (decision.route, decision.get(Prices)) == ("product", Prices(("shoes",), 8000))


def test_the_routebook_changes_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "open_prices")
    before = load(written(tmp_path)).digest()
    assert load(tmp_path).digest() == before
    (tmp_path / "prices.json").write_text('{"lamp": 1}', encoding="utf-8")
    assert load(tmp_path).digest() != before


def test_its_file_is_one_of_the_routebooks(tmp_path: Path) -> None:
    assert tmp_path / "prices.json" in files(written(tmp_path))
    assert tmp_path / "prices.json" not in files(written(tmp_path, ""))


# What is refused.


def test_an_extension_that_no_package_brings_is_refused(tmp_path: Path) -> None:
    error = fault(written(tmp_path, DECLARED))
    assert (error.file, error.key, error.value) == (
        str(tmp_path / "routebook.toml"),
        "extensions.prices",
        "prices.json",
    )
    assert "no installed package has this extension" in error.remedy
    assert "schema" in error.remedy, "those that are installed are named"


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ('"../x.json"', "../x.json"),
        ('"folder/x.json"', "folder/x.json"),
        ('"/etc/passwd"', "/etc/passwd"),
        ('".."', ".."),
        ('""', ""),
        ("3", 3),
        ("true", True),
        ('["prices.json"]', ["prices.json"]),
    ],
)
def test_what_is_no_file_of_the_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str, found: object
) -> None:
    install(monkeypatch, "open_prices")
    error = fault(written(tmp_path, f"[extensions]\nprices = {value}\n"))
    assert (error.file, error.key, error.value) == (str(tmp_path / "routebook.toml"), "extensions.prices", found)
    assert error.remedy == "must be the name of a file in the routebook's folder"


def test_extensions_that_are_no_table_are_refused(tmp_path: Path) -> None:
    (tmp_path / "routebook.toml").write_text('extensions = "prices.json"\n[[routes]]\nname = "a"\n', encoding="utf-8")
    error = fault(tmp_path)
    assert (error.file, error.key, error.value) == (str(tmp_path / "routebook.toml"), "extensions", "prices.json")


def test_a_file_that_is_missing_is_refused_by_its_name(tmp_path: Path) -> None:
    error = fault(written(tmp_path, '[extensions]\nschema = "missing.json"\n'))
    assert (error.file, error.key) == (str(tmp_path / "missing.json"), "file")
    assert "No such file" in str(error)


def test_a_guard_that_reads_an_extension_that_is_not_declared_is_refused(tmp_path: Path) -> None:
    guard = '[[guards]]\nname = "figures"\nto = "product"\nwhen = ["schema"]\n'
    error = fault(written(tmp_path, guard))
    assert (error.file, error.key, error.value) == (str(tmp_path / "routebook.toml"), "guards[0].when", "schema")
    assert error.remedy.startswith("no such evidence; there is ")
    (tmp_path / "allowlist.json").write_text('{"orders": ["order_id"]}', encoding="utf-8")
    written(tmp_path, '[extensions]\nschema = "allowlist.json"\n' + guard)
    assert load(tmp_path).guards[0].when == {"schema"}


def test_a_probe_that_fails_is_missing_evidence_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(monkeypatch, "open_failing")
    assert routed(written(tmp_path), PRICED).route == "shipping"
    assert "[probe] prices failed: ZeroDivisionError()" in caplog.text


def test_an_extension_that_calls_itself_otherwise_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "open_misnamed")
    error = fault(written(tmp_path))
    assert (error.key, error.value) == ("extensions.prices", "prices.json")
    assert "'costs'" in error.remedy
