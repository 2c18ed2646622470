// Unconstraining is the inverse of the transforms, on numbers: from given values of a variable to
// unconstrained ones, for initial points.
#pragma once

#include <span>
#include <vector>

#include "base/error.h"
#include "model/model.h"

namespace autumn::model {

// Values of a support's bounds, offset and multiplier: one number, or one per element; empty where
// absent.
struct SupportValues {
  std::vector<double> lower = {};
  std::vector<double> upper = {};
  std::vector<double> offset = {};
  std::vector<double> multiplier = {};
};

// `values` are in storage order. Says which element is outside the support where one is.
[[nodiscard]] Result<std::vector<double>> unconstrain(const Variable& variable,
                                                      const SupportValues& support,
                                                      std::span<const double> values);

}  // namespace autumn::model
