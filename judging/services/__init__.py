"""The acts on the floor. Each is keyword-only, one transaction, one audit row; see ``matches.services.acts``.

An act that is sent twice under the same id lands once and answers the same (``records.land``).
"""
