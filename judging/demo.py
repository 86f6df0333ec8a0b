"""The names, passwords and random results of the demo event. Pure."""

from __future__ import annotations

import random

NAMES = (
    "Ada Okafor",
    "Bo Lindqvist",
    "Carmen Ibáñez",
    "Dae-jung Park",
    "Elif Yıldız",
    "Femi Adeyemi",
    "Grace O’Malley",
    "Hiroshi Tanaka",
    "Ingrid Solberg",
    "Jamal Washington",
    "Katarzyna Wiśniewska",
    "Luca Moretti",
    "Mei-Ling Chen",
    "Noor Haddad",
    "Olena Kovalenko",
    "Pedro Almeida",
    "Quinn Fletcher",
    "Rania Aziz",
    "Sven Bergström",
    "Tomás Herrera",
    "Uma Krishnan",
    "Viktor Novák",
    "Wanjiru Kamau",
    "Xavier Dubois",
    "Yusuf Demir",
    "Zoë van Dijk",
    "Anders Holm",
    "Beatriz Fonseca",
    "Ciarán Byrne",
    "Diana Petrescu",
    "Emil Sørensen",
    "Fatima Zahra Benali",
    "Giulia Rossi",
    "Henrik Dahl",
    "Isabel Moreno Castaño",
    "Jonas Weber",
    "Kenji Mori",
    "Lucía Fernández",
    "Marek Dvořák",
    "Nadia Rahman",
    "Oscar Nilsson",
    "Priya Sharma",
    "Rafael Costa",
    "Siobhán Walsh",
    "Teodor Ionescu",
    "Anh Nguyễn",
    "محمد الحسن",
    "山本 さくら",
)

WORDS = (
    "amber",
    "birch",
    "cedar",
    "delta",
    "ember",
    "flint",
    "grove",
    "heron",
    "ivory",
    "juniper",
    "kestrel",
    "linden",
)


def password(chance: random.Random) -> str:
    """A random password of three words and a number, easy to type on a tablet."""
    return "-".join([*chance.sample(WORDS, 3), str(chance.randrange(100, 1000))])


def score_line(chance: random.Random, bias: float) -> str:
    """A random result as the desk types it; ``bias`` is the first player's chance to win a game round."""
    if chance.random() < 0.06:
        return chance.choice(["1-1 t", "1-0 t", "0-1 t"])
    loser = chance.choice([0, 1, 1])
    return f"2-{loser}" if chance.random() < bias else f"{loser}-2"
