"""`fingerpost build schema` prints what the package ships."""

from __future__ import annotations

import json

from fingerpost.routebook.schema import SCHEMA
from tests.cli.command import command


def test_the_schema_is_printed() -> None:
    done = command("schema")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == json.loads(SCHEMA.read_text(encoding="utf-8"))
