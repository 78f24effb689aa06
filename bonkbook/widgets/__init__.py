"""Widgets for Jupyter: thin views of a position, a cursor, an event; no rules in them."""

from .bonk_table import BonkTable
from .bonkers_table import BonkersTable
from .parcheesi_table import ParcheesiTable
from .table_game import register

register("parcheesi", ParcheesiTable())
register("bonkers", BonkersTable())
register("bonk", BonkTable())
