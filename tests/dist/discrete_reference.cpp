// This file computes log probabilities at 50 digits, as differences of log gammas, harmless at
// this precision.
#include "dist/discrete_reference.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "base/error.h"

namespace autumn::dist {
namespace {

using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                           boost::multiprecision::et_off>;

// Adds up terms and their sizes; a factor 0^positive makes it impossible.
struct Terms {
  Real value = 0;
  Real size = 0;
  bool is_impossible = false;

  void add(const Real& term) {
    value += term;
    size += abs(term);
  }
  // exponent * log(base), with 0 log 0 = 0.
  void add_power(const Real& base, const Real& exponent) {
    if (exponent == 0) return;
    if (base == 0) {
      is_impossible = true;
    } else {
      add(exponent * log(base));
    }
  }
};

Real log_gamma(const Real& x) {
  return boost::math::lgamma(x);
}

Real log_choose(const Real& n, const Real& k) {
  return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
}

Real log_rising(const Real& a, const Real& n) {
  return n == 0 ? Real(0) : log_gamma(a + n) - log_gamma(a);
}

// log(1 / (1 + exp(-x))); 50 digits do not hold 1 + exp(-700), so the series of log1p takes over.
Real log_inverse_logit(const Real& x) {
  if (x < 0) return x + log_inverse_logit(-x);
  const Real t = exp(-x);
  return t < Real(1e-30) ? -t * (1 - t / 2) : Real(-log(1 + t));
}

using Numbers = std::vector<Real>;

Terms binomial_terms(const Real& y, const Real& n, const Real& p) {
  Terms terms;
  terms.add(log_choose(n, y));
  terms.add_power(p, y);
  terms.add_power(1 - p, n - y);
  return terms;
}

Terms binomial_logit_terms(const Real& y, const Real& n, const Real& alpha) {
  Terms terms;
  terms.add(log_choose(n, y));
  terms.add(y * log_inverse_logit(alpha));
  terms.add((n - y) * log_inverse_logit(-alpha));
  return terms;
}

Terms beta_binomial_terms(const Real& y, const Numbers& a) {
  Terms terms;
  terms.add(log_choose(a[0], y));
  terms.add(log_rising(a[1], y));
  terms.add(log_rising(a[2], a[0] - y));
  terms.add(-log_rising(a[1] + a[2], a[0]));
  return terms;
}

Terms poisson_terms(const Real& y, const Real& lambda) {
  Terms terms;
  terms.add_power(lambda, y);
  terms.add(-lambda);
  terms.add(-log_gamma(y + 1));
  return terms;
}

Terms neg_binomial_terms(const Real& y, const Real& shape, const Real& mean) {
  Terms terms;
  terms.add(log_rising(shape, y));
  terms.add(-log_gamma(y + 1));
  terms.add(y * log(mean / (mean + shape)));
  terms.add(shape * log(shape / (mean + shape)));
  return terms;
}

Terms hypergeometric_terms(const Real& y, const Numbers& a) {
  Terms terms;
  terms.add(log_choose(a[1], y));
  terms.add(log_choose(a[2], a[0] - y));
  terms.add(-log_choose(a[1] + a[2], a[0]));
  return terms;
}

Terms softmax_terms(std::size_t k, const Numbers& beta) {
  Real total = 0;
  for (const Real& b : beta) total += exp(b);
  Terms terms;
  terms.add(beta[k]);
  terms.add(-log(total));
  return terms;
}

// inv_logit(upper) - inv_logit(lower), on the side where both are small.
Terms ordered_terms(std::size_t k, const Real& eta, const Numbers& c) {
  Terms terms;
  if (k == 0) {
    terms.add(log_inverse_logit(c[0] - eta));
  } else if (k == c.size()) {
    terms.add(log_inverse_logit(eta - c[k - 1]));
  } else {
    Real lower = c[k - 1] - eta;
    Real upper = c[k] - eta;
    if (lower > 0) {
      lower = eta - c[k];
      upper = eta - c[k - 1];
    }
    terms.add(log(1 / (1 + exp(-upper)) - 1 / (1 + exp(-lower))));
  }
  return terms;
}

Terms terms_of(const Case& at) {
  const Real y = at.y.numbers[0];
  std::vector<Numbers> args;
  for (const expr::Array& arg : at.args) args.emplace_back(arg.numbers.begin(), arg.numbers.end());
  Numbers a;
  for (const Numbers& arg : args) a.push_back(arg[0]);
  // Of other distributions numbers may be 0, or no whole ones.
  const auto category = static_cast<std::size_t>(std::max(at.y.numbers[0], 1.0) - 1.0);
  Terms power;
  if (at.name == "categorical") power.add_power(args[0].at(category), 1);
  if (at.name == "discrete_range") power.add_power(a[1] - a[0] + 1, -1);
  const std::map<std::string_view, std::function<Terms()>> formulas = {
      {"bernoulli", [&] { return binomial_terms(y, 1, a[0]); }},
      {"bernoulli_logit", [&] { return binomial_logit_terms(y, 1, a[0]); }},
      {"binomial", [&] { return binomial_terms(y, a[0], a[1]); }},
      {"binomial_logit", [&] { return binomial_logit_terms(y, a[0], a[1]); }},
      {"beta_binomial", [&] { return beta_binomial_terms(y, a); }},
      {"poisson", [&] { return poisson_terms(y, a[0]); }},
      {"poisson_log", [&] { return poisson_terms(y, exp(a[0])); }},
      {"neg_binomial", [&] { return neg_binomial_terms(y, a[0], a[0] / a[1]); }},
      {"neg_binomial_2", [&] { return neg_binomial_terms(y, a[1], a[0]); }},
      {"neg_binomial_2_log", [&] { return neg_binomial_terms(y, a[1], exp(a[0])); }},
      {"hypergeometric", [&] { return hypergeometric_terms(y, a); }},
      {"categorical", [&] { return power; }},
      {"categorical_logit", [&] { return softmax_terms(category, args[0]); }},
      {"ordered_logistic", [&] { return ordered_terms(category, a[0], args[1]); }},
      {"discrete_range", [&] { return power; }},
  };
  const auto found = formulas.find(at.name);
  AUTUMN_CHECK(found != formulas.end(), "there is a formula for the distribution");
  return found->second();
}

}  // namespace

Reference reference_log_probability(const Case& at) {
  const Terms terms = terms_of(at);
  if (terms.is_impossible) return {-std::numeric_limits<double>::infinity(), 0.0};
  return {static_cast<double>(terms.value), static_cast<double>(terms.size)};
}

}  // namespace autumn::dist
