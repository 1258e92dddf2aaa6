"""The console: pages for people over a running server, from templates, without a build step and without other hosts."""
