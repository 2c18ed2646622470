// This file computes normal quantiles by Wichura (1988), Algorithm AS 241: The percentage points
// of the normal distribution (PPND16).
#include "output/diagnostics/normal_quantile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace autumn::output {
namespace {

// Coefficients from the highest power down.
using Coefficients = std::array<double, 8>;

struct Rational {
  Coefficients numerator;
  Coefficients denominator;

  [[nodiscard]] double operator()(double r) const {
    double above = 0;
    double below = 0;
    for (std::size_t k = 0; k < numerator.size(); ++k) {
      above = above * r + numerator[k];
      below = below * r + denominator[k];
    }
    return above / below;
  }
};

constexpr Rational kCentre{
    {2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
     13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608},
    {5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
     5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0}};

constexpr Rational kTail{{7.7454501427834140764e-4, .0227238449892691845833, .24178072517745061177,
                          1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055,
                          4.6303378461565452959, 1.42343711074968357734},
                         {1.05075007164441684324e-9, 5.475938084995344946e-4,
                          .0151986665636164571966, .14810397642748007459, .68976733498510000455,
                          1.6763848301838038494, 2.05319162663775882187, 1.0}};

constexpr Rational kFarTail{
    {2.01033439929228813265e-7, 2.71155556874348757815e-5, .0012426609473880784386,
     .026532189526576123093, .29656057182850489123, 1.7848265399172913358, 5.4637849111641143699,
     6.6579046435011037772},
    {2.04426310338993978564e-15, 1.4215117583164458887e-7, 1.8463183175100546818e-5,
     7.868691311456132591e-4, .0148753612908506148525, .13692988092273580531, .59983220655588793769,
     1.0}};

}  // namespace

double normal_quantile(double probability) {
  const double q = probability - 0.5;
  if (std::abs(q) <= 0.425) return q * kCentre(0.180625 - q * q);
  const double r = std::sqrt(-std::log(std::min(probability, 1 - probability)));
  const double size = r <= 5 ? kTail(r - 1.6) : kFarTail(r - 5);
  return q < 0 ? -size : size;
}

}  // namespace autumn::output
