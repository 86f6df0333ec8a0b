"""A record beside its report: pasted, uploaded, from an address that carries it, or an example. Nothing is stored."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from rules_engine import games
from rules_engine.forms import CheckForm
from rules_engine.game import Game
from rules_engine.packing import PackingError, RecordCheck, unpack
from rules_engine.record import GameRecord, RecordError
from rules_engine.record.reading import load, parse
from rules_engine.rules.bounds import check_parts, check_text
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.readings import under
from rules_engine.views.frame import game_tabs, sections
from rules_engine.views.limits import NotNow, checking
from rules_engine.views.links import check_form_url, check_url, game_of_key
from rules_engine.views.report_page import report_context, text_to_analyse
from rules_engine.views.steps import judge
from rules_engine.views.translation import translated
from rules_engine.views.unreadable import UnreadableContext, unreadable_context
from rules_engine.whole_numbers import whole_number

URLENCODED = "application/x-www-form-urlencoded"
MOST_URLENCODED = 500_000
"""Each escaped character takes time to read; the page's own form is sent without escapes."""
POSTED = 3
"""A record in a form takes up to so many bytes for each of its own; what is larger is not even received."""


# No cookie says who may post here, and nothing is stored: there is nothing to forge.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """The form; and what was posted, judged. A record that an address can carry is shown at its address."""
    if request.method != "POST":
        return _form_page(request, CheckForm(game=_game(request)))
    if int(request.META.get("CONTENT_LENGTH") or 0) > POSTED * games.max_bytes():
        return _too_large(request)
    if request.content_type == URLENCODED and int(request.META.get("CONTENT_LENGTH") or 0) > MOST_URLENCODED:
        message = _("This is too much text to send without a file: more than {size:,} bytes. Choose a file instead.")
        return _too_large(request, message.format(size=MOST_URLENCODED))
    try:
        form = CheckForm(request.POST, request.FILES, game=_game(request))
    except RequestDataTooBig:
        return _too_large(request)
    try:
        with checking(request):
            return _posted(request, form)
    except NotNow as refusal:
        return _later(request, form, refusal)


def _posted(request: HttpRequest, form: CheckForm) -> HttpResponse:
    if not form.is_valid():
        return _form_page(request, form, 422)
    try:
        text = load(form.cleaned_data["raw"])
    except RecordError as error:
        return _form_page(request, form, 422, unreadable_context(None, error))
    question = RecordCheck(text, form.changes(), form.cleaned_data["time_box"])
    return _judged(request, question, form)


@require_GET
def checked(request: HttpRequest, packed: str) -> HttpResponse:
    """The record that the address carries, and its report."""
    try:
        question = unpack(packed)
    except PackingError as error:
        raise Http404(_("This address contains no record, or only part of one.")) from error
    try:
        with checking(request):
            return _judged(request, question, None)
    except NotNow as refusal:
        return _later(request, _sent_again(question), refusal)


@require_GET
def example(request: HttpRequest, key: str) -> HttpResponse:
    """One of the examples, and its report."""
    record = next((game.notes.examples[key] for game in games.all_games() if key in game.notes.examples), None)
    if record is None:
        raise Http404
    return _judged(request, RecordCheck(record.text), None, translated(record.name))


def _judged(request: HttpRequest, question: RecordCheck, posted: CheckForm | None, title: str = "") -> HttpResponse:
    """The report, or the form with what is wrong. ``posted`` is the form that sent the record, None for an address."""
    try:
        check_text(question.text)
        written = parse(question.text, games.language_of)
        check_parts(written)
        record = under(written, question.changes)
    except RecordError as error:
        return _form_page(request, _filled(question, posted), 422, unreadable_context(question.text, error))
    except ConfigurationError as error:
        return _form_page(request, _refused(question, error), 422)
    if posted is not None and (address := check_url(question.text, question.changes, question.time_box)):
        return redirect(address)
    return _report(request, question, record, by_address=posted is None, title=title)


