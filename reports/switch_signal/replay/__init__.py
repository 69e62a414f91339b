"""The replay viewer: a trace as steps of a page."""
