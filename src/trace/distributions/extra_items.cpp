// This file has the extra distributions of vectors and matrices.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/numbers.h"
#include "dist/constants.h"
#include "dist/items.h"
#include "dist/list.h"
#include "dist/matrix_draws.h"
#include "dist/wishart_parts.h"
#include "trace/distributions/extra_list.h"

namespace autumn::trace {
namespace {

using dist::Arguments;
using dist::ArgumentValues;
using dist::Domain;
using dist::Item;
using dist::scalar;
using expr::Operand;
using expr::Term;

// log of the multinomial coefficient of every item.
Term log_orderings(Term counts) {
  return lgamma(dist::item_sums(counts) + 1.0) - dist::item_sums(lgamma(counts + 1.0));
}

// ---- dirichlet_multinomial(alpha) ----

Term dirichlet_multinomial_density(Term y, Arguments args) {
  const auto [counts, alpha] = dist::match_items(y, args[0]);
  return log_orderings(y) + dist::item_sums(log_rising_factorial(alpha, counts)) -
         log_rising_factorial(dist::item_sums(args[0]), dist::item_sums(y));
}

// The total is an extra last argument, as for the multinomial.
void draw_dirichlet_multinomial(Random& random, ArgumentValues args, std::span<double> out) {
  std::vector<double> theta(out.size());
  dist::dirichlet().draw(random, args.subspan(0, 1), theta);
  const std::array<Operand, 2> with_total{Operand{args[0].shape, theta}, args[1]};
  dist::multinomial().draw(random, with_total, out);
}

// ---- multinomial_logit(gamma) ----

Term multinomial_logit_density(Term y, Arguments args) {
  const auto [counts, log_theta] = dist::match_items(y, log_softmax(args[0]));
  return log_orderings(y) + dist::item_sums(counts * log_theta);
}

void draw_multinomial_logit(Random& random, ArgumentValues args, std::span<double> out) {
  const auto gamma = args[0].numbers;
  const double largest = *std::max_element(gamma.begin(), gamma.end());
  std::vector<double> theta;
  double total = 0.0;
  for (const double g : gamma) total += theta.emplace_back(std::exp(g - largest));
  for (double& p : theta) p /= total;
  const std::array<Operand, 2> with_total{Operand{args[0].shape, theta}, args[1]};
  dist::multinomial().draw(random, with_total, out);
}

// ---- multi_student_t_cholesky(nu, mu, L) ----

Term multi_student_t_cholesky_density(Term y, Arguments args) {
  const Term nu = args[0];
  const Term l = args[2];
  const double half = 0.5 * static_cast<double>(dist::item_length(y));
  const Term log_normaliser = log_rising_factorial(0.5 * nu, half) -
                              half * (log(nu) + dist::kLogPi) - dist::log_det_triangle(l);
  return log_normaliser - (0.5 * nu + half) * log1p(dist::squared_distances(y, args[1], l) / nu);
}

void draw_multi_student_t_cholesky(Random& random, ArgumentValues args, std::span<double> out) {
  const double half_nu = 0.5 * scalar(args, 0);
  const Eigen::MatrixXd l = dist::as_matrix(args[2]);
  const Eigen::VectorXd z = dist::draw_normals(random, l.rows());
  const double scale = std::exp(0.5 * (std::log(half_nu) - random.log_gamma(half_nu)));
  dist::write(dist::as_matrix(args[1]) + scale * (l * z), out);
}

// ---- wishart_cholesky(nu, L) and inv_wishart_cholesky(nu, L): factors A of wishart matrices ----

// The log Jacobian of A -> A A' is K log 2 plus the sum of (K - k + 1) log A[k, k].
Term log_jacobian(Term a) {
  const std::size_t k = a.shape().rows;
  std::vector<double> powers;
  for (std::size_t i = 0; i < k; ++i) powers.push_back(static_cast<double>(k - i));
  const Term weights = dist::constant_vector(a.builder(), powers);
  return static_cast<double>(k) * dist::kLogTwo + sum(weights * log(diagonal(a)));
}

Term where_proper(Term nu, std::size_t k, Term inside) {
  return select(nu > static_cast<double>(k) - 1.0, inside, -kInfinity);
}

Term wishart_cholesky_density(Term a, Arguments args) {
  const Term nu = args[0];
  const std::size_t k = a.shape().rows;
  const Term inside = (nu - (static_cast<double>(k) + 1.0)) * dist::log_det_triangle(a) -
                      0.5 * sum(square(tri_solve(args[1], lower_triangle(a)))) -
                      nu * dist::log_det_triangle(args[1]) - dist::log_wishart_normaliser(nu, k) +
                      log_jacobian(a);
  return where_proper(nu, k, inside);
}

Term inv_wishart_cholesky_density(Term a, Arguments args) {
  const Term nu = args[0];
  const std::size_t k = a.shape().rows;
  const Term inside = nu * dist::log_det_triangle(args[1]) -
                      (nu + (static_cast<double>(k) + 1.0)) * dist::log_det_triangle(a) -
                      0.5 * sum(square(tri_solve(a, lower_triangle(args[1])))) -
                      dist::log_wishart_normaliser(nu, k) + log_jacobian(a);
  return where_proper(nu, k, inside);
}

void draw_wishart_cholesky(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = dist::as_matrix(args[1]);
  dist::write(l * dist::draw_bartlett(random, scalar(args, 0), l.rows()), out);
}

void draw_inv_wishart_cholesky(Random& random, ArgumentValues args, std::span<double> out) {
  const Eigen::MatrixXd l = dist::as_matrix(args[1]);
  std::vector<double> s(out.size());
  dist::write_product(l, s);
  const std::array<Operand, 2> with_product{args[0], Operand{args[1].shape, s}};
  dist::inv_wishart().draw(random, with_product, out);
  dist::write(dist::factor_of({args[1].shape, out}), out);
}

}  // namespace

const dist::Distribution& dirichlet_multinomial() {
  static const dist::Distribution kDistribution{
      .name = "dirichlet_multinomial",
      .variate = {"y", Domain::kCount, Item::kVector},
      .arguments = {{"alpha", Domain::kPositive, Item::kVector}},
      .log_density = dirichlet_multinomial_density,
      .draw = draw_dirichlet_multinomial,
  };
  return kDistribution;
}

const dist::Distribution& multinomial_logit() {
  static const dist::Distribution kDistribution{
      .name = "multinomial_logit",
      .variate = {"y", Domain::kCount, Item::kVector},
      .arguments = {{"gamma", Domain::kReal, Item::kVector}},
      .log_density = multinomial_logit_density,
      .draw = draw_multinomial_logit,
  };
  return kDistribution;
}

const dist::Distribution& multi_student_t_cholesky() {
  static const dist::Distribution kDistribution{
      .name = "multi_student_t_cholesky",
      .variate = {"y", Domain::kReal, Item::kVector},
      .arguments = {{"nu", Domain::kPositive},
                    {"mu", Domain::kReal, Item::kVector},
                    {"L", Domain::kCholeskyFactor, Item::kMatrix}},
      .log_density = multi_student_t_cholesky_density,
      .draw = draw_multi_student_t_cholesky,
  };
  return kDistribution;
}

const dist::Distribution& wishart_cholesky() {
  static const dist::Distribution kDistribution{
      .name = "wishart_cholesky",
      .variate = {"L_W", Domain::kCholeskyFactor, Item::kMatrix},
      .arguments = {{"nu", Domain::kPositive}, {"L_S", Domain::kCholeskyFactor, Item::kMatrix}},
      .log_density = wishart_cholesky_density,
      .draw = draw_wishart_cholesky,
  };
  return kDistribution;
}

const dist::Distribution& inv_wishart_cholesky() {
  static const dist::Distribution kDistribution{
      .name = "inv_wishart_cholesky",
      .variate = {"L_W", Domain::kCholeskyFactor, Item::kMatrix},
      .arguments = {{"nu", Domain::kPositive}, {"L_S", Domain::kCholeskyFactor, Item::kMatrix}},
      .log_density = inv_wishart_cholesky_density,
      .draw = draw_inv_wishart_cholesky,
  };
  return kDistribution;
}

}  // namespace autumn::trace
