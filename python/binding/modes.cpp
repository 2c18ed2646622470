// This file finds modes, and approximates the posterior around them.
#include <cmath>

#include "approximate/ending.h"
#include "engine/point.h"
#include "method.h"

namespace autumn::python {
namespace {

approximate::OptimizeSettings optimize_settings(const nb::dict& options) {
  static const std::map<std::string, approximate::Algorithm> kAlgorithms{
      {"lbfgs", approximate::Algorithm::kLbfgs},
      {"bfgs", approximate::Algorithm::kBfgs},
      {"newton", approximate::Algorithm::kNewton}};
  approximate::OptimizeSettings s;
  if (const auto algorithm = choice(options, "algorithm", kAlgorithms)) s.algorithm = *algorithm;
  set_size(s.iter, options, "iterations");
  set_tolerances(s, options);
  check(approximate::check(s));
  return s;
}

nb::dict optimize(const Call& call) {
  const approximate::OptimizeSettings settings = optimize_settings(call.options);
  const bool saves_all = option<bool>(call.options, "save_iterations").value_or(false);
  Method method(call);
  const auto run =
      method.run(jacobian_of(call.options, false), [&](const engine::Prepared& prepared) {
        return engine::run_optimize(
            prepared, {.start = method.start(prepared), .key = method.key()}, settings,
            saves_all ? engine::SavedIterations::kAll : engine::SavedIterations::kLast,
            {.general = method.observer()});
      });
  if (is_error(run.optimum.ending)) {
    fail(Error{
        fmt::format("no mode was found: {}", approximate::reason(run.optimum.ending)), {}, {}});
  }
  nb::dict result = method.result(run.table.rows);
  result["log_density"] = run.optimum.log_density;
  result["iterations"] = run.optimum.iterations;
  result["evaluations"] = run.optimum.evaluations;
  result["ending"] = std::string(approximate::reason(run.optimum.ending));
  return result;
}

std::vector<double> complete_mode(const Method& method, const engine::Prepared& prepared,
                                  const Data& mode) {
  std::vector<double> point =
      taken(method.model(), engine::point_of(prepared, mode.variables, "mode")).unconstrained;
  if (std::ranges::all_of(point, [](double x) { return std::isfinite(x); })) return point;
  fail(Error{"`mode` does not have a value inside its bounds for every parameter", {}, {}});
}

std::vector<double> found_mode(Method& method, const engine::Prepared& prepared) {
  auto run = taken(
      method.model(),
      engine::run_optimize(prepared, {.start = method.start(prepared), .key = method.key()}, {},
                           engine::SavedIterations::kLast, {.general = method.observer()}));
  if (is_error(run.optimum.ending)) {
    fail(Error{fmt::format("no mode was found: {}", approximate::reason(run.optimum.ending)),
               "`optimize` shows more; give a mode with `mode`",
               {}});
  }
  return run.optimum.point;
}

nb::dict laplace(const Call& call, const Data* mode) {
  approximate::LaplaceSettings settings;
  settings.refresh = 0;
  set_size(settings.draws, call.options, "draws");
  Method method(call);
  const auto run = method.run(
      jacobian_of(call.options, true),
      [&](const engine::Prepared& prepared) -> Result<engine::LaplaceRun> {
        const std::vector<double> point =
            mode != nullptr ? complete_mode(method, prepared, *mode) : found_mode(method, prepared);
        return engine::run_laplace(prepared, point, method.key(), settings, method.observer());
      });
  if (is_error(run.laplace.ending)) {
    fail(Error{fmt::format("there is no normal approximation: {}",
                           approximate::reason(run.laplace.ending)),
               "there may be directions in which the density does not fall",
               {}});
  }
  nb::dict result = method.result(run.table.rows);
  result["log_density"] = run.laplace.log_density;
  return result;
}

}  // namespace

void add_modes(nb::module_& m) {
  define(m, "optimize", &optimize);
  m.def(
      "laplace",
      [](const Model& model, const Data& data, const nb::dict& options, const Data* init,
         const Data* mode, nb::object pulse) {
        return laplace({model, data, options, init, std::move(pulse)}, mode);
      },
      nb::arg("model"), nb::arg("data"), nb::arg("options"), nb::arg("init").none(),
      nb::arg("mode").none(), nb::arg("pulse").none());
}

}  // namespace autumn::python
