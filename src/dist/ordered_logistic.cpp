// This file is the distribution ordered_logistic(eta, c): the interval between cutpoints c[1] <
// ... < c[K - 1] into which eta plus standard logistic noise falls, numbered from 1 to K.
#include <algorithm>
#include <cmath>

#include "base/numbers.h"
#include "dist/items.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// -inf, c[1], ..., c[K - 1], +inf: the ends of all intervals. Cutpoints may come as one row per
// item.
Term interval_ends(Term cutpoints) {
  expr::Builder& builder = cutpoints.builder();
  const Term low = constant(builder, -kInfinity);
  const Term high = constant(builder, kInfinity);
  if (!cutpoints.shape().is_matrix()) return expr::concat({low, cutpoints, high});
  const std::size_t rows = cutpoints.shape().rows;
  const auto edge = expr::Shape::vector(rows);
  return reshape(expr::concat({broadcast(low, edge), cutpoints, broadcast(high, edge)}),
                 expr::Shape::matrix(rows, cutpoints.shape().cols + 2));
}

// log(1 - exp(lower - upper)) of each interval.
Term log_gaps(Term ends) {
  const std::size_t rows = ends.shape().is_matrix() ? ends.shape().rows : 1;
  const std::size_t count = ends.size() - rows;
  const Term gaps = log1m_exp(slice(ends, 0, count) - slice(ends, rows, count));
  if (!ends.shape().is_matrix()) return gaps;
  return reshape(gaps, expr::Shape::matrix(rows, ends.shape().cols - 1));
}

// With u and l the ends of the interval less eta,
// inv_logit(u) - inv_logit(l) = inv_logit(u) inv_logit(-l) (1 - exp(l - u)): nothing cancels. At
// infinite ends the factors are one.
Term log_density(Term y, Arguments args) {
  const Term eta = args[0];
  const Term ends = interval_ends(args[1]);
  const Term lower = pick(ends, y, 1.0);
  const Term upper = pick(ends, y, 0.0);
  return log_inv_logit(upper - eta) + log_inv_logit(eta - lower) + pick(log_gaps(ends), y, 1.0);
}

Bounds bounds(Arguments args) {
  const double last = static_cast<double>(item_length(args[1])) + 1.0;
  expr::Builder& builder = args[1].builder();
  return {.lower = constant(builder, 1.0), .upper = constant(builder, last)};
}

// The upper end of the interval of y; any real y.
Term end_at(Term y, Term cutpoints) {
  const double last = static_cast<double>(item_length(cutpoints)) + 1.0;
  return pick(interval_ends(cutpoints), min(max(floor(y), 0.0), last), 0.0);
}

Term log_cdf(Term y, Arguments args) {
  return log_inv_logit(end_at(y, args[1]) - args[0]);
}

Term log_ccdf(Term y, Arguments args) {
  return log_inv_logit(args[0] - end_at(y, args[1]));
}

void draw(Random& random, ArgumentValues args, std::span<double> out) {
  const double u = random.uniform();
  const double latent = scalar(args, 0) + std::log(u) - std::log1p(-u);
  const auto cutpoints = args[1].numbers;
  const auto below =
      std::count_if(cutpoints.begin(), cutpoints.end(), [latent](double c) { return c < latent; });
  out[0] = static_cast<double>(below + 1);
}

}  // namespace

const Distribution& ordered_logistic() {
  static const Distribution kOrderedLogistic{
      .name = "ordered_logistic",
      .variate = {"y", Domain::kPositiveCount},
      .arguments = {{"eta", Domain::kReal}, {"c", Domain::kOrdered, Item::kVector}},
      .log_density = log_density,
      .bounds = bounds,
      .log_cdf = log_cdf,
      .log_ccdf = log_ccdf,
      .draw = draw,
  };
  return kOrderedLogistic;
}

}  // namespace autumn::dist
