// This file runs the methods beside sampling, and generated quantities for draws that are there.
#include <cmath>

#include "approximate/ending.h"
#include "engine/approximations/pathfinder.h"
#include "engine/generate.h"
#include "engine/point.h"
#include "layout.h"
#include "model.h"
#include "options.h"

namespace autumn::python {
namespace {

// Rows with the names of their columns, and what else a method found.
nb::dict to_python(const DrawTable& rows, const std::vector<Columns>& layout) {
  std::vector<double> numbers;
  numbers.reserve(rows.rows() * rows.columns());
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::span<const double> row = rows.row(r);
    numbers.insert(numbers.end(), row.begin(), row.end());
  }
  nb::dict result;
  result["columns"] = rows.names();
  result["layout"] = to_python(layout, rows.names());
  result["rows"] = to_array(std::move(numbers), {rows.rows(), rows.columns()});
  return result;
}

void set_size(std::size_t& field, const nb::dict& options, const char* name) {
  const auto value = option<std::int64_t>(options, name);
  if (!value) return;
  if (*value < 1) fail(fmt::format("{} must be at least 1, got {}", name, *value));
  field = static_cast<std::size_t>(*value);
}

void set_tolerances(approximate::OptimizeSettings& s, const nb::dict& options) {
  set(s.init_alpha, options, "init_alpha");
  set(s.tol_obj, options, "tol_obj");
  set(s.tol_rel_obj, options, "tol_rel_obj");
  set(s.tol_grad, options, "tol_grad");
  set(s.tol_rel_grad, options, "tol_rel_grad");
  set(s.tol_param, options, "tol_param");
  set_size(s.history_size, options, "history_size");
}

// One run of a method: its program, its start, and Python, which waits for it.
class Method {
 public:
  Method(const Model& model, const Data& data, const nb::dict& options, const Data* init,
         nb::object pulse)
      : model_(model),
        data_(data),
        init_(init),
        waiting_(std::move(pulse)),
        seed_(seed_of(option<std::uint64_t>(options, "seed"))) {
    set(radius_, options, "radius");
    sampler::Settings any;
    any.initial_radius = radius_;
    check(sampler::check(any));
  }

  [[nodiscard]] Waiting& waiting() { return waiting_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] engine::MethodKey key() const { return {.seed = seed_}; }

  [[nodiscard]] engine::Prepared prepare(density::Jacobian jacobian) {
    return engine::prepare_joint(traced(model_, data_.variables, seed_, waiting_), jacobian);
  }

  [[nodiscard]] engine::StartOptions start(const engine::Prepared& prepared) const {
    engine::StartOptions start;
    start.radius = radius_;
    if (init_ != nullptr) {
      start.given =
          taken(model_, engine::point_of(prepared, init_->variables, "init")).unconstrained;
    }
    return start;
  }

  // What is said when something goes wrong becomes part of the exception.
  [[nodiscard]] approximate::Observer observer() {
    approximate::Observer observer;
    observer.stop = waiting_.stop();
    return observer;
  }

