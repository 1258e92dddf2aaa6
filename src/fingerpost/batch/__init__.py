"""Batch routing: `route_file` for files, and `Batch` for data engines that bring their own workers."""

from fingerpost.batch.columns import DecisionColumns
from fingerpost.batch.decide import Batch
from fingerpost.batch.run import BatchResult, route_file

__all__ = ["Batch", "BatchResult", "DecisionColumns", "route_file"]
