// This file decides whether jumps pay, from the warm-up alone and by counts, so that a seed gives
// the same draws anywhere.
#include "sample/jump.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace autumn::sampler {
namespace {

constexpr std::int64_t kShortest = 100;
constexpr std::size_t kMostPoints = 2048;
// Gained efficiency must exceed the cost by this factor: it is that of the slowest square, and
// means, which many ask for only, gain less.
constexpr double kWorthwhile = 2.0;

double time_of(double correlation) {
  return (1.0 + correlation) / (1.0 - correlation);
}

double correlation_of(double time) {
  return (time - 1.0) / (time + 1.0);
}

// Of x_k and x_(k+1), for values of one quantity.
double correlation_with_next(std::span<const double> x) {
  double mean = 0.0;
  for (const double v : x) mean += v / static_cast<double>(x.size());
  double square = 0.0, product = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    square += (x[k] - mean) * (x[k] - mean);
    if (k > 0) product += (x[k] - mean) * (x[k - 1] - mean);
  }
  return square > 0.0 ? product / square : 1.0;
}

std::vector<double> column_of(const WarmupRecord& record, std::size_t quantity) {
  std::vector<double> column(static_cast<std::size_t>(record.iterations));
  for (std::size_t k = 0; k < column.size(); ++k) {
    column[k] = record.values[k * record.quantities + quantity];
  }
  return column;
}

// Iterations spread evenly over the record, no more than kMostPoints.
struct Sample {
  std::vector<double> points;
  std::vector<double> log_densities;
};

Sample sample_of(const WarmupRecord& record) {
  const auto all = static_cast<std::size_t>(record.iterations);
  const std::size_t number = std::min(all, kMostPoints);
  Sample sample;
  for (std::size_t k = 0; k < number; ++k) {
    const std::size_t at = k * all / number;
    const double* values = record.values.data() + at * record.quantities;
    sample.points.insert(sample.points.end(), values, values + record.quantities);
    sample.log_densities.push_back(record.log_densities[at]);
  }
  return sample;
}

double expected_acceptance(const Mixture& proposal, const Sample& sample) {
  const double top = *std::ranges::max_element(sample.log_densities);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < sample.log_densities.size(); ++k) {
    const std::span<const double> x =
        std::span(sample.points).subspan(k * proposal.dimension(), proposal.dimension());
    ratios.push_back(proposal.density(x) * std::exp(top - sample.log_densities[k]));
  }
  return sampler::expected_acceptance(std::move(ratios));
}

bool pays(const WarmupRecord& record, double acceptance) {
  const double before = time_of(std::min(lag_one_correlation(record), 0.999));
  const double gradients =
      static_cast<double>(record.gradients) / static_cast<double>(record.iterations);
  const double gain = before / time_with_jumps(before, acceptance);
  return gain > kWorthwhile * (gradients + 1.0) / gradients;
}

}  // namespace

Jumper::Jumper(Mixture proposal, double acceptance)
    : proposal_(std::move(proposal)), expected_acceptance_(acceptance) {
  next_.position.resize(proposal_.dimension());
  next_.gradient.resize(proposal_.dimension());
}

bool Jumper::jump(Point& point, Hamiltonian& hamiltonian, Random& random) {
  proposal_.draw(random, next_.position);
  next_.log_density = hamiltonian.evaluate(next_.position, next_.gradient);
  if (!std::isfinite(next_.log_density)) return false;
  const double ratio = std::exp(next_.log_density - point.log_density) *
                       (proposal_.density(point.position) / proposal_.density(next_.position));
  if (!(random.uniform() < ratio)) return false;  // also if it is NaN
  std::swap(point, next_);
  return true;
}

double expected_acceptance(std::vector<double> ratios) {
  std::ranges::sort(ratios);
  const auto n = static_cast<double>(ratios.size());
  double lesser = 0.0, sum = 0.0;
  for (std::size_t k = 0; k < ratios.size(); ++k) {
    lesser += ratios[k] * (2.0 * (n - static_cast<double>(k)) - 1.0);  // pairs in which it is least
    sum += ratios[k];
  }
  const double acceptance = lesser / (n * sum);
  return std::isfinite(acceptance) ? acceptance : 0.0;
}

double lag_one_correlation(const WarmupRecord& record) {
  double largest = 0.0;
  for (std::size_t q = 0; q < record.quantities; ++q) {
    std::vector<double> x = column_of(record, q);
    largest = std::max(largest, correlation_with_next(x));
    double mean = 0.0;
    for (const double v : x) mean += v / static_cast<double>(x.size());
    for (double& v : x) v = (v - mean) * (v - mean);
    largest = std::max(largest, correlation_with_next(x));
  }
  return largest;
}

double time_with_jumps(double time, double acceptance) {
  return time_of((1.0 - acceptance) * correlation_of(time));
}

std::optional<Jumper> fit_jumper(const WarmupRecord& record, std::size_t dimension) {
  if (record.iterations < kShortest || record.quantities != dimension) return std::nullopt;
  const Sample sample = sample_of(record);
  std::optional<Mixture> proposal = Mixture::fit(dimension, sample.points);
  if (!proposal) return std::nullopt;
  const double acceptance = expected_acceptance(*proposal, sample);
  if (!pays(record, acceptance)) return std::nullopt;
  return Jumper(std::move(*proposal), acceptance);
}

}  // namespace autumn::sampler
