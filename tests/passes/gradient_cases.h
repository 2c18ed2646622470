// A gradient case is what the gradient law is tried on: an operation, with operands away from
// jumps.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "support.h"

namespace autumn::passes {

// Where an operand of an elementwise operation is tried: away from jumps, with room for
// differences.
struct Range {
  double low;
  double high;
  bool is_constant = false;  // not differentiated by; a whole number
};

using Ranges = std::vector<Range>;

[[nodiscard]] std::map<expr::Op, Ranges> elementwise_ranges();

// Not differentiated, with the reason.
[[nodiscard]] std::map<expr::Op, std::string> excused();

// One expression in arrays of these shapes, elements between low and high.
struct GradientCase {
  expr::Op op;
  std::string name;
  std::vector<expr::Shape> shapes;
  std::function<expr::Term(const std::vector<expr::Term>&)> make;
  double low = 0.3;
  double high = 2.0;
};

// Of operations that are not elementwise.
[[nodiscard]] std::vector<GradientCase> structural_cases();

}  // namespace autumn::passes
