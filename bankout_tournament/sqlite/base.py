"""The database backend of the embedded default.

Django still assumes at most 999 parameters for a statement, SQLite's limit before 3.32 (2020). Now it is 32,766.
A round of a thousand players is stored in two statements instead of ten.
"""

from django.db.backends.sqlite3 import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    max_query_params = 32_766


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
