"""The app for events, people, rounds, results, the clock and standings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    name = "matches"
    verbose_name = _("Tournament")

    def ready(self) -> None:
        """Register this app's own exports, rights and receivers. Django can import models only from here on."""
        from matches.accounts.sign_in_services import replace_last_login
        from matches.events.queries.pictures import PICTURE_FOLDER
        from matches.final.export_services import PRIZES
        from matches.forecasts.export_services import CHANCES
        from matches.halls.queries.days import in_hall_day
        from matches.life.deletion_labels import tournament_holdings
        from matches.me.odds_labels import what_helps, why_no_odds
        from matches.page_plugins import PublicPage
        from matches.people.services.link_exports import LINKS
        from matches.permissions import RIGHTS
        from matches.plugins import Plugin, registry
        from matches.prizes.services import prizes_elsewhere
        from matches.signups.services.admission import fill_places
        from matches.signups.services.declining import entry_leaves
        from matches.signups.services.inviting import INVITATIONS
        from rules_engine.play import fair_play

        plugin = Plugin(
            public_pages=(PublicPage("clock", _("All events in the hall"), "matches:event_hall", in_hall_day),),
            exports=(LINKS, INVITATIONS, CHANCES, PRIZES),
            leaving=(entry_leaves,),
            places_changed=(fill_places,),
            changes_done=(prizes_elsewhere,),
            holdings=(tournament_holdings,),
            rights=RIGHTS,
            kept_folders=(PICTURE_FOLDER,),
        )
        registry.register(self.name, plugin)
        replace_last_login()
        fair_play.ask(why_no_odds, what_helps)
