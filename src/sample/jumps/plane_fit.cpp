// This file chooses the lines of a plane fit.
#include "sample/jumps/plane_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "sample/jumps/weights.h"

namespace autumn::sampler {
namespace {

// Along a line values end this far below its top, and lines end where their mass is this far below
// that of the heaviest.
constexpr double kFallOnLine = 28.0;
constexpr double kFloorOnLine = -60.0;
constexpr double kFallOfLines = 18.0;
constexpr std::size_t kMostLines = 60;
constexpr std::size_t kMostPlaneValues = 1000;
// Where the density ends at a wall it is to be known so well, in steps of the grid, by halves.
constexpr int kHalvesOfWall = 4;
// The proposal falls by this much, in the logarithm, up to the wall from the last step before it,
// and by this much in every step behind it.
constexpr double kFallToWall = 0.3;
constexpr double kFallBehindWall = 10.0;
constexpr double kFallOfNegligible = 5.0;  // in every step
// Lines are half a scale apart, and farther where there is little mass.
constexpr double kStep = 0.6;
constexpr double kThinFall = 6.0;
constexpr double kStepGrowth = 1.4;
// A line is evaluated again if its median is off its centre by this much, in scales, or its scale
// by this factor.
constexpr double kOffCentre = 0.4;
constexpr double kOffScale = 1.35;
constexpr int kPlaneTries = 4;
constexpr std::size_t kPlaneProbes = 100;
constexpr int kPlaneRounds = 4;
constexpr double kGoodAcceptance = 0.97;

double kurtosis(const Trail& trail, std::size_t which) {
  const auto n = static_cast<double>(trail.size());
  double mean = 0.0, second = 0.0, fourth = 0.0;
  for (std::size_t k = 0; k < trail.size(); ++k) mean += trail.coordinate(k, which) / n;
  for (std::size_t k = 0; k < trail.size(); ++k) {
    const double square = std::pow(trail.coordinate(k, which) - mean, 2.0);
    second += square / n;
    fourth += square * square / n;
  }
  return fourth / (second * second);
}

struct Middle {
  double centre;
  double scale;
};

// The median, and half the width of what is between the sixth and the last sixth.
Middle middle_of(std::vector<double> x) {
  std::ranges::sort(x);
  const auto at = [&](double share) {
    return x[static_cast<std::size_t>(share * static_cast<double>(x.size() - 1))];
  };
  return {at(0.5), 0.5 * (at(0.84) - at(0.16))};
}

class PlaneFit {
 public:
  PlaneFit(const Trail& trail, Values& values, Random& random)
      : trail_(trail), values_(values), random_(random), before_(values.count()) {
    // Coordinates with heavy tails are mostly those whose scale depends on the other.
    first_ = kurtosis(trail, 0) <= kurtosis(trail, 1) ? 0 : 1;
  }

  [[nodiscard]] std::optional<PlaneDensity> fit();

 private:
  [[nodiscard]] double value_at(double first, double second);
  void evaluate(PlaneLine& line);
  void evaluate_outward(PlaneLine& line, std::size_t middle, std::ptrdiff_t step);
  [[nodiscard]] double value_behind_wall(const PlaneLine& line, std::size_t at, std::size_t before);
  [[nodiscard]] PlaneLine make_line(double at, double centre, double log_scale);
  [[nodiscard]] PlaneLine first_line();
  [[nodiscard]] std::vector<PlaneLine> sweep(const PlaneLine& start, double step);
  [[nodiscard]] double probe(PlaneDensity& plane, std::vector<double>& blame);
  void split(const std::vector<double>& blame);
  [[nodiscard]] bool is_spent() const { return values_.count() - before_ > kMostPlaneValues; }

