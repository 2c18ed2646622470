// This file makes a histogram of the lengths of rising factorials, added up from the longest.
#include "passes/compress/rising_sums.h"

#include <algorithm>
#include <cmath>

namespace autumn::passes {
namespace {

// Logarithms for the price of a log gamma.
constexpr double kLogarithmsPerGamma = 3.0;

bool is_length(double n) {
  return n >= 0.0 && n <= 1e6 && n == std::floor(n);
}

}  // namespace

std::optional<std::vector<double>> factor_weights(
    std::span<const double> lengths, const std::function<double(std::size_t)>& weight) {
  if (lengths.empty() || !std::ranges::all_of(lengths, is_length)) return std::nullopt;
  // At least as many as there are different ones.
  const double longest = *std::ranges::max_element(lengths);
  if (longest > kLogarithmsPerGamma * static_cast<double>(lengths.size())) return std::nullopt;
  std::vector<double> of_length(static_cast<std::size_t>(longest) + 1);
  std::vector<bool> occurs(of_length.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const auto n = static_cast<std::size_t>(lengths[i]);
    of_length[n] += weight(i);
    occurs[n] = true;
  }
  const auto different = static_cast<double>(std::ranges::count(occurs, true));
  if (longest > kLogarithmsPerGamma * different) return std::nullopt;
  std::vector<double> factors(of_length.size() - 1);
  double longer = 0.0;
  for (std::size_t j = factors.size(); j-- > 0;) factors[j] = longer += of_length[j + 1];
  return factors;
}

}  // namespace autumn::passes
