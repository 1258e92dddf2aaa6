"""Routing by the million: a file to a file with `route_file`, and `Batch` for engines that bring their own workers."""

from fingerpost.batch.deciding import Batch, Decided
from fingerpost.batch.run import Routed, route_file

__all__ = ["Batch", "Decided", "Routed", "route_file"]
