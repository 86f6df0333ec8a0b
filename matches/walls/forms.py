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
