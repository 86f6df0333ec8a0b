"""The form of a wall."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models.walls import LONGEST_WALL_NAME
from matches.pages.submission_forms import OnceForm
from matches.walls.labels import SCENE_LABELS
from matches.walls.scenes import (
    LEAST_HEIGHT,
    LEAST_METRES,
    MOST_HEIGHT,
    MOST_METRES,
    USUAL_HEIGHT,
    USUAL_METRES,
)
from matches.walls.turning import LEAST_PLACES, MOST_PLACES, USUAL_PLACES


class WallForm(OnceForm):
    """What a wall shows in turn, and from how far away it is read."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_WALL_NAME)
    shows = forms.MultipleChoiceField(
        label=_("Shows"),
        choices=[(scene.value, label) for scene, label in SCENE_LABELS.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("If you choose several, they take turns. Any with nothing to show are skipped."),
    )
    metres = forms.IntegerField(
        label=_("Metres to the last row"),
        min_value=LEAST_METRES,
        max_value=MOST_METRES,
        initial=USUAL_METRES,
        help_text=_("Names are always large enough to read from there."),
    )
    height_cm = forms.IntegerField(
        label=_("Height of the picture in cm"), min_value=LEAST_HEIGHT, max_value=MOST_HEIGHT, initial=USUAL_HEIGHT
    )
    places = forms.IntegerField(
        label=_("Places of the standings"),
        required=False,
        min_value=LEAST_PLACES,
        max_value=MOST_PLACES,
        initial=USUAL_PLACES,
        help_text=_("How many from the top. Leave empty for all."),
    )
    shares = forms.BooleanField(
        label=_("Share long lists with other walls"),
        required=False,
        help_text=_(
            "For a large hall: each wall with this box ticked that shows the same has a part of the names. "
            "With three walls, each has a third."
        ),
    )
