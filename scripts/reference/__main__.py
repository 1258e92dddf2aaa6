"""Write the generated pages of the reference."""

from __future__ import annotations

from scripts.reference import FOLDER, pages

for name, page in pages().items():
    (FOLDER / name).write_text(page(), encoding="utf-8")
