// A row of a block that has shared columns only.
#pragma once

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

}  // namespace autumn::gaussian::star
