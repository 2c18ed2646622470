// This file integrates and inverts exponential pieces.
#include "sample/jumps/piecewise.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace autumn::sampler {
namespace {

// Log values that differ by less are equal as far as integrals are concerned.
constexpr double kFlat = 1e-5;

// How far it takes the tail to fall to a quarter. The power 2 has slope -2 / scale at its start.
double tail_scale(double fall, double width, double range) {
  return fall * range > 2.0 * width ? 2.0 * width / fall : range;
}

}  // namespace

double log_linear_mean(double a, double b, double exp_a, double exp_b) {
  return std::fabs(b - a) < kFlat ? 0.5 * (exp_a + exp_b) : (exp_b - exp_a) / (b - a);
}

void PiecewiseDensity::assign(std::span<const double> knots, std::span<const double> log_values) {
  const std::size_t n = knots.size();
  AUTUMN_CHECK(n >= 2 && log_values.size() == n, "a piece has two ends, each with a value");
  knots_.assign(knots.begin(), knots.end());
  top_ = *std::ranges::max_element(log_values);
  logs_.resize(n);
  heights_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    logs_[k] = log_values[k] - top_;
    heights_[k] = std::exp(logs_[k]);
  }
  const double range = knots_.back() - knots_.front();
  left_scale_ = tail_scale(logs_[1] - logs_[0], knots_[1] - knots_[0], range);
  right_scale_ = tail_scale(logs_[n - 2] - logs_[n - 1], knots_[n - 1] - knots_[n - 2], range);
  masses_.resize(n + 1);
  masses_[0] = heights_[0] * left_scale_;
  for (std::size_t k = 1; k < n; ++k) {
    masses_[k] =
        masses_[k - 1] + (knots_[k] - knots_[k - 1]) *
                             log_linear_mean(logs_[k - 1], logs_[k], heights_[k - 1], heights_[k]);
  }
  masses_[n] = masses_[n - 1] + heights_[n - 1] * right_scale_;
}

double PiecewiseDensity::log_mass() const {
  return top_ + std::log(masses_.back());
}

std::size_t PiecewiseDensity::piece_of(double x) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(knots_, x) - knots_.begin());
}

double PiecewiseDensity::density(double x) const {
  const std::size_t k = piece_of(x);
  if (k == 0) {
    const double far = 1.0 + (knots_.front() - x) / left_scale_;
    return heights_.front() / (far * far * masses_.back());
  }
  if (k == knots_.size()) {
    const double far = 1.0 + (x - knots_.back()) / right_scale_;
    return heights_.back() / (far * far * masses_.back());
  }
  const double share = (x - knots_[k - 1]) / (knots_[k] - knots_[k - 1]);
  return std::exp(logs_[k - 1] + share * (logs_[k] - logs_[k - 1])) / masses_.back();
}

std::size_t PiecewiseDensity::piece_below(double mass) const {
  const auto found = std::ranges::upper_bound(masses_, mass);
  return static_cast<std::size_t>(std::min(found, masses_.end() - 1) - masses_.begin());
}

// Where a piece has this share of its mass to the left, 0 < share < 1.
double PiecewiseDensity::place(std::size_t piece, double share) const {
  if (piece == 0) return knots_.front() - left_scale_ * (1.0 / share - 1.0);
  if (piece == knots_.size()) return knots_.back() + right_scale_ * (1.0 / (1.0 - share) - 1.0);
  const double width = knots_[piece] - knots_[piece - 1];
  const double rise = logs_[piece] - logs_[piece - 1];
  if (std::fabs(rise) < kFlat) return knots_[piece - 1] + share * width;
  return knots_[piece - 1] + width * std::log1p(share * std::expm1(rise)) / rise;
}

double PiecewiseDensity::quantile(double probability) const {
  const double mass = probability * masses_.back();
  const std::size_t piece = piece_below(mass);
  const double before = piece == 0 ? 0.0 : masses_[piece - 1];
  const double share = (mass - before) / (masses_[piece] - before);
  return place(piece, std::clamp(share, 1e-12, 1.0 - 1e-12));
}

// The place in the piece has a random number of its own: tails are so thin that what is left of the
// first would be coarse there.
double PiecewiseDensity::draw(Random& random) const {
  const std::size_t piece = piece_below(random.uniform() * masses_.back());
  return place(piece, random.uniform());
}

void PiecewiseDensity::visit_fields(Fields& fields) {
  auto& [knots, logs, heights, masses, top, left_scale, right_scale] = *this;
  fields("knots", knots);
  fields("logs", logs);
  fields("heights", heights);
  fields("masses", masses);
  fields("top", top);
  fields("left_scale", left_scale);
  fields("right_scale", right_scale);
}

}  // namespace autumn::sampler
