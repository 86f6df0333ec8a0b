"""The pages of the site's owner."""

from django.urls import URLPattern, path

from matches.site import lists_views, machine_views, people_views

PERSON = "site/people/<int:pk>/"

urlpatterns: list[URLPattern] = [
    path("site/", people_views.site_people, name="site_people"),
    path("site/people/new/", people_views.site_person_new, name="site_person_new"),
    path(PERSON, people_views.site_person, name="site_person"),
    path(f"{PERSON}close/", people_views.site_person_close, name="site_person_close"),
    path(f"{PERSON}reopen/", people_views.site_person_reopen, name="site_person_reopen"),
    path(f"{PERSON}link/", people_views.site_person_link, name="site_person_link"),
    path(f"{PERSON}owner/", people_views.site_person_owner, name="site_person_owner"),
    path("site/clubs/", lists_views.site_clubs, name="site_clubs"),
    path("site/events/", lists_views.site_events, name="site_events"),
    path("site/halls/", lists_views.site_halls, name="site_halls"),
    path("site/jobs/", lists_views.site_jobs, name="site_jobs"),
    path("site/jobs/<int:pk>/start/", lists_views.site_job_start, name="site_job_start"),
    path("site/jobs/<int:pk>/stop/", lists_views.site_job_stop, name="site_job_stop"),
    path("site/disk/", machine_views.site_disk, name="site_disk"),
    path("site/disk/backup/", machine_views.site_backup, name="site_backup"),
    path("site/email/", lists_views.site_letters, name="site_letters"),
    path("site/email/<int:pk>/send/", lists_views.site_letter_send, name="site_letter_send"),
    path("site/state/", machine_views.site_state, name="site_state"),
    path("site/log/", lists_views.site_log, name="site_log"),
]
