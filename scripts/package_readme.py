"""Make the readme of the package from README.md: a package index resolves no relative link.

A metadata hook of hatchling. Links and images point to the repository named in `[project.urls]`, at the tag of the
version that is built.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
"""A link or an image whose target is a path inside the repository."""


class ReadmeHook(MetadataHookInterface):
    """Fills in the dynamic field `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme of the metadata that is built."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        repository, tag = metadata["urls"]["Repository"], f"v{metadata['version']}"
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, repository, tag)}


def absolute(text: str, repository: str, tag: str) -> str:
    """Return a Markdown text whose relative links and images point to a tag of the repository."""

    def target(found: re.Match[str]) -> str:
        image, words, path = found.groups()
        return f"{image}[{words}]({repository}/{'raw' if image else 'blob'}/{tag}/{path})"

    return RELATIVE.sub(target, text)
