"""The app of the floor: policy, rulings, calls, appeals, paper."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JudgingConfig(AppConfig):
    name = "judging"
    verbose_name = _("Judging")
