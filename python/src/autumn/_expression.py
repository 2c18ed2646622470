"""Expressions on parameters and data: arrays of NumPy's shapes, whose numbers are not known yet."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Union

import numpy as np

from ._engine import ModelError, builder

Engine = builder.Expr
Value = Union["Expression", float, int, list[Any], np.ndarray]


class Expression:
    """An array computed from parameters: arithmetic, indexing, broadcasting and ``@`` are those of NumPy.

    >>> import numpy as np
    >>> with autumn.Builder() as m:
    ...     x = m.parameter("x", autumn.normal(0, 1), shape=3)
    >>> (2 * x + np.ones((2, 3))).shape
    (2, 3)
    >>> x[[0, 0, 2]].shape, x[-1].shape, (x @ x).shape
    ((3,), (), ())
    """

    __slots__ = ("_engine", "_shape")

    def __init__(self, engine: Engine, shape: tuple[int, ...] | None = None) -> None:
        self._engine = engine
        self._shape = tuple(engine.shape) if shape is None else shape

    @property
    def shape(self) -> tuple[int, ...]:
        """The length of every dimension."""
        return self._shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self._shape, dtype=np.int64))

    @property
    def T(self) -> Expression:  # noqa: N802
        """The transpose."""
        if self.ndim == 2:
            return Expression(builder.transpose(self._engine))
        return self._picked(self._places().T)

    def reshape(self, *shape: Any) -> Expression:
        """The same elements in another shape, last index fastest as in NumPy."""
        return self._picked(self._places().reshape(*shape))

    def sum(self, axis: int | None = None) -> Expression:
        """The sum of all elements, or along one dimension."""
        if axis is None:
            return Expression(builder.sum(self._engine))
        places = np.moveaxis(self._places(), axis, -1)
        shape = places.shape[:-1]
        rows = self._picked(places.reshape(-1, places.shape[-1]))
        return _shaped(builder.row_sums(rows._engine), shape)

    def mean(self, axis: int | None = None) -> Expression:
        """The mean of all elements, or along one dimension."""
        if axis is None:
            return Expression(builder.mean(self._engine))
        return self.sum(axis) / self._shape[axis]

    def _places(self) -> np.ndarray:
        """Where the elements are in the engine's vector, which has the first index fastest."""
        return np.arange(self.size).reshape(self._shape, order="F")

    def _picked(self, places: np.ndarray) -> Expression:
        shape = tuple(places.shape)
        if shape == self._shape and np.array_equal(places, self._places()):
            return self
        flat = places.ravel(order="F").tolist()
        dims = list(shape) if len(shape) <= 2 else [len(flat)]
        return Expression(builder.elements(self._engine, flat, dims), shape)

    def __getitem__(self, key: Any) -> Expression:
        try:
            return self._picked(np.asarray(self._places()[_plain_key(key)]))
        except IndexError as error:
            raise ModelError(f"{self!r}: {error}") from None

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("a scalar has no length")
        return self._shape[0]

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))

    def __bool__(self) -> bool:
        raise TypeError("whether an expression holds is not known yet: autumn.math.where(condition, a, b) is for both")

    def __float__(self) -> float:
        raise TypeError("the number of an expression is not known yet")

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("the numbers of an expression are not known yet: autumn.math has the functions for it")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        function = _UFUNCS.get(ufunc.__name__)
        if function is None or method != "__call__" or options:
            raise TypeError(f"numpy.{ufunc.__name__} is not known for expressions: see autumn.math")
        return function(*inputs)

    def __add__(self, other: Value) -> Expression:
        return add(self, other)

    def __radd__(self, other: Value) -> Expression:
        return add(other, self)

    def __sub__(self, other: Value) -> Expression:
        return subtract(self, other)

    def __rsub__(self, other: Value) -> Expression:
        return subtract(other, self)

    def __mul__(self, other: Value) -> Expression:
        return multiply(self, other)

    def __rmul__(self, other: Value) -> Expression:
        return multiply(other, self)

    def __truediv__(self, other: Value) -> Expression:
        return divide(self, other)

    def __rtruediv__(self, other: Value) -> Expression:
        return divide(other, self)

    def __pow__(self, other: Value) -> Expression:
        return power(self, other)

    def __rpow__(self, other: Value) -> Expression:
        return power(other, self)

    def __matmul__(self, other: Value) -> Expression:
        return matmul(self, other)

    def __rmatmul__(self, other: Value) -> Expression:
        return matmul(other, self)

    def __neg__(self) -> Expression:
        return Expression(builder.negative(self._engine), self._shape)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Expression(builder.abs(self._engine), self._shape)

    def __lt__(self, other: Any) -> Expression:
        return _binary(builder.less, self, other)

    def __le__(self, other: Any) -> Expression:
        return _binary(builder.less_equal, self, other)

    def __gt__(self, other: Any) -> Expression:
        return _binary(builder.less, other, self)

    def __ge__(self, other: Any) -> Expression:
        return _binary(builder.less_equal, other, self)

    def __eq__(self, other: Any) -> Any:
        return _binary(builder.equal, self, other)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<autumn.Expression of shape {self._shape}>"


