// This file puts together what the stages have made, as runs need it.
#include "engine/prepare.h"

#include <algorithm>
#include <utility>

#include "base/draws.h"
#include "engine/rows/generated_work.h"
#include "expr/builder.h"
#include "passes/share.h"

namespace autumn::engine {
namespace {

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

// What the stages up to this one make; those before the plan have nothing to refuse.
Work made_by(std::string_view stage, const model::Model& model) {
  Result<Work> work = run_stages(model, {}, {}, stage);
  AUTUMN_CHECK(work.is_ok(), "stages before the plan do not fail");
  return std::move(work).value();
}

Prepared prepared_from(Work work) {
  std::vector<std::string> columns = column_names(work.model);
  evaluate::PreparedProgram outputs = evaluate::prepare(outputs_graph(work.model));
  return Prepared{.written = std::move(work.written),
                  .compressed = std::move(work.model),
                  .may_have_leaves = work.may_have_leaves,
                  .plan = std::move(work.planned.plan),
                  .sampled = std::move(work.sampled),
                  .density = *std::move(work.density),
                  .value = std::move(work.value),
                  .values = evaluate::prepare(std::move(work.lowered.values)),
                  .recovery = *std::move(work.recovery),
                  .outputs = std::move(outputs),
                  .slices = std::move(work.lowered.slices),
                  .dimension = work.lowered.dimension,
                  .columns = std::move(columns),
                  .generated = {},
                  .times = std::move(work.times),
                  .without_passes = std::move(work.without_passes)};
}

// The generated quantities of a program, and their columns.
void add_generated(Prepared& prepared, const trace::Traced& traced) {
  if (!traced.generated.is_empty() || has_generated_work(traced.generated)) {
    prepared.generated = timed(prepared.times, "generated quantities",
                               [&] { return prepare_quantities(traced.generated); });
  } else {
    prepared.generated.program = traced.generated;  // for who asks why points are refused
  }
  for (const trace::GeneratedVariable& variable : traced.generated.made) {
    for (std::string& column : element_names(variable.name, variable.dims)) {
      prepared.columns.push_back(std::move(column));
    }
  }
}

}  // namespace

model::Model with_hidden_factors(const model::Model& model) {
  return *made_by("simplify-written", model).written;
}

model::Model ready_for_plan(const model::Model& model) {
  return made_by("leaf-conditions", model).model;
}

Result<Prepared> prepare(const model::Model& model, const collapse::PlanOptions& options,
                         const std::vector<std::string>& without_passes) {
  Result<Work> work = run_stages(model, options, without_passes);
  if (!work) return work.error();
  return prepared_from(std::move(work).value());
}

Result<Prepared> prepare(const trace::Traced& traced, const collapse::PlanOptions& options,
                         const std::vector<std::string>& without_passes) {
  Result<Prepared> result = prepare(traced.model, options, without_passes);
  if (result) add_generated(result.value(), traced);
  return result;
}

Result<Prepared> prepare_again(const Prepared& like, const collapse::PlanOptions& options) {
  Work work;
  work.plan_options = options;
  work.without_passes = like.without_passes;
  work.model = like.compressed;
  work.may_have_leaves = like.may_have_leaves;
  work.written = like.written;
  const auto is_plan = [](const StageTime& time) { return time.stage == "plan"; };
  work.times.assign(like.times.begin(), std::ranges::find_if(like.times, is_plan));
  Result<Work> done = run_from_plan(std::move(work));
  if (!done) return done.error();
  Prepared prepared = prepared_from(std::move(done).value());
  prepared.generated = like.generated;
  prepared.columns = like.columns;
  return prepared;
}

Prepared prepare_joint(const model::Model& model, density::Jacobian jacobian) {
  Result<Work> work = run_stages(model, {.is_off = true}, {}, {}, jacobian);
  AUTUMN_CHECK(work.is_ok(), "a plan without names has no mistake");
  return prepared_from(std::move(work).value());
}

Prepared prepare_joint(const trace::Traced& traced, density::Jacobian jacobian) {
  Prepared prepared = prepare_joint(traced.model, jacobian);
  add_generated(prepared, traced);
  return prepared;
}

}  // namespace autumn::engine
