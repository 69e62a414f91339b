"""Two runs side by side: words, tables, Markdown, page."""
