// This file asks the draws of a warm-up whether it may end.
#include "sample/settling.h"

#include <algorithm>
#include <cmath>

namespace autumn::sampler {
namespace {

constexpr std::int64_t kFewestIterations = 150;
constexpr double kAlike = 1.25;
constexpr double kFewestEffective = 40.0;
constexpr double kDrift = 4.0;  // standard errors

double mean_of(std::span<const double> x) {
  double sum = 0.0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

// Around a mean, and of each value with the next.
struct SecondMoments {
  double square = 0.0;
  double product = 0.0;
};

SecondMoments second_moments(std::span<const double> x) {
  const double mean = mean_of(x);
  SecondMoments sum;
  for (std::size_t k = 0; k < x.size(); ++k) {
    sum.square += (x[k] - mean) * (x[k] - mean);
    if (k > 0) sum.product += (x[k] - mean) * (x[k - 1] - mean);
  }
  return sum;
}

bool has_divergences(const Efforts& efforts) {
  const std::int64_t n = efforts.iterations();
  return efforts.sum(5 * n / 6, n).divergences > 0;
}

bool is_as_cheap_as_before(const Efforts& efforts) {
  const std::int64_t n = efforts.iterations();
  const Efforts::Sum before = efforts.sum(4 * n / 9, 2 * n / 3);
  const Efforts::Sum last = efforts.sum(2 * n / 3, n);
  const std::int64_t walks = before.walks + last.walks;
  if (before.walks == 0 || last.walks == 0 || 2 * walks < n - 4 * n / 9) return false;
  return last.mean() <= kAlike * before.mean() && before.mean() <= kAlike * last.mean();
}

}  // namespace

void Efforts::add(const Statistics& statistics, bool has_walked) {
  efforts_.push_back({.leapfrogs = has_walked ? statistics.n_leapfrog : -1,
                      .is_divergent = has_walked && statistics.divergent});
}

Efforts::Sum Efforts::sum(std::int64_t begin, std::int64_t end) const {
  Sum sum;
  for (std::int64_t i = begin; i < end; ++i) {
    const Effort& effort = efforts_[static_cast<std::size_t>(i)];
    if (effort.leapfrogs < 0) continue;
    ++sum.walks;
    sum.leapfrogs += effort.leapfrogs;
    if (effort.is_divergent) ++sum.divergences;
  }
  return sum;
}

// As two lists, because there are many.
void Efforts::visit_fields(Fields& fields) {
  auto& [efforts] = *this;
  std::vector<std::int64_t> leapfrogs, divergences;
  for (const auto& [steps, is_divergent] : efforts) {
    leapfrogs.push_back(steps);
    divergences.push_back(is_divergent ? 1 : 0);
  }
  fields("leapfrogs", leapfrogs);
  fields("divergences", divergences);
  if (!fields.is_reading() || leapfrogs.size() != divergences.size()) return;
  efforts.clear();
  for (std::size_t k = 0; k < leapfrogs.size(); ++k) {
    efforts.push_back({leapfrogs[k], divergences[k] != 0});
  }
}

// Around the means of the two halves, because a drift between them must not hide itself.
bool is_steady(std::span<const double> values) {
  const std::size_t half = values.size() / 2;
  const SecondMoments first = second_moments(values.first(half));
  const SecondMoments second = second_moments(values.subspan(half));
  const SecondMoments sum{first.square + second.square, first.product + second.product};
  if (!(sum.square > 0.0) || !std::isfinite(sum.square)) return false;
  const auto count = static_cast<double>(values.size());
  const double correlation = std::clamp(sum.product / sum.square, 0.0, 0.999);
  const double effective = count * (1.0 - correlation) / (1.0 + correlation);
  if (effective < kFewestEffective) return false;
  const double drift = mean_of(values.first(half)) - mean_of(values.subspan(half));
  return drift * drift <= kDrift * kDrift * 4.0 * (sum.square / count) / effective;
}

bool is_settled(const WarmupRecord& record, const Efforts& efforts) {
  if (efforts.iterations() < kFewestIterations) return false;
  if (!is_as_cheap_as_before(efforts) || has_divergences(efforts)) return false;
  const auto half = static_cast<std::size_t>(record.iterations / 2);
  const std::size_t count = static_cast<std::size_t>(record.iterations) - half;
  if (!is_steady(std::span(record.log_densities).last(count))) return false;
  std::vector<double> column(count);
  for (std::size_t q = 0; q < record.quantities; ++q) {
    for (std::size_t k = 0; k < count; ++k) {
      column[k] = record.values[(half + k) * record.quantities + q];
    }
    if (!is_steady(column)) return false;
    const double mean = mean_of(column);
    for (double& value : column) value = (value - mean) * (value - mean);
    if (!is_steady(column)) return false;
  }
  return true;
}

}  // namespace autumn::sampler
