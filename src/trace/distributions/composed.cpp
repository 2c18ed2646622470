// This file writes the composed densities, lkj_cov and gaussian_dlm_obs, as expressions.
#include "trace/distributions/composed.h"

#include <fmt/format.h>

#include "dist/constants.h"
#include "trace/distributions/distribution.h"
#include "trace/functions/common.h"
#include "trace/requirement.h"

namespace autumn::trace {
namespace {

using expr::Term;
using expr::flag::kTransposeLeft;
using expr::flag::kTransposeRight;

// ---- lkj_cov(mu, sigma, eta): lognormal scales, and correlations apart from them ----

Value lkj_cov(Machine& machine, const Value& y, std::span<const Value> args) {
  const std::size_t n = y.dims()[0];
  if (y.dims()[1] != n || args[0].size() != n || args[1].size() != n) {
    fail(fmt::format("lkj_cov: sizes do not match: {}, {} and {}", describe(y), describe(args[0]),
                     describe(args[1])));
  }
  const Value scales =
      compose(machine, {&y, 1}, kVectorType, {n}, [](Terms x) { return sqrt(diagonal(x[0])); });
  const Value both[] = {y, scales};
  const Value correlations =
      compose(machine, both, kMatrixType, {n, n}, [](Terms x) { return x[0] / outer(x[1], x[1]); });
  const Value parts[] = {log_density_call(machine, "lognormal", scales, args.first(2)),
                         log_density_call(machine, "lkj_corr", correlations, args.subspan(2))};
  return machine.elementwise(expr::Op::kAdd, parts, kRealType, {});
}

// ---- gaussian_dlm_obs(F, G, V, W, m0, C0): Kalman's filter over the columns of y ----

void check_dlm(const Value& y, std::span<const Value> a) {
  const Dims& f = a[0].dims();
  const std::size_t n = f[0];
  const std::size_t r = f[1];
  const Dims square{n, n};
  const Dims noise{r, r};
  const bool is_diagonal = a[2].dims().size() == 1;
  const bool fits = y.dims()[0] == r && a[1].dims() == square &&
                    (is_diagonal ? a[2].size() == r : a[2].dims() == noise) &&
                    a[3].dims() == square && a[4].size() == n && a[5].dims() == square;
  if (!fits || n == 0 || r == 0) {
    fail(fmt::format("gaussian_dlm_obs: sizes do not match: {} observations of {} states",
                     describe(y), describe(a[0])));
  }
}

// With F (n x r), G (n x n): state t is normal(G state, W), column t of y normal(F' state, V).
Term dlm_density(Terms x) {
  const Term y = x[0];
  const Term f = x[1];
  const Term g = x[2];
  const Term v = x[3].shape().is_matrix() ? x[3] : diagonal_matrix(x[3]);
  Term m = x[5];
  Term c = x[6];
  Term total = expr::constant(y.builder(), -static_cast<double>(y.size()) * dist::kHalfLogTwoPi);
  for (std::size_t t = 0; t < y.shape().cols; ++t) {
    const Term ahead = matmul(g, m);
    const Term spread = matmul(matmul(g, c), g, kTransposeRight) + x[4];
    const Term seen = matmul(spread, f);                 // R F
    const Term q = matmul(f, seen, kTransposeLeft) + v;  // F' R F + V
    const Term error = column(y, t) - matmul(f, ahead, kTransposeLeft);
    total = total - 0.5 * (log_det_spd(q) + dot(error, spd_solve(q, error)));
    m = ahead + matmul(seen, spd_solve(q, error));
    c = spread - matmul(seen, spd_solve(q, transpose(seen)));
  }
  return total;
}

// Semidefinite up to rounding: with a little more on its diagonal it is definite.
void require_covariance(Machine& machine, std::string_view name, const Value& x) {
  const bool is_diagonal = x.dims().size() == 1;
  if (is_diagonal || x.size() == 1) {
    return require(machine, {"gaussian_dlm_obs", name, dist::Domain::kNonNegative, true}, x);
  }
  const Value raised = compose(machine, {&x, 1}, x.type(), x.dims(), [](Terms t) {
    constexpr double kLittle = 1e-8;
    const Term more = kLittle * (1.0 + sum(abs(diagonal(t[0]))));
    return t[0] + diagonal_matrix(broadcast(more, expr::Shape::vector(t[0].shape().rows)));
  });
  require(machine, {"gaussian_dlm_obs", name, dist::Domain::kPositiveDefinite}, raised);
}

Value gaussian_dlm_obs(Machine& machine, const Value& y, std::span<const Value> args) {
  check_dlm(y, args);
  require(machine, {"gaussian_dlm_obs", "y", dist::Domain::kReal, true}, y);
  for (const auto& [k, name] : {std::pair(0, "F"), std::pair(1, "G"), std::pair(4, "m0")}) {
    require(machine, {"gaussian_dlm_obs", name, dist::Domain::kReal, true},
            args[static_cast<std::size_t>(k)]);
  }
  require_covariance(machine, "V", args[2]);
  require_covariance(machine, "W", args[3]);
  require_covariance(machine, "C0", args[5]);
  std::vector<Value> all{y};
  all.insert(all.end(), args.begin(), args.end());
  return compose(machine, all, kRealType, {}, dlm_density);
}

}  // namespace

std::optional<Value> composed_density(Machine& machine, std::string_view distribution,
                                      const Value& y, std::span<const Value> arguments) {
  if (distribution == "lkj_cov") return lkj_cov(machine, y, arguments);
  if (distribution == "gaussian_dlm_obs") return gaussian_dlm_obs(machine, y, arguments);
  return std::nullopt;
}

}  // namespace autumn::trace
