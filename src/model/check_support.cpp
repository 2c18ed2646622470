// This file checks the constant bounds of a variable, with a message for the user.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "model/validity.h"

namespace autumn::model {
namespace {

// The numbers of a bound; none if it is absent or not constant.
std::span<const double> numbers_of(const Graph& graph, std::optional<NodeId> bound) {
  if (!bound || !graph.is_constant(*bound)) return {};
  return graph.constant(*bound);
}

Error mistake(const Variable& variable, const std::string& message, std::string suggestion) {
  return {.message = fmt::format("`{}`: {}", variable.name, message),
          .suggestion = std::move(suggestion),
          .where = variable.where};
}

// The first number that `is_right` refuses.
template <typename IsRight>
Status check_numbers(const Variable& variable, std::string_view what,
                     std::span<const double> numbers, const IsRight& is_right) {
  const auto wrong = std::find_if_not(numbers.begin(), numbers.end(), is_right);
  if (wrong == numbers.end()) return Done{};
  return mistake(variable, fmt::format("its {} cannot be {}", what, *wrong), "");
}

Status check_order(const Variable& variable, std::span<const double> lower,
                   std::span<const double> upper) {
  const std::size_t count =
      lower.empty() || upper.empty() ? 0 : std::max(lower.size(), upper.size());
  for (std::size_t i = 0; i < count; ++i) {
    const double a = lower[lower.size() == 1 ? 0 : i];
    const double b = upper[upper.size() == 1 ? 0 : i];
    if (a < b) continue;
    return mistake(variable, fmt::format("its bounds {} and {} leave no room", a, b),
                   "the lower bound must lie below the upper one");
  }
  return Done{};
}

}  // namespace

Status check_support(const Graph& graph, const Variable& variable) {
  const Support& support = variable.support;
  const auto lower = numbers_of(graph, support.lower);
  const auto upper = numbers_of(graph, support.upper);
  const auto is_finite = [](double x) { return std::isfinite(x); };
  const auto is_scale = [](double x) { return x > 0.0 && x < kInfinity; };
  Status status =
      check_numbers(variable, "lower bound", lower, [](double x) { return x < kInfinity; });
  if (!status) return status;
  status = check_numbers(variable, "upper bound", upper, [](double x) { return x > -kInfinity; });
  if (!status) return status;
  status = check_numbers(variable, "offset", numbers_of(graph, support.offset), is_finite);
  if (!status) return status;
  status = check_numbers(variable, "multiplier", numbers_of(graph, support.multiplier), is_scale);
  return status ? check_order(variable, lower, upper) : status;
}

}  // namespace autumn::model
