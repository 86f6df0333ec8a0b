"""What may be done in a state, as tokens of a record, and why other acts may not be done."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from rules_engine.bankout import actions as act
from rules_engine.bankout import dealing, engine
from rules_engine.bankout.cards import ACE, HIDDEN, JACK, JOKER, KING, NUMBERS, QUEEN, RANK_BITS, name_of
from rules_engine.bankout.checking import QUEEN_HELD_BACK, Violation, Violations, bust_case, check, is_answerable, legal
from rules_engine.bankout.holding import held_back, limit_text
from rules_engine.bankout.resolving import triggers, window_open
from rules_engine.bankout.state import ANSWER, EFFECT, ROUND_OVER, SEATS, TRIGGER, TURN_OVER, State
from rules_engine.bankout.texts.messages import FINDING_TEXTS
from rules_engine.bankout.texts.wording import BankoutWording
from rules_engine.table import Acts, Allowed, Barred
from rules_engine.text import EMPTY, Text, money
from rules_engine.text import text as _

_RANKS = (*NUMBERS, JACK, QUEEN, KING, ACE, JOKER)
_EFFECTS = {act.SWAP: "swap", act.JOKER_KING: "king", act.JOKER_QUEEN: "queen"}
_BARRED = (
    act.DRAW,
    act.BANK,
    act.END,
    act.PLAY_QUEEN,
    act.PLAY_KING,
    act.SWAP,
    act.JOKER_KING,
    act.JOKER_QUEEN,
    act.AUTO_QUEEN,
    act.COUNTER,
    act.SHIELD,
    act.discard(QUEEN),
    act.discard(KING),
    act.discard(JOKER),
)
"""One act of each kind, for the reasons why it may not be done."""

_WORDING = BankoutWording()
_AUTO_QUEEN = act.describe(act.AUTO_QUEEN)
_LABELS: dict[int, Text] = {
    act.DRAW: _("Draw"),
    act.BANK: _("Bank"),
    act.END: _("End without banking"),
    act.LET_BUST: _("Bust"),
    act.PASS: _WORDING.unsaid,
}
_BUST, _LOOT_LOST = _("Bust: the Loot is lost."), _("The Loot is lost.")
_SWAPPED = _("The Banks change hands.")
_SWAPPED_UNLESS_ANSWERED = _("The Banks change hands, unless the opponent answers.")
_ANSWER_WINDOW = _("Third Jack: a Queen or bust.")
_TRIGGER = _("It triggers Latent: a Queen or bust.")
_ANSWER_WINDOW_FOR_KINGS = _("Third Jack: a Queen, a King or bust.")
_TRIGGER_FOR_KINGS = _("It triggers Latent: a Queen, a King or bust.")
_PLAYED_ALREADY = _("It was played at once; this records it.")
_TO_BANK = _("{amount} to the Bank.")
_SAY_FIRST = _("A Jack has triggered Latent. First record the outcome: the Queen that answers it, or the bust.")


def acts_of(state: State, seat: str) -> Acts:
    """What a seat may do now. After the end of a turn this is the turn of the other seat.

    The allowed acts are what ``checking.legal`` lists and the referee has nothing against; a draw stands there once for
    each card that can come.
    """
    if state.phase == ROUND_OVER:
        return Acts()
    if state.phase == TURN_OVER:
        state = state.copy()
        engine.next_turn(state)
    acting = SEATS[state.opponent if state.phase == ANSWER else state.seat]
    if acting != seat:
        return Acts(acting)
    actions = [action for action in legal(state) if not _against(state, action)]
    allowed = tuple(listed for action in actions for listed in _allowed(state, action))
    return Acts(acting, allowed, tuple(_barred(state, set(actions), seat)))


def _allowed(state: State, action: int) -> Iterator[Allowed]:
    if action == act.DRAW:
        yield from _draws(state)
    else:
        token = token_of(state, action)
        label = _LABELS.get(action) or _WORDING.act(token)
        same_as = _AUTO_QUEEN if action == act.PLAY_QUEEN and _says_queen(state) else ""
        yield Allowed(token, label, False, _consequence(state, action), same_as=same_as)


def _says_queen(state: State) -> bool:
    """Whether ``*Q`` and ``>Q`` say the same of a card nobody has seen, at a latent trigger (record.md 5.11)."""
    return state.phase == TRIGGER and not check(state, act.AUTO_QUEEN)


def automatic_queen() -> tuple[Allowed, ...]:
    """The two ways to write a Queen that was played automatically (record.md 5.3), of which one has the key."""
    written = Allowed(_AUTO_QUEEN, _WORDING.act(_AUTO_QUEEN), False, _PLAYED_ALREADY)
    played = act.describe(act.PLAY_QUEEN)
    return written, structs.replace(written, token=played, label=_WORDING.act(played), same_as=_AUTO_QUEEN)


def unanswered(state: State) -> tuple[Allowed, ...]:
    """What begins the next turn while a swap waits for its answer, and says that there was none (BO-5.24)."""
    if state.phase != ANSWER:
        return ()
    after = state.copy()
    engine.step(after, act.PASS)
    seat = SEATS[after.opponent]
    answers = {listed.token for listed in acts_of(state, seat).allowed}
    following = acts_of(after, seat).allowed
    return tuple(structs.replace(act_, opens_turn=True) for act_ in following if act_.token not in answers)


def token_of(state: State, action: int) -> str:
    """As a record writes an action; a Joker that takes effect at once is written with its draw."""
    if action == act.PASS:
        return ""
    if state.phase == EFFECT and action in _EFFECTS:
        return f"X={_EFFECTS[action]}"
    return act.describe(action)


def _consequence(state: State, action: int) -> Text:
    """What an action brings at once."""
    if action == act.BANK:
        return Text(_TO_BANK.text, {"amount": money(state.loot)})
    if action == act.JOKER_KING or (action & RANK_BITS == KING and act.kind_of(action) == act.PLAY):
        return Text(_TO_BANK.text, {"amount": money(2 * state.loot)})
    if action == act.SWAP:
        return _SWAPPED_UNLESS_ANSWERED if is_answerable(state) else _SWAPPED
    if action == act.END:
        return _LOOT_LOST if state.loot else EMPTY
    return _BUST if action == act.LET_BUST else EMPTY


# Draws


def _draws(state: State) -> Iterator[Allowed]:
    """Each card that can come next, and a card that is drawn to hand unseen."""
    deck = state
    if not state.size:
        deck = state.copy()
        dealing.reshuffle(deck)
    for rank in _RANKS:
        if dealing.possible(deck, rank):
            yield from _draw(state, rank)
    yield Allowed(name_of(HIDDEN), _WORDING.act(name_of(HIDDEN)), True)


def _draw(state: State, rank: int) -> Iterator[Allowed]:
    if rank == JOKER and not state.holds:
        after, _events = engine.apply(state, act.DRAW, JOKER)
        for effect, name in _EFFECTS.items():
            if after.phase == EFFECT and not check(after, effect):
                token = f"X={name}"
                yield Allowed(token, _WORDING.act(token), True, _consequence(after, effect))
        return
    token = name_of(rank)
    yield Allowed(token, _WORDING.act(token), True, _of_draw(state, rank))


def _of_draw(state: State, rank: int) -> Text:
    """What a card does at once when it is more than its own effect."""
    if rank == JACK and triggers(state):
        return _TRIGGER_FOR_KINGS if state.rules.king_window else _TRIGGER
    if rank == JACK and state.jacks == 2:
        if not window_open(state):
            return _BUST
        return _ANSWER_WINDOW_FOR_KINGS if state.rules.king_window else _ANSWER_WINDOW
    if rank == ACE:
        after, _events = engine.apply(state, act.DRAW, ACE)
        return _BUST if after.ended_by == "bust" else EMPTY
    return EMPTY


# What may not be done


def _barred(state: State, allowed: set[int], seat: str) -> Iterator[Barred]:
    """Each kind of act that may not be done, with the first thing against it."""
    judged = _judged_in(state)
    for action in _BARRED:
        if any(act.kind_of(other) == act.kind_of(action) and _same(other, action) for other in allowed):
            continue
        if not _against(state, action):
            continue
        against = _against(judged, action)
        yield _reason(judged, action, against[0], seat) if against else _answer_unsaid(action)


def _against(state: State, action: int) -> Violations:
    """What the referee says against an act; the use of a Queen that was held back stands, but is a finding."""
    used = act.kind_of(action) in (act.PLAY, act.DISCARD)
    if used and held_back(state, state.seat, act.card_of(action)):
        return check(state, action) or (QUEEN_HELD_BACK,)
    return check(state, action)


def _judged_in(state: State) -> State:
    """The state in which an act that may not be done would be judged.

    A player who continues after a latent trigger says that an unseen card was the Queen (record.md 5.11), so the act is
    judged in the turn that continues.
    """
    if _says_queen(state):
        return engine.apply(state, act.AUTO_QUEEN)[0]
    return state


def _answer_unsaid(action: int) -> Barred:
    """An act that may be done once the Queen of a latent trigger is written."""
    token = act.describe(action)
    label = _LABELS.get(action) or _WORDING.act(token)
    return Barred(token, label, _SAY_FIRST, "auto_queen_applied", "BO-5.2")


def _same(first: int, second: int) -> bool:
    """Whether two actions are of the same rank, so that a suited Queen stands for every Queen."""
    return act.card_of(first) & RANK_BITS == act.card_of(second) & RANK_BITS


def _reason(state: State, action: int, against: Violation, seat: str) -> Barred:
    token = token_of(state, action)
    label = _LABELS.get(action) or _WORDING.act(token)
    values = {"token": "this" if action == act.DRAW else token, "limit": limit_text(state.rules)}
    values |= bust_case(against, state)
    reason = FINDING_TEXTS[against.code].why_barred(against.rule, seat, values)
    return Barred(token, label, reason, against.code, against.rule)
