// This file is the distribution von_mises(mu, kappa): on the circle, mean direction mu and
// concentration kappa >= 0; y is any real angle.
#include <cmath>
#include <numbers>

#include "dist/constants.h"
#include "dist/list.h"

namespace autumn::dist {
namespace {

// kappa - log I0(kappa). From 1000 on, where the difference would lose digits, by the asymptotic
// series of I0 (Abramowitz and Stegun 9.7.1), whose next term is below 1e-16 there.
Term log_height(Term kappa) {
  constexpr double kLarge = 1000.0;
  const Term x = 0.125 / max(kappa, kLarge);
  const Term series = x * (1.0 + x * (4.5 + x * (37.5 + x * (459.375 + x * 7441.875))));
  const Term asymptotic = kHalfLogTwoPi + 0.5 * log(max(kappa, kLarge)) - log1p(series);
  return select(kappa < kLarge, kappa - log_bessel_i0(kappa), asymptotic);
}

// kappa cos(d) = kappa - 2 kappa sin^2(d / 2), so that the large kappa cancels in log_height.
Term log_density(Term y, Arguments args) {
  const Term& kappa = args[1];
  return log_height(kappa) - 2.0 * kappa * square(sin(0.5 * (y - args[0]))) - 2.0 * kHalfLogTwoPi;
}

// The wrapped Cauchy envelope of Best and Fisher (1979), rho the length of its mean vector. Their
// formulas for rho and 1 - rho are rearranged to have no cancellation for any kappa >= 0.
struct Envelope {
  double rho = 0.0;
  double one_minus_rho = 1.0;
  double kappa_over_rho = 2.0;

  explicit Envelope(double kappa) {
    const double q = std::hypot(1.0, 2.0 * kappa);
    const double root = std::sqrt(1.0 + q);
    const double factor = 2.0 * root / ((root + std::sqrt(2.0)) * (q + 1.0));
    rho = kappa * factor;
    kappa_over_rho = 1.0 / factor;
    one_minus_rho = kappa < 1.0
                        ? 1.0 - rho
                        : (std::sqrt(2.0) * root - 1.0 - 1.0 / (q + 2.0 * kappa)) / (2.0 * kappa);
  }
};

// An angle in (-pi, pi) around 0. A proposal has the height exp(1 - c) c over the envelope.
double draw_centred(Random& random, double kappa) {
  if (!(kappa >= 0.0 && std::isfinite(kappa))) return std::nan("");
  // So narrow that it is normal to the last digit, and the envelope would overflow.
  constexpr double kNormal = 1e20;
  if (kappa > kNormal) return random.normal() / std::sqrt(kappa);
  const Envelope envelope(kappa);
  const double width = envelope.one_minus_rho / (1.0 + envelope.rho);
  const double least =
      0.5 * envelope.kappa_over_rho * envelope.one_minus_rho * envelope.one_minus_rho;
  while (true) {
    const double t = width * std::tan(std::numbers::pi * (random.uniform() - 0.5));
    const double sin2 = t * t / (1.0 + t * t);  // of half the angle
    const double c = least + 2.0 * kappa * sin2;
    if (std::log(c) + 1.0 - c >= std::log(random.uniform())) return 2.0 * std::atan(t);
  }
}

// As Stan's: within pi of mu reduced to [0, 2 pi).
void draw(Random& random, ArgumentValues args, std::span<double> out) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double reduced = std::fmod(scalar(args, 0), kTurn);
  const double centre = reduced < 0.0 ? reduced + kTurn : reduced;
  out[0] = centre + draw_centred(random, scalar(args, 1));
}

}  // namespace

const Distribution& von_mises() {
  static const Distribution kVonMises{
      .name = "von_mises",
      .variate = {"y", Domain::kReal},
      .arguments = {{"mu", Domain::kReal}, {"kappa", Domain::kNonNegative}},
      .log_density = log_density,
      .draw = draw,
  };
  return kVonMises;
}

}  // namespace autumn::dist
