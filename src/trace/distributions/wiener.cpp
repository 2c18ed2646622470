// This file computes the density of the first passage of a Wiener process through its upper
// boundary, with a fixed or a normal drift, and with fixed or uniform starting points and
// non-decision times.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/numbers.h"
#include "dist/constants.h"
#include "trace/distributions/extra_list.h"

namespace autumn::trace {
namespace {

using dist::Arguments;
using dist::Domain;
using expr::Builder;
using expr::Shape;
using expr::Term;

// Below this both series need few terms (Navarro and Fuss 2009).
constexpr double kSmallTime = 0.3;

// log of (2 pi x^3)^(-1/2) sum_k (w + 2k) exp(-(w + 2k)^2 / (2x)), for small x: the term k = 0 is
// taken out of the sum.
Term log_small_time(Term x, Term w) {
  Term total = w;
  for (const double k : {-1.0, 1.0, -2.0, 2.0, -3.0, 3.0}) {
    const Term shifted = w + 2.0 * k;
    total = total + shifted * exp((square(w) - square(shifted)) / (2.0 * x));
  }
  return log(total) - square(w) / (2.0 * x) - 1.5 * log(x) - dist::kHalfLogTwoPi;
}

// log of pi sum_k k exp(-k^2 pi^2 x / 2) sin(k pi w), for large x: the decay of the first term is
// taken out.
Term log_large_time(Term x, Term w) {
  constexpr double kPi = std::numbers::pi;
  const Term rate = 0.5 * kPi * kPi * x;
  Term total = sin(kPi * w);
  for (double k = 2.0; k <= 6.0; ++k) {
    total = total + k * exp((1.0 - k * k) * rate) * sin(k * kPi * w);
  }
  return log(total) - rate + std::log(kPi);
}

// The density of the passage at the lower boundary of [0, 1] at time x, from w, without drift. Each
// series sees a time it can bear, so that the one not taken has finite slopes.
Term log_passage(Term x, Term w) {
  const Term is_small = x < kSmallTime;
  return select(is_small, log_small_time(select(is_small, x, kSmallTime), w),
                log_large_time(select(is_small, kSmallTime, x), w));
}

// The time since the start of the process; 1 where it has not started.
struct Elapsed {
  Term time;
  Term is_after;
};

Elapsed elapsed(Term y, Term tau) {
  const Term time = y - tau;
  const Term is_after = time > 0.0;
  return {select(is_after, time, 1.0), is_after};
}

// The upper boundary at distance alpha from beta is the lower one from 1 - beta.
Term driftless(Term time, Term alpha, Term beta) {
  return log_passage(time / square(alpha), 1.0 - beta) - 2.0 * log(alpha);
}

Term wiener_density(Term y, Arguments args) {
  const Elapsed passage = elapsed(y, args[1]);
  const Term delta = args[3];
  const Term drift = delta * args[0] * (1.0 - args[2]) - 0.5 * square(delta) * passage.time;
  return select(passage.is_after, driftless(passage.time, args[0], args[2]) + drift, -kInfinity);
}

// The drift is normal(delta, s), integrated out.
Term varying_drift(Term time, Term alpha, Term beta, Term delta, Term s) {
  const Term reach = alpha * (1.0 - beta);
  const Term variance = square(s);
  const Term spread = 1.0 + variance * time;
  const Term drift =
      (variance * square(reach) + 2.0 * delta * reach - square(delta) * time) / (2.0 * spread) -
      0.5 * log(spread);
  return driftless(time, alpha, beta) + drift;
}

Term varying_density(Term y, Arguments args) {
  const Elapsed passage = elapsed(y, args[1]);
  return select(passage.is_after, varying_drift(passage.time, args[0], args[2], args[3], args[4]),
                -kInfinity);
}

// Points in (0, 1) and logs of their weights, which sum to one.
struct GaussLegendre {
  std::vector<double> points;
  std::vector<double> log_weights;
};

// Gauss and Legendre's rule: the roots of the Legendre polynomial by Newton's method.
GaussLegendre gauss_legendre(std::size_t n) {
  GaussLegendre quadrature;
  for (std::size_t i = 0; i < n; ++i) {
    const auto count = static_cast<double>(n);
    double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (count + 0.5));
    double slope = 1.0;
    for (int repeat = 0; repeat < 10; ++repeat) {
      double before = 1.0;
      double here = x;
      for (double k = 2.0; k <= count; ++k) {
        before = std::exchange(here, ((2.0 * k - 1.0) * x * here - (k - 1.0) * before) / k);
      }
      slope = count * (before - x * here) / (1.0 - x * x);
      x -= here / slope;
    }
    quadrature.points.push_back(0.5 * (1.0 + x));
    quadrature.log_weights.push_back(-std::log((1.0 - x * x) * slope * slope));
  }
  return quadrature;
}

// Every point of one rule with every point of the other.
struct Grid {
  std::vector<double> first;
  std::vector<double> second;
  std::vector<double> log_weights;
};

Grid grid_of(const GaussLegendre& a, const GaussLegendre& b) {
  Grid grid;
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    for (std::size_t j = 0; j < b.points.size(); ++j) {
      grid.first.push_back(a.points[i]);
      grid.second.push_back(b.points[j]);
      grid.log_weights.push_back(a.log_weights[i] + b.log_weights[j]);
    }
  }
  return grid;
}

