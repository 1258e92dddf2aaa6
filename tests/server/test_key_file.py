"""Keys are added to and removed from a file that people also edit."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from threading import Barrier

import pytest

from fingerpost.errors import SettingsError
from fingerpost.server import key_file as module
from fingerpost.server.key_file import add_key, revoke_key
from fingerpost.server.keys import ClientKey, Keys, Role, digest_of, read_keys

SHOP = ClientKey("shop", Role.USE, 60, 'o"ana"\\ñ')
DESK = ClientKey("desk.2", Role.ADMINISTER)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "keys.toml"


def test_a_key_is_added_as_a_hash_alone(file: Path) -> None:
    made = [add_key(file, client) for client in (SHOP, DESK)]
    assert read_keys(file) == {digest_of(made[0]): SHOP, digest_of(made[1]): DESK}
    assert not any(key in file.read_text(encoding="utf-8") for key in made)


def test_a_new_file_is_for_its_owner_alone_and_the_mode_of_another_stays(file: Path) -> None:
    add_key(file, SHOP)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o640)
    add_key(file, DESK)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_what_people_wrote_stays(file: Path) -> None:
    for client in (SHOP, DESK):
        add_key(file, client)
    text = file.read_text(encoding="utf-8").replace("role", "# of the shop [desk]\nrole", 1)
    file.write_text(f"# ours\n{text}", encoding="utf-8")
    revoke_key(file, "desk.2")
    assert list(read_keys(file).values()) == [SHOP]
    left = file.read_text(encoding="utf-8")
    assert ("# ours\n" in left, "# of the shop [desk]\n" in left, "desk.2" in left) == (True, True, False)
    add_key(file, DESK)
    assert set(read_keys(file).values()) == {SHOP, DESK}


def test_the_comments_above_the_next_table_stay(file: Path) -> None:
    add_key(file, ClientKey("old", Role.USE))
    with file.open("a", encoding="utf-8") as opened:
        opened.write("# between\nquota = 5\n\n# The mobile app. Owner: Ines.\n  # Rotate in [March].\n")
    add_key(file, SHOP)
    before, _, after = file.read_text(encoding="utf-8").partition("\n# The mobile app.")
    revoke_key(file, "old")
    left = file.read_text(encoding="utf-8")
    assert left == before[: before.index('\n["old"]')] + "\n# The mobile app." + after
    assert list(read_keys(file).values()) == [SHOP]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_file_that_root_changes_keeps_its_owner(file: Path) -> None:
    add_key(file, SHOP)
    os.chown(file, 65534, 65533)
    file.chmod(0o640)
    add_key(file, DESK)
    revoke_key(file, "shop")
    found = file.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (65534, 65533, 0o640)


def test_where_the_owner_cannot_be_kept_the_file_is_changed_nevertheless(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    add_key(file, SHOP)
    monkeypatch.setattr(os, "chown", refuse)
    add_key(file, DESK)
    assert len(read_keys(file)) == 2


def test_a_link_stays_one(file: Path, tmp_path: Path) -> None:
    add_key(file, SHOP)
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    add_key(link, DESK)
    revoke_key(link, "shop")
    assert link.is_symlink()
    assert list(read_keys(file).values()) == [DESK]


def test_a_name_is_used_once(file: Path) -> None:
    add_key(file, SHOP)
    with pytest.raises(
        SettingsError, match="there is a key 'shop' already: `fingerpost server keys revoke shop` first"
    ):
        add_key(file, SHOP)
    with pytest.raises(SettingsError, match="the key name 'My Shop'"):
        add_key(file, ClientKey("My Shop", Role.USE))


def test_an_unknown_name_is_told_with_those_there_are(file: Path) -> None:
    add_key(file, SHOP)
    with pytest.raises(SettingsError, match="there is no key 'sho'; keys: shop"):
        revoke_key(file, "sho")


def test_a_form_that_cannot_be_changed_safely_is_left_alone(file: Path) -> None:
    key = add_key(file, DESK)
    inline = f'shop = {{ hash = "sha256:{"0" * 64}", role = "use" }}\n'
    file.write_text(inline, encoding="utf-8")
    with pytest.raises(SettingsError, match="edit it by hand"):
        revoke_key(file, "shop")
    assert file.read_text(encoding="utf-8") == inline
    assert digest_of(key) not in read_keys(file)


def test_a_change_that_is_not_checked_is_found_out(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "parse_keys", lambda *_: {})
    file.parent.mkdir()
    file.write_text(f'shop = {{ hash = "sha256:{"0" * 64}", role = "use" }}\n', encoding="utf-8")
    revoke_key(file, "shop")
    assert [client.name for client in read_keys(file).values()] == ["shop"], "said to be revoked, and still there"


def test_keys_that_are_added_at_once_are_all_there(file: Path) -> None:
    file.parent.mkdir()
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda number: add_key(file, ClientKey(f"k{number}", Role.USE)), range(24)))
    assert len(read_keys(file)) == 24


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"cannot be written: .*choose another file or folder"):
        add_key(tmp_path / "file" / "keys.toml", SHOP)
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_keys_that_are_added_at_once_without_the_lock_are_lost(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.parent.mkdir()
    monkeypatch.setattr(module, "process_lock", lambda _: nullcontext())
    real, both_read = module._read, Barrier(2, timeout=20)

    def read_together(file: Path) -> tuple[str, Keys]:
        found = real(file)
        both_read.wait()
        return found

    monkeypatch.setattr(module, "_read", read_together)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda number: add_key(file, ClientKey(f"k{number}", Role.USE)), range(2)))
    assert len(read_keys(file)) == 1
