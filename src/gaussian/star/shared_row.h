// A shared row is a row of a block that has shared columns only.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "gaussian/block.h"
#include "gaussian/eliminate.h"
#include "gaussian/star/shared_system.h"
#include "gaussian/star/star.h"

namespace autumn::gaussian::star {

// With the formulas of the design: e = (c - R u) / s at the mean, and |v|^2 the variance of R u /
// s.
struct SharedRow {
  const Block& block;
  const Stars& stars;
  const Inputs& inputs;
  std::uint32_t row = 0;
  double inverse_scale = 1.0;

  void add_to(SharedSystem& system) const;

  // After the system is solved.
  [[nodiscard]] double residual(const SharedSystem& system) const;
  [[nodiscard]] double variance(const SharedSystem& system) const;
  // `residual` is the one above. Those by scales are the caller's.
  void add_partials(const SharedSystem& system, double residual, const Seed& seed,
                    const Partials& partials) const;

 private:
  [[nodiscard]] std::size_t place(std::uint32_t entry) const {
    return stars.shared_place[block.column[entry]];
  }
};

// Here rather than in a file of their own, because a call costs as much as a row.
inline void SharedRow::add_to(SharedSystem& system) const {
  const double weight = inverse_scale * inverse_scale;
  const std::uint32_t begin = block.row_starts[row], end = block.row_starts[row + 1];
  for (std::uint32_t e = begin; e < end; ++e) {
    const double a = coefficient_of(block, inputs, e) * weight;
    for (std::uint32_t q = begin; q < end; ++q) {
      if (place(q) <= place(e)) {
        system.add(place(e), place(q), a * coefficient_of(block, inputs, q));
      }
    }
    system.add_right(place(e), a * constant_of(block, inputs, row));
  }
}

inline double SharedRow::residual(const SharedSystem& system) const {
  double e = constant_of(block, inputs, row);
  for (std::uint32_t q = block.row_starts[row]; q < block.row_starts[row + 1]; ++q) {
    e -= coefficient_of(block, inputs, q) * system.mean(place(q));
  }
  return e * inverse_scale;
}

inline double SharedRow::variance(const SharedSystem& system) const {
  const std::size_t n = stars.shared.size();
  std::array<double, kMostShared> a;
  std::fill_n(a.begin(), n, 0.0);
  for (std::uint32_t e = block.row_starts[row]; e < block.row_starts[row + 1]; ++e) {
    a[place(e)] += coefficient_of(block, inputs, e) * inverse_scale;
  }
  return system.variance({a.data(), n});
}

// d/dc = -e / s, and d/dR_j = (e u_j - cov(R u / s, u_j)) / s.
inline void SharedRow::add_partials(const SharedSystem& system, double residual, const Seed& seed,
                                    const Partials& partials) const {
  const double e = seed.residual * residual;
  const std::int32_t constant = block.constant_slot[row];
  if (constant >= 0 && !partials.constants.empty()) {
    partials.constants[static_cast<std::size_t>(constant)] -= e * inverse_scale;
  }
  if (partials.coefficients.empty()) return;
  const std::uint32_t begin = block.row_starts[row], end = block.row_starts[row + 1];
  for (std::uint32_t q = begin; q < end; ++q) {
    if (block.coefficient_slot[q] < 0) continue;
    double covariance = 0.0;
    for (std::uint32_t k = begin; k < end; ++k) {
      covariance += coefficient_of(block, inputs, k) * system.covariance(place(k), place(q));
    }
    partials.coefficients[static_cast<std::size_t>(block.coefficient_slot[q])] +=
        block.multiplier[q] * inverse_scale *
        (e * system.mean(place(q)) - seed.determinant * covariance * inverse_scale);
  }
}

}  // namespace autumn::gaussian::star
