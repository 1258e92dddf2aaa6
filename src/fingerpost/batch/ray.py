"""Batch routing on Ray Data, which brings the rows and the workers. Needs the extra `ray`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.batch.decide import Batch
from fingerpost.batch.run import CHUNK_ROWS, LABELLED_CHUNK_ROWS

if TYPE_CHECKING:
    from ray.data import Dataset


def route_dataset(
    dataset: Dataset,
    routebook: str | Path,
    *,
    text_column: str = "text",
    label: bool = False,
    **options: Any,
) -> Dataset:
    """Return the data set with the decision columns appended, routed by actors that load the router once each.

    `options` are passed to `map_batches`: without `concurrency` Ray chooses the number of actors, each of one core.
    The routebook is loaded by the actors: an installed one's name, or a folder that every node can read.
    """
    return dataset.map_batches(
        Batch,
        fn_constructor_kwargs={"routebook": str(routebook), "text_column": text_column, "label": label},
        batch_format="pyarrow",
        batch_size=LABELLED_CHUNK_ROWS if label else CHUNK_ROWS,
        **{"num_cpus": 1, **options},
    )
