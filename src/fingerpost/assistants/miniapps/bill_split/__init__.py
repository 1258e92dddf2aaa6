"""Bill split: people, expenses with who paid and how they are shared, payments, and who owes whom.

Where to look:

- `app` puts it together; `opening` reads the message that opens a bill; `words` are the verbs that the framework knows.
- What is kept: `state` (and its reducer), `shares` (who bears what, to the cent), `settlement` (the fewest transfers).
- What a message tells: `telling` asks three readers in turn. First words that leave no doubt; then `composing`, which
  puts the pieces of a message together; then readers of the message as a whole.
- Pieces: `gist` is a message in signs that need no language, `signing` makes it (with the words of `lexis`), `facts`
  cuts it and reads payments, people and removals, `details` reads shares, payers and amounts.
- The whole: `spending` (expenses; with `paying`, `sharing`, `splitting`, `pairs`, `naming`), `correcting`, `payments`,
  `meaning` (which expense is meant), `who` (people), `signs` (currencies), `patterns` (words), `answers` to questions.
- What is done: `actions` (with `joining` and `settling`) make events, or say why not (`refusals`).
- What is shown: `views`, `showing`, `amounts`.
"""

from fingerpost.assistants.miniapps.bill_split.app import APP

__all__ = ["APP"]
