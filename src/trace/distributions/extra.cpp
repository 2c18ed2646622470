// This file has the list of extra distributions, and computes tails of counts as finite sums.
#include "trace/distributions/extra.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/tails.h"
#include "trace/distributions/extra_list.h"

namespace autumn::trace {
namespace {

using dist::Arguments;
using expr::Term;

// One element of each argument; scalars serve all.
std::vector<Term> arguments_at(Arguments arguments, std::size_t i) {
  std::vector<Term> at;
  for (const Term x : arguments) at.push_back(x.shape().is_scalar() ? x : element(x, i));
  return at;
}

// log of the sum of the probabilities from `first` to `last`.
Term log_sum(const dist::Distribution& distribution, double first, double last,
             Arguments arguments) {
  expr::Builder& builder = arguments[0].builder();
  if (last < first) return constant(builder, -kInfinity);
  std::vector<double> counts;
  for (double k = first; k <= last; k += 1.0) counts.push_back(k);
  return log_sum_exp(distribution.log_density(dist::constant_vector(builder, counts), arguments));
}

// Applies a tail of single numbers to every element.
template <typename Tail>
Term each_element(Term y, Arguments arguments, const Tail& tail) {
  expr::Shape shape = y.shape();
  for (const Term x : arguments) {
    if (!x.shape().is_scalar()) shape = x.shape();
  }
  const std::vector<double> counts = dist::constant_numbers(y);
  if (shape.is_scalar()) return tail(counts[0], arguments);
  std::vector<Term> tails;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    tails.push_back(tail(counts[counts.size() == 1 ? 0 : i], arguments_at(arguments, i)));
  }
  return reshape(concat(tails), shape);
}

Term beta_binomial_cdf(Term y, Arguments arguments) {
  return each_element(y, arguments, [](double count, Arguments args) {
    const double trials = dist::constant_numbers(args[0])[0];
    if (count >= trials) return constant(args[0].builder(), 0.0);
    return log_sum(dist::beta_binomial(), 0.0, count, args);
  });
}

Term beta_binomial_ccdf(Term y, Arguments arguments) {
  return each_element(y, arguments, [](double count, Arguments args) {
    const double trials = dist::constant_numbers(args[0])[0];
    if (count < 0.0) return constant(args[0].builder(), 0.0);
    return log_sum(dist::beta_binomial(), count + 1.0, trials, args);
  });
}

Term beta_neg_binomial_cdf(Term y, Arguments arguments) {
  return each_element(y, arguments, [](double count, Arguments args) {
    return log_sum(beta_neg_binomial(), 0.0, count, args);
  });
}

Term beta_neg_binomial_ccdf(Term y, Arguments arguments) {
  return each_element(y, arguments, [](double count, Arguments args) {
    if (count < 0.0) return constant(args[0].builder(), 0.0);
    return log1m_exp(min(log_sum(beta_neg_binomial(), 0.0, count, args), dist::kNearestLog));
  });
}

}  // namespace

std::span<const dist::Distribution* const> extra_distributions() {
  static const std::array kAll = {
#define AUTUMN_X(name) &name(),
      AUTUMN_EXTRA_DISTRIBUTIONS(AUTUMN_X)
#undef AUTUMN_X
          & wiener(),
      &wiener_varying(),
      &wiener_full(),
  };
  return kAll;
}

const dist::Distribution* find_distribution(std::string_view name) {
  if (const dist::Distribution* found = dist::find(name)) return found;
  for (const dist::Distribution* extra : extra_distributions()) {
    if (extra->name == name) return extra;
  }
  return nullptr;
}

bool is_extra(const dist::Distribution& distribution) {
  const auto extras = extra_distributions();
  return std::find(extras.begin(), extras.end(), &distribution) != extras.end();
}

LogTail log_cdf_of(const dist::Distribution& distribution) {
  if (&distribution == &dist::beta_binomial()) return beta_binomial_cdf;
  if (&distribution == &beta_neg_binomial()) return beta_neg_binomial_cdf;
  if (&distribution == &dist::von_mises()) return von_mises_log_cdf;
  return distribution.log_cdf;
}

LogTail log_ccdf_of(const dist::Distribution& distribution) {
  if (&distribution == &dist::beta_binomial()) return beta_binomial_ccdf;
  if (&distribution == &beta_neg_binomial()) return beta_neg_binomial_ccdf;
  if (&distribution == &dist::von_mises()) return von_mises_log_ccdf;
  return distribution.log_ccdf;
}

}  // namespace autumn::trace
