"""What does not fit together in the settings of signing up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.colours import ColourFault, colour_fault
from matches.errors import Refused
from matches.questions import QuestionError, read_questions

COLOUR_FAULTS = {
    ColourFault.UNREADABLE: gettext_lazy("Enter a colour as # and six digits or letters from a to f, such as #b3452a."),
    ColourFault.TOO_LIGHT: gettext_lazy("This colour cannot be seen on white. Choose a darker one."),
    ColourFault.TOO_DARK: gettext_lazy("This colour cannot be seen on a dark screen. Choose a lighter one."),
}


def sign_up_problems(values: Mapping[str, Any]) -> list[Refused]:
    """Return the problems, each at its setting: times in a wrong order, a colour that some cannot see, and questions
    that cannot be asked so.
    """
    problems = []
    opens, closes = values["sign_up_opens"], values["sign_up_closes"]
    if opens and closes and closes <= opens:  # both as YYYY-MM-DDTHH:MM
        problems.append(Refused("closes_first", _("Sign-up must close after it opens."), parameter="sign_up_closes"))
    if values["check_in_opens"] <= values["check_in_closes"]:
        text = _("Check-in must end after it starts: enter fewer minutes before the start.")
        problems.append(Refused("check_in_order", text, parameter="check_in_closes"))
    if values["self_check_in"] and not values["start_time"]:
        text = _("Set the start time first, so that players can check themselves in before it.")
        problems.append(Refused("start_missing", text, parameter="start_time"))
    if values["fee_link"] and not values["fee_link"].startswith(("https://", "http://")):
        problems.append(Refused("link", _("The link must begin with https:// or http://."), parameter="fee_link"))
    if values["colour"] and (fault := colour_fault(values["colour"])):
        problems.append(Refused(f"colour_{fault}", str(COLOUR_FAULTS[fault]), parameter="colour"))
    try:
        read_questions(values["sign_up_questions"])
    except QuestionError as error:
        text = _("Question %(n)d cannot be asked like this.") % {"n": error.row + 1}
        problems.append(Refused(f"question_{error.code}", text, parameter="sign_up_questions"))
    return problems
