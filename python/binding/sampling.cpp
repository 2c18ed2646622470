// This file samples, and registers what comes of it.
#include <cmath>

#include "base/display_name.h"
#include "engine/centring/centred.h"
#include "engine/draw_memory.h"
#include "engine/point.h"
#include "engine/run_files.h"
#include "explain/explain.h"
#include "fit.h"
#include "layout.h"
#include "options.h"
#include "output/report/progress.h"
#include "output/report/report_json.h"

namespace autumn::python {
namespace {

// Where chains begin, as given: one point for all.
Status begin_at(const Data& init, const engine::Prepared& prepared, engine::RunOptions& run) {
  auto point = engine::point_of(prepared, init.variables, "init");
  if (!point) return point.error();
  run.initial = std::move(point).value().unconstrained;
  return Done{};
}

engine::AssuredRequest request_of(const trace::Traced& model, const nb::dict& options) {
  engine::AssuredRequest request;
  request.plan = plan_options(options);
  if (settings(options).algorithm == sampler::Algorithm::fixed_param) request.plan.is_off = true;
  const std::vector<std::string> without = names(options, "without_pass");
  request.prepare = [&model, without](const collapse::PlanOptions& plan) {
    return engine::prepare(model, plan, without);
  };
  return request;
}

std::unique_ptr<Fit> sample(const Model& model, const Data& data, const nb::dict& options,
                            const Data* init, std::shared_ptr<engine::ChainSights> sights,
                            nb::object pulse) {
  engine::RunOptions run = run_options(options, model.name);
  if (const Status status = engine::check_files(run); !status) fail(status.error());
  Waiting waiting(std::move(pulse));
  run.stop = waiting.stop();
  run.sights = std::move(sights);
  run.on_progress = [](std::string_view) {};
  trace::Traced found;
  engine::AssuredRequest request = request_of(found, options);
  request.run = run;
  if (init != nullptr) {
    request.on_prepared = [init](const engine::Prepared& prepared, engine::RunOptions& ready) {
      return begin_at(*init, prepared, ready);
    };
  }
  std::optional<engine::AssuredRun> done;
  waiting.run([&] {
    found = traced(model, data.variables, run.seed, waiting);
    check(model, engine::check_memory(found, run));
    done.emplace(taken(model, engine::run_assured(std::move(request))));
  });
  const bool has_draws = std::ranges::any_of(
      done->run.chains, [](const engine::ChainRun& chain) { return chain.draws.rows() > 0; });
  if (!has_draws) waiting.raise_interruption();
  done->options.stop = nullptr;
  done->options.on_progress = {};
  return std::make_unique<Fit>(model, plan_options(options), *std::move(done));
}

nb::dict summary_of(const engine::Report& report) {
  const output::Summary& summary = report.output.summary;
  nb::dict columns;
  nb::list names;
  for (const auto& v : summary.variables) names.append(display_name(v.name));
  columns["name"] = names;
  const auto add = [&](const char* name, double output::VariableSummary::* field) {
    std::vector<double> numbers;
    for (const auto& v : summary.variables) numbers.push_back(v.*field);
    const std::vector<std::size_t> shape{numbers.size()};
    columns[name] = to_array(std::move(numbers), shape);
  };
  using V = output::VariableSummary;
  add("mean", &V::mean);
  add("mcse", &V::mcse);
  add("sd", &V::sd);
  add("q5", &V::q5);
  add("q50", &V::q50);
  add("q95", &V::q95);
  add("ess_bulk", &V::ess_bulk);
  add("ess_tail", &V::ess_tail);
  add("rhat", &V::rhat);
  return columns;
}

nb::list warnings_of(const engine::Report& report) {
  nb::list warnings;
  for (const auto& w : report.output.warnings) {
    warnings.append(nb::make_tuple(w.finding, w.meaning, w.advice));
  }
  return warnings;
}

nb::dict timings_of(const engine::AssuredRun& done) {
  nb::dict timings;
  for (const auto& time : engine::timings(done.prepared, done.run)) {
    timings[nb::str(time.stage.c_str())] = time.seconds;
  }
  return timings;
}

std::vector<double> step_sizes(const Fit& fit) {
  std::vector<double> sizes;
  for (const auto& chain : fit.done().run.chains) sizes.push_back(chain.result.adapted.step_size);
  return sizes;
}

// What was said of the draws beside warnings.
std::vector<std::string> notes_of(const Fit& fit) {
  std::vector<std::string> notes = fit.done().run.notes;
  const engine::RowErrors& errors = fit.done().run.generated_errors;
  if (!errors.empty() && fit.model().program() != nullptr) {
    notes.push_back("Some draws have NaN among their generated quantities:\n" +
                    errors.text(*fit.model().program()));
  }
  if (fit.done().run.write_error) notes.push_back(to_text(*fit.done().run.write_error));
  return notes;
}

std::string account(const engine::AssuredRun& done) {
  std::string text = explainer::one_line(done.prepared.compressed, done.prepared.plan);
  if (done.prepared.centred) {
    text += "\n" + engine::to_text(done.prepared, *done.prepared.centred);
  }
  return text;
}

nb::tuple sight_of(const engine::ChainSights& sights, std::uint32_t chain) {
  if (chain >= sights.size()) throw nb::index_error("there is no such chain");
  const engine::ChainSight& sight = sights.of(chain);
  return nb::make_tuple(sight.iterations.load(), sight.warmup.load(), sight.draws.load(),
                        sight.divergences.load(), sight.leapfrogs.load(), sight.step_size.load(),
                        sight.has_begun.load(), sight.is_over.load());
}

nb::object inverse_metrics(const Fit& fit) {
  nb::list metrics;
  for (const auto& chain : fit.done().run.chains) {
    const std::vector<double>& numbers = chain.result.adapted.inverse_metric;
    metrics.append(to_array(numbers, {numbers.size()}));
  }
  return metrics;
}

}  // namespace

void add_sampling(nb::module_& m) {
  nb::class_<engine::ChainSights>(m, "ChainSights")
      .def("__init__", [](engine::ChainSights* self,
                          std::uint32_t chains) { new (self) engine::ChainSights(chains); })
      .def("of", &sight_of);
  nb::class_<Fit>(m, "Fit")
      .def("draws", &Fit::draws)
      .def("warmup", &Fit::warmup)
      .def("columns",
           [](const Fit& fit) {
             std::vector<std::string> columns = engine::sampler_columns(fit.done().options);
             const std::vector<std::string>& others = fit.done().prepared.columns;
             columns.insert(columns.end(), others.begin(), others.end());
             return columns;
           })
      .def("layout",
           [](const Fit& fit) {
             return to_python(layout_of(fit.done().prepared),
                              engine::sampler_columns(fit.done().options).size());
           })
      .def("summary", [](Fit& fit) { return summary_of(fit.report()); })
      .def("summary_text",
           [](Fit& fit, std::size_t most, int digits) {
             return engine::to_text(fit.report(), {.most = most, .digits = digits});
           })
      .def("warnings", [](Fit& fit) { return warnings_of(fit.report()); })
      .def("to_json", [](Fit& fit) { return output::to_json(fit.report().output); })
      .def("timings", [](const Fit& fit) { return timings_of(fit.done()); })
      .def("step_sizes", &step_sizes)
      .def("inverse_metrics", &inverse_metrics)
      .def("notes", &notes_of)
      .def("account", [](const Fit& fit) { return account(fit.done()); })
      .def("seed", [](const Fit& fit) { return fit.done().options.seed; })
      .def("gradients", [](const Fit& fit) { return engine::gradients(fit.done().run); })
      .def("is_interrupted", [](const Fit& fit) { return fit.done().run.is_interrupted; })
      .def("page", &Fit::page)
      .def("save", &Fit::save);
  m.def("sample", &sample, nb::arg("model"), nb::arg("data"), nb::arg("options"),
        nb::arg("init").none(), nb::arg("sights").none(), nb::arg("pulse").none());
}

}  // namespace autumn::python
