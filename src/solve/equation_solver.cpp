// This file finds roots by damped Newton iterations.
#include "solve/equation_solver.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

namespace autumn::solve {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Iterate {
  VectorXd y;
  VectorXd f;
  MatrixXd jacobian;

  [[nodiscard]] double norm() const { return f.norm(); }
};

bool evaluate(const Equations& equations, Iterate& at) {
  return equations(at.y, at.f, at.jacobian) && at.f.allFinite() && at.jacobian.allFinite();
}

// (J'J + damping D) step = -J'f with D the squared lengths of the columns; the Newton step without
// damping.
VectorXd step_of(const Iterate& at, double damping) {
  if (damping == 0.0) return at.jacobian.partialPivLu().solve(-at.f);
  MatrixXd normal = at.jacobian.transpose() * at.jacobian;
  normal.diagonal() += damping * (normal.diagonal().array() + 1e-12).matrix();
  return normal.ldlt().solve(-at.jacobian.transpose() * at.f);
}

// The next iterate, closer to zero; nothing if no damping leads there.
std::optional<Iterate> improved(const Equations& equations, const Iterate& at) {
  for (double damping = 0.0; damping < 1e12; damping = damping == 0.0 ? 1e-4 : damping * 10.0) {
    Iterate next = at;
    next.y += step_of(at, damping);
    if (!next.y.allFinite() || !evaluate(equations, next)) continue;
    if (next.norm() < at.norm()) return next;
  }
  return std::nullopt;
}

}  // namespace

std::optional<VectorXd> find_root(const Equations& equations, VectorXd start,
                                  const RootSettings& settings) {
  const auto n = start.size();
  Iterate at{std::move(start), VectorXd(n), MatrixXd(n, n)};
  if (!evaluate(equations, at)) return std::nullopt;
  for (double step = 0; step < settings.max_steps && at.norm() > 0.0; ++step) {
    std::optional<Iterate> next = improved(equations, at);
    if (!next) break;
    at = std::move(*next);
  }
  if (!(at.norm() <= settings.function_tolerance)) return std::nullopt;
  return at.y;
}

}  // namespace autumn::solve
