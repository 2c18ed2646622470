// This file holds arguments of functions to what is required of them, known and unknown ones.
#include "trace/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace autumn::trace {

std::string element_text(const Value& x, std::size_t element) {
  if (x.is_scalar()) return "";
  if (x.dims().size() == 1) return fmt::format("[{}]", element + 1);
  return fmt::format("[{},{}]", element % x.dims()[0] + 1, element / x.dims()[0] + 1);
}

void check_known(const ArgumentOf& argument, const Value& x) {
  const auto fail_at = [&](std::size_t element, std::string_view must_be, double value) {
    fail(fmt::format("{}: {}{} must be {}, but it is {}", argument.function, argument.name,
                     element_text(x, element), must_be, value));
  };
  const auto numbers = x.numbers();
  if (const auto violation =
          dist::find_violation(argument.domain, {node_shape(x.dims()), numbers})) {
    const std::string_view must_be = dist::description(argument.domain);
    if (violation->is_of_element) fail_at(violation->element, must_be, violation->value);
    fail(fmt::format("{}: {} must be {}", argument.function, argument.name, must_be));
  }
  if (!argument.is_finite) return;
  const auto infinite = std::ranges::find_if(numbers, [](double v) { return !std::isfinite(v); });
  if (infinite == numbers.end()) return;
  fail_at(static_cast<std::size_t>(infinite - numbers.begin()), "finite", *infinite);
}

void require(Machine& machine, const ArgumentOf& argument, const Value& x) {
  if (x.is_known()) return check_known(argument, x);
  machine.require(
      {.node = machine.node(x), .domain = argument.domain, .is_finite = argument.is_finite});
}

}  // namespace autumn::trace
