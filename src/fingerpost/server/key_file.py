"""Writing the file of clients' keys: a key is added or removed, and all that people wrote there stays."""

from __future__ import annotations

import json
import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from fingerpost.errors import SettingsError
from fingerpost.runtime.lock import process_lock
from fingerpost.server.keys import ClientKey, Keys, check_name, digest_of, new_key, parse_keys, read_keys

_HEAD = "# Keys of clients, as hashes: `fingerpost server keys new` adds one, `revoke` removes one.\n"
_COMMENT, _VALUE = r"(?:[ \t]*(?:#[^\n]*)?\n)", r"(?:[ \t]*[^\s#\[][^\n]*\n?)"


def add_key(file: Path, client: ClientKey) -> str:
    """Add a client with a new key to a file, which is created, and return the key; it is stored nowhere."""
    check_name(client.name, str(file))
    file = file.resolve()
    with process_lock(_lock_of(file)):
        text, keys = _read(file)
        if any(known.name == client.name for known in keys.values()):
            raise SettingsError(
                f"{file}: there is a key {client.name!r} already: `fingerpost server keys revoke {client.name}` first,"
                " or choose another name"
            )
        key = new_key()
        lines = [f'["{client.name}"]', f'hash = "sha256:{digest_of(key).hex()}"', f'role = "{client.role.title}"']
        if client.quota:
            lines.append(f"quota = {client.quota}")
        if client.user is not None:
            # A JSON string without escapes beyond those of TOML is a TOML string.
            lines.append(f"user = {json.dumps(client.user, ensure_ascii=False)}")
        whole = "\n".join((text if text.endswith("\n") else f"{text}\n", *lines, ""))
        _write(file, whole, {**keys, digest_of(key): client})
    return key


def revoke_key(file: Path, name: str) -> None:
    """Remove a client from a file; raises SettingsError where it is not there."""
    file = file.resolve()
    with process_lock(_lock_of(file)):
        keys = read_keys(file)
        left = {digest: client for digest, client in keys.items() if client.name != name}
        if len(left) == len(keys):
            known = ", ".join(client.name for client in keys.values()) or "there is none"
            raise SettingsError(f"{file}: there is no key {name[:80]!r}; keys: {known}")
        # To its last line with a value: comments after that belong to the next table.
        table = re.compile(
            rf"""^\n?[ \t]*\[\s*(["']?){re.escape(name)}\1\s*\][^\n]*\n?(?:{_COMMENT}*{_VALUE})*""", re.MULTILINE
        )
        _write(file, table.sub("", file.read_text("utf-8")), left)


def _read(file: Path) -> tuple[str, Keys]:
    if not file.exists():
        return _HEAD, {}
    return file.read_text("utf-8"), read_keys(file)


def _write(file: Path, text: str, expected: Keys) -> None:
    """Replace the file at once, with the owner and mode it has, or for its owner alone; raises SettingsError."""
    if parse_keys(text, str(file)) != expected:
        raise SettingsError(f"{file}: it is written in a form that cannot be changed safely: edit it by hand")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False) as new:
            new.write(text)
            new.flush()
            os.fsync(new.fileno())
        written = Path(new.name)
        try:
            if file.exists():
                found = file.stat()
                # Root may give it back to the user whose server reads it; Windows has no such owners.
                with suppress(PermissionError, AttributeError):
                    os.chown(written, found.st_uid, found.st_gid)
                written.chmod(stat.S_IMODE(found.st_mode))
            written.replace(file)
        except OSError:
            with suppress(OSError):
                written.unlink()
            raise
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}: choose another file or folder") from error


def _lock_of(file: Path) -> Path:
    return file.with_name(f".{file.name}.lock")
