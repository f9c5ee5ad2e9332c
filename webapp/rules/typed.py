"""Names for the JSON objects that the rules pass along; none of them exists when the rules run."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    # A call of a log, a clause of a rulebook, any other JSON object.
    Call = dict[str, Any]
    Clause = dict[str, Any]
    Json = dict[str, Any]
    # A message key and its arguments.
    Message = tuple[str, dict[str, Any]]
