"""The router and its layers: declared, rules, memo, student, language model, fallback."""
