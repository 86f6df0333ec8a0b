"""What the pages of the site's owner say of acts and emails."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from post_office.models import STATUS

ACTS: Mapping[str, str | Promise] = {
    "create_account": _("Created the account"),
    "close_account": _("Closed the account"),
    "reopen_account": _("Reopened the account"),
    "make_sign_in_link": _("Created a sign-in link"),
    "make_owner": _("Made an owner of the site"),
    "remove_owner": _("Removed as an owner of the site"),
    "start_job_again": _("Started a job again"),
    "stop_job": _("Stopped a job"),
    "back_up_now": _("Asked for a backup"),
    "send_letter_again": _("Sent an email again"),
}
"""Each act of the site's log."""

LETTER_STATES: Mapping[int, str | Promise] = {
    STATUS.sent: _("Sent"),
    STATUS.failed: _("Failed"),
    STATUS.queued: _("Waiting"),
    STATUS.requeued: _("Waiting, failed before"),
}
"""The states of an email."""

FOLDERS: Mapping[str, str | Promise] = {
    "evidence": _("Photos of incidents and score sheets"),
    "event-pictures": _("Pictures of events"),
}
"""The folders of files that cannot be made again."""
