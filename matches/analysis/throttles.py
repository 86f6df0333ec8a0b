"""How many analyses one visitor may ask for: each keeps a worker busy for some seconds."""

from __future__ import annotations

from rules_engine.throttles import ByAccountOrAddress


class AnalysisVisitors(ByAccountOrAddress):
    """Those who are not signed in; a hall may share one address."""

    scope = "analysis_visitors"
    rate = "30/hour"
    signed_in = False


class AnalysisStaff(ByAccountOrAddress):
    """Those who are signed in."""

    scope = "analysis_staff"
    rate = "120/hour"
    signed_in = True
