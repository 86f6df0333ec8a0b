"""What an event chooses for its pods: the values that its settings store."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class PodRepeats(TextChoices):
    """How a draw of pods treats players who have met before."""

    STRICT = "strict", _("Avoided before anything else")
    WEIGHED = "weighed", _("Weighed against points")


class PodSeats(TextChoices):
    """How seats in a pod are given."""

    BALANCED = "balanced", _("Fewest starts first, then the players who have sat furthest down the order")
    LOT = "lot", _("By lot")


class PodRest(TextChoices):
    """What becomes of players whom pods of the right size do not take in."""

    SIZES = "sizes", _("Tables of other sizes")
    BYES = "byes", _("Byes")


class PodCutSeats(TextChoices):
    """How seats are given in a cut that is played in pods."""

    SEED = "seed", _("By seed")
    CHOICE = "choice", _("The higher seed chooses")
    LOT = "lot", _("By lot")


class PodSeconds(TextChoices):
    """Which seconds of the pods of a cut go on."""

    SEED = "seed", _("Those with the highest seeds")
    AMOUNT_SHARE = "amount_share", _("Those with the largest share of their table’s total")
