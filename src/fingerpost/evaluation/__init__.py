"""Evaluation of routers: labelled rows, metrics, comparisons and reports."""
