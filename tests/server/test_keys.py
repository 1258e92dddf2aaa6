"""Keys of clients: what a file may say, how a bad one is told, and that a change of it is seen."""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

import pytest

from fingerpost.errors import SettingsError
from fingerpost.server import keys as module
from fingerpost.server.keys import READ_EVERY, ClientKey, KeyRing, Role, digest_of, new_key, parse_keys

KEY, OTHER = "fp_" + "Ab3-" * 10 + "x", "fp_" + "Cd4_" * 10 + "y"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def table(name: str, key: str, role: str = "use", more: str = "") -> str:
    return f'[{name}]\nhash = "sha256:{digest_of(key).hex()}"\nrole = "{role}"\n{more}\n'


def found(ring: KeyRing, key: str) -> ClientKey | None:
    match = ring.find(key)
    return None if match is None else match[1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "keys.toml"
    made.write_text(table("shop", KEY, more='quota = 60\nuser = "ana"'), encoding="utf-8")
    return made


def test_a_key_is_found_by_its_hash(file: Path) -> None:
    ring = KeyRing(str(file))
    assert found(ring, KEY) == ClientKey("shop", Role.USE, 60, "ana")
    assert KEY not in file.read_text(encoding="utf-8")


WRONG = [
    "",
    KEY[:-1],
    KEY + "a",
    KEY.swapcase(),
    KEY.replace("fp_", "ＦＰ_"),
    f" {KEY}",
    OTHER,
    "\udcff" * 40,
    "ñ" * 40,
]


@pytest.mark.parametrize("wrong", WRONG)
def test_any_other_key_is_not(file: Path, wrong: str) -> None:
    assert found(KeyRing(str(file)), wrong) is None


def test_a_ring_that_takes_any_key_is_found_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "digest_of", lambda _: digest_of(KEY))
    assert any(found(KeyRing(str(file)), wrong) for wrong in WRONG)


def test_new_keys_are_long_and_all_different() -> None:
    made = {new_key() for _ in range(100)}
    assert (len(made), min(map(len, made)) >= module.MIN_CHARACTERS) == (100, True)


def test_a_short_key_is_refused_though_its_hash_is_in_the_file(tmp_path: Path) -> None:
    short = tmp_path / "keys.toml"
    short.write_text(table("shop", "hunter2"), encoding="utf-8")
    assert found(KeyRing(str(short)), "hunter2") is None


def test_keys_may_be_in_the_environment() -> None:
    entry = {"hash": f"sha256:{digest_of(KEY).hex()}", "role": "review"}
    assert found(KeyRing(json.dumps({"desk": entry})), KEY) == ClientKey("desk", Role.REVIEW)
    with pytest.raises(SettingsError, match="FINGERPOST_KEYS is no JSON object"):
        KeyRing("{desk}")


HASH = f'hash = "sha256:{digest_of(KEY).hex()}"\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[shop", "correct it"),
        ('[Shop]\nhash = "x"', "the key name 'Shop'"),
        ('["a/b"]\nhash = "x"', "the key name 'a/b'"),
        ("shop = 1", "'shop': is no table"),
        (f'[shop]\nhash = "{KEY}"\nrole = "use"', "'shop'.hash: give sha256:"),
        ('[shop]\nrole = "use"', "'shop'.hash: give sha256:"),
        (f"[shop]\n{HASH}", "'shop'.role: give one of use, review, administer"),
        (f'[shop]\n{HASH}role = "ADMINISTER"', "'shop'.role: give one of"),
        (f'[shop]\n{HASH}role = "use"\nquota = -1', "'shop'.quota: give whole requests a minute"),
        (f'[shop]\n{HASH}role = "use"\nquota = true', "'shop'.quota: give whole requests a minute"),
        (f'[shop]\n{HASH}role = "use"\nuser = ""', "'shop'.user: give a name"),
        (f'[shop]\n{HASH}role = "use"\nadmin = true', "'shop'.admin: unknown"),
        (table("shop", KEY) + table("desk", KEY), "shop and desk have one key"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place_and_no_key(text: str, says: str) -> None:
    with pytest.raises(SettingsError) as told:
        parse_keys(text, "keys.toml")
    assert str(told.value).startswith("keys.toml: ")
    assert says in str(told.value)
    assert KEY not in str(told.value)


def test_a_file_that_is_not_there_is_told_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError, match="No such file or directory: name a file that `fingerpost server keys new` made"
    ):
        KeyRing(str(tmp_path / "none.toml"))


def test_a_change_of_the_file_is_seen_within_a_second(file: Path) -> None:
    clock = Clock()
    ring = KeyRing(str(file), clock)
    file.write_text(table("shop", KEY) + table("desk", OTHER, "administer"), encoding="utf-8")
    clock.now += READ_EVERY
    assert found(ring, OTHER) == ClientKey("desk", Role.ADMINISTER)
    file.write_text(table("desk", OTHER, "administer"), encoding="utf-8")
    assert found(ring, KEY) is not None, "not yet looked at"
    clock.now += READ_EVERY
    assert found(ring, KEY) is None


def test_a_file_of_the_same_size_and_time_that_was_replaced_is_seen(file: Path) -> None:
    clock = Clock()
    file.write_text(table("shop", KEY), encoding="utf-8")
    ring, at = KeyRing(str(file), clock), file.stat().st_mtime_ns
    other = file.with_name("other")
    other.write_text(table("shop", OTHER), encoding="utf-8")
    os.utime(other, ns=(at, at))
    other.replace(file)
    clock.now += READ_EVERY
    assert (found(ring, KEY), found(ring, OTHER) is not None) == (None, True)


def test_a_ring_that_never_looks_again_is_found_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeyRing, "_read_again", lambda *_: None)
    with pytest.raises(AssertionError):
        test_a_change_of_the_file_is_seen_within_a_second(file)


def test_a_deleted_file_accepts_no_key_until_it_is_there_again(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    ring, text = KeyRing(str(file), clock), file.read_text(encoding="utf-8")
    file.unlink()
    with caplog.at_level(logging.ERROR, logger="fingerpost"):
        for _ in range(3):
            clock.now += READ_EVERY
            assert found(ring, KEY) is None
    assert caplog.text.count("no key is accepted until the file is there again") == 1
    file.write_text(text, encoding="utf-8")
    clock.now += READ_EVERY
    assert found(ring, KEY) is not None


def test_with_a_broken_file_the_keys_stay_as_they_were(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    ring = KeyRing(str(file), clock)
    file.write_text("[shop", encoding="utf-8")
    with caplog.at_level(logging.ERROR, logger="fingerpost"):
        for _ in range(3):
            clock.now += READ_EVERY
            assert found(ring, KEY) is not None
    assert caplog.text.count("the keys stay as they were") == 1


def test_a_key_is_found_by_the_name_of_its_client(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(f'[shop]\nhash = "sha256:{digest_of(KEY).hex()}"\nrole = "use"\n', encoding="utf-8")
    ring = KeyRing(str(file))
    assert ring.named("shop") == (digest_of(KEY), ClientKey("shop", Role.USE))
    assert ring.named("boss") is None
