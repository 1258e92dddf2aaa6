"""The JSON Schema of `routebook.toml`, with which editors complete and check it.

`scripts/write_schema.py` writes it from docs/reference/routebook.md.
"""

from __future__ import annotations

import shutil
from pathlib import Path

SCHEMA = Path(__file__).with_name("routebook.schema.json")

FIRST_LINE = f"#:schema ./{SCHEMA.name}\n"
"""The first line of a routebook whose folder has a copy: Taplo and Even Better TOML read it."""


def copy_schema(folder: Path) -> None:
    """Put a copy into a routebook's folder, where its first line says that it is."""
    shutil.copyfile(SCHEMA, folder / SCHEMA.name)
