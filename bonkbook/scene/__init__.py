"""A board as data, and as SVG."""
