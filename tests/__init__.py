"""Tests; a game from outside the package, examples/pig, is tested like those of the package."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "examples"))
import pig as pig
