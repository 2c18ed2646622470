// This header runs a signature on numbers and on symbols, and compares slopes with differences.
#pragma once

#include <string>

#include "signatures/facts.h"

namespace autumn::signatures {

struct Outcome {
  bool is_known = false;            // the checker finds it, with this result
  bool runs_on_data = false;        // to a number that is not NaN
  bool runs_on_parameters = false;  // the same value
  bool has_slopes = false;          // those of differences
  std::string trouble = {};         // what was in the way of one of these
};

[[nodiscard]] Outcome outcome_of(const Fact& fact);

// Why a signature is not asked for slopes, or not for symbols; empty if it is.
[[nodiscard]] std::string excuse_of(const Fact& fact);

}  // namespace autumn::signatures