def as_expression(value: Value) -> Expression:
    """Numbers as an expression; expressions stay."""
    if isinstance(value, Expression):
        return value
    if isinstance(value, (list, tuple)) and any(isinstance(part, Expression) for part in value):
        return stack([as_expression(part) for part in value])
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"an expression is made of numbers, got {value!r}")
    flat = np.ascontiguousarray(array.ravel(order="F"), dtype=np.float64)
    dims = list(array.shape) if array.ndim <= 2 else [array.size]
    return Expression(builder.constant(dims, flat), tuple(array.shape))


def stack(parts: list[Expression]) -> Expression:
    """Expressions of one shape as the rows of another, as ``numpy.stack`` has it."""
    shape = parts[0].shape
    for part in parts:
        if part.shape != shape:
            raise ModelError(f"what is stacked needs one shape, got {shape} and {part.shape}")
    flat = [Expression(builder.elements(p._engine, list(range(p.size)), [p.size])) for p in parts]
    whole = Expression(builder.concat([part._engine for part in flat]))
    places = np.stack([parts[k]._places() + k * parts[0].size for k in range(len(parts))])
    return whole._picked(places)


def _plain_key(key: Any) -> Any:
    if isinstance(key, Expression) or (isinstance(key, tuple) and any(isinstance(part, Expression) for part in key)):
        raise TypeError("an index is data: expressions of parameters are no indices")
    return np.asarray(key) if isinstance(key, list) else key


def _shaped(engine: Engine, shape: tuple[int, ...]) -> Expression:
    """A vector whose last index is fastest, in this shape."""
    return Expression(engine).reshape(shape)


def _broadcast(x: Expression, shape: tuple[int, ...]) -> Expression:
    if x.shape == shape or x.shape == ():
        return x
    return x._picked(np.broadcast_to(x._places(), shape))


def together(*values: Value) -> tuple[list[Expression], tuple[int, ...]]:
    """Values in the shape that NumPy would give to all of them; scalars stay scalars."""
    expressions = [as_expression(value) for value in values]
    try:
        shape = np.broadcast_shapes(*(x.shape for x in expressions))
    except ValueError:
        shapes = " and ".join(str(x.shape) for x in expressions)
        raise ModelError(f"shapes do not go together: {shapes}") from None
    return [_broadcast(x, shape) for x in expressions], shape


def _binary(function: Callable[[Engine, Engine], Engine], x: Value, y: Value) -> Expression:
    (a, b), shape = together(x, y)
    return Expression(function(a._engine, b._engine), shape)


def unary(function: Callable[[Engine], Engine], x: Value) -> Expression:
    """A function of every element."""
    given = as_expression(x)
    return Expression(function(given._engine), given.shape)


binary = _binary


def add(x: Value, y: Value) -> Expression:
    """The sum, element by element."""
    return _binary(builder.add, x, y)


def subtract(x: Value, y: Value) -> Expression:
    """The difference, element by element."""
    return _binary(builder.subtract, x, y)


def multiply(x: Value, y: Value) -> Expression:
    """The product, element by element."""
    return _binary(builder.elementwise_product, x, y)


def divide(x: Value, y: Value) -> Expression:
    """The quotient, element by element."""
    return _binary(builder.divide, x, y)


def power(x: Value, y: Value) -> Expression:
    """The power, element by element."""
    if isinstance(y, (int, float)) and y == 2:
        return unary(builder.square, x)
    return _binary(builder.pow, x, y)


def matmul(x: Value, y: Value) -> Expression:
    """The product of matrices and vectors, as ``numpy.matmul`` has it."""
    a, b = as_expression(x), as_expression(y)
    if not (a.ndim in (1, 2) and b.ndim in (1, 2)) or a.shape[-1] != b.shape[0]:
        raise ModelError(f"shapes do not go together in a matrix product: {a.shape} and {b.shape}")
    if a.ndim == 1 and b.ndim == 1:
        return Expression(builder.dot(a._engine, b._engine))
    if a.ndim == 1:
        a, b = b.T, a
    return Expression(builder.matrix_product(a._engine, b._engine))


