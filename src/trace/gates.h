// A gate keeps an argument of a density in its domain where the density does not count; where the
// argument always is in it, no gate is needed.
#pragma once

#include <span>

#include "dist/domain.h"
#include "model/model.h"

namespace autumn::trace {

// A select of `x` and a number of the domain.
struct Gate {
  expr::NodeId node;
  expr::NodeId x;
  dist::Domain domain = dist::Domain::kReal;
};

// The model in which gates whose x is proved to be in the domain are this x.
[[nodiscard]] model::Model without_needless_gates(const model::Model& model,
                                                  std::span<const Gate> gates);

}  // namespace autumn::trace
