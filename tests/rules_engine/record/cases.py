"""Hypothesis strategies for records: any names, comments, tags and unknown keys, every kind of token."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules_engine.bankout.record.notation import CANONICAL
from rules_engine.bankout.ruleset import EDITIONS, FORMATS, OPTIONS, VARIANTS
from rules_engine.record import Extras, GameRecord, GameRound, Turn

texts = st.text(max_size=12) | st.sampled_from(
    [
        "",
        " ",
        '"',
        "\\",
        "\n",
        "\r",
        "\r\n",
        "a\nb",
        " a ",
        "; x",
        "[x]",
        '"q"',
        "= 1 2",
        "A: 7",
        "\x85\u2028",
        "Ж木\U0001f0a1",
    ]
)
tokens = st.sampled_from(sorted(CANONICAL)) | st.builds("B({})".format, st.integers(0, 999_999_999))
seats = st.sampled_from("AB")
money = st.integers(0, 999_999_999)
comments = st.none() | texts
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
NAMED = {*GameRecord.__struct_fields__, *GameRound.__struct_fields__, *Turn.__struct_fields__} - {"extra"}
extras = st.dictionaries(texts.filter(lambda key: key not in NAMED), json_values, max_size=2).map(Extras)


TAGS = ["A", "b", "Edition", "deck_out", "event", "a b"]


def turns(extra: st.SearchStrategy[Extras]) -> st.SearchStrategy[Turn]:
    """Turns with any tokens, claims and comments."""
    claims = st.none() | st.dictionaries(seats, money, max_size=2)
    actions = st.lists(tokens, max_size=6).map(tuple)
    return st.builds(Turn, seat=seats, actions=actions, claim=claims, comment=comments, extra=extra)


def rounds(extra: st.SearchStrategy[Extras]) -> st.SearchStrategy[GameRound]:
    """Rounds with any name."""
    names = st.integers(0, 999_999) | st.just("SD")
    played = st.lists(turns(extra), max_size=4).map(tuple)
    return st.builds(GameRound, round=names, first=seats, turns=played, comment=comments, extra=extra)


@st.composite
def rules(draw: st.DrawFn) -> dict[str, Any]:
    """What a record says of its rules, in canonical form."""
    words = {"edition": st.sampled_from(EDITIONS), "format": st.sampled_from(FORMATS), "jokers": st.booleans()}
    given_ = {key: draw(values) for key, values in words.items() if draw(st.booleans())}
    format_ = given_.get("format")
    fitting = [name for name, variant in VARIANTS.items() if variant.home in (None, format_ or "bankout")]
    variants = draw(st.sets(st.sampled_from(fitting)))
    options = {
        name: draw(st.sampled_from(OPTIONS[name].values)) for name in draw(st.sets(st.sampled_from(list(OPTIONS))))
    }
    if {"light_jokers", "short_blitz"} <= variants:
        options.pop("light_joker_round", None)
    if variants:
        given_["variants"] = [name for name in VARIANTS if name in variants]
    if options:
        given_["options"] = {name: options[name] for name in OPTIONS if name in options}
    return given_


def records(extra: st.SearchStrategy[Extras] | None = None) -> st.SearchStrategy[GameRecord]:
    """Whole records; with ``extra``, unknown keys everywhere."""
    unknown = st.just(Extras()) if extra is None else extra
    return st.builds(
        GameRecord,
        rounds=st.lists(rounds(unknown), max_size=3).map(tuple),
        rules=rules(),
        seats=st.dictionaries(seats, texts, max_size=2),
        tags=st.dictionaries(
            texts | st.sampled_from(["A", "b", "Edition", "deck_out", "event", "a b"]), texts, max_size=3
        ),
        comment=comments,
        extra=unknown,
    )
