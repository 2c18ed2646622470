// This file draws from plane densities, one coordinate after the other.
#include "sample/jumps/plane.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace autumn::sampler {
namespace {

// Knots of the marginal density per interval between lines.
constexpr int kParts = 4;
constexpr double kCornerOfLogs = 3.0;
constexpr double kCornerOfCentres = 3.0;  // in scales

}  // namespace

double log_mass_of(const PlaneLine& line) {
  PiecewiseDensity density;
  density.assign(kPlaneGrid, line.logs);
  return density.log_mass() + line.log_scale;
}

PlaneDensity::PlaneDensity(std::size_t first, std::vector<PlaneLine> lines)
    : first_(first), lines_(std::move(lines)) {
  std::vector<double> centres, log_scales;
  double widest = 0.0;
  for (const PlaneLine& line : lines_) {
    places_.push_back(line.at);
    centres.push_back(line.centre);
    log_scales.push_back(line.log_scale);
    widest = std::max(widest, std::exp(line.log_scale));
  }
  centres_ = SmoothCurve(places_, centres, kCornerOfCentres * widest);
  log_scales_ = SmoothCurve(places_, log_scales, kCornerOfLogs);
  set_marginal();
  conditional_.assign(kPlaneGrid, lines_.front().logs);
}

// Finer than the lines: masses between them cost nothing.
void PlaneDensity::set_marginal() {
  std::vector<double> masses;
  for (const PlaneLine& line : lines_) masses.push_back(log_mass_of(line));
  const SmoothCurve curve(places_, masses, kCornerOfLogs);
  std::vector<double> knots, logs;
  for (std::size_t k = 0; k + 1 < lines_.size(); ++k) {
    for (int part = 0; part < kParts; ++part) {
      const double share = static_cast<double>(part) / kParts;
      knots.push_back(places_[k] + share * (places_[k + 1] - places_[k]));
      logs.push_back(curve.at(k, share));
    }
  }
  knots.push_back(places_.back());
  logs.push_back(masses.back());
  marginal_.assign(knots, logs);
}

std::size_t PlaneDensity::interval_of(double first) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(places_, first) - places_.begin());
}

// Beyond the outermost lines everything is as on them.
PlaneDensity::Frame PlaneDensity::condition_on(double first) {
  const std::size_t a = std::clamp<std::size_t>(interval_of(first), 1, lines_.size() - 1) - 1;
  const double width = places_[a + 1] - places_[a];
  const double share = std::clamp((first - places_[a]) / width, 0.0, 1.0);
  std::array<double, kPlaneGrid.size()> logs;
  for (std::size_t k = 0; k < logs.size(); ++k) {
    logs[k] = lines_[a].logs[k] + share * (lines_[a + 1].logs[k] - lines_[a].logs[k]);
  }
  conditional_.assign(kPlaneGrid, logs);
  return {centres_.at(a, share), std::exp(log_scales_.at(a, share))};
}

double PlaneDensity::density(std::span<const double> x) {
  const Frame frame = condition_on(x[first_]);
  const double z = (x[1 - first_] - frame.centre) / frame.scale;
  return marginal_.density(x[first_]) * conditional_.density(z) / frame.scale;
}

void PlaneDensity::draw(Random& random, std::span<double> x) {
  x[first_] = marginal_.draw(random);
  const Frame frame = condition_on(x[first_]);
  x[1 - first_] = frame.centre + frame.scale * conditional_.draw(random);
}

void PlaneLine::visit_fields(Fields& fields) {
  auto& [coordinate, middle, log_width, log_values] = *this;
  fields("at", coordinate);
  fields("centre", middle);
  fields("log_scale", log_width);
  fields.exactly("logs", log_values);
}

void PlaneDensity::visit_fields(Fields& fields) {
  // All but the first two is made of these.
  [[maybe_unused]] auto& [first, lines, places, centres, log_scales, marginal, conditional] = *this;
  fields("first", first);
  fields("lines", lines);
  if (fields.is_reading() && first < 2 && lines.size() > 1) {
    *this = PlaneDensity(first, std::vector<PlaneLine>(lines));
  }
}

}  // namespace autumn::sampler
