"""The layers of the cascade, one file each: apps, rules, memo, follow-up, language model, cues."""
