"""The addresses of the judges' pages, below ``e/<event>/judge/``. Each room lists its own."""

from django.urls import URLPattern

from judging.appeals.urls import urlpatterns as appeals
from judging.broadcast.urls import urlpatterns as broadcast
from judging.evidence.urls import urlpatterns as evidence
from judging.floor.urls import urlpatterns as floor
from judging.head.urls import urlpatterns as head
from judging.log.urls import urlpatterns as log
from judging.me.urls import urlpatterns as me
from judging.offline.urls import urlpatterns as offline
from judging.recorder.urls import urlpatterns as recorder
from judging.rota.urls import urlpatterns as rota
from judging.rulebook.urls import urlpatterns as rulebook
from judging.rulings.urls import urlpatterns as rulings

app_name = "judging"

urlpatterns: list[URLPattern] = [
    *floor,
    *rulings,
    *broadcast,
    *evidence,
    *appeals,
    *head,
    *rota,
    *log,
    *rulebook,
    *recorder,
    *me,
    *offline,
]
