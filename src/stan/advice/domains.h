// A domain is what the outcome or an argument of a distribution must be; pedantic mode compares it
// with declarations and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stan/syntax/ast.h"

namespace autumn::stan {

enum class Domain : std::uint8_t {
  kAnything,
  kPositive,
  kUnitInterval,
  kSimplex,
  kOrdered,
  kCorrelation,
  kCholeskyCorrelation,
  kCovariance,
  kCholeskyCovariance,
};

struct ArgumentDomain {
  std::string_view name;  // "scale"
  Domain domain = Domain::kAnything;
};

struct DistributionDomains {
  Domain outcome = Domain::kAnything;
  std::vector<ArgumentDomain> arguments;
};

// Nothing for distributions that are not in the table, and for the user's.
[[nodiscard]] std::optional<DistributionDomains> domains_of(std::string_view distribution);

// "must be positive", for messages.
[[nodiscard]] std::string_view demand(Domain domain);
// "declare it with `<lower=0>`"
[[nodiscard]] std::string_view remedy(Domain domain);

// Whether every value of this declaration is in the domain; true also where that is not known.
[[nodiscard]] bool may_fit(const DeclaredType& type, Domain domain);
[[nodiscard]] bool contains(Domain domain, double value);

}  // namespace autumn::stan
