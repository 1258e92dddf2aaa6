"""The router and its layers: declared route, rules, memo, classifier, language model, fallback."""
