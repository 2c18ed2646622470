// This file has densities and draws, written from the definitions: nothing is shared with the
// engine.
#include "oracle/distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "oracle/structure.h"

namespace autumn::oracle {
namespace {

double log_beta(double a, double b) {
  return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
}

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

bool in_support(Family family, double x, std::span<const double> t) {
  switch (family) {
    case Family::kNormal: return true;
    case Family::kGamma:
    case Family::kExponential:
    case Family::kCompoundGamma:
    case Family::kLomax: return x > 0;
    case Family::kBeta: return x > 0 && x < 1;
    case Family::kBinomial:
    case Family::kBetaBinomial: return x >= 0 && x <= t[0] && x == std::floor(x);
    case Family::kBernoulli: return x == 0 || x == 1;
  }
  return false;
}

double draw_binomial(double trials, double probability, Random& random) {
  double successes = 0;
  for (double i = 0; i < trials; ++i) successes += random.uniform() < probability ? 1 : 0;
  return successes;
}

double draw_beta(double a, double b, Random& random) {
  const double x = random.gamma(a);
  return x / (x + random.gamma(b));
}

}  // namespace

Distribution normal(const Expr& mean, const Expr& sd) {
  return {Family::kNormal, {mean, sd}};
}

Distribution gamma(const Expr& shape, const Expr& rate) {
  return {Family::kGamma, {shape, rate}};
}

Distribution exponential(const Expr& rate) {
  return {Family::kExponential, {rate}};
}

Distribution beta(const Expr& a, const Expr& b) {
  return {Family::kBeta, {a, b}};
}

Distribution binomial(int trials, const Expr& probability) {
  return {Family::kBinomial, {static_cast<double>(trials), probability}};
}

Distribution bernoulli(const Expr& probability) {
  return {Family::kBernoulli, {probability}};
}

Distribution compound_gamma(const Expr& shape, const Expr& a, const Expr& q) {
  return {Family::kCompoundGamma, {shape, a, q}};
}

Distribution beta_binomial(const Expr& trials, const Expr& a, const Expr& b) {
  return {Family::kBetaBinomial, {trials, a, b}};
}

Distribution lomax(const Expr& a, const Expr& q) {
  return {Family::kLomax, {a, q}};
}

bool is_discrete(Family family) {
  return family == Family::kBinomial || family == Family::kBernoulli ||
         family == Family::kBetaBinomial;
}

bool dependent(const Distribution& distribution, NodeId v) {
  return std::ranges::any_of(distribution.arguments,
                             [&](const Expr& argument) { return dependent(argument, v); });
}

std::vector<double> evaluate(const Distribution& distribution, std::span<const double> values) {
  std::vector<double> arguments;
  for (const Expr& argument : distribution.arguments) {
    arguments.push_back(evaluate(argument, values));
  }
  return arguments;
}

double log_density(Family family, double x, std::span<const double> t) {
  if (!in_support(family, x, t)) return -std::numeric_limits<double>::infinity();
  switch (family) {
    case Family::kNormal: {
      const double z = (x - t[0]) / t[1];
      return -0.5 * std::log(2 * std::numbers::pi) - std::log(t[1]) - 0.5 * z * z;
    }
    case Family::kGamma:
      return t[0] * std::log(t[1]) - std::lgamma(t[0]) + (t[0] - 1) * std::log(x) - t[1] * x;
    case Family::kExponential: return std::log(t[0]) - t[0] * x;
    case Family::kBeta:
      return (t[0] - 1) * std::log(x) + (t[1] - 1) * std::log1p(-x) - log_beta(t[0], t[1]);
    case Family::kBinomial:
      return log_choose(t[0], x) + x * std::log(t[1]) + (t[0] - x) * std::log1p(-t[1]);
    case Family::kBernoulli: return x == 1 ? std::log(t[0]) : std::log1p(-t[0]);
    case Family::kCompoundGamma:
      return (t[0] - 1) * std::log(x) + t[1] * std::log(t[2]) - (t[0] + t[1]) * std::log(x + t[2]) -
             log_beta(t[0], t[1]);
    case Family::kBetaBinomial:
      return log_choose(t[0], x) + log_beta(t[1] + x, t[2] + t[0] - x) - log_beta(t[1], t[2]);
    case Family::kLomax:
      return std::log(t[0]) + t[0] * std::log(t[1]) - (t[0] + 1) * std::log(x + t[1]);
  }
  internal_error("every family has a density", __FILE__, __LINE__);
}

double draw(Family family, std::span<const double> t, Random& random) {
  switch (family) {
    case Family::kNormal: return t[0] + t[1] * random.normal();
    case Family::kGamma: return random.gamma(t[0]) / t[1];
    case Family::kExponential: return random.exponential() / t[0];
    case Family::kBeta: return draw_beta(t[0], t[1], random);
    case Family::kBinomial: return draw_binomial(t[0], t[1], random);
    case Family::kBernoulli: return draw_binomial(1, t[0], random);
    case Family::kCompoundGamma: return t[2] * random.gamma(t[0]) / random.gamma(t[1]);
    case Family::kBetaBinomial: return draw_binomial(t[0], draw_beta(t[1], t[2], random), random);
    case Family::kLomax: return t[1] * random.exponential() / random.gamma(t[0]);
  }
  internal_error("every family can be drawn from", __FILE__, __LINE__);
}

}  // namespace autumn::oracle
