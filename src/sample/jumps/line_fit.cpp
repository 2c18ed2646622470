// This file chooses the knots of a line fit.
#include "sample/jumps/line_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace autumn::sampler {
namespace {

// Positions of the trail that become knots.
constexpr std::size_t kSeeds = 9;
// What is this far below the top has no part in anything: tails end there.
constexpr double kFall = 25.0;
constexpr double kFloor = -60.0;
constexpr int kMostTailKnots = 40;
constexpr double kTailGrowth = 1.6;
// How far a log value may be off its line, times the root of the piece's share of the mass: a chain
// that is too rarely sent to a tail stays there for long, and quantiles in tails suffer.
constexpr double kTolerance = 0.005;
// Of pieces that nobody has looked at.
constexpr double kUnknown = 5.0;
constexpr std::size_t kMostValues = 150;

class LineFit {
 public:
  LineFit(const Trail& trail, Values& values) : values_(values) { choose_seeds(trail); }

  [[nodiscard]] std::optional<PiecewiseDensity> fit();

 private:
  struct Knot {
    double x;
    double log_value;
    double off;  // the log value in the middle of the piece that begins here, by an estimate
  };

  void choose_seeds(const Trail& trail);
  void extend_left();
  void extend_right();
  void refine();
  [[nodiscard]] std::pair<std::size_t, double> worst() const;
  void halve(std::size_t piece);
  [[nodiscard]] double value_at(double x);
  [[nodiscard]] double log_at(const Knot& knot) const;
  [[nodiscard]] double mass(std::size_t piece) const;
  [[nodiscard]] double middle_of(std::size_t piece) const;
  [[nodiscard]] double range() const { return knots_.back().x - knots_.front().x; }

  Values& values_;
  std::vector<Knot> knots_;
  double top_ = 0.0;
};

void LineFit::choose_seeds(const Trail& trail) {
  std::vector<std::size_t> order(trail.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return trail.positions[k]; });
  for (std::size_t s = 0; s < kSeeds && !order.empty(); ++s) {
    const std::size_t k = order[s * (order.size() - 1) / (kSeeds - 1)];
    if (!knots_.empty() && trail.positions[k] == knots_.back().x) continue;
    knots_.push_back({trail.positions[k], trail.log_densities[k], 0.0});
  }
  if (trail.size() > 0) top_ = *std::ranges::max_element(trail.log_densities);
}

double LineFit::value_at(double x) {
  const double value = values_.at({&x, 1});
  top_ = std::max(top_, value);
  return value;
}

// Less the top, and not lower than the floor.
double LineFit::log_at(const Knot& knot) const {
  return std::max(knot.log_value - top_, kFloor);
}

double LineFit::mass(std::size_t piece) const {
  const double a = log_at(knots_[piece]);
  const double b = log_at(knots_[piece + 1]);
  return (knots_[piece + 1].x - knots_[piece].x) * log_linear_mean(a, b, std::exp(a), std::exp(b));
}

double LineFit::middle_of(std::size_t piece) const {
  return 0.5 * (knots_[piece].x + knots_[piece + 1].x);
}

void LineFit::extend_left() {
  double step = range() / static_cast<double>(kSeeds - 1);
  for (int k = 0; k < kMostTailKnots && log_at(knots_.front()) > -kFall; ++k, step *= kTailGrowth) {
    const double x = knots_.front().x - step;
    knots_.insert(knots_.begin(), {x, value_at(x), 0.0});
  }
}

void LineFit::extend_right() {
  double step = range() / static_cast<double>(kSeeds - 1);
  for (int k = 0; k < kMostTailKnots && log_at(knots_.back()) > -kFall; ++k, step *= kTailGrowth) {
    const double x = knots_.back().x + step;
    knots_.push_back({x, value_at(x), 0.0});
  }
}

// The distance of a line from a smooth curve goes with the square of the width, so that each half
// is expected to have a quarter of it.
void LineFit::halve(std::size_t piece) {
  const double x = middle_of(piece);
  const double expected = 0.5 * (log_at(knots_[piece]) + log_at(knots_[piece + 1]));
  Knot middle{x, value_at(x), 0.0};
  middle.off = 0.25 * std::fabs(log_at(middle) - expected);
  knots_[piece].off = middle.off;
  knots_.insert(knots_.begin() + static_cast<std::ptrdiff_t>(piece) + 1, middle);
}

// The piece that is most off, and by how much.
std::pair<std::size_t, double> LineFit::worst() const {
  double total = 0.0;
  for (std::size_t k = 0; k + 1 < knots_.size(); ++k) total += mass(k);
  std::pair<std::size_t, double> found{0, 0.0};
  for (std::size_t k = 0; k + 1 < knots_.size(); ++k) {
    const double off = knots_[k].off * std::sqrt(mass(k) / total);
    if (off > found.second) found = {k, off};
  }
  return found;
}

void LineFit::refine() {
  for (Knot& knot : knots_) knot.off = kUnknown;
  const std::size_t before = values_.count();
  while (values_.count() - before < kMostValues) {
    const auto [piece, off] = worst();
    const double x = middle_of(piece);
    if (off < kTolerance || x == knots_[piece].x || x == knots_[piece + 1].x) return;
    halve(piece);
  }
}

std::optional<PiecewiseDensity> LineFit::fit() {
  if (knots_.size() < 2) return std::nullopt;
  extend_left();
  extend_right();
  refine();
  std::vector<double> places, logs;
  for (const Knot& knot : knots_) {
    places.push_back(knot.x);
    logs.push_back(log_at(knot));
  }
  if (!std::isfinite(top_) || !std::isfinite(range())) return std::nullopt;
  PiecewiseDensity density;
  density.assign(places, logs);
  return density;
}

}  // namespace

std::optional<PiecewiseDensity> fit_line(const Trail& trail, Values& values) {
  return LineFit(trail, values).fit();
}

}  // namespace autumn::sampler
