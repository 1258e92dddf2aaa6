"""The same for Ray Data: its engine brings the rows and the workers. Needs the extra `ray`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fingerpost.batch.decide import Batch
from fingerpost.batch.run import ASKED, ROWS

if TYPE_CHECKING:
    from ray.data import Dataset


def route_dataset(
    dataset: Dataset,
    routebook: str | Path = "avap",
    *,
    text_column: str = "text",
    label: bool = False,
    **options: Any,
) -> Dataset:
    """Return a data set with what was decided as further columns, by actors that load the router once each.

    `options` go to `map_batches`: without `concurrency` Ray decides how many actors there are, each of one core. The
    routebook is read where they run: an installed one's name, or a folder that every node can see.
    """
    return dataset.map_batches(
        Batch,
        fn_constructor_kwargs={"routebook": str(routebook), "text_column": text_column, "label": label},
        batch_format="pyarrow",
        batch_size=ASKED if label else ROWS,
        **{"num_cpus": 1, **options},
    )
