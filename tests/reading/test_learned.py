"""What is learned is kept beside a declaration, and used as long as it fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fingerpost.models.encoder import EmbeddedEncoder
from fingerpost.reading import Declaration, Held, Reader, label_model, load
from fingerpost.reading import reader as reader_module
from fingerpost.reading.learned import learn_app, load_learned
from fingerpost.reading.network import shared_network
from fingerpost.reading.reader import fingerprint_of, keep_learned, open_reader

PLANTS = """
[actions.water]
does = "notes that plants were watered"
parameters.plants = { type = "item", many = true, required = true }
examples = ["I watered [the fern](plants)", "water [the fern](plants)", "regué [el cactus](plants)", "reguei [a rosa](plants)"]

[actions.remove]
does = "takes plants off the list"
parameters.plants = { type = "item", many = true, required = true }
examples = ["remove [the fern](plants)", "delete [the cactus](plants)", "quita [el cactus](plants)", "tira [a rosa](plants)"]
"""
HELD = Held(["fern", "cactus"])


@pytest.fixture
def plants(tmp_path: Path) -> Path:
    path = tmp_path / "actions.toml"
    path.write_text(PLANTS, encoding="utf-8")
    return path


def action_of(reader: Reader, text: str = "remove the fern") -> str:
    """Return the action that is read, sure or not: so few examples teach little."""
    found = reader.read(text, HELD)
    return (*found.commands, *found.doubtful)[0].action


@pytest.fixture
def learnings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The declarations that were learned, in their order."""
    found: list[str] = []

    def counted(declaration: Declaration, *further: Any, **how: Any) -> Any:
        found.append(declaration.name)
        return learn_app(declaration, *further, **how)

    monkeypatch.setattr(reader_module, "learn_app", counted)
    return found


def test_without_a_kept_file_it_is_learned(plants: Path, learnings: list[str]) -> None:
    assert action_of(open_reader(plants)) == "remove"
    assert learnings == ["actions"]
    assert not plants.with_name("reader.npz").exists(), "reading writes nothing"


def test_a_kept_file_is_used_and_reads_the_same(plants: Path, learnings: list[str]) -> None:
    fresh = open_reader(plants).read("remove the fern", HELD)
    kept = keep_learned(plants)
    assert kept == plants.with_name("reader.npz")
    learnings.clear()
    again = open_reader(plants).read("remove the fern", HELD)
    assert learnings == []
    assert (again.commands, again.doubtful) == (fresh.commands, fresh.doubtful)
    assert again.confidence == pytest.approx(fresh.confidence, abs=0.05)


def test_the_model_of_values_is_fitted_where_it_is_kept(plants: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_model, "ENOUGH", 1)
    declaration, encoder, network = load(plants), EmbeddedEncoder(), shared_network()
    assert learn_app(declaration, encoder.encode, network).labels is None, "opening an app does not wait for it"
    fitted = learn_app(declaration, encoder.encode, network, with_values=True)
    kept = load_learned(keep_learned(plants), declaration, network, fingerprint_of(declaration, encoder))
    assert fitted.labels is not None
    assert kept is not None
    assert kept.labels is not None
    assert (kept.labels.labels, kept.labels.features) == (fitted.labels.labels, fitted.labels.features)
    assert np.allclose(kept.labels.weights, fitted.labels.weights, atol=0.01)
    assert kept.network_share == pytest.approx(fitted.network_share)
    assert 0 <= kept.network_share <= 1


def test_a_changed_declaration_is_learned_anew(plants: Path, learnings: list[str]) -> None:
    keep_learned(plants)
    learnings.clear()
    plants.write_text(PLANTS.replace("delete [the cactus]", "throw out [the cactus]"), encoding="utf-8")
    open_reader(plants)
    assert learnings == ["actions"]


def test_further_actions_are_part_of_what_is_kept(plants: Path, learnings: list[str]) -> None:
    further = plants.with_name("more.toml")
    further.write_text('[actions.undo]\nexamples = ["undo that", "deshaz", "desfaz"]\n', encoding="utf-8")
    keep_learned(plants)
    learnings.clear()
    assert "undo" in open_reader(plants, further).declaration.actions
    assert learnings == ["actions"], "kept without them"
    keep_learned(plants, further)
    learnings.clear()
    assert action_of(open_reader(plants, further), "undo that") == "undo"
    assert learnings == []


def test_a_kept_file_of_another_format_is_learned_anew(plants: Path, learnings: list[str]) -> None:
    kept = keep_learned(plants)
    with np.load(kept, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    with kept.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **{**arrays, "format": np.array(999)})
    learnings.clear()
    open_reader(plants)
    assert learnings == ["actions"]


@pytest.mark.parametrize("broken", ["empty", "cut", "text", "no_fingerprint", "no_labels"])
def test_a_broken_file_is_learned_anew(plants: Path, learnings: list[str], broken: str) -> None:
    kept = keep_learned(plants)
    content = kept.read_bytes()
    with np.load(kept, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    if broken in ("empty", "cut", "text"):
        kept.write_bytes({"empty": b"", "cut": content[: len(content) // 2], "text": b"not an archive"}[broken])
    else:
        lost = {"no_fingerprint": "fingerprint", "no_labels": "labels.remove"}[broken]
        with kept.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **{name: a for name, a in arrays.items() if name != lost})
    learnings.clear()
    assert action_of(open_reader(plants)) == "remove"
    assert learnings == ["actions"]


def test_a_file_with_objects_is_not_unpickled(plants: Path, learnings: list[str]) -> None:
    kept = plants.with_name("reader.npz")
    with kept.open("wb") as file:
        np.savez_compressed(file, format=np.array([Path("x")], dtype=object))
    assert action_of(open_reader(plants)) == "remove"
    assert learnings == ["actions"]
