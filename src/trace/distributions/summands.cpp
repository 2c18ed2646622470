// This file is the table of summands, from the `include_summand` of Stan Math's densities
// (stan/math/prim/prob). Summands that are never dropped are left out.
#include "trace/distributions/summands.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trace/distributions/summand_table.h"

namespace autumn::trace {
namespace {

using Numbers = std::span<const double>;

// Dropped unless one of these is differentiated by: bit 0 is the value, bit k argument k.
struct Summand {
  std::string_view distribution;
  unsigned reads;
  double (*value)(Numbers x);
};

constexpr unsigned kY = 1, kA = 2, kB = 4, kC = 8;
const double kLog2 = std::numbers::ln2;
const double kLog2Pi = std::log(2.0 * std::numbers::pi);

double lchoose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

const Summand kSummands[] = {
    {"lognormal", kB, [](Numbers x) { return -std::log(x[2]); }},
    {"lognormal", kY, [](Numbers x) { return -std::log(x[0]); }},
    {"inv_gamma", kA, [](Numbers x) { return -std::lgamma(x[1]); }},
    {"inv_gamma", kA | kB, [](Numbers x) { return x[1] * std::log(x[2]); }},
    {"inv_gamma", kY | kA, [](Numbers x) { return -(x[1] + 1) * std::log(x[0]); }},
    {"inv_gamma", kY | kB, [](Numbers x) { return -x[2] / x[0]; }},
    {"inv_chi_square", kA, [](Numbers x) { return -0.5 * x[1] * kLog2 - std::lgamma(0.5 * x[1]); }},
    {"inv_chi_square", kY, [](Numbers x) { return -0.5 / x[0]; }},
    {"scaled_inv_chi_square", kA,
     [](Numbers x) { return 0.5 * x[1] * std::log(0.5 * x[1]) - std::lgamma(0.5 * x[1]); }},
    {"scaled_inv_chi_square", kA | kB, [](Numbers x) { return x[1] * std::log(x[2]); }},
    {"scaled_inv_chi_square", kY | kA,
     [](Numbers x) { return -(0.5 * x[1] + 1) * std::log(x[0]); }},
    {"weibull", kA, [](Numbers x) { return std::log(x[1]); }},
    {"weibull", kY | kA, [](Numbers x) { return (x[1] - 1) * std::log(x[0]); }},
    {"weibull", kA | kB, [](Numbers x) { return -x[1] * std::log(x[2]); }},
    {"frechet", kA, [](Numbers x) { return std::log(x[1]); }},
    {"frechet", kY | kA, [](Numbers x) { return -(x[1] + 1) * std::log(x[0]); }},
    {"frechet", kA | kB, [](Numbers x) { return x[1] * std::log(x[2]); }},
    {"pareto", kB, [](Numbers x) { return std::log(x[2]); }},
    {"pareto", kY | kB, [](Numbers x) { return -(x[2] + 1) * std::log(x[0]); }},
    {"pareto", kA | kB, [](Numbers x) { return x[2] * std::log(x[1]); }},
    {"pareto_type_2", kC, [](Numbers x) { return std::log(x[3]); }},
    {"pareto_type_2", kB, [](Numbers x) { return -std::log(x[2]); }},
    {"loglogistic", kA | kB, [](Numbers x) { return std::log(x[2]) - x[2] * std::log(x[1]); }},
    {"beta", kA, [](Numbers x) { return -std::lgamma(x[1]); }},
    {"beta", kB, [](Numbers x) { return -std::lgamma(x[2]); }},
    {"beta", kY | kA, [](Numbers x) { return (x[1] - 1) * std::log(x[0]); }},
    {"beta", kY | kB, [](Numbers x) { return (x[2] - 1) * std::log1p(-x[0]); }},
    {"beta", kA | kB, [](Numbers x) { return std::lgamma(x[1] + x[2]); }},
    {"beta_proportion", kB, [](Numbers x) { return std::lgamma(x[2]); }},
    {"beta_proportion", kA | kB,
     [](Numbers x) { return -std::lgamma(x[1] * x[2]) - std::lgamma(x[2] - x[1] * x[2]); }},
    {"von_mises", 0, [](Numbers) { return -kLog2Pi; }},
    {"von_mises", kB, [](Numbers x) { return -std::log(std::cyl_bessel_i(0.0, x[2])); }},
    {"exp_mod_normal", 0, [](Numbers) { return -kLog2; }},
    {"exp_mod_normal", kC, [](Numbers x) { return std::log(x[3]); }},
    {"skew_normal", 0, [](Numbers) { return -0.5 * kLog2Pi; }},
    {"skew_normal", kB, [](Numbers x) { return -std::log(x[2]); }},
    {"skew_normal", kY | kA | kB,
     [](Numbers x) { return -0.5 * std::pow((x[0] - x[1]) / x[2], 2); }},
    {"beta_binomial", 0, [](Numbers x) { return lchoose(x[1], x[0]); }},
    {"neg_binomial", kA,
     [](Numbers x) { return x[0] == 0 ? 0.0 : lchoose(x[0] + x[1] - 1, x[1] - 1); }},
    {"neg_binomial_2", kB, [](Numbers x) { return lchoose(x[0] + x[2] - 1, x[0]); }},
    {"neg_binomial_2", kA, [](Numbers x) { return x[0] == 0 ? 0.0 : x[0] * std::log(x[1]); }},
    {"neg_binomial_2_log", kB, [](Numbers x) { return lchoose(x[0] + x[2] - 1, x[0]); }},
    {"neg_binomial_2_log", kA, [](Numbers x) { return x[0] * x[1]; }},
};

}  // namespace

std::optional<double> dropped_summands(std::string_view distribution, Numbers numbers,
                                       const std::vector<bool>& is_differentiated) {
  return dropped_of(kSummands, distribution, numbers, is_differentiated);
}

}  // namespace autumn::trace
