// This file computes the coefficients of multistep methods.
#include "solve/multistep_coefficients.h"

#include <cmath>

namespace autumn::solve {
namespace {

double as_double(std::size_t n) {
  return static_cast<double>(n);
}

// p(x) (1 + slope x), for p of a degree below `degree`.
void multiply_by(MultistepPolynomial& p, std::size_t degree, double slope) {
  for (std::size_t i = degree; i >= 1; --i) p[i] += p[i - 1] * slope;
}

// p(x) (x + root), from x^2 on, for p of a degree below `degree`.
void multiply_monic(MultistepPolynomial& p, std::size_t degree, double root) {
  for (std::size_t i = degree; i >= 2; --i) p[i] = p[i] * root + p[i - 1];
}

// Harmonic numbers, which the leading coefficients of steps of equal length are.
constexpr std::array<double, 6> kHarmonic{0.0,        1.0,         3.0 / 2.0,
                                          11.0 / 6.0, 25.0 / 12.0, 137.0 / 60.0};

// The numbers that error constants are made of. `reach` is the time from the new point back to the
// oldest one that counts.
struct Constants {
  double leading = -1.0;           // of the formula, as with equal steps
  double leading_by_steps = -1.0;  // as with the steps that there were
  double last_inverse = 1.0;       // step / reach
  double fixed_inverse = 1.0;      // the same for the point that makes the leading one fixed
  double reach = 0.0;
};

Constants fill_corrector(const MultistepHistory& history, MultistepPolynomial& corrector) {
  const std::size_t q = history.order;
  corrector[0] = corrector[1] = 1.0;
  Constants constants{.reach = history.step};
  if (q == 1) return constants;
  for (std::size_t j = 2; j < q; ++j) {
    constants.reach += history.past[j - 1];
    multiply_by(corrector, j, history.step / constants.reach);
  }
  constants.leading = -kHarmonic[q];
  constants.fixed_inverse = -corrector[1] - constants.leading;
  constants.reach += history.past[q - 1];
  constants.last_inverse = history.step / constants.reach;
  constants.leading_by_steps = -corrector[1] - constants.last_inverse;
  multiply_by(corrector, q, constants.fixed_inverse);
  return constants;
}

void fill_errors_beside(const MultistepHistory& history, const Constants& c, double scale,
                        MultistepCoefficients& out) {
  const std::size_t q = history.order;
  out.error_below = 1.0;
  if (q > 1) {
    const double below = c.leading + 1.0 / as_double(q);
    const double below_by_steps = c.leading_by_steps + c.last_inverse;
    out.error_below =
        std::fabs(c.fixed_inverse / out.corrector[q] * (1.0 - below_by_steps + below) / below);
  }
  const double inverse = history.step / (c.reach + history.past[q]);
  const double above = c.leading - 1.0 / as_double(q + 1);
  const double above_by_steps = c.leading_by_steps - inverse;
  out.error_above =
      std::fabs((1.0 - above_by_steps + above) / scale / (inverse * as_double(q + 2) * above));
}

MultistepCoefficients backward_coefficients(const MultistepHistory& history, bool chooses_order) {
  MultistepCoefficients out;
  const Constants c = fill_corrector(history, out.corrector);
  const double distance = 1.0 - c.leading_by_steps + c.leading;
  const double scale = 1.0 + as_double(history.order) * distance;
  out.error = std::fabs(distance / (c.leading * scale));
  out.derivative =
      std::fabs(scale * c.fixed_inverse / (out.corrector[history.order] * c.last_inverse));
  if (chooses_order) fill_errors_beside(history, c, scale, out);
  return out;
}

MultistepIncrease backward_increase(const MultistepHistory& history) {
  MultistepIncrease out;
  out.multiples[2] = 1.0;
  double inverses = 1.0;
  double product = 1.0;
  double root = 1.0;
  double reach = history.step;
  for (std::size_t j = 1; j < history.order; ++j) {
    reach += history.past[j + 1];
    multiply_monic(out.multiples, j + 2, root);
    root = reach / history.step;
    product *= root;
    inverses += 1.0 / root;
  }
  out.factor = (kHarmonic[history.order] - inverses) / product;
  return out;
}

MultistepPolynomial backward_decrease(const MultistepHistory& history) {
  MultistepPolynomial out{};
  out[2] = 1.0;
  double reach = 0.0;
  for (std::size_t j = 1; j + 2 <= history.order; ++j) {
    reach += history.past[j];
    multiply_monic(out, j + 2, reach / history.step);
  }
  return out;
}

// The integral of x^(k - 1) p(x) from -1 to 0, up to its sign.
double integral(const MultistepPolynomial& p, std::size_t degree, std::size_t k) {
  double sum = 0.0;
  for (std::size_t i = 0; i <= degree; ++i) {
    const double term = p[i] / as_double(i + k);
    sum += i % 2 == 0 ? term : -term;
  }
  return sum;
}

// The derivative of the corrector is proportional to the polynomial with roots at the past points.
MultistepCoefficients adams_coefficients(const MultistepHistory& history, bool chooses_order) {
  const std::size_t q = history.order;
  MultistepCoefficients out;
  out.corrector[0] = out.corrector[1] = out.error_below = out.derivative = 1.0;
  out.error = 0.5;
  out.error_above = 1.0 / 12.0;
  if (q == 1) return out;
  MultistepPolynomial roots{1.0};
  double reach = history.step;
  for (std::size_t j = 1; j < q; ++j) {
    if (j + 1 == q && chooses_order) {
      out.error_below = as_double(q) * integral(roots, q - 2, 2) / roots[q - 2];
    }
    multiply_by(roots, j, history.step / reach);
    reach += history.past[j];
  }
  const double whole = integral(roots, q - 1, 1);
  const double steps = reach / history.step;
  for (std::size_t i = 1; i <= q; ++i) out.corrector[i] = roots[i - 1] / as_double(i) / whole;
  out.error = integral(roots, q - 1, 2) / whole / steps;
  out.derivative = steps / out.corrector[q];
  if (!chooses_order) return out;
  multiply_by(roots, q, 1.0 / steps);
  out.error_above = integral(roots, q, 2) / whole / as_double(q + 1);
  return out;
}

// The integral of the polynomial with roots at 0 and the past points, times the order, so that its
// slopes at these points stay.
MultistepPolynomial adams_decrease(const MultistepHistory& history) {
  MultistepPolynomial roots{};
  roots[1] = 1.0;
  double reach = 0.0;
  for (std::size_t j = 1; j + 2 <= history.order; ++j) {
    reach += history.past[j];
    for (std::size_t i = j + 1; i >= 1; --i) {
      roots[i] = roots[i] * reach / history.step + roots[i - 1];
    }
  }
  MultistepPolynomial out{};
  for (std::size_t j = 1; j < history.order; ++j) {
    out[j + 1] = as_double(history.order) * roots[j] / as_double(j + 1);
  }
  return out;
}

}  // namespace

MultistepCoefficients multistep_coefficients(Formula formula, const MultistepHistory& history,
                                             bool chooses_order) {
  return formula == Formula::kBackward ? backward_coefficients(history, chooses_order)
                                       : adams_coefficients(history, chooses_order);
}

MultistepIncrease multistep_increase(Formula formula, const MultistepHistory& history) {
  return formula == Formula::kBackward ? backward_increase(history) : MultistepIncrease{};
}

MultistepPolynomial multistep_decrease(Formula formula, const MultistepHistory& history) {
  return formula == Formula::kBackward ? backward_decrease(history) : adams_decrease(history);
}

}  // namespace autumn::solve
