// A call of a distribution says which it is, and has its value and arguments in the layout the
// engine wants.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dist/distribution.h"
#include "trace/machine.h"

namespace autumn::trace {

// A distribution with arguments that are its own: fused regressions are rewritten.
struct NamedCall {
  const dist::Distribution* distribution = nullptr;
  std::vector<Value> arguments;
};
// Fails with "not supported yet" for unknown names.
[[nodiscard]] NamedCall resolve_distribution(Machine& machine, std::string_view name,
                                             std::span<const Value> arguments);

// Arrays of single numbers become vectors; items (vectors, matrices) must go together. Fails with
// "function: sizes do not match: 3 and 4".
struct LaidOut {
  std::optional<Value> y;  // absent in calls of _rng
  std::vector<Value> arguments;
  std::optional<std::size_t> count;   // of items, if there is a container of them
  std::optional<std::size_t> length;  // of vectors and sides of matrices
};
[[nodiscard]] LaidOut lay_out(std::string_view function, const dist::Distribution& distribution,
                              const Value* y, std::span<const Value> arguments);

// Known arguments that are not in their domains, and supports that are empty: fails with "function:
// sigma must be positive, but it is -1".
void check_arguments(std::string_view function, const dist::Distribution& distribution,
                     std::span<const Value> arguments);
// The supports alone.
void check_ends(std::string_view function, const dist::Distribution& distribution,
                std::span<const Value> arguments);

// The ends of the support that are known, one number or one per element; empty where nothing is.
struct KnownEnds {
  std::vector<double> lower;
  std::vector<double> upper;
};
[[nodiscard]] KnownEnds known_ends(const dist::Distribution& distribution,
                                   std::span<const Value> arguments);

// Whether Stan gives a density of zero outside the support (LOG_ZERO of its library); for all
// others it refuses the point.
[[nodiscard]] bool has_zero_outside(const dist::Distribution& distribution);
// Of those: one that is zero at 0, and refuses what is below.
[[nodiscard]] bool refuses_below_zero(const dist::Distribution& distribution);

// Whether known numbers lie in the support; fails where Stan reports an error instead of a density
// of zero.
[[nodiscard]] bool is_in_support(std::string_view function, const dist::Distribution& distribution,
                                 const Value& y, std::span<const Value> arguments);

}  // namespace autumn::trace
