"""Routing by the million: a file to a file with `route_file`, and `Batch` for engines that bring their own workers."""

from fingerpost.batch.columns import Decided
from fingerpost.batch.decide import Batch
from fingerpost.batch.run import Routed, route_file

__all__ = ["Batch", "Decided", "Routed", "route_file"]
