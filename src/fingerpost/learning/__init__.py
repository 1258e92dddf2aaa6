"""The learning loop: collect labelled rows from traffic, train a challenger, and promote it if it is not worse."""
