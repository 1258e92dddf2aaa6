"""What the console's first page costs: `python -m benchmarks.first_page [--quick]`.

A real browser opens `/` of a server in another process, each time with an empty cache: the time until everything is
loaded, the bytes that come over the wire and what they are unpacked, and what the console adds to the wheel.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.report import Check, print_checks

VISITS = 20
CONSOLE = Path(__file__).parent.parent / "src" / "fingerpost" / "console"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
LOADED = "performance.getEntriesByType('navigation')[0].loadEventEnd"
SIZES = """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .map((entry) => [entry.transferSize, entry.decodedBodySize])"""


@contextmanager
def started(folder: str) -> Iterator[str]:
    """Serve a new routebook on a free port, and yield its address."""
    command = Path(sys.executable).with_name("fingerpost")
    subprocess.run([command, "new", f"{folder}/shop"], check=True, stdout=subprocess.DEVNULL)
    serving = subprocess.Popen(
        [command, "console", f"{folder}/shop", "--no-open", "--http-port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        lines = iter(serving.stdout or ())
        yield next(line.split()[1] for line in lines if line.startswith("HTTP "))
    finally:
        serving.terminate()
        serving.wait()


def visit(browser: Any, address: str) -> tuple[float, int, int]:
    """Return milliseconds until the page is loaded, bytes over the wire, and bytes unpacked."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(address, wait_until="load")
        page.wait_for_function(f"() => {LOADED} > 0")
        sizes = page.evaluate(SIZES)
        return page.evaluate(LOADED), sum(size for size, _ in sizes), sum(size for _, size in sizes)
    finally:
        context.close()


def wheel_bytes() -> int:
    """Return about what the console adds to the wheel: its files, each compressed."""
    files = [file for file in CONSOLE.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def checks(quick: bool) -> Iterator[Check]:
    """Measure everything."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, started(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        found = [visit(browser, address) for _ in range(3 if quick else VISITS)]
        browser.close()
    millis, wire, unpacked = (median(values) for values in zip(*found, strict=True))
    yield Check("first page, until everything is loaded, median", millis, 300, "ms")
    yield Check("first page, over the wire", wire / 1000, 150, "kB")
    yield Check("first page, unpacked", unpacked / 1000, 150, "kB")
    yield Check("what the console adds to the wheel, about", wheel_bytes() / 1000, 400, "kB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_page", description="Open the console.")
    parser.add_argument("--quick", action="store_true", help="three visits")
    print_checks(checks(parser.parse_args().quick))


if __name__ == "__main__":
    main()
