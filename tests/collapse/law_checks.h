// This header has laws as expectations, for any model: what tests of programs and of random models
// share.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "collapse/collapse.h"
#include "engine/prepare.h"
#include "recover/law.h"

namespace autumn::collapse::testing {

// log joint = log collapsed + log recovery at `points` random points where the density is finite;
// where it is not, neither is the collapsed one. Points at which the density has no digits left are
// passed over.
void expect_collapse_law(const model::Model& model, const Collapsed& collapsed,
                         std::size_t points = 5);

// The prepared density against the reference interpreter on the smaller model as the collapse left
// it, and its gradient against extrapolated differences of that, at `points` random points.
void expect_gradient_law(const engine::Prepared& prepared, std::size_t points = 2);

// A density and its gradient at an unconstrained point, by the evaluator.
struct DensityAt {
  double value = 0.0;
  std::vector<double> gradient;
};
[[nodiscard]] DensityAt evaluate_at(const engine::Prepared& prepared, std::span<const double> u);

// Of the model itself with nothing simplified, by the interpreter.
class InterpretedDensity {
 public:
  explicit InterpretedDensity(const model::Model& model);
  [[nodiscard]] double operator()(std::span<const double> u) const;
  // The same as rounding might have made it (expr/rounding.h).
  [[nodiscard]] double nudged(std::span<const double> u, Random& random) const;
  // Whether something on the way leaves the range of doubles.
  [[nodiscard]] bool overflows(std::span<const double> u) const;
  [[nodiscard]] std::size_t dimension() const { return lowered_.dimension; }

 private:
  density::Lowered lowered_;
};

// The slope of f at zero by differences extrapolated to step zero (Ridders 1982), with an estimate
// of its error.
struct Slope {
  double value = 0.0;
  double error = 0.0;
};
[[nodiscard]] Slope slope_at_zero(const std::function<double(double)>& f, double first_step = 0.05);

}  // namespace autumn::collapse::testing
