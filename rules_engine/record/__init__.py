"""Records of every game: the model, a game's language for them, both written forms, reading and writing."""

from rules_engine.record.language import Language, all_seats
from rules_engine.record.model import (
    DEFAULT_GAME,
    MAX_BYTES,
    MAX_LINES,
    MAX_PARTS,
    MAX_TAGS,
    NO_EXTRAS,
    SEATS,
    Extras,
    GameRecord,
    GameRound,
    RecordError,
    Seat,
    TokenError,
    Turn,
    UnreadablePlace,
    clipped,
    seats_of,
)

__all__ = [
    "DEFAULT_GAME",
    "MAX_BYTES",
    "MAX_LINES",
    "MAX_PARTS",
    "MAX_TAGS",
    "NO_EXTRAS",
    "SEATS",
    "Extras",
    "GameRecord",
    "GameRound",
    "Language",
    "RecordError",
    "Seat",
    "TokenError",
    "Turn",
    "UnreadablePlace",
    "all_seats",
    "clipped",
    "seats_of",
]
