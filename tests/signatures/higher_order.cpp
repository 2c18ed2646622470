// This file has calls of functions that take functions, and the program around them.
#include "signatures/higher_order.h"

namespace autumn::signatures {
namespace {

constexpr const char* kFunctions = R"(functions {
  vector grow(real t, vector y, vector p) {
    return [p[1] * y[2] - 0.3 * t, -p[2] * y[1]]';
  }
  array[] real grow_array(real t, array[] real y, array[] real p, data array[] real r,
                          data array[] int n) {
    return {p[1] * y[2] - r[1] * t, -p[2] * y[1] * n[1]};
  }
  vector residual(real t, vector y, vector dy, vector p) {
    return [dy[1] + p[1] * y[1], y[2] - square(y[1]) * p[2]]';
  }
  vector equations(vector y, vector p) {
    return [square(y[1]) + p[1] - 2, y[1] * y[2] - p[2]]';
  }
  vector equations_old(vector y, vector p, data array[] real r, data array[] int n) {
    return [square(y[1]) + p[1] - r[1], y[1] * y[2] - p[2] * n[1]]';
  }
  real under_curve(real u, real distance, array[] real p, data array[] real r, data array[] int n) {
    return exp(-p[1] * u) * (p[2] + r[1] * n[1]);
  }
  vector shard(vector shared, vector own, data array[] real r, data array[] int n) {
    return shared * own[1] * r[1] + n[1];
  }
  real counts(vector t, array[] int y, real shift) { return poisson_log_lpmf(y | t + shift); }
  matrix covariance(real alpha, real rho) { return [[alpha^2 + 1, rho], [rho, 2]]; }
  real partial(array[] real part, int first, int last, vector p) {
    return sum(exp(to_vector(part) * p[1])) * p[2];
  }
})";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

}  // namespace

std::vector<HigherOrderCase> higher_order_cases() {
  std::vector<HigherOrderCase> cases;
  const auto add = [&](std::initializer_list<const char*> names, const std::string& call) {
    for (const char* name : names) cases.push_back({name, replaced(call, "NAME", name)});
  };
  add({"ode_rk45", "ode_ckrk", "ode_adams", "ode_bdf"},
      "sum(NAME(grow, x[1:2], x[3] - 1, {1.5, 2.5}, x[2:3])[2])");
  add({"ode_rk45_tol", "ode_ckrk_tol", "ode_adams_tol", "ode_bdf_tol"},
      "sum(NAME(grow, x[1:2], x[3] - 1, {1.5, 2.5}, 1e-11, 1e-11, 100000, x[2:3])[2])");
  add({"ode_adjoint_tol_ctl"},
      "sum(NAME(grow, x[1:2], x[3] - 1, {1.5, 2.5}, 1e-11, rep_vector(1e-11, 2), 1e-11, "
      "rep_vector(1e-11, 2), 1e-11, 1e-11, 100000, 100, 1, 1, 1, x[2:3])[2])");
  add({"integrate_ode", "integrate_ode_rk45", "integrate_ode_adams", "integrate_ode_bdf"},
      "sum(NAME(grow_array, {x[1], x[2]}, 0, {1.5, 2.5}, {x[2], x[3]}, {0.3}, {1})[2])");
  add({"dae"},
      "sum(NAME(residual, [x[1], square(x[1]) * x[3]]', [-x[1] * x[2], "
      "-2 * square(x[1]) * x[2] * x[3]]', 0, {0.5, 1.0}, x[2:3])[2])");
  add({"dae_tol"},
      "sum(NAME(residual, [x[1], square(x[1]) * x[3]]', [-x[1] * x[2], "
      "-2 * square(x[1]) * x[2] * x[3]]', 0, {0.5, 1.0}, 1e-10, 1e-10, 100000, "
      "x[2:3])[2])");
  add({"solve_newton", "solve_powell"}, "sum(NAME(equations, [1, 1]', x[1:2]))");
  add({"solve_newton_tol", "solve_powell_tol"},
      "sum(NAME(equations, [1, 1]', 1e-12, 1e-12, 1000, x[1:2]))");
  add({"algebra_solver", "algebra_solver_newton"},
      "sum(NAME(equations_old, [1, 1]', x[1:2], {2.0}, {1}))");
  add({"integrate_1d"}, "NAME(under_curve, x[1], x[2] + 2, {x[2], x[3]}, {0.4}, {2}, 1e-10)");
  add({"map_rect"}, "sum(NAME(shard, x, {x[1:2], x[2:3]}, {{0.5}, {0.7}}, {{1}, {2}}))");
  add({"reduce_sum", "reduce_sum_static"}, "NAME(partial, {x[1], x[2], x[3]}, 1, x[2:3])");
  const std::string control = ", [0, 0]', 1e-6, 100, 1, 1, 0)";
  const std::string user = "NAME(counts, ({1, 3}, x[3]), covariance, (x[1], x[2])";
  add({"laplace_marginal"}, user + ")");
  add({"laplace_marginal_tol"}, user + control);
  for (const std::string name : {"bernoulli_logit", "poisson_log", "neg_binomial_2_log"}) {
    const std::string dispersion = name == "neg_binomial_2_log" ? "x[3], " : "";
    const std::string call =
        "NAME({1, 1} | {1, 2}, " + dispersion + "x[2:3], covariance, (x[1], x[2])";
    add({("laplace_marginal_" + name + "_lpmf").c_str()}, call + ")");
    add({("laplace_marginal_tol_" + name + "_lpmf").c_str()}, call + control);
  }
  return cases;
}

std::vector<HigherOrderCase> random_cases() {
  std::vector<HigherOrderCase> cases;
  const auto add = [&](const std::string& name, const std::string& arguments) {
    cases.push_back({name, "sum(" + name + "(" + arguments + "))"});
  };
  const std::string control = ", [0, 0]', 1e-6, 100, 1, 1, 0";
  const std::string user = "counts, ({1, 3}, 0.2), covariance, (0.4, 0.7)";
  add("laplace_latent_rng", user);
  add("laplace_latent_tol_rng", user + control);
  for (const std::string name : {"bernoulli_logit", "poisson_log", "neg_binomial_2_log"}) {
    const std::string dispersion = name == "neg_binomial_2_log" ? "1.5, " : "";
    const std::string arguments =
        "{1, 1}, {1, 2}, " + dispersion + "[0.1, 0.3]', covariance, (0.4, 0.7)";
    add("laplace_latent_" + name + "_rng", arguments);
    add("laplace_latent_tol_" + name + "_rng", arguments + control);
  }
  return cases;
}

std::string functions_of_cases() {
  return kFunctions;
}

std::string program_of(const HigherOrderCase& c) {
  return std::string(kFunctions) + "\nparameters { vector[3] x; }\nmodel { target += " + c.call +
         "; }\n";
}

}  // namespace autumn::signatures
