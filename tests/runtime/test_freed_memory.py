"""A server returns the memory of a large request; without our bounds glibc keeps it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fingerpost.runtime.freed_memory import return_freed_memory

SIZE = 16_000_000
KEPT = f"""
from pathlib import Path
from fingerpost.runtime.freed_memory import return_freed_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

if {{bounded}}:
    assert return_freed_memory()
before = resident()
# The first block is mapped, and freeing it raises glibc's own bound; the next are in the heap, one behind the other.
bytearray({SIZE})
large = bytearray(b"x") * ({SIZE} // 2)
behind = [bytes(1_000) for _ in range(1_000)]
del large
print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux" or not return_freed_memory(), reason="glibc's allocator alone has these")
@pytest.mark.parametrize("bounded", [True, False])
def test_a_large_block_goes_back_to_the_system(bounded: bool) -> None:
    program = KEPT.format(bounded=bounded)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert (int(done.stdout) > SIZE // 4) is not bounded


def test_a_system_without_the_function_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert return_freed_memory() is False