 private:
  const Model& model_;
  const Data& data_;
  const Data* init_;
  Waiting waiting_;
  std::uint64_t seed_;
  double radius_ = 2.0;
};

density::Jacobian jacobian_of(const nb::dict& options, bool usual) {
  return option<bool>(options, "jacobian").value_or(usual) ? density::Jacobian::kIncluded
                                                           : density::Jacobian::kLeftOut;
}

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

nb::dict optimize(const Model& model, const Data& data, const nb::dict& options, const Data* init,
                  nb::object pulse) {
  const approximate::OptimizeSettings settings = optimize_settings(options);
  const bool saves_all = option<bool>(options, "save_iterations").value_or(false);
  const density::Jacobian jacobian = jacobian_of(options, false);
  Method method(model, data, options, init, std::move(pulse));
  std::vector<Columns> layout;
  const engine::OptimizeRun run = waited(method.waiting(), [&] {
    const engine::Prepared prepared = method.prepare(jacobian);
    layout = layout_of(prepared);
    return taken(model,
                 engine::run_optimize(
                     prepared, {.start = method.start(prepared), .key = method.key()}, settings,
                     saves_all ? engine::SavedIterations::kAll : engine::SavedIterations::kLast,
                     {.general = method.observer()}));
  });
  if (is_error(run.optimum.ending)) {
    fail(Error{
        fmt::format("no mode was found: {}", approximate::reason(run.optimum.ending)), {}, {}});
  }
  nb::dict result = to_python(run.table.rows, layout);
  result["log_density"] = run.optimum.log_density;
  result["iterations"] = run.optimum.iterations;
  result["evaluations"] = run.optimum.evaluations;
  result["ending"] = std::string(approximate::reason(run.optimum.ending));
  result["seed"] = method.seed();
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

nb::dict laplace(const Model& model, const Data& data, const nb::dict& options, const Data* init,
                 const Data* mode, nb::object pulse) {
  approximate::LaplaceSettings settings;
  settings.refresh = 0;
  set_size(settings.draws, options, "draws");
  const density::Jacobian jacobian = jacobian_of(options, true);
  Method method(model, data, options, init, std::move(pulse));
  std::vector<Columns> layout;
  const engine::LaplaceRun run = waited(method.waiting(), [&] {
    const engine::Prepared prepared = method.prepare(jacobian);
    layout = layout_of(prepared);
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
  nb::dict result = to_python(run.table.rows, layout);
  result["log_density"] = run.laplace.log_density;
  result["seed"] = method.seed();
  return result;
}

nb::dict pathfinder(const Model& model, const Data& data, const nb::dict& options, const Data* init,
                    nb::object pulse) {
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
  std::uint32_t threads = 0;
  set<std::uint32_t, std::int64_t>(threads, options, "threads");
  Method method(model, data, options, init, std::move(pulse));
  std::vector<Columns> layout;
  const engine::PathfinderRun run = waited(method.waiting(), [&] {
    const engine::Prepared prepared = method.prepare(density::Jacobian::kIncluded);
    layout = layout_of(prepared);
    return taken(
        model,
        engine::run_pathfinder(
            prepared, {.starts = {method.start(prepared)}, .key = method.key(), .threads = threads},
            s, method.observer()));
  });
  if (run.choice.draws.empty()) {
    fail(Error{"no path has a usable approximation", "try other initial values, or `sample`", {}});
  }
  nb::dict result = to_python(run.table.rows, layout);
  result["pareto_k"] = run.choice.pareto_shape;
  result["paths"] = std::ranges::count_if(
      run.paths, [](const approximate::Path& path) { return path.draws.count > 0; });
  result["seed"] = method.seed();
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

nb::dict variational(const Model& model, const Data& data, const nb::dict& options,
                     const Data* init, nb::object pulse) {
  const approximate::VariationalSettings settings = variational_settings(options);
  Method method(model, data, options, init, std::move(pulse));
  std::vector<Columns> layout;
  const engine::VariationalRun run = waited(method.waiting(), [&] {
    const engine::Prepared prepared = method.prepare(density::Jacobian::kIncluded);
    layout = layout_of(prepared);
    return taken(model, engine::run_variational(
                            prepared, {.start = method.start(prepared), .key = method.key()},
                            settings, method.observer()));
  });
  if (is_error(run.variational.ending)) {
    fail(Error{std::string(approximate::reason(run.variational.ending)), "try `sample`", {}});
  }
  nb::dict result = to_python(run.table.rows, layout);
  result["eta"] = run.variational.eta;
  result["seed"] = method.seed();
  return result;
}

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

DrawTable table_of(const std::vector<std::string>& columns, const Rows& rows) {
  if (rows.shape(1) != columns.size()) fail("draws have one number for each column");
  DrawTable table(columns);
  for (std::size_t r = 0; r < rows.shape(0); ++r) {
    table.append({rows.data() + r * columns.size(), columns.size()});
  }
  return table;
}

// The draws of each chain, with the names of their columns.
nb::list generate(const Model& model, const Data& data, const std::vector<std::string>& columns,
                  const std::vector<Rows>& chains, const nb::dict& options) {
  if (model.program() == nullptr) {
    fail(Error{"a model written in Python has no generated quantities",
               "its outputs are among the draws of `sample` already",
               {}});
  }
  const std::uint64_t seed = seed_of(option<std::uint64_t>(options, "seed"));
  std::vector<DrawTable> tables, made;
  for (const Rows& chain : chains) tables.push_back(table_of(columns, chain));
  std::vector<Columns> layout;
  Waiting waiting;
  (void)waited(waiting, [&] {
    const trace::Traced found = traced(model, data.variables, seed, waiting);
    if (found.generated.made.empty()) {
      fail(Error{.message = "the program has no generated quantities",
                 .suggestion = "declare them in a block `generated quantities`",
                 .where = {}});
    }
    const engine::Prepared prepared = engine::prepare_joint(found);
    layout = layout_of(prepared);
    for (std::size_t k = 0; k < tables.size(); ++k) {
      made.push_back(taken(model, engine::generate({.prepared = prepared,
                                                    .draws = tables[k],
                                                    .path = "draws",
                                                    .seed = seed,
                                                    .chain = static_cast<std::uint32_t>(k) + 1})));
    }
    return true;
  });
  nb::list result;
  for (const DrawTable& table : made) result.append(to_python(table, layout));
  return result;
}

// The draws of a file, as {columns, rows}.
nb::dict read_draws(const std::string& path) {
  const DrawTable table = taken(engine::read_fitted_draws(path));
  return to_python(table, {});
}

}  // namespace

void add_methods(nb::module_& m) {
  m.def("optimize", &optimize, nb::arg("model"), nb::arg("data"), nb::arg("options"),
        nb::arg("init").none(), nb::arg("pulse").none());
  m.def("laplace", &laplace, nb::arg("model"), nb::arg("data"), nb::arg("options"),
        nb::arg("init").none(), nb::arg("mode").none(), nb::arg("pulse").none());
  m.def("pathfinder", &pathfinder, nb::arg("model"), nb::arg("data"), nb::arg("options"),
        nb::arg("init").none(), nb::arg("pulse").none());
  m.def("variational", &variational, nb::arg("model"), nb::arg("data"), nb::arg("options"),
        nb::arg("init").none(), nb::arg("pulse").none());
  m.def("generate", &generate);
  m.def("read_draws", &read_draws);
}

}  // namespace autumn::python