  Trail trail_;
  Values& values_;
  Random& random_;
  std::size_t before_;
  std::size_t first_ = 0;
  double scale_ = 0.0;  // of the first coordinate
  std::vector<PlaneLine> lines_;
};

double PlaneFit::value_at(double first, double second) {
  std::array<double, 2> x{};
  x[first_] = first;
  x[1 - first_] = second;
  return values_.at(x);
}

// A value for a place behind a wall, which ends the density between the place and the one before
// it. Up to the wall the proposal has nearly its share, else a chain that comes there would stay;
// what is tried behind it is rejected.
double PlaneFit::value_behind_wall(const PlaneLine& line, std::size_t at, std::size_t before) {
  double inside = 0.0, outside = 1.0;
  for (int k = 0; k < kHalvesOfWall; ++k) {
    const double share = 0.5 * (inside + outside);
    const double place = kPlaneGrid[before] + share * (kPlaneGrid[at] - kPlaneGrid[before]);
    const double second = line.centre + std::exp(line.log_scale) * place;
    (std::isfinite(value_at(line.at, second)) ? inside : outside) = share;
  }
  return line.logs[before] - kFallToWall / outside;
}

// Once the density is negligible, the values go on falling as they did.
void PlaneFit::evaluate_outward(PlaneLine& line, std::size_t middle, std::ptrdiff_t step) {
  double top = line.logs[middle];
  const double scale = std::exp(line.log_scale);
  const auto last = static_cast<std::ptrdiff_t>(kPlaneGrid.size());
  bool is_behind_wall = false;
  for (std::ptrdiff_t k = static_cast<std::ptrdiff_t>(middle) + step; k >= 0 && k < last;
       k += step) {
    const auto at = static_cast<std::size_t>(k);
    const auto before = static_cast<std::size_t>(k - step);
    const double inner = line.logs[before];
    if (is_behind_wall || !(inner > top - kFallOnLine)) {
      line.logs[at] = inner - (is_behind_wall ? kFallBehindWall : kFallOfNegligible);
      continue;
    }
    line.logs[at] = value_at(line.at, line.centre + scale * kPlaneGrid[at]);
    is_behind_wall = !std::isfinite(line.logs[at]);
    if (is_behind_wall) line.logs[at] = value_behind_wall(line, at, before);
    top = std::max(top, line.logs[at]);
  }
}

void PlaneFit::evaluate(PlaneLine& line) {
  const std::size_t middle = kPlaneGrid.size() / 2;
  line.logs[middle] = value_at(line.at, line.centre);
  evaluate_outward(line, middle, 1);
  evaluate_outward(line, middle, -1);
  const double floor = *std::ranges::max_element(line.logs) + kFloorOnLine;
  for (double& log : line.logs) log = std::max(log, floor);
}

PlaneLine PlaneFit::make_line(double at, double centre, double log_scale) {
  PlaneLine line{.at = at, .centre = centre, .log_scale = log_scale};
  PiecewiseDensity density;
  for (int tries = 0; tries < kPlaneTries; ++tries) {
    evaluate(line);
    if (!std::isfinite(*std::ranges::max_element(line.logs))) break;
    density.assign(kPlaneGrid, line.logs);
    const double median = density.quantile(0.5);
    const double wide = 0.5 * (density.quantile(0.84) - density.quantile(0.16));
    const bool is_scaled = wide < kOffScale && wide > 1.0 / kOffScale;
    if ((std::fabs(median) < kOffCentre && is_scaled) || tries + 1 == kPlaneTries || is_spent())
      break;
    line.centre += std::exp(line.log_scale) * median;
    line.log_scale += std::log(std::clamp(wide, 0.05, 10.0));
  }
  return line;
}

PlaneLine PlaneFit::first_line() {
  std::vector<double> first;
  for (std::size_t k = 0; k < trail_.size(); ++k) first.push_back(trail_.coordinate(k, first_));
  const Middle along = middle_of(std::move(first));
  scale_ = along.scale;
  std::vector<std::size_t> order(trail_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) {
    return std::fabs(trail_.coordinate(k, first_) - along.centre);
  });
  std::vector<double> second;
  for (std::size_t k = 0; k < order.size() / 4; ++k) {
    second.push_back(trail_.coordinate(order[k], 1 - first_));
  }
  const Middle across = middle_of(std::move(second));
  return make_line(along.centre, across.centre, std::log(across.scale));
}

// From `start` on, without it.
std::vector<PlaneLine> PlaneFit::sweep(const PlaneLine& start, double step) {
  std::vector<PlaneLine> lines{start};
  double top = log_mass_of(start);
  double mass = top;
  while (mass > top - kFallOfLines && lines.size() < kMostLines && !is_spent()) {
    const PlaneLine& a = lines.back();
    const PlaneLine& b = lines.size() > 1 ? lines[lines.size() - 2] : start;
    const double ahead = a.at == b.at ? 0.0 : step / (a.at - b.at);
    const double growth = std::clamp(ahead * (a.log_scale - b.log_scale), -1.0, 1.0);
    lines.push_back(
        make_line(a.at + step, a.centre + ahead * (a.centre - b.centre), a.log_scale + growth));
    if (!std::isfinite(lines.back().logs.front())) {
      lines.pop_back();  // nothing has density there
      break;
    }
    mass = log_mass_of(lines.back());
    top = std::max(top, mass);
    if (mass < top - kThinFall) step *= kStepGrowth;
  }
  lines.erase(lines.begin());
  return lines;
}

// The acceptance that points of the fit give, and what each piece of the marginal has to do with
// those that are off.
double PlaneFit::probe(PlaneDensity& plane, std::vector<double>& blame) {
  std::vector<double> logs;
  std::vector<std::size_t> pieces;
  std::array<double, 2> x{};
  for (std::size_t k = 0; k < kPlaneProbes; ++k) {
    plane.draw(random_, x);
    logs.push_back(values_.at(x) - std::log(plane.density(x)));
    pieces.push_back(plane.interval_of(x[first_]));
  }
  const double top = *std::ranges::max_element(logs);
  std::vector<double> weights;
  for (const double log : logs) weights.push_back(std::exp(log - top));
  const double mean = std::accumulate(weights.begin(), weights.end(), 0.0) / double{kPlaneProbes};
  blame.assign(lines_.size() + 1, 0.0);
  for (std::size_t k = 0; k < kPlaneProbes; ++k)
    blame[pieces[k]] += std::fabs(weights[k] / mean - 1.0);
  return expected_acceptance(std::move(weights));
}

// New lines in the pieces with more than their part of the blame.
void PlaneFit::split(const std::vector<double>& blame) {
  const double sum = std::accumulate(blame.begin(), blame.end(), 0.0);
  std::vector<PlaneLine> lines{lines_.front()};
  for (std::size_t k = 1; k < lines_.size(); ++k) {
    const PlaneLine& a = lines_[k - 1];
    const PlaneLine& b = lines_[k];
    if (blame[k] * static_cast<double>(lines_.size()) > sum && !is_spent()) {
      const PlaneLine line = make_line(0.5 * (a.at + b.at), 0.5 * (a.centre + b.centre),
                                       0.5 * (a.log_scale + b.log_scale));
      if (std::isfinite(line.logs.front())) lines.push_back(line);
    }
    lines.push_back(b);
  }
  lines_ = std::move(lines);
}

std::optional<PlaneDensity> PlaneFit::fit() {
  const PlaneLine middle = first_line();
  if (!(scale_ > 0.0) || !std::isfinite(middle.logs.front())) return std::nullopt;
  lines_ = sweep(middle, -kStep * scale_);
  std::ranges::reverse(lines_);
  lines_.push_back(middle);
  const std::vector<PlaneLine> right = sweep(middle, kStep * scale_);
  lines_.insert(lines_.end(), right.begin(), right.end());
  for (int round = 0; lines_.size() > 1 && !is_spent(); ++round) {
    PlaneDensity plane(first_, lines_);
    std::vector<double> blame;
    if (round == kPlaneRounds || probe(plane, blame) > kGoodAcceptance) return plane;
    split(blame);
  }
  return std::nullopt;
}

}  // namespace

std::optional<PlaneDensity> fit_plane(const Trail& trail, Values& values, Random& random) {
  if (trail.size() < 8) return std::nullopt;
  return PlaneFit(trail, values, random).fit();
}

}  // namespace autumn::sampler
