// Both sides by the interpreter, at the point and at its nearest neighbours: rounding differs
// between them, a mistake does not.
#include "laws/law_at.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "collapse/point.h"
#include "recover/recover.h"

namespace autumn::laws {
namespace {

constexpr double kNearestDistance = 1e-12;  // relative
constexpr double kTolerance = 1e-9;         // of the sum of the sizes of all terms
constexpr double kSmallest = 1e-100;        // draws beyond these ends are over- or underflows
constexpr double kLargest = 1e100;

template <typename Test>
bool has_number(const Point& point, Test test) {
  return std::ranges::any_of(
      point, [&](const expr::Array& value) { return std::ranges::any_of(value.numbers, test); });
}

Point drawn(const model::Model& model, const collapse::Collapsed& collapsed, const Point& kept,
            std::uint64_t trial) {
  Point whole = collapse::whole_point(model, collapsed.recovery, kept);
  std::vector<expr::Shape> shapes;
  for (const expr::Array& value : whole) shapes.push_back(value.shape);
  const recover::Program program = recover::prepare(collapsed.recovery, shapes);
  recover::Recoverer recoverer(program);
  for (std::size_t i = 0; i < kept.size(); ++i) recoverer.set_kept(i, kept[i].numbers);
  recoverer.draw(20230, 1, trial);
  for (std::size_t v = 0; v < whole.size(); ++v) {
    const auto value = recoverer.variable(v);
    whole[v].numbers.assign(value.begin(), value.end());
  }
  return whole;
}

}  // namespace

bool is_rejected(double log_density) {
  return !(log_density > -INFINITY);
}

Total log_density_at(const model::Model& model, const Point& point) {
  expr::Builder builder(model.graph);
  std::vector<expr::NodeId> terms;
  for (const model::Factor& factor : model.factors) {
    terms.push_back(model::log_density(builder, factor));
  }
  Total total;
  for (const expr::Array& term : expr::interpret(builder.graph(), terms, point)) {
    for (const double x : term.numbers) {
      total.value += x;
      total.size += std::abs(x);
    }
  }
  return total;
}

Point kept_of(const collapse::Collapsed& collapsed, const Point& whole) {
  Point kept;
  for (std::size_t i = 0; i < collapsed.recovery.kept.size(); ++i) {
    const collapse::KeptPlace& place = collapsed.recovery.kept[i];
    kept.push_back({collapsed.model.graph.shape(collapsed.model.variables[i].node), {}});
    for (const std::uint32_t e : place.elements) {
      kept.back().numbers.push_back(whole[place.variable].numbers[e]);
    }
  }
  return kept;
}

bool LawAt::holds() const {
  return std::abs(difference()) <= rounding;
}

Mover::Mover(std::uint64_t neighbour)
    : random_({.seed = 20262, .purpose = Purpose::kTest, .iteration = neighbour}),
      distance_(neighbour == 0          ? 0.0
                : neighbour <= kNearest ? kNearestDistance
                                        : 1e-3) {}

void Mover::move(std::span<double> numbers) {
  for (double& x : numbers) x *= 1.0 + distance_ * random_.normal();
}

Point nearby(const Point& point, std::uint64_t neighbour) {
  Point moved = point;
  Mover mover(neighbour);
  for (expr::Array& value : moved) mover.move(value.numbers);
  return moved;
}

void Spread::add(std::uint64_t neighbour, const Value& value) {
  if (std::isnan(value.difference)) return;
  if (neighbour > kNearest) {
    const double ratio = value.difference / first_.difference;
    is_erratic_ = is_erratic_ || !(ratio > 0.3 && ratio < 3.0);
    return;
  }
  low_ = std::min(low_, value.difference);
  high_ = std::max(high_, value.difference);
  for (std::size_t k = 0; k < value.densities.size(); ++k) {
    change_ = std::max(change_, std::abs(value.densities[k] - first_.densities[k]));
  }
}

double Spread::rounding() const {
  constexpr double kDigits = 1e-15 / kNearestDistance;  // of a change between nearest neighbours
  return is_erratic_ ? INFINITY : 20.0 * (high_ - low_) + kDigits * change_;
}

LawAt law_at_point(const model::Model& model, const collapse::Collapsed& collapsed,
                   const Point& whole) {
  const auto at = [&](const Point& everything) {
    LawAt law;
    const Total joint = log_density_at(model, everything);
    law.joint = joint.value;
    law.collapsed = log_density_at(collapsed.model, kept_of(collapsed, everything)).value;
    law.recovery = recover::log_density(collapsed.recovery, everything);
    law.rounding = kTolerance * (1.0 + joint.size);
    return law;
  };
  LawAt law = at(whole);
  const auto value_of = [](const LawAt& found) {
    return Spread::Value{found.difference(), {found.joint, found.collapsed, found.recovery}};
  };
  Spread spread(value_of(law));
  for (std::uint64_t k = 1; k <= kNeighbours && !law.holds(); ++k) {
    spread.add(k, value_of(at(nearby(whole, k))));
  }
  law.rounding += spread.rounding();
  law.has_nan_draws = has_number(whole, [](double x) { return std::isnan(x); });
  law.has_extreme_draws = has_number(whole, [](double x) {
    return std::abs(x) > kLargest || std::abs(x) < kSmallest;  // a draw of exactly zero, too
  });
  return law;
}

LawAt law_at_draw(const model::Model& model, const collapse::Collapsed& collapsed,
                  const Point& kept, std::uint64_t trial) {
  return law_at_point(model, collapsed, drawn(model, collapsed, kept, trial));
}

}  // namespace autumn::laws
