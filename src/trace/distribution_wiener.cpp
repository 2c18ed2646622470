// The first passage of a Wiener process through its upper boundary, with a fixed or a normal drift.
#include <cmath>
#include <limits>
#include <numbers>

#include "dist/constants.h"
#include "trace/distribution_extra_list.h"

namespace autumn::trace {
namespace {

using dist::Arguments;
using dist::Domain;
using expr::Term;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
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

struct Passage {
  Term time;      // since the start of the process; 1 where there is none
  Term is_after;  // whether there is one
  Term log_density;
};

// wiener(alpha, tau, beta, delta): the upper boundary from beta is the lower one from 1 - beta.
Passage driftless(Term y, Arguments args) {
  const Term elapsed = y - args[1];
  const Term is_after = elapsed > 0.0;
  const Term time = select(is_after, elapsed, 1.0);
  const Term log_density = log_passage(time / square(args[0]), 1.0 - args[2]) - 2.0 * log(args[0]);
  return {time, is_after, log_density};
}

Term wiener_density(Term y, Arguments args) {
  const Passage passage = driftless(y, args);
  const Term delta = args[3];
  const Term drift = delta * args[0] * (1.0 - args[2]) - 0.5 * square(delta) * passage.time;
  return select(passage.is_after, passage.log_density + drift, -kInfinity);
}

// The drift is normal(delta, s), integrated out.
Term varying_density(Term y, Arguments args) {
  const Passage passage = driftless(y, args);
  const Term delta = args[3];
  const Term reach = args[0] * (1.0 - args[2]);
  const Term variance = square(args[4]);
  const Term spread = 1.0 + variance * passage.time;
  const Term drift =
      (variance * square(reach) + 2.0 * delta * reach - square(delta) * passage.time) /
          (2.0 * spread) -
      0.5 * log(spread);
  return select(passage.is_after, passage.log_density + drift, -kInfinity);
}

}  // namespace

const dist::Distribution& wiener() {
  static const dist::Distribution kDistribution{
      .name = "wiener",
      .variate = {"y", Domain::kPositive},
      .arguments = {{"alpha", Domain::kPositive},
                    {"tau", Domain::kReal},
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
                    {"tau", Domain::kReal},
                    {"beta", Domain::kOpenUnit},
                    {"delta", Domain::kReal},
                    {"var_delta", Domain::kReal}},
      .log_density = varying_density,
  };
  return kDistribution;
}

}  // namespace autumn::trace
