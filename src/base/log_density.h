// This header is the seam between those who evaluate and those who sample: the value and the
// gradient of a log density at a point. Every tier of evaluation implements it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "base/error.h"

namespace autumn {

// Why a point is rejected, and the statement that does it.
struct Rejection {
  std::string reason;
  std::string suggestion;  // may be empty
  SourceRange where;
};

// One instance serves one thread, so an implementation may keep buffers of its own; the same point
// gives the same bytes.
class LogDensity {
 public:
  virtual ~LogDensity() = default;

  [[nodiscard]] virtual std::size_t dimension() const = 0;

  // The log density at `x`, up to a constant; its gradient goes to `gradient`. NaN or an infinity
  // means that the point is rejected, and the gradient is then not looked at. Must not throw, and
  // does not allocate.
  [[nodiscard]] virtual double evaluate(std::span<const double> x, std::span<double> gradient) = 0;

  // The value alone, within rounding, for those who need no gradient; `spare` is as long as one and
  // may be overwritten.
  [[nodiscard]] virtual double value(std::span<const double> x, std::span<double> spare) {
    return evaluate(x, spare);
  }

  // For messages only: what a dimension belongs to, and what rejects a point, where that is known.
  [[nodiscard]] virtual std::string name_of(std::size_t dimension) const {
    return "dimension " + std::to_string(dimension + 1);
  }
  [[nodiscard]] virtual std::optional<Rejection> rejection_at(std::span<const double> /*x*/) const {
    return std::nullopt;
  }
};

}  // namespace autumn
