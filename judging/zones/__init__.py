"""Zones of tables, who is posted there, the rota, and for whom a call rings."""
