"""The kinds of parameter that a clause may be told.

A parameter is `{"kind": …}` with `"optional": True` where it may be left out:

| kind | value |
| --- | --- |
| `text` | a sentence or a name |
| `id` | a slug or a code; with `of` one that the rulebook knows |
| `count` | a whole number from 0 |
| `ordinal` | a whole number from 1 |
| `bool` | `true` or `false` |
| `enum` | one of `values` |
| `ids` | a list of slugs, each one of `values` or `of` where given, empty only with `may_be_empty` |
| `counts` | a list of whole numbers |
| `seconds_by_class` | an object of whole numbers by class of penalty |
| `steps` | a list of suspensions, each `{games, max_games?, rest_of_season?, review?}` |

`of`: `infraction`, one of the base's or an own one; `condition`, one that every rulebook knows or an own one;
`counter`, a ladder's.
"""

from __future__ import annotations

from .shapes import CLASSES, STAGES

COUNT = {"kind": "count"}
ID = {"kind": "id"}
TEXT = {"kind": "text"}
IDS = {"kind": "ids"}
FLAG = {"kind": "bool", "optional": True}
COUNT_OPTIONAL = {"kind": "count", "optional": True}
ID_OPTIONAL = {"kind": "id", "optional": True}
SOME_STAGES = {"kind": "ids", "values": STAGES}
SOME_CLASSES = {"kind": "ids", "values": CLASSES}
CLASSES_OPTIONAL = {"kind": "ids", "values": CLASSES, "optional": True}
IDS_OPTIONAL = {"kind": "ids", "optional": True}
INFRACTION = {"kind": "id", "of": "infraction"}
INFRACTIONS = {"kind": "ids", "of": "infraction"}
INFRACTIONS_OPTIONAL = {"kind": "ids", "of": "infraction", "optional": True}
# A limit of the base's holds where somebody has turned it on; left out, a clause holds.
ON = FLAG
# What a penalty may be told to be, all of which must hold.
WHEN = {
    "kind": "ids",
    "values": ["breakaway", "in_full", "injury", "injury_potential", "intentional"],
    "optional": True,
}
