// The collapse law at one point, with what rounding may have done to it.
#pragma once

#include <cstdint>
#include <vector>

#include "collapse/collapse.h"
#include "expr/interpret.h"

namespace autumn::laws {

using Point = std::vector<expr::Array>;  // the values of all variables of a model

// NaN or -infinity.
[[nodiscard]] bool is_rejected(double log_density);

// The sum of all factors at a point, and the sum of the sizes of their terms, by the interpreter.
struct Total {
  double value = 0.0;
  double size = 0.0;
};
[[nodiscard]] Total log_density_at(const model::Model& model, const Point& point);

struct LawAt {
  double joint = 0.0;
  double collapsed = 0.0;
  double recovery = 0.0;
  double rounding = 0.0;  // what it may have done to joint - collapsed - recovery
  bool has_finite_draws = true;

  [[nodiscard]] double difference() const { return joint - collapsed - recovery; }
  [[nodiscard]] bool holds() const;
};

// With the collapsed variables recovered from a random stream of that number.
[[nodiscard]] LawAt law_at_draw(const model::Model& model, const collapse::Collapsed& collapsed,
                                const Point& kept, std::uint64_t trial);
// With the collapsed variables as `whole` has them.
[[nodiscard]] LawAt law_at_point(const model::Model& model, const collapse::Collapsed& collapsed,
                                 const Point& kept, const Point& whole);

// The same point with all numbers changed in their last digits; as it is for `trial` 0.
[[nodiscard]] Point nearby(const Point& point, std::uint64_t trial);

}  // namespace autumn::laws