class Distribution:
    """A distribution with its arguments; made by functions such as :func:`autumn.normal`."""

    __slots__ = ("arguments", "dimension", "is_half", "name")

    def __init__(self, name: str, arguments: list[Expression], is_half: bool, dimension: int | None) -> None:
        self.name = name
        self.arguments = arguments
        self.is_half = is_half
        self.dimension = dimension

    def of_shape(self, shape: tuple[int, ...] | None) -> builder.Distribution:
        """As the engine has it, for a variate of this shape; arguments that are smaller are repeated."""
        arguments = self.arguments
        if shape is not None and self.item_rank == 0:
            arguments = [_fitted(self, x, shape) for x in arguments]
        elif self.item_rank == 0:
            arguments = together(*arguments)[0] if arguments else []
        return builder.Distribution(self.name, [x._engine for x in arguments], self.is_half, self.dimension)

    @property
    def batch(self) -> tuple[int, ...]:
        """The shape that the arguments have together."""
        if self.item_rank or not self.arguments:
            return ()
        return together(*self.arguments)[1]

    @property
    def item_rank(self) -> int:
        """0 for numbers, 1 for vectors, 2 for matrices, 3 where arguments are of other shapes than the variate."""
        return _ITEM_RANKS.get(self.name, 0)

    def __repr__(self) -> str:
        return f"<autumn.Distribution {'half_' if self.is_half else ''}{self.name}>"


def _fitted(distribution: Distribution, x: Expression, shape: tuple[int, ...]) -> Expression:
    if builtins.all(extent == 1 for extent in x.shape) and x.shape != shape:
        return x._picked(x._places().reshape(())) if x.shape else x
    try:
        return _broadcast(x, shape)
    except ValueError:
        raise ModelError(
            f"shapes do not go together: an argument of {distribution.name} has {x.shape}, what it is of has {shape}"
        ) from None


# Distributions whose variate is a vector or a matrix, or whose arguments are.
_ITEM_RANKS = {
    "multinomial": 1, "dirichlet": 1, "multi_normal": 1, "multi_normal_cholesky": 1, "multi_normal_prec": 1,
    "multi_student_t": 1, "wishart": 2, "inv_wishart": 2, "lkj_corr": 2, "lkj_corr_cholesky": 2,
    "categorical": 3, "categorical_logit": 3, "ordered_logistic": 3,
}  # fmt: skip


def distribution(name: str, *arguments: Value, is_half: bool = False, dimension: int | None = None) -> Distribution:
    """A distribution by its name."""
    return Distribution(name, [as_expression(x) for x in arguments], is_half, dimension)


_UFUNCS: dict[str, Callable[..., Expression]] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "true_divide": divide,
    "power": power,
    "float_power": power,
    "matmul": matmul,
    "negative": lambda x: -x,
    "positive": lambda x: x,
    "less": lambda x, y: _binary(builder.less, x, y),
    "less_equal": lambda x, y: _binary(builder.less_equal, x, y),
    "greater": lambda x, y: _binary(builder.less, y, x),
    "greater_equal": lambda x, y: _binary(builder.less_equal, y, x),
    "equal": lambda x, y: _binary(builder.equal, x, y),
    "minimum": lambda x, y: _binary(builder.min, x, y),
    "maximum": lambda x, y: _binary(builder.max, x, y),
    "logaddexp": lambda x, y: _binary(builder.log_add_exp, x, y),
    "arctan2": lambda x, y: _binary(builder.atan2, x, y),
    "fmod": lambda x, y: _binary(builder.fmod, x, y),
}


def _of_each(function: Callable[[Engine], Engine]) -> Callable[..., Expression]:
    return lambda x: unary(function, x)


_SAME = ("exp", "log", "log1p", "expm1", "sqrt", "square", "floor", "ceil", "sin", "cos", "tan", "sinh", "cosh", "tanh")
_RENAMED = {"absolute": "abs", "reciprocal": "inverse", "rint": "round"}
_RENAMED |= {f"arc{name[1:]}": name for name in ("asin", "acos", "atan", "asinh", "acosh", "atanh")}
for _theirs, _ours in {**{name: name for name in _SAME}, **_RENAMED}.items():
    _UFUNCS[_theirs] = _of_each(getattr(builder, _ours))
