"""The WSGI application, for sites that serve pages apart from the live streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
application = get_wsgi_application()

from bankout_tournament.data_in_use import hold_data  # noqa: E402 - the settings are there only after Django's set-up

hold_data()
