"""Numbers by which the readable simulator plays, and its compiled twin as well."""

PATIENCE = 100  # actions that a turn may still take after time was called on a match that would not end
WORTH_A_JOKER = 15  # dollars of Loot for which a Joker is spent as a Queen, where nothing else decides
HORIZONS = (8, 14, 20, 28, 40)  # draws that a plan looks ahead, one after the other
FACES_LIMIT = 3_000  # the most possible piles for which a plan follows every face
