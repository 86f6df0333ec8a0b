"""The judging app: policy, rulings, calls, appeals and printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from matches.plugins import NextStepSource


class JudgingConfig(AppConfig):
    name = "judging"
    verbose_name = _("Judging")

    def ready(self) -> None:
        """Register the plugins of this app. Imports are inside because models can be imported only now."""
        from judging.broadcast.queries import has_featured, watched_views
        from judging.calls.labels import call_states_for_players
        from judging.evidence.queries import PHOTO_FOLDER
        from judging.log.act_labels import ACT_LABELS
        from judging.log.export_queries import RULINGS
        from judging.log.holding_labels import judging_holdings
        from judging.log.labels import player_notes
        from judging.log.subject_queries import log_subjects, logged_about, logged_at, logged_with
        from judging.me.queries import stored_about
        from judging.permissions import RIGHTS
        from judging.policies.services import copy_policy
        from judging.recorder.queries.exports import TURNS
        from judging.recorder.queries.recorded import publishes_records, with_turns
        from judging.records.verify_services import verify_log
        from judging.rulings.queries.penalties import match_losses_due, round_loss_seats
        from matches.live.queries import WATCH_PART
        from matches.page_plugins import EventSection, PlayerPage, PublicPage, StreamedPart
        from matches.plugins import LogSource, Plugin, registry

        plugin = Plugin(
            event_sections=(
                EventSection(60, "judge", _("Judges"), "judging:tables"),
                EventSection(70, "print", _("Print"), "paper:papers"),
            ),
            hall_sections=(
                EventSection(20, "hall_calls", _("Calls"), "hall_floor:hall_calls"),
                EventSection(25, "hall_rota", _("Zones and rota"), "hall_floor:hall_rota"),
            ),
            public_pages=(
                PublicPage("card", _("Live"), "watch:watch", has_featured),
                PublicPage("card", _("Records"), "records:records", publishes_records),
            ),
            live_looks=(_show_due_frames,),
            streamed_parts=(StreamedPart(WATCH_PART, "match", "watch:match"),),
            player_pages=(
                PlayerPage("trophy", _("Your day, and a card to share"), "judging:mine_day", after=True),
                PlayerPage("judge", _("Call a judge, see your penalties"), "judging:mine"),
            ),
            player_notes=(player_notes,),
            player_data=(stored_about,),
            player_states=(call_states_for_players,),
            round_losses=(round_loss_seats,),
            match_losses=(match_losses_due,),
            recorded_matches=(with_turns,),
            watched_views=(watched_views,),
            exports=(RULINGS, TURNS),
            rights=RIGHTS,
            kept_folders=(PHOTO_FOLDER,),
            copied=(copy_policy,),
            holdings=(judging_holdings,),
            act_labels=ACT_LABELS,
            log_sources=(LogSource(log_subjects, logged_at, logged_about, logged_with),),
            log_verifiers=(verify_log,),  # also checks the audit log
            next_steps=_next_steps(),
        )
        registry.register(self.name, plugin)


def _show_due_frames() -> None:
    from django.utils import timezone

    from judging.recorder.services.frames import show_due_frames

    show_due_frames(timezone.now())


def _next_steps() -> NextStepSource:
    """What the judges wait for, among the next steps of the desk."""
    from judging.calls.queries import calls_for_desk
    from judging.calls.services import close_calls
    from judging.head.queries import appeals_for_desk
    from matches.plugins import NextStepSource

    return NextStepSource(
        calls=calls_for_desk,
        calls_url_name="judging:calls",
        appeals=appeals_for_desk,
        appeals_url_name="judging:head",
        close_calls=close_calls,
    )
