"""The WSGI application, for sites that serve pages apart from the live streams."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bankout_tournament.settings")
application = get_wsgi_application()
