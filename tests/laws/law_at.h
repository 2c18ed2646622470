// The collapse law at one point, with what rounding may have done to it.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
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

// The variables of the smaller model, out of those of the whole.
[[nodiscard]] Point kept_of(const collapse::Collapsed& collapsed, const Point& whole);

struct LawAt {
  double joint = 0.0;
  double collapsed = 0.0;
  double recovery = 0.0;
  double rounding = 0.0;  // what it may have done to joint - collapsed - recovery
  bool has_nan_draws = false;
  bool has_extreme_draws = false;  // which over- or underflowed, or nearly so

  [[nodiscard]] double difference() const { return joint - collapsed - recovery; }
  [[nodiscard]] bool holds() const;
};

// With the collapsed variables recovered from a random stream of that number.
[[nodiscard]] LawAt law_at_draw(const model::Model& model, const collapse::Collapsed& collapsed,
                                const Point& kept, std::uint64_t trial);
// With the collapsed variables as `whole` has them.
[[nodiscard]] LawAt law_at_point(const model::Model& model, const collapse::Collapsed& collapsed,
                                 const Point& whole);

// Neighbours of a point: it itself (0), the nearest ones, where numbers differ in their last
// digits, and others a thousandth away.
inline constexpr std::uint64_t kNearest = 3;
inline constexpr std::uint64_t kNeighbours = 7;
class Mover {
 public:
  explicit Mover(std::uint64_t neighbour);
  void move(std::span<double> numbers);  // other numbers move otherwise

 private:
  Random random_;
  double distance_;
};
[[nodiscard]] Point nearby(const Point& point, std::uint64_t neighbour);

// What rounding does to a difference that should be zero: a mistake is the same at the nearest
// neighbours and much the same at the others, rounding is not. And numbers that are known to their
// last digit only leave a density as uncertain as it changes between nearest neighbours, in
// proportion.
class Spread {
 public:
  // The difference, and the densities it is one of.
  struct Value {
    double difference = 0.0;
    std::vector<double> densities;
  };
  explicit Spread(Value first)
      : first_(std::move(first)), low_(first_.difference), high_(first_.difference) {}
  void add(std::uint64_t neighbour, const Value& value);
  [[nodiscard]] double rounding() const;

 private:
  Value first_;
  double low_;
  double high_;
  double change_ = 0.0;
  bool is_erratic_ = false;
};

}  // namespace autumn::laws
