"""What a hand is worth: the specification in plain Python (R17, R26, R30).

`best_value` and `best_low` value five to ten cards, `best_five` and `low_five`
say which five they are, `name_of`, `order_of` and `class_of` say what it is called
and where it stands.
"""

from cincinnati.ranking.best import best_five, low_five, played_ranks
from cincinnati.ranking.high import high_value
from cincinnati.ranking.low import Low, best_low, low_rank_of, low_ranks
from cincinnati.ranking.value import (
    Category,
    HandName,
    Value,
    category_of,
    class_of,
    name_of,
    order_of,
    ranks_in,
)
from cincinnati.ranking.wild import best_value

__all__ = [
    "Category",
    "HandName",
    "Low",
    "Value",
    "best_five",
    "best_low",
    "best_value",
    "category_of",
    "class_of",
    "high_value",
    "low_five",
    "low_rank_of",
    "low_ranks",
    "name_of",
    "order_of",
    "played_ranks",
    "ranks_in",
]
