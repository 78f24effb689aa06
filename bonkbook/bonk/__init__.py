"""BONK."""
