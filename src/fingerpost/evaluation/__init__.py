"""How good a router is: rows, metrics, comparison, report."""