def _report(
    request: HttpRequest, question: RecordCheck, record: GameRecord, by_address: bool, title: str
) -> HttpResponse:
    stretch, step = judge(record, _asked_step(request), question.time_box, played=True)
    rules = games.get(record.game).rule_set(record.rules)
    form = _filled(question, None)
    context = {
        **report_context(stretch, step, rules),
        "form": form,
        "form_url": check_form_url(form.game.key),
        "by_address": by_address,
        "changed": bool(question.changes),
        "title": title,
        "sections": sections("check", games.get(record.game)),
        "link_tag": "a" if by_address else "button",
        "analysis_text": text_to_analyse(record),
    }
    return render(request, "rules_engine/report.html", context)


def _asked_step(request: HttpRequest) -> int | None:
    """The step that the address asks for; None for anything but a number, because people change addresses by hand."""
    return whole_number(request.GET.get("step", ""))


# The form


def _filled(question: RecordCheck, posted: CheckForm | None) -> CheckForm:
    """The form as it was sent; from a file or an address, with the record in it."""
    if posted is not None and posted.cleaned_data.get("file") is None:
        return posted
    return CheckForm(initial=CheckForm.initial_of(question.text, question.changes, question.time_box))


def _refused(question: RecordCheck, error: ConfigurationError) -> CheckForm:
    """The form with the terms that were asked for, and what is wrong with them."""
    form = _sent_again(question)
    form.is_valid()
    for problem in error.details:
        form.refuse(problem.path, problem.message)
    return form


def _sent_again(question: RecordCheck) -> CheckForm:
    """The form as if the question had been sent with it."""
    data = CheckForm.initial_of(question.text, question.changes, question.time_box)
    return CheckForm({name: value for name, value in data.items() if value is not None})


def _later(request: HttpRequest, form: CheckForm, refusal: NotNow) -> HttpResponse:
    """The form with what was sent, and why it is not checked now."""
    form.errors.clear()
    form.add_error("record", refusal.message)
    response = _form_page(request, form, refusal.status)
    response.headers["Retry-After"] = str(refusal.after)
    return response


def _too_large(request: HttpRequest, message: str = "") -> HttpResponse:
    form = CheckForm({}, game=_game(request))
    form.is_valid()
    form.errors.clear()
    usual = _("This is too large to be a record: more than {size:,} bytes.").format(size=games.max_bytes())
    form.add_error("record", message or usual)
    return _form_page(request, form, 413)


def _form_page(
    request: HttpRequest, form: CheckForm, status: int = 200, unreadable: UnreadableContext | None = None
) -> HttpResponse:
    game = form.game
    context = {
        "form": form,
        "form_url": check_form_url(game.key),
        "help": _help(game),
        "sections": sections("check", game),
        "games": game_tabs("check", game),
        **(unreadable or {}),
    }
    return render(request, "rules_engine/check.html", context, status=status)


def _game(request: HttpRequest) -> Game:
    """The game that the address asks for."""
    return game_of_key(request.GET.get("game", ""))


@dataclass(frozen=True, slots=True)
class RecordToTry:
    """A record that shows something."""

    key: str
    name: str
    shows: str


@dataclass(frozen=True, slots=True)
class NotationHelp:
    """How a record is written: a short one, and the signs with their meaning."""

    record: str
    signs: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CheckHelp:
    """Records to try, and how a record of the game is written."""

    examples: list[RecordToTry]
    notation: NotationHelp | None


def _help(game: Game) -> CheckHelp:
    examples, notation = game.notes.examples, game.notes.notation
    return CheckHelp(
        [RecordToTry(key, translated(example.name), translated(example.shows)) for key, example in examples.items()],
        NotationHelp(notation.record, [(sign, translated(meaning)) for sign, meaning in notation.signs])
        if notation
        else None,
    )
