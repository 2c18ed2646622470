"""Supports: the sets of values that parameters may take where no distribution says so."""

from __future__ import annotations

from ._engine import builder
from ._expression import Value, as_expression

Support = builder.Support


def real() -> Support:
    """Every number."""
    return builder.real()


def positive() -> Support:
    """Numbers above 0."""
    return builder.positive()


def lower(bound: Value) -> Support:
    """Numbers above a bound."""
    return builder.lower(as_expression(bound)._engine)


def upper(bound: Value) -> Support:
    """Numbers below a bound."""
    return builder.upper(as_expression(bound)._engine)


def interval(low: Value, high: Value) -> Support:
    """Numbers between two bounds."""
    return builder.interval(as_expression(low)._engine, as_expression(high)._engine)


def affine(offset: Value, multiplier: Value) -> Support:
    """Every number, sampled as ``offset + multiplier * z``."""
    return builder.affine(as_expression(offset)._engine, as_expression(multiplier)._engine)


def simplex(size: int) -> Support:
    """Positive numbers that sum to one."""
    return builder.simplex(size)


def ordered(size: int) -> Support:
    """Numbers, each larger than the one before."""
    return builder.ordered(size)


def positive_ordered(size: int) -> Support:
    """Positive numbers, each larger than the one before."""
    return builder.positive_ordered(size)


def unit_vector(size: int) -> Support:
    """Vectors of length one."""
    return builder.unit_vector(size)


def sum_to_zero_vector(size: int) -> Support:
    """Vectors whose elements sum to zero."""
    return builder.sum_to_zero_vector(size)


def cholesky_factor_corr(size: int) -> Support:
    """Cholesky factors of correlation matrices."""
    return builder.cholesky_factor_corr(size)


def cholesky_factor_cov(rows: int, cols: int | None = None) -> Support:
    """Cholesky factors of covariance matrices."""
    return builder.cholesky_factor_cov(rows, rows if cols is None else cols)


def corr_matrix(size: int) -> Support:
    """Correlation matrices."""
    return builder.corr_matrix(size)


def cov_matrix(size: int) -> Support:
    """Covariance matrices."""
    return builder.cov_matrix(size)


def column_stochastic_matrix(rows: int, cols: int) -> Support:
    """Matrices whose columns are positive and sum to one."""
    return builder.column_stochastic_matrix(rows, cols)


def sum_to_zero_matrix(rows: int, cols: int) -> Support:
    """Matrices whose rows and columns sum to zero."""
    return builder.sum_to_zero_matrix(rows, cols)
