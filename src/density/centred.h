// Lowering in coordinates of the sampler's own: located variables are centred by weights between 0
// (standard normal a priori) and 1 (as large as they are), element by element.
//
// With location m, scale t and weight w the coordinate of theta ~ normal(m, t) is
//   eta = (theta - m) / t^(1 - w) + w m,   so that   eta ~ normal(w m, t^w).
#pragma once

#include <vector>

#include "density/lower.h"
#include "model/located.h"

namespace autumn::density {

struct Centring {
  std::vector<model::Located> variables;
  std::vector<std::vector<double>> weights;  // one per element of each

  bool operator==(const Centring&) const = default;
};

// Those of the coordinates as they are written.
[[nodiscard]] Centring written_centring(const model::Model& model,
                                        std::vector<model::Located> variables);

// All graphs have the single input `unconstrained`, as long as that of `lower`.
struct CentredLowered {
  // Coordinates -> their log density.
  expr::Graph density;
  // Coordinates -> the unconstrained vector as it is written, and the log Jacobian of that: the log
  // density as written is the one above less this.
  expr::Graph to_written;
  // The unconstrained vector as it is written -> coordinates.
  expr::Graph from_written;
  // Coordinates -> locations and scales of the variables, one number per element: location and
  // scale of the first, of the second, ...
  expr::Graph places;
};

[[nodiscard]] CentredLowered lower_centred(const model::Model& model, const Centring& centring);

}  // namespace autumn::density
