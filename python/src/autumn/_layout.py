"""Which columns of a table of draws belong to which variable, and variables as arrays."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._engine import ModelError


class UnknownNameError(ModelError, KeyError):
    """There is no variable of this name."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Leaf:
    """Columns that lie together, or a list of them: a real array with its first index fastest."""

    dims: tuple[int, ...]
    block: str
    columns: int | list[int]

    def of(self, table: np.ndarray) -> np.ndarray:
        """(chains, draws, ...): a view where the columns lie together."""
        if isinstance(self.columns, int):
            size = int(np.prod(self.dims, dtype=np.int64))
            part = table[:, :, self.columns : self.columns + size]
        else:
            part = table[:, :, self.columns]
        by_rows = part.reshape(*part.shape[:2], *self.dims[::-1])
        view: np.ndarray = by_rows.transpose(0, 1, *range(by_rows.ndim - 1, 1, -1))
        return view


Node = Leaf | dict[str, Any]


class Variables(Mapping[str, Any]):
    """Variables by name, each as an array (chains, draws, ...) on one table of numbers.

    Complex variables become complex arrays, tuples become tuples of arrays; both are copies.
    """

    def __init__(self, layout: list[tuple[str, tuple[int, ...], str, Any]], table: np.ndarray) -> None:
        self._table = table
        self._nodes: dict[str, Node] = {}
        self._leaves: dict[str, Leaf] = {}
        for name, dims, block, columns in layout:
            leaf = Leaf(dims, block, columns)
            self._leaves[re.sub(r"\[,*\]", "", name)] = leaf
            self._put(re.findall(r"[^:.]+", re.sub(r"\[,*\]", "", name)), leaf)

    def _put(self, path: list[str], leaf: Leaf) -> None:
        if len(path) == 1:
            self._nodes[path[0]] = leaf
            return
        node = self._nodes.setdefault(path[0], {})
        for part in path[1:-1]:
            node = node.setdefault(part, {})  # type: ignore[union-attr]
        node[path[-1]] = leaf  # type: ignore[index]

    def __getitem__(self, name: str) -> Any:
        if name in self._nodes:
            return _value(self._nodes[name], self._table)
        if name in self._leaves:
            return self._leaves[name].of(self._table)
        near = difflib.get_close_matches(str(name), list(self._nodes), 1)
        raise UnknownNameError(f"there is no variable `{name}`" + (f"\n  did you mean `{near[0]}`?" if near else ""))

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)

    def block(self, name: str) -> str:
        """The block of the program in which a variable is declared."""
        node = self._nodes[name]
        while isinstance(node, dict):
            node = next(iter(node.values()))
        return node.block

    def flat(self) -> dict[str, np.ndarray]:
        """Every variable as one array; tuples as their parts, ``t:1`` and so on."""
        result: dict[str, np.ndarray] = {}
        for name, node in self._nodes.items():
            _flatten(name, node, self._table, result)
        return result


def _is_complex(node: dict[str, Any]) -> bool:
    return set(node) == {"real", "imag"}


def _value(node: Node, table: np.ndarray) -> Any:
    if isinstance(node, Leaf):
        return node.of(table)
    if _is_complex(node):
        return node["real"].of(table) + 1j * node["imag"].of(table)
    return tuple(_value(part, table) for _, part in sorted(node.items(), key=lambda item: int(item[0])))


def _flatten(name: str, node: Node, table: np.ndarray, into: dict[str, np.ndarray]) -> None:
    if isinstance(node, Leaf) or _is_complex(node):
        into[name] = _value(node, table)
        return
    for key, part in sorted(node.items(), key=lambda item: int(item[0])):
        _flatten(f"{name}:{key}", part, table, into)
