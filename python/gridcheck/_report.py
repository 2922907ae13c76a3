"""An answer of the library. `_types` has a class for each shape of answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Type


class Report(dict[str, Any]):
    """An answer as `--format json` prints it; `docs/schema/answers.json` describes each. Keys are attributes too.

    It is a dict, so json.dumps and pandas take it. Squares are pairs (row, column) from 1. Counts are exact int.
    """

    __slots__ = ()
    _parts: ClassVar[Mapping[str, Type[Report]]] = {}

    # A type checker knows the attributes that the classes of reports declare, and no others.
    if not TYPE_CHECKING:

        def __getattr__(self, key: str) -> Any:
            try:
                return self[key]
            except KeyError:
                raise AttributeError(f"no key {key!r}; there are {', '.join(self)}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]