bool is_zero(Term x) {
  const auto& graph = x.builder().graph();
  if (!graph.is_constant(x.id())) return false;
  const auto numbers = graph.constant(x.id());
  return std::all_of(numbers.begin(), numbers.end(), [](double v) { return v == 0.0; });
}

// Enough for eight digits wherever an observation is not far out in a tail; a width that is zero
// needs one point.
constexpr std::size_t kStartPoints = 20;
constexpr std::size_t kTimePoints = 32;

// The density also for a start uniform on beta +- var_beta / 2 and a non-decision time uniform on
// (tau, tau + var_tau): the average over a grid, whose points are the columns of a matrix with a
// row for each element.
Term full_density(Term y, Arguments args) {
  Builder& builder = y.builder();
  const Grid grid = grid_of(gauss_legendre(is_zero(args[5]) ? 1 : kStartPoints),
                            gauss_legendre(is_zero(args[6]) ? 1 : kTimePoints));
  const std::size_t points = grid.first.size();
  Shape shape = y.shape();
  for (const Term x : args) {
    if (!x.shape().is_scalar()) shape = x.shape();
  }
  const auto wide = [&](Term x) {
    if (x.shape().is_scalar()) return x;
    return repeat_cols(reshape(x, Shape::vector(shape.size())), points);
  };
  const auto row = [&](const std::vector<double>& numbers) {
    const Term x(builder, builder.constant(Shape::vector(points), numbers));
    return shape.is_scalar() ? x : repeat_rows(x, shape.size());
  };
  const Elapsed longest = elapsed(y, args[1]);
  const Term var_tau = args[6];
  const Term is_whole = var_tau <= longest.time;  // it starts before y whatever tau it has
  const Term length = select(is_whole, var_tau, longest.time);
  const Term log_share =
      select(is_whole, 0.0, log(longest.time) - log(select(is_whole, 1.0, var_tau)));
  const Term time = wide(longest.time) - wide(length) * row(grid.second);
  const Term beta = wide(args[2]) + wide(args[5]) * (row(grid.first) - 0.5);
  const Term all = varying_drift(time, wide(args[0]), beta, wide(args[3]), wide(args[4])) +
                   row(grid.log_weights);
  const Term mean = shape.is_scalar() ? log_sum_exp(all) : reshape(row_log_sum_exp(all), shape);
  const Term is_inside =
      longest.is_after && args[2] - 0.5 * args[5] > 0.0 && args[2] + 0.5 * args[5] < 1.0;
  return select(is_inside, mean + log_share, -kInfinity);
}

}  // namespace

const dist::Distribution& wiener() {
  static const dist::Distribution kDistribution{
      .name = "wiener",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive},
                    {"tau", Domain::kPositive},
                    {"beta", Domain::kOpenUnit},
                    {"delta", Domain::kReal}},
      .log_density = wiener_density,
  };
  return kDistribution;
}

const dist::Distribution& wiener_varying() {
  static const dist::Distribution kDistribution{
      .name = "wiener_varying",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive},
                    {"tau", Domain::kNonNegative},
                    {"beta", Domain::kOpenUnit},
                    {"delta", Domain::kReal},
                    {"var_delta", Domain::kNonNegative}},
      .log_density = varying_density,
  };
  return kDistribution;
}

const dist::Distribution& wiener_full() {
  static const dist::Distribution kDistribution{
      .name = "wiener_full",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive},
                    {"tau", Domain::kNonNegative},
                    {"beta", Domain::kOpenUnit},
                    {"delta", Domain::kReal},
                    {"var_delta", Domain::kNonNegative},
                    {"var_beta", Domain::kUnit},
                    {"var_tau", Domain::kNonNegative}},
      .log_density = full_density,
  };
  return kDistribution;
}

}  // namespace autumn::trace
