// This file runs the stages of preparation, in order.
#include "engine/prepare.h"

#include <utility>

#include "base/draws.h"
#include "collapse/analysis/leaf_conditions.h"
#include "collapse/collapse.h"
#include "collapse/compress/sufficient.h"
#include "expr/builder.h"
#include "model/roll.h"
#include "model/validity.h"
#include "passes/list.h"

namespace autumn::engine {
namespace {

// On a model, before its density is made.
constexpr passes::Pass kModelPasses[] = {
    {"share", passes::share},
    {"simplify", passes::simplify},
};

// Algebra on everything the model refers to.
model::Model simplified(const model::Model& model) {
  expr::Builder builder(model.graph);
  const expr::Graph graph = std::move(builder).finish(model::roots(model));
  const passes::Rewritten rewritten = passes::run_passes(graph, kModelPasses).rewritten;
  return model::with_graph(model, rewritten.graph, rewritten.map);
}

model::Model compressed(const model::Model& model) {
  return simplified(collapse::with_sufficient_rows(model));
}

std::vector<std::string> column_names(const model::Model& model) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& name, std::span<const std::size_t> dims) {
    for (std::string& column : element_names(name, dims)) columns.push_back(std::move(column));
  };
  for (const model::Variable& variable : model.variables) add(variable.name, variable.dims);
  for (const model::Output& output : model.outputs) add(output.name, output.dims);
  return columns;
}

// Every variable -> every output.
expr::Graph outputs_graph(const model::Model& model) {
  expr::Builder builder(model.graph);
  std::vector<expr::NodeId> outputs;
  for (const model::Output& output : model.outputs) outputs.push_back(output.node);
  expr::Graph graph = std::move(builder).finish(std::move(outputs));
  return passes::share(graph).graph;
}

// Everything after the model is ready: plan, collapse, density.
Result<Prepared> prepare_ready(std::shared_ptr<const model::Model> written, model::Model model,
                               std::vector<StageTime> times, const collapse::PlanOptions& options) {
  Result<collapse::Planned> planned =
      timed(times, "collapse", [&] { return collapse::plan_and_collapse(model, options); });
  if (!planned) return planned.error();
  collapse::Collapsed& collapsed = planned.value().collapsed;
  model::Model sampled = timed(times, "simplify", [&] { return simplified(collapsed.model); });
  const density::Lowered lowered = timed(times, "lower", [&] { return density::lower(sampled); });
  expr::Graph gradient =
      timed(times, "differentiate", [&] { return density::value_and_gradient(lowered); });
  evaluate::Program density_program =
      timed(times, "prepare", [&] { return evaluate::prepare(std::move(gradient)); });
  std::vector<expr::Shape> shapes;
  for (const model::Variable& variable : model.variables) {
    shapes.push_back(model.graph.shape(variable.node));
  }
  recover::Program recovery = timed(times, "recovery", [&] {
    return recover::prepare(std::move(collapsed.recovery), std::move(shapes));
  });
  evaluate::Program outputs = evaluate::prepare(outputs_graph(model));
  std::vector<std::string> columns = column_names(model);
  return Prepared{.written = std::move(written),
                  .model = std::move(model),
                  .plan = std::move(planned.value().plan),
                  .sampled = std::move(sampled),
                  .density = std::move(density_program),
                  .values = evaluate::prepare(lowered.values),
                  .recovery = std::move(recovery),
                  .outputs = std::move(outputs),
                  .places = lowered.places,
                  .dimension = lowered.dimension,
                  .columns = std::move(columns),
                  .generated = {},
                  .times = std::move(times)};
}

}  // namespace

model::Model with_hidden_factors(const model::Model& model) {
  return simplified(model::with_validity_factors(model::roll(model)));
}

model::Model ready_for_plan(const model::Model& model) {
  return collapse::with_leaf_conditions(compressed(with_hidden_factors(model)));
}

Result<Prepared> prepare(const model::Model& given, const collapse::PlanOptions& options) {
  std::vector<StageTime> times;
  model::Model model = timed(times, "roll", [&] { return model::roll(given); });
  model = timed(times, "validity", [&] { return model::with_validity_factors(model); });
  model = timed(times, "simplify model", [&] { return simplified(model); });
  auto written = std::make_shared<const model::Model>(model);
  model = timed(times, "compress", [&] { return compressed(model); });
  model = timed(times, "leaf conditions", [&] { return collapse::with_leaf_conditions(model); });
  return prepare_ready(std::move(written), std::move(model), std::move(times), options);
}

Result<Prepared> prepare(const trace::Traced& traced, const collapse::PlanOptions& options) {
  Result<Prepared> result = prepare(traced.model, options);
  if (!result) return result;
  Prepared& prepared = result.value();
  if (!traced.generated.made.empty()) {
    prepared.generated = timed(prepared.times, "generated quantities",
                               [&] { return prepare_quantities(traced.generated); });
  }
  for (const trace::GeneratedVariable& variable : traced.generated.made) {
    for (std::string& column : element_names(variable.name, variable.dims)) {
      prepared.columns.push_back(std::move(column));
    }
  }
  return result;
}

Prepared prepare_joint(const model::Model& model) {
  Result<Prepared> result = prepare(model, {.is_off = true});
  AUTUMN_CHECK(result.is_ok(), "a plan without names has no mistake");
  return std::move(result).value();
}

Prepared prepare_joint(const trace::Traced& traced) {
  Result<Prepared> result = prepare(traced, {.is_off = true});
  AUTUMN_CHECK(result.is_ok(), "a plan without names has no mistake");
  return std::move(result).value();
}

}  // namespace autumn::engine
