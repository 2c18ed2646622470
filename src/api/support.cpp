// This file makes the public supports, each a kind with bounds and sizes.
#include "autumn/support.hpp"

namespace autumn {

Support real() {
  return {.kind = "real"};
}
Support positive() {
  return lower(0.0);
}
Support lower(const Expr& bound) {
  return {.kind = "lower", .lower = bound};
}
Support upper(const Expr& bound) {
  return {.kind = "upper", .upper = bound};
}
Support interval(const Expr& low, const Expr& high) {
  return {.kind = "interval", .lower = low, .upper = high};
}
Support affine(const Expr& offset, const Expr& multiplier) {
  return {.kind = "real", .offset = offset, .multiplier = multiplier};
}
Support simplex(std::size_t size) {
  return {.kind = "simplex", .rows = size};
}
Support ordered(std::size_t size) {
  return {.kind = "ordered", .rows = size};
}
Support positive_ordered(std::size_t size) {
  return {.kind = "positive_ordered", .rows = size};
}
Support unit_vector(std::size_t size) {
  return {.kind = "unit_vector", .rows = size};
}
Support sum_to_zero_vector(std::size_t size) {
  return {.kind = "sum_to_zero_vector", .rows = size};
}
Support cholesky_factor_corr(std::size_t size) {
  return {.kind = "cholesky_factor_corr", .rows = size, .cols = size};
}
Support cholesky_factor_cov(std::size_t rows, std::size_t cols) {
  return {.kind = "cholesky_factor_cov", .rows = rows, .cols = cols};
}
Support corr_matrix(std::size_t size) {
  return {.kind = "corr_matrix", .rows = size, .cols = size};
}
Support cov_matrix(std::size_t size) {
  return {.kind = "cov_matrix", .rows = size, .cols = size};
}
Support column_stochastic_matrix(std::size_t rows, std::size_t cols) {
  return {.kind = "column_stochastic_matrix", .rows = rows, .cols = cols};
}
Support sum_to_zero_matrix(std::size_t rows, std::size_t cols) {
  return {.kind = "sum_to_zero_matrix", .rows = rows, .cols = cols};
}

}  // namespace autumn
