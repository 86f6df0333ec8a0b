"""Numbers by which the readable simulator plays, and its compiled twin as well."""

PATIENCE = 100  # actions that a turn may still take after time was called on a match that would not end
WORTH_A_JOKER = 15  # dollars of Loot for which a Joker is spent as a Queen, where nothing else decides
HORIZONS = (8, 14, 20, 28, 40)  # draws that a plan looks ahead, one after the other
FACES_LIMIT = 3_000  # the most possible piles for which a plan follows every face
MOST_ACTIONS_ON = 1_000  # actions after which time is called on what a rollout plays on
SEEDS = 1 << 31  # a decision by rollouts has one of so many seeds, from the player's own chance
MOST_RUNS = 1 << 20  # by how much the numbers of the streams of two turns of a rollout are apart
TURNS_A_ROUND = 1 << 10  # and how many turns' numbers a round of it has
