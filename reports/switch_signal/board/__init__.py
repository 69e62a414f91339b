"""A board drawn: as a picture with matplotlib, and as inline SVG for pages."""
