// A support is the set of values a parameter may take where no distribution says so.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "autumn/expr.hpp"

namespace autumn {

// Made by the functions below.
struct Support {
  std::string kind;
  std::optional<Expr> lower = std::nullopt;
  std::optional<Expr> upper = std::nullopt;
  std::optional<Expr> offset = std::nullopt;
  std::optional<Expr> multiplier = std::nullopt;
  // Rows and columns of an item: a simplex of 3 has {3, 0}, a 2 x 2 covariance matrix {2, 2}.
  std::size_t rows = 0;
  std::size_t cols = 0;
};

[[nodiscard]] Support real();
[[nodiscard]] Support positive();
[[nodiscard]] Support lower(const Expr& bound);
[[nodiscard]] Support upper(const Expr& bound);
[[nodiscard]] Support interval(const Expr& low, const Expr& high);
// Real, sampled as offset + multiplier * z.
[[nodiscard]] Support affine(const Expr& offset, const Expr& multiplier);
[[nodiscard]] Support simplex(std::size_t size);
[[nodiscard]] Support ordered(std::size_t size);
[[nodiscard]] Support positive_ordered(std::size_t size);
[[nodiscard]] Support unit_vector(std::size_t size);
[[nodiscard]] Support sum_to_zero_vector(std::size_t size);
[[nodiscard]] Support cholesky_factor_corr(std::size_t size);
[[nodiscard]] Support cholesky_factor_cov(std::size_t rows, std::size_t cols);
[[nodiscard]] Support corr_matrix(std::size_t size);
[[nodiscard]] Support cov_matrix(std::size_t size);
// Every column sums to one. (Rows that do: simplex(cols) with plate(rows).)
[[nodiscard]] Support column_stochastic_matrix(std::size_t rows, std::size_t cols);
// Every row and every column sums to zero.
[[nodiscard]] Support sum_to_zero_matrix(std::size_t rows, std::size_t cols);

}  // namespace autumn
