"""The layers of a stream in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from judging.broadcast.layers import Layer

LAYER_LABELS = {
    Layer.MATCH: _("The match: names, scores and the clock"),
    Layer.PLAYER: _("A player of the match, as a lower third: name, record, points and place"),
    Layer.COMMENTARY: _("The latest line of commentary"),
    Layer.STANDINGS: _("Standings"),
    Layer.BRACKET: _("Bracket"),
    Layer.PAIRINGS: _("Pairings"),
    Layer.CLOCK: _("Clock"),
}
