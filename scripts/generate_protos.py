"""Generate the Python modules of all .proto files; run it after a change of one."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src"


def generate(target: Path = SOURCE) -> list[Path]:
    """Write messages, their types and the services below a folder, and return the files."""
    from grpc_tools import protoc

    written = []
    for proto in sorted(SOURCE.rglob("*.proto")):
        # Named from the root of the packages, so that generated files import each other by package.
        name = proto.relative_to(SOURCE)
        known = files("grpc_tools") / "_proto"
        outputs = [f"--{kind}_out={target}" for kind in ("python", "pyi", "grpc_python")]
        if protoc.main(["protoc", f"-I{SOURCE}", f"-I{known}", *outputs, str(name)]) != 0:
            raise SystemExit(f"{proto}: cannot be generated from; protoc says why above")
        made = target / name
        written += [made.with_name(f"{proto.stem}{end}") for end in ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py")]
    return written


def main() -> None:
    """Generate into the source."""
    for file in generate():
        sys.stdout.write(f"{file.relative_to(SOURCE)}\n")


if __name__ == "__main__":
    main()
