"""The ASGI application, for uvicorn: pages, API and the live streams."""

import gc
import os
import sys
from typing import cast

from bankout_tournament.server.handler import one_thread_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
django_application = one_thread_application()

from django.conf import settings  # noqa: E402 - they are there only after Django's set-up

from bankout_tournament.data_in_use import hold_data  # noqa: E402
from bankout_tournament.databases import connections_for_requests  # noqa: E402
from bankout_tournament.server.draining import DRAINING  # noqa: E402
from bankout_tournament.server.floods import Floods  # noqa: E402
from bankout_tournament.server.lanes import Lanes, lane_sizes  # noqa: E402
from bankout_tournament.server.secure_cookies import SecureCookies  # noqa: E402
from bankout_tournament.server.warm_up import warm_up  # noqa: E402
from bankout_tournament.sqlite.base import hold_open  # noqa: E402
from bankout_tournament.watching.health import Health  # noqa: E402
from bankout_tournament.watching.metrics import Measured, serve_metrics  # noqa: E402
from bankout_tournament.watching.request_numbers import NumberedRequests  # noqa: E402
from matches.live.asgi_types import Application  # noqa: E402
from matches.live.front_views import KeptPages  # noqa: E402
from matches.live.state_queries import States  # noqa: E402
from matches.live.stream_views import LiveStreams  # noqa: E402
from matches.me.front_views import OwnParts  # noqa: E402

SWITCH_SECONDS = 0.0005
"""How long one thread may keep the others waiting. Python's default is 5 ms, and a request in Django would wait so long
after each query while the event loop answers phones."""

hold_data()
warm_up()
if settings.EMBEDDED:
    hold_open(settings.DATABASES["default"]["NAME"])
sys.setswitchinterval(SWITCH_SECONDS)
lanes = Lanes(
    cast(Application, django_application), **lane_sizes(connections_for_requests(settings.DATABASES["default"]))
)
states = States()
streams = LiveStreams(OwnParts(KeptPages(Floods(lanes), states)), states)
DRAINING.acts.append(streams.hub.drain)
application: Application = streams
if settings.HTTPS_PORT is not None:
    application = SecureCookies(application)
application = NumberedRequests(Health(Measured(application)))
serve_metrics()
gc.freeze()  # what was loaded until now stays: nobody looks for garbage among it
