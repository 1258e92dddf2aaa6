"""The router and its layers: declared, rules, student, fallback."""
