"""The layers of a stream in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.broadcast.layers import Layer

LAYER_LABELS = {
    Layer.MATCH: _("The match: names, what each has, the clock"),
    Layer.COMMENTARY: _("The newest sentence of the commentary"),
    Layer.STANDINGS: _("Standings"),
    Layer.BRACKET: _("Bracket"),
    Layer.PAIRINGS: _("Pairings"),
    Layer.CLOCK: _("Clock"),
}
