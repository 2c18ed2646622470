// This file estimates autocorrelation times, without jumps from a warm-up and with them.
#include "sample/jumps/gain.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace autumn::sampler {
namespace {

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

}  // namespace

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

double time_of_jumps(double acceptance, int jumps_per_iteration) {
  return time_of(std::pow(1.0 - acceptance, jumps_per_iteration));
}

bool is_worthwhile(const WarmupRecord& record, double acceptance) {
  // Gained efficiency must exceed the cost by this factor: it is that of the slowest square, and
  // means, which many ask for only, gain less.
  constexpr double kWorthwhile = 2.0;
  const double before = time_of(std::min(lag_one_correlation(record), 0.999));
  const double gradients =
      static_cast<double>(record.gradients) / static_cast<double>(record.walks);
  const double gain = before / time_with_jumps(before, acceptance);
  return gain > kWorthwhile * (gradients + 1.0) / gradients;
}

}  // namespace autumn::sampler
