// This generator of the hunt makes expressions over candidates, in means, scales, rates and
// probabilities; every phrase in turn.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/phrases.h"

namespace autumn::laws {
namespace {

constexpr std::size_t kDepth = 2;

// Functions that add a Jacobian: only transformed parameters may call them.
constexpr std::string_view kJacobians[] = {
    "real j0 = lower_bound_jacobian(a, 0);",
    "real j0 = upper_bound_jacobian(a, 1);",
    "real j0 = lower_upper_bound_jacobian(a, 0, 1);",
    "real j0 = offset_multiplier_jacobian(a, b, s);",
    "vector[K] j0 = ordered_jacobian(u);",
    "vector[K] j0 = positive_ordered_jacobian(u);",
    "vector[K + 1] j0 = simplex_jacobian(u);",
    "vector[K] j0 = unit_vector_jacobian(u);",
    "vector[K + 1] j0 = sum_to_zero_jacobian(u);",
    "matrix[K + 1, K] j0 = stochastic_column_jacobian(A);",
    "matrix[K, K + 1] j0 = stochastic_row_jacobian(A);",
    "matrix[2, 2] j0 = cholesky_factor_corr_jacobian(u[1:1], 2);",
    "matrix[2, 2] j0 = corr_matrix_jacobian(u[1:1], 2);",
    "matrix[1, 1] j0 = cov_matrix_jacobian(u[1:1], 1);",
    "matrix[1, 1] j0 = cholesky_factor_cov_jacobian(u[1:1], 1, 1);",
};

// Phrase number `k` of all, with its kind; a distribution is a term of the target.
std::string statement_with(Sketch& sketch, std::size_t k) {
  const auto algebra = algebra_phrases();
  const auto special = special_phrases();
  if (k < algebra.size() + special.size()) {
    const Phrase phrase = k < algebra.size() ? algebra[k] : special[k - algebra.size()];
    const std::string text = filled_with_variable(sketch, phrase.text, sketch.between(0, kDepth));
    return observation(sketch, phrase.kind, text);
  }
  const std::string text =
      filled_with_variable(sketch, distribution_phrases()[k - algebra.size() - special.size()],
                           sketch.between(0, kDepth));
  const bool is_probability = text.substr(0, text.find('(')).ends_with("_cdf") &&
                              !text.substr(0, text.find('(')).ends_with("_lcdf");
  return fmt::format("target += {};", is_probability ? "log(" + text + ")" : text);
}

std::size_t phrase_count() {
  return algebra_phrases().size() + special_phrases().size() + distribution_phrases().size();
}

}  // namespace

Case expressions(std::uint64_t seed) {
  Sketch sketch(1, seed);
  sketch.size("K", 2);
  const std::size_t number = seed % (phrase_count() + std::size(kJacobians));
  if (number >= phrase_count()) {
    sketch.transformed(std::string(kJacobians[number - phrase_count()]));
    sketch.model("y ~ normal(a + u, s);");
  } else {
    sketch.model(statement_with(sketch, number));
  }
  if (sketch.chance(0.5)) {
    const std::string kinds = "rrvvvmpu";
    const char kind = kinds[sketch.below(kinds.size())];
    sketch.model(observation(sketch, kind, expression(sketch, kind, kDepth)));
  }
  declare_standard(sketch);
  return sketch.finish();
}

}  // namespace autumn::laws
