// Pedantic mode warns of what is allowed and likely a mistake, as `stanc --warn-pedantic` does.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "stan/syntax/ast.h"

namespace autumn::stan {

enum class WarningKind : std::uint8_t {
  kUnused,            // a parameter that the density does not contain
  kNoPrior,           // a parameter without a prior, over an unbounded range
  kUniformPrior,      // a parameter without a prior, over a bounded one
  kUnboundedScale,    // a parameter that must be positive for its use, and has no lower bound
  kArgument,          // another argument that does not fit its place in a distribution
  kSupport,           // a parameter whose range is not that of its distribution
  kConstants,         // constants that are out of scale
  kRepeated,          // two distributions of one parameter
  kControlFlow,       // a decision that depends on parameters
  kJacobian,          // a nonlinear function of parameters on the left of `~`
  kSlowDistribution,  // one that has a better form
  kUninitialized,     // a variable that is read before it has a value
};

struct Warning {
  WarningKind kind;
  Error message;
};

// Of a program that is checked and resolved, in the order of its text. A prior that is uniform
// between two bounds is no mistake here.
[[nodiscard]] std::vector<Warning> pedantic_warnings(const Program& program);
// The same as stanc has them, which warns of uniform priors too.
[[nodiscard]] std::vector<Warning> stanc_warnings(const Program& program);

// Only what is about a distribution and what stands in it; it costs little, also for long programs.
[[nodiscard]] std::vector<Warning> argument_warnings(const Program& program);

// By file, line and column; what has the same place stays in order.
void sort_by_place(std::vector<Error>& messages);

}  // namespace autumn::stan
