"""Bill split: people, expenses with who paid and how they are shared, payments, and who owes whom.

Where to look:

- `actions.toml` declares what can be asked for, `examples.jsonl` has messages that teach it; `app` puts it together.
- What is kept: `state` (and its reducer), `shares` (who bears what, to the cent), `settlement` (the fewest transfers).
- What is done: `actions` make events of typed values, or say why not (`refusals`); `portions` works out shares,
  `joining` finds people, `sums` and `currency_names` take amounts and currencies.
- What is shown: `views`, `showing`, `amounts`.
"""

from fingerpost.assistants.miniapps.bill_split.app import APP

__all__ = ["APP"]
