// This file finds flat directions: it takes gradients at random points and the null space of their
// matrix, and walks far along what that holds.
#include "engine/assure/flat_directions.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "engine/evaluated_density.h"
#include "gaussian/null_space.h"

namespace autumn::engine {
namespace {

using collapse::Direction;
using Point = std::vector<double>;

constexpr std::size_t kMostDimensions = 100;
constexpr std::size_t kMostDirections = 4;

// An element of a parameter on the whole line.
struct Coordinate {
  std::size_t place = 0;  // in the unconstrained vector
  std::size_t variable = 0;
  std::size_t element = 0;
};

std::vector<Coordinate> coordinates_of(const Prepared& prepared) {
  const collapse::ElementSet open = collapse::elements_without_prior(*prepared.written);
  std::vector<Coordinate> coordinates;
  for (std::size_t i = 0; i < prepared.sampled.variables.size(); ++i) {
    const model::Support& support = prepared.sampled.variables[i].support;
    if (support.kind != model::SupportKind::kReal || support.offset || support.multiplier) continue;
    const collapse::KeptElements& kept = prepared.recovery.source.kept[i];
    for (std::size_t e = 0; e < kept.elements.size(); ++e) {
      if (!open.contains(kept.variable, kept.elements[e])) continue;
      coordinates.push_back({prepared.slices[i].start + e, kept.variable, kept.elements[e]});
    }
  }
  return coordinates;
}

class FlatSearch {
 public:
  FlatSearch(const Prepared& prepared, std::vector<Coordinate> coordinates)
      : density_(prepared),
        coordinates_(std::move(coordinates)),
        random_({.seed = 20261, .purpose = Purpose::kSimulation}),
        gradient_(density_.dimension()) {}

  std::vector<Direction> run() {
    if (!take_gradients()) return {};
    const std::vector<bool> all_open(coordinates_.size(), true);
    const gaussian::NullSpace space(gradients_, all_open, kMostDirections);
    constexpr double kLeast = 1e-4;  // contained by 1e-10 of what was cancelled, or less
    std::vector<Direction> found;
    for (const std::vector<double>& vector : space.basis(kLeast)) {
      if (is_flat_far_away(vector)) found.push_back(direction(vector));
    }
    return found;
  }

 private:
  [[nodiscard]] Point random_point() {
    Point point(density_.dimension());
    for (double& x : point) x = 4.0 * random_.uniform() - 2.0;
    return point;
  }

  // Some more than there are coordinates, so that no direction is missed by chance.
  [[nodiscard]] bool take_gradients() {
    const std::size_t wanted = coordinates_.size() + 3;
    gradients_.columns = coordinates_.size();
    for (std::size_t trial = 0; trial < 2 * wanted && gradients_.rows() < wanted; ++trial) {
      const bool is_good =
          is_moderate(density_.evaluate(random_point(), gradient_)) &&
          std::ranges::all_of(gradient_, [](double x) { return std::isfinite(x); });
      if (is_good) add_row();
    }
    return gradients_.rows() == wanted;
  }

  // What has cancelled leaves rounding of what there was, which is about the size of the others.
  void add_row() {
    constexpr double kRounding = 1e-13;
    double largest = 1.0;
    for (const double x : gradient_) largest = std::max(largest, std::abs(x));
    for (std::uint32_t c = 0; c < coordinates_.size(); ++c) {
      const double x = gradient_[coordinates_[c].place];
      if (std::abs(x) <= kRounding * largest) continue;
      gradients_.column.push_back(c);
      gradients_.value.push_back(x);
    }
    gradients_.row_starts.push_back(static_cast<std::uint32_t>(gradients_.column.size()));
  }

  // A density that is flat around some points may fall further out, and one that rises slowly looks
  // flat to a gradient: from several points, and a long way.
  [[nodiscard]] bool is_flat_far_away(const std::vector<double>& vector) {
    constexpr int kPoints = 4;
    const double size =
        std::abs(std::ranges::max(vector, {}, [](double x) { return std::abs(x); }));
    int found = 0;
    for (int trial = 0; trial < 4 * kPoints && found < kPoints; ++trial) {
      const Point from = random_point();
      const double value = density_.evaluate(from, gradient_);
      if (!is_moderate(value)) continue;
      ++found;
      for (const double length : {-1e9, -1e6, -1e3, -10.0, 10.0, 1e3, 1e6, 1e9}) {
        if (!is_same(value, from, vector, length / size)) return false;
      }
    }
    return found == kPoints;
  }

  // Where a log density is huge, what many statements say is lost in what one says.
  [[nodiscard]] static bool is_moderate(double value) { return std::abs(value) < 1e6; }

  [[nodiscard]] bool is_same(double value, const Point& from, const std::vector<double>& vector,
                             double length) {
    constexpr double kRounding = 1e-4;
    Point to = from;
    for (std::size_t c = 0; c < vector.size(); ++c) {
      to[coordinates_[c].place] += length * vector[c];
    }
    return std::abs(density_.evaluate(to, gradient_) - value) <= kRounding;
  }

  [[nodiscard]] Direction direction(const std::vector<double>& vector) const {
    std::vector<collapse::DirectionTerm> terms;
    for (std::size_t c = 0; c < vector.size(); ++c) {
      terms.push_back({coordinates_[c].variable, coordinates_[c].element, vector[c]});
    }
    Direction direction = collapse::direction_of(std::move(terms));
    direction.is_certain = false;  // numbers at some points are no proof
    return direction;
  }

  EvaluatedDensity density_;
  std::vector<Coordinate> coordinates_;
  Random random_;
  Point gradient_;
  gaussian::SparseRows gradients_;
};

}  // namespace

std::vector<Direction> flat_directions(const Prepared& prepared) {
  std::vector<Coordinate> coordinates = coordinates_of(prepared);
  if (coordinates.empty() || prepared.dimension > kMostDimensions) return {};
  return FlatSearch(prepared, std::move(coordinates)).run();
}

}  // namespace autumn::engine
