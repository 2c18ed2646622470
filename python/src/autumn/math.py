"""Functions of expressions: of every element, of all elements, and of matrices.

>>> with autumn.Builder() as m:
...     x = m.parameter("x", autumn.normal(0, 1), shape=3)
>>> autumn.math.exp(x).shape, autumn.math.softmax(x).shape, autumn.math.log_sum_exp(x).shape
((3,), (3,), ())
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _expression
from ._engine import ModelError, builder
from ._expression import Expression, Value, as_expression, together, unary


def exp(x: Value) -> Expression:
    """The exponential."""
    return unary(builder.exp, x)


def log(x: Value) -> Expression:
    """The natural logarithm."""
    return unary(builder.log, x)


def log1p(x: Value) -> Expression:
    """``log(1 + x)``."""
    return unary(builder.log1p, x)


def log1m(x: Value) -> Expression:
    """``log(1 - x)``."""
    return unary(builder.log1m, x)


def expm1(x: Value) -> Expression:
    """``exp(x) - 1``."""
    return unary(builder.expm1, x)


def sqrt(x: Value) -> Expression:
    """The square root."""
    return unary(builder.sqrt, x)


def square(x: Value) -> Expression:
    """``x * x``."""
    return unary(builder.square, x)


def inverse(x: Value) -> Expression:
    """``1 / x``."""
    return unary(builder.inverse, x)


def abs(x: Value) -> Expression:  # noqa: A001
    """The absolute value."""
    return unary(builder.abs, x)


def floor(x: Value) -> Expression:
    """The largest whole number below."""
    return unary(builder.floor, x)


def ceil(x: Value) -> Expression:
    """The smallest whole number above."""
    return unary(builder.ceil, x)


def round(x: Value) -> Expression:  # noqa: A001
    """The nearest whole number."""
    return unary(builder.round, x)


def sin(x: Value) -> Expression:
    """The sine."""
    return unary(builder.sin, x)


def cos(x: Value) -> Expression:
    """The cosine."""
    return unary(builder.cos, x)


def tan(x: Value) -> Expression:
    """The tangent."""
    return unary(builder.tan, x)


def asin(x: Value) -> Expression:
    """The inverse sine."""
    return unary(builder.asin, x)


def acos(x: Value) -> Expression:
    """The inverse cosine."""
    return unary(builder.acos, x)


def atan(x: Value) -> Expression:
    """The inverse tangent."""
    return unary(builder.atan, x)


def sinh(x: Value) -> Expression:
    """The hyperbolic sine."""
    return unary(builder.sinh, x)


def cosh(x: Value) -> Expression:
    """The hyperbolic cosine."""
    return unary(builder.cosh, x)


def tanh(x: Value) -> Expression:
    """The hyperbolic tangent."""
    return unary(builder.tanh, x)


def asinh(x: Value) -> Expression:
    """The inverse hyperbolic sine."""
    return unary(builder.asinh, x)


def acosh(x: Value) -> Expression:
    """The inverse hyperbolic cosine."""
    return unary(builder.acosh, x)


def atanh(x: Value) -> Expression:
    """The inverse hyperbolic tangent."""
    return unary(builder.atanh, x)


def logit(x: Value) -> Expression:
    """``log(x / (1 - x))``."""
    return unary(builder.logit, x)


def inv_logit(x: Value) -> Expression:
    """``1 / (1 + exp(-x))``."""
    return unary(builder.inv_logit, x)


def log1p_exp(x: Value) -> Expression:
    """``log(1 + exp(x))``."""
    return unary(builder.log1p_exp, x)


def log1m_exp(x: Value) -> Expression:
    """``log(1 - exp(x))``."""
    return unary(builder.log1m_exp, x)


def log_inv_logit(x: Value) -> Expression:
    """``log(inv_logit(x))``."""
    return unary(builder.log_inv_logit, x)


def erf(x: Value) -> Expression:
    """The error function."""
    return unary(builder.erf, x)


def erfc(x: Value) -> Expression:
    """``1 - erf(x)``."""
    return unary(builder.erfc, x)


def lgamma(x: Value) -> Expression:
    """The logarithm of the gamma function."""
    return unary(builder.lgamma, x)


def digamma(x: Value) -> Expression:
    """The derivative of ``lgamma``."""
    return unary(builder.digamma, x)


def trigamma(x: Value) -> Expression:
    """The derivative of ``digamma``."""
    return unary(builder.trigamma, x)


def Phi(x: Value) -> Expression:  # noqa: N802
    """The standard normal distribution function."""
    return unary(builder.Phi, x)


def log_Phi(x: Value) -> Expression:  # noqa: N802
    """Its logarithm."""
    return unary(builder.log_Phi, x)


def inv_Phi(x: Value) -> Expression:  # noqa: N802
    """Its inverse."""
    return unary(builder.inv_Phi, x)


def pow(x: Value, y: Value) -> Expression:  # noqa: A001
    """``x`` to the power of ``y``."""
    return _expression.binary(builder.pow, x, y)


def minimum(x: Value, y: Value) -> Expression:
    """The smaller one."""
    return _expression.binary(builder.min, x, y)


def maximum(x: Value, y: Value) -> Expression:
    """The larger one."""
    return _expression.binary(builder.max, x, y)


def fmod(x: Value, y: Value) -> Expression:
    """What is left of ``x`` after division by ``y``."""
    return _expression.binary(builder.fmod, x, y)


def atan2(x: Value, y: Value) -> Expression:
    """The angle of the point (y, x), with ``x`` first as in C."""
    return _expression.binary(builder.atan2, x, y)


def log_add_exp(x: Value, y: Value) -> Expression:
    """``log(exp(x) + exp(y))``."""
    return _expression.binary(builder.log_add_exp, x, y)


def log_diff_exp(x: Value, y: Value) -> Expression:
    """``log(exp(x) - exp(y))``."""
    return _expression.binary(builder.log_diff_exp, x, y)


def lbeta(x: Value, y: Value) -> Expression:
    """The logarithm of the beta function."""
    return _expression.binary(builder.lbeta, x, y)


def log_choose(x: Value, y: Value) -> Expression:
    """The logarithm of the number of ways to choose ``y`` of ``x``."""
    return _expression.binary(builder.log_choose, x, y)


def equal(x: Value, y: Value) -> Expression:
    """1 where both are equal, else 0."""
    return _expression.binary(builder.equal, x, y)


def where(condition: Value, x: Value, y: Value) -> Expression:
    """``x`` where the condition holds, else ``y``."""
    (c, a, b), shape = together(condition, x, y)
    return Expression(builder.select(c._engine, a._engine, b._engine), shape)


def sum(x: Value, axis: int | None = None) -> Expression:  # noqa: A001
    """The sum of all elements, or along one dimension."""
    return as_expression(x).sum(axis)


def mean(x: Value, axis: int | None = None) -> Expression:
    """The mean of all elements, or along one dimension."""
    return as_expression(x).mean(axis)


def prod(x: Value) -> Expression:
    """The product of all elements."""
    return Expression(builder.prod(as_expression(x)._engine))


def max(x: Value) -> Expression:  # noqa: A001
    """The largest element."""
    return Expression(builder.max_element(as_expression(x)._engine))


def min(x: Value) -> Expression:  # noqa: A001
    """The smallest element."""
    return Expression(builder.min_element(as_expression(x)._engine))


def log_sum_exp(x: Value, axis: int | None = None) -> Expression:
    """The logarithm of the sum of exponentials, of all elements or along one dimension."""
    given = as_expression(x)
    if axis is None:
        return Expression(builder.log_sum_exp(given._engine))
    places = np.moveaxis(given._places(), axis, -1)
    rows = given._picked(places.reshape(-1, places.shape[-1]))
    return Expression(builder.row_log_sum_exp(rows._engine)).reshape(places.shape[:-1])


def dot(x: Value, y: Value) -> Expression:
    """The sum of products of two vectors."""
    return Expression(builder.dot(as_expression(x)._engine, as_expression(y)._engine))


def matmul(x: Value, y: Value) -> Expression:
    """``x @ y``."""
    return _expression.matmul(x, y)


def softmax(x: Value) -> Expression:
    """Of a vector, or of every row of a matrix: positive numbers that sum to one."""
    return unary(builder.softmax, x)


def log_softmax(x: Value) -> Expression:
    """The logarithm of ``softmax``."""
    return unary(builder.log_softmax, x)


def cumulative_sum(x: Value) -> Expression:
    """The sums of the first elements of a vector."""
    return unary(builder.cumulative_sum, x)


def group_sum(x: Value, group: Any, groups: int) -> Expression:
    """Sums of the elements of a vector by group, which count from 0."""
    index = np.asarray(group)
    if index.dtype.kind not in "iu":
        raise TypeError(f"groups are whole numbers, got {index.dtype}")
    return Expression(builder.group_sum(as_expression(x)._engine, index.tolist(), groups))


def concat(parts: Sequence[Value]) -> Expression:
    """One long vector."""
    return Expression(builder.concat([as_expression(part)._engine for part in parts]))


def stack(parts: Sequence[Value]) -> Expression:
    """Expressions of one shape as the rows of another."""
    if not len(parts):
        raise ModelError("there is nothing to stack")
    return _expression.stack([as_expression(part) for part in parts])


def transpose(x: Value) -> Expression:
    """Rows become columns."""
    return as_expression(x).T


def diagonal(x: Value) -> Expression:
    """The diagonal of a matrix."""
    return Expression(builder.diagonal(as_expression(x)._engine))


def diagonal_matrix(x: Value) -> Expression:
    """A matrix with this diagonal."""
    return Expression(builder.diagonal_matrix(as_expression(x)._engine))


def outer(x: Value, y: Value) -> Expression:
    """The products of all elements of two vectors."""
    return Expression(builder.outer(as_expression(x)._engine, as_expression(y)._engine))


def cholesky(a: Value) -> Expression:
    """The lower triangular ``L`` with ``a = L @ L.T``."""
    return Expression(builder.cholesky(as_expression(a)._engine))


def solve_lower(l: Value, b: Value) -> Expression:  # noqa: E741
    """``l^-1 @ b`` for a lower triangular ``l``."""
    return Expression(builder.solve_lower(as_expression(l)._engine, as_expression(b)._engine))


def solve(a: Value, b: Value) -> Expression:
    """``a^-1 @ b``."""
    return Expression(builder.solve(as_expression(a)._engine, as_expression(b)._engine))


def solve_spd(a: Value, b: Value) -> Expression:
    """``a^-1 @ b`` for a symmetric positive definite ``a``."""
    return Expression(builder.solve_spd(as_expression(a)._engine, as_expression(b)._engine))


def log_abs_det(a: Value) -> Expression:
    """The logarithm of the absolute value of the determinant."""
    return Expression(builder.log_abs_det(as_expression(a)._engine))


def log_det_spd(a: Value) -> Expression:
    """The logarithm of the determinant of a symmetric positive definite matrix."""
    return Expression(builder.log_det_spd(as_expression(a)._engine))
