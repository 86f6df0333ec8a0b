"""The app for events, people, rounds, results, the clock and standings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Tournament")

    def ready(self) -> None:
        """Register this app's own exports, rights and receivers. Django can import models only from here on."""
        from matches.accounts.sign_in_services import replace_last_login
        from matches.forecasts.export_services import CHANCES
        from matches.me.odds_labels import what_helps, why_no_odds
        from matches.people.services.link_exports import LINKS
        from matches.permissions import RIGHTS
        from matches.plugins import Plugin, registry
        from rules_engine.play import fair_play

        registry.register(self.name, Plugin(exports=(LINKS, CHANCES), rights=RIGHTS))
        replace_last_login()
        fair_play.ask(why_no_odds, what_helps)
