"""Practice at every game: whatever is chosen, and whichever machine plays, the record holds no fault."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules_engine import games
from rules_engine.game import Game
from rules_engine.practice.door import Choice, PracticeError
from rules_engine.practice.match import (
    BACK,
    Choices,
    PracticeMatch,
    begin,
    choices,
    choose,
    next_round,
    place,
    practice_of,
)
from rules_engine.record.writing import to_mapping, to_text
from tests.forms import in_form

MOST_CHOICES = 3_000
NEW_GAMES = ("bank", "stage", "bankrupt")


def tables(*, gate: int) -> list[Any]:
    """Every preset of every game but Bankout, with ``gate`` numbers of players that it allows, few first; the long
    form has all.
    """
    found = []
    for key in NEW_GAMES:
        game = games.get(key)
        for preset in practice_of(game).presets or game.presets:
            counts = game.tables_under(game.rule_set(preset.rules))
            for count in counts[: in_form(gate=gate, long=20)]:
                found.append(pytest.param(game, dict(preset.rules), count, id=f"{key}-{preset.key}-{count}"))
    return found


def begun(game: Game, rules: dict[str, Any], count: int, seed: int, people: int, strength: str) -> PracticeMatch:
    seats = game.language.seats[:count]
    names = {seat: f"Player {seat}" for seat in seats}
    return begin(game, rules=rules, seats=names, seed=seed, machines=seats[people:], strength=strength)


def step(game: Game, match: PracticeMatch, known: Choices, chance: Random) -> PracticeMatch:
    """A choice of a person, of each group as often as of another."""
    if known.seat is None:
        return next_round(game, match)
    assert known.seat not in match.machines
    assert known.acts, "somebody is to act and has nothing to choose"
    groups: dict[str, list[Choice]] = {}
    for act in known.acts:
        groups.setdefault(str(act.group) or act.token, []).append(act)
    return choose(game, match, chance.choice(groups[chance.choice(sorted(groups))]).token)


def played(game: Game, match: PracticeMatch, chance: Random) -> PracticeMatch:
    """The match at its end."""
    for _choice in range(MOST_CHOICES):
        known = choices(game, match)
        if known.standing.is_over:
            return match
        after = step(game, match, known, chance)
        assert place(after) > place(match)
        match = after
    raise AssertionError("the match does not end")


def findings(game: Game, match: PracticeMatch) -> list[str]:
    return [f"{one.turn}.{one.action} {one.code}" for one in game.referee(match.record).findings if one.kind != "note"]


@pytest.mark.parametrize(("game", "rules", "count"), tables(gate=1))
def test_every_machine_plays_a_match_in_which_the_referee_finds_nothing(
    game: Game, rules: dict[str, Any], count: int
) -> None:
    for number, strength in enumerate(practice_of(game).strengths):
        match = begun(game, rules, count, number, 1, strength.key)
        match = played(game, match, Random(number))
        assert findings(game, match) == []
        assert game.referee(game.read(to_text(match.record, game.language))).outcome.status == "complete"


@pytest.mark.parametrize(("game", "rules", "count"), tables(gate=1))
def test_people_at_one_device_play_to_the_end(game: Game, rules: dict[str, Any], count: int) -> None:
    match = played(game, begun(game, rules, count, 7, count, ""), Random(7))
    assert findings(game, match) == []


def test_the_fullest_tables_play_to_the_end() -> None:
    for key, rules, count in (("bankrupt", {"round_cap": 3, "fewest": 3}, 17), ("stage", {}, 8)):
        game = games.get(key)
        match = played(game, begun(game, rules, count, 1, 1, practice_of(game).strengths[-1].key), Random(1))
        assert findings(game, match) == []


@pytest.mark.parametrize("seed", range(in_form(gate=3, long=300)))
@pytest.mark.parametrize("key", NEW_GAMES)
def test_by_any_rules_the_referee_finds_nothing(key: str, seed: int) -> None:
    game, chance = games.get(key), Random(seed)
    rules = any_rules(game, chance)
    counts = game.tables_under(game.rule_set(rules))
    count = chance.choice([one for one in counts if one <= in_form(gate=4, long=17)])
    strength = chance.choice([one.key for one in practice_of(game).strengths])
    match = played(game, begun(game, rules, count, seed, chance.randint(1, count), strength), chance)
    assert findings(game, match) == []


def any_rules(game: Game, chance: Random) -> dict[str, Any]:
    """A few switches of the game set otherwise; a short game where rounds are counted."""
    rules: dict[str, Any] = {"options": {}}
    for switch in chance.sample(game.schema.switches, 3):
        rules["options"][switch.key] = chance.choice(switch.values)
    if game.key == "bankrupt":
        rules |= {"round_cap": 6, "fewest": 3, "start": chance.choice((12, 30, 50))}
    if game.key == "stage":
        rules["variants"] = chance.choice(([], ["pitfall"], ["go_fish"], ["flush", "pitfall"], ["liar"]))
    if game.key == "bank":
        rules |= {"deck": chance.choice(("shared", "personal")), "discard": chance.choice(("shared", "personal"))}
        rules |= {"thieves": chance.choice(("none", "both", "wild")), "bank_face": chance.choice(("public", "private"))}
        rules |= {"end": chance.choice(("standard", "last_chance", "rotating")), "withdrawal": "balanced"}
        rules["bank_size"] = chance.choice(("unlimited", "moneybox", "sievebox"))
    return rules


@pytest.mark.parametrize("key", NEW_GAMES)
def test_the_same_choices_meet_the_same_cards(key: str) -> None:
    game = games.get(key)
    count = game.tables_under(game.rule_set({"fewest": 3} if key == "bankrupt" else {}))[0]
    rules = {"round_cap": 3, "fewest": 3} if key == "bankrupt" else {}
    once, again = (played(game, begun(game, rules, count, 5, 1, "random"), Random(5)) for _time in range(2))
    assert once == again
    assert played(game, begun(game, rules, count, 6, 1, "random"), Random(5)) != once


@pytest.mark.parametrize("key", NEW_GAMES)
def test_a_match_is_kept_as_json_has_it(key: str) -> None:
    game = games.get(key)
    rules = {"round_cap": 3, "fewest": 3} if key == "bankrupt" else {}
    match = begun(game, rules, game.tables_under(game.rule_set(rules))[-1], 3, 1, "random")
    assert game.read(to_mapping(match.record)) == match.record


@pytest.mark.parametrize("key", NEW_GAMES)
def test_what_is_not_offered_cannot_be_chosen(key: str) -> None:
    game = games.get(key)
    rules = {"fewest": 3} if key == "bankrupt" else {}
    match = begun(game, rules, max(2, game.tables_under(game.rule_set(rules))[0]), 1, 8, "")
    for token in ("nonsense", "", BACK, "T"):
        with pytest.raises(PracticeError):
            choose(game, match, token)
    with pytest.raises(PracticeError):
        next_round(game, match)


@pytest.mark.parametrize("key", NEW_GAMES)
def test_a_viewer_sees_the_own_cards_only(key: str) -> None:
    game = games.get(key)
    rules = {"fewest": 3} if key == "bankrupt" else {}
    match = begun(game, rules, max(2, game.tables_under(game.rule_set(rules))[0]), 1, 8, "")
    if key == "bankrupt":
        match = choose(game, match, "deal")
    known = choices(game, match)
    hands = {hand.seat: hand.cards for hand in practice_of(game).view(known.play, "B").hands}
    assert hands["B"]
    assert "?" not in [card.token for card in hands["B"]]
    assert {card.token for seat, cards in hands.items() if seat != "B" for card in cards} == {"?"}
    every = practice_of(game).view(known.play, None).hands
    assert "?" not in [card.token for hand in every for card in hand.cards]


def test_at_bank_a_trick_asks_for_its_cards_and_can_be_taken_back() -> None:
    bank, chance = games.get("bank"), Random(4)
    match = begun(bank, {"preset": "simple"}, 2, 4, 2, "")
    for _choice in range(200):
        known = choices(bank, match)
        tricks = [act.token for act in known.acts if act.token.startswith("bank")]
        asked = choose(bank, match, tricks[0]) if tricks else match
        if asked.pending:
            break
        match = step(bank, match, known, chance)
    asks = choices(bank, asked)
    assert asks.asking is not None
    assert all(act.token.startswith("B") for act in asks.acts)
    back = choose(bank, asked, BACK)
    assert choices(bank, back).acts == choices(bank, match).acts
    assert place(back) > place(asked)
    banked = choose(bank, asked, asks.acts[0].token)
    assert asks.acts[0].token in banked.record.rounds[0].turns[-1].actions


def test_what_goes_unseen_to_a_hand_is_not_shown() -> None:
    bank, stage = games.get("bank"), games.get("stage")
    play = choices(bank, begun(bank, {"thieves": "both"}, 3, 1, 3, "")).play
    turn = ["7h", "<4c", "H>B:4s+5c+6s", "+Kc", "-2d"]
    assert practice_of(bank).seen(play, "A", turn, "A") == turn
    assert practice_of(bank).seen(play, "A", turn, "B") == ["?", "<4c", "H>B:4s+5c+6s", "+Kc", "-2d"]
    assert practice_of(bank).seen(play, "A", turn, "C") == ["?", "<4c", "H>B:4s+5c+6s", "+?", "-2d"]
    private = choices(bank, begun(bank, {"bank_face": "private"}, 2, 1, 2, "")).play
    assert practice_of(bank).seen(private, "A", ["7h", "B3:Kh+2c", "-2d"], "B") == ["?", "B3:?+?", "-2d"]
    play = choices(stage, begun(stage, {}, 2, 1, 2, "")).play
    assert practice_of(stage).seen(play, "A", ["b2:A", "B10+9", "+7", "+2"], "B") == ["b2:A", "B?+?", "+?", "+?"]
