// This file has what the LKJ distributions of correlation matrices share (Lewandowski, Kurowicka
// and Joe 2009).
#include "dist/lkj.h"

#include <cmath>
#include <vector>

#include "dist/constants.h"
#include "dist/items.h"

namespace autumn::dist {

// Row k + 1 of the Cholesky factor holds a point x of the unit ball in k dimensions with density
// (1 - |x|^2)^(b - 1), b = eta + (n - 1 - k) / 2, whose integral is
// pi^(k/2) gamma(b) / gamma(b + k/2).
expr::Term log_lkj_normaliser(expr::Term eta, std::size_t n) {
  const double order = static_cast<double>(n);
  std::vector<double> shifts;
  std::vector<double> halves;
  for (double k = 1.0; k < order; ++k) {
    shifts.push_back(0.5 * (order - 1.0 - k));
    halves.push_back(0.5 * k);
  }
  const double log_pi_powers = 0.25 * order * (order - 1.0) * kLogPi;
  if (shifts.empty()) return 0.0 * eta;
  expr::Builder& builder = eta.builder();
  const expr::Term b = eta + constant_vector(builder, shifts);
  return sum(log_rising_factorial(b, constant_vector(builder, halves))) - log_pi_powers;
}

// The onion, row by row: |x|^2 ~ beta(k/2, b) is |z|^2 / (|z|^2 + 2 g) with z standard normal and
// g ~ gamma(b), and z gives the direction too. The logarithm of g keeps the diagonal positive
// for tiny eta.
Eigen::MatrixXd draw_lkj_factor(Random& random, double eta, Eigen::Index n) {
  Eigen::MatrixXd l = Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index k = 1; k < n; ++k) {
    double squares = 0.0;
    for (Eigen::Index j = 0; j < k; ++j) {
      l(k, j) = random.normal();
      squares += l(k, j) * l(k, j);
    }
    const double log_rest = kLogTwo + random.log_gamma(eta + 0.5 * static_cast<double>(n - 1 - k));
    const double length = std::sqrt(squares + std::exp(log_rest));
    for (Eigen::Index j = 0; j < k; ++j) l(k, j) /= length;
    l(k, k) = std::exp(0.5 * log_rest) / length;
  }
  return l;
}

}  // namespace autumn::dist
