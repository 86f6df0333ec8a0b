"""What the site takes on the disk, its backups, and what it says of itself."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.pages.access_views import actor_of
from matches.site.access_views import site_context, site_page
from matches.site.disk_queries import backup_under_way, backups, database_size, disks, kept_sizes
from matches.site.labels import FOLDERS
from matches.site.machine_services import back_up_now
from matches.site.state_queries import health, stated_settings, version, versions


@site_page
def site_disk(request: HttpRequest) -> HttpResponse:
    """``/site/disk/``: what takes room, what is free, and the last backup."""
    context = {
        **site_context("disk"),
        "database": database_size(),
        "folders": [(FOLDERS.get(name, name), size) for name, size in kept_sizes()],
        "disks": disks(),
        "backups": backups(),
        "job": backup_under_way(),
        "embedded": settings.EMBEDDED,
    }
    return render(request, "matches/site/disk.html", context)


@site_page
@require_POST
def site_backup(request: HttpRequest) -> HttpResponse:
    """Have a backup made."""
    back_up_now(actor=actor_of(request))
    messages.success(request, _("A backup is being made."))
    return redirect("matches:site_disk")


@site_page
def site_state(request: HttpRequest) -> HttpResponse:
    """``/site/state/``: version, database, workers, and the settings that matter."""
    context = {
        **site_context("state"),
        "version": version(),
        "versions": versions(),
        "health": health(),
        "broker": "Redis" if settings.REDIS_URL else _("a folder beside the database"),
        "settings": stated_settings(),
    }
    return render(request, "matches/site/state.html", context)
