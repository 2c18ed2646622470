// This header has the distributions of the paper's models, and those that reversals turn them
// into.
#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "oracle/expression.h"

namespace autumn::oracle {

enum class Family {
  kNormal,         // mean, standard deviation
  kGamma,          // shape, rate
  kExponential,    // rate
  kBeta,           // a, b
  kBinomial,       // trials, probability
  kBernoulli,      // probability
  kCompoundGamma,  // shape, a, q: gamma(shape, r) with r ~ gamma(a, q)
  kBetaBinomial,   // trials, a, b
  kLomax,          // a, q: exponential(r) with r ~ gamma(a, q)
};

struct Distribution {
  Family family = Family::kNormal;
  std::vector<Expr> arguments;  // in the order above
};

[[nodiscard]] Distribution normal(const Expr& mean, const Expr& sd);
[[nodiscard]] Distribution gamma(const Expr& shape, const Expr& rate);
[[nodiscard]] Distribution exponential(const Expr& rate);
[[nodiscard]] Distribution beta(const Expr& a, const Expr& b);
[[nodiscard]] Distribution binomial(int trials, const Expr& probability);
[[nodiscard]] Distribution bernoulli(const Expr& probability);
[[nodiscard]] Distribution compound_gamma(const Expr& shape, const Expr& a, const Expr& q);
[[nodiscard]] Distribution beta_binomial(const Expr& trials, const Expr& a, const Expr& b);
[[nodiscard]] Distribution lomax(const Expr& a, const Expr& q);

[[nodiscard]] bool is_discrete(Family family);

// Whether an argument contains v.
[[nodiscard]] bool dependent(const Distribution& distribution, NodeId v);

[[nodiscard]] std::vector<double> evaluate(const Distribution& distribution,
                                           std::span<const double> values);

// With all constants; -infinity outside the support.
[[nodiscard]] double log_density(Family family, double x, std::span<const double> arguments);

[[nodiscard]] double draw(Family family, std::span<const double> arguments, Random& random);

}  // namespace autumn::oracle
