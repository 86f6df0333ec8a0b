"""How a table is played, and what its result is: two against each other, a pod, or one alone. Pure (docs/tables.md).

``score`` has the results, ``kind`` what every kind of table can do, ``duel``, ``pod`` and ``solo`` the three kinds.
"""
