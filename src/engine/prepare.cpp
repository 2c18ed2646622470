// The stages of preparation, in order.
#include "engine/prepare.h"

#include <chrono>
#include <utility>

#include "base/draws.h"
#include "expr/builder.h"
#include "model/roll.h"
#include "model/validity.h"
#include "passes/list.h"

namespace autumn::engine {
namespace {

using Clock = std::chrono::steady_clock;

// Runs a stage and notes how long it took.
template <typename Stage>
auto timed(std::vector<StageTime>& times, std::string name, Stage stage) {
  const auto start = Clock::now();
  auto result = stage();
  times.push_back({std::move(name), std::chrono::duration<double>(Clock::now() - start).count()});
  return result;
}

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

std::vector<std::string> column_names(const model::Model& model) {
  std::vector<std::string> columns;
  const auto add = [&](const std::string& name, std::span<const std::size_t> dims) {
    for (std::string& column : element_names(name, dims)) columns.push_back(std::move(column));
  };
  for (const model::Variable& variable : model.variables) add(variable.name, variable.dims);
  for (const model::Output& output : model.outputs) add(output.name, output.dims);
  return columns;
}

}  // namespace

Prepared prepare(const model::Model& given) {
  std::vector<StageTime> times;
  model::Model model = timed(times, "roll", [&] { return model::roll(given); });
  model = timed(times, "validity", [&] { return model::with_validity_factors(model); });
  model = timed(times, "simplify", [&] { return simplified(model); });
  const density::Lowered lowered = timed(times, "lower", [&] { return density::lower(model); });
  expr::Graph gradient =
      timed(times, "differentiate", [&] { return density::value_and_gradient(lowered); });
  evaluate::Program density_program =
      timed(times, "prepare", [&] { return evaluate::prepare(std::move(gradient)); });
  evaluate::Program values_program = evaluate::prepare(lowered.values);
  std::vector<std::string> columns = column_names(model);
  return {.model = std::move(model),
          .density = std::move(density_program),
          .values = std::move(values_program),
          .places = lowered.places,
          .dimension = lowered.dimension,
          .columns = std::move(columns),
          .generated = {},
          .times = std::move(times)};
}

Prepared prepare(const trace::Traced& traced) {
  Prepared prepared = prepare(traced.model);
  prepared.generated = traced.generated;
  for (const trace::GeneratedVariable& variable : traced.generated.made) {
    for (std::string& column : element_names(variable.name, variable.dims)) {
      prepared.columns.push_back(std::move(column));
    }
  }
  return prepared;
}

}  // namespace autumn::engine
