// A domain says which values an argument or a variate may take, as a test on numbers and as an
// expression.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "expr/operation.h"
#include "expr/term.h"

namespace autumn::dist {

// Of single numbers first, of whole arrays after them. Bounds that depend on arguments are the
// distribution's business.
enum class Domain : std::uint8_t {
  kReal,
  kPositive,     // > 0
  kNonNegative,  // >= 0
  kUnit,         // 0 <= x <= 1
  kOpenUnit,     // 0 < x < 1
  kInteger,
  kCount,           // 0, 1, 2, ...
  kPositiveCount,   // 1, 2, 3, ...
  kBinary,          // 0 or 1
  kSimplex,         // non-negative, sums to one; each row of a matrix of several
  kOrdered,         // increasing; each row
  kCholeskyFactor,  // lower triangular with a positive diagonal
  kCholeskyCorr,    // and rows of unit length
  kPositiveDefinite,
  kCorrelation,  // positive definite with a unit diagonal
};

[[nodiscard]] bool is_discrete(Domain domain);
[[nodiscard]] bool is_elementwise(Domain domain);

// "positive", "between 0 and 1", ...: completes the sentence "must be ...".
[[nodiscard]] std::string_view description(Domain domain);

// What is wrong with these numbers, or nothing. `element` is the offending one where a single
// element is at fault.
struct Violation {
  std::size_t element = 0;
  double value = 0.0;
  bool is_of_element = true;
};
[[nodiscard]] std::optional<Violation> find_violation(Domain domain, const expr::Operand& x);

// 1 where x is in the domain, else 0: per element for domains of numbers (NaN is in none of them),
// a scalar for the others.
[[nodiscard]] expr::Term is_in(Domain domain, expr::Term x);

// 1 if a matrix is symmetric up to Stan's tolerance, else 0.
[[nodiscard]] expr::Term is_symmetric(expr::Term x);

}  // namespace autumn::dist
