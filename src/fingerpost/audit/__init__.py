"""The audit: a second reading of messages and answers that shares no rule, pattern or veto with the router."""
