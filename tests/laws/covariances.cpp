// This generator of the hunt makes covariances and precisions with Wishart priors, and means and
// coefficients that have multiples of them, or almost.
#include <fmt/format.h>

#include "laws/generators.h"
#include "laws/group_terms.h"

namespace autumn::laws {
namespace {

// The matrix of a covariance or a precision, times a number.
std::string multiple(Sketch& sketch) {
  return sketch.pick({"V", "V", "V", "V / 2.5", "3 * V", "V / c", "(1 / c) * V", "square(c) * V",
                      "V * exp(-c)", "c * V / (1 + c)"});
}

// `{0}` is the distribution of vectors with the matrix.
void mean_prior(Sketch& sketch, const std::string& normal, const std::string& name) {
  if (sketch.chance(0.15)) return;  // flat
  const std::string centre =
      sketch.pick({"m0", "m0", "rep_vector(c, D)", "rep_vector(0, D)", "c * m0"});
  if (sketch.chance(0.08)) {
    sketch.model(
        fmt::format("{} ~ multi_normal({}, diag_matrix(rep_vector(4, D)));", name, centre));
  } else if (sketch.chance(0.05)) {
    sketch.model(fmt::format("{} ~ multi_normal({}, add_diag(V, 1));", name, centre));
  } else {
    sketch.model(fmt::format("{} ~ {}({}, {});", name, normal, centre, multiple(sketch)));
  }
}

// A mean for all, means of groups, or coefficients by rows or columns; returns the mean of y[i].
std::string mean_of_row(Sketch& sketch, const std::string& normal) {
  switch (sketch.below(7)) {
    case 0:
      sketch.parameter("array[J] vector[D] theta");
      mean_prior(sketch, normal, "theta");
      return "theta[g[i]]";
    case 1:
      sketch.parameter("vector[D] mu; array[J] vector[D] theta");
      mean_prior(sketch, normal, "mu");
      sketch.model(fmt::format("theta ~ {}(mu, {});", normal, multiple(sketch)));
      return "theta[g[i]]";
    case 2:
      sketch.parameter("matrix[P, D] B");
      if (sketch.chance(0.9)) {
        sketch.model(
            fmt::format("for (j in 1:P) B[j]' ~ {}(m0, {} / j);", normal, multiple(sketch)));
      }
      return sketch.pick({"(X[i] * B)'", "B' * X[i]'", "(X[i] * B)' + c"});
    case 3:
      sketch.parameter("matrix[D, P] B");
      sketch.model(fmt::format("for (j in 1:P) B[, j] ~ {}(m0, {});", normal, multiple(sketch)));
      return "B * X[i]'";
    default:
      sketch.parameter("vector[D] mu");
      mean_prior(sketch, normal, "mu");
      return sketch.pick({"mu", "mu", "mu", "x[i] * mu", "mu + x[i]", "c^i * mu", "mu - c * m0",
                          "reverse(mu)", "mu .* m0", "x[i] * mu + (1 - x[i]) * m0", "mu + mu[1]"});
  }
}

}  // namespace

Case covariances(std::uint64_t seed) {
  Sketch sketch(13, seed);
  sketch.size("N", sketch.chance(0.1) ? sketch.between(20, 60) : sketch.between(1, 6));
  sketch.size("D", sketch.between(1, 3));
  sketch.size("J", sketch.between(1, 4));
  sketch.size("P", sketch.between(1, 4));
  sketch.matrix("Y", "N", "D");
  sketch.matrix("X", "N", "P");
  sketch.vector("x", "N");
  sketch.vector("m0", "D");
  sketch.indices("g", "N", "J");
  const bool is_precision = sketch.chance(0.3);
  const std::string normal = is_precision ? "multi_normal_prec" : "multi_normal";
  sketch.parameter("cov_matrix[D] V");
  sketch.parameter("real<lower=0> c");
  sketch.model(sketch.pick({"c ~ lognormal(0, 0.5);", "c ~ gamma(2, 2);", "c ~ inv_gamma(3, 2);"}));
  sketch.model(fmt::format(
      fmt::runtime(sketch.pick({"V ~ {}(D + 1.5, add_diag(rep_matrix(0.2, D, D), 1));",
                                "V ~ {}(D + c, diag_matrix(rep_vector(c, D)));",
                                "V ~ {}(D + 2, c * add_diag(rep_matrix(0.2, D, D), 1));"})),
      is_precision ? "wishart" : "inv_wishart"));
  const std::string mean = mean_of_row(sketch, normal);
  sketch.model(fmt::format("for (i in 1:N) Y[i]' ~ {}({}, {});", normal, mean, multiple(sketch)));
  if (sketch.chance(0.2)) {
    sketch.model(fmt::format("m0 ~ {}({}, {});", normal,
                             sketch.pick({"rep_vector(c, D)", "2 * m0"}), multiple(sketch)));
  }
  return sketch.finish();
}

}  // namespace autumn::laws
