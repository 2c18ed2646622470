// This file approximates posteriors by normal distributions that are found on the way to a mode, or
// by their divergence.
#include "approximate/ending.h"
#include "engine/approximations/pathfinder.h"
#include "method.h"

namespace autumn::python {
namespace {

approximate::PathfinderSettings pathfinder_settings(const nb::dict& options) {
  approximate::PathfinderSettings s;
  s.refresh = 0;
  set_size(s.num_paths, options, "paths");
  set_size(s.num_psis_draws, options, "draws");
  set_size(s.num_draws, options, "path_draws");
  set_size(s.num_elbo_draws, options, "elbo_draws");
  set_size(s.lbfgs.iter, options, "iterations");
  if (const auto resampling = option<bool>(options, "resampling")) s.psis_resample = *resampling;
  set_tolerances(s.lbfgs, options);
  check(approximate::check(s));
  return s;
}

nb::dict pathfinder(const Call& call) {
  const approximate::PathfinderSettings settings = pathfinder_settings(call.options);
  std::uint32_t threads = 0;
  set<std::uint32_t, std::int64_t>(threads, call.options, "threads");
  Method method(call);
  const auto run = method.run(density::Jacobian::kIncluded, [&](const engine::Prepared& prepared) {
    return engine::run_pathfinder(
        prepared, {.starts = {method.start(prepared)}, .key = method.key(), .threads = threads},
        settings, method.observer());
  });
  if (run.choice.draws.empty()) {
    fail(Error{"no path has a usable approximation", "try other initial values, or `sample`", {}});
  }
  nb::dict result = method.result(run.table.rows);
  result["pareto_k"] = run.choice.pareto_shape;
  result["paths"] = std::ranges::count_if(
      run.paths, [](const approximate::Path& path) { return path.draws.count > 0; });
  return result;
}

approximate::VariationalSettings variational_settings(const nb::dict& options) {
  static const std::map<std::string, approximate::Family> kFamilies{
      {"meanfield", approximate::Family::kMeanField}, {"fullrank", approximate::Family::kFullRank}};
  approximate::VariationalSettings s;
  if (const auto family = choice(options, "algorithm", kFamilies)) s.family = *family;
  set_size(s.iter, options, "iterations");
  set_size(s.grad_samples, options, "grad_samples");
  set_size(s.elbo_samples, options, "elbo_samples");
  set_size(s.adapt_iter, options, "adapt_iterations");
  set(s.tol_rel_obj, options, "tol_rel_obj");
  set_size(s.eval_elbo, options, "eval_elbo");
  set_size(s.output_samples, options, "draws");
  const auto eta = option<double>(options, "eta");
  s.adapt_engaged = !eta;
  if (eta) s.eta = *eta;
  check(approximate::check(s));
  return s;
}

nb::dict variational(const Call& call) {
  const approximate::VariationalSettings settings = variational_settings(call.options);
  Method method(call);
  const auto run = method.run(density::Jacobian::kIncluded, [&](const engine::Prepared& prepared) {
    return engine::run_variational(prepared, {.start = method.start(prepared), .key = method.key()},
                                   settings, method.observer());
  });
  if (is_error(run.variational.ending)) {
    fail(Error{std::string(approximate::reason(run.variational.ending)), "try `sample`", {}});
  }
  nb::dict result = method.result(run.table.rows);
  result["eta"] = run.variational.eta;
  return result;
}

}  // namespace

void add_approximations(nb::module_& m) {
  define(m, "pathfinder", &pathfinder);
  define(m, "variational", &variational);
}

}  // namespace autumn::python
