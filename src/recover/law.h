// The collapse law: the joint density is the collapsed one times that of the recovery.
#pragma once

#include <cstdint>

#include "collapse/collapse.h"

namespace autumn::recover {

// log joint(z, theta) - log collapsed(theta) - log recovery(z | theta) at a random point: theta
// from standard normal unconstrained numbers, z recovered.
struct Law {
  double joint = 0.0;
  double collapsed = 0.0;
  double recovery = 0.0;
  double size = 1.0;  // 1 + the sum of the sizes of all terms of the joint density

  [[nodiscard]] double error() const;  // relative to the size
};

[[nodiscard]] Law collapse_law(const model::Model& model, const collapse::Collapsed& collapsed,
                               std::uint64_t trial);

}  // namespace autumn::recover
