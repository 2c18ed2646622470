// This file fits the tail of importance weights and smooths it.
#include "approximate/psis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace autumn::approximate {
namespace {

constexpr std::size_t kShortestTail = 5;
constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

double log_sum_of_exponentials(std::span<const double> x) {
  const double most = *std::ranges::max_element(x);
  if (!std::isfinite(most)) return most;
  double sum = 0.0;
  for (const double number : x) sum += std::exp(number - most);
  return most + std::log(sum);
}

// The mean of log(1 - theta x), the shape that belongs to theta.
double shape_at(double theta, std::span<const double> x) {
  double sum = 0.0;
  for (const double number : x) sum += std::log1p(-theta * number);
  return sum / static_cast<double>(x.size());
}

std::size_t tail_length(std::size_t count) {
  const auto n = static_cast<double>(count);
  return static_cast<std::size_t>(std::ceil(std::min(0.2 * n, 3.0 * std::sqrt(n))));
}

double pareto_quantile(const ParetoFit& fit, double p) {
  const double log_rest = std::log1p(-p);
  if (fit.shape == 0.0) return -fit.scale * log_rest;
  return fit.scale * std::expm1(-fit.shape * log_rest) / fit.shape;
}

// Replaces the tail, whose places in `log_weights` are given in ascending order of weight.
double smooth_tail(std::vector<double>& log_weights, std::span<const std::size_t> tail,
                   double log_cutoff) {
  const double cutoff = std::exp(log_cutoff);
  std::vector<double> excess;
  for (const std::size_t i : tail) excess.push_back(std::exp(log_weights[i]) - cutoff);
  const ParetoFit fit = fit_pareto(excess);
  if (!std::isfinite(fit.shape) || !std::isfinite(fit.scale)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto length = static_cast<double>(tail.size());
  for (std::size_t k = 0; k < tail.size(); ++k) {
    const double p = (static_cast<double>(k) + 0.5) / length;
    // Never above the largest weight there was, which is one here.
    log_weights[tail[k]] = std::min(0.0, std::log(pareto_quantile(fit, p) + cutoff));
  }
  return fit.shape;
}

void normalise(std::vector<double>& log_weights) {
  const double total = log_sum_of_exponentials(log_weights);
  for (double& weight : log_weights) weight -= total;
}

// Log ratios with their largest at zero.
std::vector<double> shifted(std::span<const double> log_ratios) {
  std::vector<double> weights(log_ratios.begin(), log_ratios.end());
  for (double& weight : weights) weight = std::isfinite(weight) ? weight : kMinusInfinity;
  const double most = *std::ranges::max_element(weights);
  const bool is_empty = most == kMinusInfinity;  // then all are alike
  for (double& weight : weights) weight = is_empty ? 0.0 : weight - most;
  return weights;
}

}  // namespace

ParetoFit fit_pareto(std::span<const double> x) {
  const std::size_t n = x.size();
  const auto points =
      static_cast<std::size_t>(30.0 + std::floor(std::sqrt(static_cast<double>(n))));
  const auto quarter = static_cast<std::size_t>(std::floor(static_cast<double>(n) / 4.0 + 0.5)) - 1;
  std::vector<double> thetas;
  std::vector<double> log_likelihoods;
  for (std::size_t j = 1; j <= points; ++j) {
    const double ratio = static_cast<double>(points) / (static_cast<double>(j) - 0.5);
    const double theta = 1.0 / x[n - 1] + (1.0 - std::sqrt(ratio)) / (3.0 * x[quarter]);
    const double shape = shape_at(theta, x);
    thetas.push_back(theta);
    log_likelihoods.push_back(static_cast<double>(n) * (std::log(-theta / shape) - shape - 1.0));
  }
  const double total = log_sum_of_exponentials(log_likelihoods);
  double theta = 0.0;
  for (std::size_t j = 0; j < points; ++j) {
    theta += thetas[j] * std::exp(log_likelihoods[j] - total);
  }
  const double shape = shape_at(theta, x);
  constexpr double kPriorWeight = 10.0;
  const auto count = static_cast<double>(n);
  return {.scale = -shape / theta,
          .shape = (shape * count + 0.5 * kPriorWeight) / (count + kPriorWeight)};
}

ParetoWeights pareto_weights(std::span<const double> log_ratios) {
  ParetoWeights result{.log_weights = {}, .shape = std::numeric_limits<double>::quiet_NaN()};
  if (log_ratios.empty()) return result;
  result.log_weights = shifted(log_ratios);
  std::vector<double>& weights = result.log_weights;
  const std::size_t length = tail_length(weights.size());
  if (length >= kShortestTail && length < weights.size()) {
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return weights[i]; });
    const auto tail = std::span(order).last(length);
    const double cutoff = weights[order[order.size() - length - 1]];
    const double spread = std::exp(weights[tail.back()]) - std::exp(weights[tail.front()]);
    const bool is_telling = std::exp(weights[tail.front()]) > std::exp(cutoff) && spread > 0.0;
    if (is_telling) result.shape = smooth_tail(weights, tail, cutoff);
  }
  normalise(weights);
  return result;
}

}  // namespace autumn::approximate
