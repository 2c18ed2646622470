// This file factors matrices of quadratic forms, sparse where they are sparse.
#include "collapse/forms/semidefinite.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/numbers.h"

namespace autumn::collapse {
namespace {

using gaussian::SparseRows;

// What n additions may do to a number, relative to what was added.
double rounding_of(std::size_t n) {
  return 8.0 * std::numeric_limits<double>::epsilon() * static_cast<double>(n + 1);
}

// What an elimination of n columns may leave of a pivot that is zero, relative to what it was.
double nothing_of(std::size_t n) {
  return 256.0 * std::numeric_limits<double>::epsilon() * (1.0 + std::sqrt(n));
}

void end_row(SparseRows& rows) {
  rows.row_starts.push_back(as_u32(rows.column.size()));
}

void add_entry(SparseRows& rows, std::size_t column, double value) {
  rows.column.push_back(as_u32(column));
  rows.value.push_back(value);
}

// What the diagonal has beyond the sizes of the elements beside it; nothing if that is negative
// somewhere by more than rounding.
std::optional<std::vector<double>> excess_of_diagonal(const SymmetricMatrix& q) {
  std::vector<double> excess(q.size);
  for (std::size_t j = 0; j < q.size; ++j) {
    double beside = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < q.size; ++i) {
      if (i == j || q(i, j) == 0.0) continue;
      beside += std::abs(q(i, j));
      ++count;
    }
    excess[j] = q(j, j) - beside;
    const double rounding = count == 0 ? 0.0 : rounding_of(count) * beside;
    if (excess[j] < -rounding) return std::nullopt;
    if (excess[j] <= rounding) excess[j] = 0.0;
  }
  return excess;
}

// Q = sum over i > j of |q_ij| (e_i + sign q_ij e_j)(...)' + the excess of the diagonal.
SparseRows dominated_rows(const SymmetricMatrix& q, const std::vector<double>& excess) {
  SparseRows rows;
  rows.columns = q.size;
  for (std::size_t j = 0; j < q.size; ++j) {
    for (std::size_t i = j + 1; i < q.size; ++i) {
      if (q(i, j) == 0.0) continue;
      const double root = std::sqrt(std::abs(q(i, j)));
      add_entry(rows, j, root);
      add_entry(rows, i, std::copysign(root, q(i, j)));
      end_row(rows);
    }
  }
  for (std::size_t j = 0; j < q.size; ++j) {
    if (excess[j] == 0.0) continue;
    add_entry(rows, j, std::sqrt(excess[j]));
    end_row(rows);
  }
  return rows;
}

// A Cholesky factor, row by row, in the order of the fewest neighbours.
class Factoring {
 public:
  explicit Factoring(const SymmetricMatrix& q)
      : q_(q), left_(q), is_done_(q.size, false), degree_(q.size, 0) {
    rows_.columns = q.size;
    for (std::size_t j = 0; j < q.size; ++j) {
      for (std::size_t i = 0; i < q.size; ++i) degree_[j] += i != j && q(i, j) != 0.0 ? 1 : 0;
    }
  }

  [[nodiscard]] std::variant<SparseRows, NoRows> run() && {
    for (std::size_t step = 0; step < q_.size; ++step) {
      const std::size_t pivot = next();
      is_done_[pivot] = true;
      if (!eliminate(pivot)) return NoRows::kIndefinite;
    }
    if (!is_right()) return NoRows::kUnclear;
    return std::move(rows_);
  }

 private:
  [[nodiscard]] double& at(std::size_t i, std::size_t j) { return left_.numbers[i + q_.size * j]; }

  // What is left of a diagonal element. Small shares have few digits.
  [[nodiscard]] double share_of(std::size_t j) const {
    return q_(j, j) == 0.0 ? 0.0 : left_(j, j) / std::abs(q_(j, j));
  }

