// A mixture of multivariate t distributions in few dimensions is the form of a posterior, learnt
// from draws of it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "sample/state/fields.h"

namespace autumn::sampler {

inline constexpr std::size_t kMostMixed = 8;

// A vector, and the lower triangle of a matrix row by row, of at most kMostMixed dimensions.
using SmallVector = std::array<double, kMostMixed>;
using SmallTriangle = std::array<double, kMostMixed*(kMostMixed + 1) / 2>;

// t with location `mean` and scale matrix L L'. The degrees of freedom are such that
// (freedom + dimension) / 2 is whole: densities then need no logarithm.
struct TComponent {
  double weight = 1.0;
  SmallVector mean{};
  SmallTriangle factor{};    // L
  SmallTriangle whitener{};  // the inverse of L
  int freedom = 3;
  int power = 2;        // (freedom + dimension) / 2
  double height = 1.0;  // weight times the density at the mean

  void visit_fields(Fields& fields);
};

class Mixture {
 public:
  // Of nothing, to be read into.
  Mixture() = default;
  // Fitted to `points`, one after the other, by expectation and maximisation (Peel and McLachlan
  // 2000), with a wide component of heavy tails added. Nothing if there are too few, or if they lie
  // in a plane.
  [[nodiscard]] static std::optional<Mixture> fit(std::size_t dimension,
                                                  std::span<const double> points);

  // One component about a normal distribution, with the wide one added. The covariance is column by
  // column. Nothing if it is not positive definite.
  [[nodiscard]] static std::optional<Mixture> around(std::span<const double> mean,
                                                     std::span<const double> covariance);

  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  [[nodiscard]] std::span<const TComponent> components() const { return components_; }

  [[nodiscard]] double density(std::span<const double> x) const;
  void draw(Random& random, std::span<double> x) const;
  void visit_fields(Fields& fields);

 private:
  Mixture(std::size_t dimension, std::vector<TComponent> components)
      : dimension_(dimension), components_(std::move(components)) {}

  std::size_t dimension_ = 0;
  std::vector<TComponent> components_;
};

}  // namespace autumn::sampler
