"""Benchmarks of speed, memory and accuracy, with comparable libraries in the same run."""