  // The fewest neighbours among those that have digits enough.
  [[nodiscard]] std::size_t next() const {
    constexpr double kEnough = 0.01;
    double most = -kInfinity;
    for (std::size_t j = 0; j < q_.size; ++j) {
      if (!is_done_[j]) most = std::max(most, share_of(j));
    }
    std::size_t best = q_.size;
    for (std::size_t j = 0; j < q_.size; ++j) {
      if (is_done_[j] || share_of(j) < std::min(most, kEnough * most)) continue;
      if (best == q_.size || degree_[j] < degree_[best]) best = j;
    }
    return best;
  }

  [[nodiscard]] std::vector<std::size_t> neighbours_of(std::size_t pivot) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < q_.size; ++i) {
      if (!is_done_[i] && at(i, pivot) != 0.0) found.push_back(i);
    }
    return found;
  }

  // False if the matrix has a negative square.
  [[nodiscard]] bool eliminate(std::size_t pivot) {
    const std::vector<std::size_t> neighbours = neighbours_of(pivot);
    for (const std::size_t i : neighbours) --degree_[i];
    const double size = q_(pivot, pivot);
    const double p = at(pivot, pivot);
    const double rounding = nothing_of(q_.size);
    if (!(size >= 0.0) || p < -rounding * size) return false;
    if (p <= rounding * size) return drop(pivot, neighbours);
    const double root = std::sqrt(p);
    add_entry(rows_, pivot, root);
    for (const std::size_t i : neighbours) add_entry(rows_, i, at(i, pivot) / root);
    end_row(rows_);
    for (const std::size_t j : neighbours) {
      for (const std::size_t i : neighbours) subtract(i, j, at(i, pivot) * at(j, pivot) / p);
    }
    return true;
  }

  void subtract(std::size_t i, std::size_t j, double value) {
    if (i != j && at(i, j) == 0.0 && value != 0.0) ++degree_[j];
    at(i, j) -= value;
  }

  // A square of nothing stands beside nothing.
  [[nodiscard]] bool drop(std::size_t pivot, const std::vector<std::size_t>& neighbours) {
    const double rounding = std::sqrt(nothing_of(q_.size));
    return std::ranges::all_of(neighbours, [&](std::size_t i) {
      return std::abs(at(i, pivot)) <= rounding * std::sqrt(q_(i, i) * q_(pivot, pivot));
    });
  }

  [[nodiscard]] bool is_right() const {
    std::vector<double> product(q_.numbers.size(), 0.0);
    for (std::size_t r = 0; r < rows_.rows(); ++r) {
      for (std::size_t a = rows_.row_starts[r]; a < rows_.row_starts[r + 1]; ++a) {
        for (std::size_t b = rows_.row_starts[r]; b < rows_.row_starts[r + 1]; ++b) {
          product[rows_.column[a] + q_.size * rows_.column[b]] += rows_.value[a] * rows_.value[b];
        }
      }
    }
    const double rounding = 2.0 * nothing_of(q_.size) + 16.0 * rounding_of(q_.size);
    for (std::size_t j = 0; j < q_.size; ++j) {
      for (std::size_t i = 0; i < q_.size; ++i) {
        const double size = std::sqrt(q_(i, i) * q_(j, j));
        if (!(std::abs(product[i + q_.size * j] - q_(i, j)) <= rounding * size)) return false;
      }
    }
    return true;
  }

  const SymmetricMatrix& q_;
  SymmetricMatrix left_;
  std::vector<bool> is_done_;
  std::vector<std::size_t> degree_;
  SparseRows rows_;
};

}  // namespace

SymmetricMatrix symmetric_part(std::size_t size, std::vector<double> numbers) {
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t i = j + 1; i < size; ++i) {
      double& below = numbers[i + size * j];
      double& above = numbers[j + size * i];
      below = above = 0.5 * below + 0.5 * above;
    }
  }
  return {size, std::move(numbers)};
}

std::variant<SparseRows, NoRows> rows_of_form(const SymmetricMatrix& q) {
  const auto is_finite = [](double x) { return std::isfinite(x); };
  if (!std::ranges::all_of(q.numbers, is_finite)) return NoRows::kNotNumbers;
  if (const auto excess = excess_of_diagonal(q)) return dominated_rows(q, *excess);
  return Factoring(q).run();
}

}  // namespace autumn::collapse
